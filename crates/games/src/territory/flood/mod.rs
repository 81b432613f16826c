//! Flood: two territories recolour themselves to grow; when both have passed, the larger one wins.

mod choice;
mod colours;
mod draft;
mod fields;
mod graph;
mod position;
mod setup;
mod text;
mod view;

pub use choice::Choice;
pub use colours::{Colour, ColourSet};
pub use graph::Graph;
pub use position::{Flood, Undo};
pub use setup::{Colouring, Forbidden, Setup};

use crate::game::{GameInfo, SetupKey};

const INFO: GameInfo = GameInfo {
    name: "flood",
    title: "Flood",
    summary: "Recolour your territory to absorb what it then touches; when both sides have passed, the larger territory wins.",
    sides: ["Player 1", "Player 2"],
    unit: "cells",
    setup_keys: &[
        SetupKey {
            key: "graph",
            values: "square, donut, hgraph, torus, or a graph file",
            default: "square",
            meaning: "the shape of the board; donut and hgraph need a width divisible by 3",
        },
        SetupKey { key: "width", values: "1 to 1000", default: "12", meaning: "columns" },
        SetupKey { key: "height", values: "1 to 1000", default: "the width", meaning: "rows; square and torus only" },
        SetupKey {
            key: "colours",
            values: "2 to 8",
            default: "6",
            meaning: "how many of blue, red, green, yellow, orange, violet, cyan, pink",
        },
        SetupKey {
            key: "colouring",
            values: "random, cyclic, symmetric, or rows joined by /",
            default: "random",
            meaning: "how the cells are coloured, or this very board",
        },
        SetupKey {
            key: "forbidden",
            values: "0 to 6, or two sets such as RG/B",
            default: "0",
            meaning: "colours each side may never choose: so many drawn for each, or these",
        },
        SetupKey {
            key: "obstacles",
            values: "0 to 60",
            default: "0",
            meaning: "per cent of the cells that are blocked",
        },
        SetupKey { key: "seed", values: "a whole number", default: "open", meaning: "fixes what is drawn" },
    ],
    setup_fields: fields::FIELDS,
    examples: &[
        "graph=donut,width=12,colours=6,colouring=random,forbidden=2,seed=3",
        "graph=torus,width=10,colours=8,colouring=symmetric,seed=7",
    ],
    position_help: "ROWS TURN STARTS FORBIDDEN PASSED: rows of B R G Y O V C P and # joined by /, turn 1 or 2, starts 0,99, \
                    forbidden RG/B or -, then - or p after a pass (pp after two); e.g. BR/GY 1 0,3 - -. On a graph file, \
                    HASH:COLOURS stands for the rows.",
    move_help: "a colour's letter, e.g. G, or pass",
    ideas: &[
        "Where two colours gain alike, take the one that leaves more cells of other colours at your border.",
        "Remember that your colour is forbidden to an opponent who touches you: take the colour it wants.",
        "Look two of your own moves ahead: the colour that gains most in two turns is not always the one that gains most now.",
        "Cut the board in two: cells that only you can reach can wait.",
    ],
};
