//! Turns what the format wants played into games, and committed games into results of the format.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError};

use joute_store::{EventId, GameResult};
use joute_tournament::format::{Competition, Next, Pairing};

use super::book::Book;
use super::stages::Stages;
use super::worker::{Dispatch, Task};
use super::writer::Committed;
use super::{EventContext, EventError, EventPlan, Lineup, Progress, Sink};
use crate::bell::UNRUNG;

/// The state of an event while it runs.
pub(super) struct Scheduler<'a> {
    plan: &'a EventPlan<'a>,
    event: EventId,
    pub(super) stages: Stages,
    pub(super) competition: Competition,
    pub(super) book: Book,
    /// Sets in play: how many of their games are missing.
    open: HashMap<u32, (Pairing, u32)>,
    pub(super) complete: bool,
    /// Sets that were played because others were tied.
    replays: u64,
}

impl<'a> Scheduler<'a> {
    pub(super) fn new(
        plan: &'a EventPlan<'a>,
        event: EventId,
        stages: Stages,
        book: Book,
    ) -> Result<Scheduler<'a>, EventError> {
        let competition = stages.competition(&book)?;
        Ok(Scheduler { plan, event, stages, competition, book, open: HashMap::new(), complete: false, replays: 0 })
    }

    pub(super) fn event(&self) -> EventId {
        self.event
    }

    /// Hands out games and takes in results until nothing is left to play, or until it is stopped. A ring of the bell comes as
    /// no results: it is time to look whether others take part, and whether to stop.
    pub(super) fn run(
        &mut self,
        queue: &dyn Dispatch,
        results: &Receiver<Committed>,
        context: &EventContext<'_>,
    ) -> Result<(), EventError> {
        let &EventContext { stop, sink, door, .. } = context;
        self.advance(queue);
        self.tell(sink);
        while !self.complete && !stop.load(Ordering::Relaxed) {
            if let Some(lineup) = door.lineup() {
                self.admit(lineup, queue, context)?;
                self.tell(sink);
            }
            match results.recv_timeout(UNRUNG) {
                Ok(committed) => {
                    let settled = self.take_in(committed?);
                    if settled {
                        self.advance(queue);
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
        let annulled = self.competition.schedule().annulled().len() as u64;
        let expected = (u64::from(self.competition.expected_matches()) + annulled + self.replays) * games;
        let (done, before) = (self.book.done(), self.book.before());
        sink.progress(&Progress { done, before, expected: expected.max(done), competition: &self.competition });
    }

    /// Asks the format for more until it has to wait, and hands it out together: where several machines play, each time costs a wait
    /// for the disk.
    fn advance(&mut self, queue: &dyn Dispatch) {
        let tasks = self.asked_for();
        queue.extend(tasks);
    }

    /// All that the format wants played by now; games that are stored already count at once.
    fn asked_for(&mut self) -> Vec<Task> {
        let mut tasks = Vec::new();
        loop {
            match self.competition.next() {
                Next::Play(pairings) => {
                    self.replays += pairings.iter().filter(|pairing| pairing.set > 0).count() as u64;
                    // What is in play already is asked for again after a change.
                    let open = |pairing: &Pairing| self.open.contains_key(&pairing.match_index);
                    let pairings: Vec<Pairing> = pairings.into_iter().filter(|pairing| !open(pairing)).collect();
                    for pairing in pairings {
                        tasks.extend(self.settle_or_open(pairing));
                    }
                }
                Next::Wait => return tasks,
                Next::Done => {
                    self.complete = true;
                    return tasks;
                }
            }
        }
    }

    /// Others take part from now on, while games are played. What nobody has begun may be chosen anew.
    fn admit(&mut self, lineup: Lineup, queue: &dyn Dispatch, context: &EventContext<'_>) -> Result<(), EventError> {
        let plan = self.plan.with(lineup);
        let change = match self.stages.difference(&plan) {
            Ok((_, difference)) if difference.changes.is_empty() => return Ok(()),
            Ok(change) => change,
            Err(error) => {
                context.sink.not_changed(&error);
                return Ok(());
            }
        };
        let waiting = queue.take_back();
        let unbegun = |(&number, &(_, missing)): (&u32, &(Pairing, u32))| {
            let untaken = waiting.iter().filter(|task| task.pairing.match_index == number).count() as u32;
            (untaken == missing && !self.book.has_begun(number)).then_some(number)
        };
        let mut dropped: Vec<u32> = self.open.iter().filter_map(unbegun).collect();
        dropped.sort_unstable();
        let mut open: Vec<u32> = self.open.keys().copied().collect();
        open.sort_unstable();
        let amended = self.stages.amend_live(change, (open, dropped), &mut self.competition, &self.book, context.store);
        match amended {
            Ok(changes) => context.sink.changed(&changes),
            // The event takes no such change, and goes on as it was.
            Err(error @ EventError::Other(_)) => {
                context.sink.not_changed(&error);
                queue.extend(waiting);
                return Ok(());
            }
            Err(error) => return Err(error),
        }
        context.seats.change(self.stages.roster().seats(&plan));
        let schedule = self.competition.schedule();
        self.open.retain(|number, _| schedule.get(*number).is_some());
        queue.extend(waiting.into_iter().filter(|task| self.open.contains_key(&task.pairing.match_index)).collect());
        self.advance(queue);
        Ok(())
    }

    /// The games of a set that must be played; none when the whole set is stored, which is then reported.
    fn settle_or_open(&mut self, pairing: Pairing) -> Vec<Task> {
        if let Some(result) = self.book.set(pairing.match_index, pairing.set, None) {
            // The format asked for this very set: it takes the result.
            let _ = self.competition.report(pairing.match_index, pairing.set, result);
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
}
