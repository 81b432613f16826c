//! Boards made by hand after the report's ideas of what is bad for whom.

use super::ground::Ground;

/// Every board made by hand, with its name.
pub(super) fn boards(ground: &Ground) -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("edges ABCDEFG", edges(ground)),
        ("as many colours as there are", ground.painted(|row, column| row + column)),
        ("scattered colours", ground.painted(|row, column| 2 * row + 2 * column + row * column)),
        ("spikes", spikes(ground)),
    ]
}

/// Both edges of First's corner read A, B, C and so on away from it, so that greedy goes along them, and what lies beside
/// them is of many colours.
fn edges(ground: &Ground) -> Vec<u8> {
    let last = ground.size() - 1;
    ground.painted(|row, column| match (row, column) {
        (0, column) => last - column,
        (row, column) if column == last => row,
        (row, column) => row + column + 3,
    })
}

/// Long thin lines side by side: each makes the border long and gains little.
fn spikes(ground: &Ground) -> Vec<u8> {
    ground.painted(|row, column| row.min(column))
}
