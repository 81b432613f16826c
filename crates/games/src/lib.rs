//! The rules of Joute's games behind one trait.
//!
//! This crate does no I/O, reads no clock and draws no randomness of its own: seeds, files and time are
//! arguments. A game is a module that implements [`Game`]; everything that is not search uses [`AnyGame`].

mod any;
pub mod awale;
pub mod draft;
mod error;
mod field;
mod game;
pub mod history;
pub mod othello;
pub mod perft;
pub mod random;
mod setup;
mod side;
mod symmetry;
pub mod territory;
pub mod view;

pub use any::{AnyGame, MoveCode, Status};
pub use error::{Excerpt, MoveError, ParseError, SetupError};
pub use field::{FieldKind, SetupField};
pub use game::{Game, GameInfo, GameMove, MoveList, Settlement, SetupKey};
pub use setup::{Attachments, Files, GameSetup, NoFiles, Pairs, content_hash};
pub use side::{Outcome, Side};
pub use symmetry::canonical_form;
