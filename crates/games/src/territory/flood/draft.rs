//! A Flood board in the making: colours and obstacles are painted, and the two starts are moved.

use joute_messages::{Localize, Message, message};

use super::super::{BLOCKED, Regions, Topology};
use super::colours::Colour;
use super::graph::Graph;
use super::position::Flood;
use super::setup::{Colouring, Setup};
use super::text::Text;
use super::view::{state, tag};
use crate::draft::{Brush, Draft};
use crate::error::ParseError;
use crate::game::Game;
use crate::side::Side;
use crate::view::{BoardView, Fill, Part, Piece, Shape};

struct FloodDraft {
    setup: Setup,
    topology: Topology,
    text: Text,
}

/// Reads a board of any size; the setup follows it.
pub(super) fn read(setup: &Setup, text: &str) -> Result<Box<dyn Draft>, ParseError> {
    let text = Text::read(setup, text)?;
    let setup = setup.sized(text.width, text.height).map_err(|error| {
        let found = format!("{} rows of {}", text.height, text.width);
        ParseError::new("flood-board", &found, error.message())
    })?;
    let topology = setup.graph.topology(text.width, text.height);
    Ok(Box::new(FloodDraft { setup, topology, text }))
}

impl Setup {
    /// The same for a board of another size, which can be drawn.
    fn sized(&self, width: u32, height: u32) -> Result<Setup, crate::error::SetupError> {
        let mut setup = self.clone();
        if (setup.width, setup.height) != (width, height) {
            (setup.width, setup.height, setup.obstacles) = (width, height, 0);
            setup.graph.check(width, height)?;
            if matches!(setup.colouring, Colouring::Rows(_)) {
                setup.colouring = Colouring::Random;
            }
        }
        Ok(setup)
    }
}

/// What the key of a brush stands for.
enum Paint {
    Cell(u8),
    Start(Side),
}

fn paint_of(brush: &str) -> Option<Paint> {
    match brush {
        "#" => Some(Paint::Cell(BLOCKED)),
        "1" => Some(Paint::Start(Side::First)),
        "2" => Some(Paint::Start(Side::Second)),
        _ => brush.bytes().next().and_then(Colour::from_letter).map(|colour| Paint::Cell(colour.0)),
    }
}

impl FloodDraft {
    fn fill_of(&self, cell: u8) -> Fill {
        if cell == BLOCKED { Fill::Blocked } else { Fill::Colour(tag(Colour(cell))) }
    }

    fn shape(&self) -> Shape {
        if self.setup.graph.is_lattice() { Shape::Square } else { Shape::Vertex }
    }

    fn is_open(&self, cell: usize) -> bool {
        self.text.cells.get(cell).is_some_and(|&colour| colour != BLOCKED)
    }

    fn start_brush(&self, side: Side) -> Brush {
        let number = side.index() + 1;
        let mut sample = Brush::sample(self.shape(), Fill::Plain, Some(side), Piece::None);
        sample.is_start = true;
        Brush {
            key: number.to_string(),
            label: message!("brush-start", number = number),
            sample: Some(sample),
            can_fill: false,
        }
    }
}

impl Draft for FloodDraft {
    fn setup(&self) -> String {
        self.setup.to_string()
    }

    fn position(&self) -> String {
        self.text.write(&self.setup.graph)
    }

    fn turn(&self) -> Side {
        self.text.tail.turn
    }

    fn set_turn(&mut self, side: Side) {
        self.text.tail.turn = side;
    }

    fn brushes(&self) -> Vec<Brush> {
        let plain =
            |key: char, label, fill| Brush::plain(key, label, Brush::sample(self.shape(), fill, None, Piece::None));
        let colours = (0..self.setup.colours)
            .map(|index| plain(char::from(Colour(index).letter()), Colour(index).label(), self.fill_of(index)));
        let obstacle = plain('#', message!("brush-obstacle"), Fill::Blocked);
        colours.chain([obstacle]).chain(Side::BOTH.map(|side| self.start_brush(side))).collect()
    }

    fn parts(&self) -> usize {
        self.text.cells.len()
    }

    fn put(&mut self, part: usize, brush: &str) {
        match paint_of(brush) {
            Some(Paint::Cell(cell)) => self.text.cells[part] = cell,
            Some(Paint::Start(side)) => self.text.tail.starts[side] = part,
            None => {}
        }
    }

    /// One colour everywhere but at the second start and in the holes of the graph.
    fn clear(&mut self) {
        let Graph::File(_) = &self.setup.graph else {
            let (graph, width) = (&self.setup.graph, self.text.width);
            for (cell, colour) in self.text.cells.iter_mut().enumerate() {
                *colour = if graph.is_hole(width, cell) { BLOCKED } else { 0 };
            }
            self.text.tail.starts = graph.starts(width, self.text.height);
            self.text.cells[self.text.tail.starts[1]] = 1;
            return;
        };
        self.text.cells.fill(0);
        if let Some(start) = self.text.cells.get_mut(self.text.tail.starts[1]) {
            *start = 1;
        }
    }

    fn sign(&self, part: usize) -> u32 {
        u32::from(self.text.cells[part])
    }

    fn neighbours(&self, part: usize) -> Vec<usize> {
        self.topology.neighbours(part)
    }

    fn ground(&self) -> Option<BoardView> {
        let plain = Setup { colouring: Colouring::Cyclic, obstacles: 0, ..self.setup.clone() };
        Flood::start(&plain).ok().map(|start| start.view())
    }

    fn dress(&self, number: usize, part: &mut Part) {
        let cell = self.text.cells[number];
        part.fill = self.fill_of(cell);
        part.owner = Side::BOTH.into_iter().find(|&side| self.text.tail.starts[side] == number);
        part.is_start = part.owner.is_some();
        part.state = state((cell != BLOCKED).then_some(Colour(cell)), part.owner);
    }

    fn complaint(&self) -> Option<Message> {
        let starts = self.text.tail.starts;
        if let Some(number) = [1, 2].into_iter().find(|number| !self.is_open(starts[number - 1])) {
            return Some(message!("complaint-blocked-start", number = number));
        }
        let open = self.text.cells.iter().filter(|&&cell| cell != BLOCKED).count();
        if starts[0] == starts[1] && open > 1 {
            return Some(message!("complaint-one-start"));
        }
        let regions = Regions::contract(&self.topology, &self.text.cells);
        let is_one = starts[0] != starts[1] && regions.of_cell(starts[0]) == regions.of_cell(starts[1]);
        is_one.then(|| message!("complaint-one-territory"))
    }
}
