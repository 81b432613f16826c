//! Where a store is, and how it is opened. Whoever opens one gets it by its interface and need not know what is behind.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

#[cfg(feature = "postgres")]
use crate::postgres::{self, PostgresStore};
use crate::sqlite::{self, SqliteStore};
use crate::{Result, Store, StoreError, StoreErrorKind, StoredEvent};

pub use crate::sqlite::{Found, Rebuilt};

/// The file of a folder of results that holds every game.
const FILE: &str = "games.sqlite";

/// Where a store is: `sqlite:FILE` or just a file, or `postgres://USER@HOST/DATABASE`. It is shown without secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreLocation(Kind);

/// The kinds of stores.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    File(PathBuf),
    #[cfg(feature = "postgres")]
    Postgres(Box<postgres::Address>),
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
        StoreLocation(Kind::File(path.into()))
    }

    /// The store of a folder of results.
    pub fn in_folder(folder: &Path) -> StoreLocation {
        StoreLocation::file(folder.join(FILE))
    }

    /// Whether it is a server, which other machines reach as well.
    pub fn is_server(&self) -> bool {
        !matches!(self.0, Kind::File(_))
    }

    /// The same, and a server that goes away is waited for as long as this before a call fails.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> StoreLocation {
        match self.0 {
            #[cfg(feature = "postgres")]
            Kind::Postgres(address) => StoreLocation(Kind::Postgres(Box::new(address.with_patience(patience)))),
            file @ Kind::File(_) => {
                let _ = patience;
                StoreLocation(file)
            }
        }
    }

    /// Opens it.
    pub fn open(&self, access: Access) -> Result<Arc<dyn Store>> {
        match &self.0 {
            Kind::File(path) => Ok(Arc::new(SqliteStore::open(path, access)?)),
            #[cfg(feature = "postgres")]
            Kind::Postgres(address) => Ok(Arc::new(PostgresStore::open(address, access)?)),
        }
    }

    /// Copies it as of this moment into a file that is not there yet, while others write it. Files alone are copied: a database is backed up by
    /// the tools of its server.
    pub fn back_up(&self, to: &Path) -> Result<()> {
        match &self.0 {
            Kind::File(path) => sqlite::back_up(path, to),
            #[cfg(feature = "postgres")]
            Kind::Postgres(_) => {
                let why = "a database is not copied here; back it up with pg_dump".to_owned();
                Err(StoreError { place: self.to_string(), kind: StoreErrorKind::Unavailable { why }, cause: None })
            }
        }
    }

    /// Makes a damaged store anew from all that can be read of it, and from games that are known otherwise: `others` gets
    /// the events and gives these. What was there before is put aside. Nobody else may use the store meanwhile. Files alone
    /// are made anew: a database is restored from a backup by the tools of its server.
    pub fn rebuild(&self, others: impl FnOnce(&[StoredEvent]) -> Vec<Found>) -> Result<Rebuilt> {
        match &self.0 {
            Kind::File(path) => sqlite::rebuild(path, others),
            #[cfg(feature = "postgres")]
            Kind::Postgres(_) => {
                let why = "a database is not made anew here; restore it from a backup".to_owned();
                Err(StoreError { place: self.to_string(), kind: StoreErrorKind::Unavailable { why }, cause: None })
            }
        }
    }
}

/// What is expected where something names no store.
#[cfg(feature = "postgres")]
const EXPECTED: &str = "expected a file, sqlite:FILE, or postgres://USER@HOST/DATABASE";
#[cfg(not(feature = "postgres"))]
const EXPECTED: &str = "expected a file, or sqlite:FILE";

impl FromStr for StoreLocation {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<StoreLocation> {
        let refused = |expected| {
            let kind = StoreErrorKind::Location { text: without_secret(text), expected };
            StoreError { place: "store".to_owned(), kind, cause: None }
        };
        match text.split_once(':') {
            Some(("sqlite", file)) if !file.is_empty() => Ok(StoreLocation::file(file)),
            Some(("sqlite", _)) => Err(refused("expected a file after sqlite:")),
            #[cfg(feature = "postgres")]
            Some(("postgres" | "postgresql", rest)) if rest.starts_with("//") => {
                Ok(StoreLocation(Kind::Postgres(Box::new(text.parse().map_err(refused)?))))
            }
            #[cfg(not(feature = "postgres"))]
            Some(("postgres" | "postgresql", rest)) if rest.starts_with("//") => Err(refused(
                "PostgreSQL was left out of this build; build joute with its feature `postgres`, which is on by default",
            )),
            Some(("postgres" | "postgresql", _)) => Err(refused(EXPECTED)),
            Some((_, rest)) if rest.starts_with("//") => Err(refused(EXPECTED)),
            _ if text.is_empty() => Err(refused(EXPECTED)),
            _ => Ok(StoreLocation::file(text)),
        }
    }
}

/// An address as it may be shown: what stands between a name and its `@` is a secret, and so may options be.
fn without_secret(text: &str) -> String {
    let (address, options) = text.split_once('?').map_or((text, ""), |(address, _)| (address, "?..."));
    let front = address.find("//").map(|at| at + 2).or_else(|| address.find(':').map(|at| at + 1)).unwrap_or(0);
    let (scheme, rest) = address.split_at(front);
    let shown = match rest.rsplit_once('@') {
        Some((user, host)) => format!("{scheme}{}@{host}", user.split(':').next().unwrap_or_default()),
        None => address.to_owned(),
    };
    shown + options
}

impl fmt::Display for StoreLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::File(path) => path.display().fmt(f),
            #[cfg(feature = "postgres")]
            Kind::Postgres(address) => address.fmt(f),
        }
    }
}
