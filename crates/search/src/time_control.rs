//! How long a search may take: the share of a clock that one move gets, and whether it is used up.
//!
//! This is the one place of the crate that reads a clock, and it does so for no other purpose.

use std::time::{Duration, Instant};

use crate::strategy::Limits;

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
        let whole_move = limits.time.map(|limit| limit.saturating_sub(margin(limit)));
        let Some(left) = limits.left else {
            return whole_move.map(|hard| Budget { soft: hard, hard });
        };
        let usable = left.saturating_sub(margin(left));
        let share = (usable / MOVES_TO_COME + limits.increment * 3 / 4).min(usable / 2);
        let most = whole_move.unwrap_or(usable);
        // An iteration that is cut short is not lost, but a clock that lasts is worth more.
        Some(Budget { soft: (share * 2 / 3).min(most), hard: (share * 2).min(usable / 2).min(most) })
    }
}

/// What is kept back from a limit, because a busy machine may not let a search go on when it is time to end.
fn margin(limit: Duration) -> Duration {
    (Duration::from_millis(5) + limit / 20).min(limit / 2)
}

/// A budget that has begun to run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deadline {
    began: Instant,
    budget: Option<Budget>,
}

impl Deadline {
    /// Begins to run now.
    pub(crate) fn start(budget: Option<Budget>) -> Deadline {
        Deadline { began: Instant::now(), budget }
    }

    /// Whether there is a time limit at all.
    #[inline]
    pub(crate) fn is_set(&self) -> bool {
        self.budget.is_some()
    }

    /// Whether the search must end.
    pub(crate) fn is_over(&self) -> bool {
        self.budget.is_some_and(|budget| self.began.elapsed() >= budget.hard)
    }

    /// Whether nothing long should be begun any more: what comes next takes longer than all that came before.
    pub(crate) fn is_near(&self) -> bool {
        self.budget.is_some_and(|budget| self.began.elapsed() >= budget.soft)
    }

    /// Time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }
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
