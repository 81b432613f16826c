//! For tests only: what every test of a game or a player shares.

#[cfg(unix)]
pub mod gate;
pub mod laws;
#[cfg(unix)]
pub mod port;
#[cfg(unix)]
pub mod postgres;
#[cfg(unix)]
pub mod programs;
pub mod properties;
#[cfg(target_os = "linux")]
pub mod threads;
pub mod vectors;
pub mod wait;
