//! Keeps players, events, matches and games for good.
//!
//! [`Store`] is the border: whoever keeps or reads results holds an `Arc<dyn Store>` that a [`StoreLocation`] has opened,
//! and knows nothing of what is behind it. That is an SQLite file, or a PostgreSQL database
//! that several machines share.
//! Nothing that was stored is ever changed: a game is written once when it has ended, and a player with other contents is
//! a new version. Games in progress can be stored ply by ply, so that they are known after a crash; each has an owner.

mod code;
mod copy;
mod crews;
mod document;
mod error;
mod integrity;
mod lease;
mod location;
mod lock;
mod model;
mod plies;
#[cfg(feature = "postgres")]
mod postgres;
mod queue;
mod seal;
mod sqlite;
mod watch;
mod write;

use std::borrow::Cow;
use std::time::Duration;

use joute_referee::{GameRecord, PlyRecord};
use joute_tournament::summary::FaultNote;

pub use copy::{Copied, copy_store};
pub use crews::{Crews, figure};
pub use document::{Document, DocumentChange};
pub use error::{StoreError, StoreErrorKind};
pub use integrity::{Integrity, Loss};
pub use lease::{Hold, LEASE, OwnerId, Ownership, Unfinished};
pub use location::{Access, Found, Rebuilt, StoreLocation};
pub use lock::Lock;
pub use model::{Entry, EventId, GameId, GameResult, NewEvent, NewGame, Spot, StoredEvent};
pub use queue::{
    Backlog, Doing, Lead, NewTask, NewWorker, Portions, Pulse, Queue, Refusals, TakenTask, Ticket, WorkerState,
};
pub use watch::{Wake, Watch};
pub use write::{Write, Written};

/// What every call returns.
pub type Result<T> = std::result::Result<T, StoreError>;

/// Where results live.
///
/// A call that returns has done its work for good; a call that fails has done nothing. Calls wait for disks and networks,
/// and may be made from several threads at once; those who read do not wait for those who write.
pub trait Store: Send + Sync {
    /// Where it is, as people name it.
    fn place(&self) -> &str;

    /// All events, oldest first.
    fn events(&self) -> Result<Vec<StoredEvent>>;

    /// Finished games of an event, by match and number.
    fn results(&self, event: EventId) -> Result<Vec<GameResult>>;

    /// Faults with their evidence, in the order of the games.
    fn faults(&self, event: EventId) -> Result<Vec<FaultNote>>;

    /// A game, finished or not.
    fn game(&self, id: GameId) -> Result<Option<GameRecord>>;

    /// Games, finished or not, in this order.
    fn games(&self, ids: &[GameId]) -> Result<Vec<Option<GameRecord>>> {
        ids.iter().map(|id| self.game(*id)).collect()
    }

    /// A game, finished or not, where it belongs, with all there is to have on its board: what [`Store::keep`] takes.
    fn whole_game(&self, id: GameId) -> Result<Option<NewGame<'static>>>;

    /// Such games, in this order.
    fn whole_games(&self, ids: &[GameId]) -> Result<Vec<Option<NewGame<'static>>>> {
        ids.iter().map(|id| self.whole_game(*id)).collect()
    }

    /// The games of which it is kept who sits there, or what was noted about their tables, oldest first.
    fn tables(&self) -> Result<Vec<GameId>>;

    /// Everything that engines thought of games, by the hashes of their records.
    fn reviews(&self) -> Result<Vec<(String, String)>>;

    /// The latest games, finished or not, newest first.
    fn latest(&self, limit: u32) -> Result<Vec<GameId>>;

    /// Games whose record has a label, with what it says, oldest first.
    fn labelled(&self, label: &str) -> Result<Vec<(GameId, String)>>;

    /// What an engine thought of a game, as it was kept.
    fn review(&self, record: &str) -> Result<Option<String>>;

    /// The hashes of those who hold the seats of a game, First's and Second's; nothing where a seat is free.
    fn seats(&self, game: GameId) -> Result<[Option<String>; 2]>;

    /// What was noted about the table of a game.
    fn note(&self, game: GameId) -> Result<Option<String>>;

    /// A document.
    fn document(&self, kind: &str, key: &str) -> Result<Option<Document>>;

    /// Documents of a kind whose keys come after this one, in the order of their keys' bytes, so many at most.
    fn documents(&self, kind: &str, after: &str, limit: u32) -> Result<Vec<Document>>;

    /// The kinds of which there are documents.
    fn document_kinds(&self) -> Result<Vec<String>>;

    /// Games that began and have not ended, oldest first, and whose they are.
    fn unfinished(&self) -> Result<Vec<Unfinished>>;

    /// Writes all of this or nothing, in this order; what came of each.
    fn apply(&self, writes: &[Write<'_>]) -> Result<Vec<Written>>;

    /// Becomes an owner of games, for as long as it renews its lease.
    ///
    /// An owner that was registered under the same name is gone at once, and its games are free: whoever uses a name again
    /// sees to it that nobody else does, as by the lock on a folder. Otherwise a name is made up anew at every start.
    fn register(&self, name: &str, lease: Duration) -> Result<OwnerId>;

    /// The owner is still there: its lease begins anew.
    fn renew(&self, owner: OwnerId) -> Result<()>;

    /// The owner goes, and its games are free.
    fn leave(&self, owner: OwnerId) -> Result<()>;

    /// Takes those of these games that are in progress and free, that is nobody's, of an owner whose lease is over, or its
    /// own already. What was held before may no longer be written with.
    fn claim(&self, owner: OwnerId, games: &[GameId]) -> Result<Vec<Hold>>;

    /// Gives games back, so that others may claim them; those that were lost meanwhile are passed over.
    fn release(&self, holds: &[Hold]) -> Result<()>;

    /// Looks through everything that was kept: what is there as it was, and what is lost.
    fn check(&self) -> Result<Integrity>;

    /// Hears of every change from now on, whoever makes it. Those that are made through this very value are told at once,
    /// those of other programs within a fraction of a second.
    fn watch(&self) -> Watch;

    /// The games that wait for other machines; nothing where a store is for one.
    fn queue(&self) -> Option<&dyn Queue> {
        None
    }

    /// Writes each of these that can be written: all together where nothing is wrong with any, and otherwise one by one.
    fn apply_each(&self, writes: &[Write<'_>]) -> Vec<Result<Written>> {
        match self.apply(writes) {
            Ok(written) => written.into_iter().map(Ok).collect(),
            Err(error) if error.kind.is_about_one_write() && writes.len() > 1 => {
                writes.iter().map(|write| self.apply_one(write.clone())).collect()
            }
            Err(error) => writes.iter().map(|_| Err(error.clone())).collect(),
        }
    }

    /// Writes one thing.
    fn apply_one(&self, write: Write<'_>) -> Result<Written> {
        self.apply(&[write])?.pop().ok_or_else(|| no_answer(self.place()))
    }

    /// Announces an event.
    fn add_event(&self, event: &NewEvent) -> Result<EventId> {
        self.apply_one(Write::Event(Cow::Borrowed(event)))?.event().ok_or_else(|| no_answer(self.place()))
    }

    /// A game begins, played by an owner.
    fn begin_game(&self, owner: OwnerId, game: NewGame<'_>) -> Result<Hold> {
        self.apply_one(Write::Begin { owner, game })?.hold().ok_or_else(|| no_answer(self.place()))
    }

    /// One more ply of a game in progress.
    fn append(&self, hold: Hold, ply: u32, played: &PlyRecord) -> Result<()> {
        self.apply_one(Write::Ply { hold, ply, played: Cow::Borrowed(played) }).map(drop)
    }

    /// A game in progress has ended.
    fn finish(&self, hold: Hold, game: NewGame<'_>) -> Result<()> {
        self.apply_one(Write::Finish { hold, game }).map(drop)
    }

    /// Keeps whole games, all or none.
    fn keep(&self, games: Vec<NewGame<'_>>) -> Result<Vec<GameId>> {
        let writes: Vec<Write<'_>> = games.into_iter().map(Write::Game).collect();
        let written = self.apply(&writes)?;
        written.iter().map(|written| written.game().ok_or_else(|| no_answer(self.place()))).collect()
    }

    /// Keeps what an engine thought of a game.
    fn keep_review(&self, record: &str, review: &str) -> Result<()> {
        let (record, review) = (Cow::Borrowed(record), Cow::Borrowed(review));
        self.apply_one(Write::Review { record, review }).map(drop)
    }
}

/// A store that breaks its word: it took a write and did not say what came of it.
fn no_answer(place: &str) -> StoreError {
    let why = "it did not say what came of a write".to_owned();
    StoreError { place: place.to_owned(), kind: StoreErrorKind::Unavailable { why }, cause: None }
}
