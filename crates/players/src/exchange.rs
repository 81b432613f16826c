//! A conversation with a process over pipes that never blocks past its deadline, whatever the process does.

use std::io::{self, PipeReader, PipeWriter, Read, Write, pipe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use joute_games::Excerpt;
use joute_referee::Footprint;
use joute_sandbox::{Child, Command, Exit, Sandbox, SpawnError, Streams};
use rustix::event::{PollFd, PollFlags};

use crate::conversation::Conversation;
use crate::evidence::plain_text;
use crate::kept_waiting::KeptWaiting;
use crate::log::Log;
use crate::pipes::{self, CHUNK, MOST_OUTPUT, unblock};
use crate::watch::Watched;

/// The longest line a player may write.
const LONGEST_LINE: usize = 64 * 1024;
/// How many reads empty a pipe, even one that was made larger than usual.
const PIPEFUL: usize = 32;
/// How long a process that closed its pipes has to end, so that its exit code can be evidence.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// How long a process has to come to its end while it waits for a processor.
const STARVED: Duration = Duration::from_secs(30);

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
pub enum StartError {
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
    /// What was read from standard output.
    buffer: Vec<u8>,
    /// Everything in the buffer before this was taken as lines.
    taken: usize,
    /// Everything before this was looked at and holds no line break that was not taken.
    scanned: usize,
    written: u64,
    watched: Watched,
    kept_waiting: KeptWaiting,
    pub(crate) log: Log,
    /// Where everything is written down, if it is.
    conversation: Option<Conversation>,
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
        let watched = Watched::new(child.remote(), command.policy_in_force().limits.most_held())?;
        Ok(Exchange {
            child,
            stdin: Some(stdin),
            stdout,
            stderr: Some(stderr),
            buffer: Vec::new(),
            taken: 0,
            scanned: 0,
            written: 0,
            watched,
            kept_waiting: KeptWaiting::default(),
            log: Log::default(),
            conversation: None,
        })
    }

    /// Writes down everything from here on.
    pub(crate) fn record(&mut self, conversation: Option<Conversation>) {
        self.conversation = conversation;
    }

    /// Its process, for people.
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    /// Sends a text whole. A process that does not read is given up at the deadline, and what it writes meanwhile is
    /// taken in, so that neither side waits for the other for ever.
    pub(crate) fn send(&mut self, text: &str, deadline: Option<Instant>, stop: &AtomicBool) -> Result<(), Break> {
        self.watched.wake();
        self.kept_waiting.restart();
        let mut rest = text.as_bytes();
        if let Some(conversation) = &mut self.conversation {
            conversation.said(text);
        }
        loop {
            let Some(stdin) = &mut self.stdin else {
                return Err(Break::Gone("its input is closed".to_owned()));
            };
            match stdin.write(rest) {
                Ok(count) => rest = &rest[count..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => self.wait(true, deadline, stop)?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Err(self.gone("input")),
            }
            if rest.is_empty() {
                return Ok(());
            }
        }
    }

    /// It has answered, and nothing is asked of it until something is sent: where it may not ponder, it is stopped soon.
    pub(crate) fn rest(&self, may_ponder: bool) {
        self.watched.rest(may_ponder);
    }

    /// The next line, without its line break.
    pub(crate) fn line(&mut self, deadline: Option<Instant>, stop: &AtomicBool) -> Result<String, Break> {
        loop {
            if let Some(line) = self.line_at_hand() {
                return Ok(line);
            }
            if self.buffer.len() - self.taken > LONGEST_LINE {
                let start = Excerpt::of(&String::from_utf8_lossy(&self.buffer[self.taken..][..80]));
                return Err(Break::Gone(format!("wrote more than {LONGEST_LINE} bytes without a line break: {start}")));
            }
            self.wait(false, deadline, stop)?;
        }
    }

    /// Whether a whole line was read that nobody has looked at.
    fn has_line(&self) -> bool {
        self.buffer[self.scanned..].contains(&b'\n')
    }

    /// A line that was read already.
    fn line_at_hand(&mut self) -> Option<String> {
        let Some(length) = self.buffer[self.scanned..].iter().position(|&byte| byte == b'\n') else {
            self.scanned = self.buffer.len();
            return None;
        };
        let end = self.scanned + length;
        let line = plain_text(&String::from_utf8_lossy(&self.buffer[self.taken..end]));
        (self.taken, self.scanned) = (end + 1, end + 1);
        if let Some(conversation) = &mut self.conversation {
            conversation.heard(line.trim_end_matches('\r'));
        }
        Some(line.trim_end_matches('\r').to_owned())
    }

    /// The lines that were written so far and not waited for, as many as a pipe can hold.
    pub(crate) fn lines_unasked(&mut self) -> Vec<String> {
        // Nothing is there nearly always: one call that does not wait tells so.
        for _ in 0..PIPEFUL {
            if !matches!(self.read_stdout(), Ok(count) if count > 0) {
                break;
            }
        }
        std::iter::from_fn(|| self.line_at_hand()).collect()
    }

    /// Waits until something can be read (or written, if asked), and reads what there is.
    fn wait(&mut self, to_write: bool, deadline: Option<Instant>, stop: &AtomicBool) -> Result<(), Break> {
        let is_past = |deadline: Option<Instant>| deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let deadline = deadline.map(|deadline| deadline + self.kept_waiting.put_off());
        let was_in_time = !is_past(deadline);
        let ready = self.poll(to_write, self.kept_waiting.patience(pipes::patience(deadline)));
        let (out_ready, err_ready) = ready.map_err(|error| Break::Gone(error.to_string()))?;
        if !out_ready {
            self.kept_waiting.begin(&mut self.child);
        }
        if err_ready {
            self.read_stderr();
        }
        if out_ready {
            match self.read_stdout() {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Ok(0) | Err(_) => return Err(self.gone("output")),
                Ok(_) => {}
            }
        }
        if self.written > MOST_OUTPUT {
            return Err(Break::Gone(format!("wrote more than {} MiB in one game", MOST_OUTPUT >> 20)));
        }
        if stop.load(Ordering::Relaxed) {
            return Err(Break::Stopped);
        }
        // Looked at even when there was something to read: a player that goes on writing has no more time than others. What
        // lay there when we woke up late is heard once; whether it came in time is the referee's to say.
        if is_past(deadline) && !(was_in_time && self.has_line()) && !self.kept_waiting.puts_off(&mut self.child) {
            return Err(Break::Deadline);
        }
        Ok(())
    }

    /// Whether something can be read from standard output and from standard error; returns too when something can be
    /// written, if asked.
    fn poll(&self, to_write: bool, timeout: Duration) -> io::Result<(bool, bool)> {
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
        pipes::wait(&mut fds[..used], timeout)?;
        let ready = |at: usize| !fds[at].revents().is_empty();
        Ok((ready(0), self.stderr.is_some() && ready(1)))
    }

    /// Reads what there is on standard output, and says how much; nothing means that it is closed.
    fn read_stdout(&mut self) -> io::Result<usize> {
        let mut chunk = [0; CHUNK];
        let count = loop {
            match self.stdout.read(&mut chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.written += count as u64;
        // Moved to the front here, once for many lines.
        self.buffer.drain(..self.taken);
        self.scanned -= self.taken;
        self.taken = 0;
        self.buffer.extend_from_slice(&chunk[..count]);
        Ok(count)
    }

    fn read_stderr(&mut self) {
        pipes::read_some(&mut self.stderr, |bytes| {
            self.written += bytes.len() as u64;
            self.log.write(bytes);
            if let Some(conversation) = &mut self.conversation {
                conversation.wrote(bytes);
            }
        });
    }

    /// What became of a process that closed an end of a pipe.
    fn gone(&mut self, end: &str) -> Break {
        let exit = self.wait_for_end(LAST_WORDS);
        self.drain();
        if let Some(excess) = self.watched.excess() {
            return Break::Gone(excess.to_string());
        }
        Break::Gone(match exit {
            Ok(Some(exit)) => format!("ended with {exit}{}", self.watched.remark(&exit)),
            Ok(None) => format!("closed its {end} and went on running"),
            Err(error) => format!("closed its {end} ({error})"),
        })
    }

    /// Whether it has ended and that was not told yet, or would go on if it got a processor.
    fn is_about_to_end(&self) -> bool {
        self.child.is_ending() || self.child.waits().is_runnable()
    }

    /// Waits for the end, at most so long, or longer where a processor is waited for.
    fn wait_for_end(&mut self, patience: Duration) -> io::Result<Option<Exit>> {
        let began = Instant::now();
        loop {
            let exit = self.child.wait_timeout(patience)?;
            if exit.is_some() || began.elapsed() >= STARVED || !self.is_about_to_end() {
                return Ok(exit);
            }
        }
    }

    /// How long, since something was last sent, it was ready to run and got no processor.
    pub(crate) fn kept_waiting(&mut self) -> Duration {
        self.kept_waiting.total(&mut self.child)
    }

    /// What was written after the last line break: an answer without one is a mistake that is hard to see.
    pub(crate) fn unfinished_line(&self) -> Option<Excerpt> {
        let rest = &self.buffer[self.taken..];
        (!rest.is_empty()).then(|| Excerpt::of(&String::from_utf8_lossy(rest)))
    }

    /// Takes into the log what is left on standard error.
    pub(crate) fn drain(&mut self) {
        for _ in 0..PIPEFUL {
            match self.poll(false, Duration::ZERO) {
                Ok((_, true)) => self.read_stderr(),
                _ => break,
            }
        }
    }

    /// CPU time of all its processes so far.
    pub(crate) fn cpu_time(&mut self) -> Option<Duration> {
        self.child.cpu_time().ok()
    }

    /// What the process holds now, where the system tells.
    pub(crate) fn footprint(&self) -> Option<Footprint> {
        let folder = format!("/proc/{}", self.child.id());
        let status = std::fs::read_to_string(format!("{folder}/status")).ok()?;
        let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?.trim().trim_end_matches(" kB");
        let descriptors = std::fs::read_dir(format!("{folder}/fd")).ok()?.count() as u64;
        Some(Footprint { memory: kilobytes.parse::<u64>().ok()? * 1024, descriptors })
    }

    /// Whether it has not ended.
    pub(crate) fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Begins a new game with the same process: its allowance of output is whole again, and what it wrote after the
    /// last game belongs to neither.
    pub(crate) fn begin_anew(&mut self) {
        self.lines_unasked();
        self.drain();
        self.log = Log::default();
        self.written = 0;
    }

    /// Hears the process out, at most so long, or longer where it waits for a processor: all it writes is taken in until it
    /// ends, and how it ended is told.
    pub(crate) fn last_words(&mut self, patience: Duration) -> (Vec<String>, Option<Exit>) {
        self.watched.wake();
        self.stdin = None;
        let (began, before) = (Instant::now(), self.cpu_time().unwrap_or_default());
        let mut exit = self.hear_out(patience);
        while exit.is_none() && self.written <= MOST_OUTPUT && began.elapsed() < STARVED && self.is_about_to_end() {
            if self.cpu_time().unwrap_or_default().saturating_sub(before) >= patience {
                break;
            }
            exit = self.hear_out(patience);
        }
        self.drain();
        (std::iter::from_fn(|| self.line_at_hand()).collect(), exit)
    }

    /// Takes in what the process writes until it ends, at most so long.
    fn hear_out(&mut self, patience: Duration) -> Option<Exit> {
        let deadline = Instant::now() + patience;
        let left = || deadline.saturating_duration_since(Instant::now());
        while let Ok((out_ready, err_ready)) = self.poll(false, left()) {
            if err_ready {
                self.read_stderr();
            }
            let is_closed = out_ready && matches!(self.read_stdout(), Ok(0));
            if is_closed || left().is_zero() || self.written > MOST_OUTPUT {
                break;
            }
        }
        self.child.wait_timeout(left()).ok().flatten()
    }

    /// Lets the process end by itself for a moment, then ends it with all its children. Gives how it ended by itself, if it
    /// did.
    pub(crate) fn end(mut self, patience: Duration) -> Option<Exit> {
        self.watched.wake();
        self.stdin = None;
        if let Ok(Some(exit)) = self.child.wait_timeout(patience) {
            return Some(exit);
        }
        let _ = self.child.kill();
        None
    }
}
