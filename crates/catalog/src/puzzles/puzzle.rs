//! One puzzle, and the line of a file that it is kept as.

use std::fmt;
use std::str::FromStr;

use joute_games::{AnyGame, NoFiles};
use serde::{Deserialize, Serialize};

use crate::games::find_game;
use crate::recorded::ReplayError;

/// A position, and the move that is to be found in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Puzzle {
    /// The game by name.
    pub game: String,
    /// Its board and rules.
    pub setup: String,
    /// The position.
    pub position: String,
    /// The move that is to be found, and the play expected after it.
    pub line: Vec<String>,
    /// How hard it is by an estimate from how deep a search must look, on the scale of a visitor's rating.
    pub rating: u32,
    /// What it is about.
    pub theme: Theme,
    /// What the move is worth to the side to move, in the game's unit.
    pub value: f64,
    /// What the next best move is worth.
    pub second: f64,
    /// Plies that the check looked ahead; 0 where both values are the results of perfect play.
    pub depth: u32,
}

/// What a puzzle is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// It is the only move that wins.
    Win,
    /// It is the only move that does not lose.
    Save,
    /// Another move gains more at once.
    Quiet,
    /// It gains more than every other move in the end.
    Gain,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Theme; 4] = [Theme::Win, Theme::Save, Theme::Quiet, Theme::Gain];

    /// Its name in files, and the end of its key in the catalogue of messages.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Win => "win",
            Theme::Save => "save",
            Theme::Quiet => "quiet",
            Theme::Gain => "gain",
        }
    }
}

/// A line that is no puzzle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleError {
    /// There are not as many fields as a puzzle has.
    #[error(
        "{0} fields with tabs between them, expected 9: game, setup, position, line, rating, theme, value, second, depth"
    )]
    Fields(usize),
    /// A field says nothing sensible.
    #[error("the {field} {text:?}: expected {expected}")]
    Field {
        /// Which field.
        field: &'static str,
        /// What stands there.
        text: String,
        /// What may stand there.
        expected: &'static str,
    },
}

impl Puzzle {
    /// The move that is to be found.
    pub fn solution(&self) -> &str {
        self.line.first().map_or("", String::as_str)
    }

    /// The position it begins with.
    pub fn start(&self) -> Result<AnyGame, ReplayError> {
        let entry = find_game(&self.game).ok_or_else(|| ReplayError::Game(self.game.clone()))?;
        Ok(entry.setup(&self.setup, &NoFiles)?.start(1)?.at(&self.position)?)
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Puzzle { game, setup, position, rating, value, second, depth, .. } = self;
        let (line, theme) = (self.line.join(" "), self.theme.name());
        write!(
            formatter,
            "{game}\t{setup}\t{position}\t{line}\t{rating}\t{theme}\t{}\t{}\t{depth}",
            tenths(*value),
            tenths(*second)
        )
    }
}

/// A value with one decimal at most, and no minus before nothing.
fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0 + 0.0
}

impl FromStr for Puzzle {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Puzzle, PuzzleError> {
        let fields: Vec<&str> = text.split('\t').collect();
        let [game, setup, position, line, rating, theme, value, second, depth] = fields[..] else {
            return Err(PuzzleError::Fields(fields.len()));
        };
        let theme_named = Theme::ALL.into_iter().find(|one| one.name() == theme);
        let line: Vec<String> = line.split(' ').filter(|mv| !mv.is_empty()).map(str::to_owned).collect();
        if line.is_empty() {
            return Err(wrong("line", "", "moves with spaces between them"));
        }
        Ok(Puzzle {
            game: game.to_owned(),
            setup: setup.to_owned(),
            position: position.to_owned(),
            line,
            rating: number("rating", rating)?,
            theme: theme_named.ok_or_else(|| wrong("theme", theme, "win, save, quiet or gain"))?,
            value: number("value", value)?,
            second: number("second", second)?,
            depth: number("depth", depth)?,
        })
    }
}

fn number<N: FromStr>(field: &'static str, text: &str) -> Result<N, PuzzleError> {
    text.parse().map_err(|_| wrong(field, text, "a number"))
}

fn wrong(field: &'static str, text: &str, expected: &'static str) -> PuzzleError {
    PuzzleError::Field { field, text: text.to_owned(), expected }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "awale\trules=abapa\t0-0-0-0-2-3-0-0-0-0-0-0-20-23-S\tE F\t1200\tsave\t-1\t-3.5\t0";

    #[test]
    fn a_puzzle_is_read_as_it_was_written() {
        let puzzle: Puzzle = LINE.parse().unwrap();
        assert_eq!((puzzle.solution(), puzzle.theme, puzzle.second), ("E", Theme::Save, -3.5));
        assert_eq!(puzzle.to_string(), LINE);
        assert_eq!(puzzle.start().unwrap().position(), puzzle.position);
        let nearly = Puzzle { value: -0.04, ..puzzle };
        assert!(nearly.to_string().contains("\tsave\t0\t"), "{nearly}");
    }

    #[test]
    fn what_is_wrong_with_a_line_is_said() {
        let said = |line: &str| line.parse::<Puzzle>().unwrap_err().to_string();
        assert!(said("awale").starts_with("1 fields"), "{}", said("awale"));
        assert_eq!(said(&LINE.replace("save", "x")), "the theme \"x\": expected win, save, quiet or gain");
        assert_eq!(said(&LINE.replace("1200", "high")), "the rating \"high\": expected a number");
        assert_eq!(said(&LINE.replace("E F", "")), "the line \"\": expected moves with spaces between them");
    }
}
