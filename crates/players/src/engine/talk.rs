//! A conversation with an engine while the referee waits: every line of it has the same deadline.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use joute_referee::{Fault, Turn};

use crate::exchange::{Break, Exchange};

/// Lines to and from an engine until a deadline.
pub(super) struct Talk<'a> {
    exchange: &'a mut Exchange,
    deadline: Option<Instant>,
    stop: &'a AtomicBool,
}

/// Why an engine gave no answer.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The conversation broke.
    Broken(Break),
    /// The engine said something that ends the game.
    Fault(Fault),
}

impl From<Break> for Trouble {
    fn from(broken: Break) -> Trouble {
        Trouble::Broken(broken)
    }
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Trouble {
        Trouble::Fault(fault)
    }
}

impl<'a> Talk<'a> {
    /// Talks until the deadline of a turn.
    pub(super) fn new(exchange: &'a mut Exchange, turn: &Turn<'a>) -> Talk<'a> {
        Talk { exchange, deadline: turn.deadline, stop: turn.stop }
    }

    /// Sends lines.
    pub(super) fn say(&mut self, lines: &str) -> Result<(), Trouble> {
        Ok(self.exchange.send(&format!("{lines}\n"), self.deadline, self.stop)?)
    }

    /// The next line, without the spaces around it.
    pub(super) fn hear(&mut self) -> Result<String, Trouble> {
        Ok(self.exchange.line(self.deadline, self.stop)?.trim().to_owned())
    }

    /// Keeps what is no answer: it is the engine's log.
    pub(super) fn note(&mut self, line: &str) {
        if !line.is_empty() {
            self.exchange.log.write(line.as_bytes());
            self.exchange.log.write(b"\n");
        }
    }

    /// Waits for a line that means something; all others are the engine's log.
    pub(super) fn await_line<T>(&mut self, meaning: impl Fn(&str) -> Option<T>) -> Result<T, Trouble> {
        loop {
            let line = self.hear()?;
            match meaning(&line) {
                Some(meant) => return Ok(meant),
                None => self.note(&line),
            }
        }
    }

    /// What was written before the question cannot be its answer.
    pub(super) fn pass_over_unasked(&mut self) {
        for line in self.exchange.lines_unasked() {
            let line = line.trim();
            if !line.is_empty() {
                self.exchange.log.note(&format!("not asked: {line}"));
            }
        }
    }
}
