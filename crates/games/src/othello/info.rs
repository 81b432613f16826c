//! Facts about Othello, shared by both boards.

use crate::field::SetupField;
use crate::game::{GameInfo, SetupKey};

pub(super) const SETUP_KEYS: &[SetupKey] =
    &[SetupKey { key: "size", values: "4, 6, 8, 10", default: "8", meaning: "squares on a side of the board" }];

pub(super) const INFO: GameInfo = GameInfo {
    name: "othello",
    title: "Othello",
    summary: "Bracket the opponent's discs to turn them over; more discs at the end wins.",
    sides: ["Black", "White"],
    unit: "discs",
    setup_keys: SETUP_KEYS,
    setup_fields: &[SetupField::choice(
        "size",
        ["Size", "Taille"],
        &[
            ("8", ["8 × 8", "8 × 8"]),
            ("4", ["4 × 4", "4 × 4"]),
            ("6", ["6 × 6", "6 × 6"]),
            ("10", ["10 × 10", "10 × 10"]),
        ],
    )],
    examples: &["", "size=6", "size=10"],
    position_help: "the squares row by row from the top, X for Black, O for White and - for empty; a space; the side to move, X or O",
    move_help: "column and row, such as f5; pass when there is no other move",
    ideas: &[
        "Give every square a value of its own (a table) instead of the three values of `square`.",
        "Count the moves that the opponent has after yours: few are good, and none at all is best.",
        "Turn over few discs at the beginning; only at the end does their number count.",
        "Look two moves ahead: after each of your moves, take the best answer of the opponent into account (minimax).",
    ],
};
