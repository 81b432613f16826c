//! Hearing of changes: the server tells those who listen. One connection listens for all of a store's listeners.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use postgres::Client;
use postgres::fallible_iterator::FallibleIterator;

use super::link::Links;
use crate::Watch;
use crate::error::Checked;
use crate::watch::Signal;

/// How often is looked whether the store was closed, or the server is back.
const INTERVAL: Duration = Duration::from_millis(200);

/// The signal of a store, and the thread that listens for changes of others.
pub(super) struct Watcher {
    signal: Arc<Signal>,
    /// Nobody has watched yet.
    is_idle: AtomicBool,
    starting: Mutex<()>,
}

/// What the listening thread is told.
pub(super) struct Listening {
    pub(super) links: Weak<Links>,
    pub(super) channel: String,
    /// Who we are: what we did ourselves was told at once.
    pub(super) own: String,
}

impl Watcher {
    pub(super) fn new() -> Watcher {
        Watcher { signal: Arc::default(), is_idle: AtomicBool::new(true), starting: Mutex::default() }
    }

    pub(super) fn signal(&self) -> &Signal {
        &self.signal
    }

    /// A listener. The server is listened to before this returns, if it is there.
    pub(super) fn watch(&self, listening: impl FnOnce() -> Listening) -> Watch {
        let _one = self.starting.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_idle.swap(false, Ordering::Relaxed) {
            let (listening, signal) = (listening(), Arc::downgrade(&self.signal));
            let first = listening.connect().ok();
            std::thread::spawn(move || listening.listen(&signal, first));
        }
        Watch::new(&self.signal)
    }
}

impl Listening {
    fn connect(&self) -> Checked<Client> {
        let links = self.links.upgrade().ok_or_else(|| std::io::Error::other("the store is closed"))?;
        let mut client = links.connect()?;
        client.batch_execute(&format!("LISTEN \"{}\"", self.channel))?;
        Ok(client)
    }

    /// Listens until the store is closed. Whatever may have been missed while the server was away is told as a change.
    fn listen(self, signal: &Weak<Signal>, mut client: Option<Client>) {
        while let Some(signal) = signal.upgrade() {
            match client.as_mut().map(|client| self.hear(client)) {
                Some(Ok(true)) => signal.notify(),
                Some(Ok(false)) => {}
                Some(Err(_)) | None => {
                    client = self.connect().ok();
                    if client.is_some() {
                        signal.notify();
                    } else {
                        drop(signal);
                        std::thread::sleep(INTERVAL);
                    }
                }
            }
        }
    }

    /// Whether somebody else changed something within the interval.
    fn hear(&self, client: &mut Client) -> Result<bool, postgres::Error> {
        let mut heard = false;
        {
            let mut notifications = client.notifications();
            let first = notifications.timeout_iter(INTERVAL).next()?;
            if let Some(first) = first {
                heard = first.payload() != self.own;
                let mut rest = notifications.iter();
                while let Some(next) = rest.next()? {
                    heard |= next.payload() != self.own;
                }
            }
        }
        // A server that is gone says nothing, too.
        if !heard {
            client.check_connection()?;
        }
        Ok(heard)
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        // The thread sees that nobody needs it any more, and is not waited for.
        self.signal.close();
    }
}
