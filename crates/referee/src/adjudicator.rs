//! Whoever knows how a game ends with perfect play, so that it need not be played to its end.

use std::sync::atomic::AtomicBool;

use joute_games::AnyGame;

/// The label of a record under which it says where an exact result comes from.
pub const EXACT_LABEL: &str = "exact";

/// Knows results of perfect play. The referee asks before every turn, and what it is told counts: it must hang on nothing but
/// the position, its past and what the rules of the match say, never on time or on what was asked before.
pub trait Adjudicator: Send + Sync {
    /// How the game ends with perfect play of both sides; `None` where that is not known. `history` has the keys of the
    /// positions since the last irreversible move, the present one last, where repetition matters.
    fn result(&self, game: &AnyGame, history: &[u64], stop: &AtomicBool) -> Option<ExactEnd>;
}

/// How a game ends with perfect play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExactEnd {
    /// The final tallies.
    pub tally: [u32; 2],
    /// Where this is known from, so that it can be looked up again.
    pub source: String,
}
