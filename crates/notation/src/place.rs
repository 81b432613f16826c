//! What can be wrong with a file, and where.

use std::fmt;

/// Where in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A line, from 1.
    Line(usize),
    /// A byte, from 0.
    Byte(usize),
    /// The file as a whole.
    File,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}: "),
            Place::Byte(byte) => write!(f, "byte {byte}: "),
            Place::File => Ok(()),
        }
    }
}

/// A file that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}{what}")]
pub struct ReadError {
    /// Where it is wrong.
    pub place: Place,
    /// What was found there and what was expected.
    pub what: String,
}

impl ReadError {
    pub(crate) fn line(line: usize, what: impl fmt::Display) -> ReadError {
        ReadError { place: Place::Line(line), what: what.to_string() }
    }

    pub(crate) fn byte(byte: usize, what: impl fmt::Display) -> ReadError {
        ReadError { place: Place::Byte(byte), what: what.to_string() }
    }

    pub(crate) fn file(what: impl fmt::Display) -> ReadError {
        ReadError { place: Place::File, what: what.to_string() }
    }

    pub(crate) fn not_text(error: std::str::Utf8Error) -> ReadError {
        ReadError::byte(error.valid_up_to(), "not UTF-8, expected a text file")
    }
}

/// A game that a format cannot hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("game {number}: {what}")]
pub struct WriteError {
    /// Which of the games, from 1.
    pub number: usize,
    /// Why, and what could be done.
    pub what: String,
}

impl WriteError {
    pub(crate) fn new(index: usize, what: impl fmt::Display) -> WriteError {
        WriteError { number: index + 1, what: what.to_string() }
    }
}

/// The number of the line that holds a byte of a text.
pub(crate) fn line_of(text: &str, byte: usize) -> usize {
    text.as_bytes()[..byte.min(text.len())].iter().filter(|byte| **byte == b'\n').count() + 1
}
