//! What a search thinks of every move of a position, with moves as text: for commands, pages and hints.

use std::sync::atomic::AtomicBool;

use joute_games::random::Seed;
use joute_games::{AnyGame, GameMove, Side};
use joute_search::{Analysis, Limits, Line, Thinking};

use crate::built_in::{AnyStrategy, BuiltIn};
use crate::strategies::{BuiltInError, find_built_in};

/// What is known about a position: every move at the same depth, the best first.
#[derive(Debug, Clone, PartialEq)]
pub struct GameAnalysis {
    /// One for each legal move, all of the deepest round that was finished.
    pub moves: Vec<MoveAnalysis>,
    /// The moves that the round after it has looked at, the best first: they cannot be compared with the others.
    pub deeper: Vec<MoveAnalysis>,
    /// The depth every move has been looked at to.
    pub depth: u32,
    /// Positions looked at, or games played at random.
    pub nodes: u64,
    /// Whether every score is the result of perfect play.
    pub is_exact: bool,
}

/// One move of an analysis.
#[derive(Debug, Clone, PartialEq)]
pub struct MoveAnalysis {
    /// The move.
    pub mv: String,
    /// Its value for the side to move, in the game's unit.
    pub score: f64,
    /// Plies looked ahead.
    pub depth: u32,
    /// The expected play, the move itself first.
    pub pv: Vec<String>,
    /// Whether the score is the result of perfect play.
    pub is_exact: bool,
    /// Whether the winner is certain, even where the score is not.
    pub is_decided: bool,
}

impl GameAnalysis {
    pub(crate) fn of<M: GameMove>(analysis: &Analysis<M>) -> GameAnalysis {
        GameAnalysis {
            moves: analysis.lines.iter().map(MoveAnalysis::of).collect(),
            deeper: analysis.deeper.iter().map(MoveAnalysis::of).collect(),
            depth: analysis.depth,
            nodes: analysis.nodes,
            is_exact: analysis.is_complete,
        }
    }

    /// The best move of the deepest round that was finished, or of those looked at so far where none was.
    pub fn best(&self) -> Option<&MoveAnalysis> {
        if self.depth == 0 { self.deeper.first() } else { self.moves.first() }
    }

    /// What First will have more than Second, as far as is known.
    pub fn lead_of_first(&self, turn: Side) -> Option<f64> {
        let score = self.best()?.score;
        Some(if turn == Side::First { score } else { -score })
    }
}

impl MoveAnalysis {
    fn of<M: GameMove>(line: &Line<M>) -> MoveAnalysis {
        MoveAnalysis {
            mv: line.mv().to_string(),
            score: line.score,
            depth: line.depth,
            pv: line.pv.iter().map(M::to_string).collect(),
            is_exact: line.is_exact,
            is_decided: line.is_decided,
        }
    }
}

/// A built-in player that says what it thinks of every move.
pub struct Analyst {
    strategy: Box<dyn AnyStrategy>,
}

/// What an analyst is asked.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// The position.
    pub game: &'a AnyGame,
    /// Keys of the positions since the last irreversible move, the present one last.
    pub history: &'a [u64],
    /// How much it may do.
    pub limits: Limits,
    /// Chance comes from it.
    pub seed: Seed,
    /// Set from outside when it must answer at once.
    pub stop: &'a AtomicBool,
}

/// Nobody who can analyse.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AnalystError {
    /// No built-in player of that name.
    #[error("no built-in player called {0:?}: expert, alphabeta and mcts analyse")]
    Unknown(String),
    /// The player was told nonsense, or does not play the game.
    #[error("{0}: {1}")]
    BuiltIn(String, BuiltInError),
    /// The player only has moves to offer.
    #[error("{0} does not say what it thinks of each move: expert, alphabeta and mcts do")]
    Silent(String),
}

impl Analyst {
    /// The analyst of a locator such as `alphabeta` or `mcts:exploration=50`, for games of this kind.
    pub fn new(locator: &str, game: &AnyGame) -> Result<Analyst, AnalystError> {
        let (name, parameters) = locator.split_once(':').unwrap_or((locator, ""));
        let entry = find_built_in(name).ok_or_else(|| AnalystError::Unknown(name.to_owned()))?;
        if !ANALYSTS.contains(&name) {
            return Err(AnalystError::Silent(name.to_owned()));
        }
        let built = BuiltIn::new(entry, parameters).and_then(|player| player.build(game));
        let strategy = built.map_err(|error| AnalystError::BuiltIn(locator.to_owned(), error))?;
        Ok(Analyst { strategy })
    }

    /// What it thinks of every move, told as it gets known. A finished game has no moves to think of.
    pub fn analyse(&mut self, question: &Question<'_>, tell: &mut dyn FnMut(&GameAnalysis)) -> GameAnalysis {
        let nothing = GameAnalysis { moves: Vec::new(), deeper: Vec::new(), depth: 0, nodes: 0, is_exact: true };
        if question.game.is_over() {
            return nothing;
        }
        let thinking =
            Thinking { seed: question.seed, limits: question.limits, history: question.history, stop: question.stop };
        self.strategy.analyse(question.game, &thinking, tell).unwrap_or(nothing)
    }
}

/// The built-in players that say what they think of each move.
pub const ANALYSTS: &[&str] = &["expert", "alphabeta", "mcts"];

/// The keys of the positions since the last irreversible move of a game that went this way; empty where repetition
/// does not matter.
pub fn history_of(positions: &[AnyGame]) -> Vec<u64> {
    let Some(last) = positions.last().filter(|game| game.ends_on_repetition()) else {
        return Vec::new();
    };
    let same = positions.iter().rev().take_while(|game| game.tallies() == last.tallies());
    let mut keys: Vec<u64> = same.map(AnyGame::key).collect();
    keys.reverse();
    keys
}
