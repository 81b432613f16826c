//! Texts of Othello: positions in OBF, and the moves of a game one after the other.

use std::fmt;

use joute_messages::{Message, message};

use super::square::{Square, not_a_move, place};
use crate::error::ParseError;
use crate::side::Side;

/// The discs of both sides, one bit a square, and the side to move.
pub(super) struct Diagram {
    pub(super) discs: [u128; 2],
    pub(super) turn: Side,
}

impl Diagram {
    /// Reads N * N squares, a space and the side; lower case, `*` for X and `.` for an empty square are accepted.
    pub(super) fn parse<const N: usize>(text: &str) -> Result<Diagram, ParseError> {
        let wrong = |expected: Message| ParseError::new("othello-position", text, expected);
        let bytes = text.as_bytes();
        if bytes.len() != N * N + 2 || bytes[N * N] != b' ' {
            return Err(wrong(message!("expected-squares-and-side", count = N * N)));
        }
        let mut discs = [0; 2];
        for (index, sign) in bytes[..N * N].iter().enumerate() {
            match side_of(*sign) {
                Some(side) => discs[side] |= 1 << index,
                None if matches!(sign, b'-' | b'.') => {}
                None => {
                    return Err(wrong(message!(
                        "expected-disc",
                        square = Square::<N>::of_bit(index as u32).to_string()
                    )));
                }
            }
        }
        let turn = side_of(bytes[N * N + 1]).ok_or_else(|| wrong(message!("expected-black-or-white")))?;
        Ok(Diagram { discs, turn })
    }

    /// Writes the canonical text.
    pub(super) fn write<const N: usize>(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(N * N))
    }

    /// The canonical text of so many squares.
    pub(super) fn text(&self, squares: usize) -> String {
        let mut text = String::with_capacity(squares + 2);
        text.extend((0..squares).map(|index| self.disc(index).map_or('-', sign_of)));
        text.push(' ');
        text.push(sign_of(self.turn));
        text
    }

    /// Whose disc lies on a square.
    pub(super) fn disc(&self, index: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.discs[*side] >> index & 1 == 1)
    }
}

fn side_of(sign: u8) -> Option<Side> {
    match sign {
        b'X' | b'x' | b'*' => Some(Side::First),
        b'O' | b'o' => Some(Side::Second),
        _ => None,
    }
}

/// X for Black, O for White.
pub(super) fn sign_of(side: Side) -> char {
    ['X', 'O'][side]
}

/// The next move of a game text and what follows it.
///
/// Spaces, move numbers and their dots are skipped. All digits behind a column letter belong to its row, so a
/// number that follows a move needs a space before it: `f52.` is an error rather than a guess.
pub(super) fn read_move<const N: usize>(text: &str) -> Result<Option<(Square<N>, &str)>, ParseError> {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c.is_ascii_digit() || c == '.');
    let bytes = text.as_bytes();
    let Some(&column) = bytes.first() else {
        return Ok(None);
    };
    for word in ["pass", "pa", "ps", "--"] {
        if let Some(head) = text.get(..word.len())
            && head.eq_ignore_ascii_case(word)
        {
            return Ok(Some((Square::PASS, &text[word.len()..])));
        }
    }
    let digits = bytes[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    match place(column, &bytes[1..=digits]) {
        Some(square) => Ok(Some((square, &text[1 + digits..]))),
        None => Err(not_a_move::<N>(text)),
    }
}
