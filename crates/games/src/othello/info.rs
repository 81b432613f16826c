//! Facts about Othello, shared by both boards.

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
