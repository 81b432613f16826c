//! Draws any [`BoardView`](joute_games::view::BoardView) as an SVG picture or as text for a terminal.
//!
//! Nothing here knows a game: what is drawn comes from the view alone, so a new game needs no new drawing.
//! The same view and options always give the same text, byte for byte.
//!
//! ```
//! use joute_draw::{svg, terminal};
//! use joute_games::view::{BoardView, Part, Shape, SideView, Style};
//! use joute_messages::Message;
//!
//! let side = |name: &str| SideView { name: Message::literal(name.to_owned()), symbol: name[..1].into(), tally: 0, colour: None, forbidden: Vec::new() };
//! let view = BoardView {
//!     style: Style::Felt,
//!     width: 1.0,
//!     height: 1.0,
//!     lattice: Some([1, 1]),
//!     column_labels: vec!["a".into()],
//!     row_labels: vec!["1".into()],
//!     parts: vec![Part::new(0.5, 0.5, Shape::Square, Message::literal("a1"))],
//!     links: vec![],
//!     wraps: false,
//!     controls: vec![],
//!     sides: [side("Black"), side("White")],
//!     turn: None,
//!     total: 1,
//!     unit: "discs".into(),
//! };
//! assert!(svg::board(&view, &svg::SvgOptions::default()).starts_with("<svg"));
//! assert!(terminal::board(&view, &terminal::TerminalOptions::default()).contains("Black"));
//! ```

mod outline;
pub mod palette;
mod reading;
pub mod svg;
pub mod terminal;
