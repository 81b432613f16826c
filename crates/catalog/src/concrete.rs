//! The concrete types of games: everything that needs one is reached through a table of functions made for that type.
//!
//! A generic function cannot be chosen at run time, so each type of a game's entry carries what was made for it: the general
//! strategies, and whatever the game brings itself. Nothing else in the program lists types of games.

use joute_games::{AnyGame, Game};
use joute_search::{
    AlphaBeta, AlphaBetaOptions, BoardFeatures, Erring, Greedy, Layer, Mcts, MctsOptions, Minimax, Random, Strategy,
    Tally, Ties,
};

use crate::built_in::{AnyStrategy, Erased};
use crate::exact::MakeResults;
use crate::games::find_game;
use crate::solving::MakeSolver;
use crate::strategies::{Build, BuiltInError};

/// One type that positions of a game can have.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ConcreteGame {
    pub(crate) holds: fn(&AnyGame) -> bool,
    pub(crate) general: fn(General) -> Box<dyn AnyStrategy>,
    /// What can be seen on a board.
    pub(crate) layers: fn(&AnyGame) -> Vec<Layer>,
    /// Opinions about its positions for alpha-beta search, the best first.
    pub(crate) heuristics: &'static [NamedHeuristic],
    /// Built-in players that the game brings, `expert` for instance: each by the name it has in the list of players.
    pub(crate) players: &'static [(&'static str, Build)],
    /// Makes a solver, with so many threads and so many bytes of memory.
    pub(crate) solver: Option<MakeSolver>,
    /// Makes whoever knows results that a match may be ended by.
    pub(crate) exact: Option<MakeResults>,
}

/// A strategy that plays every game.
pub(crate) enum General {
    Random,
    Greedy(Ties),
    Minimax(u32),
    /// Alpha-beta search with the difference of tallies for an opinion.
    AlphaBeta(AlphaBetaOptions),
    Mcts(MctsOptions),
}

/// An opinion about positions of one type.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NamedHeuristic {
    pub(crate) name: &'static str,
    /// Alpha-beta search with it.
    pub(crate) alphabeta: fn(AlphaBetaOptions) -> Box<dyn AnyStrategy>,
}

impl ConcreteGame {
    /// A type with the general strategies and nothing of its own.
    pub(crate) const fn of<G: Game>() -> ConcreteGame {
        ConcreteGame {
            holds: |game| game.downcast_ref::<G>().is_some(),
            general: general::<G>,
            layers: |_| Vec::new(),
            heuristics: &[],
            players: &[],
            solver: None,
            exact: None,
        }
    }

    /// Whether the position is of this type.
    pub(crate) fn holds(&self, game: &AnyGame) -> bool {
        (self.holds)(game)
    }

    /// The strategy for this type.
    pub(crate) fn seat(&self, strategy: General) -> Box<dyn AnyStrategy> {
        (self.general)(strategy)
    }

    /// How to build the player of this name that the game brings.
    pub(crate) fn player(&self, name: &str) -> Option<Build> {
        self.players.iter().find(|(known, _)| *known == name).map(|(_, build)| *build)
    }
}

/// The type that this game has.
pub(crate) fn concrete(game: &AnyGame) -> Result<&'static ConcreteGame, BuiltInError> {
    let name = game.info().name;
    let found = find_game(name).and_then(|entry| entry.types.iter().find(|kind| kind.holds(game)));
    found.ok_or_else(|| BuiltInError::Game(name.to_owned()))
}

/// A strategy for one type, as one for any game.
pub(crate) fn erase<G: Game, S: Strategy<G> + 'static>(strategy: S) -> Box<dyn AnyStrategy> {
    Box::new(Erased::<G, S>::new(strategy))
}

/// The same for one that gives so much away without minding, in the unit of its game; 0 is nothing.
pub(crate) fn erase_erring<G: Game, S: Strategy<G> + 'static>(strategy: S, error: f64) -> Box<dyn AnyStrategy> {
    if error > 0.0 { erase::<G, _>(Erring::new(strategy, error)) } else { erase::<G, _>(strategy) }
}

/// What can be seen on a board of a type that shows something.
pub(crate) fn layers<G: BoardFeatures>(game: &AnyGame) -> Vec<Layer> {
    game.downcast_ref::<G>().map(BoardFeatures::layers).unwrap_or_default()
}

fn general<G: Game>(strategy: General) -> Box<dyn AnyStrategy> {
    match strategy {
        General::Random => erase::<G, _>(Random),
        General::Greedy(ties) => erase::<G, _>(Greedy { ties }),
        General::Minimax(depth) => erase::<G, _>(Minimax::new(depth)),
        General::AlphaBeta(options) => erase::<G, _>(AlphaBeta::new(Tally, options)),
        General::Mcts(options) => erase::<G, _>(Mcts::new(options)),
    }
}
