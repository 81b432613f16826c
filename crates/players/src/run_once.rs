//! Runs a program to its end and takes its output whole, never past a deadline.

use std::io::{self, PipeReader, Read, pipe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use joute_sandbox::{Child, Command, Exit, Sandbox, Streams};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use crate::exchange::StartError;
use crate::log::Log;

/// The most a program may write.
const MOST_OUTPUT: usize = 16 << 20;
/// How often somebody who waits looks whether the whole match was stopped.
const GLANCE: Duration = Duration::from_millis(100);

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
    for end in [&stdout, &stderr] {
        fcntl_setfl(end, fcntl_getfl(end).map_err(io::Error::from)? | OFlags::NONBLOCK).map_err(io::Error::from)?;
    }
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
            let left = deadline.map_or(GLANCE, |deadline| deadline.saturating_duration_since(Instant::now()));
            let wait = left.min(GLANCE);
            if self.pipes[0].is_none() && self.pipes[1].is_none() {
                if let Some(exit) = self.child.wait_timeout(wait)? {
                    return Ok(RunEnd::Ended(exit));
                }
            } else {
                self.read_within(wait)?;
            }
            let end = if self.output.len() > MOST_OUTPUT {
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
        let timeout = Timespec { tv_sec: wait.as_secs() as i64, tv_nsec: i64::from(wait.subsec_nanos()) };
        let mut polled: Vec<PollFd<'_>> =
            self.pipes.iter().flatten().map(|end| PollFd::new(end, PollFlags::IN)).collect();
        match poll(&mut polled, Some(&timeout)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let mut chunk = [0; 8192];
        for (number, slot) in self.pipes.iter_mut().enumerate() {
            let Some(end) = slot else { continue };
            match end.read(&mut chunk) {
                Ok(0) => *slot = None,
                Ok(count) if number == 0 => self.output.extend_from_slice(&chunk[..count]),
                Ok(count) => self.log.write(&chunk[..count]),
                Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
                Err(_) => *slot = None,
            }
        }
        Ok(())
    }
}
