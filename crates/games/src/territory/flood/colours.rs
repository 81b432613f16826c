//! Flood's eight colours, in the order every Flood program numbers them, and sets of them.

use std::fmt;

use joute_messages::{Message, message};

use super::super::BLOCKED;
use crate::error::ParseError;

/// The letters of blue, red, green, yellow, orange, violet, cyan, pink.
const LETTERS: [u8; 8] = *b"BRGYOVCP";
const NAMES: [&str; 8] = ["blue", "red", "green", "yellow", "orange", "violet", "cyan", "pink"];

/// One of the eight colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(pub(super) u8);

impl Colour {
    /// The colour with this number, if there is one.
    pub fn new(index: u8) -> Option<Colour> {
        (index < 8).then_some(Colour(index))
    }

    /// Its number: blue 0 to pink 7.
    #[inline]
    pub fn index(self) -> u8 {
        self.0
    }

    /// Its letter.
    pub fn letter(self) -> u8 {
        LETTERS[usize::from(self.0)]
    }

    /// What people call it.
    pub fn label(self) -> Message {
        message!(format!("colour-{}", self.name()))
    }

    /// Its name in data.
    pub fn name(self) -> &'static str {
        NAMES[usize::from(self.0)]
    }

    /// The colour of a letter in either case.
    pub fn from_letter(letter: u8) -> Option<Colour> {
        let index = LETTERS.iter().position(|&known| known == letter.to_ascii_uppercase())?;
        Some(Colour(index as u8))
    }

    /// What a letter of a position text means on a board with so many colours.
    pub(super) fn tag(letter: u8, colours: u8) -> Result<u8, ParseError> {
        if letter == b'#' {
            return Ok(BLOCKED);
        }
        let colour = Colour::from_letter(letter).filter(|colour| letter.is_ascii_uppercase() && colour.0 < colours);
        colour.map(|colour| colour.0).ok_or_else(|| {
            let known: String = (0..colours).map(|index| char::from(Colour(index).letter())).collect();
            ParseError::new(
                "flood-cell",
                &char::from(letter).to_string(),
                message!("expected-flood-cell", known = known),
            )
        })
    }
}

/// A set of colours, one bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ColourSet(pub(super) u8);

impl ColourSet {
    /// Whether the colour is in the set.
    #[inline]
    pub fn contains(self, colour: Colour) -> bool {
        self.0 >> colour.0 & 1 == 1
    }

    /// The set with one more colour.
    #[must_use]
    pub fn with(self, colour: Colour) -> ColourSet {
        ColourSet(self.0 | 1 << colour.0)
    }

    /// Its colours in order.
    pub fn colours(self) -> impl Iterator<Item = Colour> {
        (0..8).map(Colour).filter(move |&colour| self.contains(colour))
    }

    /// Two sets as `RG/B`; `-` is the empty set, and alone means that both are.
    pub fn parse_pair(text: &str, colours: u8) -> Result<[ColourSet; 2], ParseError> {
        let wrong = || ParseError::new("forbidden-colours", text, message!("expected-forbidden-colours"));
        if text == "-" {
            return Ok([ColourSet::default(); 2]);
        }
        let (first, second) = text.split_once('/').ok_or_else(wrong)?;
        let parse = |text: &str| {
            if text == "-" {
                return Some(ColourSet::default());
            }
            let mut set = ColourSet::default();
            for letter in text.bytes() {
                let colour = Colour::from_letter(letter).filter(|colour| colour.0 < colours)?;
                set = set.with(colour);
            }
            Some(set)
        };
        Ok([parse(first).ok_or_else(wrong)?, parse(second).ok_or_else(wrong)?])
    }

    /// Two sets in the text that [`ColourSet::parse_pair`] reads.
    pub fn pair_text(sets: [ColourSet; 2]) -> String {
        match sets {
            [ColourSet(0), ColourSet(0)] => "-".to_owned(),
            [first, second] => format!("{first}/{second}"),
        }
    }
}

impl fmt::Display for ColourSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            return f.write_str("-");
        }
        self.colours().try_for_each(|colour| write!(f, "{}", char::from(colour.letter())))
    }
}
