//! Who plays a game in progress. An owner says again and again that it is there; when it has been silent for longer than
//! its lease, by the store's clock, others may take its games over. Each change of hands gives a new token, and whoever
//! comes with an old one may no longer write: so a program that slept for an hour spoils nothing.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::{EventId, GameId, Result, Store};

/// The number of an owner in its store; never given twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OwnerId(pub i64);

/// The right to write a game in progress, until the game changes hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hold {
    /// The game.
    pub game: GameId,
    /// Grows each time the game changes hands.
    pub token: u64,
}

/// A game that began and has not ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfinished {
    /// The game.
    pub game: GameId,
    /// The event it belongs to.
    pub event: Option<EventId>,
    /// Whose it is, by name, as long as the lease lasts; without, anybody may claim it.
    pub owner: Option<String>,
}

/// How long an owner may be silent where nothing else is said.
pub const LEASE: Duration = Duration::from_secs(30);

/// An owner that is there for as long as this value is: a thread renews its lease, and dropping it leaves.
pub struct Ownership {
    store: Arc<dyn Store>,
    id: OwnerId,
    thread: Option<(SyncSender<()>, JoinHandle<()>)>,
}

impl Ownership {
    /// Becomes an owner; see [`Store::register`] for what a name means.
    pub fn take(store: &Arc<dyn Store>, name: &str, lease: Duration) -> Result<Ownership> {
        let id = store.register(name, lease)?;
        let (left, leaving) = sync_channel(0);
        let renewing = Arc::clone(store);
        let thread = std::thread::spawn(move || {
            // A renewal that fails is tried again in time; a lease that is lost is told by the writes that fail.
            while leaving.recv_timeout(lease / 3) == Err(RecvTimeoutError::Timeout) {
                let _ = renewing.renew(id);
            }
        });
        Ok(Ownership { store: Arc::clone(store), id, thread: Some((left, thread)) })
    }

    /// Its number.
    pub fn id(&self) -> OwnerId {
        self.id
    }
}

impl Drop for Ownership {
    fn drop(&mut self) {
        if let Some((left, thread)) = self.thread.take() {
            drop(left);
            let _ = thread.join();
        }
        // Whoever cannot say goodbye is gone when the lease is over.
        let _ = self.store.leave(self.id);
    }
}
