//! An OCaml file at the table: one process a game, asked over descriptors 3 and 4.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use joute_games::othello::Othello;
use joute_games::{AnyGame, Side};
use joute_referee::{Ending, Fault, Footprint, OnOvertime, Player, Reply, Said, Turn};

use super::program::OcamlProgram;
use super::trouble;
use crate::conversation::Tap;
use crate::evidence::{allowed_for_loading, allowed_for_move};
use crate::exchange::{Break, Exchange};

/// How long a process may take to end by itself after the game.
const FAREWELL: Duration = Duration::from_millis(100);
/// How long is waited for the lines of an exception.
const FINDING_LINES: Duration = Duration::from_secs(15);

/// A player that is an OCaml file.
pub struct OcamlPlayer {
    program: Arc<OcamlProgram>,
    exchange: Option<Exchange>,
    /// Answers that came too late and are still on their way.
    owed: u32,
    /// Whether it was noted already that the file changes its argument.
    changes: bool,
    cpu: Duration,
    log: Option<String>,
    /// What was its first print when its process was ended.
    printed: Option<String>,
    /// Where conversations are written down.
    tap: Option<Tap>,
}

/// What the driver says on one line.
#[derive(Debug, PartialEq, Eq)]
enum Line<'a> {
    Ready,
    /// The argument was changed in the call whose answer follows.
    Changed,
    /// The function returned this number.
    Move(&'a str),
    /// The function raised an exception.
    Raised(&'a str),
    /// The way of that exception.
    Trace(&'a str),
}

impl OcamlPlayer {
    /// A player that runs this program for each game.
    pub(crate) fn new(program: Arc<OcamlProgram>) -> OcamlPlayer {
        let (cpu, log, printed) = (Duration::ZERO, None, None);
        OcamlPlayer { program, exchange: None, owed: 0, changes: false, cpu, log, printed, tap: None }
    }

    /// Writes its conversations down.
    pub(crate) fn recorded(self, tap: Option<Tap>) -> OcamlPlayer {
        OcamlPlayer { tap, ..self }
    }

    fn exchange(&mut self) -> Result<&mut Exchange, Fault> {
        self.exchange.as_mut().ok_or_else(|| Fault::crash("the program is not running"))
    }

    /// Ends the process at once and keeps what it wrote.
    fn give_up(&mut self) {
        if let Some(mut exchange) = self.exchange.take() {
            exchange.drain();
            self.log = exchange.log.take();
            self.printed = exchange.log.first_print();
            exchange.end(Duration::ZERO);
        }
    }

    fn note(&mut self, text: &str) {
        if let Some(exchange) = &mut self.exchange {
            exchange.log.note(text);
        }
    }

    fn wait_until_ready(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        let began = Instant::now();
        let broken = match self.exchange()?.line(turn.deadline, turn.stop) {
            Ok(line) if read(&line) == Some(Line::Ready) => {
                self.exchange()?.rest(turn.rules.ponder);
                return Ok(());
            }
            Ok(line) => Break::Gone(format!("wrote {line:?} on descriptor 4")),
            Err(broken) => broken,
        };
        self.give_up();
        Err(match broken {
            Break::Gone(how) => trouble::failed_load(&self.log.take().unwrap_or_default(), &how, &self.program.name),
            Break::Deadline => {
                let (waited, allowed) = (began.elapsed().as_secs_f64(), allowed_for_loading(turn));
                Fault::overtime(format!("still being loaded after {waited:.3} s{allowed}"))
            }
            Break::Stopped => return Ok(()),
        })
    }

    fn answer(&mut self, turn: &Turn<'_>, began: Instant) -> Result<Reply, Fault> {
        loop {
            let line = match self.exchange()?.line(turn.deadline, turn.stop) {
                Ok(line) => line,
                Err(broken) => return self.broken(broken, turn, began),
            };
            match read(&line) {
                Some(Line::Changed) => self.note_change(),
                Some(Line::Trace(_)) => {}
                Some(Line::Move(_) | Line::Raised(_)) if self.owed > 0 => {
                    self.owed -= 1;
                    self.note(&format!("too late: {line}"));
                }
                Some(Line::Move(number)) => {
                    let reply = self.reply(turn.game, number);
                    self.exchange()?.rest(turn.rules.ponder);
                    return Ok(reply);
                }
                Some(Line::Raised(text)) => {
                    let trace = self.trace(turn);
                    self.give_up();
                    return Err(trouble::raised(text, &trace, &self.program.name));
                }
                Some(Line::Ready) | None => {
                    self.give_up();
                    return Err(Fault::crash(format!("wrote {line:?} on descriptor 4")));
                }
            }
        }
    }

    /// Where the exception came from, if that can be found out soon. It costs nobody thinking time.
    fn trace(&mut self, turn: &Turn<'_>) -> String {
        let patience = Some(Instant::now() + FINDING_LINES);
        let line = self.exchange.as_mut().and_then(|exchange| exchange.line(patience, turn.stop).ok());
        line.as_deref().and_then(|line| line.strip_prefix("trace ")).unwrap_or_default().to_owned()
    }

    fn broken(&mut self, broken: Break, turn: &Turn<'_>, began: Instant) -> Result<Reply, Fault> {
        let waited = began.elapsed().as_secs_f64();
        let fault = match broken {
            Break::Stopped => return Ok(Reply { said: Said::Stopped, cpu: None, score: None }),
            Break::Deadline if turn.rules.on_overtime == OnOvertime::Skip => {
                self.owed += 1;
                return Err(Fault::overtime(format!("no move after {waited:.3} s{}", allowed_for_move(turn))));
            }
            Break::Deadline => {
                Fault::overtime(format!("strategie did not return within {waited:.3} s{}", allowed_for_move(turn)))
            }
            Break::Gone(how) => Fault::crash(format!("{how} while strategie was asked")),
        };
        self.give_up();
        Err(fault)
    }

    fn note_change(&mut self) {
        if !std::mem::replace(&mut self.changes, true) {
            self.note("strategie changed its argument; it was a copy, the game goes on as it was");
        }
    }

    fn reply(&mut self, game: &AnyGame, number: &str) -> Reply {
        let square = number.parse().ok().filter(|square| *square < 64).map(square_name);
        let legal = square.as_ref().is_some_and(|square| game.code(square).is_ok_and(|code| game.is_legal(code)));
        if let Some(exchange) = &mut self.exchange {
            exchange.drain();
        }
        // The referee judges and sees a square's name: what was returned is evidence, too.
        match &square {
            Some(name) if !legal => self.note(&format!("strategie returned {number}, that is {name}")),
            None => self.note(&format!("strategie returned {number}; squares are 0 to 63, row by row")),
            Some(_) => {}
        }
        let said = Said::Text(square.unwrap_or_else(|| number.to_owned()));
        Reply { said, cpu: self.spent(), score: None }
    }

    /// CPU time since the last time this was asked.
    fn spent(&mut self) -> Option<Duration> {
        let now = self.exchange.as_mut()?.cpu_time()?;
        Some(now.saturating_sub(std::mem::replace(&mut self.cpu, now)))
    }
}

impl Player for OcamlPlayer {
    fn open(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        let began = Instant::now();
        self.give_up();
        (self.owed, self.changes, self.log, self.printed) = (0, false, None, None);
        let command = match self.program.command(turn.stop) {
            // Nobody is asked any more in a match that is being stopped.
            Err(_) if turn.stop.load(Ordering::Relaxed) => return Ok(()),
            command => command?,
        };
        let started = Exchange::start_apart(self.program.sandbox(), &command);
        let mut exchange = started.map_err(|error| Fault::crash(format!("cannot be started: {error}")))?;
        self.cpu = exchange.cpu_time().unwrap_or_default();
        exchange.record(self.tap.as_ref().and_then(|tap| tap.begin(turn)));
        self.exchange = Some(exchange);
        self.wait_until_ready(&turn.put_off_since(began))
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let began = Instant::now();
        let Some(question) = turn.game.downcast_ref::<Othello>().map(|game| question(game, turn.side)) else {
            return Err(Fault::crash("an OCaml file plays Othello on 8 x 8 squares and nothing else"));
        };
        if let Err(broken) = self.exchange()?.send(&question, turn.deadline, turn.stop) {
            return self.broken(broken, turn, began);
        }
        self.answer(turn, began)
    }

    fn kept_waiting(&mut self) -> Duration {
        self.exchange.as_mut().map(Exchange::kept_waiting).unwrap_or_default()
    }

    fn close(&mut self, _: &Ending, _: [u32; 2]) {
        if let Some(mut exchange) = self.exchange.take() {
            exchange.drain();
            self.printed = exchange.log.first_print();
            exchange.end(FAREWELL);
        }
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

/// The player and the squares as digits: 0 empty, 1 black, 2 white, row by row.
fn question(game: &Othello, side: Side) -> String {
    let [black, white] = Side::BOTH.map(|side| game.discs(side));
    let mut text = String::with_capacity(66);
    text.push(if side == Side::First { '1' } else { '2' });
    for square in 0..64 {
        let digit = (black >> square & 1) + 2 * (white >> square & 1);
        text.push(if digit == 0 {
            '0'
        } else if digit == 1 {
            '1'
        } else {
            '2'
        });
    }
    text.push('\n');
    text
}

/// The name of a square from its number, row by row.
fn square_name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
}

fn read(line: &str) -> Option<Line<'_>> {
    match line.split_once(' ').unwrap_or((line, "")) {
        ("ready", "") => Some(Line::Ready),
        ("changed", "") => Some(Line::Changed),
        ("move", number) => Some(Line::Move(number)),
        ("raised", text) => Some(Line::Raised(text)),
        ("trace", text) => Some(Line::Trace(text)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joute_games::Game;
    use joute_games::othello::OthelloSetup;

    #[test]
    fn squares_are_numbered_row_by_row() {
        assert_eq!([0, 7, 8, 19, 63].map(square_name), ["a1", "h1", "a2", "d3", "h8"]);
    }

    #[test]
    fn the_start_position_is_black_to_move() {
        let start = Othello::start(&OthelloSetup::default()).unwrap();
        let question = question(&start, Side::First);
        assert_eq!(question.len(), 66);
        assert_eq!((&question[..1], &question[1 + 27..1 + 29], &question[1 + 35..1 + 37]), ("1", "21", "12"));
    }
}
