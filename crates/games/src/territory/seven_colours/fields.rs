//! What a form asks for to make a setup of Seven Colours.

use crate::field::SetupField;

pub(super) const FIELDS: &[SetupField] = &[
    SetupField::number("size", ["Rows and columns", "Lignes et colonnes"], [2, 1000], Some(30)),
    SetupField::number("colours", ["Colours", "Couleurs"], [1, 26], Some(7)).keeping_the_board(),
    SetupField::choice(
        "board",
        ["Board", "Plateau"],
        &[("symmetric", ["Mirrored", "Symétrique"]), ("random", ["Not mirrored", "Non symétrique"])],
    ),
    SetupField::number("obstacles", ["Obstacles, per cent", "Obstacles, en %"], [0, 60], Some(0)),
    SetupField::switch(
        "enclosed",
        [
            "Cells that only one side can reach count for it at the end",
            "Les cases qu’un seul camp peut atteindre comptent pour lui à la fin",
        ],
    ),
    SetupField::switch(
        "capture-enclosed",
        [
            "Cells that only one side can reach are taken after each turn",
            "Les cases qu’un seul camp peut atteindre sont prises à chaque tour",
        ],
    ),
    SetupField::seed(),
];
