//! Where the games of a match begin: at the setup's boards, at one position, or at the openings of a file.

use std::path::PathBuf;

use anyhow::{Context, anyhow};
use clap::Args;
use joute_arena::{Opening, Starts, read_openings};
use joute_catalog::Source;
use joute_games::AnyGame;
use joute_games::random::Seed;

use crate::failure::{Failure, Result};

/// The options.
#[derive(Debug, Args)]
pub(crate) struct Starting {
    /// Begin at the openings of a file, each twice with seats swapped: moves (f5d6c3), positions, OBF or records, one a line.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    openings: Option<PathBuf>,
    /// Take the openings in a random order, which comes from the seed.
    #[arg(long, requires = "openings")]
    shuffle: bool,
    /// Play at most so many plies of each opening.
    #[arg(long, value_name = "PLIES", requires = "openings")]
    opening_plies: Option<usize>,
    /// Begin at this position in its canonical text; from the second pair on after the random plies of --opening.
    // An Othello position may begin with an empty square, which is a hyphen.
    #[arg(long, allow_hyphen_values = true)]
    position: Option<String>,
    /// Begin after these moves, e.g. "f5d6c3" or FfEa; from the second pair on after the random plies of --opening.
    #[arg(long)]
    moves: Option<String>,
}

/// Where games begin, read and in order.
pub(crate) enum Begun {
    Boards,
    Position(AnyGame),
    Openings(Vec<Opening>),
}

impl Begun {
    pub(crate) fn starts(&self) -> Starts<'_> {
        match self {
            Begun::Boards => Starts::Boards,
            Begun::Position(start) => Starts::Position(start),
            Begun::Openings(openings) => Starts::Openings(openings),
        }
    }
}

impl Starting {
    /// Whether games begin on the boards of the setup.
    pub(crate) fn is_plain(&self) -> bool {
        self.openings.is_none() && self.position.is_none() && self.moves.is_none()
    }

    /// Reads what was asked for.
    pub(crate) fn read(&self, source: &Source, seed: Seed) -> Result<Begun> {
        if self.is_plain() {
            return Ok(Begun::Boards);
        }
        let start = source.start(0).map_err(Failure::usage)?;
        match &self.openings {
            Some(path) => self.openings(path, &start, source.is_open(), seed).map(Begun::Openings),
            None => self.position(start, source.is_open()).map(Begun::Position),
        }
    }

    fn openings(&self, path: &PathBuf, start: &AnyGame, is_open: bool, seed: Seed) -> Result<Vec<Opening>> {
        let name = path.display();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let read = read_openings(&text, start, is_open, self.opening_plies);
        let mut openings = read.map_err(|error| Failure::usage(anyhow!("{name}: {error}")))?;
        if self.shuffle {
            seed.purpose("openings").generator().shuffle(&mut openings);
        }
        Ok(openings)
    }

    fn position(&self, mut start: AnyGame, is_open: bool) -> Result<AnyGame> {
        if let Some(position) = &self.position {
            start = start.at(position).map_err(Failure::usage)?;
        } else if is_open {
            let why = "moves alone say nothing where each pair has a board of its own: fix it by its seed in --setup";
            return Err(Failure::usage(anyhow!("--moves: {why}")));
        }
        if let Some(moves) = &self.moves {
            start.play_text(moves).map_err(Failure::usage)?;
        }
        if start.is_over() {
            return Err(Failure::usage(anyhow!("the game is over at the position that it should begin from")));
        }
        Ok(start)
    }
}
