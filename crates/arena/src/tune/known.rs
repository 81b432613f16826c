//! Games that were played before, found again by their seed and by who sat where.

use std::collections::{BTreeMap, HashMap};

use joute_games::random::Seed;
use joute_players::Entrant;
use joute_referee::GameRecord;

/// Records of games, none of which need be of any use.
#[derive(Debug, Default)]
pub struct KnownGames(HashMap<(u64, [String; 2]), GameRecord>);

impl KnownGames {
    /// The games of these records.
    pub fn of(records: Vec<GameRecord>) -> KnownGames {
        let key = |record: &GameRecord| (record.seed, record.players.each_ref().map(|player| player.locator.clone()));
        KnownGames(records.into_iter().map(|record| (key(&record), record)).collect())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The two games on a board of a match, by their numbers, as far as they are known by seed and players; whoever plays the match
    /// looks at the rest.
    pub(super) fn pair(&self, of_match: u64, board: u64, players: [&Entrant; 2]) -> BTreeMap<u64, GameRecord> {
        let locators = players.map(|player| player.identity.locator.clone());
        let seated = |number: u64| {
            let [one, two] = locators.clone();
            if number.is_multiple_of(2) { [one, two] } else { [two, one] }
        };
        let seed = |number: u64| Seed(of_match).purpose("game").child(number).0;
        let game = |number: u64| Some((number, self.0.get(&(seed(number), seated(number)))?.clone()));
        [2 * board, 2 * board + 1].into_iter().filter_map(game).collect()
    }
}
