//! Changes that other programs make: one thread of an open store looks for them, and only while somebody listens.

use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::Connection;

use super::locked;
use super::write::Writing;
use crate::Watch;
use crate::watch::Signal;

/// How often the file is looked at. SQLite tells of changes when it is asked, and asking takes some microseconds.
const INTERVAL: Duration = Duration::from_millis(200);

/// A number that changes when somebody else has written; none when it cannot be told at this moment.
type Changes = Box<dyn Fn() -> Option<i64> + Send>;

/// The signal of a store, and the thread that looks for changes of others.
pub(super) struct Watcher {
    signal: Arc<Signal>,
    /// What the thread will look at, until it is begun; then the thread.
    looking: Mutex<Looking>,
}

enum Looking {
    NotYet(Option<Changes>),
    Begun(Option<JoinHandle<()>>),
}

/// Changes by anybody but the connection that writes, whose own are told at once.
pub(super) fn foreign_changes(writer: Option<&Arc<Mutex<Writing>>>, reader: &Arc<Mutex<Connection>>) -> Changes {
    let version = |connection: &Connection| connection.pragma_query_value(None, "data_version", |row| row.get(0)).ok();
    match writer.map(Arc::clone) {
        Some(writer) => Box::new(move || version(locked(&writer).connection())),
        None => {
            let reader = Arc::clone(reader);
            Box::new(move || version(&locked(&reader)))
        }
    }
}

impl Watcher {
    pub(super) fn new(changes: Changes) -> Watcher {
        Watcher { signal: Arc::default(), looking: Mutex::new(Looking::NotYet(Some(changes))) }
    }

    pub(super) fn signal(&self) -> &Signal {
        &self.signal
    }

    pub(super) fn watch(&self) -> Watch {
        let mut looking = locked(&self.looking);
        if let Looking::NotYet(changes) = &mut *looking
            && let Some(changes) = changes.take()
        {
            let signal = Arc::clone(&self.signal);
            let known = changes();
            *looking = Looking::Begun(Some(std::thread::spawn(move || look(&signal, &changes, known))));
        }
        Watch::new(&self.signal)
    }
}

fn look(signal: &Signal, changes: &Changes, mut known: Option<i64>) {
    while signal.pause(INTERVAL) {
        let now = changes();
        if now.is_some() && now != known {
            known = now;
            signal.notify();
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.signal.close();
        if let Looking::Begun(thread) = &mut *locked(&self.looking)
            && let Some(thread) = thread.take()
        {
            let _ = thread.join();
        }
    }
}
