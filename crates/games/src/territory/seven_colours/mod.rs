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
    title: "Seven Colours",
    summary: "Choose a colour each turn and take every cell of it that touches your zone; own more than half of the board.",
    sides: ["Top right", "Bottom left"],
    unit: "cells",
    setup_keys: &[
        SetupKey { key: "size", values: "2 to 1000", default: "30", meaning: "rows and columns of the board" },
        SetupKey { key: "colours", values: "1 to 26", default: "7", meaning: "how many colours, A B C ..." },
        SetupKey {
            key: "board",
            values: "symmetric, random, or rows joined by /",
            default: "symmetric",
            meaning: "mirrored across the diagonal without the starts, plain, or this very board",
        },
        SetupKey {
            key: "obstacles",
            values: "0 to 60",
            default: "0",
            meaning: "per cent of the cells that are blocked and do not count",
        },
        SetupKey {
            key: "enclosed",
            values: "yes, no",
            default: "no",
            meaning: "cells that only one side can still reach count for it when the end is judged",
        },
        SetupKey {
            key: "capture-enclosed",
            values: "yes, no",
            default: "no",
            meaning: "after each turn, cells that only one side can still reach become that side's",
        },
        SetupKey { key: "seed", values: "a whole number", default: "open", meaning: "fixes the board that is drawn" },
    ],
    setup_fields: fields::FIELDS,
    examples: &["size=30,colours=7,board=symmetric,seed=42", "size=12,obstacles=10,enclosed=yes,seed=1"],
    position_help: "rows from the top joined by /, then whose turn: free cells A to Z, zones ^ and v, obstacles #; e.g. AB^/CDE/vFG ^",
    move_help: "a colour's letter, e.g. C",
    ideas: &[
        "Where two colours gain alike, take the one that the opponent would gain from as well.",
        "Count how long your border is after a move: a long border is what you grow from.",
        "Look two of your own moves ahead: the colour that gains most in two turns is not always the one that gains most now.",
        "Go for the middle of the board first, and fill what only you can reach when nothing else is left.",
    ],
};
