//! For tests only: what every test of a game or a player shares.

pub mod laws;
#[cfg(unix)]
pub mod programs;
pub mod vectors;
