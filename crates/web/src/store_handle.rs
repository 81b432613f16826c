//! The store as the server uses it: nothing that answers requests waits for a disk on its own thread.
//!
//! One thread writes. What waits for it is written together, so that many games cost one wait for the disk. Reads go to the
//! pool of threads that may wait.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use joute_store::{Result, Store, StoreError, StoreErrorKind, Write, Written};
use tokio::sync::{mpsc, oneshot};

/// The most that is written at once: those who wait for the first should not wait for thousands.
const TOGETHER: usize = 256;

struct Order {
    write: Write<'static>,
    done: oneshot::Sender<Result<Written>>,
}

/// A store with a thread that writes to it. Clones are handles of the same.
#[derive(Clone)]
pub(crate) struct StoreHandle(Arc<Inner>);

struct Inner {
    store: Arc<dyn Store>,
    /// Taken when the last handle goes: the thread ends when everything is written.
    orders: Mutex<Option<mpsc::UnboundedSender<Order>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl StoreHandle {
    /// Begins to write to a store.
    pub(crate) fn new(store: Arc<dyn Store>) -> StoreHandle {
        let (orders, received) = mpsc::unbounded_channel();
        let written = Arc::clone(&store);
        let thread = std::thread::spawn(move || write(&*written, received));
        StoreHandle(Arc::new(Inner { store, orders: Mutex::new(Some(orders)), thread: Mutex::new(Some(thread)) }))
    }

    /// Writes something; when this comes back, it is there for good or was refused.
    pub(crate) async fn write(&self, write: Write<'static>) -> Result<Written> {
        let (done, answer) = oneshot::channel();
        let orders = self.0.orders.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let is_sent = orders.is_some_and(|orders| orders.send(Order { write, done }).is_ok());
        let answer = if is_sent { answer.await.ok() } else { None };
        answer.unwrap_or_else(|| Err(self.gone()))
    }

    /// Reads something, where waiting harms nobody.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&dyn Store) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.work(read).await
    }

    /// Works with the store, where waiting harms nobody: what is written by whoever must read before goes into no transaction with
    /// what others write.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Store) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let store = Arc::clone(&self.0.store);
        tokio::task::spawn_blocking(move || work(&*store)).await.unwrap_or_else(|_| Err(self.gone()))
    }

    /// The store itself, for those who read it on threads of their own.
    pub(crate) fn shared(&self) -> Arc<dyn Store> {
        Arc::clone(&self.0.store)
    }

    fn gone(&self) -> StoreError {
        let kind = StoreErrorKind::Unavailable { why: "the server is stopping".to_owned() };
        StoreError { place: self.0.store.place().to_owned(), kind, cause: None }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        drop(self.orders.get_mut().unwrap_or_else(PoisonError::into_inner).take());
        if let Some(thread) = self.thread.get_mut().unwrap_or_else(PoisonError::into_inner).take() {
            // What was promised is written before the server goes.
            let _ = thread.join();
        }
    }
}

fn write(store: &dyn Store, mut orders: mpsc::UnboundedReceiver<Order>) {
    let mut waiting = Vec::new();
    while orders.blocking_recv_many(&mut waiting, TOGETHER) > 0 {
        let (writes, answers): (Vec<_>, Vec<_>) = waiting.drain(..).map(|order| (order.write, order.done)).unzip();
        for (written, done) in store.apply_each(&writes).into_iter().zip(answers) {
            // Whoever has gone away need not know.
            let _ = done.send(written);
        }
    }
}

#[cfg(test)]
#[path = "../tests/support/stores.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the tests of the server")]
mod stores;

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

    use std::future::Future;
    use std::pin::Pin;
    use std::sync::atomic::Ordering;
    use std::task::{Context, Waker};

    use joute_store::{Access, StoreLocation};

    use super::stores::{Disk, TroubledStore};
    use super::*;

    fn review(number: usize) -> Write<'static> {
        Write::Review { record: number.to_string().into(), review: "good".into() }
    }

    #[test]
    fn what_waits_is_written_together_and_everything_is_answered() {
        let folder = tempfile::tempdir().unwrap();
        let store = StoreLocation::in_folder(folder.path()).open(Access::Create).unwrap();
        let store = TroubledStore::new(store, Disk::Stuck);
        let handle = StoreHandle::new(Arc::clone(&store) as _);
        let mut writing: Vec<Pin<Box<dyn Future<Output = Result<Written>>>>> =
            (0..20).map(|number| Box::pin(handle.write(review(number))) as _).collect();
        let mut context = Context::from_waker(Waker::noop());
        // All of them are ordered when they are polled for the first time.
        assert!(writing.iter_mut().all(|write| write.as_mut().poll(&mut context).is_pending()));
        store.until_writes(1);
        store.set(Disk::Well);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        for write in writing {
            assert_eq!(runtime.block_on(write).unwrap(), Written::Done);
        }
        let groups = store.writes.load(Ordering::SeqCst);
        assert!(
            groups <= 2,
            "20 writes in {groups} groups: the first ones, and those that came while they were written"
        );
        assert_eq!(store.review("19").unwrap().as_deref(), Some("good"));
    }

    #[test]
    fn what_was_ordered_is_written_before_the_last_handle_goes() {
        let folder = tempfile::tempdir().unwrap();
        let store = StoreLocation::in_folder(folder.path()).open(Access::Create).unwrap();
        let handle = StoreHandle::new(Arc::clone(&store));
        let mut context = Context::from_waker(Waker::noop());
        let _ = Box::pin(handle.write(review(1))).as_mut().poll(&mut context);
        drop(handle);
        assert_eq!(store.review("1").unwrap().as_deref(), Some("good"));
    }
}
