//! How fast a worker plays the pairs of each event, and how many it takes at once.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use joute_store::{EventId, Portions, TakenTask};

/// A batch is what is played in about this time. A pair that takes longer waits for no thread: others may have one.
const HORIZON: Duration = Duration::from_secs(1);
/// The most tasks of a batch.
pub(super) const MOST: usize = 256;

/// What a worker has in hand.
#[derive(Debug, Clone, Copy)]
pub(super) struct InHand {
    /// Tasks that were taken and have not come back from the threads.
    pub(super) out: usize,
    /// Those of them that nobody has begun.
    pub(super) waiting: usize,
    /// How long they will take a single thread.
    pub(super) backlog: Duration,
}

/// How fast tasks are played, of late.
pub(super) struct Rates {
    jobs: usize,
    /// The most that it takes at once, whatever it could play.
    most: usize,
    each: HashMap<EventId, Duration>,
    since: Instant,
    games: u64,
}

impl Rates {
    pub(super) fn new(jobs: usize, most: Option<usize>) -> Rates {
        Rates { jobs, most: most.unwrap_or(MOST.max(jobs)), each: HashMap::new(), since: Instant::now(), games: 0 }
    }

    /// A pair of an event was played.
    pub(super) fn hear(&mut self, event: EventId, took: Duration) {
        self.each.entry(event).and_modify(|each| *each = (*each * 9 + took) / 10).or_insert(took);
    }

    /// Pairs of an event have waited for so long: it is slower than was thought.
    pub(super) fn has_waited(&mut self, event: EventId, time: Duration) {
        let each = self.each.entry(event).or_insert(time);
        *each = time.max(*each);
    }

    /// How long tasks will take a single thread; those of an event that is not known, for as long as a batch.
    pub(super) fn time_of<'t>(&self, tasks: impl Iterator<Item = &'t TakenTask>) -> Duration {
        tasks.map(|task| self.each.get(&task.event).copied().unwrap_or(HORIZON)).sum()
    }

    /// How many tasks to take; none where threads have enough to do. A pair that is not known, or takes longer than a batch, is taken
    /// when a thread has time for it.
    pub(super) fn portions(&self, hand: InHand) -> Option<Portions> {
        let idle = self.jobs.saturating_sub(hand.out);
        let all = HORIZON * self.jobs as u32;
        let is_low = hand.waiting < self.jobs || hand.waiting < MOST / 4 && hand.backlog < all / 4;
        let left = all.saturating_sub(hand.backlog);
        let portion = |each: Duration| match each {
            each if !is_low || each > HORIZON => idle,
            each => ((left.as_nanos() / each.as_nanos().max(1)) as usize).min(MOST).max(idle),
        };
        let capped = |tasks: usize| tasks.min(self.most) as u32;
        let of_events: Vec<_> = self.each.iter().map(|(event, each)| (*event, capped(portion(*each)))).collect();
        let is_enough = idle == 0 && of_events.iter().all(|(_, portion)| *portion == 0);
        (!is_enough).then(|| Portions { usual: capped(idle), of_events })
    }

    /// Games were settled.
    pub(super) fn count(&mut self, games: u64) {
        self.games += games;
    }

    /// Games a second since it was last asked.
    pub(super) fn speed(&mut self) -> f64 {
        let speed = self.games as f64 / self.since.elapsed().as_secs_f64().max(1e-3);
        (self.since, self.games) = (Instant::now(), 0);
        speed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUICK: EventId = EventId(1);
    const SLOW: EventId = EventId(2);

    fn rates(jobs: usize) -> Rates {
        let mut rates = Rates::new(jobs, None);
        rates.hear(QUICK, Duration::from_millis(10));
        rates.hear(SLOW, Duration::from_secs(60));
        rates
    }

    fn portions(rates: &Rates, [out, waiting, backlog]: [usize; 3]) -> Option<(u32, u32, u32)> {
        let portions = rates.portions(InHand { out, waiting, backlog: Duration::from_millis(backlog as u64) })?;
        let of = |event| portions.of_events.iter().find(|(known, _)| *known == event).map(|(_, portion)| *portion);
        Some((of(QUICK)?, of(SLOW)?, portions.usual))
    }

    #[test]
    fn slow_pairs_and_unknown_ones_are_taken_by_idle_threads_alone() {
        let rates = rates(2);
        assert_eq!(portions(&rates, [0, 0, 0]), Some((200, 2, 2)));
        assert_eq!(portions(&rates, [1, 0, 0]), Some((200, 1, 1)));
        assert_eq!(portions(&rates, [2, 0, 0]), Some((200, 0, 0)), "both threads play");
        assert_eq!(portions(&rates, [102, 100, 1000]), None, "there is enough for a while");
        assert_eq!(portions(&rates, [22, 20, 200]), Some((180, 0, 0)), "taken before it is used up");
        let mut slow = Rates::new(2, None);
        assert_eq!(slow.portions(InHand { out: 2, waiting: 0, backlog: Duration::ZERO }), None);
        slow.hear(SLOW, Duration::from_secs(60));
        assert_eq!(slow.portions(InHand { out: 2, waiting: 0, backlog: Duration::ZERO }), None);
    }

    #[test]
    fn an_event_that_turns_slow_is_taken_slowly() {
        let mut rates = rates(2);
        rates.has_waited(QUICK, Duration::from_secs(3));
        assert_eq!(portions(&rates, [2, 0, 0]), None);
        (0..20).for_each(|_| rates.hear(QUICK, Duration::from_millis(10)));
        assert!(portions(&rates, [2, 0, 0]).is_some_and(|(quick, ..)| quick > 2), "until it is quick again");
    }

    #[test]
    fn nobody_takes_more_than_was_allowed() {
        let mut rates = Rates::new(4, Some(3));
        rates.hear(QUICK, Duration::from_micros(10));
        assert_eq!(
            rates.portions(InHand { out: 0, waiting: 0, backlog: Duration::ZERO }),
            Some(Portions { usual: 3, of_events: vec![(QUICK, 3)] })
        );
    }
}
