//! What a form asks for to make a setup of Seven Colours.

use crate::field::SetupField;

pub(super) const FIELDS: &[SetupField] = &[
    SetupField::number("size", [2, 1000], Some(30)),
    SetupField::number("colours", [1, 26], Some(7)).keeping_the_board(),
    SetupField::choice("board", &["symmetric", "random"]),
    SetupField::number("obstacles", [0, 60], Some(0)),
    SetupField::switch("enclosed"),
    SetupField::switch("capture-enclosed"),
    SetupField::seed(),
];
