//! How long a search may take: the share of a clock that one move gets, and whether it is used up.
//!
//! This is the one place of the crate that reads a clock, and it does so for no other purpose.

use std::thread::ThreadId;
use std::time::{Duration, Instant};

use crate::strategy::{Clock, Limits};

/// A game's remaining time is shared out as if this many moves were still to come, so that it never runs out.
const MOVES_TO_COME: u32 = 20;

/// How long one move may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// After this time nothing new is begun that is unlikely to be finished.
    pub soft: Duration,
    /// After this time the search ends.
    pub hard: Duration,
}

impl Budget {
    /// The share of the limits that a move gets; `None` when no time is set.
    ///
    /// The limit of a move is used up but for a margin. The time left for a game is shared out.
    pub fn of(limits: &Limits) -> Option<Budget> {
        // Where the system holds a search up for longer than the limit, no margin helps: a quarter is its own all the same, and
        // whoever asks knows that it was held up.
        let usable = |limit: Duration| limit.saturating_sub(margin(limit).max(limits.lateness)).max(limit / 4);
        let whole_move = limits.time.map(usable);
        let Some(left) = limits.left else {
            return whole_move.map(|hard| Budget { soft: hard, hard });
        };
        let usable = usable(left);
        let share = (usable / MOVES_TO_COME + limits.increment * 3 / 4).min(usable / 2);
        let most = whole_move.unwrap_or(usable);
        // An iteration that is cut short is not lost, but a clock that lasts is worth more.
        Some(Budget { soft: (share * 2 / 3).min(most), hard: (share * 2).min(usable / 2).min(most) })
    }
}

/// What is kept back from a limit at least: between two looks at the clock some time goes by.
fn margin(limit: Duration) -> Duration {
    (Duration::from_millis(5) + limit / 20).min(limit / 2)
}

/// A budget that has begun to run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deadline {
    began: Instant,
    budget: Option<Budget>,
    /// What the thread that chooses had spent when it began, where its processor time counts.
    spent: Option<(ThreadId, Duration)>,
}

impl Deadline {
    /// Begins to run now, for the thread that calls this.
    pub(crate) fn start(limits: &Limits) -> Deadline {
        let budget = Budget::of(limits);
        let is_cpu = limits.clock == Clock::Cpu && budget.is_some();
        Deadline { began: Instant::now(), budget, spent: is_cpu.then(|| (std::thread::current().id(), thread_time())) }
    }

    /// The same clock with half of the time.
    pub(crate) fn halved(self) -> Deadline {
        let half = |budget: Budget| Budget { soft: budget.soft / 2, hard: budget.hard / 2 };
        Deadline { budget: self.budget.map(half), ..self }
    }

    /// Whether there is a time limit at all.
    #[inline]
    pub(crate) fn is_set(&self) -> bool {
        self.budget.is_some()
    }

    /// Whether the search must end, if the system may hold it up for so long before it can look again. At least half of
    /// its time is its own.
    pub(crate) fn is_over(&self, stall: Duration) -> bool {
        self.budget.is_some_and(|budget| self.elapsed() + stall.min(budget.hard / 2) >= budget.hard)
    }

    /// What is left of it; `None` without a limit.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.budget.map(|budget| budget.hard.saturating_sub(self.elapsed()))
    }

    /// Whether nothing long should be begun any more: what comes next takes longer than all that came before.
    pub(crate) fn is_near(&self) -> bool {
        self.budget.is_some_and(|budget| self.elapsed() >= budget.soft)
    }

    /// Time since the search began. Where processor time counts it is that of the thread that chooses: helpers are told
    /// by it when to end, and it has not begun for them.
    pub(crate) fn elapsed(&self) -> Duration {
        match self.spent {
            None => self.began.elapsed(),
            Some((thread, spent)) if thread == std::thread::current().id() => thread_time().saturating_sub(spent),
            Some(_) => Duration::ZERO,
        }
    }
}

/// Processor time of the calling thread.
#[cfg(unix)]
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// Where the system does not tell, time passes as it does for everybody.
#[cfg(not(unix))]
fn thread_time() -> Duration {
    static BEGAN: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    BEGAN.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn a_move_limit_is_used_but_for_a_margin() {
        for limit in [1, 10, 100, 1000, 60_000].map(millis) {
            let budget = Budget::of(&Limits { time: Some(limit), ..Limits::default() }).unwrap();
            assert_eq!(budget.soft, budget.hard);
            assert!(budget.hard < limit && budget.hard >= limit / 2, "{limit:?}: {budget:?}");
        }
        assert_eq!(Budget::of(&Limits::default()), None);
    }

    #[test]
    fn what_was_late_before_is_kept_back_but_never_most_of_the_time() {
        let hard =
            |lateness| Budget::of(&Limits { time: Some(millis(100)), lateness, ..Limits::default() }).unwrap().hard;
        assert_eq!(hard(millis(0)), hard(millis(10)));
        assert_eq!(hard(millis(40)), millis(60));
        assert_eq!(hard(millis(90)), millis(25));
        assert_eq!(hard(millis(500)), millis(25));
    }

    #[test]
    fn a_search_that_may_be_held_up_ends_earlier() {
        let limits = Limits { time: Some(millis(3_600_000)), ..Limits::default() };
        let deadline = Deadline::start(&limits);
        assert!(!deadline.is_over(millis(0)) && !deadline.is_over(millis(3_600_000)), "half of the time is its own");
        let over = Deadline::start(&Limits { time: Some(millis(0)), ..limits });
        assert!(over.is_over(millis(0)));
    }

    #[test]
    fn processor_time_runs_only_for_the_thread_that_chooses() {
        let deadline = Deadline::start(&Limits { time: Some(millis(50)), clock: Clock::Cpu, ..Limits::default() });
        let helper = std::thread::spawn(move || (0..1000).map(|_| deadline.elapsed()).max());
        assert_eq!(helper.join().unwrap(), Some(millis(0)));
        while !deadline.is_over(millis(0)) {}
        assert_eq!(deadline.left(), Some(millis(0)));
    }

    #[test]
    fn a_game_clock_is_never_used_up() {
        let mut left = millis(10_000);
        for _ in 0..500 {
            let limits = Limits { time: Some(left), left: Some(left), ..Limits::default() };
            let budget = Budget::of(&limits).unwrap();
            assert!(budget.soft <= budget.hard && budget.hard <= left / 2, "{budget:?} of {left:?}");
            left -= budget.hard;
        }
        assert!(!left.is_zero());
    }

    #[test]
    fn an_increment_is_spent_and_a_move_limit_still_holds() {
        let limits = Limits { left: Some(millis(10_000)), increment: millis(1000), ..Limits::default() };
        let with = Budget::of(&limits).unwrap();
        let without = Budget::of(&Limits { increment: millis(0), ..limits }).unwrap();
        assert!(with.soft > without.soft + millis(400));
        let strict = Budget::of(&Limits { time: Some(millis(50)), ..limits }).unwrap();
        assert!(strict.hard < millis(50));
    }
}
