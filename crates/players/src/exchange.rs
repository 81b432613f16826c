//! A conversation with a process over pipes that never blocks past its deadline, whatever the process does.

use std::io::{self, PipeReader, PipeWriter, Read, Write, pipe};
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use joute_sandbox::{Child, Command, Exit, Sandbox, SpawnError, Streams};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use crate::log::Log;

/// The longest line a player may write.
const LONGEST_LINE: usize = 64 * 1024;
/// The most a player may write in one game, logs and standard error included.
const MOST_OUTPUT: u64 = 16 << 20;
/// How often a waiting referee looks whether the whole match was stopped.
const GLANCE: Duration = Duration::from_millis(100);
/// How long a process that closed its pipes has to end, so that its exit code can be evidence.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// Why a conversation ended.
#[derive(Debug)]
pub(crate) enum Break {
    /// The deadline passed.
    Deadline,
    /// The match was stopped.
    Stopped,
    /// The process is gone or cannot be talked to; the text says how.
    Gone(String),
}

/// Why a program could not be started.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StartError {
    /// There are no pipes to be had.
    #[error("no pipe: {0}")]
    Pipe(#[from] io::Error),
    /// The sandbox or the program itself.
    #[error(transparent)]
    Spawn(#[from] SpawnError),
}

/// A running process with its pipes.
pub(crate) struct Exchange {
    child: Child,
    stdin: Option<PipeWriter>,
    stdout: PipeReader,
    stderr: Option<PipeReader>,
    /// What was read from standard output and not yet taken as lines.
    buffer: Vec<u8>,
    /// Everything before this was looked at and holds no line break.
    scanned: usize,
    written: u64,
    pub(crate) log: Log,
}

impl Exchange {
    /// Starts a program.
    pub(crate) fn start(sandbox: &Sandbox, command: &Command) -> Result<Exchange, StartError> {
        Exchange::connect(sandbox, command, |reads, writes, log| {
            Ok(Streams::new().stdin(reads).stdout(writes).stderr(log))
        })
    }

    /// Starts a program that talks over descriptors 3 and 4, so that whatever it prints is its log, and that finds
    /// nothing on its standard input.
    pub(crate) fn start_apart(sandbox: &Sandbox, command: &Command) -> Result<Exchange, StartError> {
        Exchange::connect(sandbox, command, |reads, writes, log| {
            Ok(Streams::new().stdout(log.try_clone()?).stderr(log).extra(reads).extra(writes))
        })
    }

    fn connect(
        sandbox: &Sandbox,
        command: &Command,
        streams: impl FnOnce(PipeReader, PipeWriter, PipeWriter) -> io::Result<Streams>,
    ) -> Result<Exchange, StartError> {
        let (child_in, stdin) = pipe()?;
        let (stdout, child_out) = pipe()?;
        let (stderr, child_err) = pipe()?;
        unblock(&stdin)?;
        unblock(&stdout)?;
        unblock(&stderr)?;
        let child = sandbox.spawn(command, streams(child_in, child_out, child_err)?)?;
        Ok(Exchange {
            child,
            stdin: Some(stdin),
            stdout,
            stderr: Some(stderr),
            buffer: Vec::new(),
            scanned: 0,
            written: 0,
            log: Log::default(),
        })
    }

    /// Sends a text whole. A process that does not read is given up at the deadline, and what it writes meanwhile is
    /// taken in, so that neither side waits for the other for ever.
    pub(crate) fn send(&mut self, text: &str, deadline: Option<Instant>, stop: &AtomicBool) -> Result<(), Break> {
        let mut rest = text.as_bytes();
        loop {
            let Some(stdin) = &mut self.stdin else {
                return Err(Break::Gone("its standard input is closed".to_owned()));
            };
            match stdin.write(rest) {
                Ok(count) => rest = &rest[count..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => self.wait(true, deadline, stop)?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Err(self.gone()),
            }
            if rest.is_empty() {
                return Ok(());
            }
        }
    }

    /// The next line, without its line break.
    pub(crate) fn line(&mut self, deadline: Option<Instant>, stop: &AtomicBool) -> Result<String, Break> {
        loop {
            if let Some(length) = self.buffer[self.scanned..].iter().position(|&byte| byte == b'\n') {
                let end = self.scanned + length;
                let line = String::from_utf8_lossy(&self.buffer[..end]).trim_end_matches('\r').to_owned();
                self.buffer.drain(..=end);
                self.scanned = 0;
                return Ok(line);
            }
            self.scanned = self.buffer.len();
            if self.buffer.len() > LONGEST_LINE {
                let start = String::from_utf8_lossy(&self.buffer[..40]).into_owned();
                return Err(Break::Gone(format!(
                    "wrote more than {LONGEST_LINE} bytes without a line break: {start:?}…"
                )));
            }
            self.wait(false, deadline, stop)?;
        }
    }

    /// Waits until something can be read (or written, if asked), and reads what there is.
    fn wait(&mut self, to_write: bool, deadline: Option<Instant>, stop: &AtomicBool) -> Result<(), Break> {
        let timeout = match deadline {
            None => GLANCE,
            Some(deadline) => deadline.saturating_duration_since(Instant::now()).min(GLANCE),
        };
        let (out_ready, err_ready, in_ready) =
            self.poll(to_write, timeout).map_err(|error| Break::Gone(error.to_string()))?;
        if err_ready {
            self.read_stderr();
        }
        if out_ready {
            self.read_stdout()?;
        } else if !in_ready {
            if stop.load(Ordering::Relaxed) {
                return Err(Break::Stopped);
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Err(Break::Deadline);
            }
        }
        if self.written > MOST_OUTPUT {
            return Err(Break::Gone(format!("wrote more than {} MiB in one game", MOST_OUTPUT >> 20)));
        }
        Ok(())
    }

    fn poll(&self, to_write: bool, timeout: Duration) -> io::Result<(bool, bool, bool)> {
        let timeout = Timespec { tv_sec: timeout.as_secs() as i64, tv_nsec: i64::from(timeout.subsec_nanos()) };
        let mut fds = [
            PollFd::new(&self.stdout, PollFlags::IN),
            PollFd::new(&self.stdout, PollFlags::empty()),
            PollFd::new(&self.stdout, PollFlags::empty()),
        ];
        if let Some(stderr) = &self.stderr {
            fds[1] = PollFd::new(stderr, PollFlags::IN);
        }
        if let Some(stdin) = self.stdin.as_ref().filter(|_| to_write) {
            fds[2] = PollFd::new(stdin, PollFlags::OUT);
        }
        let used = if to_write { 3 } else { 2 };
        match poll(&mut fds[..used], Some(&timeout)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let ready = |at: usize| !fds[at].revents().is_empty();
        Ok((ready(0), self.stderr.is_some() && ready(1), to_write && ready(2)))
    }

    fn read_stdout(&mut self) -> Result<(), Break> {
        let mut chunk = [0; 8192];
        match self.stdout.read(&mut chunk) {
            Ok(0) => return Err(self.gone()),
            Ok(count) => {
                self.written += count as u64;
                self.buffer.extend_from_slice(&chunk[..count]);
            }
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
            Err(_) => return Err(self.gone()),
        }
        Ok(())
    }

    fn read_stderr(&mut self) {
        let mut chunk = [0; 8192];
        let Some(stderr) = &mut self.stderr else {
            return;
        };
        match stderr.read(&mut chunk) {
            Ok(0) => self.stderr = None,
            Ok(count) => {
                self.written += count as u64;
                self.log.write(&chunk[..count]);
            }
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
            Err(_) => self.stderr = None,
        }
    }

    /// What became of a process that cannot be talked to any more.
    fn gone(&mut self) -> Break {
        let exit = self.child.wait_timeout(LAST_WORDS);
        self.drain();
        Break::Gone(match exit {
            Ok(Some(exit)) => format!("ended with {exit}"),
            Ok(None) => "closed its output and went on running".to_owned(),
            Err(error) => format!("closed its output ({error})"),
        })
    }

    /// Takes in what is left on standard error, as much as a pipe can hold.
    pub(crate) fn drain(&mut self) {
        for _ in 0..16 {
            match self.poll(false, Duration::ZERO) {
                Ok((_, true, _)) => self.read_stderr(),
                _ => break,
            }
        }
    }

    /// CPU time of all its processes so far.
    pub(crate) fn cpu_time(&mut self) -> Option<Duration> {
        self.child.cpu_time().ok()
    }

    /// Whether it has not ended.
    pub(crate) fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Begins a new game with the same process: its allowance of output is whole again.
    pub(crate) fn begin_anew(&mut self) {
        self.written = 0;
    }

    /// Lets the process end by itself for a moment, then ends it with all its children.
    pub(crate) fn end(mut self, patience: Duration) -> Option<Exit> {
        self.stdin = None;
        if let Ok(Some(exit)) = self.child.wait_timeout(patience) {
            return Some(exit);
        }
        self.child.kill().ok()
    }
}

fn unblock(end: &impl AsFd) -> io::Result<()> {
    let flags = fcntl_getfl(end)?;
    Ok(fcntl_setfl(end, flags | OFlags::NONBLOCK)?)
}
