//! Boards as text for a terminal, a pipe or a screen reader, with colours or without.
//!
//! Letters and signs tell everything that colours tell, so nothing is lost without them.

mod canvas;
mod felt;
mod legend;
mod mosaic;
mod network;
mod paint;
mod scene;
mod wood;

use joute_games::Side;
use joute_games::view::{BoardView, Style};

use crate::reading;
pub use scene::{Place, Scene, compact, scene};

/// What the terminal can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TerminalOptions {
    /// How many colours; with none the text has no escape codes at all.
    pub colour: ColourDepth,
    /// How many columns; 0 for as many as the board needs.
    pub width: usize,
    /// Whether signs beyond ASCII can be shown.
    pub unicode: bool,
}

impl Default for TerminalOptions {
    fn default() -> TerminalOptions {
        TerminalOptions { colour: ColourDepth::None, width: 80, unicode: true }
    }
}

impl TerminalOptions {
    /// The columns there are to fill.
    fn columns(&self) -> usize {
        if self.width == 0 { usize::MAX } else { self.width }
    }

    /// One text or the other, as the terminal can show it.
    fn pick<'a>(&self, unicode: &'a str, ascii: &'a str) -> &'a str {
        if self.unicode { unicode } else { ascii }
    }
}

/// How many colours a terminal has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ColourDepth {
    /// None: plain text.
    #[default]
    None,
    /// The 16 of every terminal.
    Sixteen,
    /// The 256 of most terminals.
    TwoFiftySix,
    /// 24 bits.
    True,
}

/// The board alone, line by line, for those who write their own legend.
pub fn board_lines(view: &BoardView, options: &TerminalOptions) -> Vec<String> {
    match view.style {
        Style::Felt => felt::lines(view, options),
        Style::Wood => wood::lines(view, options),
        Style::Mosaic => mosaic::lines(view, options),
        Style::Network => network::lines(view, options),
    }
}

/// How a side is signed on its board: its disc, or its symbol.
pub fn side_sign(view: &BoardView, side: Side, options: &TerminalOptions) -> String {
    match view.style {
        Style::Felt => felt::disc_on_cloth(side, options),
        Style::Wood | Style::Mosaic | Style::Network => view.sides[side].symbol.clone(),
    }
}

/// Whose turn it is and what both sides have, in one sentence or two.
pub fn description(view: &BoardView) -> String {
    reading::description(view)
}

/// The board, the legend and the moves; every line ends with a line break.
pub fn board(view: &BoardView, options: &TerminalOptions) -> String {
    let mut lines = board_lines(view, options);
    lines.push(String::new());
    lines.extend(legend::lines(view, options));
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}
