//! Obstacles from a seed: so many per cent of the cells, never around a start, never cutting the board in two.

use joute_messages::message;

use super::BLOCKED;
use super::topology::Topology;
use crate::error::SetupError;
use crate::random::Generator;

/// Blocks `percent` of the open cells of a lattice. With an `image`, a cell and its mirror image are blocked together.
pub(super) fn place(
    board: &mut [u8],
    topology: &Topology,
    percent: u32,
    starts: [usize; 2],
    generator: &mut Generator,
    image: Option<&dyn Fn(usize) -> usize>,
) -> Result<(), SetupError> {
    let open = board.iter().filter(|&&colour| colour != BLOCKED).count();
    let wanted = open * percent as usize / 100;
    let mut candidates: Vec<usize> = (0..board.len())
        .filter(|&cell| board[cell] != BLOCKED && !starts.iter().any(|&start| is_around(topology, start, cell)))
        .collect();
    generator.shuffle(&mut candidates);
    let mut placed = 0;
    let mut patience = 2_000_000;
    // A cell that would have cut the board may be free to go once its neighbours are gone.
    loop {
        let before = placed;
        candidates.retain(|&cell| {
            if placed >= wanted || board[cell] == BLOCKED {
                return board[cell] != BLOCKED;
            }
            let blocked = block(board, topology, cell, image.map_or(cell, |image| image(cell)), &mut patience);
            placed += blocked;
            blocked == 0
        });
        if placed >= wanted {
            return Ok(());
        }
        if placed == before {
            return Err(SetupError::Impossible(message!(
                "error-obstacles-do-not-fit",
                percent = percent,
                placed = placed,
                wanted = wanted
            )));
        }
    }
}

/// Blocks a cell and its image if the board stays in one piece; gives how many were blocked.
fn block(board: &mut [u8], topology: &Topology, cell: usize, image: usize, patience: &mut usize) -> usize {
    let kept = (board[cell], board[image]);
    if !can_go(board, topology, cell, patience) {
        return 0;
    }
    board[cell] = BLOCKED;
    if image == cell {
        return 1;
    }
    if board[image] == BLOCKED || !can_go(board, topology, image, patience) {
        (board[cell], board[image]) = kept;
        return 0;
    }
    board[image] = BLOCKED;
    2
}

/// Whether the open cells stay connected without this one.
fn can_go(board: &[u8], topology: &Topology, cell: usize, patience: &mut usize) -> bool {
    hangs_together_around(board, topology, cell) || hangs_together_without(board, topology, cell, patience)
}

/// The quick answer for most cells: the open cells that touch this one are joined by its eight neighbours.
fn hangs_together_around(board: &[u8], topology: &Topology, cell: usize) -> bool {
    const RING: [(i64, i64); 8] = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];
    let open = RING.map(|(down, right)| {
        topology.step(cell, down, right).is_some_and(|other| other != cell && board[other] != BLOCKED)
    });
    // Going round, a run begins at an open side that is not joined to the side before it by their corner; all
    // eight open make one run without a beginning.
    let runs = (0..8).step_by(2).filter(|&at| open[at] && !(open[(at + 7) % 8] && open[(at + 6) % 8])).count();
    runs <= 1 && (0..8).step_by(2).any(|at| open[at])
}

/// The sure answer: a walk from one neighbour finds all the others. It gives up when its patience is spent, so that a
/// huge board asked for too many obstacles still answers soon.
fn hangs_together_without(board: &[u8], topology: &Topology, cell: usize, patience: &mut usize) -> bool {
    let mut wanted: Vec<usize> = topology.neighbours(cell);
    wanted.retain(|&other| board[other] != BLOCKED);
    let Some(first) = wanted.pop() else {
        return false;
    };
    let mut seen = std::collections::HashSet::from([cell, first]);
    let mut open = std::collections::VecDeque::from([first]);
    while let Some(at) = open.pop_front() {
        wanted.retain(|&other| other != at);
        if wanted.is_empty() {
            return true;
        }
        if *patience == 0 {
            return false;
        }
        *patience -= 1;
        let next = topology.neighbours(at).into_iter();
        open.extend(next.filter(|&other| board[other] != BLOCKED && seen.insert(other)));
    }
    false
}

fn is_around(topology: &Topology, start: usize, cell: usize) -> bool {
    (-1..=1).any(|down| (-1..=1).any(|right| topology.step(start, down, right) == Some(cell)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Seed;

    /// How many open cells the first open cell can reach.
    fn connected(board: &[u8], topology: &Topology) -> bool {
        let Some(first) = board.iter().position(|&colour| colour != BLOCKED) else {
            return true;
        };
        let mut seen = vec![false; board.len()];
        let mut open = vec![first];
        seen[first] = true;
        while let Some(cell) = open.pop() {
            for next in topology.neighbours(cell) {
                if board[next] != BLOCKED && !seen[next] {
                    seen[next] = true;
                    open.push(next);
                }
            }
        }
        board.iter().zip(&seen).all(|(&colour, &seen)| colour == BLOCKED || seen)
    }

    #[test]
    fn never_cut_the_board_nor_crowd_a_start() {
        for seed in 0..200 {
            for wraps in [false, true] {
                let topology = Topology::Lattice { width: 11, height: 9, wraps };
                let mut board = vec![0; 99];
                place(&mut board, &topology, 30, [0, 98], &mut Seed(seed).generator(), None).unwrap();
                assert!(connected(&board, &topology), "seed {seed}, wraps {wraps}");
                assert_eq!(board.iter().filter(|&&colour| colour == BLOCKED).count(), 29);
                assert!([0, 1, 11, 12, 86, 87, 97, 98].iter().all(|&cell| board[cell] != BLOCKED));
            }
        }
    }

    #[test]
    fn mirrored_obstacles_come_in_pairs() {
        let topology = Topology::square(10);
        let mut board = vec![0; 100];
        let image = |cell: usize| 99 - cell;
        place(&mut board, &topology, 20, [0, 99], &mut Seed(5).generator(), Some(&image)).unwrap();
        assert!((0..100).all(|cell| board[cell] == board[99 - cell]));
        assert!(connected(&board, &topology));
    }

    #[test]
    fn too_many_are_refused() {
        let topology = Topology::square(6);
        let error = place(&mut [0; 36], &topology, 90, [5, 30], &mut Seed(1).generator(), None).unwrap_err();
        assert!(error.to_string().contains("without cutting the board"), "{error}");
    }
}
