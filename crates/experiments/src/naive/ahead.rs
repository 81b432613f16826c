//! Report 001's `moves_in_advance`: every line of so many own moves, on copies of the board.

use super::board::{Board, Cost};

/// The best score after so many moves, every colour but the last one tried at each: the report's worst case, in which
/// all of them lie on the border.
pub(crate) fn moves_in_advance(board: &Board, last: u8, moves: u32, cost: &mut Cost) -> u64 {
    if moves == 0 {
        cost.scores += 1;
        return board.tally();
    }
    let mut best = 0;
    for colour in (0..board.colours).filter(|colour| *colour != last) {
        let mut copy = board.clone();
        cost.copies += copy.cells.len() as u64;
        copy.propagate(colour, cost, |_| {});
        best = best.max(moves_in_advance(&copy, colour, moves - 1, cost));
    }
    best
}

#[cfg(test)]
mod tests {
    use super::super::board::tests::board;
    use super::*;

    #[test]
    fn two_moves_with_four_colours_spread_three_and_nine_times() {
        let mut cost = Cost::default();
        let best = moves_in_advance(&board(&["ABC^", "BCDA", "CDAB", "DABC"]), 0, 2, &mut cost);
        assert_eq!((cost.plays, cost.scores), (3 + 9, 9));
        // C, then B and D: (0,2) and then (0,1) or (1,2).
        assert_eq!(best, 3);
    }
}
