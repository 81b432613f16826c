//! Everything that is tested of `joute-tournament` from outside, as one program: linking one for each file would take longer than the tests.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

mod amendments;
mod copies;
mod formats;
mod known_values;
mod ladder;
mod properties;
mod simulations;
mod tuning;
