//! The store as one SQLite file.

mod code;
mod read;
mod schema;
mod write;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use joute_referee::{GameRecord, PlyRecord};
use joute_tournament::scoring::Scoring;
use joute_tournament::summary::FaultNote;
use rusqlite::{Connection, OpenFlags};

use crate::{
    CrossCell, EventId, GameId, GameResult, HistoryLine, NewEvent, NewGame, NewMatch, NewVerdict, Result, StandingLine,
    Store, StoreError, StoredEvent,
};

/// How long a writer waits for another one.
const PATIENCE: Duration = Duration::from_secs(10);

/// A store in one file.
pub struct SqliteStore {
    connection: Connection,
    path: PathBuf,
    /// Versions of players by who they are, so that each is looked up once.
    versions: HashMap<[String; 4], i64>,
    /// Numbers of terms by their content.
    terms: HashMap<[String; 5], i64>,
}

impl SqliteStore {
    /// Opens a store, or makes one where there is no file.
    pub fn open(path: &Path) -> Result<SqliteStore> {
        let mut connection = Connection::open(path).map_err(|error| StoreError::of(path, error))?;
        connection.busy_timeout(PATIENCE).map_err(|error| StoreError::of(path, error))?;
        schema::prepare(&mut connection, path)?;
        connection.set_prepared_statement_cache_capacity(64);
        Ok(SqliteStore { connection, path: path.to_owned(), versions: HashMap::new(), terms: HashMap::new() })
    }

    /// Opens a store that must be there.
    pub fn open_existing(path: &Path) -> Result<SqliteStore> {
        std::fs::metadata(path).map_err(|error| StoreError::File { path: path.to_owned(), error })?;
        SqliteStore::open(path)
    }

    /// Opens a store to look at while others write to it, without changing anything.
    pub fn open_to_read(path: &Path) -> Result<SqliteStore> {
        std::fs::metadata(path).map_err(|error| StoreError::File { path: path.to_owned(), error })?;
        let failed = |error| StoreError::of(path, error);
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(path, flags).map_err(failed)?;
        connection.busy_timeout(PATIENCE).map_err(failed)?;
        if schema::recognise(&mut connection, path)? == 0 {
            return Err(StoreError::NotOurs(path.to_owned()));
        }
        connection.set_prepared_statement_cache_capacity(64);
        Ok(SqliteStore { connection, path: path.to_owned(), versions: HashMap::new(), terms: HashMap::new() })
    }

    /// A number that changes whenever somebody else has written something.
    pub fn state(&self) -> Result<i64> {
        let state = self.connection.pragma_query_value(None, "data_version", |row| row.get(0));
        state.map_err(|error| self.error(error))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn error(&self, error: rusqlite::Error) -> StoreError {
        StoreError::of(&self.path, error)
    }

    /// Does some writing, all of it or none.
    fn write<T>(&mut self, work: impl FnOnce(&mut write::Writer<'_>) -> rusqlite::Result<T>) -> Result<T> {
        let path = self.path.clone();
        let (versions, terms) = (&mut self.versions, &mut self.terms);
        let done = (|| {
            let transaction = self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
            let value =
                work(&mut write::Writer { transaction: &transaction, versions: &mut *versions, terms: &mut *terms })?;
            transaction.commit()?;
            Ok(value)
        })();
        if done.is_err() {
            // What was rolled back is not there.
            versions.clear();
            terms.clear();
        }
        done.map_err(|error| StoreError::of(&path, error))
    }
}

/// Names the game when a result is there already.
fn naming(path: &Path, game: &NewGame<'_>, error: StoreError) -> StoreError {
    match (game.spot, &error) {
        (Some(spot), StoreError::Database { error, .. })
            if error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation) =>
        {
            StoreError::Twice { path: path.to_owned(), match_index: spot.match_index, game: spot.game }
        }
        _ => error,
    }
}

impl Store for SqliteStore {
    fn events(&self) -> Result<Vec<StoredEvent>> {
        read::events(&self.connection).map_err(|error| self.error(error))
    }

    fn add_event(&mut self, event: &NewEvent) -> Result<EventId> {
        self.write(|writer| writer.add_event(event))
    }

    fn keep_matches(&mut self, event: EventId, matches: &[NewMatch], verdicts: &[NewVerdict]) -> Result<()> {
        self.write(|writer| writer.keep_matches(event, matches, verdicts))
    }

    fn begin_game(&mut self, game: &NewGame<'_>) -> Result<GameId> {
        self.write(|writer| writer.begin(game))
    }

    fn append(&mut self, game: GameId, ply: u32, played: &PlyRecord) -> Result<()> {
        self.write(|writer| writer.append(game, ply, played))
    }

    fn finish(&mut self, game: GameId, finished: &NewGame<'_>) -> Result<()> {
        let path = self.path.clone();
        self.write(|writer| writer.finish(game, finished)).map_err(|error| naming(&path, finished, error))
    }

    fn keep(&mut self, games: &[NewGame<'_>]) -> Result<Vec<GameId>> {
        let path = self.path.clone();
        let mut at = 0;
        let kept = self.write(|writer| {
            let mut keep = |(number, game)| {
                at = number;
                writer.keep(game)
            };
            games.iter().enumerate().map(&mut keep).collect()
        });
        kept.map_err(|error| match games.get(at) {
            Some(game) => naming(&path, game, error),
            None => error,
        })
    }

    fn results(&self, event: EventId) -> Result<Vec<GameResult>> {
        read::results(&self.connection, event).map_err(|error| self.error(error))
    }

    fn game(&self, id: GameId) -> Result<Option<GameRecord>> {
        match read::game(&self.connection, id).map_err(|error| self.error(error))? {
            None => Ok(None),
            Some(Some(record)) => Ok(Some(record)),
            Some(None) => Err(StoreError::content(&self.path, format!("game {id}"))),
        }
    }

    fn unfinished(&self) -> Result<Vec<GameId>> {
        read::unfinished(&self.connection).map_err(|error| self.error(error))
    }

    fn keep_review(&mut self, record: &str, review: &str) -> Result<()> {
        self.write(|writer| writer.keep_review(record, review))
    }

    fn review(&self, record: &str) -> Result<Option<String>> {
        read::review(&self.connection, record).map_err(|error| self.error(error))
    }

    fn latest(&self, limit: u32) -> Result<Vec<GameId>> {
        read::latest(&self.connection, limit).map_err(|error| self.error(error))
    }

    fn labelled(&self, label: &str) -> Result<Vec<(GameId, String)>> {
        read::labelled(&self.connection, label).map_err(|error| self.error(error))
    }

    fn standings(&self, event: Option<EventId>, scoring: Scoring) -> Result<Vec<StandingLine>> {
        read::standings(&self.connection, event, scoring).map_err(|error| self.error(error))
    }

    fn cross_table(&self, event: Option<EventId>) -> Result<Vec<CrossCell>> {
        read::cross_table(&self.connection, event).map_err(|error| self.error(error))
    }

    fn head_to_head(&self, one: &str, two: &str) -> Result<([u32; 3], Vec<GameId>)> {
        read::head_to_head(&self.connection, one, two).map_err(|error| self.error(error))
    }

    fn history(&self, name: &str, limit: u32) -> Result<Vec<HistoryLine>> {
        read::history(&self.connection, name, limit).map_err(|error| self.error(error))
    }

    fn faults(&self, event: Option<EventId>) -> Result<Vec<FaultNote>> {
        read::faults(&self.connection, event).map_err(|error| self.error(error))
    }
}
