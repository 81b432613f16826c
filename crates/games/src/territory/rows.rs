//! Lattices as text: rows from the top joined by `/`, one character a cell.

use joute_messages::message;

use super::{MOST_CELLS, Regions};
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
            return Err(ParseError::new(what, text, message!("expected-most-cells", most = MOST_CELLS)));
        }
        let rows: Vec<&str> = text.split('/').collect();
        let width = rows[0].len();
        if let Some(odd) = rows.iter().find(|row| row.len() != width || row.is_empty()) {
            return Err(ParseError::new(what, odd, message!("expected-equal-rows", width = width)));
        }
        if width as u64 * rows.len() as u64 > MOST_CELLS {
            return Err(ParseError::new(what, text, message!("expected-most-cells", most = MOST_CELLS)));
        }
        Ok(Rows { width: width as u32, height: rows.len() as u32, rows })
    }

    /// The cells' characters, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = u8> + '_ {
        self.rows.iter().flat_map(|row| row.bytes())
    }
}

/// Writes the rows of a lattice, one character a cell and `#` for a hole. Players hear positions on every turn, so it
/// matters what it costs: each region is looked at once, and a cell only finds its region's letter.
pub(super) fn write(
    f: &mut std::fmt::Formatter<'_>,
    width: usize,
    regions: &Regions,
    letter: impl Fn(u32) -> u8,
) -> std::fmt::Result {
    let letters: Vec<u8> = (0..regions.len() as u32).map(letter).collect();
    let cells = regions.of_cells();
    let mut text = Vec::with_capacity(2 * cells.len());
    for row in cells.chunks(width.max(1)) {
        if !text.is_empty() {
            text.push(b'/');
        }
        text.extend(row.iter().map(|&region| letters.get(region as usize).copied().unwrap_or(b'#')));
    }
    f.write_str(std::str::from_utf8(&text).map_err(|_| std::fmt::Error)?)
}
