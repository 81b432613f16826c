//! Everything that is tested of `joute-draw` from outside, as one program: linking one for each file would take longer than the tests.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

mod boards;
mod charts;
mod palette;
mod pictures;
mod texts;
