//! The value of every move of a position, told as it gets known.

use joute_games::awale::{Awale, Move};

use super::super::rows::StandardRules;
use super::board::{Board, in_seeds};
use super::worker::{DEEPEST, Place, Worker};
use super::{Engine, moves};
use crate::alphabeta::{Analysis, Line};
use crate::control::Control;
use crate::heuristic::WIN;
use crate::strategy::Thinking;
use crate::window::Window;

impl<R: StandardRules> Engine<R> {
    /// Looks at every move, one ply deeper each time, until a limit or until all is known.
    pub(super) fn analyse_moves(
        &mut self,
        game: &Awale<R>,
        thinking: &Thinking<'_>,
        tell: &mut dyn FnMut(&Analysis<Move>),
    ) -> Analysis<Move> {
        self.prepare();
        let limits = self.limits(thinking);
        let control = Control::start(thinking, &limits);
        self.make_room(control.is_timed());
        let mut worker = self.worker(game, thinking, &control);
        let children = worker.root_children(Board::of(game));
        let mut analysis = Analysis::unknown(children.iter().flat_map(|child| moves(game, &[child.pit])));
        for depth in 1..=limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST) {
            let is_finished = analysis.deepen_sowing(game, &mut worker, &control, depth, tell);
            if !is_finished || analysis.is_complete || control.is_near_end() {
                break;
            }
        }
        drop(worker);
        analysis.nodes = control.nodes();
        analysis
    }
}

impl Analysis<Move> {
    /// Looks at every move to one depth; false when it was stopped on the way.
    fn deepen_sowing<R: StandardRules>(
        &mut self,
        game: &Awale<R>,
        worker: &mut Worker<'_, R>,
        control: &Control<'_>,
        depth: u32,
        tell: &mut dyn FnMut(&Analysis<Move>),
    ) -> bool {
        let (board, before) = (Board::of(game), worker.horizon);
        for index in 0..self.lines.len() {
            let mv = self.lines[index].mv();
            let child = board.play::<R>(mv.pit());
            let seen = worker.horizon;
            let place = Place { depth, ply: 0, is_fresh: false };
            let value = worker.root_move(&child, Window::FULL, place, 0);
            if worker.meter.is_over() {
                return false;
            }
            let mut line = Line::unknown(mv);
            let pits: Vec<u32> = std::iter::once(child.pit).chain(worker.lines[1].iter().copied()).collect();
            line.pv = moves(game, &pits);
            (line.value, line.score, line.depth) = (value, in_seeds(value), depth);
            line.is_exact = worker.horizon == seen;
            line.is_decided = line.is_exact || value.abs() > WIN / 2;
            self.note(line);
            if index + 1 == self.lines.len() {
                self.finish_round(depth, worker.horizon == before);
            }
            self.nodes = control.nodes();
            tell(self);
        }
        true
    }
}
