//! A plain board of cells and the two ways of the reports to take a colour on it.

/// A cell of the player whose turn it is.
pub(crate) const MINE: u8 = u8::MAX;

/// A square board: colours, and the cells of one player. The other player's corner is a colour nobody plays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) size: usize,
    pub(crate) colours: u8,
    pub(crate) cells: Vec<u8>,
}

/// What an algorithm did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Cost {
    /// Walks over the whole board to spread a colour.
    pub(crate) scans: u64,
    /// Cells looked at on such walks.
    pub(crate) tests: u64,
    /// Actions of the propagation: for each cell it is called on, four tests and an assignment.
    pub(crate) steps: u64,
    /// Cells copied to save or restore a board.
    pub(crate) copies: u64,
    /// Comparisons and assignments that keep track of the best colour.
    pub(crate) comparisons: u64,
    /// Colours played.
    pub(crate) plays: u64,
    /// Scores counted.
    pub(crate) scores: u64,
}

impl Cost {
    /// Everything that report 003 counts as an action, and the walk over the board that it mentions but leaves out.
    pub(crate) fn actions(&self) -> u64 {
        self.tests + self.steps + self.copies + self.comparisons
    }
}

impl Board {
    fn touches_mine(&self, cell: usize) -> bool {
        neighbours(self.size, cell).any(|near| self.cells[near] == MINE)
    }

    /// Report 000: walks over the board and takes every cell of the colour beside a cell of the player, until a walk
    /// changes nothing.
    pub(crate) fn rescan(&mut self, colour: u8, cost: &mut Cost) {
        cost.plays += 1;
        loop {
            cost.scans += 1;
            let mut changed = false;
            for cell in 0..self.cells.len() {
                cost.tests += 1;
                if self.cells[cell] == colour && self.touches_mine(cell) {
                    self.cells[cell] = MINE;
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Report 003: one walk over the board, and from each cell found there the colour is propagated. `visit` hears of
    /// every cell the propagation is called on.
    pub(crate) fn propagate(&mut self, colour: u8, cost: &mut Cost, mut visit: impl FnMut(usize)) {
        cost.plays += 1;
        cost.scans += 1;
        let mut open = Vec::new();
        for cell in 0..self.cells.len() {
            cost.tests += 1;
            if self.cells[cell] == colour && self.touches_mine(cell) {
                self.cells[cell] = MINE;
                open.push(cell);
            }
            while let Some(cell) = open.pop() {
                visit(cell);
                cost.steps += 5;
                for near in neighbours(self.size, cell) {
                    if self.cells[near] == colour {
                        self.cells[near] = MINE;
                        open.push(near);
                    }
                }
            }
        }
    }

    /// The cells of the player.
    pub(crate) fn tally(&self) -> u64 {
        self.cells.iter().filter(|&&cell| cell == MINE).count() as u64
    }
}

/// The neighbours of a cell, in the order left, right, up, down.
fn neighbours(size: usize, cell: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (cell / size, cell % size);
    let left = (column > 0).then(|| cell - 1);
    let right = (column + 1 < size).then_some(cell + 1);
    let up = (row > 0).then(|| cell - size);
    let down = (row + 1 < size).then_some(cell + size);
    [left, right, up, down].into_iter().flatten()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A board from rows, `^` being the player's and any other sign a colour.
    pub(crate) fn board(rows: &[&str]) -> Board {
        let read = |letter: u8| if letter == b'^' { MINE } else { letter - b'A' };
        let cells: Vec<u8> = rows.iter().flat_map(|row| row.bytes().map(read)).collect();
        let colours = 1 + cells.iter().copied().filter(|&cell| cell != MINE).max().unwrap_or(0);
        Board { size: rows.len(), colours, cells }
    }

    #[test]
    fn rescanning_costs_a_walk_for_each_step_against_the_walk() {
        // To the left each walk takes one cell: two that do, and one that finds nothing left.
        let mut left = board(&["AA^", "BBB", "BBB"]);
        let mut cost = Cost::default();
        left.rescan(0, &mut cost);
        assert_eq!((cost.scans, cost.tests, left.tally()), (3, 27, 3));
        // Downwards one walk takes all.
        let mut down = board(&["BB^", "BBA", "BBA"]);
        let mut cost = Cost::default();
        down.rescan(0, &mut cost);
        assert_eq!((cost.scans, down.tally()), (2, 3));
    }

    #[test]
    fn propagation_is_called_once_for_each_cell() {
        let mut game = board(&["AA^", "ABB", "AAA"]);
        let (mut cost, mut visited) = (Cost::default(), Vec::new());
        game.propagate(0, &mut cost, |cell| visited.push(cell));
        visited.sort_unstable();
        assert_eq!(visited, [0, 1, 3, 6, 7, 8]);
        assert_eq!((cost.scans, cost.tests, cost.steps, game.tally()), (1, 9, 30, 7));
    }

    #[test]
    fn both_ways_take_the_same_cells() {
        let start = board(&["ABA^", "AABB", "BAAA", "AAAB"]);
        for colour in 0..2 {
            let (mut one, mut two) = (start.clone(), start.clone());
            one.rescan(colour, &mut Cost::default());
            two.propagate(colour, &mut Cost::default(), |_| {});
            assert_eq!(one, two);
        }
    }
}
