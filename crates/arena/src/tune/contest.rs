//! Contests: two sets of values on one board, each from both seats, against each other or against somebody else; several are
//! held at once and told of in their order.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};

use joute_players::Entrant;
use joute_referee::GameRecord;

use super::TuningPlan;
use super::held::{Held, PairPlayed};
use crate::bell::{self, Listener, UNRUNG};
use crate::fixture::Starts;
use crate::run::{GAME_LABEL, MatchError, MatchPlan, run_match};

/// Who meets on which board.
pub(super) struct Contest<'a> {
    pub(super) board: u64,
    pub(super) sides: &'a [Entrant; 2],
}

/// Where contests are held, several at once.
pub(super) struct Ring<'a> {
    plan: &'a TuningPlan<'a>,
    seed: u64,
    starts: Starts<'a>,
    stop: &'a AtomicBool,
}

/// A contest by its number, or none if it was stopped; nothing when the bell was rung.
type ContestResult = Option<(u64, Result<Option<Held>, MatchError>)>;

impl<'a> Ring<'a> {
    pub(super) fn new(plan: &'a TuningPlan<'a>, seed: u64, starts: Starts<'a>, stop: &'a AtomicBool) -> Ring<'a> {
        Ring { plan, seed, starts, stop }
    }

    /// Holds contests and tells of them in their order, until one cannot be held, all were, or `heard` has had enough.
    pub(super) fn hold<'b>(
        &self,
        numbers: Range<u64>,
        contest: &(dyn Fn(u64) -> Contest<'b> + Sync),
        mut heard: impl FnMut(Held) -> std::io::Result<bool>,
    ) -> Result<(), MatchError> {
        let (next, halt) = (AtomicU64::new(numbers.start), AtomicBool::new(false));
        let jobs = (numbers.end - numbers.start).min(self.plan.jobs.max(1) as u64);
        std::thread::scope(|scope| {
            let (sender, receiver) = sync_channel::<ContestResult>(4 * jobs as usize);
            let sender = Arc::new(sender);
            let holding = Arc::downgrade(&sender);
            // A channel that is full is not waited at.
            let _bell = Listener::new(move || drop(holding.upgrade().map(|sender| sender.try_send(None))));
            for _ in 0..jobs {
                let (sender, next, halt, end) = (Arc::clone(&sender), &next, &halt, numbers.end);
                scope.spawn(move || self.work(next, end, contest, halt, &sender));
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut wanted = numbers.start;
            let mut end = None;
            loop {
                match receiver.recv_timeout(UNRUNG) {
                    Ok(Some((number, told))) => drop(waiting.insert(number, told)),
                    Err(RecvTimeoutError::Disconnected) => return end.unwrap_or(Ok(())),
                    Ok(None) | Err(RecvTimeoutError::Timeout) => {}
                }
                while let Some(told) = waiting.remove(&wanted).filter(|_| end.is_none()) {
                    wanted += 1;
                    end = tell(told, &mut heard);
                }
                if end.is_some() || self.stop.load(Ordering::Relaxed) {
                    // Matches in progress listen to it as well.
                    if !halt.swap(true, Ordering::Relaxed) {
                        bell::ring();
                    }
                }
            }
        })
    }

    fn work<'b>(
        &self,
        next: &AtomicU64,
        end: u64,
        contest: &(dyn Fn(u64) -> Contest<'b> + Sync),
        halt: &AtomicBool,
        sender: &SyncSender<ContestResult>,
    ) {
        while !halt.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= end || sender.send(Some((number, self.contest(&contest(number), halt)))).is_err() {
                return;
            }
        }
    }

    fn contest(&self, contest: &Contest<'_>, halt: &AtomicBool) -> Result<Option<Held>, MatchError> {
        let [one, two] = contest.sides;
        let matches = match self.plan.opponent {
            None => vec![self.pair(contest.board, [one, two], halt)?],
            Some(other) => {
                vec![self.pair(contest.board, [one, other], halt)?, self.pair(contest.board, [two, other], halt)?]
            }
        };
        Ok(Held::of(matches))
    }

    /// Plays one pair as a match of its own, or takes from earlier records what is there.
    fn pair(&self, board: u64, entrants: [&Entrant; 2], halt: &AtomicBool) -> Result<PairPlayed, MatchError> {
        let known = self.plan.known.pair(self.seed, board, entrants);
        let plan = MatchPlan {
            source: self.plan.source,
            starts: self.starts,
            entrants,
            rules: self.plan.rules.clone(),
            seed: self.seed,
            first: 2 * board as u32,
            games: 2 * board as u32 + 2,
            jobs: 1,
            scoring: Default::default(),
            sprt: None,
            known: known.clone(),
            wants_records: true,
        };
        let (mut games, mut fresh) = (BTreeMap::new(), Vec::new());
        let score = run_match(&plan, halt, |played| {
            fresh.extend_from_slice(played.records);
            Ok(())
        })?;
        // What was not played again was known, and of this very match.
        if score.games() == 2 {
            games = known;
            games.extend(fresh.iter().filter_map(|record| Some((number(record)?, record.clone()))));
        }
        Ok(PairPlayed { games, fresh })
    }
}

/// The number of a game in its match, from 0.
fn number(record: &GameRecord) -> Option<u64> {
    record.labels.get(GAME_LABEL)?.parse::<u64>().ok()?.checked_sub(1)
}

/// Tells of a contest; how everything ended, if it did.
fn tell(
    told: Result<Option<Held>, MatchError>,
    heard: &mut impl FnMut(Held) -> std::io::Result<bool>,
) -> Option<Result<(), MatchError>> {
    match told {
        Err(error) => Some(Err(error)),
        Ok(None) => Some(Ok(())),
        Ok(Some(held)) => match heard(held) {
            Ok(true) => None,
            Ok(false) => Some(Ok(())),
            Err(error) => Some(Err(MatchError::Keeper(error))),
        },
    }
}
