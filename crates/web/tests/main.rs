//! Everything that is tested of `joute-web` from outside, as one program: linking one for each file would take longer than the tests.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

mod attacks;
mod class;
mod class_api;
mod class_attacks;
mod class_cups;
mod class_departed;
mod class_disk;
mod class_matches;
mod class_pages;
mod class_pruning;
mod class_room;
mod class_shares;
mod class_streams;
mod class_tables;
mod class_versions;
mod class_ways_in;
mod disk;
mod earlier_stores;
mod editing;
mod fuzzed_requests;
mod idle;
mod puzzles;
mod review;
mod seats;
mod server;
mod support;
mod table;
mod tournaments;
