//! What every store promises, written once for all kinds of stores. A kind brings a [`Place`] and runs every case on an
//! empty one; see `tests/sqlite.rs`.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]
#![allow(dead_code, unused_imports, reason = "every file of tests takes what it needs")]

mod documents;
mod games;
mod leases;
mod samples;
mod watching;

use std::sync::Arc;

use joute_store::Store;

pub(crate) use samples::{announce, event, ply, record, won};

/// Somewhere a store of one kind is; it can be opened again and again, as by several programs.
pub(crate) trait Place: Send + Sync {
    /// Opens it, and makes it where it is not there yet.
    fn open(&self) -> Arc<dyn Store>;

    /// Opens it to be read.
    fn open_to_read(&self) -> Arc<dyn Store>;
}

/// Something a store promises.
pub(crate) type Case = fn(&dyn Place);

/// Everything a store promises.
pub(crate) fn cases() -> impl Iterator<Item = (&'static str, Case)> {
    games::CASES.iter().chain(documents::CASES).chain(leases::CASES).chain(watching::CASES).copied()
}
