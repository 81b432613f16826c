//! For tests only: what every test of a game or a player shares.

pub mod laws;
pub mod vectors;
