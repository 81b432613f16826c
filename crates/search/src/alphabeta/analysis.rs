//! The value of every move of a position, told as it gets known.

use joute_games::Game;

use super::deepening::root_moves;
use super::worker::{DEEPEST, Worker};
use super::{AlphaBeta, SOLVER_SHARE};
use crate::control::Control;
use crate::deepening::beside_helpers;
use crate::heuristic::{Heuristic, Score, Solved, WIN, margin};
use crate::strategy::{Limits, Thinking};
use crate::time_control::Deadline;
use crate::window::Window;

/// What is known about a position: every move with its value at the same depth, the best first.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis<M> {
    /// One for each legal move, all of the deepest round that was finished.
    pub lines: Vec<Line<M>>,
    /// The moves that the round after it has looked at, the best first: they cannot be compared with the others.
    pub deeper: Vec<Line<M>>,
    /// The depth every move has been looked at to.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Whether the values are those of the game, nothing left to look at.
    pub is_complete: bool,
}

/// A move and what it leads to.
#[derive(Debug, Clone, PartialEq)]
pub struct Line<M> {
    /// The expected play, the move itself first.
    pub pv: Vec<M>,
    /// Its value for the side to move, in the game's unit.
    pub score: f64,
    /// Plies looked ahead.
    pub depth: u32,
    /// Whether the score is the result of perfect play.
    pub is_exact: bool,
    /// Whether the winner is known for certain, even where the score is not.
    pub is_decided: bool,
    pub(crate) value: Score,
}

impl<M: Copy> Line<M> {
    /// A move nothing is known about yet.
    pub(crate) fn unknown(mv: M) -> Line<M> {
        Line { pv: vec![mv], score: 0.0, depth: 0, is_exact: false, is_decided: false, value: 0 }
    }

    /// The move.
    pub fn mv(&self) -> M {
        self.pv[0]
    }
}

impl<H> AlphaBeta<H> {
    /// Looks at every move, one ply deeper each time, until a limit or until all is known. Calls `tell` whenever a
    /// move has been looked at anew. Values are exact for their depth, however many threads help.
    ///
    /// Where the game has a way of its own to solve positions, and no depth is asked for, that is tried first.
    pub fn analyse<G: Game>(
        &mut self,
        game: &G,
        thinking: &Thinking<'_>,
        tell: &mut dyn FnMut(&Analysis<G::Move>),
    ) -> Analysis<G::Move>
    where
        H: Heuristic<G>,
    {
        let mut limits = self.limits(thinking);
        let control = Control::start(thinking, &limits);
        if limits.depth.is_none() && self.options.uses_margins && self.heuristic.is_solvable(game) {
            if let Some(analysis) = self.solve_each(game, thinking, &limits, tell) {
                return analysis;
            }
            limits.nodes = limits.nodes.map(|nodes| nodes - nodes / 2);
        }
        let control = control.limited_to(limits.nodes);
        self.prepare_table(control.is_timed());
        let last = limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST);
        let helper = |helper, depths| self.deepen(game, thinking, &control, helper, depths);
        let (mut analysis, _) = beside_helpers(self.options.threads, last, &control, &helper, || {
            Analysis::deepening(&mut self.worker(game, thinking, &control), &control, last, tell)
        });
        analysis.nodes = control.nodes();
        analysis
    }

    /// The result of perfect play after every move, or nothing when half of the limits is not enough for all of them.
    fn solve_each<G: Game>(
        &mut self,
        game: &G,
        thinking: &Thinking<'_>,
        limits: &Limits,
        tell: &mut dyn FnMut(&Analysis<G::Move>),
    ) -> Option<Analysis<G::Move>>
    where
        H: Heuristic<G>,
    {
        let deadline = Deadline::start(limits).halved();
        let mut analysis = Analysis::unknown(game.legal_moves());
        for index in 0..analysis.lines.len() {
            let left = Limits {
                time: deadline.left(),
                clock: limits.clock,
                nodes: limits.nodes.map(|nodes| (nodes / 2).saturating_sub(analysis.nodes)),
                ..Limits::default()
            };
            let mut line = Line::unknown(analysis.lines[index].mv());
            let mut after = game.clone();
            after.play(line.mv());
            let solved = self.solve_position(&after, &Thinking { limits: left, ..*thinking })?;
            let same_side = after.turn() == game.turn();
            let result = if same_side { solved.margin } else { -solved.margin };
            line.pv.extend(solved.line);
            (line.value, line.score) = (result, f64::from(result));
            (line.depth, line.is_exact, line.is_decided) = (line.pv.len() as u32, true, true);
            analysis.nodes += solved.nodes;
            analysis.note(line);
            tell(&analysis);
        }
        let depth = analysis.deeper.iter().map(|line| line.depth).max().unwrap_or(0);
        analysis.finish_round(depth, true);
        tell(&analysis);
        Some(analysis)
    }

    fn solve_position<G: Game>(&mut self, game: &G, thinking: &Thinking<'_>) -> Option<Solved<G::Move>>
    where
        H: Heuristic<G>,
    {
        if game.is_over() {
            return Some(Solved { margin: margin(game), line: Vec::new(), nodes: 1 });
        }
        self.heuristic.solve(game, thinking, self.options.hash / SOLVER_SHARE)
    }
}

impl<M: Copy> Analysis<M> {
    /// Moves of which nothing is known yet.
    pub(crate) fn unknown(moves: impl IntoIterator<Item = M>) -> Analysis<M> {
        let lines = moves.into_iter().map(Line::unknown).collect();
        Analysis { lines, deeper: Vec::new(), depth: 0, nodes: 0, is_complete: false }
    }

    /// Takes down what the round that goes on has found of one move.
    pub(crate) fn note(&mut self, line: Line<M>) {
        self.deeper.push(line);
        self.deeper.sort_by_key(|line| std::cmp::Reverse(line.value));
    }

    /// The round has looked at every move: what it found stands for what was known before.
    pub(crate) fn finish_round(&mut self, depth: u32, is_complete: bool) {
        self.lines = std::mem::take(&mut self.deeper);
        (self.depth, self.is_complete) = (depth, is_complete);
    }

    /// Looks at every move to greater and greater depths.
    fn deepening<G: Game<Move = M>, H: Heuristic<G>>(
        worker: &mut Worker<'_, G, H>,
        control: &Control<'_>,
        last: u32,
        tell: &mut dyn FnMut(&Analysis<M>),
    ) -> Analysis<M> {
        let mut analysis = Analysis::unknown(root_moves(worker));
        for depth in 1..=last {
            let is_finished = analysis.deepen(worker, control, depth, tell);
            if !is_finished || analysis.is_complete || control.is_near_end() {
                break;
            }
        }
        analysis
    }

    /// Looks at every move to one depth; false when it was stopped on the way.
    fn deepen<G: Game<Move = M>, H: Heuristic<G>>(
        &mut self,
        worker: &mut Worker<'_, G, H>,
        control: &Control<'_>,
        depth: u32,
        tell: &mut dyn FnMut(&Analysis<M>),
    ) -> bool {
        let horizon = worker.horizon;
        for index in 0..self.lines.len() {
            let mv = self.lines[index].mv();
            let seen = worker.horizon;
            let value = worker.after(mv, Window::FULL, true, depth - 1, 0);
            if worker.meter.is_over() {
                return false;
            }
            let mut line = Line::unknown(mv);
            line.pv.extend_from_slice(&worker.lines[1]);
            (line.value, line.score, line.depth) = (value, worker.heuristic.in_units(value), depth);
            line.is_exact = worker.horizon == seen;
            line.is_decided = line.is_exact || value.abs() > WIN / 2;
            self.note(line);
            if index + 1 == self.lines.len() {
                self.finish_round(depth, worker.horizon == horizon);
            }
            self.nodes = control.nodes();
            tell(self);
        }
        true
    }
}
