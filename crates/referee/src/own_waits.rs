//! What the referee itself is kept waiting: where its thread is ready to run and the system gives it no processor, time goes
//! by that no player has used. A built-in player thinks on that very thread, and the answer of a program lies there unread.

use std::time::Duration;

use crate::machine::Waits;

/// A shorter thought is not looked at: it is late by nothing that matters, and asking would take as long as many a move.
const TELLING: Duration = Duration::from_millis(1);

/// The waits of the referee's thread, counted from the last thought that was long enough.
pub(crate) struct OwnWaits(Option<Waits>);

impl OwnWaits {
    /// Begins to count on this thread, if the clock on the wall counts.
    pub(crate) fn start(is_counted: bool) -> OwnWaits {
        OwnWaits(is_counted.then(Waits::now).flatten())
    }

    /// The time of a thought that has just ended, as it is held against the player, and what is to be noted.
    #[inline]
    pub(crate) fn judge(&mut self, wall: Duration, limit: Option<Duration>) -> (Duration, Option<String>) {
        if wall < TELLING || self.0.is_none() {
            return (wall, None);
        }
        without(wall, self.since_last(), limit)
    }

    #[cold]
    fn since_last(&mut self) -> Duration {
        let now = Waits::now();
        let before = std::mem::replace(&mut self.0, now);
        now.zip(before).and_then(|(now, before)| now.time_since(before)).unwrap_or_default()
    }
}

/// Who is late by the referee's waits is not late. Otherwise they are left in: clocks show what everybody saw.
fn without(wall: Duration, waited: Duration, limit: Option<Duration>) -> (Duration, Option<String>) {
    if waited.is_zero() || limit.is_none_or(|limit| wall <= limit) {
        return (wall, None);
    }
    let used = wall.saturating_sub(waited);
    let is_excused = limit.is_some_and(|limit| used <= limit);
    (used, is_excused.then(|| remark(wall, waited)))
}

fn remark(wall: Duration, waited: Duration) -> String {
    format!(
        "(the machine is overloaded: of {:.3} s the referee waited {:.3} s for a processor, which is not counted)",
        wall.as_secs_f64(),
        waited.as_secs_f64()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(wall: u64, waited: u64, limit: Option<u64>) -> (u64, bool) {
        let millis = Duration::from_millis;
        let (used, remark) = without(millis(wall), millis(waited), limit.map(millis));
        (used.as_millis() as u64, remark.is_some())
    }

    #[test]
    fn who_is_late_by_the_referees_waits_is_not_late() {
        assert_eq!(millis(130, 40, Some(100)), (90, true));
        assert_eq!(millis(130, 10, Some(100)), (120, false), "late all the same");
        assert_eq!(millis(90, 40, Some(100)), (90, false), "in time: nothing is taken off");
        assert_eq!(millis(130, 0, Some(100)), (130, false));
        assert_eq!(millis(130, 40, None), (130, false));
        let (_, remark) =
            without(Duration::from_millis(130), Duration::from_millis(40), Some(Duration::from_millis(100)));
        assert!(remark.unwrap().contains("of 0.130 s the referee waited 0.040 s"));
    }

    #[test]
    fn waits_are_counted_once() {
        let mut waits = OwnWaits::start(true);
        for _ in 0..3 {
            let (used, _) = waits.judge(Duration::from_secs(3600), Some(Duration::from_secs(3000)));
            assert!(used > Duration::from_secs(3000), "what this thread waited in a moment is far less");
        }
        let late = Duration::from_secs(2);
        assert_eq!(
            OwnWaits::start(false).judge(late, Some(Duration::from_secs(1))),
            (late, None),
            "processor time counts"
        );
    }
}
