//! Everything that is tested of `joute-catalog` from outside, as one program: linking one for each file would take longer than the tests.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

mod analysis;
mod every_game;
mod exact;
mod insight;
mod messages;
mod referee;
mod review;
mod searches;
mod solving;
