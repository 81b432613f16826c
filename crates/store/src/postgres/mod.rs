//! The store as a PostgreSQL database, for several machines: any number of programs write it at once.
//!
//! What fails because the server was away is done again, for as long as the address says. Whether a transaction was committed
//! whose connection broke meanwhile is asked of the server, so nothing is done twice.

mod address;
mod check;
mod documents;
mod leases;
mod link;
mod plain;
mod problem;
mod queue;
mod read;
mod rows;
mod schema;
mod shared;
mod tls;
mod transaction;
mod watcher;
mod write;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64};
use std::time::Duration;

use joute_referee::GameRecord;
use joute_tournament::summary::FaultNote;
use postgres::Row;

use crate::error::Checked;
use crate::{
    Access, Document, EventId, GameId, GameResult, Hold, Integrity, NewGame, OwnerId, Queue, Result, Store,
    StoreErrorKind, StoredEvent, Unfinished, Watch, Write, Written,
};
pub(crate) use address::Address;
use link::Links;
use transaction::{Called, Mark, News, Work};
use watcher::{Listening, Watcher};

/// A store in a database.
pub(crate) struct PostgresStore {
    place: String,
    links: Arc<Links>,
    watcher: Watcher,
    /// What changes are told on.
    channel: String,
    /// Who we are among those who tell them.
    own: String,
    /// How we tell them.
    news: News,
    is_read_only: bool,
    /// Whether nothing was found when tasks were asked for the last time.
    found_nothing: AtomicBool,
    /// The event that tasks were taken of for the last time: the next one has its turn.
    last_event: AtomicI64,
}

impl PostgresStore {
    pub(crate) fn open(address: &Address, access: Access) -> Result<PostgresStore> {
        PostgresStore::open_checked(address, access).map_err(|problem| problem.at(&address.to_string()))
    }

    fn open_checked(address: &Address, access: Access) -> Checked<PostgresStore> {
        let links = Links::new(address.clone());
        let mut client = links.connect()?;
        match access {
            Access::Create => schema::prepare(&mut client)?,
            Access::Existing | Access::ReadOnly => match schema::recognise(&mut client)? {
                0 => return Err(StoreErrorKind::NotOurs.into()),
                _ if access == Access::Existing => schema::prepare(&mut client)?,
                _ => {}
            },
        }
        let row = client
            .query_one("SELECT current_schema()::text, pg_backend_pid()::text || clock_timestamp()::text", &[])?;
        let schema: String = row.try_get(0)?;
        let (channel, own) = (format!("joute {}", schema.replace('"', "")), row.try_get::<_, String>(1)?);
        let news = News::new(&mut client, &channel, &own)?;
        Ok(PostgresStore {
            place: address.to_string(),
            links: Arc::new(links),
            watcher: Watcher::new(),
            channel,
            own,
            news,
            is_read_only: access == Access::ReadOnly,
            found_nothing: AtomicBool::new(false),
            last_event: AtomicI64::new(0),
        })
    }

    fn read<T>(&self, work: impl FnMut(&mut Work<'_>) -> Checked<T>) -> Result<T> {
        self.links.read(work).map_err(|problem| problem.at(&self.place))
    }

    /// The same; no crash of the server takes back what was read. Whoever may only look does nothing upon it.
    fn read_what_stays<T>(&self, work: impl FnMut(&mut Work<'_>) -> Checked<Vec<T>>) -> Result<Vec<T>> {
        if self.is_read_only {
            return self.read(work);
        }
        self.links.read_what_stays(work).map_err(|problem| problem.at(&self.place))
    }

    /// Does some writing, all of it or none, and tells those who listen.
    fn write<T>(&self, work: impl FnMut(&mut Work<'_>) -> Checked<T>) -> Result<T> {
        let value = self.writing(|| self.links.write(Some(&self.news), work))?;
        self.watcher.signal().notify();
        Ok(value)
    }

    /// Writes what is nobody's news.
    fn write_quietly<T>(&self, work: impl FnMut(&mut Work<'_>) -> Checked<T>) -> Result<T> {
        self.writing(|| self.links.write(None, work))
    }

    /// Calls what is a transaction by itself.
    fn call(&self, call: impl FnMut(&mut Work<'_>, &Mark) -> Checked<Vec<Row>>) -> Result<Called> {
        self.writing(|| self.links.call(call))
    }

    /// What is made of an answer.
    fn checked<T>(&self, value: Checked<T>) -> Result<T> {
        value.map_err(|problem| problem.at(&self.place))
    }

    fn writing<T>(&self, write: impl FnOnce() -> Checked<T>) -> Result<T> {
        self.checked(if self.is_read_only { Err(StoreErrorKind::ReadOnly.into()) } else { write() })
    }
}

impl Store for PostgresStore {
    fn place(&self) -> &str {
        &self.place
    }

    fn events(&self) -> Result<Vec<StoredEvent>> {
        self.read(read::events)
    }

    fn results(&self, event: EventId) -> Result<Vec<GameResult>> {
        self.read_what_stays(|work| read::results(work, event))
    }

    fn faults(&self, event: EventId) -> Result<Vec<FaultNote>> {
        self.read(|work| read::faults(work, event))
    }

    fn game(&self, id: GameId) -> Result<Option<GameRecord>> {
        self.read(|work| read::game(work, id))
    }

    fn games(&self, ids: &[GameId]) -> Result<Vec<Option<GameRecord>>> {
        self.read(|work| read::games(work, ids))
    }

    fn whole_game(&self, id: GameId) -> Result<Option<NewGame<'static>>> {
        Ok(self.whole_games(&[id])?.pop().flatten())
    }

    fn whole_games(&self, ids: &[GameId]) -> Result<Vec<Option<NewGame<'static>>>> {
        self.read(|work| read::whole_games(work, ids))
    }

    fn tables(&self) -> Result<Vec<GameId>> {
        self.read(read::tables)
    }

    fn reviews(&self) -> Result<Vec<(String, String)>> {
        self.read(|work| {
            let rows = work.rows("SELECT record, review FROM review ORDER BY record", &[])?;
            rows.iter().map(|row| Ok((read::get(row, 0)?, read::text(row, 1)?))).collect()
        })
    }

    fn latest(&self, limit: u32) -> Result<Vec<GameId>> {
        self.read(|work| read::latest(work, limit))
    }

    fn labelled(&self, label: &str) -> Result<Vec<(GameId, String)>> {
        self.read(|work| read::labelled(work, label))
    }

    fn review(&self, record: &str) -> Result<Option<String>> {
        self.read(|work| read::review(work, record))
    }

    fn seats(&self, game: GameId) -> Result<[Option<String>; 2]> {
        self.read(|work| read::seats(work, game))
    }

    fn note(&self, game: GameId) -> Result<Option<String>> {
        self.read(|work| read::note(work, game))
    }

    fn document(&self, kind: &str, key: &str) -> Result<Option<Document>> {
        self.read(|work| documents::document(work, kind, key))
    }

    fn documents(&self, kind: &str, after: &str, limit: u32) -> Result<Vec<Document>> {
        self.read(|work| documents::documents(work, kind, after, limit))
    }

    fn document_kinds(&self) -> Result<Vec<String>> {
        self.read(documents::kinds)
    }

    fn unfinished(&self) -> Result<Vec<Unfinished>> {
        self.read(leases::unfinished)
    }

    fn apply(&self, writes: &[Write<'_>]) -> Result<Vec<Written>> {
        if writes.is_empty() {
            return Ok(Vec::new());
        }
        self.write(|work| write::apply(work, writes))
    }

    fn register(&self, name: &str, lease: Duration) -> Result<OwnerId> {
        self.write(|work| leases::register(work, name, lease))
    }

    fn renew(&self, owner: OwnerId) -> Result<()> {
        self.write_quietly(|work| leases::renew(work, owner))
    }

    fn leave(&self, owner: OwnerId) -> Result<()> {
        self.write(|work| leases::leave(work, owner))
    }

    fn claim(&self, owner: OwnerId, games: &[GameId]) -> Result<Vec<Hold>> {
        self.write(|work| leases::claim(work, owner, games))
    }

    fn release(&self, holds: &[Hold]) -> Result<()> {
        self.write(|work| holds.iter().try_for_each(|hold| leases::release(work, *hold)))
    }

    fn check(&self) -> Result<Integrity> {
        self.read(check::check)
    }

    fn queue(&self) -> Option<&dyn Queue> {
        Some(self)
    }

    fn watch(&self) -> Watch {
        self.watcher.watch(|| Listening {
            links: Arc::downgrade(&self.links),
            channel: self.channel.clone(),
            own: self.own.clone(),
        })
    }
}
