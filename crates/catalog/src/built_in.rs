//! A built-in strategy in a seat: the one place where an erased game becomes a concrete one again.

use std::marker::PhantomData;
use std::time::{Duration, Instant};

use joute_games::{AnyGame, Game, GameMove, MoveCode};
use joute_referee::{ClockKind, Ending, Fault, Player, Reply, Said, Turn};
use joute_search::{Analysis, Budget, Clock, Feature, Limits, Strategy, Thinking};

use crate::analysis::GameAnalysis;
use crate::parameters::Parameters;
use crate::stalls::Stalls;
use crate::strategies::{Built, BuiltInEntry, BuiltInError};

/// What a player thought of a position when it chose its move.
#[derive(Debug, Clone, PartialEq)]
pub struct Opinion {
    /// Value for the side to move, in the game's unit.
    pub score: f64,
    /// Plies looked ahead.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// The play it expects, its own move first.
    pub pv: Vec<MoveCode>,
}

/// A strategy for a game whose type is known only inside.
pub(crate) trait AnyStrategy: Send {
    /// A move, and what the strategy thinks of its position; `None` when the game is of another type.
    fn choose(&mut self, game: &AnyGame, thinking: &Thinking<'_>) -> Option<(MoveCode, Option<Opinion>)>;

    /// Whether its moves do not depend on the seed.
    fn is_deterministic(&self) -> bool;

    /// What each move it considers is worth to it, as text; nothing when it does not compare moves.
    fn appraise(&mut self, game: &AnyGame, thinking: &Thinking<'_>) -> Vec<(String, f64)>;

    /// What it looks at on a board.
    fn features(&self) -> &'static [Feature];

    /// Takes what it needs for a game.
    fn get_ready(&mut self);

    /// Gives back what it needs only while it thinks.
    fn release_memory(&mut self);

    /// Forgets the game before; `false` when it cannot, or when the game is of another type.
    fn start_afresh(&mut self, game: &AnyGame) -> bool;

    /// The value of every move; `None` when the strategy cannot say, or when the game is of another type.
    fn analyse(
        &mut self,
        game: &AnyGame,
        thinking: &Thinking<'_>,
        tell: &mut dyn FnMut(&GameAnalysis),
    ) -> Option<GameAnalysis>;
}

/// A strategy `S` for games of type `G`.
pub(crate) struct Erased<G, S> {
    strategy: S,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, S: Strategy<G>> Erased<G, S> {
    pub(crate) fn new(strategy: S) -> Erased<G, S> {
        Erased { strategy, game: PhantomData }
    }
}

impl<G: Game, S: Strategy<G>> AnyStrategy for Erased<G, S> {
    #[inline]
    fn choose(&mut self, game: &AnyGame, thinking: &Thinking<'_>) -> Option<(MoveCode, Option<Opinion>)> {
        let choice = self.strategy.choose(game.downcast_ref::<G>()?, thinking);
        let opinion = choice.report.map(|report| Opinion {
            score: report.score,
            depth: report.depth,
            nodes: report.nodes,
            pv: report.pv.iter().map(|mv| MoveCode(mv.code())).collect(),
        });
        Some((MoveCode(choice.mv.code()), opinion))
    }

    fn is_deterministic(&self) -> bool {
        self.strategy.is_deterministic()
    }

    fn appraise(&mut self, game: &AnyGame, thinking: &Thinking<'_>) -> Vec<(String, f64)> {
        let Some(concrete) = game.downcast_ref::<G>() else { return Vec::new() };
        let values = self.strategy.appraise(concrete, thinking);
        values.into_iter().map(|(mv, value)| (mv.to_string(), value)).collect()
    }

    fn features(&self) -> &'static [Feature] {
        self.strategy.features()
    }

    fn get_ready(&mut self) {
        self.strategy.get_ready();
    }

    fn release_memory(&mut self) {
        self.strategy.release_memory();
    }

    fn start_afresh(&mut self, game: &AnyGame) -> bool {
        game.downcast_ref::<G>().is_some() && self.strategy.start_afresh()
    }

    fn analyse(
        &mut self,
        game: &AnyGame,
        thinking: &Thinking<'_>,
        tell: &mut dyn FnMut(&GameAnalysis),
    ) -> Option<GameAnalysis> {
        let concrete = game.downcast_ref::<G>()?;
        let mut tell = |analysis: &Analysis<G::Move>| tell(&GameAnalysis::of(analysis));
        self.strategy.analyse(concrete, thinking, &mut tell).map(|analysis| GameAnalysis::of(&analysis))
    }
}

/// A built-in player.
pub struct BuiltIn {
    entry: &'static BuiltInEntry,
    parameters: String,
    strategy: Option<Box<dyn AnyStrategy>>,
    /// How late its moves have come of late, beyond what they were to take.
    lateness: Duration,
    stalls: Stalls,
    opinion: Option<Opinion>,
}

/// Below this limit of a move it matters how late a search may end on a busy machine.
const TIGHT: Duration = Duration::from_secs(1);
/// A quicker move tells nothing about the machine, and asking would take as long.
const TELLING: Duration = Duration::from_millis(5);

impl BuiltIn {
    /// A player with its parameters, checked as far as they can be without a game.
    pub fn new(entry: &'static BuiltInEntry, parameters: &str) -> Result<BuiltIn, BuiltInError> {
        Parameters::parse(parameters, entry.parameters)?;
        Ok(BuiltIn {
            entry,
            parameters: parameters.to_owned(),
            strategy: None,
            lateness: Duration::ZERO,
            stalls: Stalls::default(),
            opinion: None,
        })
    }

    /// Checks everything that can be wrong before a game of this kind is played.
    pub fn check(&self, game: &AnyGame) -> Result<(), BuiltInError> {
        self.build(game).map(drop)
    }

    /// Whether its moves in this game do not depend on the seed; known before it is seated.
    pub fn is_deterministic_at(&self, game: &AnyGame) -> Result<bool, BuiltInError> {
        self.build(game).map(|strategy| strategy.is_deterministic())
    }

    /// What it thought when it last chose a move, if it told.
    pub fn opinion(&self) -> Option<&Opinion> {
        self.opinion.as_ref()
    }

    /// Keeps twice of what a move took beyond its budget, and forgets it slowly.
    fn note_lateness(&mut self, took: Duration, limits: &Limits) {
        let budget = Budget::of(limits).map_or(took, |budget| budget.hard);
        self.lateness = (self.lateness * 15 / 16).max(took.saturating_sub(budget) * 2);
    }

    pub(crate) fn build(&self, game: &AnyGame) -> Built {
        self.entry.build(&self.parameters, game)
    }
}

impl Player for BuiltIn {
    fn open(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        if is_tight(turn) {
            self.stalls.try_out();
        }
        if self.strategy.as_mut().is_some_and(|strategy| strategy.start_afresh(turn.game)) {
            return Ok(());
        }
        let mut strategy =
            self.build(turn.game).map_err(|error| Fault::crash(format!("{}: {error}", self.entry.name)))?;
        strategy.get_ready();
        self.strategy = Some(strategy);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let thinking = Thinking {
            seed: turn.seed.child(turn.plies.len() as u64),
            limits: Limits {
                time: turn.clock.move_limit,
                left: turn.clock.left[turn.side],
                increment: turn.rules.increment,
                clock: if turn.rules.clock == ClockKind::Cpu { Clock::Cpu } else { Clock::Wall },
                lateness: self.lateness.max(self.stalls.margin()).max(turn.rules.time_margin),
                ..Limits::default()
            },
            history: turn.history,
            stop: turn.stop,
        };
        let watch = is_tight(turn).then(Instant::now);
        // Reading a thread's CPU time is a system call, worth more than many a move: only when it counts.
        let began = (turn.rules.clock == ClockKind::Cpu).then(thread_time);
        let chosen = self.strategy.as_mut().and_then(|strategy| strategy.choose(turn.game, &thinking));
        let (code, opinion) = chosen.ok_or_else(|| Fault::crash("asked for a move of another game"))?;
        if let Some(took) = watch.map(|watch| watch.elapsed()) {
            self.note_lateness(took, &thinking.limits);
            if took > TELLING {
                self.stalls.note();
            }
        }
        let cpu = began.map(|began| thread_time().saturating_sub(began));
        let score = opinion.as_ref().map(|opinion| opinion.score);
        self.opinion = opinion;
        Ok(Reply { said: Said::Move(code), cpu, score })
    }

    fn close(&mut self, _ending: &Ending, _tally: [u32; 2]) {}

    fn release_memory(&mut self) {
        if let Some(strategy) = &mut self.strategy {
            strategy.release_memory();
        }
    }

    fn ignores_deadlines(&self) -> bool {
        true
    }

    fn is_silent(&self) -> bool {
        true
    }

    fn is_deterministic(&self) -> bool {
        self.strategy.as_ref().is_none_or(|strategy| strategy.is_deterministic())
    }
}

/// Whether a limit of this move is short and counted by the wall, so that the machine may make the player late.
fn is_tight(turn: &Turn<'_>) -> bool {
    turn.rules.clock == ClockKind::Wall && turn.clock.move_limit.is_some_and(|limit| limit < TIGHT)
}

fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}
