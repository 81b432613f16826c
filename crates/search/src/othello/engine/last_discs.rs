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

/// Tries a square: what the position after it is worth counts if it is better, and more than alpha ends the search. Written out
/// for every square: a loop over orders of squares would keep them in memory.
macro_rules! try_square {
    ($machine:ident, $board:ident, $alpha:ident, $best:ident, $square:expr, $after:ident => $value:expr) => {
        if let Some($after) = placed($machine, $board, $square) {
            $best = $best.max(-$value);
            if $best > $alpha {
                return $best;
            }
        }
    };
}

/// With two empty squares.
#[inline(always)]
pub(crate) fn two_empties<M: Machine>(machine: M, board: Board, alpha: i32, [one, two]: [u32; 2]) -> i32 {
    let mut best = -INFINITE;
    try_square!(machine, board, alpha, best, one, after => one_empty(after, two));
    try_square!(machine, board, alpha, best, two, after => one_empty(after, one));
    if best > -INFINITE { best } else { -two_after_pass(machine, board.passed(), [one, two]) }
}

/// With two empty squares and an opponent who has just passed; there is nothing left to cut.
#[inline(always)]
fn two_after_pass<M: Machine>(machine: M, board: Board, [one, two]: [u32; 2]) -> i32 {
    let value = |square, left| placed(machine, board, square).map(|after| -one_empty(after, left));
    value(one, two).max(value(two, one)).unwrap_or_else(|| board.final_score())
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
    board: Board,
    alpha: i32,
    [one, two, three]: [u32; 3],
) -> i32 {
    let mut best = -INFINITE;
    let mut count = |value: i32| {
        *nodes += 1;
        value
    };
    let beta = -alpha - 1;
    try_square!(machine, board, alpha, best, one, after => count(two_empties(machine, after, beta, [two, three])));
    try_square!(machine, board, alpha, best, two, after => count(two_empties(machine, after, beta, [one, three])));
    try_square!(machine, board, alpha, best, three, after => count(two_empties(machine, after, beta, [one, two])));
    if best > -INFINITE {
        return best;
    }
    let passed = board.passed();
    if machine.moves(passed) == 0 {
        return board.final_score();
    }
    -machine.three_empties(nodes, passed, beta, [one, two, three])
}

/// With four empty squares.
#[inline(always)]
pub(crate) fn four_empties<M: Machine>(
    machine: M,
    nodes: &mut u64,
    board: Board,
    alpha: i32,
    [one, two, three, four]: [u32; 4],
) -> i32 {
    *nodes += 1;
    let mut best = -INFINITE;
    let beta = -alpha - 1;
    let mut next = |after, left| {
        *nodes += 1;
        machine.three_empties(nodes, after, beta, left)
    };
    try_square!(machine, board, alpha, best, one, after => next(after, [two, three, four]));
    try_square!(machine, board, alpha, best, two, after => next(after, [one, three, four]));
    try_square!(machine, board, alpha, best, three, after => next(after, [one, two, four]));
    try_square!(machine, board, alpha, best, four, after => next(after, [one, two, three]));
    if best > -INFINITE {
        return best;
    }
    let passed = board.passed();
    if machine.moves(passed) == 0 {
        return board.final_score();
    }
    // A pass is no node of its own.
    *nodes -= 1;
    -machine.four_empties(nodes, passed, beta, [one, two, three, four])
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
