//! A Seven Colours board in the making: colours, zones and obstacles are painted.

use joute_messages::{Message, message};

use super::super::{BLOCKED, Topology};
use super::colour::Colour;
use super::position::{SevenColours, Text, ZONE_TAG};
use super::setup::{self, Board, Setup};
use super::view::{state, tag};
use crate::draft::{Brush, Draft};
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

fn brush(key: char, cell: u8, label: Message) -> Brush {
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
            brush(letter, index, message!("brush-colour", letter = letter))
        });
        let others = [
            brush('^', ZONE_TAG[0], message!("brush-first-zone")),
            brush('v', ZONE_TAG[1], message!("brush-second-zone")),
            brush('#', BLOCKED, message!("brush-obstacle")),
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
        part.state = state(part.owner, part.fill);
    }

    fn complaint(&self) -> Option<Message> {
        let starts = setup::starts(self.text.size);
        let wrong = Side::BOTH.into_iter().find(|&side| self.text.tags[starts[side]] != ZONE_TAG[side]);
        if let Some(side) = wrong {
            return Some(message!(["complaint-first-corner", "complaint-second-corner"][side]));
        }
        let side = SevenColours::of_text(&self.setup, &self.text).err()?;
        Some(message!(["complaint-first-zone", "complaint-second-zone"][side]))
    }
}
