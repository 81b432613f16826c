//! Errors of the borders of this crate: texts and setups that come from outside.

use std::fmt;

/// A text that is not what it should be: says what was found and what was expected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}: found {found}, expected {expected}")]
pub struct ParseError {
    /// What was being read, e.g. "othello position".
    pub what: &'static str,
    /// The offending text, shortened and quoted.
    pub found: Excerpt,
    /// What would have been right.
    pub expected: String,
}

impl ParseError {
    /// An error about `found` while reading `what`.
    pub fn new(what: &'static str, found: &str, expected: impl Into<String>) -> ParseError {
        ParseError { what, found: Excerpt::of(found), expected: expected.into() }
    }
}

/// A setup that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A part of the setup that is not `key=value` with a known key.
    #[error("unknown setup key {key}; this game has: {known}")]
    UnknownKey {
        /// The key as written.
        key: Excerpt,
        /// The keys this game knows.
        known: String,
    },
    /// A key given more than once.
    #[error("setup key {0} is given twice")]
    Repeated(Excerpt),
    /// A value the key does not take.
    #[error("setup {key}={value}: expected {expected}")]
    BadValue {
        /// The key.
        key: String,
        /// The value as written.
        value: Excerpt,
        /// What the key takes.
        expected: String,
    },
    /// Values that are each fine but make no board together.
    #[error("{0}")]
    Impossible(String),
    /// A file named by the setup that cannot be used.
    #[error("{name}: {reason}")]
    File {
        /// The name in the setup.
        name: String,
        /// Why it cannot be used.
        reason: String,
    },
    /// A board inside the setup that cannot be read.
    #[error(transparent)]
    Board(#[from] ParseError),
}

impl SetupError {
    /// A value the key does not take.
    pub fn bad_value(key: &str, value: &str, expected: impl Into<String>) -> SetupError {
        SetupError::BadValue { key: key.to_owned(), value: Excerpt::of(value), expected: expected.into() }
    }
}

/// A move that cannot be played in a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text is no move of this game at all.
    #[error(transparent)]
    Text(#[from] ParseError),
    /// The text is a move, but not a legal one here.
    #[error("{mv} is not legal here; legal: {legal}")]
    Illegal {
        /// The move in canonical text.
        mv: String,
        /// The legal moves, joined by spaces.
        legal: String,
    },
    /// A move of a whole game text.
    #[error("move {number}: {error}")]
    InText {
        /// Which move of the text, from 1.
        number: usize,
        /// What is wrong with it.
        error: Box<MoveError>,
    },
    /// The game is over: no move is legal.
    #[error("{mv} cannot be played: the game is over")]
    Over {
        /// The move in canonical text.
        mv: String,
    },
}

/// A quoted, shortened piece of foreign text, safe to print whatever it holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt(String);

impl Excerpt {
    /// The most characters kept.
    pub const LONGEST: usize = 60;

    /// The first characters of `text`, quoted, control characters escaped.
    pub fn of(text: &str) -> Excerpt {
        let head: String = text.chars().take(Self::LONGEST).collect();
        let cut = if head.len() < text.len() { "…" } else { "" };
        Excerpt(format!("{head:?}{cut}"))
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
