//! Boards as self-contained SVG pictures: no scripts, no fonts of their own, nothing fetched from elsewhere.
//!
//! A picture is a card with rounded corners on nothing, so it stands on light and on dark pages alike. All its ids
//! carry a prefix, so several pictures can stand on one page.

mod caption;
pub mod chart;
mod felt;
mod frame;
mod mosaic;
mod network;
mod seeds;
mod tooltips;
mod wood;
mod writer;

use joute_games::view::{BoardView, Style};

use frame::Frame;
use writer::Writer;

/// What a picture shows besides the position.
#[derive(Debug, Clone, PartialEq)]
pub struct SvgOptions {
    /// Starts every id; pictures on one page need different ones.
    pub id_prefix: String,
    /// Whether cells show the letters of their colours.
    pub letters: Letters,
    /// Whether the two sides, their tallies and the turn stand below the board.
    pub caption: bool,
    /// Whether moves that are not places on the board (colours, pass) stand below it.
    pub controls: bool,
    /// Whether the places that can be played are marked.
    pub legal_moves: bool,
    /// Whether every part has a tooltip; its shape then carries `data-part` and, if it can be played, `data-move`.
    pub tooltips: bool,
    /// The size of a cell in pixels; without it the board comes out about 640 pixels wide.
    pub cell: Option<f32>,
    /// What is painted behind the card, as a CSS colour; nothing by default.
    pub background: Option<String>,
}

impl Default for SvgOptions {
    fn default() -> SvgOptions {
        SvgOptions {
            id_prefix: "joute".into(),
            letters: Letters::Auto,
            caption: true,
            controls: false,
            legal_moves: true,
            tooltips: false,
            cell: None,
            background: None,
        }
    }
}

/// When the cells of a mosaic show the letters of their colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Letters {
    /// When the cells are large enough.
    #[default]
    Auto,
    /// Always, however small.
    Always,
    /// Never.
    Never,
}

/// The whole picture as the text of an SVG file.
pub fn board(view: &BoardView, options: &SvgOptions) -> String {
    let frame = Frame::new(view, options);
    let mut out = Writer::new(&options.id_prefix);
    frame.open(&mut out, view, options);
    match view.style {
        Style::Felt => felt::draw(&mut out, view, options, &frame),
        Style::Wood => wood::draw(&mut out, view, options, &frame),
        Style::Mosaic => mosaic::draw(&mut out, view, options, &frame),
        Style::Network => network::draw(&mut out, view, options, &frame),
    }
    caption::draw(&mut out, view, options, &frame);
    if options.tooltips {
        tooltips::draw(&mut out, view, &frame);
    }
    out.line("</svg>");
    out.finish()
}
