//! The memory of the server: one amount for everything, of which each kind of use has its part.
//!
//! | part | for |
//! |---|---|
//! | the program | itself: weights, books, endgame tables, the store's pages, stacks |
//! | thinking | tables of searches: one for each thread that thinks, and no more threads than there is memory for |
//! | a tournament | the two players of the one game at a time that a tournament of visitors plays |
//! | connections | buffers of whoever is connected: no more connections than there is memory for |
//! | answers | those that are on their way to somebody: pages are answered however many games there are |
//! | games | rooms |

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use joute_catalog::{MOST_LEVEL_MEMORY, level_memory};
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::limits::Limits;
use crate::tournaments::OFFERED;

/// What the program itself takes, with every table that all players share.
const PROGRAM: usize = 72 << 20;
/// What one thread that thinks takes at most: its table, and what a search needs besides.
pub(crate) const THOUGHT: usize = ((MOST_LEVEL_MEMORY as usize) + 2) << 20;
/// What a tournament of visitors takes: a game at a time, and two who think in it.
const TOURNAMENT: usize = 2 * (((level_memory(*OFFERED.end()) as usize) + 2) << 20);
/// What one connection takes: its buffers here, and what it has asked for.
pub(crate) const CONNECTION: usize = 20 << 10;

/// How the memory is parted.
#[derive(Debug, Clone)]
pub(crate) struct Memory {
    /// Threads for short thoughts, and as many for long ones.
    pub(crate) thinkers: usize,
    /// The most connections.
    pub(crate) connections: usize,
    /// Answers on their way.
    pub(crate) answers: MemoryBudget,
    /// Rooms.
    pub(crate) games: MemoryBudget,
}

impl Memory {
    /// Parts the memory for a machine of so many cores.
    pub(crate) fn parted(limits: &Limits, cores: usize) -> Memory {
        let all = limits.memory.max(Limits::LEAST_MEMORY) - PROGRAM - TOURNAMENT;
        let thinkers = (all / 2 / (2 * THOUGHT)).clamp(1, cores.max(1));
        let rest = all.saturating_sub(2 * thinkers * THOUGHT);
        let connections = (rest / 2 / CONNECTION).clamp(16, limits.connections.max(16));
        let rest = rest.saturating_sub(connections * CONNECTION);
        Memory {
            thinkers,
            connections,
            answers: MemoryBudget::new(rest / 3),
            games: MemoryBudget::new(rest - rest / 3),
        }
    }
}

/// An amount of memory that many draw from.
#[derive(Debug, Clone)]
pub(crate) struct MemoryBudget {
    size: usize,
    remainder: Arc<Remainder>,
}

/// What is left of an amount.
#[derive(Debug)]
struct Remainder {
    left: AtomicUsize,
    /// Wakes those who wait for more than there was.
    given_back: Notify,
}

impl MemoryBudget {
    pub(crate) fn new(size: usize) -> MemoryBudget {
        MemoryBudget {
            size,
            remainder: Arc::new(Remainder { left: AtomicUsize::new(size), given_back: Notify::new() }),
        }
    }

    /// So many bytes, for as long as what comes back is kept; nothing when there are not as many.
    pub(crate) fn take(&self, bytes: usize) -> Option<Held> {
        let left = &self.remainder.left;
        let taken = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(bytes));
        taken.ok().map(|_| Held { bytes, remainder: Arc::clone(&self.remainder) })
    }

    /// The same as soon as there are as many; nothing when there are not for so long.
    pub(crate) async fn take_within(&self, patience: Duration, bytes: usize) -> Option<Held> {
        let taken = async {
            loop {
                // What is given back while it is looked wakes this as well.
                let more = self.remainder.given_back.notified();
                if let Some(held) = self.take(bytes) {
                    return held;
                }
                more.await;
            }
        };
        timeout(patience, taken).await.ok()
    }

    /// How much is taken.
    pub(crate) fn taken(&self) -> usize {
        self.size - self.remainder.left.load(Ordering::Relaxed)
    }

    /// How much there is in all.
    pub(crate) fn size(&self) -> usize {
        self.size
    }
}

/// Memory that somebody has.
#[derive(Debug)]
pub(crate) struct Held {
    bytes: usize,
    remainder: Arc<Remainder>,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.remainder.left.fetch_add(self.bytes, Ordering::Relaxed);
        self.remainder.given_back.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::task::{Context, Waker};

    use super::*;

    #[test]
    fn nobody_gets_more_than_there_is_and_what_is_given_back_is_there_again() {
        let budget = MemoryBudget::new(100);
        let (first, second) = (budget.take(60), budget.take(40));
        assert!(first.is_some() && second.is_some() && budget.take(1).is_none());
        drop(first);
        assert_eq!((budget.taken(), budget.take(61).is_none(), budget.take(60).is_some()), (40, true, true));
    }

    #[tokio::test]
    async fn whoever_waits_for_memory_gets_what_is_given_back_and_waits_no_longer_than_that() {
        let budget = MemoryBudget::new(100);
        let held = budget.take(60);
        let mut waiting = Box::pin(budget.take_within(Duration::from_secs(60), 50));
        assert!(waiting.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        drop(held);
        let given = waiting.await;
        assert_eq!((given.is_some(), budget.taken()), (true, 50));
        drop(given);
        let _held = budget.take(60);
        assert!(budget.take_within(Duration::ZERO, 50).await.is_none());
    }

    #[test]
    fn all_parts_together_are_no_more_than_the_whole() {
        for (mebibytes, cores) in [(192, 1), (192, 64), (256, 2), (512, 8), (4096, 64)] {
            let limits = Limits { memory: mebibytes << 20, ..Limits::default() };
            let memory = Memory::parted(&limits, cores);
            let parts = PROGRAM
                + TOURNAMENT
                + 2 * memory.thinkers * THOUGHT
                + memory.connections * CONNECTION
                + memory.answers.size()
                + memory.games.size();
            assert!(parts <= limits.memory, "{mebibytes} MiB, {cores} cores: {parts}");
            assert!(memory.games.size() >= 4 << 20, "{mebibytes} MiB, {cores} cores: {memory:?}");
        }
    }
}
