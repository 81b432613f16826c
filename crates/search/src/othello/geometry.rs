//! The two kinds of board behind one set of questions, and what each square is worth.

use joute_games::othello::{Othello, OthelloBoard};
use joute_games::{Game, Side};

/// An Othello board of any size.
pub trait Board: Game {
    /// Squares of a side of the board.
    const SIZE: usize;
    /// The discs of a side, one bit a square, row by row.
    fn squares(&self, side: Side) -> u128;
    /// The squares where a side could place a disc.
    fn choices(&self, side: Side) -> u128;
    /// The square of a move; `None` for a pass.
    fn square(mv: Self::Move) -> Option<usize>;
}

impl Board for Othello {
    const SIZE: usize = 8;
    #[inline]
    fn squares(&self, side: Side) -> u128 {
        u128::from(self.discs(side))
    }
    #[inline]
    fn choices(&self, side: Side) -> u128 {
        u128::from(if side == self.turn() { self.moves() } else { self.moves_of_other() })
    }
    #[inline]
    fn square(mv: Self::Move) -> Option<usize> {
        mv.index()
    }
}

impl<const N: usize> Board for OthelloBoard<N> {
    const SIZE: usize = N;
    #[inline]
    fn squares(&self, side: Side) -> u128 {
        self.discs(side)
    }
    #[inline]
    fn choices(&self, side: Side) -> u128 {
        self.moves_of(side)
    }
    #[inline]
    fn square(mv: Self::Move) -> Option<usize> {
        mv.index()
    }
}

/// What sort of square one is: a corner decides edges, and a square beside an empty corner gives it away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Corner,
    /// On the edge beside a corner.
    BesideCorner,
    /// Diagonal to a corner.
    InsideCorner,
    Edge,
    /// Next to an edge.
    NearEdge,
    Middle,
}

impl Place {
    pub(super) const ALL: [Place; 6] =
        [Place::Corner, Place::BesideCorner, Place::InsideCorner, Place::Edge, Place::NearEdge, Place::Middle];

    /// The place of a square.
    pub(super) const fn of(square: usize, size: usize) -> Place {
        let (row, column) = (distance(square / size, size), distance(square % size, size));
        match (row, column) {
            (0, 0) => Place::Corner,
            (0, 1) | (1, 0) => Place::BesideCorner,
            (1, 1) => Place::InsideCorner,
            (0, _) | (_, 0) => Place::Edge,
            (1, _) | (_, 1) => Place::NearEdge,
            _ => Place::Middle,
        }
    }

    /// All squares of this sort.
    pub(super) const fn mask(self, size: usize) -> u128 {
        let (mut mask, mut square) = (0, 0);
        while square < size * size {
            if Place::of(square, size) as u8 == self as u8 {
                mask |= 1 << square;
            }
            square += 1;
        }
        mask
    }

    /// The squares of each sort with what a disc there is worth.
    pub(super) const fn worths(size: usize) -> [(u128, i32); 6] {
        let (mut worths, mut index) = ([(0, 0); 6], 0);
        while index < worths.len() {
            worths[index] = (Place::ALL[index].mask(size), Place::ALL[index].worth());
            index += 1;
        }
        worths
    }

    /// What a disc there is worth, in hundredths of a disc.
    pub(super) const fn worth(self) -> i32 {
        match self {
            Place::Corner => 2000,
            Place::BesideCorner => -300,
            Place::InsideCorner => -700,
            Place::Edge => 200,
            Place::NearEdge => -50,
            Place::Middle => 20,
        }
    }
}

/// The squares of the first column.
pub(super) const fn first_column(size: usize) -> u128 {
    let (mut mask, mut row) = (0, 0);
    while row < size {
        mask |= 1 << (row * size);
        row += 1;
    }
    mask
}

/// How far a row or column is from the nearer edge.
const fn distance(line: usize, size: usize) -> usize {
    if line < size / 2 { line } else { size - 1 - line }
}

/// The squares beside and inside each corner, with that corner.
pub(super) const fn around_corners(size: usize) -> [(u128, u128); 4] {
    let last = size - 1;
    let mut all = [(0, 0); 4];
    let mut index = 0;
    while index < 4 {
        let (row, column) = (if index < 2 { 0 } else { last }, if index % 2 == 0 { 0 } else { last });
        let (inner_row, inner_column) = (if row == 0 { 1 } else { last - 1 }, if column == 0 { 1 } else { last - 1 });
        let corner = 1 << (row * size + column);
        let around = 1 << (inner_row * size + column)
            | 1 << (row * size + inner_column)
            | 1 << (inner_row * size + inner_column);
        all[index] = (corner, around);
        index += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_of_one_sort() {
        for size in [4, 6, 8, 10] {
            let masks = Place::ALL.map(|place| place.mask(size));
            assert_eq!(masks.iter().map(|mask| mask.count_ones()).sum::<u32>(), (size * size) as u32);
            assert_eq!(masks.iter().fold(0, |all, mask| all | mask), (1 << (size * size)) - 1);
            assert_eq!((masks[0].count_ones(), masks[1].count_ones(), masks[2].count_ones()), (4, 8, 4));
        }
        let around = around_corners(8);
        assert_eq!(
            around.iter().fold(0, |all, (_, near)| all | near),
            Place::BesideCorner.mask(8) | Place::InsideCorner.mask(8)
        );
    }
}
