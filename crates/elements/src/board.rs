//! A board as `<joute-board>` takes it: the layout, which never changes during a game, and what lies on it now.

use std::collections::BTreeMap;

use joute_draw::palette;
use joute_games::Side;
use joute_games::view::{BoardView, ColourTag, Flow, LATTICE_PLACE, Part, Shape, Style};
use joute_messages::Message;
use serde::Serialize;

use crate::look::{Look, Looks};
use crate::take::Take;

/// What stays the same for a whole game.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BoardLayout {
    /// The look of the board as a whole.
    pub style: Style,
    /// Width in cells.
    pub width: f32,
    /// Height in cells.
    pub height: f32,
    /// Columns and rows of a lattice; its parts are squares row by row and need no list.
    pub lattice: Option<[u32; 2]>,
    /// Labels above the columns.
    pub columns: Vec<String>,
    /// Labels beside the rows.
    pub rows: Vec<String>,
    /// Centre and shape of each part, where they are not the squares of a lattice.
    pub parts: Vec<(f32, f32, Shape)>,
    /// What each part is called; empty where they are the cells of a lattice, called by row and column.
    pub places: Vec<Message>,
    /// The parts where a side starts.
    pub starts: Vec<usize>,
    /// Lines between parts.
    pub links: Vec<[u32; 2]>,
    /// Whether the edges of the lattice touch those across.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub wraps: bool,
    /// What people call the two sides.
    pub sides: [Message; 2],
    /// Their signs.
    pub symbols: [String; 2],
    /// Colours that the sides may never choose, each with the ink on it and its letter; empty where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forbidden: Vec<Vec<(String, String, char)>>,
    /// All there is to have.
    pub total: u32,
    /// What is counted: `cells`, `discs`, `seeds`.
    pub unit: String,
}

impl BoardLayout {
    /// The layout of a view.
    pub fn of(view: &BoardView) -> BoardLayout {
        let is_lattice = view.lattice.is_some_and(|[columns, rows]| (columns * rows) as usize == view.parts.len());
        let place = |part: &Part| (part.x, part.y, part.shape);
        BoardLayout {
            style: view.style,
            width: view.width,
            height: view.height,
            lattice: view.lattice.filter(|_| is_lattice),
            columns: view.column_labels.clone(),
            rows: view.row_labels.clone(),
            parts: if is_lattice { Vec::new() } else { view.parts.iter().map(place).collect() },
            places: places(view),
            starts: (0..view.parts.len()).filter(|&number| view.parts[number].is_start).collect(),
            links: view.links.clone(),
            wraps: view.wraps,
            sides: view.sides.each_ref().map(|side| side.name.clone()),
            symbols: view.sides.each_ref().map(|side| side.symbol.clone()),
            forbidden: forbidden(view),
            total: view.total,
            unit: view.unit.clone(),
        }
    }
}

/// A colour, the ink on it and its letter.
fn swatch(tag: ColourTag) -> (String, String, char) {
    let swatch = palette::swatch_of(tag);
    (swatch.rgb.hex(), swatch.rgb.ink().hex(), swatch.letter)
}

/// The forbidden colours of both sides, where one of them has any.
fn forbidden(view: &BoardView) -> Vec<Vec<(String, String, char)>> {
    if view.sides.iter().all(|side| side.forbidden.is_empty()) {
        return Vec::new();
    }
    view.sides.iter().map(|side| side.forbidden.iter().copied().map(swatch).collect()).collect()
}

/// What the parts are called, where that has to be said.
fn places(view: &BoardView) -> Vec<Message> {
    if view.parts.iter().all(|part| part.place.key() == Some(LATTICE_PLACE)) {
        return Vec::new();
    }
    view.parts.iter().map(|part| part.place.clone()).collect()
}

/// A move that is not a place on the board.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MoveButton {
    /// The canonical text of the move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What the button says.
    pub label: Message,
    /// The colour it stands for, the ink on it and its letter.
    pub colour: Option<(String, String, char)>,
    /// Whether it may be played now.
    pub legal: bool,
    /// What it gains, where that is known.
    pub gain: Option<u32>,
}

/// A position to show and to play on.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Board {
    /// What it is played on.
    pub layout: BoardLayout,
    /// The looks that occur.
    pub looks: Vec<Look>,
    /// The look of each part, by number.
    pub cells: Vec<usize>,
    /// The move that choosing each part means.
    pub moves: Vec<Option<String>>,
    /// Moves that are no place.
    pub buttons: Vec<MoveButton>,
    /// The parts where the last move was played, or that it took where it is no place.
    pub last: Vec<usize>,
    /// The pieces that travelled in the last move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flows: Vec<Flow>,
    /// What each legal move takes, for whoever is about to choose one; nothing where `moves` says it already.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub takes: BTreeMap<String, Take>,
    /// Cells, discs or seeds of both sides.
    pub tally: [u32; 2],
    /// Whose turn it is: 0, 1, or nobody's.
    pub turn: Option<usize>,
}

impl Board {
    /// The board of a view; marks of the last move are taken over.
    pub fn of(view: &BoardView) -> Board {
        let mut looks = Looks::default();
        Board {
            layout: BoardLayout::of(view),
            cells: view.parts.iter().map(|part| looks.number(view.style, part)).collect(),
            looks: looks.into_all(),
            moves: view.parts.iter().map(|part| part.mv.clone()).collect(),
            buttons: buttons(view),
            flows: Vec::new(),
            takes: BTreeMap::new(),
            last: (0..view.parts.len()).filter(|&number| view.parts[number].is_last).collect(),
            tally: view.sides.each_ref().map(|side| side.tally),
            turn: view.turn.map(Side::index),
        }
    }
}

fn buttons(view: &BoardView) -> Vec<MoveButton> {
    let button = |control: &joute_games::view::Control| MoveButton {
        mv: control.mv.clone(),
        label: control.label.clone(),
        colour: control.colour.map(swatch),
        legal: control.is_legal,
        gain: control.gain,
    };
    view.controls.iter().map(button).collect()
}
