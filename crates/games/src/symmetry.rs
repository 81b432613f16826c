//! Positions that are alike: turned, mirrored, with the sides or the colours exchanged. Seen on the picture of a board, so that
//! no game need say anything about its symmetries.

use crate::side::Side;
use crate::view::{BoardView, ColourTag, Fill, Piece};

/// A form that two positions of one game share if one is the other turned or mirrored, with the sides exchanged (whose turn it
/// is, too) or with its colours named otherwise.
pub fn canonical_form(view: &BoardView) -> Vec<u32> {
    let orders = match view.lattice {
        Some([columns, rows]) => lattice_orders(columns as usize, rows as usize),
        None => vec![by_owner(view)],
    };
    orders.iter().map(|order| form(view, order)).min().unwrap_or_default()
}

/// The parts of a lattice in the order of each of its symmetries: eight where it is a square, else four.
fn lattice_orders(columns: usize, rows: usize) -> Vec<Vec<usize>> {
    let mut orders = Vec::new();
    for (turned, mirrored) in [(false, false), (false, true), (true, false), (true, true)] {
        let row_of = |row: usize| if turned { rows - 1 - row } else { row };
        let column_of = |column: usize| if mirrored { columns - 1 - column } else { column };
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        orders.push(cells.clone().map(|(row, column)| row_of(row) * columns + column_of(column)).collect());
        if rows == columns {
            orders.push(cells.map(|(row, column)| row_of(column) * columns + column_of(row)).collect());
        }
    }
    orders
}

/// What belongs to the side to move first: a board of pits looks the same from both of its sides.
fn by_owner(view: &BoardView) -> Vec<usize> {
    let mut order: Vec<usize> = (0..view.parts.len()).collect();
    order.sort_by_key(|&index| relative(view, view.parts[index].owner));
    order
}

/// 0 for the side to move, 1 for the other, 2 for nobody.
fn relative(view: &BoardView, side: Option<Side>) -> u32 {
    match (side, view.turn) {
        (None, _) => 2,
        (Some(side), turn) => u32::from(turn.unwrap_or(Side::First) != side),
    }
}

/// Everything that a picture says, part by part in an order; colours are numbered as they come.
fn form(view: &BoardView, order: &[usize]) -> Vec<u32> {
    let mut colours = Colours::default();
    let mut form = Vec::with_capacity(3 * order.len() + 16);
    for part in order.iter().map(|&index| &view.parts[index]) {
        form.push(match part.fill {
            Fill::Plain => 0,
            Fill::Blocked => 1,
            Fill::Colour(tag) => 2 + colours.number(tag),
        });
        form.push(relative(view, part.owner));
        form.push(match part.piece {
            Piece::None => 0,
            Piece::Disc(side) => 1 + relative(view, Some(side)),
            Piece::Seeds(count) => 3 + count,
        });
    }
    let turn = view.turn.unwrap_or(Side::First);
    for side in [turn, turn.other()] {
        let seat = &view.sides[side];
        form.push(seat.colour.map_or(0, |tag| 1 + colours.number(tag)));
        let mut forbidden: Vec<u32> = seat.forbidden.iter().map(|&tag| colours.number(tag)).collect();
        forbidden.sort_unstable();
        form.push(forbidden.len() as u32);
        form.extend(forbidden);
    }
    form
}

/// Colours by the order in which they were first seen.
#[derive(Default)]
struct Colours(Vec<u8>);

impl Colours {
    fn number(&mut self, tag: ColourTag) -> u32 {
        let known = self.0.iter().position(|&index| index == tag.index);
        let number = known.unwrap_or_else(|| {
            self.0.push(tag.index);
            self.0.len() - 1
        });
        number as u32
    }
}
