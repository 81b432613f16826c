//! The result of perfect play from a position of any game that has a solver, with moves as text.

use std::marker::PhantomData;
use std::time::Instant;

use joute_games::{AnyGame, Game};
use joute_search::{Goal, Limits, Solver, Thinking};

use crate::analysis::Question;
use crate::concrete::concrete;

/// A solved position, or a move of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolvedPosition {
    /// What the side to move has more in the end; 1, 0 or -1 when only the outcome was asked for.
    pub margin: i32,
    /// A line of perfect play, as far as it is known.
    pub line: Vec<String>,
    /// Positions looked at.
    pub nodes: u64,
}

/// A game without a solver.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no solver for {game} with {setup}")]
pub struct NoSolver {
    game: String,
    setup: String,
}

/// Solves positions of one kind of game.
pub struct PositionSolver(Box<dyn AnySolver>);

impl PositionSolver {
    /// The solver of a game, with so many threads where it can use them and so many bytes of memory.
    pub fn new(game: &AnyGame, threads: u32, memory: usize) -> Result<PositionSolver, NoSolver> {
        let make = concrete(game).ok().and_then(|kind| kind.solver);
        let none = || NoSolver { game: game.info().name.to_owned(), setup: game.setup() };
        Ok(PositionSolver(make.ok_or_else(none)?(threads, memory)))
    }

    /// Whether it can be asked for that.
    pub fn answers(&self, goal: Goal) -> bool {
        self.0.answers(goal)
    }

    /// Forgets earlier positions, so that the next is solved as if by a new solver; `false` when it cannot and must be made anew.
    pub fn start_afresh(&mut self) -> bool {
        self.0.start_afresh()
    }

    /// The result of perfect play; `None` when the limits are too narrow or the position is too large.
    pub fn solve(&mut self, question: &Question<'_>, goal: Goal) -> Option<SolvedPosition> {
        self.0.solve(question, goal)
    }

    /// The result after every move, the best first, each line beginning with its move; within the limits all together.
    pub fn solve_each(&mut self, question: &Question<'_>, goal: Goal) -> Option<Vec<SolvedPosition>> {
        self.0.solve_each(question, goal)
    }
}

/// Makes a solver with so many threads and so many bytes of memory.
pub(crate) type MakeSolver = fn(u32, usize) -> Box<dyn AnySolver>;

/// A solver for a game whose type is known only inside.
pub(crate) trait AnySolver {
    fn answers(&self, goal: Goal) -> bool;
    fn start_afresh(&mut self) -> bool;
    fn solve(&mut self, question: &Question<'_>, goal: Goal) -> Option<SolvedPosition>;
    fn solve_each(&mut self, question: &Question<'_>, goal: Goal) -> Option<Vec<SolvedPosition>>;
}

/// A solver for one type, as one for any game.
pub(crate) fn erase_solver<G: Game, S: Solver<G> + 'static>(solver: S) -> Box<dyn AnySolver> {
    Box::new(ErasedSolver::<G, S> { solver, game: PhantomData })
}

struct ErasedSolver<G, S> {
    solver: S,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, S: Solver<G>> AnySolver for ErasedSolver<G, S> {
    fn answers(&self, goal: Goal) -> bool {
        self.solver.answers(goal)
    }

    fn start_afresh(&mut self) -> bool {
        self.solver.start_afresh()
    }

    fn solve(&mut self, question: &Question<'_>, goal: Goal) -> Option<SolvedPosition> {
        let solved = self.solver.solve(question.game.downcast_ref::<G>()?, &thinking(question), goal)?;
        let line = solved.line.iter().map(ToString::to_string).collect();
        Some(SolvedPosition { margin: solved.margin, line, nodes: solved.nodes })
    }

    fn solve_each(&mut self, question: &Question<'_>, goal: Goal) -> Option<Vec<SolvedPosition>> {
        let game = question.game.downcast_ref::<G>()?;
        let began = Instant::now();
        let mut all = Vec::new();
        for mv in game.legal_moves() {
            let mut after = game.clone();
            after.play(mv);
            let time = question.limits.time.map(|time| time.saturating_sub(began.elapsed()));
            let limits = Limits { time, ..question.limits };
            let solved = self.solver.solve(&after, &Thinking { limits, ..thinking(question) }, goal)?;
            let margin = if after.turn() == game.turn() { solved.margin } else { -solved.margin };
            let line = std::iter::once(mv).chain(solved.line).map(|mv| mv.to_string()).collect();
            all.push(SolvedPosition { margin, line, nodes: solved.nodes });
        }
        all.sort_by_key(|solved| std::cmp::Reverse(solved.margin));
        Some(all)
    }
}

fn thinking<'a>(question: &Question<'a>) -> Thinking<'a> {
    Thinking { seed: question.seed, limits: question.limits, history: question.history, stop: question.stop }
}
