//! Lines of standard input, read while the engine thinks: some of them want it to stop.

use std::io::{self, BufRead, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// The longest line that is taken; a position of the largest board is one line of a million cells.
const LONGEST_LINE: u64 = 1 << 22;

/// The lines that arrive, and whether one of those that wait wants the engine to stop.
pub(super) struct Input {
    lines: Receiver<String>,
    waiting: Arc<Waiting>,
    interrupts: fn(&str) -> bool,
}

/// How many of the lines that wait want the engine to stop.
#[derive(Default)]
struct Waiting {
    count: Mutex<usize>,
    stop: AtomicBool,
}

impl Waiting {
    fn change(&self, by: impl FnOnce(usize) -> usize) {
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        *count = by(*count);
        self.stop.store(*count > 0, Ordering::Relaxed);
    }
}

impl Input {
    /// Begins to read.
    pub(super) fn start(interrupts: fn(&str) -> bool) -> Input {
        let (sender, lines) = channel();
        let waiting = Arc::new(Waiting::default());
        let counted = Arc::clone(&waiting);
        std::thread::spawn(move || {
            read(io::stdin().lock(), &sender, |line| {
                if interrupts(line) {
                    counted.change(|count| count + 1);
                }
            })
        });
        Input { lines, waiting, interrupts }
    }

    /// The next line; nothing at the end of input.
    pub(super) fn line(&self) -> Option<String> {
        let line = self.lines.recv().ok()?;
        if (self.interrupts)(&line) {
            self.waiting.change(|count| count.saturating_sub(1));
        }
        Some(line)
    }

    /// Set while a line waits that wants the engine to stop.
    pub(super) fn stop(&self) -> &AtomicBool {
        &self.waiting.stop
    }
}

/// Sends every line, whatever bytes it holds; of one that is too long, nothing.
fn read(mut input: impl BufRead, sender: &Sender<String>, seen: impl Fn(&str)) {
    loop {
        let mut bytes = Vec::new();
        match input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) if bytes.len() as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') => {
                if input.skip_until(b'\n').is_err() {
                    return;
                }
                continue;
            }
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        seen(&line);
        if sender.send(line).is_err() {
            return;
        }
    }
}
