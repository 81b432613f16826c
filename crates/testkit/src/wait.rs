//! Waiting for what must come. A test waits for an event, never for a time that should be enough; how long it waits
//! before it gives up decides nothing but how soon a failure is known.

use std::time::{Duration, Instant};

/// After this a test gives up, however busy the machine.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// What is soon there is seen soon; asking more often for what takes long would take its processor away.
const PAUSES: [Duration; 2] = [Duration::from_millis(2), Duration::from_millis(100)];

/// Asks again and again until there is an answer, and gives it. Panics when none comes, naming what was waited for.
#[track_caller]
pub fn until<T>(what: &str, mut answer: impl FnMut() -> Option<T>) -> T {
    let end = Instant::now() + PATIENCE;
    let [mut pause, longest] = PAUSES;
    loop {
        if let Some(answer) = answer() {
            return answer;
        }
        assert!(Instant::now() < end, "{what} did not come within {PATIENCE:?}");
        std::thread::sleep(pause);
        pause = (pause * 5 / 4).min(longest);
    }
}
