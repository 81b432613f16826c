//! Files of openings: one on each line, as moves, as a position, as OBF or as a record.

use joute_catalog::{ReplayError, start_of};
use joute_games::{AnyGame, Excerpt, MoveError, ParseError};
use joute_referee::{GameRecord, RecordError};

use crate::fixture::Opening;

/// A file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// A line that cannot be.
    #[error("line {line}: {why}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        why: Box<LineError>,
    },
    /// Nothing in it.
    #[error("there are no openings in it")]
    Empty,
}

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// Neither of what it may be.
    #[error("{text} is neither a position ({position}) nor moves ({moves})")]
    Neither {
        /// What it says.
        text: Excerpt,
        /// Why it is no position.
        position: Box<ParseError>,
        /// Why these are no moves.
        moves: Box<MoveError>,
    },
    /// Moves without a board.
    #[error(
        "moves alone say nothing where each pair has a board of its own: fix the board by its seed, or use positions or records"
    )]
    NoBoard,
    /// A record that cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A record that cannot be played.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// Of another game.
    #[error("a record of {0}")]
    Game(String),
    /// The game is over there.
    #[error("the game is over after it")]
    Over,
}

/// Reads a file of openings for games that begin like `start`; at most so many plies of each. Empty lines and those that begin
/// with `#` or `%` are passed over. Where boards are drawn for each pair (`is_open`), moves alone are no opening.
pub fn read_openings(
    text: &str,
    start: &AnyGame,
    is_open: bool,
    most_plies: Option<usize>,
) -> Result<Vec<Opening>, OpeningError> {
    let reader = Reader { start, is_open, most_plies: most_plies.unwrap_or(usize::MAX) };
    let mut openings = Vec::new();
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with(['#', '%']) {
            openings.push(reader.line(line).map_err(|why| OpeningError::Line { line: index + 1, why: Box::new(why) })?);
        }
    }
    if openings.is_empty() { Err(OpeningError::Empty) } else { Ok(openings) }
}

struct Reader<'a> {
    start: &'a AnyGame,
    is_open: bool,
    most_plies: usize,
}

impl Reader<'_> {
    fn line(&self, line: &str) -> Result<Opening, LineError> {
        let opening = if line.starts_with('{') { self.record(line)? } else { self.position_or_moves(line)? };
        if opening.start.is_over() { Err(LineError::Over) } else { Ok(opening) }
    }

    fn record(&self, line: &str) -> Result<Opening, LineError> {
        let record = GameRecord::from_json(line)?;
        if record.game != self.start.info().name {
            return Err(LineError::Game(record.game));
        }
        let mut positions = record.replay(&start_of(&record)?)?;
        positions.truncate(self.most_plies.saturating_add(1));
        let played = record.plies.iter().take(positions.len() - 1);
        let moves = played.filter_map(|ply| ply.mv.clone()).collect();
        let start = positions.pop().unwrap_or_else(|| self.start.clone());
        Ok(Opening { start, moves })
    }

    fn position_or_moves(&self, line: &str) -> Result<Opening, LineError> {
        // After a semicolon OBF has what a solver noted.
        let squares = line.split([';', '%', '#']).next().unwrap_or_default().trim();
        let position = match self.start.at(line).or_else(|error| self.start.at(squares).map_err(|_| error)) {
            Ok(start) => return Ok(Opening { start, moves: Vec::new() }),
            Err(error) => Box::new(error),
        };
        let mut whole = self.start.clone();
        let played = whole.play_text(line).map_err(|moves| LineError::Neither {
            text: Excerpt::of(line),
            position,
            moves: Box::new(moves),
        })?;
        if self.is_open {
            return Err(LineError::NoBoard);
        }
        let mut opening = Opening { start: self.start.clone(), moves: Vec::new() };
        for code in played.into_iter().take(self.most_plies) {
            opening.moves.push(opening.start.text(code));
            opening.start.play(code);
        }
        Ok(opening)
    }
}
