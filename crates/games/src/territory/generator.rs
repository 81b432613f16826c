//! Boards from seeds: unbiased colours, plain or mirrored.

use crate::random::Generator;

/// One colour after another from the generator, each of the `colours` equally likely.
pub(super) fn random(cells: usize, colours: u8, generator: &mut Generator) -> Vec<u8> {
    (0..cells).map(|_| generator.below(u64::from(colours)) as u8).collect()
}

/// The same for each pair of a cell and its mirror image; a cell is drawn unless its image has a smaller number, in
/// the order of the cells.
pub(super) fn mirrored(
    cells: usize,
    colours: u8,
    generator: &mut Generator,
    image: impl Fn(usize) -> usize,
) -> Vec<u8> {
    let mut board = vec![0; cells];
    for cell in 0..cells {
        let other = image(cell);
        board[cell] = if other < cell { board[other] } else { generator.below(u64::from(colours)) as u8 };
    }
    board
}

/// The same mirrored across the main diagonal of a square board, without a division for each cell.
pub(super) fn transposed(size: usize, colours: u8, generator: &mut Generator) -> Vec<u8> {
    let mut board = vec![0; size * size];
    for row in 0..size {
        let (above, rest) = board.split_at_mut(row * size);
        let here = &mut rest[..size];
        for (column, cell) in here.iter_mut().enumerate().take(row) {
            *cell = above[column * size + row];
        }
        for cell in &mut here[row..] {
            *cell = generator.below(u64::from(colours)) as u8;
        }
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Seed;

    #[test]
    fn a_transposed_board_is_one_mirrored_across_the_diagonal() {
        for size in 1..12 {
            let image = |cell: usize| cell % size * size + cell / size;
            let slow = mirrored(size * size, 7, &mut Seed(3).generator(), image);
            assert_eq!(transposed(size, 7, &mut Seed(3).generator()), slow);
        }
    }
}
