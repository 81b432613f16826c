//! How games end of which tables have the position.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use joute_games::Game;
use joute_games::awale::Awale;

use super::super::rows::{Rows, StandardRules};
use super::{Endgame, EndgameOptions};
use crate::exact::{ExactResult, ExactResults, tally_of_margin};
use crate::strategy::Thinking;

/// Looks positions up in the tables that everybody in this program shares.
#[derive(Debug)]
pub struct TableResults<R> {
    endgame: Arc<Endgame<R>>,
    /// What each layer is known by, once it was wanted.
    fingerprints: Mutex<BTreeMap<u32, String>>,
}

impl<R: StandardRules> TableResults<R> {
    /// The tables by these options; those that are missing are worked out where they are small.
    pub fn new(options: &EndgameOptions) -> TableResults<R> {
        TableResults { endgame: Endgame::shared(options), fingerprints: Mutex::default() }
    }

    fn fingerprint(&self, seeds: u32) -> Option<String> {
        // Whoever panicked while holding the list left it whole.
        let mut known = self.fingerprints.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(fingerprint) = known.get(&seeds) {
            return Some(fingerprint.clone());
        }
        let fingerprint = self.endgame.fingerprint(seeds)?;
        Some(known.entry(seeds).or_insert(fingerprint).clone())
    }
}

impl<R: StandardRules> ExactResults<Awale<R>> for TableResults<R> {
    /// Known are positions that nothing from before can come back to: those right after a capture. The tallies share out
    /// every seed, as tables do, also where the rules would stop at a majority.
    fn result(&self, game: &Awale<R>, thinking: &Thinking<'_>) -> Option<ExactResult> {
        if thinking.history.len() > 1 {
            return None;
        }
        let rows = Rows::of(game);
        let value = self.endgame.bounds_from_disk(rows)?.exact()?;
        let lead = game.store(game.turn()) as i32 - game.store(game.turn().other()) as i32;
        let seeds = rows.seeds();
        let source = format!("table {} with {seeds} seeds, {}", R::NAME, self.fingerprint(seeds)?);
        Some(ExactResult { tally: tally_of_margin(game, lead + value), source })
    }

    fn reaches(&self, game: &Awale<R>) -> bool {
        Rows::of(game).seeds() <= self.endgame.seeds()
    }
}
