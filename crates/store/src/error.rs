//! What can go wrong with a store, in words that say what to do. Nothing here tells what kind of store it is.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use joute_games::Side;

use crate::{GameId, Loss};

/// A store that cannot be used, or did not take what it was given.
#[derive(Debug, Clone)]
pub struct StoreError {
    /// Which store, as people name it: a file, a folder, an address.
    pub place: String,
    /// What is wrong.
    pub kind: StoreErrorKind,
    /// What the database itself said, where there is more to it than the kind tells.
    pub cause: Option<Arc<dyn Error + Send + Sync>>,
}

/// What to do about damage.
const REBUILD: &str = "`joute rebuild FOLDER` makes it anew from all that can be read, and from records of its games";

/// What is wrong with a store.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StoreErrorKind {
    /// It cannot be reached, opened, read or written.
    #[error("{why}")]
    Unavailable {
        /// Why not.
        why: String,
    },
    /// There is no room.
    #[error(
        "it cannot be written: make room on the disk (or find out what ails it) and start again; what was stored before is safe"
    )]
    Full,
    /// Somebody else uses it.
    #[error("in use by {by}; it may be run by one program at a time")]
    Busy {
        /// Who.
        by: String,
    },
    /// Somebody else has come in the place of whoever asks.
    #[error("{why}")]
    Replaced {
        /// Who, and what to do.
        why: String,
    },
    /// The server is there and does not let this user in, or not do what is wanted, or has no such database.
    #[error("{why}; expected {expected}")]
    NotLetIn {
        /// What it says.
        why: String,
        /// What helps.
        expected: &'static str,
    },
    /// It was opened to be read.
    #[error("it was opened to be read, and nothing can be written to it")]
    ReadOnly,
    /// It is damaged.
    #[error("the file is damaged ({what}); {REBUILD}")]
    Corrupt {
        /// What the database says.
        what: String,
    },
    /// Something that was kept is no longer there as it was.
    #[error("something is lost: {}; {REBUILD}", crate::integrity::listed(losses))]
    Damaged {
        /// What.
        losses: Vec<Loss>,
    },
    /// Something else than a store.
    #[error("not a store of games; expected one that this program has made")]
    NotOurs,
    /// Made by a later program.
    #[error(
        "this store has version {version}, and this program knows versions up to {known}: it needs a newer program"
    )]
    Newer {
        /// Its version.
        version: i64,
        /// The latest version known here.
        known: i64,
    },
    /// What was stored makes no sense to this program.
    #[error("{what} is {value}, which cannot be understood")]
    Unknown {
        /// Which value.
        what: String,
        /// What it is.
        value: String,
    },
    /// A game that counts already.
    #[error("game {game} of match {match_number} is stored already, and nothing is stored twice", match_number = match_index + 1, game = game + 1)]
    Duplicate {
        /// The match, from 0.
        match_index: u32,
        /// The game, from 0.
        game: u32,
    },
    /// There is no such thing in it.
    #[error("there is no {what} in it")]
    Missing {
        /// What was asked for.
        what: String,
    },
    /// A game in progress belongs to another owner by now.
    #[error("game {game} is played by another program by now, and this one may no longer write it")]
    Lost {
        /// The game.
        game: GameId,
    },
    /// A game that has ended is never changed.
    #[error("game {game} has ended, and a finished game is never changed")]
    Over {
        /// The game.
        game: GameId,
    },
    /// A seat that somebody else holds.
    #[error("the {side} seat of game {game} is somebody else's by now")]
    Taken {
        /// The game.
        game: GameId,
        /// The seat.
        side: Side,
    },
    /// A document that is not at the version that was seen.
    #[error("{kind} {key} has changed meanwhile")]
    Changed {
        /// What sort of thing it is.
        kind: String,
        /// Which one.
        key: String,
    },
    /// A ply that does not follow those that are stored.
    #[error("ply {ply} of game {game} does not follow what is stored: expected ply {expected}")]
    OutOfOrder {
        /// The game.
        game: GameId,
        /// The ply, from 0.
        ply: u32,
        /// The one that was to come.
        expected: u32,
    },
    /// A place that names no store.
    #[error("{text:?} names no store: {expected}")]
    Location {
        /// What was given.
        text: String,
        /// What is expected instead.
        expected: &'static str,
    },
}

impl StoreErrorKind {
    /// Whether it is about what was to be written rather than about the store: other writes would have been taken.
    pub fn is_about_one_write(&self) -> bool {
        use StoreErrorKind::{Changed, Duplicate, Lost, Missing, OutOfOrder, Over, Taken};
        matches!(
            self,
            Changed { .. }
                | Duplicate { .. }
                | Lost { .. }
                | Missing { .. }
                | OutOfOrder { .. }
                | Over { .. }
                | Taken { .. }
        )
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

/// The cause is part of the message where it says more, so it is not told again as a source.
impl Error for StoreError {}

/// What is wrong, before it is known where: the implementations of stores work with it.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) kind: StoreErrorKind,
    pub(crate) cause: Option<Arc<dyn Error + Send + Sync>>,
}

impl Problem {
    pub(crate) fn at(self, place: &str) -> StoreError {
        StoreError { place: place.to_owned(), kind: self.kind, cause: self.cause }
    }
}

/// What the implementations of stores return inside.
pub(crate) type Checked<T> = std::result::Result<T, Problem>;

impl From<StoreErrorKind> for Problem {
    fn from(kind: StoreErrorKind) -> Problem {
        Problem { kind, cause: None }
    }
}

impl From<std::io::Error> for Problem {
    fn from(error: std::io::Error) -> Problem {
        let kind = match error.kind() {
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => StoreErrorKind::Full,
            _ => StoreErrorKind::Unavailable { why: error.to_string() },
        };
        Problem { kind, cause: Some(Arc::new(error)) }
    }
}
