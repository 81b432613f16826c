//! Checks that are carried out on other machines.
//!
//! ```text
//! who accepts players ──offer──► document "check" ◄──take, by its version── worker
//!                     ◄─outcome── the same document, with a sign of life now and then
//! ```
//!
//! The file itself lies with the files of the queue. Whoever offered an errand takes it back while nobody has it, or when nothing was heard of
//! its worker for long; versions of documents see to it that one alone carries on.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use joute_players::{StepName, Workshop};
use joute_store::{Document, DocumentChange, Doing, Result, Store, StoreError, StoreErrorKind, Write};
use serde::{Deserialize, Serialize};

use super::terms::{CheckTerms, Outcome};
use crate::{CONFINED, Doings};

/// What a worker says that it does when it carries out checks as well.
pub const CHECKS: &str = "checks";

const KIND: &str = "check";
/// How often a worker says that it is still at it, and after how long a silence it is given up.
const PULSE: Duration = Duration::from_secs(4);
const SILENCE: Duration = Duration::from_secs(30);
/// Steps are told no more often than this.
const PAUSE: Duration = Duration::from_millis(100);

/// A check that is to be carried out, as it is kept.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Errand {
    /// What the file is called, and the hash by which the queue keeps it.
    file: String,
    hash: String,
    terms: CheckTerms,
    /// What a worker must be able to do.
    needs: Vec<String>,
    /// Who carries it out.
    worker: Option<String>,
    /// What is being looked at, and how often the worker was heard of.
    step: Option<StepName>,
    pulse: u64,
    outcome: Option<Outcome>,
}

/// An errand as whoever offered it sees it.
pub struct Offered<'a> {
    store: &'a dyn Store,
    key: String,
    /// The version that was seen last, and since when.
    seen: (u64, Instant),
}

/// How an errand stands.
#[derive(Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nobody has it, or somebody is at it: at what.
    Waiting(Option<StepName>),
    /// It is done.
    Done(Outcome),
    /// Whoever had it is silent, or it is gone: it is this side's again.
    Lost,
}

/// Whether somebody is there who carries out checks and is able to do all this, confined.
pub fn has_checkers(store: &dyn Store, needs: &[String]) -> bool {
    let Some(queue) = store.queue() else { return false };
    let is_able = |abilities: &[String]| is_able(abilities, needs);
    queue.workers().is_ok_and(|all| all.iter().any(|one| one.is_alive && is_able(&one.worker.abilities)))
}

fn is_able(abilities: &[String], needs: &[String]) -> bool {
    let has = |what: &str| abilities.iter().any(|known| known == what);
    has(CHECKS) && has(CONFINED) && needs.iter().all(|need| has(need))
}

impl<'a> Offered<'a> {
    /// Offers a check to whoever is able. One of the same key that was left from another time is taken back.
    pub fn new(
        store: &'a dyn Store,
        key: &str,
        (file, bytes, hash): (&str, &[u8], &str),
        needs: &[String],
        terms: &CheckTerms,
    ) -> Result<Offered<'a>> {
        let queue = store.queue().ok_or_else(|| unavailable(store, "there is no queue"))?;
        queue.keep_file(hash, bytes)?;
        if let Some(old) = store.document(KIND, key)? {
            apply(store, DocumentChange::delete(KIND, &old))?;
        }
        let errand = Errand {
            file: file.to_owned(),
            hash: hash.to_owned(),
            terms: terms.clone(),
            needs: needs.to_owned(),
            worker: None,
            step: None,
            pulse: 0,
            outcome: None,
        };
        apply(store, DocumentChange::new(KIND, key, text(store, &errand)?))?;
        Ok(Offered { store, key: key.to_owned(), seen: (0, Instant::now()) })
    }

    /// Looks how it stands.
    pub fn look(&mut self) -> Result<Standing> {
        let Some(document) = self.store.document(KIND, &self.key)? else { return Ok(Standing::Lost) };
        let errand = read(self.store, &document)?;
        if let Some(outcome) = errand.outcome {
            apply(self.store, DocumentChange::delete(KIND, &document))?;
            return Ok(Standing::Done(outcome));
        }
        if self.seen.0 != document.version {
            self.seen = (document.version, Instant::now());
        }
        let is_silent = errand.worker.is_some() && self.seen.1.elapsed() > SILENCE;
        if is_silent && apply(self.store, DocumentChange::delete(KIND, &document))? {
            return Ok(Standing::Lost);
        }
        Ok(Standing::Waiting(errand.step))
    }

    /// Takes it back, unless somebody has it.
    pub fn take_back(&self) -> Result<bool> {
        let Some(document) = self.store.document(KIND, &self.key)? else { return Ok(true) };
        let errand = read(self.store, &document)?;
        if errand.worker.is_some() {
            return Ok(false);
        }
        apply(self.store, DocumentChange::delete(KIND, &document))
    }

    /// Takes it away from whoever has it, who stops.
    pub fn call_off(&self) -> Result<()> {
        while let Some(document) = self.store.document(KIND, &self.key)? {
            if apply(self.store, DocumentChange::delete(KIND, &document))? {
                break;
            }
        }
        Ok(())
    }
}

/// Whoever carries out checks for a store.
pub struct CheckWorker<'a> {
    /// Where they are offered.
    pub store: &'a dyn Store,
    /// What it is called, and what it is able to do.
    pub name: &'a str,
    /// The same words as a worker has.
    pub abilities: &'a [String],
    /// Makes players in a folder.
    pub workshop: &'a (dyn Fn(&Path) -> std::result::Result<Workshop, String> + Sync),
    /// Where files are put while they are checked.
    pub cache: &'a Path,
    /// What could not be carried out here: it is left to others.
    pub passed_over: &'a HashSet<String>,
    /// Where it is told that a check is carried out.
    pub doings: &'a Doings,
}

/// What has become of looking for a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Carried {
    /// There was none to carry out.
    Nothing,
    /// This one was carried out.
    Done(String),
    /// This one was called off, or went to somebody else.
    Gone(String),
    /// This one cannot be carried out here: which, and why.
    NotHere(String, String),
}

impl CheckWorker<'_> {
    /// Carries out one check, if one is offered that nobody has.
    pub fn carry_out_one(&self) -> Result<Carried> {
        let mut after = String::new();
        loop {
            let piece = self.store.documents(KIND, &after, 50)?;
            let Some(last) = piece.last() else { return Ok(Carried::Nothing) };
            after.clone_from(&last.key);
            for document in piece.into_iter().filter(|document| !self.passed_over.contains(&document.key)) {
                let Ok(errand) = read(self.store, &document) else {
                    return Ok(Carried::NotHere(document.key, "another version of the program offers it".to_owned()));
                };
                let is_free =
                    errand.worker.is_none() && errand.outcome.is_none() && is_able(self.abilities, &errand.needs);
                if is_free && let Some(taken) = self.take(&document, errand)? {
                    return self.carry_out(document.key, &taken);
                }
            }
        }
    }

    /// Takes an errand, unless somebody was quicker.
    fn take(&self, document: &Document, errand: Errand) -> Result<Option<Errand>> {
        let taken = Errand { worker: Some(self.name.to_owned()), ..errand };
        let change = DocumentChange::update(KIND, document, text(self.store, &taken)?);
        Ok(apply(self.store, change)?.then_some(taken))
    }

    fn carry_out(&self, key: String, errand: &Errand) -> Result<Carried> {
        let _at_it = self.doings.begin(Doing::Checks);
        let (course, gone) = (Course::default(), AtomicBool::new(false));
        let outcome = std::thread::scope(|scope| {
            scope.spawn(|| self.keep_alive(&key, &course, &gone));
            let outcome = self.outcome(errand, &gone, &mut |now| course.change(|(step, _)| *step = Some(now)));
            course.change(|(_, is_over)| *is_over = true);
            outcome
        });
        let Some(document) = self.store.document(KIND, &key)? else { return Ok(Carried::Gone(key)) };
        let mut now = read(self.store, &document)?;
        if now.worker.as_deref() != Some(self.name) {
            return Ok(Carried::Gone(key));
        }
        let carried = match outcome {
            Ok(outcome) if !outcome.interrupted => {
                now.outcome = Some(outcome);
                Carried::Done(key.clone())
            }
            // Trouble of this machine is nobody's fault who hands in: somebody else tries.
            other => {
                (now.worker, now.step) = (None, None);
                other.map_or_else(|why| Carried::NotHere(key.clone(), why), |_| Carried::Gone(key.clone()))
            }
        };
        let is_kept = apply(self.store, DocumentChange::update(KIND, &document, text(self.store, &now)?))?;
        Ok(if is_kept { carried } else { Carried::Gone(key) })
    }

    /// Says at what the check is, and now and then that it goes on; stops it where it is no longer this worker's.
    fn keep_alive(&self, key: &str, course: &Course, gone: &AtomicBool) {
        let mut said = None;
        while let Some(now) = course.news(said) {
            said = now;
            // A store that is away for a moment is no reason to stop.
            if self.say(key, said).is_ok_and(|is_ours| !is_ours) {
                gone.store(true, Ordering::Relaxed);
            }
            // Steps follow quickly, and each is a write.
            if course.is_over_within(PAUSE) {
                return;
            }
        }
    }

    /// Whether the check is still this worker's.
    fn say(&self, key: &str, step: Option<StepName>) -> Result<bool> {
        let Some(document) = self.store.document(KIND, key)? else { return Ok(false) };
        let mut errand = read(self.store, &document)?;
        if errand.worker.as_deref() != Some(self.name) {
            return Ok(false);
        }
        errand.step = step;
        errand.pulse += 1;
        apply(self.store, DocumentChange::update(KIND, &document, text(self.store, &errand)?))
    }

    /// What came of it, or what of this machine was in the way.
    fn outcome(
        &self,
        errand: &Errand,
        stop: &AtomicBool,
        hear: &mut dyn FnMut(StepName),
    ) -> std::result::Result<Outcome, String> {
        let queue = self.store.queue().ok_or("there is no queue")?;
        let bytes = queue.file(&errand.hash).map_err(|error| error.to_string())?.ok_or("its file is gone")?;
        let name = Path::new(&errand.file).file_name().ok_or("its file has no name")?;
        let told = |error: std::io::Error| format!("{}: {error}", self.cache.display());
        // A folder of its own: several machines may share the cache.
        std::fs::create_dir_all(self.cache).map_err(told)?;
        let folder = tempfile::Builder::new().prefix("check-").tempdir_in(self.cache).map_err(told)?;
        open_to_all(folder.path()).and_then(|()| std::fs::write(folder.path().join(name), bytes)).map_err(told)?;
        let workshop = (self.workshop)(folder.path())?;
        Ok(errand.terms.carry_out(&workshop, &name.to_string_lossy(), stop, hear))
    }
}

/// Programs run as other users, who must be able to read their files.
fn open_to_all(folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o755))
}

fn read(store: &dyn Store, document: &Document) -> Result<Errand> {
    serde_json::from_str(&document.text).map_err(|error| unavailable(store, &error.to_string()))
}

fn text(store: &dyn Store, errand: &Errand) -> Result<String> {
    serde_json::to_string(errand).map_err(|error| unavailable(store, &error.to_string()))
}

fn unavailable(store: &dyn Store, why: &str) -> StoreError {
    let kind = StoreErrorKind::Unknown { what: "a check".to_owned(), value: why.to_owned() };
    StoreError { place: store.place().to_owned(), kind, cause: None }
}

/// Whether nobody was quicker.
fn apply(store: &dyn Store, change: DocumentChange<'_>) -> Result<bool> {
    match store.apply(&[Write::Document(change)]) {
        Ok(_) => Ok(true),
        Err(error) if matches!(error.kind, StoreErrorKind::Changed { .. }) => Ok(false),
        Err(error) => Err(error),
    }
}

/// At what step a check is, and whether it is over.
#[derive(Default)]
struct Course {
    state: Mutex<(Option<StepName>, bool)>,
    changed: Condvar,
}

impl Course {
    fn change(&self, change: impl FnOnce(&mut (Option<StepName>, bool))) {
        change(&mut self.state());
        self.changed.notify_all();
    }

    /// Another step than this, or the same when a sign of life is due; none when it is over.
    fn news(&self, said: Option<StepName>) -> Option<Option<StepName>> {
        let waits = |(step, is_over): &mut (Option<StepName>, bool)| *step == said && !*is_over;
        let waited = self.changed.wait_timeout_while(self.state(), PULSE, waits);
        let (step, is_over) = &*waited.unwrap_or_else(PoisonError::into_inner).0;
        (!is_over).then_some(*step)
    }

    fn is_over_within(&self, time: Duration) -> bool {
        let waited = self.changed.wait_timeout_while(self.state(), time, |(_, is_over)| !*is_over);
        waited.unwrap_or_else(PoisonError::into_inner).0.1
    }

    fn state(&self) -> MutexGuard<'_, (Option<StepName>, bool)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
