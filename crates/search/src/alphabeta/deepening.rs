//! One thread's search of the moves of a position, to greater and greater depths.

use joute_games::Game;

use super::ordering::Ordered;
use super::worker::Worker;
use crate::control::Control;
use crate::deepening::{Depths, Found};
use crate::heuristic::{Heuristic, INFINITE};
use crate::table::NO_MOVE;
use crate::window::Window;

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
) -> Found<G::Move> {
    let mut moves = root_moves(worker);
    let (first, is_forced) = (moves.first().copied(), moves.len() <= 1);
    depths.deepen(control, first, is_forced, |depth, found| to_depth(worker, &mut moves, depth, found))
}

/// Searches every move to one depth and keeps the best first; false when it was stopped on the way.
///
/// The best move of the depth before comes first, so that what was found when it is stopped is at least as good.
fn to_depth<G: Game, H: Heuristic<G>>(
    worker: &mut Worker<'_, G, H>,
    moves: &mut [G::Move],
    depth: u32,
    found: &mut Found<G::Move>,
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
