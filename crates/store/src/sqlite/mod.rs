//! The store as one SQLite file: one connection that writes, and one that reads beside it, which waits for no disk.

mod backup;
mod check;
mod documents;
mod leases;
mod ledger;
mod medium;
mod problem;
mod read;
mod rebuild;
mod schema;
mod shared;
mod watcher;
mod write;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use joute_referee::GameRecord;
use joute_tournament::summary::FaultNote;
use rusqlite::Connection;
use tempfile::TempDir;

use crate::error::{Checked, Problem};
use crate::{
    Access, Document, EventId, GameId, GameResult, Hold, Integrity, NewGame, OwnerId, Result, Store, StoreErrorKind,
    StoredEvent, Unfinished, Watch, Write, Written,
};
pub(crate) use backup::back_up;
use ledger::{Ledger, Remembered};
use medium::Reading;
pub(crate) use rebuild::rebuild;
pub use rebuild::{Found, Rebuilt};
use watcher::Watcher;
use write::Writing;

/// How long a writer waits for another one.
const PATIENCE: Duration = Duration::from_secs(10);

/// A store in one file. The reader is closed before the writer, which then tidies up the file.
pub(crate) struct SqliteStore {
    place: String,
    watcher: Watcher,
    reader: Arc<Mutex<Connection>>,
    /// None where the store was opened to be read.
    writer: Option<Arc<Mutex<Writing>>>,
    /// The version of a file that is only read and may be old.
    version: i64,
    /// What was written, for those who open it later; none where the store was opened to be read.
    ledger: Option<Mutex<Ledger>>,
    path: PathBuf,
    /// Where it is read from, if it is a copy.
    _copy: Option<TempDir>,
}

impl SqliteStore {
    pub(crate) fn open(path: &Path, access: Access) -> Result<SqliteStore> {
        SqliteStore::open_checked(path, access).map_err(|problem| problem.at(&path.display().to_string()))
    }

    fn open_checked(path: &Path, access: Access) -> Checked<SqliteStore> {
        // Before the store is looked at: what is written meanwhile is in the store first.
        let remembered = Remembered::read(path);
        let is_empty = std::fs::metadata(path).map(|file| file.len() == 0);
        if !remembered.is_empty() && *is_empty.as_ref().unwrap_or(&true) {
            return Err(StoreErrorKind::Damaged { losses: check::all_lost(&remembered) }.into());
        }
        if access != Access::Create {
            is_empty?;
        }
        let store = SqliteStore::open_unchecked(path, access)?;
        if access != Access::ReadOnly {
            let found = check::check(&locked(&store.reader), store.version, &remembered, check::AT_OPENING)?;
            if !found.is_whole() {
                return Err(StoreErrorKind::Damaged { losses: found.losses }.into());
            }
            if let Some(ledger) = &store.ledger {
                locked(ledger).catch_up(&check::contents(&locked(&store.reader))?, &remembered);
            }
        }
        Ok(store)
    }

    /// Opens it whatever is missing in it.
    fn open_unchecked(path: &Path, access: Access) -> Checked<SqliteStore> {
        let writer = match access {
            Access::ReadOnly => None,
            Access::Create | Access::Existing => Some(Arc::new(Mutex::new(Writing::new(open_to_write(path)?)))),
        };
        let Reading { connection, version, copy } = medium::open_to_read(path)?;
        if version == 0 {
            return Err(StoreErrorKind::NotOurs.into());
        }
        let ledger = writer.is_some().then(|| Ledger::open(path)).flatten().map(Mutex::new);
        let reader = Arc::new(Mutex::new(connection));
        let watcher = Watcher::new(watcher::foreign_changes(writer.as_ref(), &reader));
        let (place, path) = (path.display().to_string(), path.to_owned());
        Ok(SqliteStore { place, watcher, reader, writer, version, ledger, path, _copy: copy })
    }

    /// Reads something.
    fn read<T, E: Into<Problem>>(&self, work: impl FnOnce(&Connection) -> std::result::Result<T, E>) -> Result<T> {
        work(&locked(&self.reader)).map_err(|error| error.into().at(&self.place))
    }

    /// Does some writing, all of it or none, and tells those who listen.
    fn write<T>(&self, work: impl FnOnce(&mut write::Writer<'_>) -> Checked<T>) -> Result<T> {
        let value = self.write_quietly(work)?;
        self.watcher.signal().notify();
        Ok(value)
    }

    /// Writes what is nobody's news.
    fn write_quietly<T>(&self, work: impl FnOnce(&mut write::Writer<'_>) -> Checked<T>) -> Result<T> {
        let written = match &self.writer {
            Some(writer) => locked(writer).transaction(work),
            None => Err(StoreErrorKind::ReadOnly.into()),
        };
        written.map_err(|problem| problem.at(&self.place))
    }
}

fn open_to_write(path: &Path) -> Checked<Connection> {
    let mut connection = Connection::open(path)?;
    connection.busy_timeout(PATIENCE)?;
    schema::prepare(&mut connection)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Store for SqliteStore {
    fn place(&self) -> &str {
        &self.place
    }

    fn events(&self) -> Result<Vec<StoredEvent>> {
        self.read(read::events)
    }

    fn results(&self, event: EventId) -> Result<Vec<GameResult>> {
        self.read(|reader| read::results(reader, event))
    }

    fn faults(&self, event: EventId) -> Result<Vec<FaultNote>> {
        self.read(|reader| read::faults(reader, event))
    }

    fn game(&self, id: GameId) -> Result<Option<GameRecord>> {
        self.read(|reader| read::game(reader, self.version, id))
    }

    fn whole_game(&self, id: GameId) -> Result<Option<NewGame<'static>>> {
        self.read(|reader| {
            // Checked as every game is that is read.
            read::game(reader, self.version, id)?;
            Ok::<_, rusqlite::Error>(read::placed(reader, id)?.map(NewGame::placed))
        })
    }

    fn tables(&self) -> Result<Vec<GameId>> {
        self.read(|reader| read::tables(reader, self.version))
    }

    fn reviews(&self) -> Result<Vec<(String, String)>> {
        self.read(|reader| read::reviews(reader, self.version))
    }

    fn latest(&self, limit: u32) -> Result<Vec<GameId>> {
        self.read(|reader| read::latest(reader, limit))
    }

    fn labelled(&self, label: &str) -> Result<Vec<(GameId, String)>> {
        self.read(|reader| read::labelled(reader, label))
    }

    fn review(&self, record: &str) -> Result<Option<String>> {
        self.read(|reader| read::review(reader, self.version, record))
    }

    fn seats(&self, game: GameId) -> Result<[Option<String>; 2]> {
        self.read(|reader| read::seats(reader, self.version, game))
    }

    fn note(&self, game: GameId) -> Result<Option<String>> {
        self.read(|reader| read::note(reader, self.version, game))
    }

    fn document(&self, kind: &str, key: &str) -> Result<Option<Document>> {
        self.read(|reader| documents::document(reader, self.version, kind, key))
    }

    fn documents(&self, kind: &str, after: &str, limit: u32) -> Result<Vec<Document>> {
        self.read(|reader| documents::documents(reader, self.version, kind, after, limit))
    }

    fn document_kinds(&self) -> Result<Vec<String>> {
        self.read(|reader| documents::kinds(reader, self.version))
    }

    fn unfinished(&self) -> Result<Vec<Unfinished>> {
        self.read(|reader| leases::unfinished(reader, self.version))
    }

    fn apply(&self, writes: &[Write<'_>]) -> Result<Vec<Written>> {
        if writes.is_empty() {
            return Ok(Vec::new());
        }
        let written: Vec<Written> = self.write(|writer| writes.iter().map(|write| writer.apply(write)).collect())?;
        if let Some(ledger) = &self.ledger {
            locked(ledger).add(writes, &written);
        }
        Ok(written)
    }

    fn register(&self, name: &str, lease: Duration) -> Result<OwnerId> {
        self.write(|writer| leases::register(writer.transaction, name, lease))
    }

    fn renew(&self, owner: OwnerId) -> Result<()> {
        self.write_quietly(|writer| leases::renew(writer.transaction, owner))
    }

    fn leave(&self, owner: OwnerId) -> Result<()> {
        self.write(|writer| leases::leave(writer.transaction, owner))
    }

    fn claim(&self, owner: OwnerId, games: &[GameId]) -> Result<Vec<Hold>> {
        self.write(|writer| leases::claim(writer.transaction, owner, games))
    }

    fn release(&self, holds: &[Hold]) -> Result<()> {
        self.write(|writer| holds.iter().try_for_each(|hold| leases::release(writer.transaction, *hold)))
    }

    fn check(&self) -> Result<Integrity> {
        let remembered = Remembered::read(&self.path);
        self.read(|reader| check::check(reader, self.version, &remembered, u64::MAX))
    }

    fn watch(&self) -> Watch {
        self.watcher.watch()
    }
}
