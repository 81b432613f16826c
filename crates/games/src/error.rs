//! Errors of the borders of this crate: texts and setups that come from outside.

use std::fmt;

use joute_messages::{Localize, Message, localized_error, message};

/// A text that is not what it should be: says what was found and what was expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// What was being read, e.g. `othello-position`: the catalogue has it under `what-othello-position`.
    pub what: &'static str,
    /// The offending text, shortened and quoted.
    pub found: Excerpt,
    /// What would have been right.
    pub expected: Message,
}

impl ParseError {
    /// An error about `found` while reading `what`.
    pub fn new(what: &'static str, found: &str, expected: Message) -> ParseError {
        ParseError { what, found: Excerpt::of(found), expected }
    }
}

impl Localize for ParseError {
    fn message(&self) -> Message {
        let ParseError { what, found, expected } = self;
        let what = message!(format!("what-{what}"));
        message!("error-parse", what = what, found = found.to_string(), expected = expected.clone())
    }
}

localized_error!(ParseError);

/// A setup that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SetupError {
    /// A part of the setup that is not `key=value` with a known key.
    UnknownKey {
        /// The key as written.
        key: Excerpt,
        /// The keys this game knows.
        known: String,
    },
    /// A key given more than once.
    Repeated(Excerpt),
    /// A value the key does not take.
    BadValue {
        /// The key.
        key: String,
        /// The value as written.
        value: Excerpt,
        /// What the key takes.
        expected: Message,
    },
    /// Values that are each fine but make no board together.
    Impossible(Message),
    /// A file named by the setup that cannot be used.
    File {
        /// The name in the setup.
        name: String,
        /// Why it cannot be used.
        reason: Message,
    },
    /// A board inside the setup that cannot be read.
    Board(ParseError),
}

impl SetupError {
    /// A value the key does not take.
    pub fn bad_value(key: &str, value: &str, expected: Message) -> SetupError {
        SetupError::BadValue { key: key.to_owned(), value: Excerpt::of(value), expected }
    }
}

impl From<ParseError> for SetupError {
    fn from(error: ParseError) -> SetupError {
        SetupError::Board(error)
    }
}

impl Localize for SetupError {
    fn message(&self) -> Message {
        match self {
            SetupError::UnknownKey { key, known } => {
                message!("error-setup-unknown-key", key = key.to_string(), known = known.clone())
            }
            SetupError::Repeated(key) => message!("error-setup-repeated", key = key.to_string()),
            SetupError::BadValue { key, value, expected } => {
                let (key, value) = (key.clone(), value.to_string());
                message!("error-setup-value", key = key, value = value, expected = expected.clone())
            }
            SetupError::Impossible(why) => why.clone(),
            SetupError::File { name, reason } => {
                message!("error-setup-file", name = name.clone(), reason = reason.clone())
            }
            SetupError::Board(error) => error.message(),
        }
    }
}

localized_error!(SetupError);

/// A move that cannot be played in a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveError {
    /// The text is no move of this game at all.
    Text(ParseError),
    /// The text is a move, but not a legal one here.
    Illegal {
        /// The move in canonical text.
        mv: String,
        /// The legal moves, joined by spaces.
        legal: String,
        /// The rule that forbids it, where the game tells.
        rule: Option<Box<Message>>,
    },
    /// A move of a whole game text.
    InText {
        /// Which move of the text, from 1.
        number: usize,
        /// What is wrong with it.
        error: Box<MoveError>,
    },
    /// The game is over: no move is legal.
    Over {
        /// The move in canonical text.
        mv: String,
    },
}

impl From<ParseError> for MoveError {
    fn from(error: ParseError) -> MoveError {
        MoveError::Text(error)
    }
}

impl Localize for MoveError {
    fn message(&self) -> Message {
        match self {
            MoveError::Text(error) => error.message(),
            MoveError::Illegal { mv, legal, rule: None } => {
                message!("error-move-illegal", move = mv.clone(), legal = legal.clone())
            }
            MoveError::Illegal { mv, legal, rule: Some(rule) } => {
                let rule = Message::clone(rule);
                message!("error-move-against-rule", move = mv.clone(), legal = legal.clone(), rule = rule)
            }
            MoveError::InText { number, error } => {
                message!("error-move-in-text", number = *number, error = error.message())
            }
            MoveError::Over { mv } => message!("error-move-over", move = mv.clone()),
        }
    }
}

localized_error!(MoveError);

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
