//! The shapes whose contents the evaluation knows by heart: where they lie on the board and how they are numbered.
//!
//! A shape lies in several places, the images of one under turns and mirrors. Its contents are one number in base three, an empty
//! square a 0, a disc of the side that moved first a 1 and one of the other side a -1: changing sides changes the sign. Contents
//! that are mirror images of each other share one weight.

use std::sync::LazyLock;

use super::board::Board;

/// Room for the places of all shapes, a whole number of vectors.
pub(crate) const LANES: usize = 64;

/// Room for the contents of all shapes, a power of two so that an index can be masked.
pub(crate) const ROOM: usize = 1 << 19;

/// The shapes, one place of each, by square names.
pub const SHAPES: [&str; 13] = [
    // A corner: three by three, two by five, and a triangle.
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4",
    // An edge with the squares inside its corners, and the middle of two rows with the corners.
    "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2",
    "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2",
    // Rows.
    "a2 b2 c2 d2 e2 f2 g2 h2",
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    // Diagonals.
    "a1 b2 c3 d4 e5 f6 g7 h8",
    "a2 b3 c4 d5 e6 f7 g8",
    "a3 b4 c5 d6 e7 f8",
    "a4 b5 c6 d7 e8",
    "a5 b6 c7 d8",
];

/// Where shapes lie and how their contents are numbered.
#[derive(Debug)]
pub struct Patterns {
    /// What a disc on a square adds to the number of each place.
    pub(crate) deltas: [[i16; LANES]; 64],
    /// Where the contents of the shape of each place begin, plus the number of the empty shape.
    pub(crate) centres: [u32; LANES],
    /// How many places there are.
    pub(crate) places: usize,
    /// The weight of each content, mirror images sharing one.
    pub(crate) shared: Vec<u32>,
    /// How many weights there are.
    pub(crate) weights: usize,
}

static PATTERNS: LazyLock<Box<Patterns>> = LazyLock::new(|| Box::new(Patterns::make()));

/// The numbers of all places for one position, seen by the side that `Sided` says.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Contents(pub(crate) [i16; LANES]);

impl Contents {
    /// Of a position, the side to move being the positive one.
    pub(crate) fn of(patterns: &Patterns, board: Board) -> Contents {
        let mut contents = Contents([0; LANES]);
        for square in 0..64 {
            let sign = (board.mover >> square & 1) as i16 - (board.other >> square & 1) as i16;
            for (content, delta) in contents.0.iter_mut().zip(&patterns.deltas[square]) {
                *content += sign * delta;
            }
        }
        contents
    }

    /// After a disc on a square that turns over others, `sign` telling whose it is.
    #[inline(always)]
    pub(crate) fn after(&self, patterns: &Patterns, square: u32, mut flips: u64, sign: i16) -> Contents {
        let mut sum = [0_i16; LANES];
        // Sums on the way may wrap round; what comes out is a content again.
        while flips != 0 {
            let deltas = &patterns.deltas[flips.trailing_zeros() as usize & 63];
            flips &= flips.wrapping_sub(1);
            for (sum, delta) in sum.iter_mut().zip(deltas) {
                *sum = sum.wrapping_add(*delta);
            }
        }
        let placed = &patterns.deltas[square as usize & 63];
        let mut after = *self;
        for lane in 0..LANES {
            let change = sum[lane].wrapping_mul(2).wrapping_add(placed[lane]).wrapping_mul(sign);
            after.0[lane] = after.0[lane].wrapping_add(change);
        }
        after
    }
}

impl Patterns {
    /// The one there is.
    pub fn get() -> &'static Patterns {
        &PATTERNS
    }

    /// How many weights a phase of the game has.
    pub fn count_weights(&self) -> usize {
        self.weights
    }

    /// How many places the shapes have on the board.
    pub fn count_places(&self) -> usize {
        self.places
    }

    /// The weights of a position, one for each place.
    pub fn weights_of(&self, board: Board, found: &mut Vec<u32>) {
        let contents = Contents::of(self, board);
        let of_lane =
            |lane: usize| self.shared[self.centres[lane].wrapping_add_signed(i32::from(contents.0[lane])) as usize];
        found.clear();
        found.extend((0..self.places).map(of_lane));
    }

    fn make() -> Patterns {
        let mut patterns =
            Patterns { deltas: [[0; LANES]; 64], centres: [0; LANES], places: 0, shared: Vec::new(), weights: 0 };
        for shape in SHAPES {
            patterns.add(&squares_of(shape));
        }
        patterns
    }

    /// Adds a shape in all its places.
    fn add(&mut self, shape: &[usize]) {
        let mut found: Vec<Vec<usize>> = Vec::new();
        let mut mirror = None;
        let as_set = |squares: &[usize]| squares.iter().fold(0_u64, |set, square| set | 1 << square);
        for turn in 0..8 {
            let squares: Vec<usize> = shape.iter().map(|square| turned(*square, turn)).collect();
            if as_set(&squares) == as_set(shape) && squares != shape {
                let place = |square| shape.iter().position(|other| other == square);
                mirror = mirror.or_else(|| squares.iter().map(place).collect::<Option<Vec<usize>>>());
            }
            if !found.iter().any(|other| as_set(other) == as_set(&squares)) {
                found.push(squares);
            }
        }
        let size = 3_usize.pow(shape.len() as u32);
        let centre = self.shared.len() + size / 2;
        for squares in found {
            for (at, square) in squares.into_iter().enumerate() {
                self.deltas[square][self.places] = 3_i16.pow(at as u32);
            }
            self.centres[self.places] = centre as u32;
            self.places += 1;
        }
        self.number(size, shape.len(), mirror.as_deref());
    }

    /// Gives every content of a shape its weight.
    fn number(&mut self, size: usize, squares: usize, mirror: Option<&[usize]>) {
        let begin = self.shared.len();
        for content in 0..size {
            let image = mirror.map_or(content, |mirror| mirrored(content, squares, mirror));
            let weight = if image < content { self.shared[begin + image] } else { self.weights as u32 };
            self.weights += usize::from(image >= content);
            self.shared.push(weight);
        }
    }
}

/// The content whose square k is square `mirror[k]` of this one.
fn mirrored(content: usize, squares: usize, mirror: &[usize]) -> usize {
    let digit = |at: usize| content / 3_usize.pow(at as u32) % 3;
    (0..squares).map(|at| digit(mirror[at]) * 3_usize.pow(at as u32)).sum()
}

fn squares_of(shape: &str) -> Vec<usize> {
    let square = |name: &[u8]| usize::from(name[0] - b'a') + 8 * usize::from(name[1] - b'1');
    shape.split(' ').map(|name| square(name.as_bytes())).collect()
}

/// A square on the board turned or mirrored in one of eight ways.
fn turned(square: usize, turn: usize) -> usize {
    let (row, column) = (square / 8, square % 8);
    let (row, column) = if turn & 1 == 0 { (row, column) } else { (column, row) };
    let row = if turn & 2 == 0 { row } else { 7 - row };
    let column = if turn & 4 == 0 { column } else { 7 - column };
    row * 8 + column
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::engine::board::{mirrored as mirrored_bits, transposed};
    use joute_games::Game;
    use joute_games::othello::{Othello, OthelloSetup};
    use joute_games::random::Seed;

    #[test]
    fn there_is_room_for_all() {
        let patterns = Patterns::get();
        assert_eq!((patterns.places, patterns.shared.len() <= ROOM), (54, true));
        let highest = patterns.shared.iter().max().copied();
        assert_eq!(highest, Some(patterns.weights as u32 - 1));
    }

    #[test]
    fn the_same_position_seen_from_elsewhere_has_the_same_weights() {
        let patterns = Patterns::get();
        let mut generator = Seed(11).generator();
        for _ in 0..50 {
            let mover = generator.bits() & generator.bits();
            let board = Board { mover, other: generator.bits() & !mover };
            let sorted = |board: Board| {
                let mut found = Vec::new();
                patterns.weights_of(board, &mut found);
                found.sort_unstable();
                found
            };
            let turned = Board { mover: transposed(mover), other: transposed(board.other) };
            let flipped = Board { mover: mirrored_bits(mover), other: mirrored_bits(board.other) };
            assert_eq!(sorted(board), sorted(turned));
            assert_eq!(sorted(board), sorted(flipped));
        }
    }

    #[test]
    fn contents_kept_along_a_game_are_those_of_its_positions() {
        let patterns = Patterns::get();
        for seed in 0..20 {
            let mut generator = Seed(seed).generator();
            let mut game = Othello::start(&OthelloSetup::default()).unwrap();
            let (mut contents, mut sign) = (Contents::of(patterns, Board::from(&game)), 1);
            while let Some(mv) = game.random_move(&mut generator) {
                if let Some(square) = mv.index() {
                    contents = contents.after(patterns, square as u32, game.flips(square as u32), sign);
                }
                game.play(mv);
                sign = -sign;
                let plain = Contents::of(patterns, Board::from(&game));
                assert!(contents.0.iter().zip(&plain.0).all(|(kept, plain)| *kept == sign * plain), "{game}");
            }
        }
    }
}
