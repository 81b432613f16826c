//! Matches and tournaments as pure values: this crate does no I/O, reads no clock and starts no thread.

pub mod changes;
pub mod copies;
pub mod format;
pub mod scoring;
pub mod statistics;
pub mod summary;
pub mod tuning;
