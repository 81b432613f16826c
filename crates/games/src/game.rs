//! The one trait every game implements, and the facts about a game that help, pages and menus show.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use crate::draft::Draft;
use crate::error::{ParseError, SetupError};
use crate::field::SetupField;
use crate::perft::{self, Counts};
use crate::random::Generator;
use crate::setup::GameSetup;
use crate::side::{Outcome, Side};
use crate::view::{BoardView, Flow};
use arrayvec::ArrayVec;
use joute_messages::{Language, Message, message};

/// The moves of one position, without allocation; 96 is every empty square of a 10 x 10 Othello board.
pub type MoveList<M> = ArrayVec<M, 96>;

/// The rules of a game. A value is a position; a text, a setup and a move each have one canonical form.
///
/// Positions carry what the next move needs and no more. What needs history (repetition, a cap on plies) is
/// judged by whoever keeps the history, with [`Game::is_irreversible`], [`Game::ends_on_repetition`] and
/// [`Game::settle`].
///
/// `Display` writes the canonical text of the position and `parse` reads it back exactly.
pub trait Game: Clone + Debug + Display + Eq + Hash + Send + Sync + 'static {
    /// A move; it may be one that is not legal here, or not on this board.
    type Move: GameMove;
    /// Board size, rule set, board generator and seed.
    type Setup: GameSetup;
    /// What [`Game::make`] hands out so that [`Game::unmake`] can restore the position.
    type Undo: Copy + Debug + Send;

    /// Facts about the game.
    const INFO: GameInfo;

    /// The start position of a setup. An open setup (no seed given) starts as if its seed were 0.
    fn start(setup: &Self::Setup) -> Result<Self, SetupError>;

    /// Reads the canonical text of a position; rules and number of colours come from the setup.
    fn parse(setup: &Self::Setup, text: &str) -> Result<Self, ParseError>;

    /// The side to move. In a finished position it is the side that would have been next.
    fn turn(&self) -> Side;

    /// Whether the game is over by its own rules.
    fn is_over(&self) -> bool;

    /// The legal moves in their natural order; empty exactly when the game is over.
    fn legal_moves(&self) -> MoveList<Self::Move>;

    /// How many legal moves there are, where that is cheaper than listing them.
    #[inline]
    fn count_moves(&self) -> usize {
        self.legal_moves().len()
    }

    /// Whether `mv` is legal here.
    fn is_legal(&self, mv: Self::Move) -> bool;

    /// The rule that an illegal move breaks here, where one sentence says it.
    fn broken_rule(&self, _mv: Self::Move) -> Option<Message> {
        None
    }

    /// The move that is played without asking anybody: Othello's pass.
    #[inline]
    fn forced(&self) -> Option<Self::Move> {
        None
    }

    /// Whether the move is one that does nothing but hand over the turn.
    #[inline]
    fn is_pass(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Plays a legal move. An illegal one gives an unspecified position, but never undefined behaviour.
    fn play(&mut self, mv: Self::Move);

    /// Plays a legal move and says whether it was irreversible.
    #[inline]
    fn play_noting(&mut self, mv: Self::Move) -> bool {
        let before = self.tallies();
        self.play(mv);
        self.tallies() != before
    }

    /// One of the legal moves, each equally likely: the one that picking from [`Game::legal_moves`] draws, where that
    /// can be had without listing them. `None` when the game is over.
    #[inline]
    fn random_move(&self, generator: &mut Generator) -> Option<Self::Move> {
        generator.pick(&self.legal_moves())
    }

    /// Plays a legal move so that it can be taken back.
    fn make(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back the last move made; tokens are used in the reverse order of their making.
    fn unmake(&mut self, undo: Self::Undo);

    /// The side to move loses its turn and the board stays as it is (a referee's own pass).
    fn skip_turn(&mut self);

    /// What the side has: cells, discs or seeds. In a finished game this is the final count.
    fn tally(&self, side: Side) -> u32;

    /// All there is to have: the tallies' sum never exceeds it, and percentages are of it.
    fn total(&self) -> u32;

    /// Both tallies.
    #[inline]
    fn tallies(&self) -> [u32; 2] {
        [self.tally(Side::First), self.tally(Side::Second)]
    }

    /// The result of a finished game.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome::of_tallies(self.tallies()))
    }

    /// What the side to move has more after a legal move than before it, as far as the move itself gives it.
    fn gain(&self, mv: Self::Move) -> i32 {
        let side = self.turn();
        let mut after = self.clone();
        after.play(mv);
        after.tally(side) as i32 - self.tally(side) as i32
    }

    /// The greatest lead in tallies the side to move can have after one move, and how many moves there are, where the
    /// game has a faster way to find it than playing every move.
    #[inline]
    fn best_lead(&self) -> Option<(i32, usize)> {
        None
    }

    /// A hash kept up to date move by move: equal positions of one setup have equal keys.
    fn key(&self) -> u64;

    /// Whether no later position can equal one from before this legal move (a capture, any growth).
    fn is_irreversible(&self, mv: Self::Move) -> bool {
        let mut after = self.clone();
        after.play(mv);
        after.tallies() != self.tallies()
    }

    /// Whether coming back to an earlier position with the same side to move ends the game.
    #[inline]
    fn ends_on_repetition(&self) -> bool {
        false
    }

    /// The fewest plies after which a position may come back: a search need not look for shorter returns.
    #[inline]
    fn shortest_cycle(&self) -> u32 {
        2
    }

    /// The final tallies when somebody else ends the game.
    fn settle(&self, _reason: Settlement) -> [u32; 2] {
        self.tallies()
    }

    /// After how many plies a refereed game is ended if its match names no other number.
    fn default_cap(&self) -> u32 {
        1000
    }

    /// Reads the next move of a game text such as `f5d6c3`, skipping what this game's texts may have between
    /// moves; gives the move and the rest of the text, or `None` at the end.
    fn read_move(text: &str) -> Result<Option<(Self::Move, &str)>, ParseError>;

    /// What to draw, and which move each part means.
    fn view(&self) -> BoardView;

    /// The pieces that travel on the drawing when a legal move is played, in the order in which they do.
    fn flows(&self, _mv: Self::Move) -> Vec<Flow> {
        Vec::new()
    }

    /// A board in the making, from the text of a position or of one that is not finished yet. The text tells the size; what
    /// else is needed comes from the setup.
    fn draft(_setup: &Self::Setup, text: &str) -> Result<Box<dyn Draft>, ParseError> {
        Err(ParseError::new("board", text, message!("expected-editable-game")))
    }

    /// Lines of exactly `depth` plies and lines that ended earlier.
    fn perft(&self, depth: u32) -> Counts {
        perft::count(&mut self.clone(), depth)
    }
}

/// A move: a small value with one canonical text and one small number.
pub trait GameMove:
    Copy + Debug + Display + Eq + FromStr<Err = ParseError> + Hash + Ord + Send + Sync + 'static
{
    /// A number that stands for the move inside the program.
    fn code(self) -> u16;
    /// The move of a number, if it is one.
    fn from_code(code: u16) -> Option<Self>;
}

/// Why somebody other than the rules ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Settlement {
    /// A position came back.
    Repetition,
    /// The cap on plies was reached.
    Cap,
}

/// Facts about a game, as data. Its words are in the catalogue of messages, under keys that end in its name.
#[derive(Debug, Clone, Copy)]
pub struct GameInfo {
    /// The name on the command line: `seven-colours`, `flood`, `othello`, `awale`.
    pub name: &'static str,
    /// What is counted, as data calls it: `cells`, `discs`, `seeds`.
    pub unit: &'static str,
    /// The keys of its setup.
    pub setup_keys: &'static [SetupKey],
    /// What a form asks for to make a setup.
    pub setup_fields: &'static [SetupField],
    /// Setups worth trying.
    pub examples: &'static [&'static str],
    /// What the author of a player may try first, the easiest idea before the others.
    pub ideas: &'static [&'static str],
}

impl GameInfo {
    /// The name people read.
    pub fn title(&self, language: Language) -> &'static str {
        language.text(&format!("title-{}", self.name))
    }

    /// One sentence that says what the game is about.
    pub fn summary(&self, language: Language) -> &'static str {
        language.text(&format!("summary-{}", self.name))
    }

    /// How a position is written.
    pub fn position_help(&self, language: Language) -> &'static str {
        language.text(&format!("position-help-{}", self.name))
    }

    /// How a move is written.
    pub fn move_help(&self, language: Language) -> &'static str {
        language.text(&format!("move-help-{}", self.name))
    }

    /// The same, in whatever language.
    pub fn move_help_message(&self) -> Message {
        message!(format!("move-help-{}", self.name))
    }

    /// What a key of its setup means.
    pub fn meaning(&self, key: &SetupKey, language: Language) -> &'static str {
        language.text(&format!("setup-{}-{}", self.name, key.key))
    }

    /// What people call a side, in whatever language.
    pub fn side_message(&self, side: Side) -> Message {
        message!(format!("side-{}-{side}", self.name))
    }

    /// What people call a side.
    pub fn side(&self, side: Side, language: Language) -> String {
        self.side_message(side).text(language)
    }

    /// What is counted, for so many of it.
    pub fn unit_text(&self, count: u32, language: Language) -> String {
        message!(format!("unit-{}", self.unit), count = count).text(language)
    }
}

/// One key of a setup, for help and for error messages.
#[derive(Debug, Clone, Copy)]
pub struct SetupKey {
    /// The key.
    pub key: &'static str,
    /// The values it takes.
    pub values: &'static str,
    /// The value it has when it is not given.
    pub default: &'static str,
}
