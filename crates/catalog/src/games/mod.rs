//! The list of games, and what a game brings: one entry each, in a file of its own where there is more than rules.

mod awale;
mod flood;
mod openings;
mod othello;
mod seven_colours;
mod source;
mod territory;

use joute_games::{AnyGame, Files, Game, GameInfo, GameSetup, NoFiles, SetupError};
use joute_search::Rollouts;

use crate::concrete::ConcreteGame;
use crate::levels::{ANY_GAME, Levels};
use crate::trials::Trials;

pub use openings::opening_key;
pub use source::Source;

/// Every game there is. A game that brings nothing but its rules is `GameEntry::of::<Rules>()`.
pub const GAMES: &[GameEntry] = &[seven_colours::ENTRY, flood::ENTRY, othello::ENTRY, awale::ENTRY];

/// A game of the catalogue, with everything it brings.
#[derive(Debug, Clone, Copy)]
pub struct GameEntry {
    /// Facts about it.
    pub info: &'static GameInfo,
    /// Setups worth offering by name to somebody who wants to play, the usual one first.
    pub offered: &'static [OfferedSetup],
    /// A setup whose board makes a small picture of the game.
    pub picture: &'static str,
    /// A small board, on which strategies can show what they look at.
    pub small: &'static str,
    /// The most cells, squares or pits of a board that a server lets its visitors play on and analyse.
    pub largest_served: u32,
    /// Opponents by strength.
    pub levels: Levels,
    /// What each level won, drew and lost against the one below it, where that was measured (docs/strength.md); the last entry is
    /// the strongest level with less time than it has.
    pub measured: &'static [[u32; 3]],
    /// Well-known beginnings: the end of each one's key in the catalogue of messages, and its moves from the usual start.
    pub(crate) openings: &'static [(&'static str, &'static str)],
    /// Who analyses its positions, gives hints and reviews its games when nobody names another.
    pub analyst: &'static str,
    /// What a new player is tried on.
    pub trials: Trials,
    /// How random games go unless somebody says otherwise.
    pub(crate) rollouts: Rollouts,
    /// The types its positions can have.
    pub(crate) types: &'static [ConcreteGame],
    read: fn(&str, &dyn Files) -> Result<Source, SetupError>,
}

/// A setup with a name that people read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfferedSetup {
    /// The setup's text.
    pub text: &'static str,
    /// The key of its name in the catalogue of messages.
    pub name: &'static str,
}

/// The only board of a game that offers no choice.
const STANDARD: &[OfferedSetup] = &[offered("", "offer-standard")];

/// The game with this name.
pub fn find_game(name: &str) -> Option<&'static GameEntry> {
    GAMES.iter().find(|entry| entry.info.name == name)
}

impl GameEntry {
    /// A game of one type that brings nothing but its rules: what is general does for the rest.
    pub const fn of<G: Game>() -> GameEntry {
        GameEntry {
            info: const { &G::INFO },
            offered: STANDARD,
            picture: "",
            small: "",
            largest_served: 400,
            levels: ANY_GAME,
            measured: &[],
            openings: &[],
            analyst: "alphabeta",
            trials: Trials::ANY_GAME,
            rollouts: Rollouts::Uniform,
            types: const { &[ConcreteGame::of::<G>()] },
            read: |text, files| Ok(Source::of(G::Setup::parse(text, files)?, AnyGame::start::<G>)),
        }
    }

    /// Reads a setup, from which any number of games can be started.
    pub fn setup(&self, text: &str, files: &dyn Files) -> Result<Source, SetupError> {
        (self.read)(text, files)
    }

    /// How many Elo each level is above the first, as far as it was measured level by level; the first is 0.
    pub fn level_elo(&self) -> Vec<i32> {
        let mut above = 0.0;
        let steps = self.measured.iter().map(|[won, drawn, lost]| {
            let games = f64::from(won + drawn + lost).max(1.0);
            let share = (f64::from(*won) + f64::from(*drawn) / 2.0) / games;
            // Somebody who won every game is at least as strong as one who lost half a game of them.
            let share = share.clamp(0.5 / games, 1.0 - 0.5 / games);
            above += 400.0 * (share / (1.0 - share)).log10();
            above.round() as i32
        });
        if self.measured.is_empty() { Vec::new() } else { std::iter::once(0).chain(steps).collect() }
    }

    /// Whether somebody can draw a board of it.
    pub fn has_drafts(&self) -> bool {
        let start = self.setup("", &NoFiles).and_then(|source| source.start(0));
        start.is_ok_and(|game| game.draft(&game.position()).is_ok())
    }

    /// The names of the heuristics that are the game's own, the best first.
    pub fn heuristics(&self) -> Vec<&'static str> {
        let mut names: Vec<&str> = Vec::new();
        for heuristic in self.types.iter().flat_map(|kind| kind.heuristics) {
            if !names.contains(&heuristic.name) {
                names.push(heuristic.name);
            }
        }
        names
    }

    /// Whether the game brings a built-in player of this name.
    pub(crate) fn brings(&self, player: &str) -> bool {
        self.types.iter().any(|kind| kind.player(player).is_some())
    }
}

/// A setup and the key of its name.
const fn offered(text: &'static str, name: &'static str) -> OfferedSetup {
    OfferedSetup { text, name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setup_an_entry_names_can_be_started() {
        for entry in GAMES {
            let offered = entry.offered.iter().map(|offered| offered.text);
            for text in offered.chain([entry.picture, entry.small]).chain(entry.info.examples.iter().copied()) {
                let source = entry.setup(text, &NoFiles);
                if text.contains(".txt") {
                    continue;
                }
                let game = source.unwrap().start(1).unwrap();
                assert!(!game.is_over(), "{text}");
                let kinds = entry.types.iter().filter(|kind| kind.holds(&game)).count();
                assert_eq!(kinds, 1, "{text} has one of the types of {}", entry.info.name);
            }
        }
    }

    #[test]
    fn names_are_told_apart() {
        for entry in GAMES {
            assert_eq!(GAMES.iter().filter(|other| other.info.name == entry.info.name).count(), 1);
            let mut names: Vec<_> = entry.offered.iter().map(|offered| offered.name).collect();
            names.dedup();
            assert_eq!(names.len(), entry.offered.len());
        }
    }
}
