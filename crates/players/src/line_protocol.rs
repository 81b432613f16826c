//! Programs that speak the project's line protocol (docs/protocol.md).

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use joute_games::Excerpt;
use joute_referee::{ClockKind, Ending, Fault, Footprint, OnOvertime, Player, Reply, Said, Turn};
use joute_sandbox::{Command, Exit, Sandbox};

use crate::conversation::Tap;
use crate::evidence::{allowed_for_loading, allowed_for_move};
use crate::exchange::{Break, Exchange};
use crate::library::HostNews;
use crate::lines::{Wants, farewell, greeting, message, nearly_ready, nearly_said, ready, said};
use crate::sanitizer;

/// The quickest answer whose CPU time is looked up when the wall clock counts.
const WORTH_ASKING: Duration = Duration::from_micros(200);
/// Lines of a turn that are looked at for an answer that is not written as one: a player may write a million others.
const LOOKED_AT: u32 = 100;
/// How long a player may take to end by itself after the game.
const FAREWELL: Duration = Duration::from_millis(200);
/// How long a library's last function may take: it frees what it was given.
const LAST_CALL: Duration = Duration::from_secs(1);

/// How evidence of what goes wrong after a game begins.
const AFTER: &str = "after the game: ";

/// A program behind the line protocol.
pub struct LinePlayer {
    sandbox: Arc<Sandbox>,
    command: Command,
    /// Whether one process plays all games.
    keep: bool,
    exchange: Option<Exchange>,
    /// Plies of the game that the program knows of; the next one may be its own answer.
    told: usize,
    /// Answers that came too late and are still on their way.
    owed: u32,
    wants: Wants,
    /// A line of this turn that would have been the answer, had it been written as answers are.
    nearly: Option<String>,
    cpu: Duration,
    log: Option<String>,
    /// What went wrong after the last game.
    aftermath: Option<Fault>,
    /// What was its first print when its process was ended.
    printed: Option<String>,
    /// What the host of a library says about it; nothing for a program.
    host: Option<HostNews>,
    /// Where conversations are written down.
    tap: Option<Tap>,
}

/// What a program owes at a moment.
#[derive(Clone, Copy)]
enum WaitedFor {
    Reading,
    Ready,
    Move,
}

impl fmt::Display for WaitedFor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WaitedFor::Reading => "the program to read",
            WaitedFor::Ready => "ready",
            WaitedFor::Move => "a move",
        })
    }
}

impl WaitedFor {
    /// The time that it may take, as the end of a sentence.
    fn allowed(self, turn: &Turn<'_>) -> String {
        match self {
            WaitedFor::Ready => allowed_for_loading(turn),
            WaitedFor::Reading => String::new(),
            WaitedFor::Move => allowed_for_move(turn),
        }
    }
}

impl LinePlayer {
    /// A program that is started for each game, or once if it is kept.
    pub fn new(sandbox: Arc<Sandbox>, command: Command, keep: bool) -> LinePlayer {
        LinePlayer {
            sandbox,
            command,
            keep,
            exchange: None,
            told: 0,
            owed: 0,
            wants: Wants::default(),
            nearly: None,
            cpu: Duration::ZERO,
            log: None,
            aftermath: None,
            printed: None,
            host: None,
            tap: None,
        }
    }

    /// A host of ours that plays for a library, with the protocol on descriptors of its own.
    pub(crate) fn of_host(sandbox: Arc<Sandbox>, command: Command) -> LinePlayer {
        let mut player = LinePlayer::new(sandbox, command, false);
        player.host = Some(HostNews::default());
        player
    }

    /// Writes its conversations down.
    pub(crate) fn recorded(mut self, tap: Option<Tap>) -> LinePlayer {
        self.tap = tap;
        self
    }

    fn exchange(&mut self) -> Result<&mut Exchange, Fault> {
        self.exchange.as_mut().ok_or_else(|| Fault::crash("the program is not running"))
    }

    /// Turns a broken conversation into a fault and ends the process, unless only this turn is lost.
    fn broken(
        &mut self,
        broken: Break,
        turn: &Turn<'_>,
        waited_for: WaitedFor,
        since: Instant,
    ) -> Result<Reply, Fault> {
        self.hear_host();
        let (computed, kept_waiting) = (self.spent(), self.kept_waiting().as_secs_f64());
        let is_final = !(matches!(waited_for, WaitedFor::Move) && turn.rules.on_overtime == OnOvertime::Skip);
        if let (Break::Deadline, true, Some(exchange)) = (&broken, is_final && self.host.is_none(), &mut self.exchange)
        {
            // A program that forgets to flush its answers sends them when its input ends: the mistake is hard to see.
            let unfinished = exchange.unfinished_line();
            let late = exchange.last_words(FAREWELL).0;
            if let Some(line) = late.iter().find(|line| ready(line).is_some() || said(line).is_some())
                && unfinished.is_none()
            {
                exchange.log.note(&format!("when its input was closed it wrote: {}", Excerpt::of(line)));
            }
        }
        if let Some(exchange) = &mut self.exchange {
            exchange.drain();
            if let Some(text) = exchange.unfinished_line() {
                exchange.log.note(&format!("without a line break: {text}"));
            }
            self.log = exchange.log.take();
        }
        let fault = match broken {
            Break::Stopped => return Ok(Reply { said: Said::Stopped, cpu: None, score: None }),
            Break::Deadline => {
                let waited = since.elapsed().as_secs_f64();
                match waited_for {
                    WaitedFor::Move if turn.rules.on_overtime == OnOvertime::Skip => {
                        self.owed += 1;
                        let allowed = waited_for.allowed(turn);
                        return Err(Fault::overtime(format!("no move after {waited:.3} s{allowed}")));
                    }
                    // Half a message was sent: there is no way to go on, even where overtime costs but a turn.
                    WaitedFor::Reading if turn.rules.on_overtime == OnOvertime::Skip => {
                        Fault::crash(format!("did not read its input for {waited:.3} s"))
                    }
                    _ => {
                        let place = self.place();
                        let allowed = waited_for.allowed(turn);
                        let nearly = self.nearly.take().unwrap_or_default();
                        let computed = computed.unwrap_or_default().as_secs_f64();
                        Fault::overtime(format!(
                            "no answer after {waited:.3} s of waiting for {waited_for}{place}, of which it computed \
                             {computed:.3} s and was kept waiting for a processor {kept_waiting:.3} s{allowed}{nearly}"
                        ))
                    }
                }
            }
            Break::Gone(how) => {
                let how = match &self.host {
                    Some(host) => host.explain(&how),
                    None => how,
                };
                // A sanitizer says more than a crash does, and then goes on for pages.
                let found = self.log.as_deref().and_then(sanitizer::summary);
                Fault::crash(found.map_or(how.clone(), |found| format!("{how} ({found})")))
            }
        };
        self.end(Duration::ZERO);
        Err(fault)
    }

    /// Ends the process; gives how it ended by itself, if it did.
    fn end(&mut self, patience: Duration) -> Option<Exit> {
        let exchange = self.exchange.take()?;
        self.printed = self.printed.take().or_else(|| exchange.log.first_print());
        exchange.end(patience)
    }

    /// Where in a library the process is, for evidence.
    fn place(&self) -> String {
        self.host.as_ref().map(HostNews::place).unwrap_or_default()
    }

    /// The name that a library gives itself is told in its log.
    fn note_name(&mut self) {
        if let Some(name) = self.host.as_mut().and_then(|host| host.name.take()) {
            self.remark(&format!("it calls itself {name}"));
        }
    }

    /// Takes in what a host has said about its library and nobody has read yet.
    fn hear_host(&mut self) {
        if let (Some(_), Some(exchange)) = (&self.host, &mut self.exchange) {
            exchange.lines_unasked().iter().for_each(|line| self.note(line));
        }
    }

    /// After the game the host calls the library's last function; how that went is part of its log.
    fn hear_out(&mut self) {
        let Some(exchange) = &mut self.exchange else {
            return;
        };
        let (lines, exit) = exchange.last_words(LAST_CALL);
        lines.iter().for_each(|line| self.note(line));
        self.aftermath = match exit {
            Some(exit) if exit.is_success() => None,
            Some(exit) => Some(Fault::crash(format!("{AFTER}ended with {exit}{}", self.place()))),
            None => {
                let waited = LAST_CALL.as_secs();
                Some(Fault::overtime(format!("{AFTER}given up after {waited} s{}", self.place())))
            }
        };
        if let Some(fault) = &self.aftermath {
            let remark = fault.evidence.trim_start_matches(AFTER).to_owned();
            self.remark(&remark);
        }
        self.log = self.exchange.as_mut().and_then(|exchange| exchange.log.take());
        self.end(Duration::ZERO);
    }

    /// Lines that are not what is waited for are the player's log.
    fn note(&mut self, line: &str) {
        if let Some(host) = &mut self.host {
            if host.hear(line) {
                return;
            }
            // The library prints elsewhere: what comes this way in parentheses is a remark of the host.
            if let Some(remark) = line.strip_prefix('(').and_then(|line| line.strip_suffix(')')) {
                return self.remark(remark);
            }
        }
        if let Some(exchange) = &mut self.exchange {
            exchange.log.write(line.as_bytes());
            exchange.log.write(b"\n");
        }
    }

    /// What is said about the player is not its own print.
    fn remark(&mut self, remark: &str) {
        if let Some(exchange) = &mut self.exchange {
            exchange.log.note(remark);
        }
    }

    fn greet(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        let began = Instant::now();
        let greeting = greeting(turn);
        let sent = self.exchange()?.send(&greeting, turn.deadline, turn.stop);
        if let Err(broken) = sent {
            return self.broken(broken, turn, WaitedFor::Reading, began).map(drop);
        }
        loop {
            match self.exchange()?.line(turn.deadline, turn.stop) {
                Ok(line) => match ready(&line) {
                    Some(wants) => {
                        self.wants = wants;
                        self.note_name();
                        self.exchange()?.rest(turn.rules.ponder);
                        return Ok(());
                    }
                    None => {
                        self.nearly = self.nearly.take().or_else(|| nearly_ready(&line));
                        self.note(&line);
                    }
                },
                Err(broken) => return self.broken(broken, turn, WaitedFor::Ready, began).map(drop),
            }
        }
    }

    fn answer(&mut self, turn: &Turn<'_>, began: Instant) -> Result<Reply, Fault> {
        let mut looked_at = 0;
        loop {
            let line = match self.exchange()?.line(turn.deadline, turn.stop) {
                Ok(line) => line,
                Err(broken) => return self.broken(broken, turn, WaitedFor::Move, began),
            };
            match said(&line) {
                Some(_) if self.owed > 0 => self.note_late(&line),
                Some(said) => {
                    // Asking for CPU time is a system call: for an answer quicker than that is worth, the next one pays.
                    let worth = turn.rules.clock == ClockKind::Cpu || began.elapsed() > WORTH_ASKING;
                    let cpu = if worth { self.spent() } else { None };
                    self.exchange()?.rest(turn.rules.ponder);
                    return Ok(Reply { said, cpu, score: None });
                }
                None => {
                    looked_at += 1;
                    if self.nearly.is_none() && looked_at <= LOOKED_AT {
                        self.nearly = nearly_said(&line, turn.game);
                    }
                    self.note(&line);
                }
            }
        }
    }

    fn note_late(&mut self, line: &str) {
        self.owed -= 1;
        self.remark(&format!("too late: {line}"));
    }

    /// What was written before the question cannot be its answer.
    fn pass_over_unasked(&mut self) -> Result<(), Fault> {
        for line in self.exchange()?.lines_unasked() {
            match said(&line) {
                Some(_) if self.owed > 0 => self.note_late(&line),
                Some(_) => self.remark(&format!("not asked: {line}")),
                None => self.note(&line),
            }
        }
        Ok(())
    }

    /// CPU time since the last time this was asked.
    fn spent(&mut self) -> Option<Duration> {
        let now = self.exchange.as_mut()?.cpu_time()?;
        Some(now.saturating_sub(std::mem::replace(&mut self.cpu, now)))
    }
}

/// A program that is kept hears that there is no other game: its input is closed, and it has a moment to end.
impl Drop for LinePlayer {
    fn drop(&mut self) {
        self.end(FAREWELL);
    }
}

impl Player for LinePlayer {
    fn open(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        let began = Instant::now();
        (self.told, self.owed, self.log, self.aftermath) = (turn.plies.len(), 0, None, None);
        (self.printed, self.nearly) = (None, None);
        if self.exchange.as_mut().is_some_and(Exchange::is_running) {
            self.exchange()?.begin_anew();
        } else {
            self.end(Duration::ZERO);
            self.host = self.host.as_ref().map(|_| HostNews::default());
            let started = match self.host {
                Some(_) => Exchange::start_apart(&self.sandbox, &self.command),
                None => Exchange::start(&self.sandbox, &self.command),
            };
            self.exchange = Some(started.map_err(|error| Fault::crash(format!("cannot be started: {error}")))?);
        }
        if let Some(exchange) = &mut self.exchange {
            exchange.record(self.tap.as_ref().and_then(|tap| tap.begin(turn)));
            self.cpu = exchange.cpu_time().unwrap_or_default();
        }
        self.greet(&turn.put_off_since(began))
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let began = Instant::now();
        self.nearly = None;
        self.pass_over_unasked()?;
        let message = message(turn, self.told, self.wants);
        self.told = turn.plies.len();
        if let Err(broken) = self.exchange()?.send(&message, turn.deadline, turn.stop) {
            return self.broken(broken, turn, WaitedFor::Reading, began);
        }
        self.answer(turn, began)
    }

    fn kept_waiting(&mut self) -> Duration {
        self.exchange.as_mut().map(Exchange::kept_waiting).unwrap_or_default()
    }

    fn close(&mut self, ending: &Ending, tally: [u32; 2]) {
        let Some(exchange) = &mut self.exchange else {
            return;
        };
        let farewell = farewell(ending, tally);
        // A program that does not read its farewell is ended without it.
        let now = Instant::now();
        let heard = exchange.send(&farewell, Some(now), &std::sync::atomic::AtomicBool::new(false));
        if self.host.is_some() && heard.is_ok() {
            self.hear_out();
        } else if !self.keep || heard.is_err() {
            let log = exchange.log.take();
            let exit = self.end(FAREWELL).filter(|exit| !exit.is_success());
            self.aftermath = exit.map(|exit| Fault::crash(format!("{AFTER}ended with {exit}")));
            self.log = log;
        } else {
            exchange.rest(false);
        }
    }

    fn take_aftermath(&mut self) -> Option<Fault> {
        self.aftermath.take()
    }

    fn footprint(&mut self) -> Option<Footprint> {
        self.exchange.as_ref()?.footprint()
    }

    fn first_print(&self) -> Option<String> {
        self.printed.clone().or_else(|| self.exchange.as_ref()?.log.first_print())
    }

    fn take_log(&mut self) -> Option<String> {
        self.log.take().or_else(|| self.exchange.as_mut()?.log.take())
    }
}
