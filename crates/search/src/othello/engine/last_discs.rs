//! The last four discs of a game, each number in code of its own without lists of moves.
//!
//! All functions answer whether the side to move gets more than `alpha`: what they return is on the right side of it, and
//! exact where the answer is a bound on both sides. Squares come in the order in which they should be tried.

use super::board::{Board, INFINITE, NEIGHBOURS};
use super::machine::Machine;

/// How many discs turn over along a line of eight squares, by the place of the new disc and the mover's discs on the line; all
/// others are the opponent's.
static TURNED: [[u8; 256]; 8] = {
    let mut all = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut line = 0;
        while line < 256 {
            all[place][line] = turned_on_line(place, line);
            line += 1;
        }
        place += 1;
    }
    all
};

const fn turned_on_line(place: usize, line: usize) -> u8 {
    let mut turned = 0;
    let mut at = place + 1;
    while at < 8 {
        if line >> at & 1 == 1 {
            turned += at - place - 1;
            break;
        }
        at += 1;
    }
    let mut at = place;
    while at > 0 {
        at -= 1;
        if line >> at & 1 == 1 {
            turned += place - at - 1;
            break;
        }
    }
    turned as u8
}

/// The squares of both diagonals through each square.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut all = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (row, column) = (square as i32 / 8, square as i32 % 8);
            let (other_row, other_column) = (other / 8, other % 8);
            if row - column == other_row - other_column {
                all[square][0] |= 1 << other;
            }
            if row + column == other_row + other_column {
                all[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    all
};

/// How many discs the last disc of a game turns over, every other square being taken.
#[inline(always)]
fn last_turned(mover: u64, square: u32) -> i32 {
    let (row, column) = (square >> 3 & 7, square & 7);
    let [falling, rising] = DIAGONALS[square as usize & 63];
    let along = (mover >> (8 * row)) as u8;
    let down = ((mover >> column & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8;
    // Each column has one square of a diagonal: adding the rows up leaves the diagonal as a line.
    let flat = |diagonal: u64| ((mover & diagonal).wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8;
    let of_column = &TURNED[column as usize];
    let turned = of_column[usize::from(along)]
        + TURNED[row as usize][usize::from(down)]
        + of_column[usize::from(flat(falling))]
        + of_column[usize::from(flat(rising))];
    i32::from(turned)
}

/// The result with one empty square.
#[inline(always)]
pub(crate) fn one_empty(board: Board, square: u32) -> i32 {
    let lead = 2 * board.mover.count_ones() as i32 - 63;
    match last_turned(board.mover, square) {
        0 => match last_turned(board.other, square) {
            0 => lead + lead.signum(),
            turned => lead - 1 - 2 * turned,
        },
        turned => lead + 1 + 2 * turned,
    }
}

/// With two empty squares.
#[inline(always)]
pub(crate) fn two_empties<M: Machine>(machine: M, board: Board, alpha: i32, [one, two]: [u32; 2]) -> i32 {
    let mut best = -INFINITE;
    for (square, left) in [(one, two), (two, one)] {
        if let Some(after) = placed(machine, board, square) {
            best = best.max(-one_empty(after, left));
            if best > alpha {
                return best;
            }
        }
    }
    if best > -INFINITE {
        return best;
    }
    let board = board.passed();
    let mut worst = INFINITE;
    for (square, left) in [(one, two), (two, one)] {
        if let Some(after) = placed(machine, board, square) {
            worst = worst.min(one_empty(after, left));
            if worst <= alpha {
                return worst;
            }
        }
    }
    if worst < INFINITE { worst } else { -board.final_score() }
}

/// The position after a disc on a square, if it turns over any.
#[inline(always)]
fn placed<M: Machine>(machine: M, board: Board, square: u32) -> Option<Board> {
    if NEIGHBOURS[square as usize & 63] & board.other == 0 {
        return None;
    }
    let flips = machine.flips(board, square);
    (flips != 0).then(|| board.after(square, flips))
}

/// With three empty squares.
#[inline(always)]
pub(crate) fn three_empties<M: Machine>(
    machine: M,
    nodes: &mut u64,
    mut board: Board,
    mut alpha: i32,
    [one, two, three]: [u32; 3],
) -> i32 {
    let mut sign = 1;
    for _ in 0..2 {
        let mut best = -INFINITE;
        for (square, left) in [(one, [two, three]), (two, [one, three]), (three, [one, two])] {
            if let Some(after) = placed(machine, board, square) {
                *nodes += 1;
                best = best.max(-two_empties(machine, after, -alpha - 1, left));
                if best > alpha {
                    return sign * best;
                }
            }
        }
        if best > -INFINITE {
            return sign * best;
        }
        (board, alpha, sign) = (board.passed(), -alpha - 1, -sign);
    }
    board.final_score()
}

/// With four empty squares.
#[inline(always)]
pub(crate) fn four_empties<M: Machine>(
    machine: M,
    nodes: &mut u64,
    mut board: Board,
    mut alpha: i32,
    [one, two, three, four]: [u32; 4],
) -> i32 {
    let orders =
        [(one, [two, three, four]), (two, [one, three, four]), (three, [one, two, four]), (four, [one, two, three])];
    let mut sign = 1;
    for _ in 0..2 {
        let mut best = -INFINITE;
        for (square, left) in orders {
            if let Some(after) = placed(machine, board, square) {
                *nodes += 1;
                best = best.max(-three_empties(machine, nodes, after, -alpha - 1, left));
                if best > alpha {
                    return sign * best;
                }
            }
        }
        if best > -INFINITE {
            return sign * best;
        }
        (board, alpha, sign) = (board.passed(), -alpha - 1, -sign);
    }
    board.final_score()
}

#[cfg(test)]
mod tests {
    use super::*;
    use joute_games::othello::bits;
    use joute_games::random::Seed;

    #[test]
    fn the_last_disc_turns_over_what_the_rules_say() {
        let mut generator = Seed(7).generator();
        for _ in 0..20_000 {
            let square = generator.below(64) as u32;
            let mover = generator.bits() & !(1 << square);
            let other = !mover & !(1 << square);
            assert_eq!(last_turned(mover, square), bits::flips(mover, other, square).count_ones() as i32);
        }
    }
}
