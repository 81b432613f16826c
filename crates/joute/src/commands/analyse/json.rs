//! An analysis for programs.

use joute_catalog::MoveAnalysis;
use joute_games::Side;
use schemars::JsonSchema;
use serde::Serialize;

/// What each move of a position is worth.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct PositionAnalysis<'a> {
    /// The game by name.
    pub(super) game: &'static str,
    /// Board and rules of the game, as `--setup` takes them.
    pub(super) setup: String,
    /// The position, as `--position` takes it.
    pub(super) position: String,
    /// Whose turn it is; nobody's when the game is over.
    pub(super) turn: Option<Side>,
    /// The built-in player that thought.
    pub(super) player: &'a str,
    /// What was allowed.
    pub(super) limits: LimitsGiven<'a>,
    /// Turns looked ahead in the deepest round that was finished.
    pub(super) depth: u32,
    /// Positions looked at, or games played at random.
    pub(super) nodes: u64,
    /// Whether every score is the result of perfect play.
    pub(super) exact: bool,
    /// How long it took.
    pub(super) seconds: f64,
    /// The legal moves in the order of the deepest round that was finished, the best first.
    pub(super) moves: Vec<MoveValue<'a>>,
    /// Moves that the round after it had looked at, the best first: they cannot be compared with the others.
    pub(super) partial: Vec<MoveValue<'a>>,
}

/// What an analysis was allowed; nothing stands for no limit.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct LimitsGiven<'a> {
    /// How long to think, as it was given: `5s`.
    pub(super) time: Option<&'a str>,
    /// Turns to look ahead.
    pub(super) depth: Option<u32>,
    /// Positions to look at, or games to play at random.
    pub(super) nodes: Option<u64>,
    /// The most memory to remember positions in, in MiB.
    pub(super) memory: u32,
}

/// A move and what it is worth.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct MoveValue<'a> {
    /// The move.
    #[serde(rename = "move")]
    mv: &'a str,
    /// Its value for the side to move, in cells, discs or seeds.
    score: f64,
    /// Turns looked ahead.
    depth: u32,
    /// Whether the score is the result of perfect play.
    exact: bool,
    /// Whether the winner is certain, even where the score is not.
    decided: bool,
    /// The expected play, the move itself first.
    pv: &'a [String],
}

impl MoveValue<'_> {
    pub(super) fn of(mv: &MoveAnalysis) -> MoveValue<'_> {
        MoveValue {
            mv: &mv.mv,
            score: mv.score,
            depth: mv.depth,
            exact: mv.is_exact,
            decided: mv.is_decided,
            pv: &mv.pv,
        }
    }
}
