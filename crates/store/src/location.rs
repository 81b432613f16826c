//! Where a store is, and how it is opened. Whoever opens one gets it by its interface and need not know what is behind.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use crate::sqlite::{self, SqliteStore};
use crate::{Result, Store, StoreError, StoreErrorKind, StoredEvent};

pub use crate::sqlite::{Found, Rebuilt};

/// The file of a folder of results that holds every game.
const FILE: &str = "games.sqlite";

/// Where a store is: `sqlite:FILE`, or just a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreLocation {
    // Today there is one kind; another is another variant in here.
    file: PathBuf,
}

/// What a store is opened for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// To read and write it; it is made where there is none.
    Create,
    /// To read and write one that must be there.
    Existing,
    /// To look at it while others write, without changing anything.
    ReadOnly,
}

impl StoreLocation {
    /// A file.
    pub fn file(path: impl Into<PathBuf>) -> StoreLocation {
        StoreLocation { file: path.into() }
    }

    /// The store of a folder of results.
    pub fn in_folder(folder: &Path) -> StoreLocation {
        StoreLocation::file(folder.join(FILE))
    }

    /// Opens it.
    pub fn open(&self, access: Access) -> Result<Arc<dyn Store>> {
        Ok(Arc::new(SqliteStore::open(&self.file, access)?))
    }

    /// Makes a damaged store anew from all that can be read of it, and from games that are known otherwise: `others` gets
    /// the events and gives these. What was there before is put aside. Nobody else may use the store meanwhile.
    pub fn rebuild(&self, others: impl FnOnce(&[StoredEvent]) -> Vec<Found>) -> Result<Rebuilt> {
        sqlite::rebuild(&self.file, others)
    }
}

impl FromStr for StoreLocation {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<StoreLocation> {
        let refused = |expected| {
            let kind = StoreErrorKind::Location { text: text.to_owned(), expected };
            StoreError { place: "store".to_owned(), kind, cause: None }
        };
        match text.split_once(':') {
            Some(("sqlite", file)) if !file.is_empty() => Ok(StoreLocation::file(file)),
            Some(("sqlite", _)) => Err(refused("expected a file after sqlite:")),
            Some((_, rest)) if rest.starts_with("//") => Err(refused("expected a file, or sqlite:FILE")),
            _ if text.is_empty() => Err(refused("expected a file, or sqlite:FILE")),
            _ => Ok(StoreLocation::file(text)),
        }
    }
}

impl fmt::Display for StoreLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.file.display().fmt(f)
    }
}
