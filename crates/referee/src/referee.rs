//! One game from the first position to its ending.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use joute_games::history::History;
use joute_games::random::Seed;
use joute_games::{AnyGame, Excerpt, MoveCode, Outcome, Settlement, Side, Status};

use crate::ending::{Ending, Reason};
use crate::event::Event;
use crate::fault::{Fault, FaultKind};
use crate::player::{ClockView, Identity, Player, Reply, Said, Turn};
use crate::record::{GameRecord, PlyRecord};
use crate::rules::{ClockKind, MatchRules, OnOvertime, duration_text};
use crate::stopwatch::Stopwatch;

/// What a game is played under.
pub struct Conditions<'a> {
    /// The rules of the match.
    pub rules: &'a MatchRules,
    /// The seed of this game.
    pub seed: Seed,
    /// Who sits where.
    pub identities: &'a [Identity; 2],
    /// What was played already: the game goes on after it, clocks included.
    pub prefix: &'a [Ply],
    /// Ends the game without a result when it is set.
    pub stop: &'a AtomicBool,
    /// What the keeper of the record wants noted.
    pub labels: &'a BTreeMap<String, String>,
}

/// One ply as the referee keeps it: small, its move still a number.
#[derive(Debug, Clone)]
pub struct Ply {
    /// The move; `None` when the turn was lost.
    pub code: Option<MoveCode>,
    /// Whose turn it was.
    pub side: Side,
    /// Who played it.
    pub by: PlayedBy,
    /// Thinking time on the wall.
    pub wall: Duration,
    /// What only some players tell.
    pub details: Option<Box<PlyDetails>>,
}

/// Who played a ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayedBy {
    /// The player.
    Player,
    /// The referee, because there was nothing to choose.
    Referee,
}

/// What only some players tell about a ply.
#[derive(Debug, Clone, Default)]
pub struct PlyDetails {
    /// CPU time.
    pub cpu: Option<Duration>,
    /// What the player thought of its position.
    pub score: Option<f64>,
    /// What it wrote besides its move.
    pub log: Option<String>,
}

/// A game that has ended.
#[derive(Debug, Clone)]
pub struct Finished {
    /// The last position.
    pub game: AnyGame,
    /// What was played.
    pub plies: Vec<Ply>,
    /// How it ended.
    pub ending: Ending,
    /// The final tallies.
    pub tally: [u32; 2],
    /// Thinking time of each side, by the clock that counts.
    pub used: [Duration; 2],
}

impl Finished {
    /// The record of this game, which began at `start`.
    pub fn record(&self, start: &AnyGame, conditions: &Conditions<'_>) -> GameRecord {
        let mut record = opening(start, conditions);
        record.plies = self.plies.iter().map(|ply| ply.record(start)).collect();
        record.ending = Some(self.ending.clone());
        record.tally = self.tally;
        record
    }
}

impl Ply {
    fn cpu(&self) -> Option<Duration> {
        self.details.as_ref().and_then(|details| details.cpu)
    }

    fn record(&self, game: &AnyGame) -> PlyRecord {
        let nanos = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        PlyRecord {
            side: self.side,
            mv: self.code.map(|code| game.text(code)),
            forced: self.by == PlayedBy::Referee,
            wall_ns: nanos(self.wall),
            cpu_ns: self.cpu().map(nanos),
            score: self.details.as_ref().and_then(|details| details.score),
            log: self.details.as_ref().and_then(|details| details.log.clone()),
        }
    }
}

/// The record of a game of which nothing was played yet.
fn opening(start: &AnyGame, conditions: &Conditions<'_>) -> GameRecord {
    let record = GameRecord::new(start, conditions.rules, conditions.identities.clone(), conditions.seed);
    GameRecord { labels: conditions.labels.clone(), ..record }
}

/// Plays a game to its end. Whatever the players do, there is an ending; `watch` hears every event as it happens.
pub fn play_game(
    start: AnyGame,
    mut players: [&mut dyn Player; 2],
    conditions: &Conditions<'_>,
    watch: Option<&mut dyn FnMut(Event)>,
) -> Finished {
    let mut table = Table::new(start, conditions, watch);
    let ending = table.play_guarded(&mut players);
    table.end(players, ending)
}

/// What the referee knows of a seat for the whole game, so that it need not ask at every ply.
#[derive(Clone, Copy)]
struct Seat {
    seed: Seed,
    ignores_deadlines: bool,
    is_silent: bool,
}

/// A game in progress: its state is what its plies make of the start position, and nothing else.
struct Table<'a, 'w> {
    conditions: &'a Conditions<'a>,
    watch: Option<&'w mut dyn FnMut(Event)>,
    /// What is known before the first move, for those who watch.
    header: Option<Box<GameRecord>>,
    game: AnyGame,
    plies: Vec<Ply>,
    history: History,
    watches_repetition: bool,
    repeated: bool,
    /// The tallies after the last ply, kept where repetition is watched.
    tallies: [u32; 2],
    cap: usize,
    /// The clocks as the player to move sees them.
    clock: ClockView,
    /// Whether there is any limit to keep.
    is_timed: bool,
    /// Players whose instructions are counted instead of their time.
    metered: [bool; 2],
    settled: Option<[u32; 2]>,
    /// Whose code is running: a panic is this player's.
    asked: Option<Side>,
}

impl<'a, 'w> Table<'a, 'w> {
    fn new(start: AnyGame, conditions: &'a Conditions<'a>, watch: Option<&'w mut dyn FnMut(Event)>) -> Table<'a, 'w> {
        let header = watch.is_some().then(|| Box::new(opening(&start, conditions)));
        let mut table = Table {
            conditions,
            watch,
            header,
            plies: Vec::with_capacity(128),
            history: History::default(),
            watches_repetition: start.ends_on_repetition(),
            repeated: false,
            tallies: start.tallies(),
            cap: conditions.rules.cap.unwrap_or(start.default_cap()) as usize,
            clock: ClockView { left: [conditions.rules.time; 2], move_limit: None },
            is_timed: conditions.rules.time.is_some() || conditions.rules.move_time.is_some(),
            metered: [false; 2],
            settled: None,
            asked: None,
            game: start,
        };
        if table.watches_repetition {
            table.history.restart(table.game.key());
        }
        for ply in conditions.prefix {
            match ply.code {
                Some(code) => table.game.play(code),
                None => table.game.skip_turn(),
            }
            table.note(ply.clone());
        }
        table
    }

    /// A built-in player that panics is a player that crashes, not a referee that does. One guard serves the whole game:
    /// plies can be shorter than setting one up.
    fn play_guarded(&mut self, players: &mut [&mut dyn Player; 2]) -> Ending {
        let played = catch_unwind(AssertUnwindSafe(|| match self.open(players) {
            Some(ending) => ending,
            None => self.play(players),
        }));
        played.unwrap_or_else(|panic| match self.asked {
            Some(by) => Ending::Forfeit { by, fault: with_log(panicked(&*panic), players[by].take_log()) },
            None => resume_unwind(panic),
        })
    }

    /// Seats both players; the first seat's fault counts first.
    fn open(&mut self, players: &mut [&mut dyn Player; 2]) -> Option<Ending> {
        self.metered = Side::BOTH.map(|side| players[side].is_metered(self.conditions.rules));
        for side in Side::BOTH.into_iter().filter(|&side| self.metered[side]) {
            self.clock.left[side] = None;
        }
        for side in Side::BOTH {
            self.asked = Some(side);
            let heeds = !players[side].ignores_deadlines();
            let deadline = heeds.then(|| Instant::now() + self.conditions.rules.load);
            self.set_limit(side);
            let opened = players[side].open(&self.turn(side, self.seat_seed(side), deadline));
            self.asked = None;
            if let Err(fault) = opened {
                // A player that was given up because everything stops has done nothing wrong.
                if self.conditions.stop.load(Ordering::Relaxed) {
                    return Some(Ending::Aborted);
                }
                return Some(Ending::Forfeit { by: side, fault: with_log(fault, players[side].take_log()) });
            }
        }
        if let (Some(watch), Some(mut record)) = (&mut self.watch, self.header.take()) {
            record.plies = self.plies.iter().map(|ply| ply.record(&self.game)).collect();
            record.tally = self.game.tallies();
            watch(Event::Opened { record });
        }
        None
    }

    fn play(&mut self, players: &mut [&mut dyn Player; 2]) -> Ending {
        let seats = Side::BOTH.map(|side| Seat {
            seed: self.seat_seed(side),
            ignores_deadlines: players[side].ignores_deadlines(),
            is_silent: players[side].is_silent(),
        });
        let mut stopwatch = Stopwatch::start();
        let mut status = self.game.status();
        loop {
            if let Some(ending) = self.judge_position(status) {
                return ending;
            }
            let side = status.turn;
            if let Some(code) = status.forced {
                self.game.play(code);
                status = self.game.status();
                self.note(Ply { code: Some(code), side, by: PlayedBy::Referee, wall: Duration::ZERO, details: None });
                self.tell_played();
                continue;
            }
            self.set_limit(side);
            if self.watch.is_some() {
                self.tell(|table| Event::Asked { ply: table.plies.len() as u32, side, clock: table.clock });
                // Whoever watches must not cost the player time.
                stopwatch.restart();
            }
            let seat = seats[side];
            let deadline = if seat.ignores_deadlines { None } else { self.deadline() };
            self.asked = Some(side);
            let answer = players[side].choose(&self.turn(side, seat.seed, deadline));
            let wall = stopwatch.lap();
            let log = if seat.is_silent { None } else { players[side].take_log() };
            self.asked = None;
            status = match self.play_quick(side, &answer, wall, &log) {
                Some(status) => status,
                None => match self.judge(side, answer, wall, log) {
                    Ok(ply) => {
                        self.note(ply);
                        self.game.status()
                    }
                    Err(ending) => return ending,
                },
            };
            if self.watch.is_some() {
                self.tell_played();
                stopwatch.restart();
            }
        }
    }

    /// Ends that no move is needed for.
    #[inline]
    fn judge_position(&mut self, status: Status) -> Option<Ending> {
        if status.is_over {
            return Some(Ending::Played { outcome: Outcome::of_tallies(self.game.tallies()) });
        }
        if self.repeated {
            return Some(self.adjudicate(Settlement::Repetition));
        }
        if self.plies.len() >= self.cap {
            return Some(self.adjudicate(Settlement::Cap));
        }
        self.conditions.stop.load(Ordering::Relaxed).then_some(Ending::Aborted)
    }

    fn adjudicate(&mut self, reason: Settlement) -> Ending {
        let tally = self.game.settle(reason);
        self.settled = Some(tally);
        Ending::Adjudicated { outcome: Outcome::of_tallies(tally), reason: reason.into() }
    }

    /// Plays what needs no judging, a legal move in time with nothing said about it: the whole of a quick game. Anything
    /// else is left for [`Table::judge`].
    #[inline]
    fn play_quick(
        &mut self,
        side: Side,
        answer: &Result<Reply, Fault>,
        wall: Duration,
        log: &Option<String>,
    ) -> Option<Status> {
        let Ok(Reply { said: Said::Move(code), cpu: None, score: None }) = *answer else { return None };
        if log.is_some() || !self.in_time(wall) {
            return None;
        }
        let status = self.game.play_if_legal(code)?;
        self.note(Ply { code: Some(code), side, by: PlayedBy::Player, wall, details: None });
        Some(status)
    }

    /// Time first, then legality; a legal move is played.
    #[cold]
    fn judge(
        &mut self,
        side: Side,
        answer: Result<Reply, Fault>,
        wall: Duration,
        log: Option<String>,
    ) -> Result<Ply, Ending> {
        let (said, cpu, score) = match answer {
            Ok(Reply { said, cpu, score }) => (Ok(said), cpu, score),
            Err(fault) => (Err(fault), None, None),
        };
        let judged = match said {
            Ok(Said::Stopped) => return Err(Ending::Aborted),
            Ok(Said::Resign) => {
                let outcome = side.other().into();
                return Err(Ending::Adjudicated { outcome, reason: Reason::Resignation });
            }
            Ok(said) => match self.overtime(side, self.charged(wall, cpu)) {
                Some(overtime) => Err(overtime),
                None => self.play_said(said),
            },
            Err(fault) => Err(fault),
        };
        let skips = self.conditions.rules.on_overtime == OnOvertime::Skip;
        match judged {
            Ok(code) => {
                let told = cpu.is_some() || score.is_some() || log.is_some();
                let details = told.then(|| Box::new(PlyDetails { cpu, score, log }));
                Ok(Ply { code: Some(code), side, by: PlayedBy::Player, wall, details })
            }
            Err(fault) if skips && fault.kind == FaultKind::Overtime => {
                self.game.skip_turn();
                let details = Some(Box::new(PlyDetails { cpu, score: None, log: Some(joined(log, &fault.evidence)) }));
                Ok(Ply { code: None, side, by: PlayedBy::Player, wall, details })
            }
            Err(fault) => Err(Ending::Forfeit { by: side, fault: with_log(fault, log) }),
        }
    }

    /// A text becomes a move here, and what is wrong with one is said here.
    fn play_said(&mut self, said: Said) -> Result<MoveCode, Fault> {
        let (code, text) = match said {
            Said::Move(code) => (code, None),
            Said::Text(text) => match self.game.code(&text) {
                Ok(code) => (code, Some(text)),
                Err(error) => return Err(Fault::illegal(format!("answered {}: {error}", Excerpt::of(&text)))),
            },
            Said::Resign | Said::Stopped => return Err(Fault::illegal("no move")),
        };
        if self.game.play_if_legal(code).is_some() {
            return Ok(code);
        }
        let text = text.unwrap_or_else(|| self.game.text(code));
        let reason = self.game.judge(code).err().map(|error| error.to_string()).unwrap_or_default();
        Err(Fault::illegal(format!("answered {}: {reason}", Excerpt::of(&text))))
    }

    fn charged(&self, wall: Duration, cpu: Option<Duration>) -> Duration {
        match self.conditions.rules.clock {
            ClockKind::Wall => wall,
            ClockKind::Cpu => cpu.unwrap_or(wall),
        }
    }

    fn overtime(&self, side: Side, spent: Duration) -> Option<Fault> {
        if self.in_time(spent) {
            return None;
        }
        let rules = self.conditions.rules;
        if let Some(limit) = rules.move_time.filter(|&limit| spent > limit) {
            let evidence = format!("thought {} where {} are allowed for a move", seconds(spent), duration_text(limit));
            return Some(Fault::overtime(evidence));
        }
        let left = self.clock.left[side].filter(|&left| spent > left)?;
        let used = self.used()[side] + spent;
        let evidence = format!(
            "thought {} in all where {} are allowed for a game ({} were left for this move)",
            seconds(used),
            seconds(used.saturating_sub(spent) + left),
            seconds(left)
        );
        Some(Fault::overtime(evidence))
    }

    /// Sets the limit of the move that `side` is about to be asked for.
    #[inline]
    fn set_limit(&mut self, side: Side) {
        if self.is_timed {
            let of_move = self.conditions.rules.move_time.filter(|_| !self.metered[side]);
            self.clock.move_limit = match (of_move, self.clock.left[side]) {
                (Some(of_move), Some(left)) => Some(of_move.min(left)),
                (of_move, left) => of_move.or(left),
            };
        }
    }

    #[inline]
    fn in_time(&self, spent: Duration) -> bool {
        self.clock.move_limit.is_none_or(|limit| spent <= limit)
    }

    /// What each side has thought so far, by the clock that counts.
    fn used(&self) -> [Duration; 2] {
        let mut used = [Duration::ZERO; 2];
        for ply in self.plies.iter().filter(|ply| ply.by == PlayedBy::Player) {
            used[ply.side] += self.charged(ply.wall, ply.cpu());
        }
        used
    }

    fn deadline(&self) -> Option<Instant> {
        let limit = self.clock.move_limit?;
        let now = Instant::now();
        // A sleeping process uses no CPU time and must be given up all the same.
        Some(match self.conditions.rules.clock {
            ClockKind::Wall => now + limit,
            ClockKind::Cpu => now + 3 * limit + Duration::from_secs(2),
        })
    }

    fn seat_seed(&self, side: Side) -> Seed {
        self.conditions.seed.child(side.index() as u64)
    }

    #[inline]
    fn turn(&self, side: Side, seed: Seed, deadline: Option<Instant>) -> Turn<'_> {
        Turn {
            game: &self.game,
            side,
            plies: &self.plies,
            history: self.history.keys(),
            seed,
            clock: &self.clock,
            deadline,
            rules: self.conditions.rules,
            stop: self.conditions.stop,
        }
    }

    /// Takes down a ply that was just played.
    #[inline(always)]
    fn note(&mut self, ply: Ply) {
        if self.watches_repetition {
            self.watch_repetition();
        }
        if self.is_timed && ply.by == PlayedBy::Player {
            self.charge(&ply);
        }
        self.plies.push(ply);
    }

    fn watch_repetition(&mut self) {
        let tallies = self.game.tallies();
        let irreversible = std::mem::replace(&mut self.tallies, tallies) != tallies;
        self.repeated = self.history.note(self.game.key(), irreversible);
    }

    #[inline]
    fn charge(&mut self, ply: &Ply) {
        let charged = self.charged(ply.wall, ply.cpu());
        if let Some(left) = &mut self.clock.left[ply.side] {
            *left = left.saturating_sub(charged).saturating_add(self.conditions.rules.increment);
        }
    }

    fn tell(&mut self, event: impl FnOnce(&Table<'_, '_>) -> Event) {
        if let Some(watch) = self.watch.take() {
            let event = event(self);
            watch(event);
            self.watch = Some(watch);
        }
    }

    fn tell_played(&mut self) {
        self.tell(|table| Event::Played {
            ply: table.plies.len().saturating_sub(1) as u32,
            played: table.plies[table.plies.len() - 1].record(&table.game),
            tally: table.game.tallies(),
        });
    }

    fn end(mut self, players: [&mut dyn Player; 2], ending: Ending) -> Finished {
        let tally = self.settled.unwrap_or_else(|| self.game.tallies());
        let told = ending.clone();
        self.tell(|_| Event::Ended { ending: told, tally });
        for player in players {
            // A player that fails while it is being closed cannot change a result that stands.
            let _ = catch_unwind(AssertUnwindSafe(|| player.close(&ending, tally)));
        }
        let used = self.used();
        Finished { game: self.game, plies: self.plies, ending, tally, used }
    }
}

fn panicked(panic: &(dyn Any + Send)) -> Fault {
    let message = panic.downcast_ref::<String>().map(String::as_str);
    let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
    Fault::crash(format!("panicked: {}", message.unwrap_or("no message")))
}

fn with_log(mut fault: Fault, log: Option<String>) -> Fault {
    if let Some(log) = log.filter(|log| !log.trim().is_empty()) {
        fault.evidence = format!("{}; it last wrote: {}", fault.evidence, tail(&log));
    }
    fault
}

fn joined(log: Option<String>, evidence: &str) -> String {
    match log {
        Some(log) => format!("{log}\n{evidence}"),
        None => evidence.to_owned(),
    }
}

/// The last lines of a log, which is where a program says why it died.
fn tail(log: &str) -> String {
    let lines: Vec<&str> = log.trim_end().lines().collect();
    let kept: String = lines[lines.len().saturating_sub(6)..].join("\n");
    match kept.char_indices().rev().nth(800) {
        Some((cut, _)) => format!("…{}", &kept[cut..]),
        None => kept,
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}
