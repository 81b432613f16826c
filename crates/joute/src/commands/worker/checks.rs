//! What a worker does beside games: it checks players that were handed in to a class of the same store, one at a time, and makes
//! reviews when there is nothing to check.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use joute_arena::check::{Carried, CheckWorker};
use joute_arena::{Doings, make_review};
use joute_store::{Access, NewWorker, Store, StoreLocation};

use super::log::Log;
use crate::commands::match_command::workshop_in;

/// How often it looks for something to check.
const GLANCE: Duration = Duration::from_millis(500);

/// Checks and reviews on a thread of its own until it is told to drain.
pub(super) fn begin(
    location: &StoreLocation,
    worker: &NewWorker,
    cache: &Path,
    no_sandbox: bool,
    drain: &Arc<AtomicBool>,
    doings: &Arc<Doings>,
    log: Log,
) -> JoinHandle<()> {
    let (location, worker, cache) = (location.clone(), worker.clone(), cache.to_owned());
    let (drain, doings) = (Arc::clone(drain), Arc::clone(doings));
    std::thread::spawn(move || {
        let (mut store, mut passed_over): (Option<Arc<dyn Store>>, _) = (None, HashSet::new());
        while !drain.load(Ordering::Relaxed) {
            // Whoever plays says what is wrong with a store; here it is tried again.
            store = store.or_else(|| location.open(Access::Create).ok());
            let workshop = |folder: &Path| workshop_in(folder, no_sandbox).map_err(|failure| failure.to_string());
            let (name, abilities) = (&worker.name, &worker.abilities);
            let carried = store.as_deref().map(|store| {
                let (workshop, cache, passed_over) = (&workshop, &cache, &passed_over);
                let doings = &doings;
                CheckWorker { store, name, abilities, workshop, cache, passed_over, doings }.carry_out_one()
            });
            match carried {
                Some(Ok(Carried::Done(key))) => log.checked(&key),
                Some(Ok(Carried::Gone(_))) => {}
                Some(Ok(Carried::NotHere(key, why))) => {
                    log.not_checked(&key, &why);
                    passed_over.insert(key);
                }
                Some(Ok(Carried::Nothing)) => {
                    // A review is over in seconds: a check that comes meanwhile hardly waits.
                    match store.as_deref().map(|store| make_review(store, name, &doings, &drain)) {
                        Some(Ok(Some(game))) => log.reviewed(&game),
                        _ => std::thread::sleep(GLANCE),
                    }
                }
                Some(Err(_)) => {
                    store = None;
                    std::thread::sleep(GLANCE);
                }
                None => std::thread::sleep(GLANCE),
            }
        }
    })
}
