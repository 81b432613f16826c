//! What a worker does beside games: it checks players that were handed in to a class of the same store, one at a time, and makes
//! reviews when there is nothing to check.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use joute_arena::bell::Sleeper;
use joute_arena::check::{Carried, CheckWorker};
use joute_arena::make_review;
use joute_store::{Access, NewWorker, Store, StoreLocation, Watch};

use super::log::Log;
use crate::commands::match_command::workshop_in;

/// It looks for something to check when something was written, and no more often than this.
const GLANCE: Duration = Duration::from_millis(500);

/// Where work comes from, and what hears of it.
struct Source {
    store: Arc<dyn Store>,
    watch: Watch,
}

impl Source {
    fn open(location: &StoreLocation) -> Option<Source> {
        let store = location.open(Access::Create).ok()?;
        Some(Source { watch: store.watch(), store })
    }
}

/// Checks and reviews on a thread of its own until it is told to drain.
pub(super) fn begin(
    location: &StoreLocation,
    worker: &NewWorker,
    cache: &Path,
    no_sandbox: bool,
    drain: &Arc<AtomicBool>,
    log: Log,
) -> JoinHandle<()> {
    let (location, worker, cache) = (location.clone(), worker.clone(), cache.to_owned());
    let drain = Arc::clone(drain);
    std::thread::spawn(move || {
        let (mut source, mut passed_over): (Option<Source>, _) = (None, HashSet::new());
        let sleeper = Sleeper::new();
        while !drain.load(Ordering::Relaxed) {
            // Whoever plays says what is wrong with a store; here it is tried again.
            source = source.or_else(|| Source::open(&location));
            let Some(Source { store, watch }) = &mut source else {
                sleeper.sleep(GLANCE);
                continue;
            };
            let workshop = |folder: &Path| workshop_in(folder, no_sandbox).map_err(|failure| failure.to_string());
            let (name, abilities, store) = (&worker.name, &worker.abilities, &**store);
            let (ours, cache) = (&passed_over, &cache);
            let carried =
                CheckWorker { store, name, abilities, workshop: &workshop, cache, passed_over: ours }.carry_out_one();
            match carried {
                Ok(Carried::Done(key)) => log.checked(&key),
                Ok(Carried::Gone(_)) => {}
                Ok(Carried::NotHere(key, why)) => {
                    log.not_checked(&key, &why);
                    passed_over.insert(key);
                }
                Ok(Carried::Nothing) => {
                    // A review is over in seconds: a check that comes meanwhile hardly waits.
                    match make_review(store, name, &drain) {
                        Ok(Some(game)) => log.reviewed(&game),
                        _ => sleeper.until_changed(watch, GLANCE, || drain.load(Ordering::Relaxed)),
                    }
                }
                Err(_) => {
                    source = None;
                    sleeper.sleep(GLANCE);
                }
            }
        }
    })
}
