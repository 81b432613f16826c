//! Report 003's players: greedy, foreseeing and the oracle, each saving and restoring the whole board.

use super::board::{Board, Cost};

/// The colour that gains most, every one tried on the board and taken back.
pub(crate) fn greedy(board: &mut Board, cost: &mut Cost) -> u8 {
    best_of(board, cost, |_, _| {})
}

/// The colour that gains most when the greedy one follows.
pub(crate) fn foreseeing(board: &mut Board, cost: &mut Cost) -> u8 {
    oracle(board, 2, cost)
}

/// The colour that gains most when it is followed by what the oracle of one move less names, then by what the one of two
/// moves less names, and so on down to the greedy colour.
pub(crate) fn oracle(board: &mut Board, moves: u32, cost: &mut Cost) -> u8 {
    best_of(board, cost, |board, cost| {
        for left in (1..moves).rev() {
            let colour = oracle(board, left, cost);
            board.propagate(colour, cost, |_| {});
        }
    })
}

fn best_of(board: &mut Board, cost: &mut Cost, mut follow: impl FnMut(&mut Board, &mut Cost)) -> u8 {
    let saved = board.clone();
    cost.copies += saved.cells.len() as u64;
    let (mut best, mut best_score) = (0, 0);
    for colour in 0..board.colours {
        board.propagate(colour, cost, |_| {});
        follow(board, cost);
        cost.scores += 1;
        cost.comparisons += 2;
        let score = board.tally();
        if score > best_score {
            (best, best_score) = (colour, score);
        }
        board.cells.copy_from_slice(&saved.cells);
        cost.copies += saved.cells.len() as u64;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::super::board::tests::board;
    use super::*;

    #[test]
    fn an_oracle_of_p_moves_plays_eight_to_the_p_less_one_with_seven_colours() {
        let mut game = board(&["ABCD^", "BCDEF", "CDEFG", "DEFGA", "EFGAB"]);
        let before = game.clone();
        for (moves, plays) in [(1, 7), (2, 63), (3, 511), (4, 4095)] {
            let mut cost = Cost::default();
            oracle(&mut game, moves, &mut cost);
            assert_eq!((cost.plays, &game), (plays, &before), "{moves} moves");
        }
    }

    #[test]
    fn greedy_takes_most_now_and_foreseeing_most_in_two() {
        // B gains two cells now and two of F after them; A gains one, with four C behind it.
        let mut game = board(&["CCA^", "CCEB", "FEFB", "EFEF"]);
        let mut cost = Cost::default();
        assert_eq!(greedy(&mut game, &mut cost), 1);
        // One save and six restores of 16 cells; six walks; two comparisons a colour.
        assert_eq!((cost.copies, cost.tests, cost.comparisons), (112, 96, 12));
        assert_eq!(foreseeing(&mut game, &mut Cost::default()), 0);
    }
}
