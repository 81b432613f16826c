//! Traces the border of a set of lattice cells as one closed SVG path, so that a board of many thousand cells
//! becomes a handful of paths.

use std::fmt::Write;

/// The four directions along a border, clockwise; the set lies to the right of the walk.
const EAST: u8 = 0;
const SOUTH: u8 = 1;
const WEST: u8 = 2;
const NORTH: u8 = 3;

/// The path around all cells for which `is_inside` holds, in cells; empty when there are none.
///
/// Holes run the other way round, so both fill rules give the set. Cells that touch at a corner only are kept
/// apart.
pub(crate) fn path(columns: usize, rows: usize, is_inside: impl Fn(usize, usize) -> bool) -> String {
    Borders::collect(columns, rows, is_inside).into_path()
}

/// The unit steps of the border that are not walked yet: for each corner of the lattice one bit per direction.
struct Borders {
    stride: usize,
    steps: Vec<u8>,
}

impl Borders {
    fn collect(columns: usize, rows: usize, is_inside: impl Fn(usize, usize) -> bool) -> Borders {
        let stride = columns + 1;
        let inside: Vec<bool> = (0..columns * rows).map(|i| is_inside(i % columns, i / columns)).collect();
        let mut steps = vec![0; stride * (rows + 1)];
        for row in 0..rows {
            for column in (0..columns).filter(|column| inside[row * columns + column]) {
                let cell = row * columns + column;
                let corner = row * stride + column;
                if row == 0 || !inside[cell - columns] {
                    steps[corner] |= 1 << EAST;
                }
                if column + 1 == columns || !inside[cell + 1] {
                    steps[corner + 1] |= 1 << SOUTH;
                }
                if row + 1 == rows || !inside[cell + columns] {
                    steps[corner + stride + 1] |= 1 << WEST;
                }
                if column == 0 || !inside[cell - 1] {
                    steps[corner + stride] |= 1 << NORTH;
                }
            }
        }
        Borders { stride, steps }
    }

    fn into_path(mut self) -> String {
        let mut path = String::new();
        for corner in 0..self.steps.len() {
            // Every loop has a step east from its topmost corners, or, around a hole, one from its lowest.
            while self.steps[corner] & (1 << EAST) != 0 {
                self.walk_loop(corner, &mut path);
            }
        }
        path
    }

    /// Walks one loop that starts eastwards at `start`, using its steps up.
    fn walk_loop(&mut self, start: usize, path: &mut String) {
        push(path, format_args!("M{} {}", start % self.stride, start / self.stride));
        let (mut corner, mut direction) = (start, EAST);
        loop {
            let mut length = 0;
            while self.steps[corner] & (1 << direction) != 0 {
                self.steps[corner] &= !(1 << direction);
                corner = self.step(corner, direction);
                length += 1;
            }
            let command = ["h", "v", "h-", "v-"][usize::from(direction)];
            push(path, format_args!("{command}{length}"));
            let Some(next) = self.turn(corner, direction) else {
                break;
            };
            direction = next;
        }
        debug_assert_eq!(corner, start, "a border closes");
        path.push('z');
    }

    fn step(&self, corner: usize, direction: u8) -> usize {
        match direction {
            EAST => corner + 1,
            SOUTH => corner + self.stride,
            WEST => corner - 1,
            _ => corner - self.stride,
        }
    }

    /// Where the border goes on, nowhere when the loop is closed. Where two cells touch at a corner the walk turns
    /// right and so stays around its own cell.
    fn turn(&self, corner: usize, direction: u8) -> Option<u8> {
        [right_of(direction), left_of(direction)].into_iter().find(|next| self.steps[corner] & (1 << next) != 0)
    }
}

fn right_of(direction: u8) -> u8 {
    (direction + 1) % 4
}

fn left_of(direction: u8) -> u8 {
    (direction + 3) % 4
}

fn push(path: &mut String, text: std::fmt::Arguments<'_>) {
    path.write_fmt(text).expect("writing to a string cannot fail");
}

#[cfg(test)]
mod tests {
    use super::path;

    fn outline(rows: &[&str]) -> String {
        path(rows[0].len(), rows.len(), |column, row| rows[row].as_bytes()[column] == b'#')
    }

    #[test]
    fn one_cell_is_a_square() {
        assert_eq!(outline(&["..", ".#"]), "M1 1h1v1h-1v-1z");
    }

    #[test]
    fn a_hole_runs_the_other_way_round() {
        assert_eq!(outline(&["###", "#.#", "###"]), "M0 0h3v3h-3v-3zM1 2h1v-1h-1v1z");
    }

    #[test]
    fn cells_that_touch_at_a_corner_are_two_loops() {
        assert_eq!(outline(&["#.", ".#"]), "M0 0h1v1h-1v-1zM1 1h1v1h-1v-1z");
        assert_eq!(outline(&[".#", "#."]), "M1 0h1v1h-1v-1zM0 1h1v1h-1v-1z");
    }

    #[test]
    fn no_cells_give_no_path() {
        assert_eq!(outline(&["..", ".."]), "");
    }
}
