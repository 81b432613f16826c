//! A move of Flood: a colour, or pass.

use std::fmt;
use std::str::FromStr;

use joute_messages::message;

use super::colours::Colour;
use crate::error::ParseError;
use crate::game::GameMove;

/// What a side chooses on its turn; colours in order, pass last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Choice {
    /// The whole territory takes this colour.
    Take(Colour),
    /// Nothing; two in a row end the game.
    Pass,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Take(colour) => write!(f, "{}", char::from(colour.letter())),
            Choice::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Choice {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Choice, ParseError> {
        if text.eq_ignore_ascii_case("pass") || text == "." {
            return Ok(Choice::Pass);
        }
        let colour = match text.as_bytes() {
            [letter] => Colour::from_letter(*letter),
            _ => None,
        };
        colour.map(Choice::Take).ok_or_else(|| ParseError::new("flood-move", text, message!("expected-flood-choice")))
    }
}

impl GameMove for Choice {
    fn code(self) -> u16 {
        match self {
            Choice::Take(colour) => u16::from(colour.0),
            Choice::Pass => 8,
        }
    }
    fn from_code(code: u16) -> Option<Choice> {
        match code {
            0..8 => Some(Choice::Take(Colour(code as u8))),
            8 => Some(Choice::Pass),
            _ => None,
        }
    }
}
