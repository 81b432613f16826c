//! Positions of Seven Colours.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use joute_messages::{Message, message};

use super::super::rows::{self, Rows};
use super::super::{BLOCKED, Border, Change, NO_REGION, Regions, Topology, Zones};
use super::INFO;
use super::colour::Colour;
use super::draft;
use super::setup::{self, Board, Setup};
use crate::draft::Draft;
use crate::error::{ParseError, SetupError};
use crate::game::{Game, GameInfo, MoveList};
use crate::random::{Generator, finish};
use crate::side::Side;
use crate::view::BoardView;

const WHAT: &str = "seven-colours-position";

/// What a zone's cells are tagged with while a board is contracted, beyond every colour.
pub(super) const ZONE_TAG: [u8; 2] = [26, 27];

/// A position: two zones on a square board.
#[derive(Clone)]
pub struct SevenColours {
    pub(super) zones: Zones,
    /// Free cells that each side alone can reach; kept only when they count.
    enclosed: [u32; 2],
    pub(super) total: u32,
    pub(super) size: u32,
    pub(super) colours: u8,
    counts_enclosed: bool,
    captures_enclosed: bool,
    turn: Side,
}

/// Takes a move back.
#[derive(Debug, Clone, Copy)]
pub struct Undo {
    change: Change,
    enclosed: [u32; 2],
}

impl SevenColours {
    /// A board of tagged cells on which each side owns the cells with its zone tag; fails with the side whose zone is
    /// not connected to its start.
    fn of_tags(setup: &Setup, size: u32, tags: &[u8], turn: Side) -> Result<SevenColours, Side> {
        let regions = Regions::contract(&Topology::square(size), tags);
        let starts = setup::starts(size).map(|cell| regions.of_cell(cell));
        for side in Side::BOTH {
            let owned = tags.iter().filter(|&&tag| tag == ZONE_TAG[side]).count();
            if owned != regions.region(starts[side]).size as usize {
                return Err(side);
            }
        }
        let mut game = SevenColours {
            zones: Zones::new(Arc::new(regions), starts),
            enclosed: [0; 2],
            total: tags.iter().filter(|&&tag| tag != BLOCKED).count() as u32,
            size,
            colours: setup.colours,
            counts_enclosed: setup.enclosed,
            captures_enclosed: setup.capture_enclosed,
            turn,
        };
        game.count_enclosed();
        Ok(game)
    }

    /// The position of a text that has both corners in their zones; fails as [`SevenColours::of_tags`] does.
    pub(super) fn of_text(setup: &Setup, text: &Text) -> Result<SevenColours, Side> {
        SevenColours::of_tags(setup, text.size, &text.tags, text.turn)
    }

    /// Rows and columns.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// How many colours there are.
    pub fn colours(&self) -> u8 {
        self.colours
    }

    /// Which cells touch.
    pub fn topology(&self) -> Topology {
        Topology::square(self.size)
    }

    /// Whether islands that only one side can reach become that side's at the end of each turn.
    pub fn captures_enclosed(&self) -> bool {
        self.captures_enclosed
    }

    /// Whether islands that only one side can reach count for that side when the game ends.
    pub fn counts_enclosed(&self) -> bool {
        self.counts_enclosed
    }

    /// Whether the game would be over with these zones on its board.
    pub fn would_be_over(&self, zones: &Zones) -> bool {
        let enclosed = if self.counts_enclosed { zones.enclosed() } else { [0; 2] };
        self.ends(zones, enclosed)
    }

    /// The kernel: who owns what, and what each colour would gain.
    pub fn zones(&self) -> &Zones {
        &self.zones
    }

    /// The kernel, for a search that takes colours and takes them back without changing turns.
    pub fn zones_mut(&mut self) -> &mut Zones {
        &mut self.zones
    }

    /// The border of a side, cell by cell.
    pub fn border(&self, side: Side) -> Border {
        Border::of(&self.zones, &Topology::square(self.size), side, self.colours)
    }

    /// What a cell shows: a colour's letter, `^`, `v` or `#`.
    pub(super) fn letter(&self, cell: usize) -> u8 {
        match self.zones.regions().of_cell(cell) {
            NO_REGION => b'#',
            region => self.region_letter(region),
        }
    }

    fn region_letter(&self, region: u32) -> u8 {
        match self.zones.owner(region) {
            Some(Side::First) => b'^',
            Some(Side::Second) => b'v',
            None => b'A' + self.zones.regions().region(region).colour,
        }
    }

    pub(super) fn cells(&self) -> usize {
        self.size as usize * self.size as usize
    }

    #[inline]
    fn ends(&self, zones: &Zones, enclosed: [u32; 2]) -> bool {
        let passes_half = |side| 2 * (zones.tally(side) + enclosed[side]) > self.total;
        passes_half(Side::First)
            || passes_half(Side::Second)
            || zones.total_gain(Side::First) + zones.total_gain(Side::Second) == 0
    }

    fn count_enclosed(&mut self) {
        if self.counts_enclosed {
            self.enclosed = self.zones.enclosed();
        }
    }

    #[inline]
    fn end_turn(&mut self) {
        if self.captures_enclosed {
            self.zones.capture_enclosed();
        }
        self.count_enclosed();
        self.turn = self.turn.other();
    }
}

impl Game for SevenColours {
    type Move = Colour;
    type Setup = Setup;
    type Undo = Undo;
    const INFO: GameInfo = INFO;

    fn start(setup: &Setup) -> Result<SevenColours, SetupError> {
        if let Board::Rows(rows) = &setup.board {
            return Ok(SevenColours::parse(setup, &format!("{rows} ^"))?);
        }
        let mut tags = setup.draw()?;
        for (cell, tag) in setup::starts(setup.size).into_iter().zip(ZONE_TAG) {
            tags[cell] = tag;
        }
        SevenColours::of_tags(setup, setup.size, &tags, Side::First)
            .map_err(|_| SetupError::Impossible(message!("error-corner-not-held")))
    }

    fn parse(setup: &Setup, text: &str) -> Result<SevenColours, ParseError> {
        let read = Text::read(setup.colours, text)?;
        for (side, start) in Side::BOTH.into_iter().zip(setup::starts(read.size)) {
            if read.tags[start] != ZONE_TAG[side] {
                return Err(wrong(text, message!(["expected-first-corner", "expected-second-corner"][side])));
            }
        }
        SevenColours::of_text(setup, &read)
            .map_err(|side| wrong(text, message!(["expected-first-connected", "expected-second-connected"][side])))
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.ends(&self.zones, self.enclosed)
    }

    fn legal_moves(&self) -> MoveList<Colour> {
        if self.is_over() {
            return MoveList::new();
        }
        (0..self.colours).map(Colour).collect()
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.is_over() { 0 } else { usize::from(self.colours) }
    }

    #[inline]
    fn is_legal(&self, mv: Colour) -> bool {
        mv.0 < self.colours && !self.is_over()
    }

    fn broken_rule(&self, mv: Colour) -> Option<Message> {
        let colours = u32::from(self.colours);
        Some(message!("broken-seven-colours-no-such-colour", colour = mv.to_string(), colours = colours))
    }

    #[inline]
    fn play(&mut self, mv: Colour) {
        self.zones.take(self.turn, mv.0);
        self.end_turn();
    }

    #[inline]
    fn make(&mut self, mv: Colour) -> Undo {
        let enclosed = self.enclosed;
        let change = self.zones.take(self.turn, mv.0);
        self.end_turn();
        Undo { change, enclosed }
    }

    #[inline]
    fn unmake(&mut self, undo: Undo) {
        self.turn = self.turn.other();
        self.enclosed = undo.enclosed;
        self.zones.undo(undo.change);
    }

    fn skip_turn(&mut self) {
        self.turn = self.turn.other();
    }

    #[inline]
    fn tally(&self, side: Side) -> u32 {
        let counts = self.counts_enclosed && self.is_over();
        self.zones.tally(side) + if counts { self.enclosed[side] } else { 0 }
    }

    #[inline]
    fn total(&self) -> u32 {
        self.total
    }

    #[inline]
    fn random_move(&self, generator: &mut Generator) -> Option<Colour> {
        (!self.is_over()).then(|| Colour(generator.below(u64::from(self.colours)) as u8))
    }

    /// The cells the colour itself takes; islands that are captured when the turn ends are not known at a glance.
    #[inline]
    fn gain(&self, mv: Colour) -> i32 {
        self.zones.gain(self.turn, mv.0) as i32
    }

    #[inline]
    fn key(&self) -> u64 {
        finish(self.zones.key([0; 2]) ^ self.turn.index() as u64)
    }

    fn is_irreversible(&self, mv: Colour) -> bool {
        self.zones.gain(self.turn, mv.0) > 0
    }

    fn default_cap(&self) -> u32 {
        10 * self.total
    }

    fn read_move(text: &str) -> Result<Option<(Colour, &str)>, ParseError> {
        let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        let mut letters = text.chars();
        let Some(letter) = letters.next() else {
            return Ok(None);
        };
        let colour = u8::try_from(letter).ok().and_then(Colour::from_letter);
        match colour {
            Some(colour) => Ok(Some((colour, letters.as_str()))),
            None => Err(ParseError::new("seven-colours-moves", text, message!("expected-colour-letters"))),
        }
    }

    fn draft(setup: &Setup, text: &str) -> Result<Box<dyn Draft>, ParseError> {
        draft::read(setup, text)
    }

    fn view(&self) -> BoardView {
        super::view::of(self)
    }
}

/// What a text says, before anybody asks whether it is a position.
pub(super) struct Text {
    /// The colour of each cell, its zone's tag or [`BLOCKED`].
    pub(super) tags: Vec<u8>,
    pub(super) size: u32,
    pub(super) turn: Side,
}

fn wrong(found: &str, expected: Message) -> ParseError {
    ParseError::new(WHAT, found, expected)
}

impl Text {
    pub(super) fn read(colours: u8, text: &str) -> Result<Text, ParseError> {
        let (rows, turn) =
            text.trim().split_once(' ').ok_or_else(|| wrong(text, message!("expected-rows-and-turn")))?;
        let turn = match turn {
            "^" => Side::First,
            "v" => Side::Second,
            _ => return Err(wrong(turn, message!("expected-turn-sign"))),
        };
        let rows = Rows::parse(WHAT, rows)?;
        if rows.width != rows.height || rows.width < 2 {
            let found = format!("{} rows of {}", rows.height, rows.width);
            return Err(wrong(&found, message!("expected-square-board")));
        }
        let tags = rows.cells().map(|letter| tag(letter, colours)).collect::<Result<Vec<u8>, _>>()?;
        Ok(Text { tags, size: rows.width, turn })
    }

    /// The same text again.
    pub(super) fn write(&self) -> String {
        let rows: Vec<String> = self
            .tags
            .chunks(self.size as usize)
            .map(|row| row.iter().map(|&tag| char::from(letter(tag))).collect())
            .collect();
        rows.join("/") + [" ^", " v"][self.turn]
    }
}

/// What a tag looks like in a text.
fn letter(tag: u8) -> u8 {
    match tag {
        BLOCKED => b'#',
        tag if tag == ZONE_TAG[0] => b'^',
        tag if tag == ZONE_TAG[1] => b'v',
        colour => b'A' + colour,
    }
}

fn tag(letter: u8, colours: u8) -> Result<u8, ParseError> {
    match letter {
        b'^' => Ok(ZONE_TAG[0]),
        b'v' => Ok(ZONE_TAG[1]),
        b'#' => Ok(BLOCKED),
        b'A'..=b'Z' if letter - b'A' < colours => Ok(letter - b'A'),
        _ => {
            let last = char::from(b'A' + colours - 1);
            let found = char::from(letter).to_string();
            Err(ParseError::new("seven-colours-cell", &found, message!("expected-cell-letter", last = last)))
        }
    }
}

impl PartialEq for SevenColours {
    fn eq(&self, other: &SevenColours) -> bool {
        let rules = |game: &SevenColours| {
            (game.turn, game.size, game.colours, game.counts_enclosed, game.captures_enclosed, game.key())
        };
        rules(self) == rules(other) && (0..self.cells()).all(|cell| self.letter(cell) == other.letter(cell))
    }
}

impl Eq for SevenColours {}

impl Hash for SevenColours {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}

impl fmt::Display for SevenColours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        rows::write(f, self.size as usize, self.zones.regions(), |region| self.region_letter(region))?;
        f.write_str([" ^", " v"][self.turn])
    }
}

impl fmt::Debug for SevenColours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SevenColours({self})")
    }
}
