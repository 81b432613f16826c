//! Stores that behave as disks do on a bad day.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use joute_referee::GameRecord;
use joute_store::{
    Document, EventId, GameId, GameResult, Hold, Integrity, NewGame, OwnerId, Result, Store, StoreError,
    StoreErrorKind, StoredEvent, Unfinished, Watch, Write, Written,
};
use joute_tournament::summary::FaultNote;

/// What happens to a write before it reaches the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disk {
    /// Nothing.
    Well,
    /// It takes so long.
    Slow(Duration),
    /// It waits until the disk does something else.
    Stuck,
    /// There is no room for it.
    Full,
}

/// A store on such a disk.
pub struct TroubledStore {
    store: Arc<dyn Store>,
    disk: Mutex<Disk>,
    changed: Condvar,
    /// Writes that have come, whatever became of them.
    pub writes: AtomicUsize,
    /// How often documents were read, by kind.
    read: Mutex<BTreeMap<String, usize>>,
}

impl TroubledStore {
    pub fn new(store: Arc<dyn Store>, disk: Disk) -> Arc<TroubledStore> {
        let (changed, writes, read) = (Condvar::new(), AtomicUsize::new(0), Mutex::default());
        Arc::new(TroubledStore { store, disk: Mutex::new(disk), changed, writes, read })
    }

    pub fn set(&self, disk: Disk) {
        *self.disk.lock().unwrap_or_else(PoisonError::into_inner) = disk;
        self.changed.notify_all();
    }

    /// Waits until so many writes have come.
    pub fn until_writes(&self, writes: usize) {
        while self.writes.load(Ordering::SeqCst) < writes {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// How often documents of a kind were read.
    pub fn read_of(&self, kind: &str) -> usize {
        self.read.lock().unwrap_or_else(PoisonError::into_inner).get(kind).copied().unwrap_or_default()
    }

    fn count(&self, kind: &str) {
        *self.read.lock().unwrap_or_else(PoisonError::into_inner).entry(kind.to_owned()).or_default() += 1;
    }

    fn suffer(&self) -> Result<()> {
        self.writes.fetch_add(1, Ordering::SeqCst);
        let mut disk = self.disk.lock().unwrap_or_else(PoisonError::into_inner);
        while *disk == Disk::Stuck {
            disk = self.changed.wait(disk).unwrap_or_else(PoisonError::into_inner);
        }
        let disk = *disk;
        match disk {
            Disk::Slow(time) => std::thread::sleep(time),
            Disk::Full => {
                return Err(StoreError { place: "a full disk".to_owned(), kind: StoreErrorKind::Full, cause: None });
            }
            Disk::Well | Disk::Stuck => {}
        }
        Ok(())
    }
}

impl Store for TroubledStore {
    fn place(&self) -> &str {
        self.store.place()
    }
    fn tables(&self) -> Result<Vec<GameId>> {
        self.store.tables()
    }

    fn whole_game(&self, id: GameId) -> Result<Option<NewGame<'static>>> {
        self.store.whole_game(id)
    }

    fn reviews(&self) -> Result<Vec<(String, String)>> {
        self.store.reviews()
    }

    fn events(&self) -> Result<Vec<StoredEvent>> {
        self.store.events()
    }
    fn results(&self, event: EventId) -> Result<Vec<GameResult>> {
        self.store.results(event)
    }
    fn faults(&self, event: EventId) -> Result<Vec<FaultNote>> {
        self.store.faults(event)
    }
    fn game(&self, id: GameId) -> Result<Option<GameRecord>> {
        self.store.game(id)
    }
    fn latest(&self, limit: u32) -> Result<Vec<GameId>> {
        self.store.latest(limit)
    }
    fn labelled(&self, label: &str) -> Result<Vec<(GameId, String)>> {
        self.store.labelled(label)
    }
    fn review(&self, record: &str) -> Result<Option<String>> {
        self.store.review(record)
    }
    fn seats(&self, game: GameId) -> Result<[Option<String>; 2]> {
        self.store.seats(game)
    }
    fn note(&self, game: GameId) -> Result<Option<String>> {
        self.store.note(game)
    }
    fn document(&self, kind: &str, key: &str) -> Result<Option<Document>> {
        self.count(kind);
        self.store.document(kind, key)
    }
    fn documents(&self, kind: &str, after: &str, limit: u32) -> Result<Vec<Document>> {
        self.count(kind);
        self.store.documents(kind, after, limit)
    }
    fn document_kinds(&self) -> Result<Vec<String>> {
        self.store.document_kinds()
    }
    fn unfinished(&self) -> Result<Vec<Unfinished>> {
        self.store.unfinished()
    }
    fn apply(&self, writes: &[Write<'_>]) -> Result<Vec<Written>> {
        self.suffer()?;
        self.store.apply(writes)
    }
    fn register(&self, name: &str, lease: Duration) -> Result<OwnerId> {
        self.store.register(name, lease)
    }
    fn renew(&self, owner: OwnerId) -> Result<()> {
        self.store.renew(owner)
    }
    fn leave(&self, owner: OwnerId) -> Result<()> {
        self.store.leave(owner)
    }
    fn claim(&self, owner: OwnerId, games: &[GameId]) -> Result<Vec<Hold>> {
        self.store.claim(owner, games)
    }
    fn release(&self, holds: &[Hold]) -> Result<()> {
        self.store.release(holds)
    }
    fn check(&self) -> Result<Integrity> {
        self.store.check()
    }
    fn watch(&self) -> Watch {
        self.store.watch()
    }
}
