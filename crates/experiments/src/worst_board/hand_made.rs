//! Boards made by hand after the report's ideas of what is bad for whom.

use super::board_space::BoardSpace;

/// Every board made by hand, with its name.
pub(super) fn boards(space: &BoardSpace) -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("edges ABCDEFG", edges(space)),
        ("as many colours as there are", space.painted(|row, column| row + column)),
        ("scattered colours", space.painted(|row, column| 2 * row + 2 * column + row * column)),
        ("spikes", spikes(space)),
    ]
}

/// Both edges of First's corner read A, B, C and so on away from it, so that greedy goes along them, and what lies beside
/// them is of many colours.
fn edges(space: &BoardSpace) -> Vec<u8> {
    let last = space.size() - 1;
    space.painted(|row, column| match (row, column) {
        (0, column) => last - column,
        (row, column) if column == last => row,
        (row, column) => row + column + 3,
    })
}

/// Long thin lines side by side: each makes the border long and gains little.
fn spikes(space: &BoardSpace) -> Vec<u8> {
    space.painted(|row, column| row.min(column))
}
