//! Results of perfect play where they cost little: what a match may be ended by.
//!
//! A solver that gives up after some number of positions gives up in the same place on every machine and whatever else runs
//! there, which one that looks at a clock does not.

use joute_games::{Game, Side};

use crate::strategy::Thinking;

/// Knows how some games end.
pub trait ExactResults<G: Game>: Send + Sync {
    /// How the game ends with perfect play, if that is known after at most as many positions as the limits allow. It hangs on
    /// nothing but the position, its past and that number.
    fn result(&self, game: &G, thinking: &Thinking<'_>) -> Option<ExactResult>;

    /// Whether there is anything at hand that could know this position: tables may be missing.
    fn reaches(&self, _game: &G) -> bool {
        true
    }
}

/// How a game ends with perfect play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExactResult {
    /// The final tallies.
    pub tally: [u32; 2],
    /// Where it is known from.
    pub source: String,
}

impl ExactResult {
    /// What a solver has found.
    pub(crate) fn solved(tally: [u32; 2], nodes: u64) -> ExactResult {
        ExactResult { tally, source: format!("solver, {nodes} positions") }
    }
}

/// The tallies in which the side to move has so much more, where everything there is goes to somebody. An odd rest is shared
/// by giving it to nobody.
pub(crate) fn tally_of_margin<G: Game>(game: &G, margin: i32) -> [u32; 2] {
    let lead = if game.turn() == Side::First { margin } else { -margin };
    let total = game.total() as i32;
    [lead, -lead].map(|lead| ((total + lead) / 2).max(0) as u32)
}
