//! A Seven Colours board in the making: colours, zones and obstacles are painted.

use super::super::{BLOCKED, Topology};
use super::INFO;
use super::colour::Colour;
use super::position::{SevenColours, Text, ZONE_TAG};
use super::setup::{self, Board, Setup};
use super::view::tag;
use crate::draft::{Brush, Draft, Wording};
use crate::error::ParseError;
use crate::game::Game;
use crate::side::Side;
use crate::view::{BoardView, Fill, Part, Piece, Shape};

struct SevenColoursDraft {
    setup: Setup,
    text: Text,
}

/// Reads a board of any size; the setup follows it.
pub(super) fn read(setup: &Setup, text: &str) -> Result<Box<dyn Draft>, ParseError> {
    let text = Text::read(setup.colours, text)?;
    let mut setup = setup.clone();
    if setup.size != text.size {
        (setup.size, setup.obstacles) = (text.size, 0);
        if matches!(setup.board, Board::Rows(_)) {
            setup.board = Board::Random;
        }
    }
    Ok(Box::new(SevenColoursDraft { setup, text }))
}

fn tag_of(brush: &str) -> Option<u8> {
    match brush.as_bytes() {
        b"#" => Some(BLOCKED),
        b"^" => Some(ZONE_TAG[0]),
        b"v" => Some(ZONE_TAG[1]),
        [letter] => Colour::from_letter(*letter).map(Colour::index),
        _ => None,
    }
}

/// What a tag looks like: its ground and whose zone it is.
fn look(cell: u8) -> (Fill, Option<Side>) {
    match Side::BOTH.into_iter().find(|&side| ZONE_TAG[side] == cell) {
        Some(side) => (Fill::Plain, Some(side)),
        None if cell == BLOCKED => (Fill::Blocked, None),
        None => (Fill::Colour(tag(cell)), None),
    }
}

fn brush(key: char, cell: u8, label: Wording) -> Brush {
    let (fill, owner) = look(cell);
    Brush::plain(key, label, Brush::sample(Shape::Square, fill, owner, Piece::None))
}

impl Draft for SevenColoursDraft {
    fn setup(&self) -> String {
        self.setup.to_string()
    }

    fn position(&self) -> String {
        self.text.write()
    }

    fn turn(&self) -> Side {
        self.text.turn
    }

    fn set_turn(&mut self, side: Side) {
        self.text.turn = side;
    }

    fn brushes(&self) -> Vec<Brush> {
        let colours = (0..self.setup.colours).map(|index| {
            let letter = char::from(b'A' + index);
            brush(letter, index, Wording::new(format!("Colour {letter}"), format!("Couleur {letter}")))
        });
        let others = [
            brush('^', ZONE_TAG[0], Wording::new("Zone of the top right", "Zone d’en haut à droite")),
            brush('v', ZONE_TAG[1], Wording::new("Zone of the bottom left", "Zone d’en bas à gauche")),
            brush('#', BLOCKED, Wording::new("Obstacle", "Obstacle")),
        ];
        colours.chain(others).collect()
    }

    fn parts(&self) -> usize {
        self.text.tags.len()
    }

    fn put(&mut self, part: usize, brush: &str) {
        if let Some(tag) = tag_of(brush) {
            self.text.tags[part] = tag;
        }
    }

    /// One colour everywhere but in the two corners.
    fn clear(&mut self) {
        self.text.tags.fill(0);
        for (start, tag) in setup::starts(self.text.size).into_iter().zip(ZONE_TAG) {
            self.text.tags[start] = tag;
        }
    }

    fn sign(&self, part: usize) -> u32 {
        u32::from(self.text.tags[part])
    }

    fn neighbours(&self, part: usize) -> Vec<usize> {
        Topology::square(self.text.size).neighbours(part)
    }

    fn ground(&self) -> Option<BoardView> {
        let plain = Setup { board: Board::Random, obstacles: 0, ..self.setup.clone() };
        SevenColours::start(&plain).ok().map(|start| start.view())
    }

    fn dress(&self, number: usize, part: &mut Part) {
        let cell = self.text.tags[number];
        (part.fill, part.owner) = look(cell);
        part.is_start = setup::starts(self.text.size).contains(&number);
        let state = match (part.owner, part.fill) {
            (Some(side), _) => INFO.sides[side].to_lowercase(),
            (None, Fill::Colour(tag)) => tag.letter.to_string(),
            (None, _) => "obstacle".to_owned(),
        };
        part.label = format!("{}, {state}", part.place);
    }

    fn complaint(&self) -> Option<Wording> {
        let starts = setup::starts(self.text.size);
        match Side::BOTH.into_iter().find(|&side| self.text.tags[starts[side]] != ZONE_TAG[side]) {
            Some(Side::First) => Some(Wording::new(
                "The top right corner must belong to the zone of the top right.",
                "Le coin d’en haut à droite doit être dans la zone d’en haut à droite.",
            )),
            Some(Side::Second) => Some(Wording::new(
                "The bottom left corner must belong to the zone of the bottom left.",
                "Le coin d’en bas à gauche doit être dans la zone d’en bas à gauche.",
            )),
            None => match SevenColours::of_text(&self.setup, &self.text).err()? {
                Side::First => Some(Wording::new(
                    "Every cell of the zone of the top right must hang together with its corner.",
                    "Chaque case de la zone d’en haut à droite doit être reliée à son coin.",
                )),
                Side::Second => Some(Wording::new(
                    "Every cell of the zone of the bottom left must hang together with its corner.",
                    "Chaque case de la zone d’en bas à gauche doit être reliée à son coin.",
                )),
            },
        }
    }
}
