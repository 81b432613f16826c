//! Runs a program to its end and takes its output whole, never past a deadline.

use std::fs::File;
use std::io::{self, PipeReader, pipe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use joute_sandbox::{Child, Command, Exit, Sandbox, Stream, Streams};
use rustix::event::{PollFd, PollFlags};

use crate::exchange::StartError;
use crate::log::Log;
use crate::pipes::{self, MOST_OUTPUT, unblock};

/// How a run came to its end.
#[derive(Debug)]
pub enum RunEnd {
    /// The program ended.
    Ended(Exit),
    /// Its time was over, and it was ended.
    Deadline,
    /// The match was stopped, and it was ended.
    Stopped,
    /// It wrote more than anybody may.
    Flood,
}

/// A run that is over.
#[derive(Debug)]
pub struct Run {
    /// How it ended.
    pub end: RunEnd,
    /// Its standard output.
    pub output: Vec<u8>,
    /// Its standard error.
    pub log: Log,
}

/// What a program that is run to its end gets, and what it may use.
#[derive(Debug)]
pub struct RunPlan<'a> {
    /// What it finds on its standard input.
    pub input: Option<File>,
    /// When it is given up.
    pub deadline: Option<Instant>,
    /// Processor time after which it is given up: the same on a busy machine.
    pub cpu: Option<Duration>,
    /// Bytes that it may write to its standard output.
    pub most_output: u64,
    /// One of them is set when everything is being stopped.
    pub stops: &'a [&'a AtomicBool],
}

impl RunPlan<'_> {
    /// Runs the program.
    pub fn run(self, sandbox: &Sandbox, command: &Command) -> Result<Run, StartError> {
        let (stdout, child_out) = pipe()?;
        let (stderr, child_err) = pipe()?;
        unblock(&stdout)?;
        unblock(&stderr)?;
        let mut plan = self;
        let input = plan.input.take().map_or(Stream::Null, Stream::from);
        let streams = Streams::new().stdin(input).stdout(child_out).stderr(child_err);
        let child = sandbox.spawn(command, streams)?;
        let pipes = [Some(stdout), Some(stderr)];
        let mut watched = Watched { child, pipes, output: Vec::new(), log: Log::default() };
        let end = watched.follow(&plan)?;
        Ok(Run { end, output: watched.output, log: watched.log })
    }
}

/// Runs a program without input.
pub(crate) fn run_once(
    sandbox: &Sandbox,
    command: &Command,
    deadline: Option<Instant>,
    stop: &AtomicBool,
) -> Result<Run, StartError> {
    RunPlan { input: None, deadline, cpu: None, most_output: MOST_OUTPUT, stops: &[stop] }.run(sandbox, command)
}

struct Watched {
    child: Child,
    /// Standard output and standard error, until they are closed.
    pipes: [Option<PipeReader>; 2],
    output: Vec<u8>,
    log: Log,
}

impl Watched {
    fn follow(&mut self, plan: &RunPlan<'_>) -> io::Result<RunEnd> {
        loop {
            let wait = pipes::patience(plan.deadline);
            if self.pipes[0].is_none() && self.pipes[1].is_none() {
                if let Some(exit) = self.child.wait_timeout(wait)? {
                    return Ok(RunEnd::Ended(exit));
                }
            } else {
                self.read_within(wait)?;
            }
            let end = if self.output.len() as u64 > plan.most_output {
                RunEnd::Flood
            } else if plan.stops.iter().any(|stop| stop.load(Ordering::Relaxed)) {
                RunEnd::Stopped
            } else if self.is_late(plan) {
                RunEnd::Deadline
            } else {
                continue;
            };
            self.child.kill()?;
            self.read_within(Duration::ZERO)?;
            return Ok(end);
        }
    }

    fn is_late(&mut self, plan: &RunPlan<'_>) -> bool {
        plan.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || plan.cpu.is_some_and(|most| self.child.cpu_time().is_ok_and(|time| time > most))
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
