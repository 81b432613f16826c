//! Who checks what was handed in: this machine, so many at once, and workers of its database where there are any.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use joute_arena::check::{CheckTerms, Offered, Outcome, Standing, has_checkers};
use joute_games::content_hash;
use joute_players::Workshop;
use joute_store::Store;

use super::languages::language_of;

/// How often a check that waits looks for somebody who carries it out.
const GLANCE: Duration = Duration::from_millis(200);
/// How many checks may be with workers at once.
pub(super) const ELSEWHERE: usize = 16;

/// Who checks.
pub(super) struct Checking {
    /// Where players are made; files are looked for in the same folder.
    pub(super) workshop: Workshop,
    /// Checks that this machine may still begin.
    here: AtomicUsize,
    /// The database with workers.
    shared: Option<Arc<dyn Store>>,
    /// Set when the server stops.
    pub(super) stop: AtomicBool,
}

/// A file to be checked.
pub(super) struct ToCheck<'a> {
    /// By what it is known.
    pub(super) key: &'a str,
    /// Where it is, for the workshop and in full.
    pub(super) locator: &'a str,
    pub(super) path: &'a Path,
    pub(super) terms: CheckTerms,
}

impl Checking {
    pub(super) fn new(workshop: Workshop, here: usize, shared: Option<Arc<dyn Store>>) -> Checking {
        // Somebody must do it.
        let here = if shared.is_some() { here } else { here.max(1) };
        Checking { workshop, here: AtomicUsize::new(here), shared, stop: AtomicBool::new(false) }
    }

    /// How many may be under way at once.
    pub(super) fn threads(&self) -> usize {
        self.here.load(Ordering::Relaxed) + if self.shared.is_some() { ELSEWHERE } else { 0 }
    }

    /// Has a file checked by whoever can first; it waits for that.
    pub(super) fn check(&self, file: &ToCheck<'_>, hear: &mut dyn FnMut(&str)) -> Outcome {
        let mut offered: Option<Offered<'_>> = None;
        let mut heard = None;
        loop {
            if self.stop.load(Ordering::Relaxed) {
                offered.map(|errand| errand.call_off());
                return Outcome { interrupted: true, ..Outcome::default() };
            }
            if let Some(place) = self.place() {
                // What a worker has already is left to it.
                if offered.as_ref().is_none_or(|errand| errand.take_back().unwrap_or(true)) {
                    let outcome = file.terms.carry_out(&self.workshop, file.locator, &self.stop, hear);
                    drop(place);
                    return outcome;
                }
            }
            offered = offered.or_else(|| self.offer(file));
            match offered.as_mut().map(Offered::look) {
                Some(Ok(Standing::Done(outcome))) => return outcome,
                Some(Ok(Standing::Waiting(step))) => {
                    if step != heard
                        && let Some(step) = &step
                    {
                        hear(step);
                    }
                    heard = step;
                }
                Some(Ok(Standing::Lost)) => offered = None,
                // A database that is away comes back.
                Some(Err(_)) | None => {}
            }
            std::thread::sleep(GLANCE);
        }
    }

    /// Leaves a check to workers, where there are some who are able.
    fn offer(&self, file: &ToCheck<'_>) -> Option<Offered<'_>> {
        let store = self.shared.as_deref()?;
        let needs: Vec<String> = language_of(file.locator)?.tools?.iter().map(|tool| (*tool).to_owned()).collect();
        if !has_checkers(store, &needs) {
            return None;
        }
        let bytes = std::fs::read(file.path).ok()?;
        let name = file.path.file_name()?.to_str()?;
        Offered::new(store, file.key, (name, &bytes, &content_hash(&bytes)), &needs, &file.terms).ok()
    }

    /// A place on this machine, where one is free.
    fn place(&self) -> Option<Place<'_>> {
        let taken = self.here.fetch_update(Ordering::AcqRel, Ordering::Acquire, |free| free.checked_sub(1));
        taken.ok().map(|_| Place(&self.here))
    }
}

/// A place that is given back when the check is over, however it ends.
struct Place<'a>(&'a AtomicUsize);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::AcqRel);
    }
}
