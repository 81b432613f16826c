//! Engines that other people wrote for other programs: Othello over NBoard or GTP, Oware over its dialect of UCI.
//!
//! The protocols are old and were read in many ways, so everything here bends over backwards: lines that are not
//! understood are log, and only what leaves no way to go on is a fault. docs/engines.md tells what is asked of them.

mod gtp;
mod kind;
mod nboard;
mod route;
mod talk;
mod uci;

use std::sync::Arc;
use std::time::{Duration, Instant};

use joute_games::AnyGame;
use joute_games::othello::Othello;
use joute_referee::{Ending, Fault, Footprint, OnOvertime, Player, Reply, Said, Turn};
use joute_sandbox::{Command, Exit, Sandbox};

use crate::conversation::Tap;
use crate::evidence::{allowed_for_loading, allowed_for_move};
use crate::exchange::{Break, Exchange};
use talk::{Talk, Trouble};

pub(crate) use kind::{GTP, NBOARD, UCI};

/// How long an engine may take to end by itself after the game.
const FAREWELL: Duration = Duration::from_millis(200);

/// A protocol of engines: what is said, and what the answers mean.
trait Dialect: Send {
    /// Said once to a process that was just started, and answered by it where the protocol has an answer.
    fn greet(&mut self, talk: &mut Talk<'_>) -> Result<(), Trouble>;

    /// A game begins at the position of the turn.
    fn begin(&mut self, talk: &mut Talk<'_>, turn: &Turn<'_>) -> Result<(), Trouble>;

    /// Tells what was played and asks for a move.
    fn ask(&mut self, talk: &mut Talk<'_>, turn: &Turn<'_>) -> Result<Reply, Trouble>;

    /// After a turn that was lost to the clock: hears the late answer out, and forgets what the engine knows.
    fn catch_up(&mut self, talk: &mut Talk<'_>) -> Result<(), Trouble>;

    /// What is waited for when a move is asked for, as evidence.
    fn question(&self) -> &'static str;
}

/// Why an engine of NBoard or GTP cannot play this game, if so.
fn othello_refusal(game: &AnyGame) -> Option<String> {
    let plays = game.downcast_ref::<Othello>().is_some();
    (!plays).then(|| {
        let (name, setup) = (game.info().name, game.setup());
        let setup = if setup.is_empty() { String::new() } else { format!(" with {setup}") };
        format!("engines of this protocol play othello on 8 x 8 squares, not {name}{setup}")
    })
}

/// An engine at the table.
pub struct EnginePlayer {
    sandbox: Arc<Sandbox>,
    command: Command,
    /// Whether one process plays all games.
    keep: bool,
    dialect: Box<dyn Dialect>,
    exchange: Option<Exchange>,
    /// Whether the last turn was lost, so that an answer to it is still on its way.
    is_late: bool,
    cpu: Duration,
    log: Option<String>,
    /// What went wrong after the last game.
    aftermath: Option<Fault>,
    /// What was its first print when its process was ended.
    printed: Option<String>,
    /// Where conversations are written down.
    tap: Option<Tap>,
}

/// An engine that is kept is told to quit when there is no other game.
impl Drop for EnginePlayer {
    fn drop(&mut self) {
        self.quit();
    }
}

impl EnginePlayer {
    /// An engine that is started for each game, or once if it is kept.
    fn new(sandbox: Arc<Sandbox>, command: Command, keep: bool, dialect: Box<dyn Dialect>) -> EnginePlayer {
        EnginePlayer {
            sandbox,
            command,
            keep,
            dialect,
            exchange: None,
            is_late: false,
            cpu: Duration::ZERO,
            log: None,
            aftermath: None,
            printed: None,
            tap: None,
        }
    }

    /// Writes its conversations down.
    fn recorded(mut self, tap: Option<Tap>) -> EnginePlayer {
        self.tap = tap;
        self
    }

    /// A running process, started and greeted if there is none.
    fn start(&mut self, turn: &Turn<'_>) -> Result<(), Trouble> {
        let conversation = self.tap.as_ref().and_then(|tap| tap.begin(turn));
        if self.exchange.as_mut().is_some_and(Exchange::is_running) {
            if let Some(exchange) = &mut self.exchange {
                exchange.begin_anew();
                exchange.record(conversation);
            }
            return Ok(());
        }
        self.end(Duration::ZERO);
        let started = Exchange::start(&self.sandbox, &self.command);
        let started = started.map_err(|error| Fault::crash(format!("cannot be started: {error}")))?;
        let exchange = self.exchange.insert(started);
        exchange.record(conversation);
        self.dialect.greet(&mut Talk::new(exchange, turn))
    }

    /// Talks to the running process.
    fn talk<T>(
        &mut self,
        turn: &Turn<'_>,
        say: impl FnOnce(&mut dyn Dialect, &mut Talk<'_>) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        let Some(exchange) = &mut self.exchange else {
            return Err(Fault::crash("the engine is not running").into());
        };
        say(&mut *self.dialect, &mut Talk::new(exchange, turn))
    }

    fn begin(&mut self, turn: &Turn<'_>) -> Result<(), Trouble> {
        let began = Instant::now();
        self.start(turn)?;
        self.cpu = self.exchange.as_mut().and_then(Exchange::cpu_time).unwrap_or_default();
        let turn = &turn.put_off_since(began);
        self.talk(turn, |dialect, talk| dialect.begin(talk, turn))
    }

    fn ask(&mut self, turn: &Turn<'_>) -> Result<Reply, Trouble> {
        let is_late = std::mem::take(&mut self.is_late);
        self.talk(turn, |dialect, talk| {
            if is_late {
                dialect.catch_up(talk)?;
            }
            talk.pass_over_unasked();
            dialect.ask(talk, turn)
        })
    }

    /// Turns trouble into a fault and ends the process, unless only this turn is lost.
    fn give_up(&mut self, trouble: Trouble, turn: &Turn<'_>, waited_for: &str, began: Instant) -> Result<Reply, Fault> {
        let waited = began.elapsed().as_secs_f64();
        let is_move = waited_for == self.dialect.question();
        let fault = match trouble {
            Trouble::Broken(Break::Stopped) => return Ok(Reply { said: Said::Stopped, cpu: None, score: None }),
            Trouble::Broken(Break::Deadline) if is_move && turn.rules.on_overtime == OnOvertime::Skip => {
                self.is_late = true;
                return Err(Fault::overtime(format!("no move after {waited:.3} s{}", allowed_for_move(turn))));
            }
            Trouble::Broken(Break::Deadline) => {
                let allowed = if is_move { allowed_for_move(turn) } else { allowed_for_loading(turn) };
                Fault::overtime(format!("no answer after {waited:.3} s of waiting for {waited_for}{allowed}"))
            }
            Trouble::Broken(Break::Gone(how)) => Fault::crash(how),
            Trouble::Fault(fault) => fault,
        };
        if let Some(exchange) = &mut self.exchange {
            exchange.drain();
            if let Some(text) = exchange.unfinished_line() {
                exchange.log.note(&format!("without a line break: {text}"));
            }
            self.log = exchange.log.take();
        }
        self.end(Duration::ZERO);
        Err(fault)
    }

    /// Ends the process; gives how it ended by itself, if it did.
    fn end(&mut self, patience: Duration) -> Option<Exit> {
        let exchange = self.exchange.take()?;
        self.printed = self.printed.take().or_else(|| exchange.log.first_print());
        exchange.end(patience)
    }

    /// All three protocols know the word; an engine that does not read it is ended without it.
    fn quit(&mut self) {
        if let Some(exchange) = &mut self.exchange {
            let _ = exchange.send("quit\n", Some(Instant::now()), &std::sync::atomic::AtomicBool::new(false));
        }
        let exit = self.end(FAREWELL).filter(|exit| !exit.is_success());
        self.aftermath = exit.map(|exit| Fault::crash(format!("after the game: ended with {exit}")));
    }

    /// It has answered, and the turn is another's.
    fn rest(&self, turn: &Turn<'_>) {
        if let Some(exchange) = &self.exchange {
            exchange.rest(turn.rules.ponder);
        }
    }

    /// CPU time since the last time this was asked.
    fn spent(&mut self) -> Option<Duration> {
        let now = self.exchange.as_mut()?.cpu_time()?;
        Some(now.saturating_sub(std::mem::replace(&mut self.cpu, now)))
    }
}

impl Player for EnginePlayer {
    fn open(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        let began = Instant::now();
        (self.is_late, self.log, self.aftermath, self.printed) = (false, None, None, None);
        match self.begin(turn) {
            Ok(()) => {
                self.rest(turn);
                Ok(())
            }
            Err(trouble) => self.give_up(trouble, turn, "the engine to get ready", began).map(drop),
        }
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let began = Instant::now();
        match self.ask(turn) {
            Ok(reply) => {
                let cpu = self.spent();
                self.rest(turn);
                Ok(Reply { cpu, ..reply })
            }
            Err(trouble) => self.give_up(trouble, turn, self.dialect.question(), began),
        }
    }

    fn kept_waiting(&mut self) -> Duration {
        self.exchange.as_mut().map(Exchange::kept_waiting).unwrap_or_default()
    }

    fn close(&mut self, _: &Ending, _: [u32; 2]) {
        let Some(exchange) = &mut self.exchange else {
            return;
        };
        if self.keep && !self.is_late {
            exchange.rest(false);
        } else {
            self.quit();
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

    /// Engines search by the clock and may draw from a book.
    fn is_deterministic(&self) -> bool {
        false
    }
}

/// A reply that holds nothing but what was said.
fn plain(said: Said) -> Reply {
    Reply { said, cpu: None, score: None }
}

/// How long an engine should think where it plans no time itself: what a move may take, or a share of what is left.
fn share_of_clock(turn: &Turn<'_>) -> Duration {
    /// Moves a game may still have.
    const MOVES_TO_COME: u32 = 30;
    /// What talking takes on a busy machine.
    const MARGIN: Duration = Duration::from_millis(30);
    /// Without any limit.
    const PLENTY: Duration = Duration::from_secs(1);
    let left = turn.clock.left[turn.side];
    let planned = left.map(|left| left / MOVES_TO_COME + turn.rules.increment.min(left / 2));
    let time = match (planned, turn.rules.move_time) {
        (Some(planned), Some(limit)) => planned.min(limit),
        (planned, limit) => planned.or(limit).unwrap_or(PLENTY),
    };
    time.saturating_sub(MARGIN).max(time / 2).max(Duration::from_millis(1))
}
