//! Layers that a page draws over a board: parts that are meant together, each layer with a mark and a name of its own.

use serde::Serialize;

/// How the parts of a layer are marked. Marks differ in shape and in where on a part they stand, so that several can be
/// seen on one part and no colour needs to be told from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// A dashed frame around the part.
    Frame,
    /// A ring around the middle.
    Ring,
    /// A dot at the lower right.
    Dot,
    /// A cross at the upper left.
    Cross,
    /// A diamond above the middle.
    Diamond,
    /// Stripes all over.
    Hatch,
    /// A triangle that points up, at the lower left.
    Up,
    /// A triangle that points down, at the upper right.
    Down,
    /// A small square in the middle, for a number.
    Square,
    /// A small disc in the middle, for a number.
    Disc,
    /// Nothing but a number.
    Note,
}

/// Parts that are meant together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Overlay {
    /// What it is called in data.
    pub kind: String,
    /// What people call it, in the language of the page.
    pub name: String,
    /// How its parts are marked.
    pub mark: Mark,
    /// Its parts.
    pub parts: Vec<u32>,
    /// A short text for each part; empty where there is none.
    pub notes: Vec<String>,
    /// Whether it is drawn before anybody asks for it.
    pub seen: bool,
}
