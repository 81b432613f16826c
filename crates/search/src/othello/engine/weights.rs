//! What the contents of shapes are worth, phase by phase, and the file that says so.
//!
//! ```text
//! file     "joute-othello-1", then everything else deflated
//! inside   phases (u16), weights of a phase (u32), constants (61), moves (phases x 2 x 32), then the weights phase by phase;
//!          of all numbers the low bytes first and then the high bytes: they deflate to less
//! ```

use std::sync::LazyLock;

use super::board::Board;
use super::patterns::{Contents, LANES, Patterns, ROOM};

/// What a disc is worth in weights.
pub const DISC: i32 = 64;

/// Discs placed in one phase.
const PHASE_LENGTH: u32 = 4;

/// Phases of a game.
pub const PHASES: usize = 15;

/// Numbers of moves that are told apart.
pub const MOBILITIES: usize = 32;

/// No opinion is as far from a draw as this.
pub(crate) const FURTHEST: i32 = 62;

/// What a file of weights begins with.
pub const MAGIC: &[u8] = b"joute-othello-1";

/// The evaluation.
pub struct Weights {
    /// For each phase the weights of all contents, in the order of [`Patterns`].
    tables: Vec<Box<[i16; ROOM]>>,
    raw: RawWeights,
}

/// The evaluation as numbers, as training makes it and as a file keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RawWeights {
    /// A constant for each number of empty squares: who makes the last move matters.
    pub constants: Vec<i16>,
    /// For each phase what so many moves of the side to move and of its opponent are worth.
    pub mobility: Vec<[[i16; MOBILITIES]; 2]>,
    /// For each phase the weights of contents.
    pub contents: Vec<Vec<i16>>,
}

/// Bytes that are no weights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WeightsError {
    /// They begin otherwise.
    Magic,
    /// They cannot be inflated.
    Damaged,
    /// They are for other shapes.
    Shape {
        /// The bytes these shapes need.
        expected: usize,
        /// The bytes there are.
        found: usize,
    },
}

impl std::fmt::Display for WeightsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            WeightsError::Magic => {
                write!(f, "not a file of Othello weights: it does not begin with \"joute-othello-1\"")
            }
            WeightsError::Damaged => write!(f, "the file of Othello weights is damaged: it cannot be inflated"),
            WeightsError::Shape { expected, found } => {
                write!(f, "the file of Othello weights is for other shapes: {found} bytes inside, expected {expected}")
            }
        }
    }
}

impl std::error::Error for WeightsError {}

/// The phase of a position.
#[inline(always)]
pub fn phase_of(empties: u32) -> usize {
    ((60_u32.saturating_sub(empties)) / PHASE_LENGTH).min(PHASES as u32 - 1) as usize
}

impl RawWeights {
    /// Nothing is worth anything.
    pub fn zero() -> RawWeights {
        RawWeights {
            constants: vec![0; 61],
            mobility: vec![[[0; MOBILITIES]; 2]; PHASES],
            contents: vec![vec![0; Patterns::get().weights]; PHASES],
        }
    }

    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = || {
            let mobility = self.mobility.iter().flatten().flatten();
            self.constants.iter().chain(mobility).chain(self.contents.iter().flatten())
        };
        let low = numbers().map(|number| number.to_le_bytes()[0]);
        let high = numbers().map(|number| number.to_le_bytes()[1]);
        let planes: Vec<u8> = low.chain(high).collect();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(miniz_oxide::deflate::compress_to_vec(&planes, 10));
        bytes
    }

    /// Reads the bytes of a file.
    pub fn parse(bytes: &[u8]) -> Result<RawWeights, WeightsError> {
        let deflated = bytes.strip_prefix(MAGIC).ok_or(WeightsError::Magic)?;
        let mut raw = RawWeights::zero();
        let numbers = raw.constants.len() + PHASES * (2 * MOBILITIES + Patterns::get().weights);
        let planes = miniz_oxide::inflate::decompress_to_vec_with_limit(deflated, 2 * numbers)
            .map_err(|_| WeightsError::Damaged)?;
        if planes.len() != 2 * numbers {
            return Err(WeightsError::Shape { expected: 2 * numbers, found: planes.len() });
        }
        let (low, high) = planes.split_at(numbers);
        let mut read = low.iter().zip(high).map(|(low, high)| i16::from_le_bytes([*low, *high]));
        let places = raw.constants.iter_mut().chain(raw.mobility.iter_mut().flatten().flatten());
        for (place, number) in places.chain(raw.contents.iter_mut().flatten()).zip(&mut read) {
            *place = number;
        }
        Ok(raw)
    }
}

/// The weights that are part of the program; `docs/othello-training.md` says how they were made.
static EMBEDDED: LazyLock<Weights> =
    LazyLock::new(|| Weights::from_bytes(include_bytes!("weights.bin")).expect("a test reads the embedded file"));

impl Weights {
    /// The weights that are part of the program, spread out at the first call.
    pub fn embedded() -> &'static Weights {
        &EMBEDDED
    }

    /// Reads the bytes of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, WeightsError> {
        RawWeights::parse(bytes).map(Weights::from_raw)
    }

    /// Spreads the weights out, one for every content.
    pub fn from_raw(raw: RawWeights) -> Weights {
        let shared = &Patterns::get().shared;
        let expand = |weights: &Vec<i16>| {
            let mut table: Box<[i16; ROOM]> = vec![0; ROOM].try_into().expect("the vector has so many numbers");
            for (place, weight) in table.iter_mut().zip(shared) {
                *place = weights[*weight as usize];
            }
            table
        };
        Weights { tables: raw.contents.iter().map(expand).collect(), raw }
    }

    /// What a position is worth to the side to move, in parts of a disc.
    #[inline(always)]
    pub(crate) fn fine(&self, patterns: &Patterns, position: &Position<'_>) -> i32 {
        let phase = phase_of(position.empties);
        let table = &self.tables[phase];
        let mut sum = i32::from(self.raw.constants[position.empties as usize]);
        let [own, their] = position.mobility;
        sum += i32::from(self.raw.mobility[phase][0][own as usize & 31]);
        sum += i32::from(self.raw.mobility[phase][1][their as usize & 31]);
        for lane in 0..PLACES {
            let content = i32::from(position.contents.0[lane]) * position.sign;
            sum += i32::from(table[patterns.centres[lane].wrapping_add_signed(content) as usize & (ROOM - 1)]);
        }
        sum
    }

    /// What a position is worth to the side to move, in discs and parts of a disc.
    pub fn evaluate(&self, board: Board) -> f64 {
        let patterns = Patterns::get();
        let contents = Contents::of(patterns, board);
        let mobility = mobility(board);
        let position = Position { contents: &contents, sign: 1, empties: board.count_empties(), mobility };
        f64::from(self.fine(patterns, &position)) / f64::from(DISC)
    }
}

impl std::fmt::Debug for Weights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Weights {{ {} phases }}", self.tables.len())
    }
}

/// How many places are looked up: [`Patterns`] has as many.
pub(crate) const PLACES: usize = 54;
const _: () = assert!(PLACES <= LANES);

/// What is looked at to value a position.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Position<'a> {
    pub(crate) contents: &'a Contents,
    /// 1 when the side to move is the positive one, else -1.
    pub(crate) sign: i32,
    pub(crate) empties: u32,
    pub(crate) mobility: [u32; 2],
}

/// How many moves the side to move and its opponent have.
pub fn mobility(board: Board) -> [u32; 2] {
    use joute_games::othello::bits::moves;
    [moves(board.mover, board.other).count_ones(), moves(board.other, board.mover).count_ones()]
}

/// An opinion in whole discs.
#[inline(always)]
pub(crate) fn in_discs(fine: i32) -> i32 {
    ((fine + DISC / 2) >> DISC.trailing_zeros()).clamp(-FURTHEST, FURTHEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_come_back_from_their_file() {
        let mut raw = RawWeights::zero();
        raw.constants[7] = -300;
        raw.mobility[3][1][4] = 12_345;
        raw.contents[14][77] = -2;
        let bytes = raw.to_bytes();
        assert_eq!(RawWeights::parse(&bytes), Ok(raw));
        assert_eq!(RawWeights::parse(b"nonsense"), Err(WeightsError::Magic));
        assert_eq!(RawWeights::parse(&bytes[..bytes.len() - 9]), Err(WeightsError::Damaged));
        let other = [MAGIC, &miniz_oxide::deflate::compress_to_vec(&[1, 2, 3], 6)].concat();
        assert!(matches!(RawWeights::parse(&other), Err(WeightsError::Shape { found: 3, .. })));
    }

    #[test]
    fn the_embedded_file_is_whole_and_small() {
        let bytes = include_bytes!("weights.bin");
        assert!(RawWeights::parse(bytes).is_ok());
        assert!(bytes.len() <= 5_000_000, "{} bytes", bytes.len());
    }

    #[test]
    fn there_are_as_many_places_as_are_looked_up() {
        assert_eq!(Patterns::get().places, PLACES);
    }

    #[test]
    fn opinions_are_rounded_and_never_certain() {
        assert_eq!([31, 32, -32, -33, 100_000, -100_000].map(in_discs), [0, 1, 0, -1, 62, -62]);
    }
}
