//! The setup of Othello: the board size, and which type plays it.

use std::fmt;

use joute_messages::message;

use super::board::Othello;
use super::info;
use super::sized::OthelloBoard;
use crate::any::AnyGame;
use crate::error::SetupError;
use crate::setup::{Files, GameSetup, NoFiles, Pairs};

/// The side of the board, one of [`OthelloSetup::SIZES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OthelloSetup {
    size: usize,
}

impl OthelloSetup {
    /// The sizes there are.
    pub const SIZES: [usize; 4] = [4, 6, 8, 10];

    /// The setup of a size.
    pub fn new(size: usize) -> Result<OthelloSetup, SetupError> {
        if Self::SIZES.contains(&size) { Ok(OthelloSetup { size }) } else { Err(bad_size(&size.to_string())) }
    }

    /// Squares on a side.
    pub fn size(self) -> usize {
        self.size
    }

    /// An error unless the board has the side that a type plays.
    pub(super) fn require(self, size: usize) -> Result<(), SetupError> {
        if self.size == size {
            return Ok(());
        }
        Err(SetupError::Impossible(message!("error-other-size", found = size, wanted = self.size)))
    }
}

fn bad_size(value: &str) -> SetupError {
    SetupError::bad_value("size", value, message!("expected-othello-size"))
}

impl Default for OthelloSetup {
    fn default() -> OthelloSetup {
        OthelloSetup { size: 8 }
    }
}

impl fmt::Display for OthelloSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "size={}", self.size)
    }
}

impl GameSetup for OthelloSetup {
    fn parse(text: &str, _files: &dyn Files) -> Result<OthelloSetup, SetupError> {
        let pairs = Pairs::parse(text, info::SETUP_KEYS)?;
        let Some(value) = pairs.get("size") else {
            return Ok(OthelloSetup::default());
        };
        let size = value.parse().map_err(|_| bad_size(value))?;
        OthelloSetup::new(size).map_err(|_| bad_size(value))
    }
}

/// The start position of a setup, by the type that plays its size.
pub fn start(setup: OthelloSetup) -> Result<AnyGame, SetupError> {
    match setup.size {
        4 => AnyGame::start::<OthelloBoard<4>>(setup),
        6 => AnyGame::start::<OthelloBoard<6>>(setup),
        10 => AnyGame::start::<OthelloBoard<10>>(setup),
        _ => AnyGame::start::<Othello>(setup),
    }
}

/// The start position of a setup text such as `size=6`.
///
/// ```
/// let mut game = joute_games::othello::start_text("size=6")?;
/// game.play_text("1. C2 2. B2")?;
/// assert_eq!(game.tallies(), [3, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn start_text(text: &str) -> Result<AnyGame, SetupError> {
    start(OthelloSetup::parse(text, &NoFiles)?)
}
