//! What a worker does beside games: it checks players that were handed in to a class of the same store, one at a time.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use joute_arena::check::CheckWorker;
use joute_store::{Access, NewWorker, Result, Store, StoreLocation};

use super::log::Log;
use crate::commands::match_command::workshop_in;

/// How often it looks for something to check.
const GLANCE: Duration = Duration::from_millis(500);

/// Checks on a thread of its own until it is told to drain.
pub(super) fn begin(
    location: &StoreLocation,
    worker: &NewWorker,
    cache: &Path,
    no_sandbox: bool,
    (drain, halt): (&Arc<AtomicBool>, &Arc<AtomicBool>),
    log: Log,
) -> JoinHandle<()> {
    let (location, worker, cache) = (location.clone(), worker.clone(), cache.to_owned());
    let (drain, halt) = (Arc::clone(drain), Arc::clone(halt));
    std::thread::spawn(move || {
        let mut store: Option<Arc<dyn Store>> = None;
        while !drain.load(Ordering::Relaxed) {
            // Whoever plays says what is wrong with a store; here it is tried again.
            store = store.or_else(|| location.open(Access::Create).ok());
            let done = store.as_deref().map(|store| check_one(store, &worker, &cache, no_sandbox, &halt));
            match done {
                Some(Ok(Some(key))) => log.checked(&key),
                Some(Err(_)) => {
                    store = None;
                    std::thread::sleep(GLANCE);
                }
                Some(Ok(None)) | None => std::thread::sleep(GLANCE),
            }
        }
    })
}

fn check_one(
    store: &dyn Store,
    worker: &NewWorker,
    cache: &Path,
    no_sandbox: bool,
    halt: &AtomicBool,
) -> Result<Option<String>> {
    let workshop = |folder: &Path| workshop_in(folder, no_sandbox).map_err(|failure| failure.to_string());
    let (name, abilities) = (&worker.name, &worker.abilities);
    CheckWorker { store, name, abilities, workshop: &workshop, cache, halt }.carry_out_one()
}
