//! A sheet of characters, each with its look, that becomes painted lines.

use super::ColourDepth;
use super::paint::{Look, paint};

/// Characters in rows, all rows equally long.
pub(super) struct Canvas {
    width: usize,
    cells: Vec<(char, Look)>,
}

impl Canvas {
    pub(super) fn new(width: usize, height: usize) -> Canvas {
        Canvas { width, cells: vec![(' ', Look::default()); width * height] }
    }

    /// Writes a text; what does not fit is left out.
    pub(super) fn put(&mut self, x: usize, y: usize, text: &str, look: Look) {
        for (offset, sign) in text.chars().enumerate() {
            let column = x + offset;
            if column < self.width
                && let Some(cell) = self.cells.get_mut(y * self.width + column)
            {
                *cell = (sign, look);
            }
        }
    }

    /// Fills a rectangle of `[x, y, width, height]`.
    pub(super) fn fill(&mut self, [x, y, width, height]: [usize; 4], sign: char, look: Look) {
        let row: String = std::iter::repeat_n(sign, width).collect();
        (y..y + height).for_each(|y| self.put(x, y, &row, look));
    }

    /// Writes a text in the middle of `width` columns.
    pub(super) fn centre(&mut self, x: usize, y: usize, width: usize, text: &str, look: Look) {
        let left = width.saturating_sub(text.chars().count()) / 2;
        self.put(x + left, y, text, look);
    }

    /// The rows; neighbours that look the same share their escape codes.
    pub(super) fn lines(&self, depth: ColourDepth) -> Vec<String> {
        let line = |row: &[(char, Look)]| -> String {
            row.chunk_by(|a, b| a.1 == b.1)
                .map(|run| paint(&run.iter().map(|cell| cell.0).collect::<String>(), run[0].1, depth))
                .collect()
        };
        self.cells.chunks(self.width.max(1)).map(line).collect()
    }
}
