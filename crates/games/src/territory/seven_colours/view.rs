//! What a Seven Colours position looks like.

use joute_messages::{Message, message};

use super::super::NO_REGION;
use super::INFO;
use super::position::SevenColours;
use super::setup::starts;
use crate::game::Game;
use crate::side::Side;
use crate::view::{BoardView, ColourTag, Control, Fill, Part, Shape, SideView, Style};

pub(super) fn of(game: &SevenColours) -> BoardView {
    let (over, size) = (game.is_over(), game.size as usize);
    let near = game.zones.on_border(game.turn());
    BoardView {
        style: Style::Mosaic,
        width: size as f32,
        height: size as f32,
        lattice: Some([game.size, game.size]),
        column_labels: Vec::new(),
        row_labels: Vec::new(),
        parts: (0..game.cells()).map(|cell| part(game, cell, over, &near)).collect(),
        links: Vec::new(),
        wraps: false,
        controls: (0..game.colours).map(|colour| control(game, colour, over)).collect(),
        sides: Side::BOTH.map(|side| SideView {
            name: INFO.side_message(side),
            symbol: ["^", "v"][side].to_owned(),
            tally: game.tally(side),
            colour: None,
            forbidden: Vec::new(),
        }),
        turn: (!over).then(|| game.turn()),
        total: game.total,
        unit: INFO.unit.to_owned(),
    }
}

pub(super) fn tag(colour: u8) -> ColourTag {
    ColourTag { index: colour, letter: char::from(b'A' + colour) }
}

/// The look of a cell; `near` says which regions the side to move can take at once, and only there a click means a move.
fn part(game: &SevenColours, cell: usize, over: bool, near: &[bool]) -> Part {
    let size = game.size as usize;
    let (row, column) = (cell / size, cell % size);
    let place = Part::lattice_place(row, column);
    let mut part = Part::new(column as f32 + 0.5, row as f32 + 0.5, Shape::Square, place);
    part.is_start = starts(game.size).contains(&cell);
    let region = game.zones.regions().of_cell(cell);
    if region == NO_REGION {
        part.fill = Fill::Blocked;
        part.state = state(None, part.fill);
        return part;
    }
    part.owner = game.zones.owner(region);
    if part.owner.is_none() {
        let colour = tag(game.zones.regions().region(region).colour);
        part.fill = Fill::Colour(colour);
        part.mv = (!over && near[region as usize]).then(|| colour.letter.to_string());
    }
    part.state = state(part.owner, part.fill);
    part
}

/// What is said of a cell beside its place: whose it is, or its colour.
pub(super) fn state(owner: Option<Side>, fill: Fill) -> Message {
    match (owner, fill) {
        (Some(side), _) => message!(["owner-seven-colours-first", "owner-seven-colours-second"][side]),
        (None, Fill::Colour(tag)) => Message::literal(tag.letter.to_string()),
        (None, _) => message!("state-obstacle"),
    }
}

fn control(game: &SevenColours, colour: u8, over: bool) -> Control {
    let tag = tag(colour);
    Control {
        mv: tag.letter.to_string(),
        label: Message::literal(tag.letter.to_string()),
        colour: Some(tag),
        is_legal: !over,
        gain: Some(game.zones.gain(game.turn(), colour)),
    }
}
