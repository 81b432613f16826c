//! Boards on which one colour winds all over, the worst for whoever walks over the board again and again.

use super::board::{Board, Cost, MINE};

/// How a colour winds over the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Serpent {
    /// Along every other row, from the top right corner.
    Rows,
    /// Along every other column, from the top right corner.
    Columns,
    /// Along every other row, from the bottom left corner.
    RowsFromBelow,
    /// Stairs from the top right corner down to the left: the longest way there is without winding.
    Stairs,
    /// All over, without winding.
    Plain,
}

impl Serpent {
    pub(crate) const ALL: [Serpent; 5] =
        [Serpent::Rows, Serpent::Columns, Serpent::RowsFromBelow, Serpent::Stairs, Serpent::Plain];

    /// What it looks like.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Serpent::Rows => "winding by rows, First",
            Serpent::Columns => "winding by columns, First",
            Serpent::RowsFromBelow => "winding by rows, Second",
            Serpent::Stairs => "stairs, First",
            Serpent::Plain => "one colour, First",
        }
    }

    /// The board: colour 0 winds, colour 1 is everywhere else.
    pub(crate) fn board(self, size: usize) -> Board {
        let is_there = |row: usize, column: usize| match self {
            Serpent::Rows => winds(row, size - 1 - column, size),
            Serpent::Columns => winds(size - 1 - column, row, size),
            Serpent::RowsFromBelow => winds(size - 1 - row, column, size),
            Serpent::Stairs => row + column + 1 == size || row + column == size,
            Serpent::Plain => true,
        };
        let mut cells: Vec<u8> = (0..size * size).map(|cell| u8::from(!is_there(cell / size, cell % size))).collect();
        let start = if self == Serpent::RowsFromBelow { size * (size - 1) } else { size - 1 };
        cells[start] = MINE;
        Board { size, colours: 2, cells }
    }

    /// Walks over the board that taking the winding colour needs.
    pub(crate) fn scans(self, size: usize) -> Cost {
        let mut cost = Cost::default();
        self.board(size).rescan(0, &mut cost);
        cost
    }
}

/// Whether a path that starts along line 0, goes over to line 2 at its end and comes back is at a place.
fn winds(line: usize, along: usize, size: usize) -> bool {
    match line % 4 {
        0 | 2 => true,
        1 => along == size - 1,
        _ => along == 0,
    }
}

/// The most walks that any board of this size needs for one colour, all of them tried, First's start given.
pub(crate) fn worst_scans(size: usize) -> u64 {
    let free = size * size - 1;
    let worst = |pattern: u64| {
        let mut cells: Vec<u8> = (0..free).map(|bit| (pattern >> bit & 1) as u8).collect();
        cells.insert(size - 1, MINE);
        let mut cost = Cost::default();
        Board { size, colours: 2, cells }.rescan(0, &mut cost);
        cost.scans
    };
    (0..1 << free).map(worst).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn serpents_of_three() {
        // Leftwards once and again, the second time down and right as well, and a last walk that finds nothing.
        assert_eq!(Serpent::Rows.scans(3).scans, 3);
        let rows: Vec<u8> = Serpent::Rows.board(3).cells;
        assert_eq!(rows, [0, 0, MINE, 0, 1, 1, 0, 0, 0]);
    }

    #[test]
    fn the_worst_of_all_boards_is_at_least_a_serpent() {
        for size in [2, 3, 4] {
            let serpents = Serpent::ALL.map(|serpent| serpent.scans(size).scans);
            assert!(worst_scans(size) >= serpents[0], "{size}");
        }
        assert_eq!(worst_scans(2), 3);
    }
}
