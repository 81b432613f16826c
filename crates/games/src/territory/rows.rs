//! Lattices as text: rows from the top joined by `/`, one character a cell.

use super::MOST_CELLS;
use crate::error::ParseError;

/// The cells of a lattice text, not yet understood.
pub(super) struct Rows<'a> {
    pub(super) width: u32,
    pub(super) height: u32,
    rows: Vec<&'a str>,
}

impl<'a> Rows<'a> {
    /// Splits a text into rows of equal length.
    pub(super) fn parse(what: &'static str, text: &'a str) -> Result<Rows<'a>, ParseError> {
        if text.len() as u64 > 2 * MOST_CELLS {
            return Err(ParseError::new(what, text, format!("at most {MOST_CELLS} cells")));
        }
        let rows: Vec<&str> = text.split('/').collect();
        let width = rows[0].len();
        if let Some(odd) = rows.iter().find(|row| row.len() != width || row.is_empty()) {
            return Err(ParseError::new(what, odd, format!("rows joined by /, each of {width} cells like the first")));
        }
        if width as u64 * rows.len() as u64 > MOST_CELLS {
            return Err(ParseError::new(what, text, format!("at most {MOST_CELLS} cells")));
        }
        Ok(Rows { width: width as u32, height: rows.len() as u32, rows })
    }

    /// The cells' characters, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = u8> + '_ {
        self.rows.iter().flat_map(|row| row.bytes())
    }
}

/// Writes the rows of a lattice, one character a cell. Players hear positions on every turn, so it matters what it costs.
pub(super) fn write(
    f: &mut std::fmt::Formatter<'_>,
    width: usize,
    cells: usize,
    letter: impl Fn(usize) -> u8,
) -> std::fmt::Result {
    let width = width.max(1);
    let mut text = Vec::with_capacity(cells + cells / width);
    for start in (0..cells).step_by(width) {
        if start > 0 {
            text.push(b'/');
        }
        text.extend((start..cells.min(start + width)).map(&letter));
    }
    f.write_str(std::str::from_utf8(&text).map_err(|_| std::fmt::Error)?)
}
