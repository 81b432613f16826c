//! Puzzles that come with the program: which is shown, and whether a move is it.

mod collection;
mod tried;

pub(crate) use collection::{Numbered, collection};
pub(crate) use tried::{show, solution, try_move};
