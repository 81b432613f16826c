//! How a server is told to stop: a flag for those who compute, which look at it, and a signal for those who wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use joute_arena::bell;
use tokio::sync::watch;

/// Stops a server. Clones stop the same one.
#[derive(Debug, Clone)]
pub struct StopSignal {
    flag: Arc<AtomicBool>,
    raised: watch::Sender<bool>,
}

impl StopSignal {
    /// A signal that also sets this flag, for those who play tournaments.
    pub fn new(flag: Arc<AtomicBool>) -> StopSignal {
        StopSignal { raised: watch::Sender::new(flag.load(Ordering::Relaxed)), flag }
    }

    /// Tells the server to stop.
    pub fn stop(&self) {
        self.flag.store(true, Ordering::Relaxed);
        self.raised.send_replace(true);
        bell::ring();
    }

    /// Whether it was told to.
    pub(crate) fn is_raised(&self) -> bool {
        *self.raised.borrow()
    }

    /// Waits until it is told to.
    pub(crate) async fn raised(&self) {
        // The sender is here: the channel cannot close before this returns.
        let _ = self.raised.subscribe().wait_for(|raised| *raised).await;
    }
}
