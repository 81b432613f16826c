//! Runs a program to its end and takes its output whole, never past a deadline.

use std::io::{self, PipeReader, pipe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use joute_sandbox::{Child, Command, Exit, Sandbox, Streams};
use rustix::event::{PollFd, PollFlags};

use crate::exchange::StartError;
use crate::log::Log;
use crate::pipes::{self, MOST_OUTPUT, unblock};

/// How a run came to its end.
#[derive(Debug)]
pub(crate) enum RunEnd {
    /// The program ended.
    Ended(Exit),
    /// The deadline passed, and it was ended.
    Deadline,
    /// The match was stopped, and it was ended.
    Stopped,
    /// It wrote more than anybody may.
    Flood,
}

/// A run that is over.
#[derive(Debug)]
pub(crate) struct Run {
    /// How it ended.
    pub(crate) end: RunEnd,
    /// Its standard output.
    pub(crate) output: Vec<u8>,
    /// Its standard error.
    pub(crate) log: Option<String>,
}

/// Runs a program without input.
pub(crate) fn run_once(
    sandbox: &Sandbox,
    command: &Command,
    deadline: Option<Instant>,
    stop: &AtomicBool,
) -> Result<Run, StartError> {
    let (stdout, child_out) = pipe()?;
    let (stderr, child_err) = pipe()?;
    unblock(&stdout)?;
    unblock(&stderr)?;
    let child = sandbox.spawn(command, Streams::new().stdout(child_out).stderr(child_err))?;
    let mut watched = Watched { child, pipes: [Some(stdout), Some(stderr)], output: Vec::new(), log: Log::default() };
    let end = watched.follow(deadline, stop)?;
    Ok(Run { end, output: watched.output, log: watched.log.take() })
}

struct Watched {
    child: Child,
    /// Standard output and standard error, until they are closed.
    pipes: [Option<PipeReader>; 2],
    output: Vec<u8>,
    log: Log,
}

impl Watched {
    fn follow(&mut self, deadline: Option<Instant>, stop: &AtomicBool) -> io::Result<RunEnd> {
        loop {
            let wait = pipes::patience(deadline);
            if self.pipes[0].is_none() && self.pipes[1].is_none() {
                if let Some(exit) = self.child.wait_timeout(wait)? {
                    return Ok(RunEnd::Ended(exit));
                }
            } else {
                self.read_within(wait)?;
            }
            let end = if self.output.len() as u64 > MOST_OUTPUT {
                RunEnd::Flood
            } else if stop.load(Ordering::Relaxed) {
                RunEnd::Stopped
            } else if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                RunEnd::Deadline
            } else {
                continue;
            };
            self.child.kill()?;
            self.read_within(Duration::ZERO)?;
            return Ok(end);
        }
    }

    /// Waits until one of the pipes has something, and reads what there is.
    fn read_within(&mut self, wait: Duration) -> io::Result<()> {
        let mut polled: Vec<PollFd<'_>> =
            self.pipes.iter().flatten().map(|end| PollFd::new(end, PollFlags::IN)).collect();
        pipes::wait(&mut polled, wait)?;
        let [stdout, stderr] = &mut self.pipes;
        pipes::read_some(stdout, |bytes| self.output.extend_from_slice(bytes));
        pipes::read_some(stderr, |bytes| self.log.write(bytes));
        Ok(())
    }
}
