//! Contests: two sets of values on one board, each from both seats, against each other or against somebody else.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use joute_games::Side;
use joute_players::Entrant;
use joute_referee::{Ending, GameRecord, short_evidence};
use joute_tournament::statistics::Score;

use super::TuningPlan;
use crate::fixture::Starts;
use crate::run::{GAME_LABEL, MatchError, MatchPlan, REPEATABLE_LABEL, run_match};

/// How often it is looked whether somebody wants everything to stop.
const LOOK: Duration = Duration::from_millis(20);

/// Who meets on which board.
pub(super) struct Contest<'a> {
    pub(super) board: u64,
    pub(super) sides: &'a [Entrant; 2],
}

/// A contest that was held to its end.
pub(super) struct Held {
    /// How the first side did from each seat, beside the other.
    pub(super) scores: [Score; 2],
    pub(super) games: u32,
    /// Records of the games that were not known before.
    pub(super) records: Vec<GameRecord>,
    /// What was played, as one number; none when chance had a hand in it.
    pub(super) fingerprint: Option<u64>,
    /// Games that ended with a fault, and the first of them.
    faults: (u32, Option<String>),
}

impl Held {
    /// How much better the first side did, from -1 to 1.
    pub(super) fn result(&self) -> f64 {
        let halves = self.scores.map(|score| score.half_points() as f64);
        (halves[0] + halves[1]) / 2.0 - 1.0
    }

    pub(super) fn count_faults(&self, (count, first): &mut (u32, Option<String>)) {
        *count += self.faults.0;
        if first.is_none() {
            first.clone_from(&self.faults.1);
        }
    }

    /// From the outcomes of the games of each match: one between both sides, or one of each with somebody else.
    fn of(matches: Vec<PairPlayed>) -> Option<Held> {
        let scores = match matches.as_slice() {
            [pair] => pair.scores()?,
            [one, two] => {
                let [one, two] = [one.scores()?, two.scores()?];
                [compare(one[0], two[0]), compare(one[1], two[1])]
            }
            _ => return None,
        };
        let games: Vec<&GameRecord> = matches.iter().flat_map(|pair| pair.games.values()).collect();
        let faults: Vec<String> = games.iter().filter_map(|game| fault(game)).collect();
        Some(Held {
            scores,
            games: games.len() as u32,
            fingerprint: fingerprint(&games),
            faults: (faults.len() as u32, faults.into_iter().next()),
            records: matches.into_iter().flat_map(|pair| pair.fresh).collect(),
        })
    }
}

/// Two games on one board, seats swapped.
struct PairPlayed {
    games: BTreeMap<u64, GameRecord>,
    fresh: Vec<GameRecord>,
}

impl PairPlayed {
    /// What the games were worth to the first player of the match; nothing if they were not both played to their ends.
    fn scores(&self) -> Option<[Score; 2]> {
        let mut games = self.games.values().map(GameRecord::outcome);
        let (opened, replied) = (games.next()??, games.next()??);
        Some([Score::of(opened, Side::First), Score::of(replied, Side::Second)])
    }
}

/// Two results against the same opponent, from the same seat of the same board, as if their players had met.
fn compare(one: Score, two: Score) -> Score {
    match one.cmp(&two) {
        std::cmp::Ordering::Less => Score::Loss,
        std::cmp::Ordering::Equal => Score::Draw,
        std::cmp::Ordering::Greater => Score::Win,
    }
}

fn fault(game: &GameRecord) -> Option<String> {
    let (by, fault) = game.ending.as_ref().and_then(Ending::fault)?;
    Some(format!("{}: {}", game.players[by].name, short_evidence(&fault.to_string())))
}

fn fingerprint(games: &[&GameRecord]) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    for game in games {
        game.labels.get(REPEATABLE_LABEL).filter(|label| *label == "yes")?;
        game.start.hash(&mut hasher);
        game.plies.iter().for_each(|ply| ply.mv.hash(&mut hasher));
    }
    Some(hasher.finish())
}

/// Where contests are held, several at once.
pub(super) struct Ring<'a> {
    plan: &'a TuningPlan<'a>,
    seed: u64,
    starts: Starts<'a>,
    stop: &'a AtomicBool,
}

/// A contest by its number, or none if it was stopped.
type Told = (u64, Result<Option<Held>, MatchError>);

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
            let (sender, receiver) = sync_channel::<Told>(4 * jobs as usize);
            for _ in 0..jobs {
                let (sender, next, halt, end) = (sender.clone(), &next, &halt, numbers.end);
                scope.spawn(move || self.work(next, end, contest, halt, &sender));
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut wanted = numbers.start;
            let mut end = None;
            loop {
                match receiver.recv_timeout(LOOK) {
                    Ok((number, told)) => drop(waiting.insert(number, told)),
                    Err(RecvTimeoutError::Disconnected) => return end.unwrap_or(Ok(())),
                    Err(RecvTimeoutError::Timeout) => {}
                }
                while let Some(told) = waiting.remove(&wanted).filter(|_| end.is_none()) {
                    wanted += 1;
                    end = tell(told, &mut heard);
                }
                if end.is_some() || self.stop.load(Ordering::Relaxed) {
                    halt.store(true, Ordering::Relaxed);
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
        sender: &SyncSender<Told>,
    ) {
        while !halt.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= end || sender.send((number, self.contest(&contest(number), halt))).is_err() {
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
