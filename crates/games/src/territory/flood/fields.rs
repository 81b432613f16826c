//! What a form asks for to make a setup of Flood.

use crate::field::SetupField;

pub(super) const FIELDS: &[SetupField] = &[
    SetupField::choice(
        "graph",
        ["Graph", "Graphe"],
        &[
            ("square", ["Square", "Carré"]),
            ("donut", ["Donut: a hole in the middle", "Anneau : un trou au milieu"]),
            ("hgraph", ["H: two halves and a bridge", "H : deux moitiés et un pont"]),
            ("torus", ["Torus: the edges touch", "Tore : les bords se touchent"]),
        ],
    ),
    SetupField::number("width", ["Columns", "Colonnes"], [1, 1000], Some(12)),
    SetupField::number("height", ["Rows", "Lignes"], [1, 1000], None),
    SetupField::number("colours", ["Colours", "Couleurs"], [2, 8], Some(6)).keeping_the_board(),
    SetupField::choice(
        "colouring",
        ["Colouring", "Coloriage"],
        &[
            ("random", ["Random", "Au hasard"]),
            ("symmetric", ["Mirrored", "Symétrique"]),
            ("cyclic", ["In turn", "Tour à tour"]),
        ],
    ),
    SetupField::number("obstacles", ["Obstacles, per cent", "Obstacles, en %"], [0, 60], Some(0)),
    SetupField::number("forbidden", ["Forbidden colours for each", "Couleurs interdites à chacun"], [0, 6], Some(0)),
    SetupField::seed(),
];
