//! Stored games brought back to life: the record says which game it is of, and the catalogue knows its rules.

use joute_games::{AnyGame, ParseError, SetupError};
use joute_referee::{GameRecord, RecordError};

use crate::games::find_game;

/// A record that cannot be played again.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// Nobody knows its game.
    #[error("there is no game called {0:?}")]
    Game(String),
    /// Its setup makes no board.
    #[error("the setup of the record: {0}")]
    Setup(#[from] SetupError),
    /// Its start is no position.
    #[error("the start of the record: {0}")]
    Start(#[from] ParseError),
    /// Its moves cannot be played.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// The position that the players of a recorded game began from.
pub fn start_of(record: &GameRecord) -> Result<AnyGame, ReplayError> {
    let entry = find_game(&record.game).ok_or_else(|| ReplayError::Game(record.game.clone()))?;
    Ok(entry.setup(&record.setup, &record.attachments())?.start(0)?.at(&record.start)?)
}

/// Every position of a recorded game: one before each ply, and the last.
pub fn positions_of(record: &GameRecord) -> Result<Vec<AnyGame>, ReplayError> {
    Ok(record.replay(&start_of(record)?)?)
}
