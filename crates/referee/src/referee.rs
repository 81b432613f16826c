//! One game from the first position to its ending, step by step: whoever drives it asks what comes next, hands in what
//! players answer, and gets events. Between two steps nothing runs, so that a game that waits costs nothing.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use joute_games::history::History;
use joute_games::random::Seed;
use joute_games::{AnyGame, Outcome, Settlement, Side, Status};

use crate::adjudicator::{Adjudicator, ExactEnd};
use crate::ending::{Ending, Reason};
use crate::event::Event;
use crate::fault::Fault;
use crate::judge::joined;
use crate::last_words::with_log;
use crate::own_waits::{OwnWaits, Thinks};
use crate::player::{ClockView, Identity, Player, Turn};
use crate::ply::{Finished, PlayedBy, Ply};
use crate::record::GameRecord;
use crate::rules::{ClockKind, MatchRules};
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

/// The seed of a seat in a game of this seed, which is all that a program may draw from.
pub fn seat_seed(game: Seed, side: Side) -> Seed {
    game.child(side.index() as u64)
}

/// The record of a game of which nothing was played yet.
pub(crate) fn opening(start: &AnyGame, conditions: &Conditions<'_>) -> GameRecord {
    let record = GameRecord::new(start, conditions.rules, conditions.identities.clone(), conditions.seed);
    GameRecord { labels: conditions.labels.clone(), ..record }
}

/// A game in progress: its state is what its plies make of the start position, and nothing else.
///
/// `open` seats the programs; then `next` says what happens until somebody is asked, and `ask` (a program), `enter` (a
/// person), `resign` or `run_out` say what came of it.
pub struct Referee {
    /// The rules as they are for each side.
    pub(crate) rules: [MatchRules; 2],
    seed: Seed,
    pub(crate) game: AnyGame,
    plies: Vec<Ply>,
    history: History,
    watches_repetition: bool,
    repeated: bool,
    /// The tallies after the last ply, kept where repetition is watched.
    tallies: [u32; 2],
    cap: usize,
    /// The clocks as the player to move sees them.
    pub(crate) clock: ClockView,
    /// Whether there is any limit to keep.
    is_timed: bool,
    /// Whether scores of players or exact results can end the game.
    may_adjudicate: bool,
    /// Who knows how the game ends with perfect play.
    adjudicator: Option<Arc<dyn Adjudicator>>,
    /// Where the exact result comes from that has ended the game.
    exact_source: Option<String>,
    /// Players whose instructions are counted instead of their time.
    metered: [bool; 2],
    settled: Option<[u32; 2]>,
    /// Whose code is running: a panic is this player's.
    pub(crate) asked: Option<Side>,
}

/// What comes next.
pub(crate) enum Step {
    /// The game is over.
    Over(Ending),
    /// The only move was played, and this is how the game stands.
    Forced(Status),
    /// Somebody has to be asked.
    Ask(Side),
}

impl Referee {
    /// A game under these conditions, its prefix played.
    pub fn new(start: AnyGame, conditions: &Conditions<'_>) -> Referee {
        let rules = Side::BOTH.map(|side| conditions.rules.of_side(side));
        let mut referee = Referee {
            seed: conditions.seed,
            plies: Vec::with_capacity(128),
            history: History::default(),
            watches_repetition: start.ends_on_repetition(),
            repeated: false,
            tallies: start.tallies(),
            cap: conditions.rules.cap.unwrap_or(start.default_cap()) as usize,
            clock: ClockView { left: rules.each_ref().map(|rules| rules.time), move_limit: None },
            is_timed: rules.iter().any(|rules| rules.time.is_some() || rules.move_time.is_some()),
            may_adjudicate: conditions.rules.resign.is_some() || conditions.rules.draw.is_some(),
            adjudicator: None,
            exact_source: None,
            metered: [false; 2],
            settled: None,
            asked: None,
            game: start,
            rules,
        };
        if referee.watches_repetition {
            referee.history.restart(referee.game.key());
        }
        for ply in conditions.prefix {
            match ply.code {
                Some(code) => referee.game.play(code),
                None => referee.game.skip_turn(),
            }
            referee.note(ply.clone());
        }
        referee
    }

    /// From now on the game ends as soon as this one knows its result.
    pub fn heed(&mut self, adjudicator: Arc<dyn Adjudicator>) {
        self.may_adjudicate = true;
        self.adjudicator = Some(adjudicator);
    }

    /// Whether somebody is asked for exact results.
    pub(crate) fn heeds_results(&self) -> bool {
        self.adjudicator.is_some()
    }

    /// Seats the programs, people being ready; the first seat's fault counts first. Gives the ending if there is one
    /// already.
    pub fn open(&mut self, players: [Option<&mut dyn Player>; 2], stop: &AtomicBool) -> Option<Event> {
        self.seat(players, stop).map(|ending| self.ended(ending))
    }

    pub(crate) fn seat(&mut self, players: [Option<&mut dyn Player>; 2], stop: &AtomicBool) -> Option<Ending> {
        for (side, player) in Side::BOTH.into_iter().zip(&players) {
            self.metered[side] = player.as_ref().is_some_and(|player| player.is_metered(&self.rules[side]));
            if self.metered[side] {
                self.clock.left[side] = None;
            }
        }
        let seats = Side::BOTH.into_iter().zip(players);
        seats.filter_map(|(side, player)| Some((side, player?))).find_map(|(side, player)| {
            self.asked = Some(side);
            let deadline = (!player.ignores_deadlines()).then(|| Instant::now() + self.rules[side].load);
            self.set_limit(side);
            let opened = guarded(|| player.open(&self.turn(side, self.seat_seed(side), deadline, stop)));
            self.asked = None;
            let fault = opened.err()?;
            // A player that was given up because everything stops has done nothing wrong.
            let is_stopped = stop.load(Ordering::Relaxed);
            let forfeit = || Ending::Forfeit { by: side, fault: with_log(fault, player.take_log()) };
            Some(if is_stopped { Ending::Aborted } else { forfeit() })
        })
    }

    /// What those who watch are told first; `start` and the conditions are those of the game.
    pub fn opened(&self, start: &AnyGame, conditions: &Conditions<'_>) -> Event {
        let mut record = Box::new(opening(start, conditions));
        record.plies = self.plies.iter().map(|ply| ply.record(&self.game)).collect();
        record.tally = self.game.tallies();
        Event::Opened { record, start: start.clone() }
    }

    /// What comes next: a ply that nobody is asked for, somebody who is asked, or the end.
    pub fn next(&mut self, stop: &AtomicBool) -> Event {
        match self.step(self.game.status(), stop) {
            Step::Over(ending) => self.ended(ending),
            Step::Forced(_) => self.played(),
            Step::Ask(side) => self.asked(side),
        }
    }

    // In the loop of a quick game an ending that is handed over in memory at every ply would show, and so would a status.
    #[inline(always)]
    pub(crate) fn step(&mut self, status: Status, stop: &AtomicBool) -> Step {
        if let Some(ending) = self.judge_position(status, stop) {
            return Step::Over(ending);
        }
        if let Some(code) = status.forced {
            self.game.play(code);
            let by = PlayedBy::Referee;
            self.note(Ply { code: Some(code), side: status.turn, by, wall: Duration::ZERO, details: None });
            return Step::Forced(self.game.status());
        }
        self.set_limit(status.turn);
        Step::Ask(status.turn)
    }

    /// Asks the program whose turn it is. A built-in player that panics is a player that crashes.
    pub fn ask(&mut self, player: &mut dyn Player, stop: &AtomicBool) -> Event {
        let side = self.game.turn();
        let deadline = if player.ignores_deadlines() { None } else { self.deadline() };
        let thinks = Thinks::of(player.ignores_deadlines());
        let mut waits = OwnWaits::start(self.counts_wall(), &[thinks]);
        let mut stopwatch = Stopwatch::start();
        let answer = guarded(|| player.choose(&self.turn(side, self.seat_seed(side), deadline, stop)));
        let (wall, remark) = waits.judge(stopwatch.lap(), self.latest(), thinks, || player.kept_waiting());
        let log = joined(player.take_log(), remark);
        self.answer(answer, wall, log)
    }

    /// Whether time is limited as it passes for everybody.
    pub(crate) fn counts_wall(&self) -> bool {
        self.is_timed && self.clock_kind() == ClockKind::Wall
    }

    /// Ends that no move is needed for.
    #[inline(always)]
    fn judge_position(&mut self, status: Status, stop: &AtomicBool) -> Option<Ending> {
        if status.is_over {
            return Some(Ending::Played { outcome: Outcome::of_tallies(self.game.tallies()) });
        }
        if self.repeated {
            return Some(self.adjudicate(Settlement::Repetition));
        }
        if self.plies.len() >= self.cap {
            return Some(self.adjudicate(Settlement::Cap));
        }
        if self.may_adjudicate
            && let Some(ending) = self.adjudicated(status, stop)
        {
            return Some(ending);
        }
        stop.load(Ordering::Relaxed).then_some(Ending::Aborted)
    }

    /// The end that is known or agreed on before it is played, where the rules heed it: what is known comes first.
    #[cold]
    fn adjudicated(&mut self, status: Status, stop: &AtomicBool) -> Option<Ending> {
        if let Some(ExactEnd { tally, source }) = self.known_end(status, stop) {
            self.settled = Some(tally);
            self.exact_source = Some(source);
            return Some(Ending::Adjudicated { outcome: Outcome::of_tallies(tally), reason: Reason::Exact });
        }
        self.agreed().map(|outcome| Ending::Adjudicated { outcome, reason: Reason::Agreement })
    }

    /// How the game ends with perfect play, if that is known. A game in which nobody has moved yet is played, and a turn
    /// without a choice is not worth a search: the position after it is asked about.
    fn known_end(&self, status: Status, stop: &AtomicBool) -> Option<ExactEnd> {
        if self.plies.is_empty() || status.forced.is_some() {
            return None;
        }
        self.adjudicator.as_ref()?.result(&self.game, self.history.keys(), stop)
    }

    /// What both players have agreed on, where the rules heed it.
    fn agreed(&self) -> Option<Outcome> {
        let rules = &self.rules[Side::First];
        let won = rules.resign.and_then(|agreement| agreement.winner(&self.plies));
        won.or_else(|| rules.draw.and_then(|agreement| agreement.draw(&self.plies)))
    }

    fn adjudicate(&mut self, reason: Settlement) -> Ending {
        let tally = self.game.settle(reason);
        self.settled = Some(tally);
        Ending::Adjudicated { outcome: Outcome::of_tallies(tally), reason: reason.into() }
    }

    /// Somebody gives up, whoever's turn it is.
    pub fn resign(&self, side: Side) -> Event {
        self.end(side.other().into(), Reason::Resignation)
    }

    /// The game ends by what people say, and not by what is on the board.
    pub fn end(&self, outcome: Outcome, reason: Reason) -> Event {
        self.ended(Ending::Adjudicated { outcome, reason })
    }

    /// The game ends without a result.
    pub fn abort(&self) -> Event {
        self.ended(Ending::Aborted)
    }

    /// Sets the limit of the move that `side` is about to be asked for.
    #[inline]
    fn set_limit(&mut self, side: Side) {
        if self.is_timed {
            let of_move = self.rules[side].move_time.filter(|_| !self.metered[side]);
            self.clock.move_limit = match (of_move, self.clock.left[side]) {
                (Some(of_move), Some(left)) => Some(of_move.min(left)),
                (of_move, left) => of_move.or(left),
            };
        }
    }

    pub(crate) fn seat_seed(&self, side: Side) -> Seed {
        seat_seed(self.seed, side)
    }

    #[inline]
    pub(crate) fn turn<'a>(
        &'a self,
        side: Side,
        seed: Seed,
        deadline: Option<Instant>,
        stop: &'a AtomicBool,
    ) -> Turn<'a> {
        Turn {
            game: &self.game,
            side,
            plies: &self.plies,
            history: self.history.keys(),
            seed,
            clock: &self.clock,
            deadline,
            rules: &self.rules[side],
            stop,
        }
    }

    /// Takes down a ply that was just played.
    #[inline(always)]
    pub(crate) fn note(&mut self, ply: Ply) {
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
            *left = left.saturating_sub(charged).saturating_add(self.rules[ply.side].increment);
        }
    }

    /// What each side has thought so far, by the clock that counts.
    pub(crate) fn used(&self) -> [Duration; 2] {
        let mut used = [Duration::ZERO; 2];
        for ply in self.plies.iter().filter(|ply| ply.by == PlayedBy::Player) {
            used[ply.side] += self.charged(ply.wall, ply.cpu());
        }
        used
    }

    pub(crate) fn asked(&self, side: Side) -> Event {
        Event::Asked { ply: self.plies.len() as u32, side, clock: self.clock }
    }

    /// The last ply, as those who watch are told of it.
    pub(crate) fn played(&self) -> Event {
        let ply = &self.plies[self.plies.len() - 1];
        Event::Played {
            ply: self.plies.len() as u32 - 1,
            code: ply.code,
            played: ply.record(&self.game),
            tally: self.game.tallies(),
        }
    }

    pub(crate) fn ended(&self, ending: Ending) -> Event {
        Event::Ended { ending, tally: self.tally() }
    }

    /// The tallies, final when the game has ended.
    pub fn tally(&self) -> [u32; 2] {
        self.settled.unwrap_or_else(|| self.game.tallies())
    }

    /// The position as it stands.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    pub(crate) fn finished(self, ending: Ending) -> Finished {
        let (tally, used) = (self.tally(), self.used());
        let Referee { game, plies, exact_source, .. } = self;
        Finished { game, plies, ending, tally, used, exact_source, aftermath: [None, None] }
    }
}

/// Tells a player that the game is over, and gives what goes wrong then. One that fails while it is being closed cannot
/// change a result that stands.
pub fn close_player(player: &mut dyn Player, ending: &Ending, tally: [u32; 2]) -> Option<Fault> {
    let closed = catch_unwind(AssertUnwindSafe(|| player.close(ending, tally)));
    closed.map_or_else(|panic| Some(panicked(&*panic)), |()| player.take_aftermath())
}

fn guarded<T>(work: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(panicked(&*panic)))
}

pub(crate) fn panicked(panic: &(dyn Any + Send)) -> Fault {
    let message = panic.downcast_ref::<String>().map(String::as_str);
    let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
    Fault::crash(format!("panicked: {}", message.unwrap_or("no message")))
}
