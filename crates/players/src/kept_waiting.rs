//! How long a program was ready to run while others had all the processors: on an overloaded machine that can be seconds, and
//! no fault of the program. Its deadline is put off by as much.

use std::time::{Duration, Instant};

use joute_sandbox::{Child, Waits};

/// How long an answer is waited for before anything is looked at: a quick game pays nothing.
const FIRST_SAMPLE: Duration = Duration::from_millis(10);
/// A program that is late is looked at again after so long, to see whether it runs.
const SECOND_SAMPLE: Duration = Duration::from_millis(10);
/// How long one that does not run is left alone.
const LEFT_ALONE: Duration = Duration::from_millis(100);
/// The most that a deadline is put off: a game must end on any machine.
const MOST: Duration = Duration::from_secs(30);

/// What is known since the program was asked.
#[derive(Debug, Default)]
pub(crate) struct KeptWaiting {
    first: Option<Sample>,
    /// The last sample of a program that is late.
    last: Option<Sample>,
    put_off: Duration,
}

#[derive(Debug)]
struct Sample {
    at: Instant,
    computed: Duration,
    waits: Waits,
}

impl Sample {
    fn at(child: &mut Child) -> Sample {
        Sample { at: Instant::now(), computed: child.cpu_time().unwrap_or_default(), waits: child.waits() }
    }

    /// What it was kept waiting since then. A program whose threads wait for each other's processor is not kept waiting by
    /// others: at most the time in which it did not compute counts.
    fn kept_waiting_since(&self, before: &Sample) -> Duration {
        let passed = self.at.saturating_duration_since(before.at);
        let idle = passed.saturating_sub(self.computed.saturating_sub(before.computed));
        // The first sample comes late by this; the wait that it fell into began earlier.
        self.waits.longest_since(&before.waits).min(idle + FIRST_SAMPLE)
    }
}

impl KeptWaiting {
    /// The program is asked something.
    pub(crate) fn restart(&mut self) {
        *self = KeptWaiting::default();
    }

    /// How long to wait at once, where so long would do: the first sample must not come too late.
    pub(crate) fn patience(&self, patience: Duration) -> Duration {
        if self.first.is_none() { patience.min(FIRST_SAMPLE) } else { patience }
    }

    /// Looks at a program that has not answered at once.
    pub(crate) fn begin(&mut self, child: &mut Child) {
        if self.first.is_none() {
            self.first = Some(Sample::at(child));
        }
    }

    /// By how much the deadline was put off.
    pub(crate) fn put_off(&self) -> Duration {
        self.put_off
    }

    /// Puts the deadline off, now that it has passed, if the program was kept waiting or is; says whether it did.
    pub(crate) fn puts_off(&mut self, child: &mut Child) -> bool {
        let Some(first) = &self.first else {
            return false;
        };
        let now = Sample::at(child);
        let kept = now.kept_waiting_since(first);
        let more = match &self.last {
            None if now.waits.is_runnable() => SECOND_SAMPLE,
            Some(last) if now.waits.is_starving_since(&last.waits) => LEFT_ALONE,
            _ => Duration::ZERO,
        };
        let before = self.put_off;
        self.put_off = kept.max(before + more).min(MOST);
        self.last = Some(now);
        self.put_off > before
    }

    /// What it was kept waiting in all.
    pub(crate) fn total(&self, child: &mut Child) -> Duration {
        self.first.as_ref().map(|first| Sample::at(child).kept_waiting_since(first)).unwrap_or_default()
    }
}
