//! Facts about Othello, shared by both boards.

use joute_messages::{Message, message};

use super::square::Square;
use crate::field::SetupField;
use crate::game::{GameInfo, SetupKey};

pub(super) const SETUP_KEYS: &[SetupKey] = &[SetupKey { key: "size", values: "4, 6, 8, 10", default: "8" }];

pub(super) const INFO: GameInfo = GameInfo {
    name: "othello",
    unit: "discs",
    setup_keys: SETUP_KEYS,
    setup_fields: &[SetupField::choice("size", &["8", "4", "6", "10"])],
    examples: &["", "size=6", "size=10"],
    ideas: &[
        "Give every square a value of its own (a table) instead of the three values of `square`.",
        "Count the moves that the opponent has after yours: few are good, and none at all is best.",
        "Turn over few discs at the beginning; only at the end does their number count.",
        "Look two moves ahead: after each of your moves, take the best answer of the opponent into account (minimax).",
    ],
};

/// The rule that a move breaks which is not legal; `discs` are those on the board.
pub(super) fn broken_rule<const N: usize>(mv: Square<N>, discs: u128) -> Message {
    let square = mv.to_string();
    match mv.index() {
        None => message!("broken-othello-pass"),
        Some(index) if discs >> index & 1 == 1 => message!("broken-othello-occupied", square = square),
        Some(_) => message!("broken-othello-turns-nothing", square = square),
    }
}
