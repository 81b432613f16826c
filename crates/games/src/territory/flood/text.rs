//! Flood positions as text: what a text says, before anybody asks whether it is a position.

use std::fmt::{self, Write};

use joute_messages::{Message, message};

use super::super::BLOCKED;
use super::super::rows::Rows;
use super::colours::{Colour, ColourSet};
use super::graph::Graph;
use super::setup::Setup;
use crate::error::ParseError;
use crate::side::Side;

const WHAT: &str = "flood-position";

/// The fields of a text.
pub(super) struct Text {
    /// The colour of each cell, or [`BLOCKED`].
    pub(super) cells: Vec<u8>,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) tail: Tail,
}

/// What stands behind the cells.
pub(super) struct Tail {
    pub(super) turn: Side,
    pub(super) starts: [usize; 2],
    pub(super) forbidden: [ColourSet; 2],
    pub(super) passes: u8,
}

pub(super) fn wrong(found: &str, expected: Message) -> ParseError {
    ParseError::new(WHAT, found, expected)
}

impl Text {
    pub(super) fn read(setup: &Setup, text: &str) -> Result<Text, ParseError> {
        let fields: Vec<&str> = text.split_whitespace().take(6).collect();
        let [cells, turn, starts, forbidden, passed] = fields[..] else {
            return Err(wrong(text, message!("expected-flood-position")));
        };
        let (cells, width, height) = read_cells(setup, cells)?;
        let turn = match turn {
            "1" => Side::First,
            "2" => Side::Second,
            _ => return Err(wrong(turn, message!("expected-turn-number"))),
        };
        let starts = starts.split_once(',').and_then(|(a, b)| Some([a.parse().ok()?, b.parse().ok()?]));
        let starts = starts.ok_or_else(|| wrong(fields[2], message!("expected-start-cells")))?;
        let forbidden = ColourSet::parse_pair(forbidden, setup.colours)?;
        let passes = match passed {
            "-" => 0,
            "p" => 1,
            "pp" => 2,
            _ => return Err(wrong(passed, message!("expected-passes"))),
        };
        Ok(Text { cells, width, height, tail: Tail { turn, starts, forbidden, passes } })
    }

    /// The same text again, with the cells of this graph.
    pub(super) fn write(&self, graph: &Graph) -> String {
        let mut text = String::with_capacity(2 * self.cells.len() + 20);
        if let Graph::File(network) = graph {
            text.push_str(network.hash());
            text.push(':');
        }
        for (number, row) in self.cells.chunks(self.width.max(1) as usize).enumerate() {
            if number > 0 {
                text.push('/');
            }
            text.extend(row.iter().map(|&cell| char::from(if cell == BLOCKED { b'#' } else { Colour(cell).letter() })));
        }
        let _ = write!(text, "{}", self.tail);
        text
    }
}

impl fmt::Display for Tail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.starts;
        let forbidden = ColourSet::pair_text(self.forbidden);
        let passed = ["-", "p", "pp"][usize::from(self.passes.min(2))];
        write!(f, " {} {first},{second} {forbidden} {passed}", self.turn.index() + 1)
    }
}

/// The cells of a position text with the width and height of the lattice.
fn read_cells(setup: &Setup, text: &str) -> Result<(Vec<u8>, u32, u32), ParseError> {
    let tags = |cells: &mut dyn Iterator<Item = u8>| {
        cells.map(|letter| Colour::tag(letter, setup.colours)).collect::<Result<Vec<u8>, ParseError>>()
    };
    if let Graph::File(network) = &setup.graph {
        let cells = text.strip_prefix(network.hash()).and_then(|rest| rest.strip_prefix(':'));
        let cells = cells.filter(|cells| cells.len() == network.vertices()).ok_or_else(|| {
            let (hash, count) = (network.hash().to_owned(), network.vertices());
            wrong(text, message!("expected-graph-colours", hash = hash, count = count))
        })?;
        return Ok((tags(&mut cells.bytes())?, network.vertices() as u32, 1));
    }
    let rows = Rows::parse(WHAT, text)?;
    Ok((tags(&mut rows.cells())?, rows.width, rows.height))
}
