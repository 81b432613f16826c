//! The tables of a worker: events and players that it has met, and the games that are played there.

use std::collections::HashMap;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use joute_catalog::{ExactJudge, Source};
use joute_referee::{Adjudicator, MatchRules};
use joute_store::{Doing, EventId, StoreError, TakenTask};
use joute_tournament::format::{FormatOptions, Pairing};
use joute_tournament::scoring::Scoring;

use super::charter::{Assignment, Charter, charter_of};
use super::crew::{Crew, CrewNews, Done, NotTaken, PlayedGame, Refused, lock};
use super::luggage_cache::LuggageCache;
use super::queue_of;
use super::tray::Tray;
use crate::event::worker::{Bench, Seats, Task, Worker};
use crate::event::writer::ToWrite;
use crate::event::{EventPlan, Participant};

/// An event as a worker plays it.
struct Table {
    charter: Charter,
    source: Source,
    rules: MatchRules,
    adjudicator: Option<Arc<dyn Adjudicator>>,
}

/// After trouble with a store, a task is given back this much later.
const PAUSE: Duration = Duration::from_millis(500);

/// Why a task was not played.
enum NotPlayed {
    GivenUp,
    Refused(Refused),
}

/// What is in the way of playing.
pub(super) enum Trouble {
    /// The store does not answer.
    Store(StoreError),
    /// Something of the task, or of this machine.
    Here(String),
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Trouble {
        Trouble::Store(error)
    }
}

impl From<String> for Trouble {
    fn from(why: String) -> Trouble {
        Trouble::Here(why)
    }
}

/// The events and players that a worker has met.
pub(super) struct Tables<'a> {
    crew: &'a Crew<'a>,
    luggage: LuggageCache<'a>,
    known: Mutex<HashMap<EventId, Arc<Table>>>,
}

impl<'a> Tables<'a> {
    pub(super) fn new(crew: &'a Crew<'a>) -> Tables<'a> {
        let luggage = LuggageCache::new(crew.cache.clone(), crew.workshop);
        Tables { crew, luggage, known: Mutex::default() }
    }

    /// Plays what is in the tray until it is closed.
    pub(super) fn work(&self, tray: &Tray, done: &Sender<Done>) {
        let mut bench: Bench = Vec::new();
        while let Some(seated) = tray.take() {
            let begun = Instant::now();
            let came = self.play(&seated.task, &mut bench);
            let (ticket, event) = (seated.task.ticket, seated.task.event);
            drop(seated);
            let sent = done.send(match came {
                Ok(games) => Done::Played { ticket, event, games, took: begun.elapsed() },
                Err(NotPlayed::GivenUp) => Done::GivenUp(ticket),
                Err(NotPlayed::Refused(refused)) => Done::Refused(ticket, refused),
            });
            if sent.is_err() {
                return;
            }
        }
    }

    fn table(&self, event: EventId) -> Result<Arc<Table>, Trouble> {
        let mut known = lock(&self.known);
        if let Some(table) = known.get(&event) {
            return Ok(Arc::clone(table));
        }
        let charter = charter_of(queue_of(&**self.crew.store)?, event)??;
        let (source, rules) = charter.understood()?;
        let start = source.start(0).map_err(|error| error.to_string())?;
        let adjudicator = ExactJudge::adjudicator(&start, &rules).map_err(|error| error.to_string())?;
        let table = Arc::new(Table { charter, source, rules, adjudicator });
        known.insert(event, Arc::clone(&table));
        Ok(table)
    }

    /// The games of a task.
    fn play(&self, task: &TakenTask, bench: &mut Bench) -> Result<Vec<PlayedGame>, NotPlayed> {
        let refuse = |trouble: Trouble, what: NotTaken, who: &str| self.not_played(trouble, what, who);
        let Ok(assignment) = serde_json::from_str::<Assignment>(&task.body) else {
            let why = "it was offered by another version".to_owned();
            return Err(refuse(why.into(), NotTaken::Task(task.ticket.task), "a task"));
        };
        let named = format!("event {}", task.event.0);
        let event = |trouble: Trouble| refuse(trouble, NotTaken::Event(task.event), &named);
        let table = self.table(task.event).map_err(event)?;
        let _at_it = self.crew.doings.begin(Doing::Plays(table.charter.name.clone()));
        let queue = queue_of(&**self.crew.store).map_err(|error| event(error.into()))?;
        let mut seats = Vec::new();
        for traveller in &assignment.players {
            let seated = self.luggage.participant(traveller, queue);
            let player = |trouble| refuse(trouble, NotTaken::Player(traveller.version.clone()), &traveller.name);
            seats.push(seated.map_err(player)?);
        }
        let games = self.play_games(&table, task.event, &assignment, seats, bench);
        games.map_err(|why| event(why.into()))?.ok_or(NotPlayed::GivenUp)
    }

    /// A store that is away says nothing about a task: it goes back, and whoever takes it next may well play it.
    fn not_played(&self, trouble: Trouble, what: NotTaken, who: &str) -> NotPlayed {
        match trouble {
            Trouble::Store(error) => {
                (self.crew.hear)(CrewNews::Trouble(&error));
                std::thread::sleep(PAUSE);
                NotPlayed::GivenUp
            }
            Trouble::Here(why) => NotPlayed::Refused(Refused { what, who: who.to_owned(), why }),
        }
    }

    fn play_games(
        &self,
        table: &Table,
        event: EventId,
        assignment: &Assignment,
        participants: Vec<Arc<Participant>>,
        bench: &mut Bench,
    ) -> Result<Option<Vec<PlayedGame>>, String> {
        let seats = Seats::default();
        seats.change(participants.iter().cloned().map(Some).collect());
        let plan = table.plan(participants);
        let worker = Worker {
            plan: &plan,
            seats: &seats,
            event,
            queue: &(),
            adjudicator: table.adjudicator.as_ref(),
            halt: self.crew.halt,
            sink: &(),
            machine: Some(&self.crew.worker.machine),
            is_match: table.charter.is_match,
        };
        let (records, played) = mpsc::sync_channel(assignment.games.len().max(1));
        for &(game, fixture) in &assignment.games {
            let pairing = Pairing { match_index: assignment.match_index, set: 0, earlier: 0, players: [0, 1] };
            worker.play(&Task { pairing, game, fixture }, bench, &records).map_err(|error| error.to_string())?;
        }
        drop(records);
        let finished = |item| match item {
            ToWrite::Finished { spot, record, total, .. } => Some((spot, record, total)),
            _ => None,
        };
        let games: Vec<_> = played.iter().filter_map(finished).collect();
        Ok((games.len() == assignment.games.len()).then_some(games))
    }
}

impl Table {
    /// As much of the plan of the event as a game needs.
    fn plan(&self, participants: Vec<Arc<Participant>>) -> EventPlan<'_> {
        EventPlan {
            name: self.charter.name.clone(),
            format: "",
            options: FormatOptions::default(),
            game: self.charter.game.clone(),
            source: &self.source,
            rules: self.rules.clone(),
            scoring: Scoring::default(),
            seed: self.charter.seed,
            games: self.charter.games,
            jobs: 1,
            participants,
            refused: Vec::new(),
            live_after: None,
        }
    }
}
