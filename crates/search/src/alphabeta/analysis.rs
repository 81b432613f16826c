//! The value of every move of a position, told as it gets known.

use joute_games::Game;

use super::AlphaBeta;
use super::deepening::root_moves;
use super::worker::{DEEPEST, Window, Worker};
use crate::control::Control;
use crate::heuristic::{Heuristic, Score};
use crate::strategy::Thinking;

/// What is known about a position: every move with its value, the best first.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis<M> {
    /// One for each legal move.
    pub lines: Vec<Line<M>>,
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
    value: Score,
}

impl<M: Copy> Line<M> {
    /// The move.
    pub fn mv(&self) -> M {
        self.pv[0]
    }
}

impl<H> AlphaBeta<H> {
    /// Looks at every move, one ply deeper each time, until a limit or until all is known. Calls `tell` whenever a
    /// move has been looked at anew. Values are exact for their depth; one thread is used.
    pub fn analyse<G: Game>(
        &mut self,
        game: &G,
        thinking: &Thinking<'_>,
        tell: &mut dyn FnMut(&Analysis<G::Move>),
    ) -> Analysis<G::Move>
    where
        H: Heuristic<G>,
    {
        let limits = self.limits(thinking);
        let control = Control::start(thinking, &limits);
        self.prepare_table(control.is_timed());
        let mut worker = self.worker(game, thinking, &control);
        let lines = root_moves(&mut worker).into_iter();
        let lines = lines.map(|mv| Line { pv: vec![mv], score: 0.0, depth: 0, value: 0 }).collect();
        let mut analysis = Analysis { lines, depth: 0, nodes: 0, is_complete: false };
        for depth in 1..=limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST) {
            let is_finished = analysis.deepen(&mut worker, &control, depth, tell);
            if !is_finished || analysis.is_complete || control.is_near_end() {
                break;
            }
        }
        drop(worker);
        analysis.nodes = control.nodes();
        analysis
    }
}

impl<M: Copy> Analysis<M> {
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
            let value = worker.after(mv, Window::FULL, true, depth - 1, 0);
            if worker.meter.is_over() {
                return false;
            }
            let line = &mut self.lines[index];
            line.pv.truncate(1);
            line.pv.extend_from_slice(&worker.lines[1]);
            (line.value, line.score, line.depth) = (value, worker.heuristic.in_units(value), depth);
            if index + 1 == self.lines.len() {
                self.depth = depth;
                self.is_complete = worker.horizon == horizon;
                self.lines.sort_by_key(|line| std::cmp::Reverse(line.value));
            }
            self.nodes = control.nodes();
            tell(self);
        }
        true
    }
}
