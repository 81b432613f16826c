//! A setup that was understood: how its text becomes a position of the right type.

use joute_games::{AnyGame, GameSetup, SetupError};

/// A setup that was understood: where the boards of a match come from.
pub struct Source {
    text: String,
    is_open: bool,
    cells: Option<u32>,
    start: Box<dyn Fn(Option<u64>) -> Result<AnyGame, SetupError> + Send + Sync>,
}

impl Source {
    pub(super) fn of<S: GameSetup>(setup: S, start: fn(S) -> Result<AnyGame, SetupError>) -> Source {
        Source {
            text: setup.to_string(),
            is_open: setup.is_open(),
            cells: setup.cells(),
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

    /// How many cells its boards have, where that hangs on the setup; nothing is drawn to know it.
    pub fn cells(&self) -> Option<u32> {
        self.cells
    }

    /// A start position; an open setup draws its board from the seed.
    pub fn start(&self, seed: u64) -> Result<AnyGame, SetupError> {
        (self.start)(Some(seed))
    }
}
