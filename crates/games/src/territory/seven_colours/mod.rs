//! Seven Colours: two zones grow from opposite corners by choosing colours; more than half of the cells wins.

mod colour;
mod draft;
mod fields;
mod position;
mod setup;
mod view;

pub use colour::Colour;
pub use position::{SevenColours, Undo};
pub use setup::{Board, Setup};

use crate::game::{GameInfo, SetupKey};

const INFO: GameInfo = GameInfo {
    name: "seven-colours",
    unit: "cells",
    setup_keys: &[
        SetupKey { key: "size", values: "2 to 1000", default: "30" },
        SetupKey { key: "colours", values: "1 to 26", default: "7" },
        SetupKey { key: "board", values: "symmetric, random, or rows joined by /", default: "symmetric" },
        SetupKey { key: "obstacles", values: "0 to 60", default: "0" },
        SetupKey { key: "enclosed", values: "yes, no", default: "no" },
        SetupKey { key: "capture-enclosed", values: "yes, no", default: "no" },
        SetupKey { key: "seed", values: "a whole number", default: "open" },
    ],
    setup_fields: fields::FIELDS,
    examples: &["size=30,colours=7,board=symmetric,seed=42", "size=12,obstacles=10,enclosed=yes,seed=1"],
    ideas: &[
        "Where two colours gain alike, take the one that the opponent would gain from as well.",
        "Count how long your border is after a move: a long border is what you grow from.",
        "Look two of your own moves ahead: the colour that gains most in two turns is not always the one that gains most now.",
        "Go for the middle of the board first, and fill what only you can reach when nothing else is left.",
    ],
};
