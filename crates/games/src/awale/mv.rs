//! A move: the pit that is sown, with its one letter and its one number.

use std::fmt;
use std::str::FromStr;

use joute_messages::message;

use super::setup::MOST_PITS;
use crate::error::ParseError;
use crate::game::GameMove;
use crate::side::Side;

/// Sowing a pit. Written `A`, `B`, ... for First and `a`, `b`, ... for Second, from left to right as each sits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u8);

/// What is added to a pit for Second: a power of two, so that taking a move apart is two bit operations.
const SECOND: u8 = 16;

impl Move {
    /// The move of a side that sows its `pit`-th pit, counted from 0; `None` if no board has such a pit.
    pub fn new(side: Side, pit: u32) -> Option<Move> {
        (pit < MOST_PITS).then(|| Move::on_board(side, pit))
    }

    /// For pits that are known to be on the board.
    #[inline(always)]
    pub(super) fn on_board(side: Side, pit: u32) -> Move {
        Move(side as u8 * SECOND + pit as u8)
    }

    /// Whose move it is.
    #[inline]
    pub fn side(self) -> Side {
        if self.0 < SECOND { Side::First } else { Side::Second }
    }

    /// The pit, counted from 0 at the left of the side whose move it is.
    #[inline]
    pub fn pit(self) -> u32 {
        u32::from(self.0 % SECOND)
    }

    pub(super) fn letter(self) -> char {
        let first = match self.side() {
            Side::First => b'A',
            Side::Second => b'a',
        };
        char::from(first + self.pit() as u8)
    }

    pub(super) fn of_letter(letter: char) -> Option<Move> {
        let (side, first) = match letter {
            'A'..='Z' => (Side::First, 'A'),
            'a'..='z' => (Side::Second, 'a'),
            _ => return None,
        };
        Move::new(side, u32::from(letter) - u32::from(first))
    }
}

impl GameMove for Move {
    fn code(self) -> u16 {
        u16::from(self.0)
    }

    fn from_code(code: u16) -> Option<Move> {
        let code = u8::try_from(code).ok().filter(|code| *code < 2 * SECOND)?;
        (u32::from(code % SECOND) < MOST_PITS).then_some(Move(code))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Move, ParseError> {
        let mut letters = text.chars();
        match (letters.next().and_then(Move::of_letter), letters.next()) {
            (Some(mv), None) => Ok(mv),
            _ => Err(ParseError::new("awale-move", text, message!("expected-pit"))),
        }
    }
}

/// What a move looks like, for errors.
/// Reads the next letter, past spaces, commas and move numbers such as `12.`.
pub(super) fn read(text: &str) -> Result<Option<(Move, &str)>, ParseError> {
    let between = |letter: char| letter.is_whitespace() || matches!(letter, ',' | '.' | '0'..='9');
    let text = text.trim_start_matches(between);
    let mut letters = text.chars();
    let Some(letter) = letters.next() else {
        return Ok(None);
    };
    match Move::of_letter(letter) {
        Some(mv) => Ok(Some((mv, letters.as_str()))),
        None => Err(ParseError::new("awale-move", text, message!("expected-pit"))),
    }
}
