//! The arguments by which every command names a game, a setup and a position.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::anyhow;
use clap::Args;
use joute_catalog::{GAMES, GameEntry, find_game};
use joute_games::{AnyGame, Files, MoveCode, SetupError};
use joute_messages::Message;

use crate::failure::Failure;

/// A game, its setup and a position in it.
#[derive(Debug, Clone, Args)]
pub(crate) struct PositionArgs {
    /// The game: seven-colours, flood, othello or awale.
    #[arg(value_parser = game_names())]
    pub(crate) game: String,
    /// Board and rules, e.g. size=12,colours=5,seed=42 (`joute games` lists the keys).
    #[arg(long, default_value = "", hide_default_value = true)]
    pub(crate) setup: String,
    /// A position in its canonical text, instead of the start.
    // An Othello position may begin with an empty square, which is a hyphen.
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Moves to play from there, e.g. "f5d6c3" or FfEa.
    #[arg(long)]
    pub(crate) moves: Option<String>,
}

/// The names of all games, for the command line.
pub(crate) fn game_names() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(GAMES.iter().map(|entry| entry.info.name))
}

/// The entry of a game whose name clap has already checked.
pub(crate) fn entry(name: &str) -> Result<&'static GameEntry, Failure> {
    find_game(name).ok_or_else(|| Failure::usage(anyhow!("there is no game called {name:?}")))
}

impl PositionArgs {
    /// The position asked for, and the moves that led to it.
    pub(crate) fn position(&self) -> Result<(AnyGame, Vec<MoveCode>), Failure> {
        let source = entry(&self.game)?.setup(&self.setup, &Disk::here()).map_err(Failure::usage)?;
        let mut game = source.start(0).map_err(Failure::usage)?;
        if let Some(position) = &self.position {
            game = game.at(position).map_err(Failure::usage)?;
        }
        let moves = match &self.moves {
            Some(moves) => game.play_text(moves).map_err(Failure::usage)?,
            None => Vec::new(),
        };
        Ok((game, moves))
    }
}

/// Files named by setups, read from the disk; their paths begin in a folder.
pub(crate) struct Disk {
    folder: PathBuf,
}

impl Disk {
    /// Paths begin in the working folder.
    pub(crate) fn here() -> Disk {
        Disk { folder: PathBuf::new() }
    }

    /// Paths begin in this folder.
    pub(crate) fn under(folder: &Path) -> Disk {
        Disk { folder: folder.to_owned() }
    }
}

/// The largest graph file that is read.
const LARGEST_FILE: u64 = 100_000_000;

impl Files for Disk {
    fn text(&self, name: &str) -> Result<Arc<str>, SetupError> {
        let fail = |reason: String| SetupError::File { name: name.to_owned(), reason: Message::literal(reason) };
        let path = self.folder.join(name);
        let size = std::fs::metadata(&path).map_err(|error| fail(why(&error)))?.len();
        if size > LARGEST_FILE {
            return Err(fail(format!("larger than {LARGEST_FILE} bytes")));
        }
        std::fs::read_to_string(&path).map(Into::into).map_err(|error| fail(why(&error)))
    }
}

/// The reason without the number that only the system knows.
fn why(error: &std::io::Error) -> String {
    if error.kind() == std::io::ErrorKind::NotFound { "there is no such file".to_owned() } else { error.to_string() }
}
