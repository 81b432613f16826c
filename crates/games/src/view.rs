//! Board views: what to draw and which move each part means, so that terminal, picture and page need no
//! knowledge of any game.

use joute_messages::{Language, Message, message};
use serde::{Deserialize, Serialize};

use crate::side::Side;

/// Everything needed to draw a position and to play on the drawing.
///
/// Coordinates are in cells: the part at column 2 of row 3 has its centre at (2.5, 3.5).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BoardView {
    /// The look of the board.
    pub style: Style,
    /// Width of the board in cells.
    pub width: f32,
    /// Height of the board in cells.
    pub height: f32,
    /// Columns and rows when the parts are the cells of a lattice, row by row.
    pub lattice: Option<[u32; 2]>,
    /// What is written above the columns; empty when nothing is.
    pub column_labels: Vec<String>,
    /// What is written beside the rows; empty when nothing is.
    pub row_labels: Vec<String>,
    /// The cells, pits, stores or vertices; the same part keeps its index for the whole game.
    pub parts: Vec<Part>,
    /// Lines between parts, by index: the edges of a graph that is not a lattice.
    pub links: Vec<[u32; 2]>,
    /// Whether the left edge of the lattice touches the right one, and the top the bottom.
    pub wraps: bool,
    /// Moves that are not a place on the board (colours, pass).
    pub controls: Vec<Control>,
    /// The two sides, as a legend shows them.
    pub sides: [SideView; 2],
    /// Whose turn it is; nobody's when the game is over.
    pub turn: Option<Side>,
    /// All there is to have, for percentages.
    pub total: u32,
    /// What is counted, as data calls it: `cells`, `discs`, `seeds`.
    pub unit: String,
}

/// The look of a board as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// A green board with ruled squares.
    Felt,
    /// A wooden board with carved pits.
    Wood,
    /// Coloured cells edge to edge, territories outlined.
    Mosaic,
    /// Vertices joined by links.
    Network,
}

/// One place on the board.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Part {
    /// The centre, in cells from the left.
    pub x: f32,
    /// The centre, in cells from the top.
    pub y: f32,
    /// Its outline.
    pub shape: Shape,
    /// What its ground looks like.
    pub fill: Fill,
    /// Whose territory it belongs to, if it belongs to one.
    pub owner: Option<Side>,
    /// Whether a side starts here.
    pub is_start: bool,
    /// What lies on it.
    pub piece: Piece,
    /// What the place itself is called, which never changes during a game: `e4`.
    pub place: Message,
    /// What is said of it beside its name: `black`.
    pub state: Message,
    /// The legal move that choosing this part means.
    pub mv: Option<String>,
    /// Set by [`BoardView::mark_move`]: the last move was played here.
    pub is_last: bool,
    /// Set by [`BoardView::mark_move`]: the last move changed this part.
    pub is_changed: bool,
}

impl Part {
    /// A part in its plainest form, of which nothing is said yet.
    pub fn new(x: f32, y: f32, shape: Shape, place: Message) -> Part {
        Part {
            x,
            y,
            shape,
            fill: Fill::Plain,
            owner: None,
            is_start: false,
            piece: Piece::None,
            place,
            state: Message::literal(""),
            mv: None,
            is_last: false,
            is_changed: false,
        }
    }

    /// What the cell at a row and a column of a lattice is called, both counted from 0.
    pub fn lattice_place(row: usize, column: usize) -> Message {
        message!(LATTICE_PLACE, row = row + 1, column = column + 1)
    }

    /// Who has it: the side whose disc lies on it, or whose territory it belongs to.
    pub fn holder(&self) -> Option<Side> {
        match self.piece {
            Piece::Disc(side) => Some(side),
            Piece::None | Piece::Seeds(_) => self.owner,
        }
    }

    /// What a screen reader says, and what a tooltip shows: `e4, black`.
    pub fn label(&self, language: Language) -> String {
        let parts = [Some(self.place.text(language)), Some(self.state.text(language)), self.legal(language)];
        let said: Vec<String> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
        said.join(", ")
    }

    /// That a move can be played here, where its place alone does not say so.
    fn legal(&self, language: Language) -> Option<String> {
        let is_told = self.mv.is_some() && self.shape == Shape::Square && self.fill == Fill::Plain;
        is_told.then(|| language.text("board-legal").to_owned())
    }
}

/// The key of what a cell of a lattice is called by its row and its column.
pub const LATTICE_PLACE: &str = "place-cell";

/// The outline of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A 1 x 1 cell.
    Square,
    /// A round pit.
    Pit,
    /// A store beside the pits, as tall as the board.
    Store,
    /// A vertex of a graph.
    Vertex,
}

/// The ground of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fill {
    /// The board itself.
    Plain,
    /// One of the game's colours, with the letter that names it.
    Colour(ColourTag),
    /// A hole or an obstacle: nothing can be played here.
    Blocked,
}

/// A colour of a territory game: its number for the palette and its letter for those who cannot tell it apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ColourTag {
    /// Its number, from 0.
    pub index: u8,
    /// Its letter.
    pub letter: char,
}

/// What lies on a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Piece {
    /// Nothing.
    None,
    /// A disc of a side.
    Disc(Side),
    /// So many seeds.
    Seeds(u32),
}

/// Pieces that leave a part during a move, and the parts they go to one after another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Flow(pub usize, pub Vec<usize>);

/// A move that is not a place on the board.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Control {
    /// The move's canonical text.
    pub mv: String,
    /// What the button says.
    pub label: Message,
    /// The colour it stands for, if it stands for one.
    pub colour: Option<ColourTag>,
    /// Whether it may be played now.
    pub is_legal: bool,
    /// What it gains, where that is known at a glance.
    pub gain: Option<u32>,
}

/// A side in the legend.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SideView {
    /// What people call it: Black, South, ...
    pub name: Message,
    /// Its sign in texts: `X`, `^`, `1`, ...
    pub symbol: String,
    /// What it has.
    pub tally: u32,
    /// The colour its territory has now, where territories have one.
    pub colour: Option<ColourTag>,
    /// Colours that it may never choose.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forbidden: Vec<ColourTag>,
}

impl SideView {
    /// The letters of the colours that it may never choose; empty where there are none.
    pub fn forbidden_letters(&self) -> String {
        self.forbidden.iter().map(|tag| tag.letter).collect()
    }
}

impl BoardView {
    /// What is counted, for so many of it.
    pub fn unit_text(&self, count: u32, language: Language) -> String {
        message!(format!("unit-{}", self.unit), count = count).text(language)
    }

    /// Marks the part where `mv` was played, or what it took where a colour is played, and the parts it changed, given the
    /// view from before it.
    pub fn mark_move(&mut self, before: &BoardView, mv: &str) {
        let is_place = !matches!(self.style, Style::Mosaic | Style::Network);
        for (part, old) in self.parts.iter_mut().zip(&before.parts) {
            part.is_last = if is_place { old.mv.as_deref() == Some(mv) } else { part.owner != old.owner };
            part.is_changed = (part.fill, part.owner, part.piece) != (old.fill, old.owner, old.piece);
        }
    }
}
