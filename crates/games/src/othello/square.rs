//! A move of Othello: a square of an N x N board, or the pass.

use std::fmt;
use std::str::FromStr;

use joute_messages::message;

use crate::error::ParseError;
use crate::game::GameMove;

/// A square by its index, row by row from the top (a1 is 0), or a pass, which comes after all squares.
///
/// ```
/// use joute_games::othello::Square;
///
/// let f5: Square<8> = "F5".parse()?;
/// assert_eq!((f5.index(), f5.to_string()), (Some(37), "f5".to_owned()));
/// assert!("f9".parse::<Square<8>>().is_err());
/// # Ok::<(), joute_games::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square<const N: usize>(u8);

impl<const N: usize> Square<N> {
    /// The pass.
    pub const PASS: Square<N> = Square((N * N) as u8);

    /// The square of an index, if the board has it.
    #[inline]
    pub const fn new(index: usize) -> Option<Square<N>> {
        if index < N * N { Some(Square(index as u8)) } else { None }
    }

    /// The square of an index known to be on the board: a bit position of a bitboard.
    #[inline]
    pub(super) const fn of_bit(index: u32) -> Square<N> {
        debug_assert!((index as usize) < N * N);
        Square(index as u8)
    }

    /// The index, unless this is the pass.
    #[inline]
    pub const fn index(self) -> Option<usize> {
        if self.is_pass() { None } else { Some(self.0 as usize) }
    }

    /// Whether this is the pass.
    #[inline]
    pub const fn is_pass(self) -> bool {
        self.0 as usize == N * N
    }
}

impl<const N: usize> GameMove for Square<N> {
    #[inline]
    fn code(self) -> u16 {
        u16::from(self.0)
    }
    #[inline]
    fn from_code(code: u16) -> Option<Square<N>> {
        (usize::from(code) <= N * N).then_some(Square(code as u8))
    }
}

impl<const N: usize> fmt::Display for Square<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.index() {
            Some(index) => write!(f, "{}{}", column_letter(index % N), index / N + 1),
            None => f.write_str("pass"),
        }
    }
}

impl<const N: usize> FromStr for Square<N> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Square<N>, ParseError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Square::PASS);
        }
        let square = match text.as_bytes() {
            [column, row @ ..] => place::<N>(*column, row),
            [] => None,
        };
        square.ok_or_else(|| not_a_move::<N>(text))
    }
}

/// The square of a column letter and the digits of a row.
pub(super) fn place<const N: usize>(column: u8, row: &[u8]) -> Option<Square<N>> {
    let column = usize::from(column.to_ascii_lowercase().checked_sub(b'a')?);
    let row = match row {
        [ones @ b'1'..=b'9'] => usize::from(ones - b'0'),
        [tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => usize::from((tens - b'0') * 10 + (ones - b'0')),
        _ => return None,
    };
    if column < N && row <= N { Square::new((row - 1) * N + column) } else { None }
}

/// What is said of a text that is no move.
pub(super) fn not_a_move<const N: usize>(text: &str) -> ParseError {
    let last = Square::<N>::of_bit((N * N - 1) as u32);
    ParseError::new("othello-move", text, message!("expected-square", last = last.to_string()))
}

/// The letter of a column, counted from 0.
pub(super) fn column_letter(column: usize) -> char {
    char::from(b'a' + column as u8)
}
