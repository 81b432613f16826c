//! A thread that looks after all running programs: it stops those whose turn it is not and ends those that hold too much
//! memory. A conversation tells it by one number whose turn it is, so that a quick game pays nothing for it.
//!
//! ```text
//! asked ----> thinking: after FIRST_LOOK its memory is looked at every LOOK
//!   ^             | answered
//!   |             v
//!   `-------- resting: stopped after REST, goes on when it is asked again; or pondering, and looked at, where the rules
//!                      allow that
//! ```

use std::fmt;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use joute_sandbox::{Exit, MemoryUse, Remote};

/// How often the thread looks whose turn it is.
const TICK: Duration = Duration::from_millis(2);
/// How long a program whose turn it is not may go on.
const REST: Duration = Duration::from_millis(2);
/// How long a program thinks before its memory is looked at often.
const FIRST_LOOK: Duration = Duration::from_millis(5);
/// How often that is; with the tick, a program overshoots by what it grows in 12 ms.
const LOOK: Duration = Duration::from_millis(10);
/// How often the memory of a program is looked at that always answers sooner.
const GLANCE: Duration = Duration::from_millis(100);

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Thinking = 0,
    Resting = 1,
    Pondering = 2,
}

/// A program that is looked after until this is dropped.
pub(crate) struct Watched(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    remote: Remote,
    /// Bytes that it may hold.
    most: u64,
    /// The phase in the lowest two bits, above them when it began.
    state: AtomicU64,
    is_paused: Mutex<bool>,
    /// When its memory was looked at last.
    looked: AtomicU64,
    /// What it held when it was ended for that.
    excess: OnceLock<MemoryUse>,
}

impl Watched {
    /// Looks after a program that may hold so much memory and is being asked for the first time.
    pub(crate) fn new(remote: Remote, most: u64) -> io::Result<Watched> {
        let shared = Arc::new(Shared {
            remote,
            most,
            state: AtomicU64::new(state(Phase::Thinking)),
            is_paused: Mutex::new(false),
            looked: AtomicU64::new(0),
            excess: OnceLock::new(),
        });
        WATCH.add(&shared)?;
        Ok(Watched(shared))
    }

    /// The program is asked something, and goes on if it was stopped.
    pub(crate) fn wake(&self) {
        self.0.state.store(state(Phase::Thinking), Ordering::SeqCst);
        let mut is_paused = self.0.paused();
        if std::mem::take(&mut *is_paused) {
            // One that cannot be reached any more has ended.
            let _ = self.0.remote.resume();
            drop(is_paused);
            WATCH.ring();
        }
    }

    /// The program has answered, and nothing is asked of it. It may use the time where pondering is allowed.
    pub(crate) fn rest(&self, may_ponder: bool) {
        let phase = if may_ponder { Phase::Pondering } else { Phase::Resting };
        self.0.state.store(state(phase), Ordering::SeqCst);
    }

    /// What the program held when it was ended for holding too much.
    pub(crate) fn excess(&self) -> Option<Excess> {
        Some(Excess { held: *self.0.excess.get()?, most: self.0.most })
    }

    /// What to say about the end of a program that had nearly all the memory it may have: what it asked for beyond that
    /// was refused, which few programs bear.
    pub(crate) fn remark(&self, exit: &Exit) -> String {
        if exit.is_success() || exit.peak_memory < self.0.most / 4 * 3 {
            return String::new();
        }
        let [peak, most] = [exit.peak_memory, self.0.most].map(megabytes);
        format!(" (it had held {peak} MB of memory and could get little more: {most} MB are the most, see ?memory)")
    }
}

/// What a program held when that was too much; as a text, the evidence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Excess {
    held: MemoryUse,
    most: u64,
}

impl fmt::Display for Excess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [total, tables, most] = [self.held.total(), self.held.page_tables, self.most].map(megabytes);
        write!(
            f,
            "out of memory: it held {total} MB, {tables} of them tables of the kernel, where {most} MB are the most \
             (?memory=MEGABYTES behind its name gives more)"
        )
    }
}

fn megabytes(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}

impl Drop for Watched {
    fn drop(&mut self) {
        // Nothing of it may be left stopped: it is about to end, perhaps by itself.
        self.wake();
    }
}

impl Shared {
    fn paused(&self) -> MutexGuard<'_, bool> {
        self.is_paused.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does what is due; says whether it is stopped, so that there is nothing to look at.
    fn look(&self) -> bool {
        let seen = self.state.load(Ordering::SeqCst);
        let (phase, age) = read(seen);
        if phase == Phase::Resting && age >= REST {
            let mut is_paused = self.paused();
            // It may have been asked while we waited.
            if !*is_paused && self.state.load(Ordering::SeqCst) == seen {
                *is_paused = self.remote.pause().is_ok();
            }
            return *is_paused;
        }
        let interval = if phase != Phase::Resting && age >= FIRST_LOOK { LOOK } else { GLANCE };
        let looked = Duration::from_nanos(self.looked.load(Ordering::Relaxed));
        if now().saturating_sub(looked) >= interval {
            self.looked.store(now().as_nanos() as u64, Ordering::Relaxed);
            self.look_at_memory();
        }
        false
    }

    fn look_at_memory(&self) {
        let Ok(held) = self.remote.memory() else {
            return;
        };
        if held.total() > self.most && self.excess.set(held).is_ok() {
            let _ = self.remote.kill();
        }
    }
}

/// Time since the first look at it, which fits the number of a state for centuries.
fn now() -> Duration {
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGAN.elapsed()
}

fn state(phase: Phase) -> u64 {
    (now().as_nanos() as u64) << 2 | phase as u64
}

fn read(state: u64) -> (Phase, Duration) {
    let phase = match state & 3 {
        0 => Phase::Thinking,
        1 => Phase::Resting,
        _ => Phase::Pondering,
    };
    (phase, now().saturating_sub(Duration::from_nanos(state >> 2)))
}

/// The thread and what it looks at.
struct Watch {
    programs: Mutex<Vec<Weak<Shared>>>,
    bell: Condvar,
    thread: OnceLock<()>,
}

static WATCH: Watch = Watch { programs: Mutex::new(Vec::new()), bell: Condvar::new(), thread: OnceLock::new() };

impl Watch {
    fn add(&'static self, program: &Arc<Shared>) -> io::Result<()> {
        let mut programs = self.programs();
        if self.thread.get().is_none() {
            std::thread::Builder::new().name("player-watch".to_owned()).spawn(|| self.run())?;
            let _ = self.thread.set(());
        }
        programs.push(Arc::downgrade(program));
        drop(programs);
        self.bell.notify_one();
        Ok(())
    }

    fn ring(&self) {
        // Whoever holds the list is about to look at it or to wait: it must not miss this.
        drop(self.programs());
        self.bell.notify_one();
    }

    fn programs(&self) -> MutexGuard<'_, Vec<Weak<Shared>>> {
        self.programs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks around while somebody runs, and sleeps while everybody is stopped or gone.
    fn run(&self) {
        loop {
            let mut programs = self.programs();
            let mut all_still = true;
            programs.retain(|program| {
                let Some(program) = program.upgrade() else { return false };
                all_still &= program.look();
                true
            });
            if all_still {
                drop(self.bell.wait(programs).unwrap_or_else(PoisonError::into_inner));
            } else {
                drop(programs);
                std::thread::sleep(TICK);
            }
        }
    }
}
