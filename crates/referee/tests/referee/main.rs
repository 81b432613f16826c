//! The referee by itself, with players that do exactly as they are told: clocks, faults, legality, endings, prefixes.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

mod clocks;
mod endings;
mod faults;
mod prefixes;
mod support;
