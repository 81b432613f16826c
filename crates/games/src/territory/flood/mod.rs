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
    unit: "cells",
    setup_keys: &[
        SetupKey { key: "graph", values: "square, donut, hgraph, torus, or a graph file", default: "square" },
        SetupKey { key: "width", values: "1 to 1000", default: "12" },
        SetupKey { key: "height", values: "1 to 1000", default: "the width" },
        SetupKey { key: "colours", values: "2 to 8", default: "6" },
        SetupKey { key: "colouring", values: "random, cyclic, symmetric, or rows joined by /", default: "random" },
        SetupKey { key: "forbidden", values: "0 to 6, or two sets such as RG/B", default: "0" },
        SetupKey { key: "obstacles", values: "0 to 60", default: "0" },
        SetupKey { key: "seed", values: "a whole number", default: "open" },
    ],
    setup_fields: fields::FIELDS,
    examples: &[
        "graph=donut,width=12,colours=6,colouring=random,forbidden=2,seed=3",
        "graph=torus,width=10,colours=8,colouring=symmetric,seed=7",
    ],
    ideas: &[
        "Where two colours gain alike, take the one that leaves more cells of other colours at your border.",
        "Remember that your colour is forbidden to an opponent who touches you: take the colour it wants.",
        "Look two of your own moves ahead: the colour that gains most in two turns is not always the one that gains most now.",
        "Cut the board in two: cells that only you can reach can wait.",
    ],
};
