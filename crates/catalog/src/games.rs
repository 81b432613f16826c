//! The list of games, and how a setup text becomes a position of the right type.

use joute_games::awale::{self, Abapa, Awale};
use joute_games::othello::{self, Othello, OthelloSetup};
use joute_games::territory::flood::Flood;
use joute_games::territory::seven_colours::SevenColours;
use joute_games::{AnyGame, Files, Game, GameInfo, GameSetup, SetupError};

/// A game of the catalogue.
#[derive(Debug, Clone, Copy)]
pub struct GameEntry {
    /// Facts about it.
    pub info: &'static GameInfo,
    read: fn(&str, &dyn Files) -> Result<Source, SetupError>,
}

/// Every game there is.
pub const GAMES: &[GameEntry] = &[
    GameEntry { info: &SevenColours::INFO, read: read::<SevenColours> },
    GameEntry { info: &Flood::INFO, read: read::<Flood> },
    GameEntry {
        info: &Othello::INFO,
        read: |text, files| Ok(Source::of(OthelloSetup::parse(text, files)?, othello::start)),
    },
    GameEntry {
        info: &Awale::<Abapa>::INFO,
        read: |text, files| Ok(Source::of(awale::Setup::parse(text, files)?, |setup| awale::start(&setup))),
    },
];

/// The game with this name.
pub fn find_game(name: &str) -> Option<&'static GameEntry> {
    GAMES.iter().find(|entry| entry.info.name == name)
}

impl GameEntry {
    /// Reads a setup, from which any number of games can be started.
    pub fn setup(&self, text: &str, files: &dyn Files) -> Result<Source, SetupError> {
        (self.read)(text, files)
    }
}

fn read<G: Game>(text: &str, files: &dyn Files) -> Result<Source, SetupError> {
    Ok(Source::of(G::Setup::parse(text, files)?, AnyGame::start::<G>))
}

/// A setup that was understood: where the boards of a match come from.
pub struct Source {
    text: String,
    is_open: bool,
    start: Box<dyn Fn(Option<u64>) -> Result<AnyGame, SetupError> + Send + Sync>,
}

impl Source {
    fn of<S: GameSetup>(setup: S, start: fn(S) -> Result<AnyGame, SetupError>) -> Source {
        Source {
            text: setup.to_string(),
            is_open: setup.is_open(),
            start: Box::new(move |seed| {
                let setup = setup.clone();
                start(match seed {
                    Some(seed) => setup.with_seed(seed),
                    None => setup,
                })
            }),
        }
    }

    /// The canonical text of the setup as it was given, still open if it was.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether each seed gives another board.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// A start position; an open setup draws its board from the seed.
    pub fn start(&self, seed: u64) -> Result<AnyGame, SetupError> {
        (self.start)(Some(seed))
    }
}
