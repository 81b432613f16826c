//! A move of Seven Colours: one of up to 26 colours.

use std::fmt;
use std::str::FromStr;

use joute_messages::message;

use crate::error::ParseError;
use crate::game::GameMove;

/// A colour, 0 for A to 25 for Z.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(pub(super) u8);

impl Colour {
    /// The colour with this number, if there is one.
    pub fn new(index: u8) -> Option<Colour> {
        (index < 26).then_some(Colour(index))
    }

    /// Its number, from 0.
    #[inline]
    pub fn index(self) -> u8 {
        self.0
    }

    /// Its letter.
    #[inline]
    pub fn letter(self) -> u8 {
        b'A' + self.0
    }

    /// The colour of a letter in either case.
    pub fn from_letter(letter: u8) -> Option<Colour> {
        Colour::new(letter.to_ascii_uppercase().wrapping_sub(b'A'))
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(self.letter()))
    }
}

impl FromStr for Colour {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Colour, ParseError> {
        let colour = match text.as_bytes() {
            [letter] => Colour::from_letter(*letter),
            _ => None,
        };
        colour.ok_or_else(|| ParseError::new("seven-colours-move", text, message!("expected-colour-letter")))
    }
}

impl GameMove for Colour {
    fn code(self) -> u16 {
        u16::from(self.0)
    }
    fn from_code(code: u16) -> Option<Colour> {
        u8::try_from(code).ok().and_then(Colour::new)
    }
}
