//! A text that is drawn again and again in place on standard error, where that is a terminal.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// Time between two drawings.
const PAUSE: Duration = Duration::from_millis(100);

/// What is drawn at present.
pub(super) struct Live {
    is_on: bool,
    lines: usize,
    drawn: Option<Instant>,
}

impl Live {
    /// Nothing yet; nothing at all when quiet or in a pipe.
    pub(super) fn new(is_quiet: bool) -> Live {
        Live { is_on: !is_quiet && io::stderr().is_terminal(), lines: 0, drawn: None }
    }

    /// Draws the text instead of the one before, unless that was only just drawn.
    pub(super) fn show(&mut self, text: impl FnOnce() -> String) {
        if !self.is_on || self.drawn.is_some_and(|drawn| drawn.elapsed() < PAUSE) {
            return;
        }
        let (width, height) = (crate::output::width(), crate::output::height());
        // A line that wraps, or more lines than the terminal has, could not be taken away again.
        let shown: Vec<String> = text()
            .lines()
            .take(height.saturating_sub(1))
            .map(|line| line.chars().take(width.saturating_sub(1)).collect())
            .collect();
        crate::output::redraw(self.lines, &(shown.join("\n") + "\n"));
        self.lines = shown.len();
        self.drawn = Some(Instant::now());
    }

    /// Takes the text away.
    pub(super) fn clear(&mut self) {
        if self.lines > 0 {
            crate::output::redraw(self.lines, "");
            self.lines = 0;
        }
    }
}
