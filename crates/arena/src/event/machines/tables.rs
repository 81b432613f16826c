//! The tables of a worker: events and players that it has met, and the games that are played there.

use std::collections::HashMap;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use joute_catalog::{ExactJudge, Source};
use joute_referee::{Adjudicator, MatchRules};
use joute_store::{EventId, TakenTask};
use joute_tournament::format::{FormatOptions, Pairing};
use joute_tournament::scoring::Scoring;

use super::charter::{Assignment, Charter, charter_of};
use super::crew::{Crew, Done, PlayedGame, lock};
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
            let ticket = seated.task.ticket;
            drop(seated);
            let sent = done.send(match came {
                Ok(Some(games)) => Done::Played { ticket, games, took: begun.elapsed() },
                Ok(None) => Done::GivenUp(ticket),
                Err((versions, player, why)) => Done::Refused { ticket, versions, player, why },
            });
            if sent.is_err() {
                return;
            }
        }
    }

    fn table(&self, event: EventId) -> Result<Arc<Table>, String> {
        let mut known = lock(&self.known);
        if let Some(table) = known.get(&event) {
            return Ok(Arc::clone(table));
        }
        let queue = queue_of(&**self.crew.store).map_err(|error| error.to_string())?;
        let charter = charter_of(queue, event).map_err(|error| error.to_string())??;
        let (source, rules) = charter.understood()?;
        let start = source.start(0).map_err(|error| error.to_string())?;
        let adjudicator = ExactJudge::adjudicator(&start, &rules).map_err(|error| error.to_string())?;
        let table = Arc::new(Table { charter, source, rules, adjudicator });
        known.insert(event, Arc::clone(&table));
        Ok(table)
    }

    /// The games of a task; nothing where it was given up; or who cannot be seated here, and why.
    #[allow(clippy::type_complexity, reason = "three things that are told once")]
    fn play(
        &self,
        task: &TakenTask,
        bench: &mut Bench,
    ) -> Result<Option<Vec<PlayedGame>>, (Vec<String>, String, String)> {
        let unknown = |why: &str| (Vec::new(), "a task".to_owned(), why.to_owned());
        let assignment: Assignment =
            serde_json::from_str(&task.body).map_err(|_| unknown("it was offered by another version"))?;
        let versions: Vec<String> = assignment.players.iter().map(|player| player.version.clone()).collect();
        let event = |why: String| (versions.clone(), format!("event {}", task.event.0), why);
        let table = self.table(task.event).map_err(event)?;
        let queue = queue_of(&**self.crew.store).map_err(|error| event(error.to_string()))?;
        let mut seats = Vec::new();
        for traveller in &assignment.players {
            let seated = self.luggage.participant(traveller, queue);
            seats.push(seated.map_err(|why| (vec![traveller.version.clone()], traveller.name.clone(), why))?);
        }
        self.play_games(&table, task.event, &assignment, seats, bench).map_err(event)
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
