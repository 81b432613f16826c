//! Wakes whoever waits for something else, so that a stop flag or a new lineup is seen at once and nobody looks again and again.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Wake, Waker};
use std::time::{Duration, Instant};

use joute_store::Watch;

/// How long is waited at most by those who are rung for: a flag that somebody sets without ringing is seen by then.
pub const UNRUNG: Duration = Duration::from_secs(1);

type Listeners = BTreeMap<u64, Box<dyn Fn() + Send>>;

static LISTENERS: Mutex<Listeners> = Mutex::new(BTreeMap::new());

/// Has everybody who waits look at their flags: whoever sets one rings.
pub fn ring() {
    listeners().values().for_each(|wake| wake());
}

fn listeners() -> MutexGuard<'static, Listeners> {
    LISTENERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Somebody who is woken whenever it rings, until this is dropped. What wakes must not wait.
pub(crate) struct Listener(u64);

impl Listener {
    pub(crate) fn new(wake: impl Fn() + Send + 'static) -> Listener {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        listeners().insert(number, Box::new(wake));
        Listener(number)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        listeners().remove(&self.0);
    }
}

/// Waits until it rings, or until something else wakes it.
pub struct Sleeper {
    woken: Receiver<()>,
    rouser: Arc<Rouser>,
    _listener: Listener,
}

/// Wakes a sleeper, however often it is told to only once.
struct Rouser(SyncSender<()>);

impl Wake for Rouser {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        // One that is full wakes already.
        let _ = self.0.try_send(());
    }
}

impl Sleeper {
    /// One that hears every ring from now on.
    pub fn new() -> Sleeper {
        let (sender, woken) = sync_channel(1);
        let rouser = Arc::new(Rouser(sender));
        let rung = Arc::clone(&rouser);
        Sleeper { woken, rouser, _listener: Listener::new(move || rung.wake_by_ref()) }
    }

    /// What wakes it, for those who tell tasks of changes.
    pub fn waker(&self) -> Waker {
        Waker::from(Arc::clone(&self.rouser))
    }

    /// Sleeps until somebody has written into a store, but never less than a pause, or until it is over; is woken to look
    /// whether it is.
    pub fn until_changed(&self, watch: &mut Watch, pause: Duration, is_over: impl Fn() -> bool) {
        let (begun, waker) = (Instant::now(), self.waker());
        let mut has_changed = false;
        while !is_over() {
            has_changed = has_changed || watch.poll_changed(&mut Context::from_waker(&waker)).is_ready();
            let left = pause.saturating_sub(begun.elapsed());
            match has_changed {
                true if left.is_zero() => return,
                true => self.sleep(left.min(UNRUNG)),
                false => self.sleep(UNRUNG),
            }
        }
    }

    /// Sleeps for so long, or until it is over, whatever wakes it meanwhile.
    pub fn sleep_through(&self, time: Duration, is_over: impl Fn() -> bool) {
        let begun = Instant::now();
        while begun.elapsed() < time && !is_over() {
            self.sleep(time.saturating_sub(begun.elapsed()).min(UNRUNG));
        }
    }

    /// Sleeps until it is woken, or was since it slept last, and no longer than this.
    pub fn sleep(&self, most: Duration) {
        let _ = self.woken.recv_timeout(most);
    }
}

impl Default for Sleeper {
    fn default() -> Sleeper {
        Sleeper::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Longer than any test runs: whoever sleeps so long was not woken.
    const LONG: Duration = Duration::from_secs(100_000);

    #[test]
    fn whoever_sleeps_is_woken_by_a_ring_and_by_a_waker_also_by_earlier_ones() {
        let sleeper = Sleeper::new();
        ring();
        sleeper.sleep(LONG);
        sleeper.waker().wake();
        sleeper.sleep(LONG);
        let waker = sleeper.waker();
        let sleeping = std::thread::spawn(move || sleeper.sleep(LONG));
        waker.wake();
        sleeping.join().unwrap();
    }

    #[test]
    fn whoever_has_gone_is_rung_for_no_more() {
        let heard = Arc::new(());
        let held = Arc::clone(&heard);
        let listener = Listener::new(move || drop(Arc::clone(&held)));
        drop(listener);
        assert_eq!(Arc::strong_count(&heard), 1);
    }
}
