//! Threads that search together: one that has nothing to do takes over moves of a position that another is at.
//!
//! A position is shared once its first move has failed to be good enough: then all others will mostly have to be looked at, in
//! whatever order, and nothing is looked at twice. Whoever shared a position waits until all its moves are done, and meanwhile
//! lends a hand below it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::board::INFINITE;
use super::machine::Machine;
use super::search::{Candidate, Candidates, Node, Searcher};

/// From this depth on positions are shared.
const SHARED_DEPTH: u32 = 7;

/// Where a search goes to the end of the game positions cost less: from this depth on they are shared.
const SHARED_DEPTH_TO_THE_END: u32 = 13;

/// How many searches of a thread may lie upon each other: each needs room on its stack.
const MOST_FAVOURS: u32 = 4;

/// What is asked of a position: does the side to move get more than `alpha`?
#[derive(Debug, Clone, Copy)]
pub(crate) struct Errand {
    pub(crate) node: Node,
    pub(crate) alpha: i32,
    pub(crate) depth: u32,
    pub(crate) certainty: u8,
    pub(crate) is_probing: bool,
}

/// What is known of the moves so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Best {
    pub(crate) value: i32,
    pub(crate) square: u8,
}

impl Best {
    /// Nothing is known yet.
    pub(crate) const NONE: Best = Best { value: -INFINITE, square: super::table::NO_SQUARE };
}

/// A position whose moves several threads look at.
#[derive(Debug)]
pub(crate) struct SharedPosition {
    errand: Errand,
    moves: Candidates,
    next: AtomicUsize,
    best: Mutex<Best>,
    /// Whether a move was good enough: whoever looks at another may stop.
    is_cut: AtomicBool,
    /// Threads that look at a move; changed only by those who hold the lock of the crew.
    workers: AtomicUsize,
    /// The shared position that this one lies below.
    above: Option<Arc<SharedPosition>>,
}

impl SharedPosition {
    fn take_move(&self) -> Option<Candidate> {
        let at = self.next.fetch_add(1, Ordering::Relaxed);
        self.moves.get(at).copied().filter(|_| !self.is_cut.load(Ordering::Relaxed))
    }

    fn has_moves(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.moves.len() && !self.is_needless()
    }

    fn note(&self, value: i32, square: u8) {
        let mut best = lock(&self.best);
        if value > best.value {
            *best = Best { value, square };
        }
        if value > self.errand.alpha {
            self.is_cut.store(true, Ordering::Relaxed);
        }
    }

    fn chain(&self) -> impl Iterator<Item = &SharedPosition> {
        std::iter::successors(Some(self), |position| position.above.as_deref())
    }

    /// Whether nobody waits for what comes of it any more.
    pub(crate) fn is_needless(&self) -> bool {
        self.chain().any(|position| position.is_cut.load(Ordering::Relaxed))
    }

    fn is_below(&self, other: &SharedPosition) -> bool {
        self.chain().any(|position| std::ptr::eq(position, other))
    }
}

/// The threads of one search.
#[derive(Debug, Default)]
pub(crate) struct Crew {
    work: Mutex<Work>,
    news: Condvar,
    /// Threads that wait for something to do.
    idle: AtomicUsize,
}

#[derive(Debug, Default)]
struct Work {
    open: Vec<Arc<SharedPosition>>,
    is_over: bool,
}

impl Crew {
    /// Sends everybody home when it is dropped, also by a panic.
    pub(crate) fn dismissal(&self) -> Dismissal<'_> {
        Dismissal(self)
    }

    /// Waits for a position to help with; `None` when the search is over.
    fn wait_for_work(&self) -> Option<Arc<SharedPosition>> {
        self.wait(|work| {
            if work.is_over {
                return Some(None);
            }
            work.join(|position| position.has_moves()).map(Some)
        })
    }

    /// Waits until all moves of a position are done, or for something to do below it.
    fn wait_for(&self, position: &SharedPosition, may_help: bool) -> Option<Arc<SharedPosition>> {
        self.wait(|work| {
            if position.workers.load(Ordering::Relaxed) == 0 {
                return Some(None);
            }
            let is_wanted = |open: &SharedPosition| may_help && open.has_moves() && open.is_below(position);
            work.join(is_wanted).map(Some)
        })
    }

    fn wait<T>(&self, mut look: impl FnMut(&mut Work) -> Option<T>) -> T {
        let mut work = lock(&self.work);
        if let Some(found) = look(&mut work) {
            return found;
        }
        self.idle.fetch_add(1, Ordering::Relaxed);
        loop {
            work = self.news.wait(work).unwrap_or_else(PoisonError::into_inner);
            if let Some(found) = look(&mut work) {
                self.idle.fetch_sub(1, Ordering::Relaxed);
                return found;
            }
        }
    }

    fn share(&self, position: &Arc<SharedPosition>) {
        lock(&self.work).open.push(position.clone());
        self.news.notify_all();
    }

    fn withdraw(&self, position: &Arc<SharedPosition>) {
        lock(&self.work).open.retain(|open| !Arc::ptr_eq(open, position));
    }
}

/// The end of a crew.
pub(crate) struct Dismissal<'c>(&'c Crew);

impl Drop for Dismissal<'_> {
    fn drop(&mut self) {
        lock(&self.0.work).is_over = true;
        self.0.news.notify_all();
    }
}

/// A thread's place at somebody else's position. It is given up by a panic too, or who shared it would wait for ever.
struct Place<'c> {
    crew: &'c Crew,
    position: &'c SharedPosition,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let _work = lock(&self.crew.work);
        self.position.workers.fetch_sub(1, Ordering::Relaxed);
        self.crew.news.notify_all();
    }
}

impl Work {
    /// The oldest position that is wanted: it is the largest.
    fn join(&self, is_wanted: impl Fn(&SharedPosition) -> bool) -> Option<Arc<SharedPosition>> {
        let position = self.open.iter().find(|open| is_wanted(open))?;
        position.workers.fetch_add(1, Ordering::Relaxed);
        Some(position.clone())
    }
}

/// What is behind a lock of ours is whole at any time, whoever panicked with it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<M: Machine> Searcher<'_, M> {
    /// Whether the moves of a position should be shared with a thread that has nothing to do.
    #[inline(always)]
    pub(crate) fn may_share(&self, depth: u32, empties: u32) -> bool {
        let Some(crew) = self.crew else { return false };
        let least = if depth == empties { SHARED_DEPTH_TO_THE_END } else { SHARED_DEPTH };
        depth >= least && crew.idle.load(Ordering::Relaxed) > 0
    }

    /// Looks at the rest of a position's moves together with others.
    #[cold]
    #[inline(never)]
    pub(crate) fn share(&mut self, errand: Errand, moves: &[Candidate], best: Best) -> Best {
        let Some(crew) = self.crew else { return best };
        let above = self.solver.within.take();
        let position = Arc::new(SharedPosition {
            errand,
            moves: moves.iter().copied().collect(),
            next: AtomicUsize::new(0),
            best: Mutex::new(best),
            is_cut: AtomicBool::new(false),
            workers: AtomicUsize::new(0),
            above: above.clone(),
        });
        crew.share(&position);
        self.work_on(&position);
        crew.withdraw(&position);
        // A search that is over has nothing to help with: whoever came back to it at once would only keep others from leaving.
        while let Some(other) = crew.wait_for(&position, self.favours < MOST_FAVOURS && !self.solver.is_over) {
            self.help(crew, &other);
        }
        self.solver.within = above;
        self.solver.look_again();
        *lock(&position.best)
    }

    /// Helps wherever there is something to do, until the search is over.
    pub(crate) fn serve(&mut self, crew: &Crew) {
        while !self.solver.is_over
            && let Some(position) = crew.wait_for_work()
        {
            self.help(crew, &position);
        }
    }

    /// Looks at moves of somebody else's position, then goes on with its own.
    fn help(&mut self, crew: &Crew, position: &Arc<SharedPosition>) {
        let _place = Place { crew, position };
        let own = (self.solver.within.take(), self.certainty, self.is_probing);
        self.favours += 1;
        self.work_on(position);
        self.favours -= 1;
        (self.solver.within, self.certainty, self.is_probing) = own;
        self.solver.look_again();
    }

    fn work_on(&mut self, position: &Arc<SharedPosition>) {
        let Errand { node, alpha, depth, certainty, is_probing } = position.errand;
        self.solver.within = Some(position.clone());
        self.solver.look_again();
        (self.certainty, self.is_probing) = (certainty, is_probing);
        let machine = self.solver.machine;
        while !self.solver.is_over
            && let Some(candidate) = position.take_move()
        {
            let after = node.after(self.patterns, u32::from(candidate.square), candidate.flips);
            let value = -machine.null_window(self, &after, -alpha - 1, depth - 1);
            if !self.solver.is_over {
                position.note(value, candidate.square);
            }
        }
    }
}
