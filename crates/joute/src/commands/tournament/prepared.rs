//! A tournament that is ready to be played: everybody is seated, its folder is locked, and its store is for it. Whoever
//! runs it, the command or the server, runs it by this.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, anyhow};
use joute_arena::bell;
use joute_arena::{
    Door, EventError, EventPlan, Luggage, Participant, Refused, Sink, announce_changes, names_of, run_open_event,
    run_shared_event,
};
use joute_catalog::{ExactJudge, Source};
use joute_players::conversation::{Bounds, Conversations};
use joute_players::{EntrantError, Workshop};
use joute_store::{Access, EventId, Lock, Ownership, Store, StoreLocation};
use joute_tournament::summary::EventSummary;
use joute_web::CONVERSATIONS;

use super::admission::Means;
use super::copies::Copies;
use super::entrants::{Entries, note_refused};
use super::ladder::{Keeper, Watcher};
use super::settings::Settings;
use super::{file, report, students};
use crate::commands::match_command::workshop_in;
use crate::commands::worker::{Along, play_along};
use crate::failure::{Failure, Result};
use crate::{output, position};

/// What a class keeps of conversations in each of its tournaments.
const KEPT: Bounds = Bounds { files: 2_000, bytes: 256 << 10 };

/// Games that take longer than this are stored as they are played.
const LIVE_AFTER: Duration = Duration::from_secs(1);

/// How long a server that is away is waited for: whoever keeps it has this long to start it again.
const PATIENCE: Duration = Duration::from_secs(24 * 3600);

/// The most matches of a ladder that its report shows, the latest ones; the store has all.
const MOST_MATCHES: usize = 500;

pub(crate) struct Prepared {
    settings: Settings,
    source: Source,
    participants: Vec<Arc<Participant>>,
    refused: Vec<Refused>,
    store: Arc<dyn Store>,
    event: EventId,
    copies: Copies,
    folder: PathBuf,
    workshop: Workshop,
    lock: Lock,
    /// Where what is said in its games is kept, where that is wanted.
    talk: Option<Arc<Conversations>>,
}

impl Prepared {
    /// The tournament of a file, with its results where `joute tournament` has them.
    pub(crate) fn of_file(path: &Path, no_sandbox: bool, stop: &Arc<AtomicBool>) -> Result<Prepared> {
        let settings = file::read(path)?;
        settings.check_jobs("jobs =")?;
        let folder = settings.data.clone();
        let workshop = workshop_in(&settings.folder, no_sandbox)?.stopped_by(Arc::clone(stop));
        Prepared::new(settings, folder, workshop)
    }

    /// The same for a class, which keeps what was said in its latest games, and the games in its database where it has one.
    pub(crate) fn of_class(path: &Path, store: Option<StoreLocation>, stop: &Arc<AtomicBool>) -> Result<Prepared> {
        let mut settings = file::read(path)?;
        if store.is_some() {
            begin_at_class(&mut settings);
        }
        settings.store = store.or(settings.store);
        let folder = settings.data.clone();
        let talk = Conversations::new(&folder.join(CONVERSATIONS))
            .with_context(|| format!("cannot make the folder {}", folder.join(CONVERSATIONS).display()))?;
        let talk = Arc::new(talk.within(KEPT));
        let workshop = workshop_in(&settings.folder, false)?.stopped_by(Arc::clone(stop));
        let workshop = workshop.with_conversations(Arc::clone(&talk));
        Ok(Prepared { talk: Some(talk), ..Prepared::new(settings, folder, workshop)? })
    }

    /// Finds everybody, takes the folder, and makes sure that it holds this tournament and no other.
    pub(super) fn new(settings: Settings, folder: PathBuf, workshop: Workshop) -> Result<Prepared> {
        let source = position::entry(&settings.game)?
            .setup(&settings.setup, &position::Disk::under(&settings.folder))
            .map_err(|error| settings.mistake("setup", &error.to_string()))?;
        // Before anything is written.
        let first = source.start(0).map_err(|error| settings.mistake("setup", &error.to_string()))?;
        ExactJudge::of(&first, &settings.rules).map_err(|error| settings.mistake("exact", &error.to_string()))?;
        let mut entries = Entries::gather(&settings, &workshop, &source)?;
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let lock = Lock::take(&folder).map_err(|error| Failure::Work(error.into()))?;
        let location = settings.store.clone().unwrap_or_else(|| StoreLocation::in_folder(&folder));
        let store = location.with_patience(PATIENCE).open(Access::Create);
        let store = store.map_err(|error| Failure::Work(error.into()))?;
        entries.examine(&settings, &Means { workshop: &workshop, source: &source, store: &*store })?;
        let (participants, refused) = entries.seated(&settings)?;
        note_refused(&refused);
        let copies = Copies::look(&settings, &workshop, &source, (&participants, &refused), &folder)?;
        copies.tell(&settings, &folder)?;
        let plan = plan(&settings, &source, participants, refused);
        let (event, changes) = announce_changes(&plan, &*store, settings.sharing()).map_err(as_failure)?;
        for change in changes {
            output::note(&format!("changed: {change}"));
        }
        let EventPlan { participants, refused, .. } = plan;
        Ok(Prepared {
            settings,
            source,
            participants,
            refused,
            store,
            event,
            copies,
            folder,
            workshop,
            lock,
            talk: None,
        })
    }

    /// Who takes part, by seed number.
    pub(super) fn names(&self) -> Result<Vec<String>> {
        names_of(&*self.store, self.event).map_err(as_failure)
    }

    /// Where its results are.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Its number in the store of its folder.
    pub(crate) fn event(&self) -> EventId {
        self.event
    }

    /// Plays it to its end, or until it is stopped.
    pub(crate) fn play(&mut self, stop: &AtomicBool, sink: &dyn Sink) -> Result<EventSummary> {
        let (participants, refused) = (std::mem::take(&mut self.participants), std::mem::take(&mut self.refused));
        let plan = plan(&self.settings, &self.source, participants, refused);
        let played = if self.settings.format.is_ladder {
            self.play_ladder(&plan, stop, sink)
        } else {
            self.run(&plan, stop, sink, &())
        };
        let EventPlan { participants, refused, .. } = plan;
        (self.participants, self.refused) = (participants, refused);
        played.map_err(as_failure)
    }

    /// A ladder is watched while it goes on: who comes and goes, and how it stands.
    fn play_ladder(
        &self,
        plan: &EventPlan<'_>,
        stop: &AtomicBool,
        sink: &dyn Sink,
    ) -> std::result::Result<EventSummary, EventError> {
        let over = AtomicBool::new(false);
        let watcher = Watcher::new(&self.settings, &self.workshop, &self.source, &*self.store, plan, sink);
        let keeper = Keeper::new(&self.settings, &self.store, self.event, &self.folder);
        std::thread::scope(|scope| {
            scope.spawn(|| watcher.watch(&over));
            scope.spawn(|| keeper.keep(&over));
            let played = self.run(plan, stop, &watcher, &watcher);
            over.store(true, Ordering::Relaxed);
            bell::ring();
            played
        })
    }

    /// Has the games played, here or by whoever takes them from the queue.
    fn run(
        &self,
        plan: &EventPlan<'_>,
        stop: &AtomicBool,
        sink: &dyn Sink,
        door: &dyn Door,
    ) -> std::result::Result<EventSummary, EventError> {
        if !self.settings.is_shared() {
            return run_open_event(plan, &self.store, self.event, stop, sink, door);
        }
        let name = format!("tournament {} at {}", self.settings.name, self.lock.name());
        let owner = Ownership::take(&self.store, &name, self.settings.lease)?;
        let Settings { folder, is_confined, cores, .. } = &self.settings;
        let luggage = Luggage { folder, workshop: &self.workshop, is_confined: *is_confined, cores: *cores };
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            if plan.jobs > 0 {
                let cache = std::path::absolute(&self.folder).unwrap_or_else(|_| self.folder.clone()).join("worker");
                let Settings { name, jobs, is_confined, lease, .. } = &self.settings;
                let along = Along {
                    name: name.clone(),
                    jobs: *jobs,
                    is_confined: *is_confined,
                    lease: *lease,
                    cache,
                    talk: self.talk.clone(),
                };
                scope.spawn(|| play_along(&self.store, along, &over));
            }
            let played = run_shared_event(plan, &self.store, self.event, (stop, sink, door), (owner.id(), luggage));
            over.store(true, Ordering::Relaxed);
            played
        })
    }

    /// Writes what its folder holds besides the games.
    pub(crate) fn report(&self, summary: &EventSummary) -> Result<()> {
        let shown = if self.settings.format.is_ladder { &latest(summary) } else { summary };
        report::write_reports(shown, &*self.store, self.event, &self.folder, self.settings.language)?;
        students::write(&self.settings, summary, &self.copies, &*self.store, &self.folder)
    }
}

/// Cups lie in a folder beside that of the players, who take along what is below the folder in which paths begin: that of the class.
fn begin_at_class(settings: &mut Settings) {
    let Some(class) = settings.folder.parent().map(Path::to_owned) else { return };
    let beside = settings.wanted.iter_mut().filter_map(|wanted| {
        let path = wanted.locator.strip_prefix("../")?.to_owned();
        wanted.locator = path;
        Some(())
    });
    if beside.count() > 0 {
        settings.folder = class;
    }
}

/// A ladder with its latest matches alone: a page has room for so many.
fn latest(summary: &EventSummary) -> EventSummary {
    let mut summary = summary.clone();
    let older = summary.matches.len().saturating_sub(MOST_MATCHES);
    summary.matches.drain(..older);
    summary.annulled.clear();
    summary
}

fn plan<'a>(
    settings: &Settings,
    source: &'a Source,
    participants: Vec<Arc<Participant>>,
    refused: Vec<Refused>,
) -> EventPlan<'a> {
    EventPlan {
        name: settings.name.clone(),
        format: settings.format.name,
        options: settings.options,
        game: settings.game.clone(),
        source,
        rules: settings.rules.clone(),
        scoring: settings.scoring,
        seed: settings.seed,
        games: settings.games,
        jobs: settings.jobs,
        live_after: (settings.format.is_ladder || participants.iter().any(|one| !one.entrant.is_built_in()))
            .then_some(LIVE_AFTER),
        participants,
        refused,
    }
}

fn as_failure(error: EventError) -> Failure {
    match error {
        EventError::Setup(_) | EventError::Format(_) | EventError::NoExactResults(_) => Failure::usage(error),
        EventError::Entrant(EntrantError::BuiltIn(..) | EntrantError::OtherGame { .. }) => Failure::usage(error),
        EventError::Other(_) => Failure::Work(anyhow!("{error} (--data DIR)")),
        error => Failure::Work(error.into()),
    }
}
