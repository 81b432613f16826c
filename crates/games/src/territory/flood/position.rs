//! Positions of Flood.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use joute_messages::{Message, message};

use super::super::rows;
use super::super::{BLOCKED, Border, Change, NO_REGION, Regions, Topology, Zones};
use super::INFO;
use super::choice::Choice;
use super::colours::{Colour, ColourSet};
use super::draft;
use super::graph::Graph;
use super::setup::{Drawn, Setup};
use super::text::{Tail, Text, wrong};
use crate::draft::Draft;
use crate::error::{ParseError, SetupError};
use crate::game::{Game, GameInfo, MoveList};
use crate::random::finish;
use crate::side::Side;
use crate::view::BoardView;

/// A position: two territories, each with a colour, on a graph.
#[derive(Clone)]
pub struct Flood {
    zones: Zones,
    board: Arc<Board>,
    colour: [Colour; 2],
    turn: Side,
    passes: u8,
}

/// What stays the same for a whole game.
pub(super) struct Board {
    pub(super) topology: Topology,
    pub(super) graph: Graph,
    pub(super) starts: [usize; 2],
    pub(super) forbidden: [ColourSet; 2],
    pub(super) colours: u8,
    pub(super) total: u32,
}

/// Takes a move back.
#[derive(Debug, Clone, Copy)]
pub struct Undo {
    change: Option<Change>,
    colour: Colour,
    passes: u8,
}

impl Flood {
    /// Contracts coloured cells; the two starts must not be in one territory.
    fn of_cells(board: Board, cells: &[u8], turn: Side, passes: u8) -> Option<Flood> {
        let regions = Regions::contract(&board.topology, cells);
        let starts = board.starts.map(|cell| regions.of_cell(cell));
        // Both sides on one cell is the board of one cell, which is nobody's; otherwise two territories are two.
        let apart = starts[0] != starts[1] || board.starts[0] == board.starts[1];
        apart.then(|| Flood {
            colour: board.starts.map(|cell| Colour(cells[cell])),
            zones: Zones::new(Arc::new(regions), starts),
            board: Arc::new(board),
            turn,
            passes,
        })
    }

    /// Which cells touch.
    pub fn topology(&self) -> &Topology {
        &self.board.topology
    }

    /// The graph it is played on.
    pub fn graph(&self) -> &Graph {
        &self.board.graph
    }

    /// The cells where the sides start.
    pub fn starts(&self) -> [usize; 2] {
        self.board.starts
    }

    /// Colours a side may never choose.
    pub fn forbidden(&self, side: Side) -> ColourSet {
        self.board.forbidden[side]
    }

    /// How many colours there are.
    pub fn colours(&self) -> u8 {
        self.board.colours
    }

    /// The colour a territory has now.
    pub fn colour(&self, side: Side) -> Colour {
        self.colour[side]
    }

    /// The kernel: who owns what, and what each colour would gain.
    pub fn zones(&self) -> &Zones {
        &self.zones
    }

    /// The kernel, for a search that takes colours and takes them back without changing turns.
    pub fn zones_mut(&mut self) -> &mut Zones {
        &mut self.zones
    }

    /// How many passes were played in a row.
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// The colour of a cell; `None` for a hole or an obstacle.
    pub fn colour_of_cell(&self, cell: usize) -> Option<Colour> {
        match self.zones.regions().of_cell(cell) {
            NO_REGION => None,
            region => Some(self.colour_of_region(region)),
        }
    }

    fn colour_of_region(&self, region: u32) -> Colour {
        match self.zones.owner(region) {
            Some(side) => self.colour[side],
            None => Colour(self.zones.regions().region(region).colour),
        }
    }

    /// Whether a side may choose a colour: not forbidden to it, a gain, and not the colour of an opponent it touches.
    #[inline]
    pub fn may_take(&self, side: Side, colour: Colour) -> bool {
        self.zones.gain(side, colour.0) > 0
            && !self.board.forbidden[side].contains(colour)
            && !(self.zones.zones_touch() && colour == self.colour[side.other()])
    }

    /// The border of a side, cell by cell.
    pub fn border(&self, side: Side) -> Border {
        Border::of(&self.zones, &self.board.topology, side, self.board.colours)
    }

    fn letter(&self, cell: usize) -> u8 {
        self.colour_of_cell(cell).map_or(b'#', Colour::letter)
    }

    #[inline]
    fn choose(&mut self, choice: Choice) -> Undo {
        let side = self.turn;
        let (colour, passes) = (self.colour[side], self.passes);
        let change = match choice {
            Choice::Pass => {
                self.passes += 1;
                None
            }
            Choice::Take(chosen) => {
                self.passes = 0;
                self.colour[side] = chosen;
                Some(self.zones.take(side, chosen.0))
            }
        };
        self.turn = side.other();
        Undo { change, colour, passes }
    }
}

impl Game for Flood {
    type Move = Choice;
    type Setup = Setup;
    type Undo = Undo;
    const INFO: GameInfo = INFO;

    fn start(setup: &Setup) -> Result<Flood, SetupError> {
        let starts = setup.starts();
        let Drawn { cells, forbidden } = setup.draw()?;
        let board = Board::new(setup, setup.width, setup.height, starts, forbidden, &cells)?;
        if starts[0] != starts[1] && cells[starts[0]] == cells[starts[1]] {
            return Err(SetupError::Impossible(message!("error-starts-same-colour")));
        }
        Flood::of_cells(board, &cells, Side::First, 0)
            .ok_or_else(|| SetupError::Impossible(message!("error-starts-one-territory")))
    }

    fn parse(setup: &Setup, text: &str) -> Result<Flood, ParseError> {
        let Text { cells, width, height, tail } = Text::read(setup, text)?;
        let board = Board::new(setup, width, height, tail.starts, tail.forbidden, &cells)?;
        Flood::of_cells(board, &cells, tail.turn, tail.passes)
            .ok_or_else(|| wrong(text, message!("expected-two-territories")))
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.passes >= 2
    }

    fn legal_moves(&self) -> MoveList<Choice> {
        let mut moves = MoveList::new();
        if !self.is_over() {
            let colours = (0..self.board.colours).map(Colour).filter(|&colour| self.may_take(self.turn, colour));
            moves.extend(colours.map(Choice::Take));
            moves.push(Choice::Pass);
        }
        moves
    }

    fn is_legal(&self, mv: Choice) -> bool {
        !self.is_over()
            && match mv {
                Choice::Pass => true,
                Choice::Take(colour) => colour.0 < self.board.colours && self.may_take(self.turn, colour),
            }
    }

    fn broken_rule(&self, mv: Choice) -> Option<Message> {
        let Choice::Take(colour) = mv else {
            return None;
        };
        let (side, letter) = (self.turn, char::from(colour.letter()).to_string());
        let forbidden = self.board.forbidden[side];
        Some(if colour.0 >= self.board.colours {
            message!("broken-flood-no-such-colour", colour = letter, colours = u32::from(self.board.colours))
        } else if forbidden.contains(colour) {
            message!("broken-flood-forbidden", colour = letter, set = forbidden.to_string())
        } else if self.zones.zones_touch() && colour == self.colour[side.other()] {
            message!("broken-flood-opponent", colour = letter)
        } else if self.zones.gain(side, colour.0) == 0 {
            message!("broken-flood-no-gain", colour = letter)
        } else {
            return None;
        })
    }

    #[inline]
    fn is_pass(&self, mv: Choice) -> bool {
        mv == Choice::Pass
    }

    #[inline]
    fn play(&mut self, mv: Choice) {
        self.choose(mv);
    }

    #[inline]
    fn make(&mut self, mv: Choice) -> Undo {
        self.choose(mv)
    }

    #[inline]
    fn unmake(&mut self, undo: Undo) {
        self.turn = self.turn.other();
        self.colour[self.turn] = undo.colour;
        self.passes = undo.passes;
        if let Some(change) = undo.change {
            self.zones.undo(change);
        }
    }

    /// A turn lost to the clock is nobody's decision to stop, so it does not count as a pass.
    fn skip_turn(&mut self) {
        self.passes = 0;
        self.turn = self.turn.other();
    }

    #[inline]
    fn tally(&self, side: Side) -> u32 {
        self.zones.tally(side)
    }

    #[inline]
    fn total(&self) -> u32 {
        self.board.total
    }

    #[inline]
    fn gain(&self, mv: Choice) -> i32 {
        match mv {
            Choice::Take(colour) => self.zones.gain(self.turn, colour.0) as i32,
            Choice::Pass => 0,
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        let zones = self.zones.key(self.colour.map(|colour| colour.0));
        finish(zones ^ (u64::from(self.passes) << 1 | self.turn.index() as u64))
    }

    /// A pass only looks back: the position after it can come again, but a taken colour is growth.
    fn is_irreversible(&self, mv: Choice) -> bool {
        mv != Choice::Pass
    }

    fn default_cap(&self) -> u32 {
        10 * self.board.total
    }

    fn read_move(text: &str) -> Result<Option<(Choice, &str)>, ParseError> {
        let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        let mut letters = text.chars();
        let Some(letter) = letters.next() else {
            return Ok(None);
        };
        if letter == '.' {
            return Ok(Some((Choice::Pass, letters.as_str())));
        }
        // "pass" begins with pink's letter, so the whole word is looked for first.
        if let Some((word, rest)) = text.split_at_checked(4)
            && word.eq_ignore_ascii_case("pass")
        {
            return Ok(Some((Choice::Pass, rest)));
        }
        match u8::try_from(letter).ok().and_then(Colour::from_letter) {
            Some(colour) => Ok(Some((Choice::Take(colour), letters.as_str()))),
            None => Err(ParseError::new("flood-moves", text, message!("expected-flood-letters"))),
        }
    }

    fn draft(setup: &Setup, text: &str) -> Result<Box<dyn Draft>, ParseError> {
        draft::read(setup, text)
    }

    fn view(&self) -> BoardView {
        super::view::of(self)
    }
}

impl Board {
    fn new(
        setup: &Setup,
        width: u32,
        height: u32,
        starts: [usize; 2],
        forbidden: [ColourSet; 2],
        cells: &[u8],
    ) -> Result<Board, ParseError> {
        let is_open = |cell: usize| cells.get(cell).is_some_and(|&colour| colour != BLOCKED);
        let one_cell = starts[0] == starts[1] && cells.iter().filter(|&&colour| colour != BLOCKED).count() > 1;
        if !starts.iter().all(|&start| is_open(start)) || one_cell {
            let expected = message!("expected-open-starts", last = cells.len().saturating_sub(1));
            return Err(ParseError::new("flood-starts", &format!("{},{}", starts[0], starts[1]), expected));
        }
        Ok(Board {
            topology: setup.graph.topology(width, height),
            graph: setup.graph.clone(),
            starts,
            forbidden,
            colours: setup.colours,
            total: cells.iter().filter(|&&colour| colour != BLOCKED).count() as u32,
        })
    }
}

impl PartialEq for Flood {
    fn eq(&self, other: &Flood) -> bool {
        let (here, there) = (&*self.board, &*other.board);
        self.key() == other.key()
            && (self.turn, self.passes, self.colour) == (other.turn, other.passes, other.colour)
            && (here.starts, here.forbidden, here.colours) == (there.starts, there.forbidden, there.colours)
            && here.topology == there.topology
            && (0..here.topology.cells()).all(|cell| self.letter(cell) == other.letter(cell))
    }
}

impl Eq for Flood {}

impl Hash for Flood {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}

impl fmt::Display for Flood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let regions = self.zones.regions();
        let letter = |region| self.colour_of_region(region).letter();
        match &self.board.topology {
            Topology::Lattice { width, .. } => rows::write(f, *width as usize, regions, letter)?,
            Topology::Network(network) => {
                write!(f, "{}:", network.hash())?;
                rows::write(f, network.vertices(), regions, letter)?;
            }
        }
        let Board { starts, forbidden, .. } = *self.board;
        write!(f, "{}", Tail { turn: self.turn, starts, forbidden, passes: self.passes })
    }
}

impl fmt::Debug for Flood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Flood({self})")
    }
}
