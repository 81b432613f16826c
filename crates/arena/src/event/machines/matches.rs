//! Matches that are played on many machines. Their pairs are heard in their order, whichever is played first, and those behind
//! the one that decides are not heard at all: so what a sequential test says is what it says of one process.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};

use joute_games::content_hash;
use joute_referee::GameRecord;
use joute_store::{GameId, OwnerId, Store, StoreErrorKind};
use joute_tournament::format::{FormatOptions, Pairing};
use joute_tournament::statistics::Verdict;

use super::{Luggage, Offers, Unplayed};
use crate::bell::{self, UNRUNG};
use crate::event::worker::{Dispatch, Seats, Task};
use crate::event::writer::{Committed, rung_for};
use crate::event::{EventError, EventPlan, Participant, Sharing, announce_event};
use crate::run::{MatchError, MatchPlan, Played, Runner, verdict_of};
use crate::score::{MatchScore, ScoredGame};

/// So many games are offered ahead of the first that was not heard: enough for a room of workers, and few are played for nothing
/// when the rest decides.
const AHEAD: u32 = 1024;

/// So many units are read at once.
const READ: usize = 64;

/// A match that is played on many machines.
pub struct SharedMatch<'a> {
    /// What is played. Whoever plays keeps the records.
    pub plan: &'a MatchPlan<'a>,
    /// The game by name.
    pub game: &'a str,
    /// The two players of the plan, by the names that they have in it.
    pub participants: [Arc<Participant>; 2],
    /// Where its games are kept.
    pub store: &'a Arc<dyn Store>,
}

impl SharedMatch<'_> {
    /// What it is called: who it is between and what it is played under is in the name, so that the same match goes on.
    pub fn name(&self) -> String {
        let plan = self.plan;
        let who = self.participants.each_ref().map(|one| (one.entrant.locator().to_string(), one.identity().version));
        let known =
            format!("{} {:?} {} {} {} {who:?}", plan.source.text(), plan.rules, plan.seed, plan.games, plan.scoring);
        let names = self.participants.each_ref().map(|one| one.name.clone()).join(" - ");
        format!("match {names} {}", &content_hash(known.as_bytes())[..8])
    }

    fn event(&self) -> EventPlan<'_> {
        let plan = self.plan;
        EventPlan {
            name: self.name(),
            format: "match",
            options: FormatOptions::default(),
            game: self.game.to_owned(),
            source: plan.source,
            rules: plan.rules.clone(),
            scoring: plan.scoring,
            seed: plan.seed,
            games: plan.games,
            jobs: plan.jobs,
            participants: self.participants.to_vec(),
            refused: Vec::new(),
            live_after: None,
        }
    }

    /// Plays it as [`crate::run_match`] does, by whoever takes its games from the queue of the store. The owner is the one who
    /// hands them out; no other may at the same time.
    pub fn run(
        &self,
        (owner, luggage): (OwnerId, Luggage<'_>),
        stop: &AtomicBool,
        unplayed: &(dyn Fn(&Unplayed) + Sync),
        heard: impl FnMut(&Played<'_>) -> std::io::Result<()>,
    ) -> Result<MatchScore, EventError> {
        let runner = Runner::new(self.plan).map_err(as_event_error)?;
        let (known, store) = (self.event(), &**self.store);
        let event = announce_event(&known, store, Sharing::Shared)?;
        let seats = Seats::default();
        seats.change(self.participants.iter().cloned().map(Some).collect());
        let offers = Offers::of_match(&known, store, (event, owner), &seats, luggage)?;
        let collector = Collector {
            plan: self.plan,
            runner,
            store,
            offers: &offers,
            waiting: BTreeMap::new(),
            next: 0,
            offered: 0,
            heard,
        };
        let halt = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let (committed, results) = mpsc::channel();
            let (committed, _bell) = rung_for(committed);
            let (offers, halt) = (&offers, &halt);
            scope.spawn(move || offers.listen(0, halt, &committed, unplayed));
            let score = collector.listen(&results, stop);
            offers.close();
            halt.store(true, Ordering::Relaxed);
            bell::ring();
            score
        })
    }
}

fn as_event_error(error: MatchError) -> EventError {
    match error {
        MatchError::Setup(error) => error.into(),
        MatchError::Entrant(error) => error.into(),
        MatchError::NoExactResults(error) => error.into(),
        MatchError::Keeper(error) => EventError::Listener(error),
    }
}

/// Whoever hears of the games of a match.
struct Collector<'a, F> {
    plan: &'a MatchPlan<'a>,
    runner: Runner<'a>,
    store: &'a dyn Store,
    offers: &'a Offers<'a>,
    /// Games that came before it was their turn.
    waiting: BTreeMap<u32, GameId>,
    /// The first game that was not heard.
    next: u32,
    /// Games that were offered, or played before.
    offered: u32,
    heard: F,
}

impl<F: FnMut(&Played<'_>) -> std::io::Result<()>> Collector<'_, F> {
    fn listen(mut self, results: &Receiver<Committed>, stop: &AtomicBool) -> Result<MatchScore, EventError> {
        let mut score = MatchScore::default();
        self.offer();
        while self.next < self.plan.games && !stop.load(Ordering::Relaxed) {
            match results.recv_timeout(UNRUNG) {
                Ok(came) => self.waiting.extend(came?.iter().map(|result| (result.game, result.id))),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if self.hear_in_order(&mut score)? {
                break;
            }
            self.offer();
        }
        Ok(score)
    }

    /// Offers more games; what is played or offered already is passed over by the queue.
    fn offer(&mut self) {
        // Pairs are never parted.
        let until = self.plan.games.min(self.next.saturating_add(AHEAD) & !1);
        // Many at a time: each offer is a wait for the disk.
        if until - self.offered < AHEAD / 4 && until < self.plan.games {
            return;
        }
        let pairing = Pairing { match_index: 0, set: 0, earlier: 0, players: [0, 1] };
        let task = |game| Task { pairing, game, fixture: u64::from(game) };
        let missing = (self.offered..until).filter(|game| !self.waiting.contains_key(game));
        self.offers.extend(missing.map(task).collect());
        self.offered = until;
    }

    /// Counts what has its turn; whether the match is decided.
    fn hear_in_order(&mut self, score: &mut MatchScore) -> Result<bool, EventError> {
        let whole = self.whole_units();
        for some in whole.chunks(READ) {
            let ids: Vec<GameId> = some.iter().flatten().copied().collect();
            let mut records = self.records(&ids)?.into_iter();
            for unit in some {
                let games = (u64::from(self.next)..).zip(records.by_ref().take(unit.len()));
                let games = games.map(|(game, record)| self.runner.scored(&record, game).map_err(as_event_error));
                let games = games.collect::<Result<Vec<ScoredGame>, EventError>>()?;
                score.add(&games, self.plan.scoring);
                self.next += self.runner.size() as u32;
                let verdict = verdict_of(self.plan, score);
                (self.heard)(&Played { score, records: &[], verdict }).map_err(EventError::Listener)?;
                if verdict.is_some_and(|verdict| verdict != Verdict::Continue) {
                    return Ok(true);
                }
            }
        }
        self.waiting.retain(|game, _| *game >= self.next);
        Ok(false)
    }

    /// The units that have their turn one after the other: all their games are played.
    fn whole_units(&self) -> Vec<Vec<GameId>> {
        let (size, games) = (self.runner.size() as u32, self.plan.games);
        let unit = |first: u32| {
            let unit = (first..games.min(first + size)).map(|game| self.waiting.get(&game).copied());
            unit.collect::<Option<Vec<GameId>>>()
        };
        (self.next..games).step_by(size as usize).map_while(unit).collect()
    }

    /// The records of games: many at a time, since each time is a few turns with the store.
    fn records(&self, ids: &[GameId]) -> Result<Vec<GameRecord>, EventError> {
        let records = self.store.games(ids)?.into_iter().zip(ids);
        let there = records.map(|(record, id)| {
            record.ok_or_else(|| joute_store::StoreError {
                place: self.store.place().to_owned(),
                kind: StoreErrorKind::Missing { what: format!("game {id}") },
                cause: None,
            })
        });
        Ok(there.collect::<Result<_, _>>()?)
    }
}
