//! One thread's iterative deepening: one ply ahead, then two, and so on until a limit or the end of every line.

use joute_games::Game;

use super::ordering::Ordered;
use super::worker::{Window, Worker};
use crate::control::Control;
use crate::heuristic::{Heuristic, INFINITE, Score};
use crate::table::NO_MOVE;

/// From which depth to which.
#[derive(Debug, Clone, Copy)]
pub(super) struct Depths {
    pub(super) first: u32,
    pub(super) last: u32,
}

/// What was found.
#[derive(Debug, Clone)]
pub(super) struct Deepening<M> {
    /// The value for the side to move.
    pub(super) score: Score,
    /// The last depth that was finished; 0 when there was no time for any.
    pub(super) depth: u32,
    /// The line it expects; its first move is the best.
    pub(super) line: Vec<M>,
    /// Whether no line was cut off by the depth: the value is that of the game.
    pub(super) is_complete: bool,
}

/// The moves of the position a worker is at, the most promising first.
pub(super) fn root_moves<G: Game, H: Heuristic<G>>(worker: &mut Worker<'_, G, H>) -> Vec<G::Move> {
    let moves = worker.game.legal_moves();
    Ordered::new(&worker.game, &moves, NO_MOVE, &mut worker.heuristic, &worker.learned, 0).collect()
}

/// Searches deeper and deeper.
pub(super) fn run<G: Game, H: Heuristic<G>>(
    worker: &mut Worker<'_, G, H>,
    control: &Control<'_>,
    depths: Depths,
) -> Deepening<G::Move> {
    let mut moves = root_moves(worker);
    let mut found =
        Deepening { score: 0, depth: 0, line: moves.first().copied().into_iter().collect(), is_complete: false };
    for depth in depths.first..=depths.last {
        let is_finished = to_depth(worker, &mut moves, depth, &mut found);
        // A move that is the only one is no better for being thought about.
        let is_settled = found.is_complete || (moves.len() <= 1 && control.is_timed());
        if !is_finished || is_settled || control.is_near_end() {
            break;
        }
    }
    found
}

/// Searches every move to one depth and keeps the best first; false when it was stopped on the way.
///
/// The best move of the depth before comes first, so that what was found when it is stopped is at least as good.
fn to_depth<G: Game, H: Heuristic<G>>(
    worker: &mut Worker<'_, G, H>,
    moves: &mut [G::Move],
    depth: u32,
    found: &mut Deepening<G::Move>,
) -> bool {
    let horizon = worker.horizon;
    let mut window = Window::FULL;
    let mut best = -INFINITE;
    for rank in 0..moves.len() {
        let mv = moves[rank];
        let score = worker.after(mv, window, rank == 0, depth - 1, 0);
        if worker.meter.is_over() {
            return false;
        }
        if score > best {
            best = score;
            window.alpha = score;
            found.score = score;
            found.line.clear();
            found.line.push(mv);
            found.line.extend_from_slice(&worker.lines[1]);
            moves[..=rank].rotate_right(1);
        }
    }
    found.depth = depth;
    found.is_complete = worker.horizon == horizon;
    true
}
