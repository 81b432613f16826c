//! Keeps games.
