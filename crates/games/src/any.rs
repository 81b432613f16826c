//! The erased game: one type for every game, for everything outside search.
//!
//! A game's author writes nothing for it. Moves cross as canonical text, or inside the program as the
//! [`MoveCode`] that stands for it; a built-in player gets its concrete game back with
//! [`AnyGame::downcast_ref`] once per move.

use std::any::Any;
use std::fmt::{self, Write as _};
use std::sync::Arc;

use joute_messages::Message;

use crate::draft::Draft;
use crate::error::{MoveError, ParseError, SetupError};
use crate::game::{Game, GameInfo, GameMove, MoveList, Settlement};
use crate::perft::Counts;
use crate::setup::{Attachments, GameSetup};
use crate::side::{Outcome, Side};
use crate::view::{BoardView, Flow};

/// A move of some game, as a number that means something only together with its game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveCode(pub u16);

/// A position of any game, with the setup it came from.
pub struct AnyGame(Box<dyn Erased>);

/// What a referee asks of every position, answered at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Status {
    /// The side to move, also of a finished game.
    pub turn: Side,
    /// Whether the game is over by its own rules.
    pub is_over: bool,
    /// The move that is played without asking anybody.
    pub forced: Option<MoveCode>,
}

/// The private face of [`Game`]: visible beside it, every call on a concrete game would be ambiguous.
trait Erased: Any + Send + Sync {
    fn clone_box(&self) -> Box<dyn Erased>;
    fn equals(&self, other: &dyn Erased) -> bool;
    fn info(&self) -> &'static GameInfo;
    fn setup(&self) -> String;
    fn attachments(&self) -> Attachments;
    fn position(&self) -> String;
    fn parse(&self, text: &str) -> Result<Box<dyn Erased>, ParseError>;
    fn draft(&self, text: &str) -> Result<Box<dyn Draft>, ParseError>;
    fn turn(&self) -> Side;
    fn is_over(&self) -> bool;
    fn status(&self) -> Status;
    fn legal(&self) -> MoveList<MoveCode>;
    fn is_legal(&self, code: MoveCode) -> bool;
    fn broken_rule(&self, code: MoveCode) -> Option<Message>;
    fn forced(&self) -> Option<MoveCode>;
    fn play(&mut self, code: MoveCode);
    fn play_if_legal(&mut self, code: MoveCode) -> Option<Status>;
    fn skip_turn(&mut self);
    fn code(&self, text: &str) -> Result<MoveCode, ParseError>;
    fn text(&self, code: MoveCode) -> String;
    fn write_position(&self, text: &mut String);
    fn write_text(&self, code: MoveCode, text: &mut String);
    fn gain(&self, code: MoveCode) -> i32;
    fn read_move<'a>(&self, text: &'a str) -> Result<Option<(MoveCode, &'a str)>, ParseError>;
    fn tallies(&self) -> [u32; 2];
    fn total(&self) -> u32;
    fn key(&self) -> u64;
    fn is_irreversible(&self, code: MoveCode) -> bool;
    fn ends_on_repetition(&self) -> bool;
    fn settle(&self, reason: Settlement) -> [u32; 2];
    fn default_cap(&self) -> u32;
    fn view(&self) -> BoardView;
    fn flows(&self, code: MoveCode) -> Vec<Flow>;
    fn perft(&self, depth: u32) -> Counts;
}

#[derive(Clone)]
struct Held<G: Game> {
    game: G,
    setup: Arc<G::Setup>,
}

impl<G: Game> Held<G> {
    /// Codes come from this same game by the contract of [`AnyGame`]; a foreign one that is no move here
    /// becomes "no such move" rather than a panic.
    fn decode(&self, code: MoveCode) -> Option<G::Move> {
        G::Move::from_code(code.0)
    }
}

fn encode<M: GameMove>(mv: M) -> MoveCode {
    MoveCode(mv.code())
}

impl<G: Game> Erased for Held<G> {
    fn clone_box(&self) -> Box<dyn Erased> {
        Box::new(self.clone())
    }
    fn equals(&self, other: &dyn Erased) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref::<Held<G>>().is_some_and(|other| other.game == self.game)
    }
    fn info(&self) -> &'static GameInfo {
        const { &G::INFO }
    }
    fn setup(&self) -> String {
        self.setup.to_string()
    }
    fn attachments(&self) -> Attachments {
        self.setup.attachments()
    }
    fn position(&self) -> String {
        self.game.to_string()
    }
    fn parse(&self, text: &str) -> Result<Box<dyn Erased>, ParseError> {
        let game = G::parse(&self.setup, text)?;
        Ok(Box::new(Held { game, setup: Arc::clone(&self.setup) }))
    }
    fn draft(&self, text: &str) -> Result<Box<dyn Draft>, ParseError> {
        G::draft(&self.setup, text)
    }
    fn turn(&self) -> Side {
        self.game.turn()
    }
    fn is_over(&self) -> bool {
        self.game.is_over()
    }
    fn status(&self) -> Status {
        Status { turn: self.game.turn(), is_over: self.game.is_over(), forced: self.game.forced().map(encode) }
    }
    fn legal(&self) -> MoveList<MoveCode> {
        self.game.legal_moves().into_iter().map(encode).collect()
    }
    fn is_legal(&self, code: MoveCode) -> bool {
        self.decode(code).is_some_and(|mv| self.game.is_legal(mv))
    }
    fn broken_rule(&self, code: MoveCode) -> Option<Message> {
        self.game.broken_rule(self.decode(code)?)
    }
    fn forced(&self) -> Option<MoveCode> {
        self.game.forced().map(encode)
    }
    fn play(&mut self, code: MoveCode) {
        if let Some(mv) = self.decode(code) {
            self.game.play(mv);
        }
    }
    fn play_if_legal(&mut self, code: MoveCode) -> Option<Status> {
        let mv = self.decode(code).filter(|&mv| self.game.is_legal(mv))?;
        self.game.play(mv);
        Some(self.status())
    }
    fn skip_turn(&mut self) {
        self.game.skip_turn();
    }
    fn code(&self, text: &str) -> Result<MoveCode, ParseError> {
        text.parse::<G::Move>().map(encode)
    }
    fn text(&self, code: MoveCode) -> String {
        self.decode(code).map_or_else(|| format!("?{}", code.0), |mv| mv.to_string())
    }
    fn write_position(&self, text: &mut String) {
        let _ = write!(text, "{}", self.game);
    }
    fn write_text(&self, code: MoveCode, text: &mut String) {
        let _ = match self.decode(code) {
            Some(mv) => write!(text, "{mv}"),
            None => write!(text, "?{}", code.0),
        };
    }
    fn gain(&self, code: MoveCode) -> i32 {
        self.decode(code).map_or(0, |mv| self.game.gain(mv))
    }
    fn read_move<'a>(&self, text: &'a str) -> Result<Option<(MoveCode, &'a str)>, ParseError> {
        Ok(G::read_move(text)?.map(|(mv, rest)| (encode(mv), rest)))
    }
    fn tallies(&self) -> [u32; 2] {
        self.game.tallies()
    }
    fn total(&self) -> u32 {
        self.game.total()
    }
    fn key(&self) -> u64 {
        self.game.key()
    }
    fn is_irreversible(&self, code: MoveCode) -> bool {
        self.decode(code).is_some_and(|mv| self.game.is_irreversible(mv))
    }
    fn ends_on_repetition(&self) -> bool {
        self.game.ends_on_repetition()
    }
    fn settle(&self, reason: Settlement) -> [u32; 2] {
        self.game.settle(reason)
    }
    fn default_cap(&self) -> u32 {
        self.game.default_cap()
    }
    fn view(&self) -> BoardView {
        self.game.view()
    }
    fn flows(&self, code: MoveCode) -> Vec<Flow> {
        self.decode(code).map_or_else(Vec::new, |mv| self.game.flows(mv))
    }
    fn perft(&self, depth: u32) -> Counts {
        self.game.perft(depth)
    }
}

impl AnyGame {
    /// The start position of a setup.
    pub fn start<G: Game>(setup: G::Setup) -> Result<AnyGame, SetupError> {
        let game = G::start(&setup)?;
        Ok(AnyGame::hold(game, Arc::new(setup)))
    }

    /// A position with the setup it belongs to.
    pub fn hold<G: Game>(game: G, setup: Arc<G::Setup>) -> AnyGame {
        AnyGame(Box::new(Held { game, setup }))
    }

    /// Another position of the same setup, from its canonical text.
    pub fn at(&self, position: &str) -> Result<AnyGame, ParseError> {
        self.0.parse(position).map(AnyGame)
    }

    /// A board in the making, from a text that may not be a position yet; the setup has the size that the text tells.
    pub fn draft(&self, text: &str) -> Result<Box<dyn Draft>, ParseError> {
        self.0.draft(text)
    }

    /// The concrete game, if it is a `G`.
    #[inline]
    pub fn downcast_ref<G: Game>(&self) -> Option<&G> {
        let held: &dyn Any = &*self.0;
        held.downcast_ref::<Held<G>>().map(|held| &held.game)
    }

    /// The concrete game, if it is a `G`, to be changed.
    pub fn downcast_mut<G: Game>(&mut self) -> Option<&mut G> {
        let held: &mut dyn Any = &mut *self.0;
        held.downcast_mut::<Held<G>>().map(|held| &mut held.game)
    }

    /// Facts about the game.
    pub fn info(&self) -> &'static GameInfo {
        self.0.info()
    }

    /// The canonical text of the setup.
    pub fn setup(&self) -> String {
        self.0.setup()
    }

    /// The files the setup needs.
    pub fn attachments(&self) -> Attachments {
        self.0.attachments()
    }

    /// The canonical text of the position.
    pub fn position(&self) -> String {
        self.0.position()
    }

    /// The side to move, also of a finished game (the side that would have been next).
    pub fn turn(&self) -> Side {
        self.0.turn()
    }

    /// Whether the game is over by its own rules.
    pub fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// Turn, end and forced move in one question.
    #[inline]
    pub fn status(&self) -> Status {
        self.0.status()
    }

    /// The result of a finished game.
    pub fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome::of_tallies(self.tallies()))
    }

    /// The legal moves in their natural order.
    pub fn legal(&self) -> MoveList<MoveCode> {
        self.0.legal()
    }

    /// The legal moves as text.
    pub fn legal_texts(&self) -> Vec<String> {
        self.legal().into_iter().map(|code| self.text(code)).collect()
    }

    /// Whether the move is legal here.
    pub fn is_legal(&self, code: MoveCode) -> bool {
        self.0.is_legal(code)
    }

    /// The move that is played without asking anybody.
    pub fn forced(&self) -> Option<MoveCode> {
        self.0.forced()
    }

    /// Plays a legal move.
    pub fn play(&mut self, code: MoveCode) {
        self.0.play(code);
    }

    /// Plays a move if it is legal, and says how the game then stands; `None` if it is not.
    #[inline]
    pub fn play_if_legal(&mut self, code: MoveCode) -> Option<Status> {
        self.0.play_if_legal(code)
    }

    /// Reads a move, judges it and plays it.
    pub fn try_play(&mut self, text: &str) -> Result<MoveCode, MoveError> {
        let code = self.0.code(text)?;
        self.judge(code)?;
        self.play(code);
        Ok(code)
    }

    /// Whether the move may be played, and if not, why.
    pub fn judge(&self, code: MoveCode) -> Result<(), MoveError> {
        if self.is_legal(code) { Ok(()) } else { Err(self.refusal(code)) }
    }

    /// Why a move that is not legal may not be played.
    pub fn refusal(&self, code: MoveCode) -> MoveError {
        let mv = self.text(code);
        match self.is_over() {
            true => MoveError::Over { mv },
            false => {
                let rule = self.0.broken_rule(code).map(Box::new);
                MoveError::Illegal { mv, legal: self.legal_texts().join(" "), rule }
            }
        }
    }

    /// Plays a whole game text such as `f5d6c3`, each move judged, forced moves that were left out put in;
    /// gives the moves played.
    pub fn play_text(&mut self, text: &str) -> Result<Vec<MoveCode>, MoveError> {
        let mut played = Vec::new();
        let mut rest = text;
        for number in 1.. {
            let next = self.play_next(rest, &mut played);
            match next.map_err(|error| MoveError::InText { number, error: Box::new(error) })? {
                Some(after) => rest = after,
                None => break,
            }
        }
        Ok(played)
    }

    /// Plays the first move of a text and gives the rest, if there is a move left.
    fn play_next<'a>(&mut self, text: &'a str, played: &mut Vec<MoveCode>) -> Result<Option<&'a str>, MoveError> {
        let Some((code, rest)) = self.0.read_move(text)? else {
            return Ok(None);
        };
        if let Some(forced) = self.forced().filter(|forced| *forced != code) {
            self.play(forced);
            played.push(forced);
        }
        self.judge(code)?;
        self.play(code);
        played.push(code);
        Ok(Some(rest))
    }

    /// The side to move loses its turn.
    pub fn skip_turn(&mut self) {
        self.0.skip_turn();
    }

    /// The move of a text; it may still be illegal.
    pub fn code(&self, text: &str) -> Result<MoveCode, ParseError> {
        self.0.code(text)
    }

    /// The canonical text of a move.
    pub fn text(&self, code: MoveCode) -> String {
        self.0.text(code)
    }

    /// Adds the canonical text of the position to a text.
    pub fn write_position(&self, text: &mut String) {
        self.0.write_position(text);
    }

    /// Adds the canonical text of a move to a text.
    pub fn write_text(&self, code: MoveCode, text: &mut String) {
        self.0.write_text(code, text);
    }

    /// What the side to move has more after a legal move than before it, as far as the move itself gives it.
    pub fn gain(&self, code: MoveCode) -> i32 {
        self.0.gain(code)
    }

    /// Cells, discs or seeds of both sides.
    pub fn tallies(&self) -> [u32; 2] {
        self.0.tallies()
    }

    /// All there is to have.
    pub fn total(&self) -> u32 {
        self.0.total()
    }

    /// The hash of the position.
    pub fn key(&self) -> u64 {
        self.0.key()
    }

    /// Whether no later position can equal one from before this legal move.
    pub fn is_irreversible(&self, code: MoveCode) -> bool {
        self.0.is_irreversible(code)
    }

    /// Whether coming back to an earlier position ends the game.
    pub fn ends_on_repetition(&self) -> bool {
        self.0.ends_on_repetition()
    }

    /// The final tallies when somebody else ends the game.
    pub fn settle(&self, reason: Settlement) -> [u32; 2] {
        self.0.settle(reason)
    }

    /// The cap on plies if the match names none.
    pub fn default_cap(&self) -> u32 {
        self.0.default_cap()
    }

    /// What to draw, and which move each part means.
    pub fn view(&self) -> BoardView {
        self.0.view()
    }

    /// The pieces that travel on the drawing when a legal move is played, in the order in which they do.
    pub fn flows(&self, code: MoveCode) -> Vec<Flow> {
        self.0.flows(code)
    }

    /// Lines of exactly `depth` plies and lines that ended earlier.
    pub fn perft(&self, depth: u32) -> Counts {
        self.0.perft(depth)
    }
}

impl Clone for AnyGame {
    fn clone(&self) -> AnyGame {
        AnyGame(self.0.clone_box())
    }
}

impl PartialEq for AnyGame {
    fn eq(&self, other: &AnyGame) -> bool {
        self.0.equals(&*other.0)
    }
}

impl Eq for AnyGame {}

impl fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.info().name, self.setup(), self.position())
    }
}
