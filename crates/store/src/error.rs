//! What can go wrong with a store, in words that say what to do.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// A store that cannot be used, or did not take what it was given.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Some other file.
    #[error("{}: not a store of games; expected a file that this program has made", .0.display())]
    NotOurs(PathBuf),
    /// Made by a later program.
    #[error("{}: this store has version {found}, and this program knows versions up to {known}: it needs a newer program", path.display())]
    Later {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The latest version known here.
        known: i64,
    },
    /// Another process runs its event.
    #[error("{}: in use by {owner}; it may be run by one program at a time", path.display())]
    Busy {
        /// The folder or file.
        path: PathBuf,
        /// Who uses it.
        owner: String,
    },
    /// There is no room.
    #[error("{}: it cannot be written: make room on the disk (or find out what ails it) and start again; what was stored before is safe", .0.display())]
    Full(PathBuf),
    /// The file is damaged.
    #[error("{}: the file is damaged ({message}); put it aside, or rescue what can be read with `sqlite3 FILE .recover`", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What the database says.
        message: String,
    },
    /// A file that cannot be opened, read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// A game that is there already.
    #[error("{}: game {game} of match {number} is stored already, and nothing is stored twice", path.display(), number = match_index + 1, game = game + 1)]
    Twice {
        /// The file.
        path: PathBuf,
        /// The match, from 0.
        match_index: u32,
        /// The game, from 0.
        game: u32,
    },
    /// What was stored makes no sense to this program.
    #[error("{}: {what} cannot be understood", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What.
        what: String,
    },
    /// Anything else that the database complains of.
    #[error("{}: {error}", path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// The complaint.
        error: rusqlite::Error,
    },
}

impl StoreError {
    pub(crate) fn of(path: &Path, error: rusqlite::Error) -> StoreError {
        let path = path.to_owned();
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => StoreError::NotOurs(path),
            Some(ErrorCode::DiskFull) => StoreError::Full(path),
            // A limit on the size of files, or a quota, shows as a write that failed.
            Some(ErrorCode::SystemIoFailure) => StoreError::Full(path),
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged { path, message: error.to_string() },
            _ => StoreError::Database { path, error },
        }
    }

    pub(crate) fn content(path: &Path, what: impl Into<String>) -> StoreError {
        StoreError::Content { path: path.to_owned(), what: what.into() }
    }
}
