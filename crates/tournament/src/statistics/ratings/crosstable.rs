//! Who played whom, who moved first, and how it ended.

use std::collections::BTreeMap;

use joute_games::{Outcome, Side};
use thiserror::Error;

use crate::statistics::pentanomial::{Score, Trinomial};

/// All games between a number of players, counted by first and second mover.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Crosstable {
    players: usize,
    /// First and second mover, and the games as the first mover scored them.
    cells: BTreeMap<(usize, usize), Trinomial>,
}

/// Why a game cannot be counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PlayerError {
    /// There is no such player.
    #[error("player {player} of a game: expected a number below {players}")]
    Unknown {
        /// The number given.
        player: usize,
        /// How many players there are.
        players: usize,
    },
    /// A game against oneself says nothing about strength.
    #[error("player {0} against itself: expected two players")]
    Itself(usize),
}

impl Crosstable {
    /// An empty table for this many players.
    pub fn new(players: usize) -> Self {
        let cells = BTreeMap::new();
        Crosstable { players, cells }
    }

    /// Counts one game.
    pub fn add(&mut self, first: usize, second: usize, outcome: Outcome) -> Result<(), PlayerError> {
        let mut game = Trinomial::default();
        game.add(Score::of(outcome, Side::First));
        self.add_all(first, second, game)
    }

    /// Counts many games with the same first mover, as that one scored them.
    pub fn add_all(&mut self, first: usize, second: usize, games: Trinomial) -> Result<(), PlayerError> {
        let players = self.players;
        if let Some(player) = [first, second].into_iter().find(|&player| player >= players) {
            return Err(PlayerError::Unknown { player, players });
        }
        if first == second {
            return Err(PlayerError::Itself(first));
        }
        if games.observations() > 0 {
            self.cells.entry((first, second)).or_default().merge(&games);
        }
        Ok(())
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The games and the points of every player.
    pub fn records(&self) -> Vec<(u64, f64)> {
        let mut records = vec![(0, 0.0); self.players];
        for (first, second, games) in self.cells() {
            for (player, seen) in [(first, *games), (second, games.mirrored())] {
                records[player].0 += seen.games();
                records[player].1 += seen.points();
            }
        }
        records
    }

    /// First mover, second mover and their games, as the first mover scored them; never without games.
    pub(super) fn cells(&self) -> impl Iterator<Item = (usize, usize, &Trinomial)> {
        self.cells.iter().map(|(&(first, second), games)| (first, second, games))
    }
}
