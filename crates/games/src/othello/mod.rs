//! Othello: bitboards for the 8 x 8 board, a generic board for sizes 4, 6 and 10.
//!
//! | file | what it holds |
//! |---|---|
//! | `square` | a move: a square or a pass |
//! | `setup` | the board size, and the choice of a type by it |
//! | `info` | facts about the game |
//! | `obf` | texts of positions and games |
//! | `board` | [`Othello`], the 8 x 8 game |
//! | `sized` | [`OthelloBoard`], the same rules on any even board |
//! | `bits` | moves and flips of one 8 x 8 position |
//! | `lanes`, `avx512`, `kernel` | the same for many positions at once, by what the processor can do |
//! | `walk` | perft of the 8 x 8 game |
//! | `playout` | random games from an 8 x 8 position |
//! | `picture` | the drawing |
//! | `draft` | a position in the making |
//! | `wthor` | the file format of the WTHOR game base |

#[cfg(target_arch = "x86_64")]
mod avx512;
pub mod bits;
mod board;
mod draft;
mod info;
mod kernel;
mod lanes;
mod obf;
mod picture;
mod playout;
mod setup;
mod sized;
mod square;
mod walk;
pub mod wthor;

pub use board::Othello;
pub use kernel::Kernel;
pub use playout::Playouts;
pub use setup::{OthelloSetup, start, start_text};
pub use sized::OthelloBoard;
pub use square::Square;
