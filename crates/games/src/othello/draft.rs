//! An Othello position in the making. Every diagram is a position, so a draft is never wrong.

use joute_messages::Message;

use super::obf::Diagram;
use super::setup::{self, OthelloSetup};
use crate::draft::{Brush, Draft};
use crate::error::ParseError;
use crate::side::Side;
use crate::view::{BoardView, Fill, Part, Piece, Shape};

struct OthelloDraft {
    setup: OthelloSetup,
    diagram: Diagram,
}

/// Reads a diagram of any size there is.
pub(super) fn read(setup: OthelloSetup, text: &str) -> Result<Box<dyn Draft>, ParseError> {
    let text = text.trim();
    let size = OthelloSetup::SIZES.into_iter().find(|size| size * size + 2 == text.len()).unwrap_or(setup.size());
    let setup = OthelloSetup::new(size).unwrap_or(setup);
    let diagram = match size {
        4 => Diagram::parse::<4>(text),
        6 => Diagram::parse::<6>(text),
        10 => Diagram::parse::<10>(text),
        _ => Diagram::parse::<8>(text),
    }?;
    Ok(Box::new(OthelloDraft { setup, diagram }))
}

/// The brushes: their keys are the signs of a diagram.
const BRUSHES: [(&str, Option<Side>, &str); 3] = [
    ("X", Some(Side::First), "brush-black-disc"),
    ("O", Some(Side::Second), "brush-white-disc"),
    ("-", None, "brush-empty"),
];

impl Draft for OthelloDraft {
    fn setup(&self) -> String {
        self.setup.to_string()
    }

    fn position(&self) -> String {
        self.diagram.text(self.parts())
    }

    fn turn(&self) -> Side {
        self.diagram.turn
    }

    fn set_turn(&mut self, side: Side) {
        self.diagram.turn = side;
    }

    fn brushes(&self) -> Vec<Brush> {
        let brush = |(key, disc, label): (&str, Option<Side>, &'static str)| {
            let piece = disc.map_or(Piece::None, Piece::Disc);
            Brush::plain(key, Message::new(label), Brush::sample(Shape::Square, Fill::Plain, None, piece))
        };
        BRUSHES.into_iter().map(brush).collect()
    }

    fn parts(&self) -> usize {
        self.setup.size() * self.setup.size()
    }

    fn put(&mut self, part: usize, brush: &str) {
        for side in Side::BOTH {
            self.diagram.discs[side] &= !(1 << part);
        }
        if let Some((_, Some(side), _)) = BRUSHES.iter().find(|(key, ..)| *key == brush) {
            self.diagram.discs[*side] |= 1 << part;
        }
    }

    fn clear(&mut self) {
        self.diagram.discs = [0; 2];
    }

    fn sign(&self, part: usize) -> u32 {
        self.diagram.disc(part).map_or(2, |side| side.index() as u32)
    }

    fn neighbours(&self, part: usize) -> Vec<usize> {
        crate::territory::Topology::square(self.setup.size() as u32).neighbours(part)
    }

    fn ground(&self) -> Option<BoardView> {
        Some(setup::start(self.setup).ok()?.at(&self.position()).ok()?.view())
    }

    fn dress(&self, number: usize, part: &mut Part) {
        let disc = self.diagram.disc(number);
        part.piece = disc.map_or(Piece::None, Piece::Disc);
        part.state = super::picture::state(disc);
    }

    fn complaint(&self) -> Option<Message> {
        None
    }
}
