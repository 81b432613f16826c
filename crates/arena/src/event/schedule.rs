//! Turns what the format wants played into games, and committed games into results of the format.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::Duration;

use joute_store::{EventId, GameResult, NewMatch, NewVerdict};
use joute_tournament::format::{Competition, Match, Next, Pairing};

use super::book::Book;
use super::worker::{Queue, Task};
use super::writer::{Committed, ToWrite};
use super::{EventError, EventPlan, Progress, Sink};

/// How often the stop flag is looked at while nothing happens.
const TICK: Duration = Duration::from_millis(50);

/// The state of an event while it runs.
pub(super) struct Scheduler<'a> {
    plan: &'a EventPlan<'a>,
    event: EventId,
    pub(super) competition: Competition,
    pub(super) book: Book,
    /// Sets in play: how many of their games are missing.
    open: HashMap<u32, (Pairing, u32)>,
    pub(super) complete: bool,
    /// Matches that were decided and not yet taken down.
    decided: Vec<u32>,
    /// Sets that were played because others were tied.
    replays: u64,
}

impl<'a> Scheduler<'a> {
    pub(super) fn new(plan: &'a EventPlan<'a>, event: EventId, competition: Competition, book: Book) -> Scheduler<'a> {
        Scheduler {
            plan,
            event,
            competition,
            book,
            open: HashMap::new(),
            complete: false,
            decided: Vec::new(),
            replays: 0,
        }
    }

    pub(super) fn event(&self) -> EventId {
        self.event
    }

    /// Hands out games and takes in results until nothing is left to play, or until it is stopped.
    pub(super) fn run(
        &mut self,
        queue: &Queue,
        records: SyncSender<ToWrite>,
        results: &Receiver<Committed>,
        stop: &AtomicBool,
        sink: &dyn Sink,
    ) -> Result<(), EventError> {
        self.advance(queue, &records);
        self.tell(sink);
        while !self.complete && !stop.load(Ordering::Relaxed) {
            match results.recv_timeout(TICK) {
                Ok(committed) => {
                    let settled = self.take_in(committed?);
                    if settled {
                        self.advance(queue, &records);
                    }
                    self.tell(sink);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(())
    }

    /// What is committed after the end of the loop: games that were finished when it was stopped.
    pub(super) fn take_in_rest(&mut self, results: &Receiver<Committed>) -> Result<(), EventError> {
        for committed in results {
            if self.take_in(committed?) {
                while let Next::Play(pairings) = self.competition.next() {
                    pairings.into_iter().for_each(|pairing| drop(self.settle_or_open(pairing)));
                }
            }
        }
        self.complete |= self.competition.next() == Next::Done;
        Ok(())
    }

    fn tell(&self, sink: &dyn Sink) {
        let games = u64::from(self.plan.games);
        let expected = (u64::from(self.competition.expected_matches()) + self.replays) * games;
        let (done, before) = (self.book.done(), self.book.before());
        sink.progress(&Progress { done, before, expected: expected.max(done), competition: &self.competition });
    }

    /// Asks the format for more until it has to wait; games that are stored already count at once.
    fn advance(&mut self, queue: &Queue, records: &SyncSender<ToWrite>) {
        loop {
            match self.competition.next() {
                Next::Play(pairings) => {
                    self.note_matches(&pairings, records);
                    self.replays += pairings.iter().filter(|pairing| pairing.set > 0).count() as u64;
                    for pairing in pairings {
                        queue.extend(self.settle_or_open(pairing));
                    }
                    self.note_verdicts(records);
                }
                Next::Wait => return self.note_verdicts(records),
                Next::Done => {
                    self.note_verdicts(records);
                    self.complete = true;
                    return;
                }
            }
        }
    }

    /// The games of a set that must be played; none when the whole set is stored, which is then reported.
    fn settle_or_open(&mut self, pairing: Pairing) -> Vec<Task> {
        if let Some(result) = self.book.set(pairing.match_index, pairing.set) {
            // The format asked for this very set: it takes the result.
            let _ = self.competition.report(pairing.match_index, pairing.set, result);
            self.decided.push(pairing.match_index);
            return Vec::new();
        }
        let missing = self.book.games_of(pairing.set).filter(|&game| !self.book.has(pairing.match_index, game));
        let first = pairing.earlier * self.plan.games;
        let task = |game: u32| Task { pairing, game, fixture: u64::from(first + game - pairing.set * self.plan.games) };
        let tasks: Vec<Task> = missing.map(task).collect();
        self.open.insert(pairing.match_index, (pairing, tasks.len() as u32));
        tasks
    }

    /// Takes committed results; whether a set is now whole.
    fn take_in(&mut self, results: Vec<GameResult>) -> bool {
        let mut settled = false;
        for result in results {
            let match_index = result.match_index;
            self.book.add(result);
            let Some((pairing, missing)) = self.open.get_mut(&match_index) else { continue };
            *missing -= 1;
            if *missing == 0 {
                let pairing = *pairing;
                self.open.remove(&match_index);
                drop(self.settle_or_open(pairing));
                settled = true;
            }
        }
        settled
    }

    fn note_matches(&self, pairings: &[Pairing], records: &SyncSender<ToWrite>) {
        let schedule = self.competition.schedule();
        let made =
            pairings.iter().filter(|pairing| pairing.set == 0).filter_map(|pairing| schedule.get(pairing.match_index));
        let matches: Vec<NewMatch> = made.map(new_match).collect();
        let _ = records.send(ToWrite::Matches { event: self.event, matches, verdicts: Vec::new() });
    }

    fn note_verdicts(&mut self, records: &SyncSender<ToWrite>) {
        let decided = std::mem::take(&mut self.decided);
        let schedule = self.competition.schedule();
        let verdicts: Vec<NewVerdict> =
            decided.into_iter().filter_map(|number| new_verdict(schedule.get(number)?)).collect();
        let _ = records.send(ToWrite::Matches { event: self.event, matches: Vec::new(), verdicts });
    }
}

fn new_match(game: &Match) -> NewMatch {
    NewMatch {
        match_index: game.match_index,
        round: game.place.round,
        bracket: game.place.bracket.map(|bracket| bracket.name()),
        slot: game.place.slot,
        players: game.players,
    }
}

fn new_verdict(game: &Match) -> Option<NewVerdict> {
    let verdict = game.verdict?;
    let winner = verdict.winner.map(|winner| game.players[winner]);
    Some(NewVerdict {
        match_index: game.match_index,
        winner,
        decided_by: verdict.decided_by.name(),
        points: game.points(),
    })
}
