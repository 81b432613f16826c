//! Boards from seeds: unbiased colours, plain or mirrored.

use crate::random::Generator;

/// One colour after another from the generator, each of the `colours` equally likely.
pub(super) fn random(cells: usize, colours: u8, generator: &mut Generator) -> Vec<u8> {
    (0..cells).map(|_| generator.below(u64::from(colours)) as u8).collect()
}

/// The same for each pair of a cell and its mirror image; a cell is drawn when its image has a smaller number
/// or is itself, in the order of the cells.
pub(super) fn mirrored(
    cells: usize,
    colours: u8,
    generator: &mut Generator,
    image: impl Fn(usize) -> usize,
) -> Vec<u8> {
    let mut board = vec![0; cells];
    for cell in 0..cells {
        let other = image(cell);
        board[cell] = if other < cell {
            board[other]
        } else {
            generator.below(u64::from(colours)) as u8
        };
    }
    board
}
