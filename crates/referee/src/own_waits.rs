//! What the referee itself is kept waiting, which no player has used: its thread may be ready to run and get no processor, or
//! wait for memory that the machine has to fetch. A built-in player thinks on that very thread, and the answer of a program lies
//! there unread. What a program itself was kept waiting for a processor is told by its player, and not held against it either.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use crate::machine::Waits;

/// A shorter thought is not looked at: it is late by nothing that matters, and asking would take as long as many a move.
const TELLING: Duration = Duration::from_millis(1);

/// What the system has counted for the referee's thread, as of the last thought that was long enough.
pub(crate) struct OwnWaits {
    counted: Option<Counted>,
    /// Whether anybody thinks elsewhere: the count of waits is a file of the system, which takes longer to read than many a game
    /// of built-in players to play.
    is_elsewhere: bool,
}

#[derive(Clone, Copy)]
struct Counted {
    /// Waits for a processor, where somebody thinks elsewhere and the system tells.
    waits: Option<Waits>,
    /// Time on a processor.
    busy: Duration,
}

/// Where a player thinks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Thinks {
    /// On the referee's thread. It never sleeps, so whatever passes while it is on no processor is the machine's.
    Here,
    /// In a process of its own, while the referee sleeps.
    Elsewhere,
}

impl Thinks {
    /// Of somebody who cannot be given up, or can.
    pub(crate) fn of(ignores_deadlines: bool) -> Thinks {
        if ignores_deadlines { Thinks::Here } else { Thinks::Elsewhere }
    }
}

impl Counted {
    fn now(is_elsewhere: bool) -> Counted {
        Counted { waits: if is_elsewhere { Waits::now() } else { None }, busy: busy_time() }
    }

    /// What the thread was kept waiting since then, of a thought of this length.
    fn waited_since(self, before: Counted, wall: Duration, thinks: Thinks) -> Duration {
        match thinks {
            Thinks::Here => wall.saturating_sub(self.busy.saturating_sub(before.busy)),
            Thinks::Elsewhere => {
                let waits = self.waits.zip(before.waits);
                waits.and_then(|(now, before)| now.time_since(before)).unwrap_or_default()
            }
        }
    }
}

impl OwnWaits {
    /// Begins to count on this thread, if the clock on the wall counts, for players who think there.
    pub(crate) fn start(is_counted: bool, players: &[Thinks]) -> OwnWaits {
        let is_elsewhere = players.contains(&Thinks::Elsewhere);
        OwnWaits { counted: is_counted.then(|| Counted::now(is_elsewhere)), is_elsewhere }
    }

    /// Leaves out what this thread has done since the last thought.
    pub(crate) fn restart(&mut self) {
        if let Some(counted) = &mut self.counted {
            counted.busy = busy_time();
        }
    }

    /// The time of a thought that has just ended, as it is held against the player, and what is to be noted.
    #[inline]
    pub(crate) fn judge(
        &mut self,
        wall: Duration,
        limit: Option<Duration>,
        thinks: Thinks,
        kept_waiting: impl FnOnce() -> Duration,
    ) -> (Duration, Option<String>) {
        match &mut self.counted {
            Some(counted) if wall >= TELLING => {
                let before = std::mem::replace(counted, Counted::now(self.is_elsewhere));
                let referee = counted.waited_since(before, wall, thinks);
                let is_late = thinks == Thinks::Elsewhere && limit.is_some_and(|limit| wall > limit);
                let player = if is_late { kept_waiting() } else { Duration::ZERO };
                without(wall, Waited { referee, player }, limit)
            }
            _ => (wall, None),
        }
    }
}

/// Who was kept waiting for how long while one of them had a thought.
#[derive(Clone, Copy)]
struct Waited {
    referee: Duration,
    player: Duration,
}

/// Who is late by waits of the referee and of the player's process for a processor is not late. Otherwise they are left in:
/// clocks show what everybody saw.
fn without(wall: Duration, waited: Waited, limit: Option<Duration>) -> (Duration, Option<String>) {
    let sum = waited.referee + waited.player;
    if sum.is_zero() || limit.is_none_or(|limit| wall <= limit) {
        return (wall, None);
    }
    let used = wall.saturating_sub(sum);
    let is_excused = limit.is_some_and(|limit| used <= limit);
    (used, is_excused.then(|| remark(wall, waited)))
}

fn remark(wall: Duration, waited: Waited) -> String {
    let [wall, referee, player] = [wall, waited.referee, waited.player].map(|time| time.as_secs_f64());
    let both = if player > 0.0 { format!(" and the player for {player:.3} s") } else { String::new() };
    format!(
        "(the machine is overloaded: of {wall:.3} s the referee was kept waiting for {referee:.3} s{both}, which is not counted)"
    )
}

/// How long this thread was on a processor.
fn busy_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(wall: u64, waited: u64, limit: Option<u64>) -> (u64, bool) {
        let millis = Duration::from_millis;
        let (used, remark) =
            without(millis(wall), Waited { referee: millis(waited), player: Duration::ZERO }, limit.map(millis));
        (used.as_millis() as u64, remark.is_some())
    }

    #[test]
    fn who_is_late_by_the_referees_waits_is_not_late() {
        assert_eq!(millis(130, 40, Some(100)), (90, true));
        assert_eq!(millis(130, 10, Some(100)), (120, false), "late all the same");
        assert_eq!(millis(90, 40, Some(100)), (90, false), "in time: nothing is taken off");
        assert_eq!(millis(130, 0, Some(100)), (130, false));
        assert_eq!(millis(130, 40, None), (130, false));
        let [wall, waited, limit] = [130, 40, 100].map(Duration::from_millis);
        let (_, remark) = without(wall, Waited { referee: waited, player: waited }, Some(limit));
        assert!(
            remark.unwrap().contains("of 0.130 s the referee was kept waiting for 0.040 s and the player for 0.040 s,")
        );
    }

    #[test]
    fn what_a_thread_computes_is_its_own_and_what_it_sleeps_is_not() {
        let limit = Some(Duration::from_nanos(1));
        let nap = Duration::from_millis(30);
        let mut waits = OwnWaits::start(true, &[Thinks::Here, Thinks::Elsewhere]);
        std::thread::sleep(nap);
        let (used, _) = waits.judge(nap, limit, Thinks::Here, never);
        assert!(used < nap, "asleep it computes nothing");
        // A process of its own may compute while the referee sleeps: sleeping is no wait for a processor.
        let hour = Duration::from_secs(3600);
        std::thread::sleep(nap);
        assert!(waits.judge(hour, limit, Thinks::Elsewhere, never).0 > Duration::from_secs(3000));
        waits.restart();
        let busy = busy_time();
        while busy_time() - busy < nap {}
        assert!(waits.judge(nap, limit, Thinks::Here, never).0 >= nap, "busy all the time");
    }

    fn never() -> Duration {
        Duration::ZERO
    }

    #[test]
    fn a_process_that_got_no_processor_is_not_late() {
        let [limit, wall, kept] = [1, 5, 4].map(Duration::from_secs);
        let mut waits = OwnWaits::start(true, &[Thinks::Elsewhere]);
        let (used, remark) = waits.judge(wall, Some(limit), Thinks::Elsewhere, || kept);
        assert!(used <= limit && remark.unwrap().contains("and the player for 4.000 s"));
        let nobody_asks = || unreachable!("it is in time");
        assert_eq!(waits.judge(wall, Some(wall), Thinks::Elsewhere, nobody_asks), (wall, None));
    }

    #[test]
    fn nothing_is_taken_off_where_processor_time_counts() {
        let late = Duration::from_secs(2);
        let mut waits = OwnWaits::start(false, &[Thinks::Here]);
        assert_eq!(waits.judge(late, Some(Duration::from_secs(1)), Thinks::Here, never), (late, None));
    }
}
