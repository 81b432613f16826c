//! The runner of matches: games on several threads, results taken in order, so that the number of threads changes nothing.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};

use joute_catalog::{ExactJudge, NoExactResults, Source};
use joute_games::SetupError;
use joute_games::random::Seed;
use joute_players::names::{Named, ToldApart, tell_apart};
use joute_players::{Entrant, EntrantError};
use joute_referee::{
    Adjudicator, Conditions, Ending, Finished, GameRecord, Identity, MatchRules, Order, Player, play_adjudicated_game,
};
use joute_tournament::scoring::Scoring;
use joute_tournament::statistics::{Bounds, Sprt, Verdict};

use crate::bell::{Sleeper, UNRUNG};
use crate::fixture::{Fixture, Fixtures, Starts};
use crate::score::{MatchScore, ScoredGame};

/// The label of a record that has the number of the game in its match, from 1.
pub const GAME_LABEL: &str = "game";
/// The label that has the seed of the match.
pub(crate) const MATCH_LABEL: &str = "match_seed";
/// The label that says `yes` where chance had no hand in the game.
pub const REPEATABLE_LABEL: &str = "repeatable";

/// A match to be played.
pub struct MatchPlan<'a> {
    /// The boards.
    pub source: &'a Source,
    /// Where games begin.
    pub starts: Starts<'a>,
    /// The two players.
    pub entrants: [&'a Entrant; 2],
    /// The rules.
    pub rules: MatchRules,
    /// Everything random comes from it.
    pub seed: u64,
    /// The number of its first game, from 0, where the earlier ones were played in another match; even where they come in pairs.
    pub first: u32,
    /// The number after its last game: how many games, where it begins with the first. Even when they come in pairs.
    pub games: u32,
    /// How many threads.
    pub jobs: usize,
    /// What results are worth.
    pub scoring: Scoring,
    /// Stops when the evidence suffices.
    pub sprt: Option<Bounds>,
    /// Results of a match that was interrupted: records of games already played, by number.
    pub known: BTreeMap<u64, GameRecord>,
    /// Whether records are made at all.
    pub wants_records: bool,
}

impl MatchPlan<'_> {
    /// Where its games come from.
    pub fn fixtures(&self) -> Fixtures<'_> {
        Fixtures { source: self.source, starts: self.starts, rules: &self.rules, seed: Seed(self.seed) }
    }

    /// What the players are called, told apart where they are called the same.
    pub fn names(&self) -> ToldApart {
        tell_apart(&self.entrants.map(Named::of))
    }
}

/// A match that cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The setup makes no board.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A player cannot take part.
    #[error(transparent)]
    Entrant(#[from] EntrantError),
    /// Games are to end by exact results, and there are none.
    #[error(transparent)]
    NoExactResults(#[from] NoExactResults),
    /// The keeper of the records failed.
    #[error("{0}")]
    Keeper(std::io::Error),
}

/// What the caller hears after each pair, in order.
pub struct Played<'a> {
    /// The score so far.
    pub score: &'a MatchScore,
    /// The records of the games just added, if records are made; none for games that were known before.
    pub records: &'a [GameRecord],
    /// What the SPRT says so far.
    pub verdict: Option<Verdict>,
}

/// The games of one pair, or one game when seats are drawn.
struct Unit {
    number: u64,
    results: Vec<ScoredGame>,
    records: Vec<GameRecord>,
    aborted: bool,
}

/// Plays a match. `heard` is called after each pair in order and may fail, which stops the match; so does `stop`.
pub fn run_match(
    plan: &MatchPlan<'_>,
    stop: &AtomicBool,
    mut heard: impl FnMut(&Played<'_>) -> std::io::Result<()>,
) -> Result<MatchScore, MatchError> {
    let runner = Runner::new(plan)?;
    let mut score = MatchScore::default();
    let mut failure = None;
    let first_unit = u64::from(plan.first) / runner.size();
    let next = AtomicU64::new(first_unit);
    let finished = AtomicBool::new(false);
    let halt = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel::<Result<Unit, MatchError>>(4 * plan.jobs.max(1));
        for _ in 0..plan.jobs.max(1) {
            let (sender, runner, next, halt) = (sender.clone(), &runner, &next, &halt);
            scope.spawn(move || runner.work(next, halt, &sender));
        }
        drop(sender);
        // The signal handler only knows `stop`; the games listen to `halt`, which a verdict sets too.
        let (finished, halt, sleeper) = (&finished, &halt, Sleeper::new());
        let waker = sleeper.waker();
        scope.spawn(move || {
            while !finished.load(Ordering::Relaxed) {
                if stop.load(Ordering::Relaxed) {
                    halt.store(true, Ordering::Relaxed);
                }
                sleeper.sleep(UNRUNG);
            }
        });
        let mut waiting: BTreeMap<u64, Unit> = BTreeMap::new();
        let (mut wanted, mut settled) = (first_unit, false);
        for unit in receiver {
            match unit {
                Ok(unit) => drop(waiting.insert(unit.number, unit)),
                Err(error) => failure = failure.take().or(Some(error)),
            }
            while let Some(unit) = waiting.remove(&wanted) {
                wanted += 1;
                if settled || unit.aborted || failure.is_some() {
                    continue;
                }
                score.add(&unit.results, plan.scoring);
                let verdict = verdict_of(plan, &score);
                settled = verdict.is_some_and(|verdict| verdict != Verdict::Continue);
                if let Err(error) = heard(&Played { score: &score, records: &unit.records, verdict }) {
                    failure = Some(MatchError::Keeper(error));
                }
            }
            if settled || failure.is_some() {
                halt.store(true, Ordering::Relaxed);
            }
        }
        finished.store(true, Ordering::Relaxed);
        // A short match does not wait until its watcher looks up.
        waker.wake();
    });
    match failure {
        Some(error) => Err(error),
        None => Ok(score),
    }
}

/// What the test of a match says, where it has one.
pub(crate) fn verdict_of(plan: &MatchPlan<'_>, score: &MatchScore) -> Option<Verdict> {
    let bounds = plan.sprt?;
    Some(match plan.rules.order {
        Order::Paired => Sprt::with_sample(bounds, score.pairs).verdict(),
        Order::Drawn => Sprt::with_sample(bounds, score.singles).verdict(),
    })
}

pub(crate) struct Runner<'a> {
    plan: &'a MatchPlan<'a>,
    fixtures: Fixtures<'a>,
    identities: [Identity; 2],
    /// The rules of a game in which the first player of the match has the first seat, and of one in which it has the second.
    rules: [MatchRules; 2],
    /// Who ends games whose result is known.
    adjudicator: Option<Arc<dyn Adjudicator>>,
    /// Whether the same start always gives the same game.
    deterministic: bool,
}

impl<'a> Runner<'a> {
    pub(crate) fn new(plan: &'a MatchPlan<'a>) -> Result<Runner<'a>, MatchError> {
        let fixtures = plan.fixtures();
        let first = fixtures.game(0)?;
        let [one, two] = plan.entrants;
        one.check(&first.start)?;
        two.check(&first.start)?;
        let deterministic = one.is_deterministic(&first.start)? & two.is_deterministic(&first.start)?;
        let mut identities = plan.entrants.map(|entrant| entrant.identity.clone());
        for (identity, name) in identities.iter_mut().zip(plan.names().names) {
            identity.name = name;
        }
        let rules = [plan.rules.clone(), plan.rules.swapped()];
        let adjudicator = ExactJudge::adjudicator(&first.start, &plan.rules)?;
        Ok(Runner { plan, fixtures, identities, rules, adjudicator, deterministic })
    }

    /// Games of a unit: a pair, or one game when seats are drawn.
    pub(crate) fn size(&self) -> u64 {
        match self.plan.rules.order {
            Order::Paired => 2,
            Order::Drawn => 1,
        }
    }

    fn work(&self, next: &AtomicU64, halt: &AtomicBool, sender: &mpsc::SyncSender<Result<Unit, MatchError>>) {
        let units = u64::from(self.plan.games).div_ceil(self.size());
        let seated = self.plan.entrants.map(Entrant::player);
        let [mut one, mut two] = match seated {
            [Ok(one), Ok(two)] => [one, two],
            [Err(error), _] | [_, Err(error)] => {
                let _ = sender.send(Err(error.into()));
                return;
            }
        };
        while !halt.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= units {
                return;
            }
            let unit = self.unit(number, [&mut *one, &mut *two], halt);
            if sender.send(unit).is_err() {
                return;
            }
        }
    }

    fn unit(&self, number: u64, mut players: [&mut dyn Player; 2], halt: &AtomicBool) -> Result<Unit, MatchError> {
        let mut unit = Unit { number, results: Vec::with_capacity(2), records: Vec::new(), aborted: false };
        let first = number * self.size();
        for game in first..(first + self.size()).min(u64::from(self.plan.games)) {
            let fixture = self.fixtures.game(game)?;
            let [one, two] = &mut players;
            match self.plan.known.get(&game).filter(|record| self.is_of(record, &fixture)) {
                Some(record) => {
                    let (start, clock) = (&fixture.start, self.plan.rules.clock);
                    let scored = ScoredGame::of_record(record, start, fixture.swapped, clock, self.deterministic);
                    unit.results.push(scored);
                }
                None => self.play(game, &fixture, [&mut **one, &mut **two], halt, &mut unit),
            }
        }
        Ok(unit)
    }

    /// What a game was that somebody else has played.
    pub(crate) fn scored(&self, record: &GameRecord, number: u64) -> Result<ScoredGame, MatchError> {
        let fixture = self.fixtures.game(number)?;
        let clock = self.plan.rules.clock;
        Ok(ScoredGame::of_record(record, &fixture.start, fixture.swapped, clock, self.deterministic))
    }

    /// Whether a record is of this very game: the same board and seed, and the same players in the same seats.
    fn is_of(&self, record: &GameRecord, fixture: &Fixture) -> bool {
        let who = |player: &Identity| (player.locator.clone(), player.version.clone());
        let seated = self.seated(fixture);
        record.seed == fixture.seed.0
            && record.rules == self.rules_of(fixture).to_string()
            && record.setup == fixture.start.setup()
            && record.start == fixture.start.position()
            && record.players.each_ref().map(who) == seated.each_ref().map(who)
            && record.ending.as_ref().is_some_and(|ending| *ending != Ending::Aborted)
    }

    /// What a player has otherwise goes with it from seat to seat.
    fn rules_of(&self, fixture: &Fixture) -> &MatchRules {
        &self.rules[usize::from(fixture.swapped)]
    }

    /// Who sits where.
    fn seated(&self, fixture: &Fixture) -> [Identity; 2] {
        let mut identities = self.identities.clone();
        if fixture.swapped {
            identities.swap(0, 1);
        }
        identities
    }

    fn play(&self, number: u64, fixture: &Fixture, players: [&mut dyn Player; 2], halt: &AtomicBool, unit: &mut Unit) {
        let identities = self.seated(fixture);
        let [one, two] = players;
        let [first, second]: [&mut dyn Player; 2] = if fixture.swapped { [two, one] } else { [one, two] };
        let labels = if self.plan.wants_records { self.labels(number, fixture) } else { BTreeMap::new() };
        let conditions = Conditions {
            rules: self.rules_of(fixture),
            seed: fixture.seed,
            identities: &identities,
            prefix: &[],
            stop: halt,
            labels: &labels,
        };
        let (start, adjudicator) = (fixture.start.clone(), self.adjudicator.as_ref());
        let finished: Finished = play_adjudicated_game(start, [first, second], &conditions, adjudicator, None);
        unit.aborted |= finished.ending == Ending::Aborted;
        unit.results.push(ScoredGame::of(&finished, fixture, self.deterministic));
        if self.plan.wants_records && finished.ending != Ending::Aborted {
            unit.records.push(finished.record(&fixture.start, &conditions));
        }
    }

    fn labels(&self, number: u64, fixture: &Fixture) -> BTreeMap<String, String> {
        let mut labels = BTreeMap::from([
            (GAME_LABEL.to_owned(), (number + 1).to_string()),
            (MATCH_LABEL.to_owned(), self.plan.seed.to_string()),
        ]);
        if self.deterministic {
            labels.insert(REPEATABLE_LABEL.to_owned(), "yes".to_owned());
        }
        if !fixture.opening.is_empty() {
            labels.insert("opening".to_owned(), fixture.opening.join(" "));
        }
        labels
    }
}
