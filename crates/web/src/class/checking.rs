//! Who checks what was handed in: this machine, so many at once, and workers of its database where there are any.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use joute_arena::bell::{self, Sleeper, UNRUNG};
use joute_arena::check::{CheckTerms, Offered, Outcome, Standing, has_checkers};
use joute_games::content_hash;
use joute_players::Workshop;
use joute_store::Store;

use super::languages::language_of;

/// A check that waits looks for somebody who carries it out when something was written, no more often than this, and now and then.
const GLANCE: Duration = Duration::from_millis(200);
const LOOK: Duration = Duration::from_secs(2);
/// How many checks may be with workers at once.
pub(super) const ELSEWHERE: usize = 16;

/// Who checks.
pub(super) struct Checking {
    /// Where players are made; files are looked for in the same folder.
    pub(super) workshop: Arc<Workshop>,
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
    pub(super) fn new(workshop: Arc<Workshop>, here: usize, shared: Option<Arc<dyn Store>>) -> Checking {
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
        let (mut heard, mut needs) = (None, None);
        let (mut watch, sleeper) = (self.shared.as_ref().map(|store| store.watch()), Sleeper::new());
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
            offered = offered.or_else(|| self.offer(file, needs.get_or_insert_with(|| self.needs(file))));
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
            // What others may have already is not taken back for every place that becomes free.
            let (begun, is_ours) = (Instant::now(), offered.is_none());
            let has_place = || is_ours && self.here.load(Ordering::Relaxed) > 0;
            let is_due = || begun.elapsed() > LOOK || self.stop.load(Ordering::Relaxed) || has_place();
            match &mut watch {
                Some(watch) => sleeper.until_changed(watch, GLANCE, is_due),
                None if is_due() => {}
                None => sleeper.sleep(UNRUNG),
            }
        }
    }

    /// What a worker needs that checks a file. An archive is opened for it, confined as everything of others is; whoever is asked to
    /// check one that cannot be opened will say so.
    fn needs(&self, file: &ToCheck<'_>) -> Vec<String> {
        let known = language_of(file.locator).and_then(|language| language.tools);
        let tools = match known {
            Some(tools) => tools.iter().copied().collect(),
            None if self.shared.is_none() => BTreeSet::new(),
            None => self.workshop.unpacked(file.locator).map(|folder| tools_in(folder.path())).unwrap_or_default(),
        };
        tools.into_iter().map(str::to_owned).collect()
    }

    /// Leaves a check to workers, where there are some who are able.
    fn offer(&self, file: &ToCheck<'_>, needs: &[String]) -> Option<Offered<'_>> {
        let store = self.shared.as_deref()?;
        if !has_checkers(store, needs) {
            return None;
        }
        let bytes = std::fs::read(file.path).ok()?;
        let name = file.path.file_name()?.to_str()?;
        Offered::new(store, file.key, (name, &bytes, &content_hash(&bytes)), needs, &file.terms).ok()
    }

    /// A place on this machine, where one is free.
    fn place(&self) -> Option<Place<'_>> {
        let taken = self.here.fetch_update(Ordering::AcqRel, Ordering::Acquire, |free| free.checked_sub(1));
        taken.ok().map(|_| Place(&self.here))
    }
}

/// Tools for everything that lies in a folder.
fn tools_in(folder: &Path) -> BTreeSet<&'static str> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .flat_map(|entry| match entry.file_type() {
            Ok(kind) if kind.is_dir() => tools_in(&entry.path()),
            _ => {
                let language = language_of(&entry.file_name().to_string_lossy());
                language.and_then(|language| language.tools).unwrap_or_default().iter().copied().collect()
            }
        })
        .collect()
}

/// A place that is given back when the check is over, however it ends.
struct Place<'a>(&'a AtomicUsize);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::AcqRel);
        bell::ring();
    }
}
