//! What a Flood position looks like.

use joute_messages::{Message, message};

use super::super::Topology;
use super::INFO;
use super::choice::Choice;
use super::colours::Colour;
use super::position::Flood;
use crate::game::Game;
use crate::side::Side;
use crate::view::{BoardView, ColourTag, Control, Fill, Part, Shape, SideView, Style};

pub(super) fn of(game: &Flood) -> BoardView {
    let over = game.is_over();
    let near = game.zones().on_border(game.turn());
    let mut view = BoardView {
        style: Style::Mosaic,
        width: 0.0,
        height: 0.0,
        lattice: None,
        column_labels: Vec::new(),
        row_labels: Vec::new(),
        parts: (0..game.topology().cells()).map(|cell| part(game, cell, &near)).collect(),
        links: Vec::new(),
        wraps: false,
        controls: controls(game),
        sides: Side::BOTH.map(|side| SideView {
            name: INFO.side_message(side),
            symbol: ["1", "2"][side].to_owned(),
            tally: game.tally(side),
            colour: Some(tag(game.colour(side))),
            forbidden: game.forbidden(side).colours().map(tag).collect(),
        }),
        turn: (!over).then(|| game.turn()),
        total: game.total(),
        unit: INFO.unit.to_owned(),
    };
    match game.topology() {
        Topology::Lattice { width, height, wraps } => {
            view.lattice = Some([*width, *height]);
            view.wraps = *wraps;
            (view.width, view.height) = (*width as f32, *height as f32);
        }
        Topology::Network(_) => spread(game, &mut view),
    }
    view
}

/// A graph from a file stands where the file places its vertices, a margin around it.
fn spread(game: &Flood, view: &mut BoardView) {
    view.style = Style::Network;
    game.topology().for_each_edge(|a, b| view.links.push([a as u32, b as u32]));
    let extent = |at: fn(&Part) -> f32| view.parts.iter().map(at).fold(0.0, f32::max) + 0.5;
    (view.width, view.height) = (extent(|part| part.x), extent(|part| part.y));
}

pub(super) fn tag(colour: Colour) -> ColourTag {
    ColourTag { index: colour.index(), letter: char::from(colour.letter()) }
}

/// The look of a cell; `near` says which regions the side to move can take at once, and only there a click means a move.
fn part(game: &Flood, cell: usize, near: &[bool]) -> Part {
    let (x, y, shape, place) = match game.topology() {
        Topology::Lattice { width, .. } => {
            let (row, column) = (cell / *width as usize, cell % *width as usize);
            (column as f32 + 0.5, row as f32 + 0.5, Shape::Square, Part::lattice_place(row, column))
        }
        Topology::Network(network) => {
            let [x, y] = network.place(cell);
            (x + 0.5, y + 0.5, Shape::Vertex, message!("place-vertex", number = cell))
        }
    };
    let mut part = Part::new(x, y, shape, place);
    part.is_start = game.starts().contains(&cell);
    let Some(colour) = game.colour_of_cell(cell) else {
        part.fill = Fill::Blocked;
        part.state = state(None, None);
        return part;
    };
    part.fill = Fill::Colour(tag(colour));
    part.owner = game.zones().owner_of_cell(cell);
    part.state = state(Some(colour), part.owner);
    let choice = Choice::Take(colour);
    let is_near = near[game.zones().regions().of_cell(cell) as usize];
    part.mv = (is_near && game.is_legal(choice)).then(|| choice.to_string());
    part
}

/// What is said of a cell beside its place: its colour and whose it is.
pub(super) fn state(colour: Option<Colour>, owner: Option<Side>) -> Message {
    let state = colour.map_or_else(|| message!("state-blocked"), Colour::label);
    match owner {
        Some(side) => {
            let owner = message!(["owner-flood-first", "owner-flood-second"][side]);
            message!("state-owned", state = state, owner = owner)
        }
        None => state,
    }
}

fn controls(game: &Flood) -> Vec<Control> {
    let side = game.turn();
    let colours = (0..game.colours()).filter_map(Colour::new).map(|colour| Control {
        mv: Choice::Take(colour).to_string(),
        label: colour.label(),
        colour: Some(tag(colour)),
        is_legal: game.is_legal(Choice::Take(colour)),
        gain: Some(game.zones().gain(side, colour.index())),
    });
    let pass = Control {
        mv: Choice::Pass.to_string(),
        label: message!("move-pass"),
        colour: None,
        is_legal: game.is_legal(Choice::Pass),
        gain: Some(0),
    };
    colours.chain([pass]).collect()
}
