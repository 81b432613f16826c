//! When a search ends: the stop flag, the node limit and the deadline, shared by all threads of one search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::strategy::{Limits, Thinking};
use crate::time_control::Deadline;

/// Nodes between two looks at the clock, at most.
const LONGEST_INTERVAL: u64 = 1024;

/// What ends a search, for all of its threads.
pub(crate) struct Control<'a> {
    stop: &'a AtomicBool,
    /// Set by the thread that has the answer.
    halt: AtomicBool,
    /// Nodes of all threads, as far as they have reported.
    nodes: AtomicU64,
    node_limit: u64,
    deadline: Deadline,
    /// The longest time, in nanoseconds, that went by between two looks at the clock although there was little to do.
    stall: AtomicU64,
}

impl<'a> Control<'a> {
    /// Begins to count time and nodes.
    pub(crate) fn start(thinking: &Thinking<'a>, limits: &Limits) -> Control<'a> {
        Control {
            stop: thinking.stop,
            halt: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            deadline: Deadline::start(limits),
            stall: AtomicU64::new(0),
        }
    }

    /// The same search with another limit on nodes.
    pub(crate) fn limited_to(self, nodes: Option<u64>) -> Control<'a> {
        Control { node_limit: nodes.unwrap_or(u64::MAX), ..self }
    }

    /// Tells every thread to end.
    pub(crate) fn halt(&self) {
        self.halt.store(true, Ordering::Relaxed);
    }

    /// Whether something long should not be begun any more.
    pub(crate) fn is_near_end(&self) -> bool {
        self.is_told() || self.deadline.is_near()
    }

    /// Whether the search must end now; this looks at the clock.
    pub(crate) fn is_over(&self) -> bool {
        self.is_told() || self.is_out_of_time()
    }

    /// Whether the time is over, or will be if the system holds this search up once more as it has done already.
    fn is_out_of_time(&self) -> bool {
        self.deadline.is_over(Duration::from_nanos(self.stall.load(Ordering::Relaxed)))
    }

    /// Whether the clock is what ends this search.
    pub(crate) fn is_timed(&self) -> bool {
        self.deadline.is_set()
    }

    /// Nodes of all threads that have been reported.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Whether somebody said that the search must end.
    #[inline]
    pub(crate) fn is_told(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.halt.load(Ordering::Relaxed)
    }
}

/// Counts the nodes of one thread and notices when it must end.
pub(crate) struct Meter<'c> {
    control: &'c Control<'c>,
    unreported: u64,
    /// Nodes after which the limits are looked at again: the pace, or less when the node limit is close.
    interval: u64,
    pace: u64,
    looked: Duration,
    is_over: bool,
}

impl<'c> Meter<'c> {
    /// A meter of one thread.
    pub(crate) fn new(control: &'c Control<'c>) -> Meter<'c> {
        let mut meter =
            Meter { control, unreported: 0, interval: 1, pace: 1, looked: control.deadline.elapsed(), is_over: false };
        meter.look();
        meter
    }

    /// Counts some nodes; true when the search must end.
    #[inline]
    pub(crate) fn count(&mut self, nodes: u64) -> bool {
        if self.is_over {
            return true;
        }
        self.unreported += nodes;
        if self.unreported >= self.interval {
            self.look();
        }
        self.is_over |= self.control.is_told();
        self.is_over
    }

    /// Whether the search must end, as far as is known.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Reports the nodes and looks at the limits. How long a node takes differs a thousandfold between games and
    /// boards, so the interval between two looks follows what it takes.
    #[cold]
    fn look(&mut self) {
        let control = self.control;
        let nodes = control.nodes.fetch_add(self.unreported, Ordering::Relaxed) + self.unreported;
        self.unreported = 0;
        self.is_over |= nodes >= control.node_limit || control.is_out_of_time();
        if control.is_timed() {
            let now = control.deadline.elapsed();
            let since = now - self.looked;
            if since < Duration::from_micros(200) {
                self.pace = (self.pace * 2).min(LONGEST_INTERVAL);
            } else if since > Duration::from_millis(1) {
                self.pace = (self.pace / 4).max(1);
                control.stall.fetch_max(u64::try_from(since.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
            }
            self.looked = now;
        } else {
            self.pace = LONGEST_INTERVAL;
        }
        // With one thread the limit is met exactly, whatever the pace: results do not depend on the machine.
        self.interval = self.pace.min(control.node_limit.saturating_sub(nodes)).max(1);
    }
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        self.control.nodes.fetch_add(self.unreported, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::Clock;
    use joute_games::random::Seed;

    /// Nodes that are counted before a search ends in which every node waits for two milliseconds and computes nothing.
    fn idle_nodes(clock: Clock) -> u64 {
        let limits = Limits { time: Some(Duration::from_millis(40)), nodes: Some(60), clock, ..Limits::default() };
        let stop = AtomicBool::new(false);
        let control = Control::start(&Thinking { seed: Seed(1), limits, history: &[], stop: &stop }, &limits);
        let mut meter = Meter::new(&control);
        let mut nodes = 0;
        while !meter.is_over() {
            std::thread::sleep(Duration::from_millis(2));
            nodes += 1;
            meter.count(1);
        }
        nodes
    }

    #[test]
    fn where_processor_time_counts_waiting_costs_nothing() {
        assert_eq!(idle_nodes(Clock::Cpu), 60, "the limit of nodes ends it");
        assert!(idle_nodes(Clock::Wall) < 60, "the clock ends it");
    }
}
