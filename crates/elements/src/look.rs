//! Looks: the few ways a part of a board can appear, each described once and then named by a number.

use std::collections::HashMap;

use joute_draw::palette;
use joute_games::Side;
use joute_games::view::{Fill, Part, Piece, Style};
use joute_messages::Message;
use serde::Serialize;

/// How a part appears, whatever part it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Look {
    /// The colour of its ground, where it has one of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fill: Option<String>,
    /// The colour of letters on that ground.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ink: Option<String>,
    /// The letter of its colour, for those who cannot tell colours apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letter: Option<char>,
    /// Nothing can be played here.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub blocked: bool,
    /// Whose territory it belongs to: 0 or 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<usize>,
    /// Whose disc lies on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disc: Option<usize>,
    /// How many seeds lie on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seeds: Option<u32>,
    /// What a screen reader says after the name of the place.
    pub text: Message,
}

/// The looks met so far, numbered in the order in which they were met.
#[derive(Debug, Default)]
pub struct Looks {
    numbers: HashMap<(Style, Fill, Option<Side>, Piece, Message), usize>,
    looks: Vec<Look>,
}

impl Looks {
    /// The number of a part's look.
    pub fn number(&mut self, style: Style, part: &Part) -> usize {
        let key = (style, part.fill, part.owner, part.piece, part.state.clone());
        let looks = &mut self.looks;
        *self.numbers.entry(key).or_insert_with(|| {
            looks.push(look(style, part));
            looks.len() - 1
        })
    }

    /// All of them, by number.
    pub fn all(&self) -> &[Look] {
        &self.looks
    }

    /// All of them, given away.
    pub fn into_all(self) -> Vec<Look> {
        self.looks
    }
}

fn look(style: Style, part: &Part) -> Look {
    let swatch = match part.fill {
        Fill::Colour(tag) => Some(palette::swatch_of(tag)),
        Fill::Plain | Fill::Blocked => None,
    };
    let is_coloured = matches!(style, Style::Mosaic | Style::Network);
    let ground = match (part.fill, part.owner) {
        (Fill::Blocked, _) => Some(palette::BLOCKED),
        (Fill::Plain, Some(side)) if is_coloured => Some(palette::side_look(side).ground),
        (Fill::Plain, _) => None,
        (Fill::Colour(_), _) => swatch.map(|swatch| swatch.rgb),
    };
    let (disc, seeds) = match part.piece {
        Piece::None => (None, None),
        Piece::Disc(side) => (Some(side.index()), None),
        Piece::Seeds(count) => (None, Some(count)),
    };
    Look {
        fill: ground.map(palette::Rgb::hex),
        ink: swatch.map(|swatch| swatch.rgb.ink().hex()),
        letter: swatch.map(|swatch| swatch.letter),
        blocked: part.fill == Fill::Blocked,
        owner: part.owner.map(Side::index),
        disc,
        seeds,
        text: part.state.clone(),
    }
}
