//! The list of built-in players.

use joute_games::AnyGame;
use joute_games::awale::{Abapa, Awale, Awari, Custom, Francois, Kalah};
use joute_games::othello::{Othello, OthelloBoard};
use joute_games::territory::flood::Flood;
use joute_games::territory::seven_colours::SevenColours;
use joute_search::{Greedy, Random, Strategy, Ties};

use crate::built_in::{AnyStrategy, Erased};
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
    /// The games it plays, by name; empty means every game.
    pub games: &'static [&'static str],
    /// What it can be told.
    pub parameters: &'static [Parameter],
    pub(crate) build: fn(&Parameters<'_>, &AnyGame) -> Built,
}

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
        games: &[],
        parameters: &[],
        build: |_, game| everywhere(Random, game),
    },
    BuiltInEntry {
        name: "greedy",
        summary: "the move that gains most cells, discs or seeds at once",
        games: &[],
        parameters: &[TIES],
        build: |parameters, game| everywhere(Greedy { ties: ties(parameters)? }, game),
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
    searches::MINIMAX,
    searches::ALPHABETA,
    searches::MCTS,
    searches::POSITIONAL,
    searches::MOBILITY,
];

/// The built-in player with this name.
pub fn find_built_in(name: &str) -> Option<&'static BuiltInEntry> {
    BUILT_INS.iter().find(|entry| entry.name == name)
}

impl BuiltInEntry {
    /// Whether it plays the game with this name.
    pub fn plays(&self, game: &str) -> bool {
        self.games.is_empty() || self.games.contains(&game)
    }
}

pub(crate) fn ties(parameters: &Parameters<'_>) -> Result<Ties, ParametersError> {
    parameters.choice("ties", &[("first", Ties::First), ("random", Ties::Random)])
}

/// A strategy for every type of game there is.
pub(crate) trait Everywhere:
    Strategy<SevenColours>
    + Strategy<Flood>
    + Strategy<Othello>
    + Strategy<OthelloBoard<4>>
    + Strategy<OthelloBoard<6>>
    + Strategy<OthelloBoard<10>>
    + Strategy<Awale<Abapa>>
    + Strategy<Awale<Awari>>
    + Strategy<Awale<Francois>>
    + Strategy<Awale<Kalah>>
    + Strategy<Awale<Custom>>
    + 'static
{
}

impl<S> Everywhere for S where
    S: Strategy<SevenColours>
        + Strategy<Flood>
        + Strategy<Othello>
        + Strategy<OthelloBoard<4>>
        + Strategy<OthelloBoard<6>>
        + Strategy<OthelloBoard<10>>
        + Strategy<Awale<Abapa>>
        + Strategy<Awale<Awari>>
        + Strategy<Awale<Francois>>
        + Strategy<Awale<Kalah>>
        + Strategy<Awale<Custom>>
        + 'static
{
}

/// The strategy for the concrete type that this game has.
pub(crate) fn everywhere<S: Everywhere>(strategy: S, game: &AnyGame) -> Built {
    let erase = [
        Erased::<SevenColours, S>::seat,
        Erased::<Flood, S>::seat,
        Erased::<Othello, S>::seat,
        Erased::<OthelloBoard<4>, S>::seat,
        Erased::<OthelloBoard<6>, S>::seat,
        Erased::<OthelloBoard<10>, S>::seat,
        Erased::<Awale<Abapa>, S>::seat,
        Erased::<Awale<Awari>, S>::seat,
        Erased::<Awale<Francois>, S>::seat,
        Erased::<Awale<Kalah>, S>::seat,
        Erased::<Awale<Custom>, S>::seat,
    ];
    let mut strategy = Some(strategy);
    let seated = erase.into_iter().find_map(|seat| seat(&mut strategy, game));
    seated.ok_or_else(|| BuiltInError::Game(game.info().name.to_owned()))
}
