//! The list of built-in players.

use joute_games::AnyGame;
use joute_search::Ties;

use crate::built_in::AnyStrategy;
use crate::concrete::{General, concrete};
use crate::expert;
use crate::games::{GAMES, find_game};
use crate::othello_players;
use crate::parameters::{Parameter, Parameters, ParametersError};
use crate::searches;
use crate::territory_players;

/// A built-in player of the catalogue.
#[derive(Debug, Clone, Copy)]
pub struct BuiltInEntry {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// What it can be told.
    pub parameters: &'static [Parameter],
    pub(crate) maker: Maker,
}

/// Who makes a player for a game.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Maker {
    /// The same for every game.
    General(Build),
    /// The games that bring a player of this name, each its own: it stands in the table of their types.
    OfGame,
}

/// Makes a strategy from its parameters, seated at the game.
pub(crate) type Build = fn(&Parameters<'_>, &AnyGame) -> Built;

/// A strategy seated at a game, or why it cannot be.
pub(crate) type Built = Result<Box<dyn AnyStrategy>, BuiltInError>;

/// A built-in player that cannot be seated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BuiltInError {
    /// Its parameters are wrong.
    #[error(transparent)]
    Parameters(#[from] ParametersError),
    /// No built-in player of that name.
    #[error("no built-in player called {0:?}")]
    Unknown(String),
    /// It does not play this game.
    #[error("it does not play {0}")]
    Game(String),
}

pub(crate) const TIES: Parameter = Parameter {
    name: "ties",
    values: "first or random",
    default: "first",
    meaning: "which of equally good moves: the first in order, or one by the seed",
};

/// Every built-in player there is.
pub const BUILT_INS: &[BuiltInEntry] = &[
    BuiltInEntry {
        name: "random",
        summary: "any legal move, all equally likely; in Flood it passes only when no colour is legal",
        parameters: &[],
        maker: Maker::General(|_, game| Ok(concrete(game)?.seat(General::Random))),
    },
    BuiltInEntry {
        name: "greedy",
        summary: "the move that gains most cells, discs or seeds at once",
        parameters: &[TIES],
        maker: Maker::General(|parameters, game| Ok(concrete(game)?.seat(General::Greedy(ties(parameters)?)))),
    },
    territory_players::USEFUL_RANDOM,
    territory_players::MAX_BORDER,
    territory_players::HEGEMONY,
    territory_players::FORESEEING,
    territory_players::ORACLE,
    territory_players::AHEAD,
    territory_players::STARVE,
    territory_players::MIX,
    territory_players::GREEDYMONY,
    expert::EXPERT,
    searches::MINIMAX,
    searches::ALPHABETA,
    searches::MCTS,
    othello_players::POSITIONAL,
    othello_players::MOBILITY,
];

/// The built-in player with this name.
pub fn find_built_in(name: &str) -> Option<&'static BuiltInEntry> {
    BUILT_INS.iter().find(|entry| entry.name == name)
}

impl BuiltInEntry {
    /// Whether it plays the game with this name.
    pub fn plays(&self, game: &str) -> bool {
        match self.maker {
            Maker::General(_) => true,
            Maker::OfGame => find_game(game).is_some_and(|entry| entry.brings(self.name)),
        }
    }

    /// The names of the games it plays; empty means every game.
    pub fn games(&self) -> Vec<&'static str> {
        match self.maker {
            Maker::General(_) => Vec::new(),
            Maker::OfGame => {
                GAMES.iter().filter(|entry| entry.brings(self.name)).map(|entry| entry.info.name).collect()
            }
        }
    }

    /// The strategy with these parameters, seated at the game.
    pub(crate) fn build(&self, parameters: &str, game: &AnyGame) -> Built {
        let build = match self.maker {
            Maker::General(build) => Some(build),
            Maker::OfGame => concrete(game)?.player(self.name),
        };
        let build = build.ok_or_else(|| BuiltInError::Game(game.info().name.to_owned()))?;
        build(&Parameters::parse(parameters, self.parameters)?, game)
    }
}

pub(crate) fn ties(parameters: &Parameters<'_>) -> Result<Ties, ParametersError> {
    parameters.choice("ties", &[("first", Ties::First), ("random", Ties::Random)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_a_game_brings_is_in_the_list_and_the_other_way_round() {
        for entry in BUILT_INS.iter().filter(|entry| matches!(entry.maker, Maker::OfGame)) {
            assert!(!entry.games().is_empty(), "no game brings {}", entry.name);
        }
        for (name, _) in GAMES.iter().flat_map(|game| game.types).flat_map(|kind| kind.players) {
            assert!(find_built_in(name).is_some_and(|entry| matches!(entry.maker, Maker::OfGame)), "{name}");
        }
    }
}
