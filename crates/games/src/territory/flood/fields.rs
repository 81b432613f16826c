//! What a form asks for to make a setup of Flood.

use crate::field::SetupField;

pub(super) const FIELDS: &[SetupField] = &[
    SetupField::choice("graph", &["square", "donut", "hgraph", "torus"]),
    SetupField::number("width", [1, 1000], Some(12)),
    SetupField::number("height", [1, 1000], None),
    SetupField::number("colours", [2, 8], Some(6)).keeping_the_board(),
    SetupField::choice("colouring", &["random", "symmetric", "cyclic"]),
    SetupField::number("obstacles", [0, 60], Some(0)),
    SetupField::number("forbidden", [0, 6], Some(0)),
    SetupField::seed(),
];
