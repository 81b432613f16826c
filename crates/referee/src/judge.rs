//! What the referee makes of an answer: time first, then legality. A legal move is played here and nowhere else.

use std::time::{Duration, Instant};

use joute_games::{Excerpt, MoveCode, MoveError, Side, Status};

use crate::ending::{Ending, Reason};
use crate::event::Event;
use crate::fault::{Fault, FaultKind};
use crate::last_words::with_log;
use crate::machine::Overload;
use crate::player::{Reply, Said};
use crate::ply::{PlayedBy, Ply, PlyDetails};
use crate::referee::Referee;
use crate::rules::{ClockKind, OnOvertime, duration_text};

impl Referee {
    /// What a person enters on their turn, after so much time. An entry that is no legal move is no forfeit: they hear why
    /// and are still asked. It is read as it is, or in the case that makes it a legal move.
    pub fn enter(&mut self, text: &str, wall: Duration) -> Result<Event, MoveError> {
        let side = self.game.turn();
        if let Some(overtime) = self.overtime(side, wall) {
            return Ok(self.answer(Err(overtime), wall, None));
        }
        let code = self.play_entry(text.trim())?;
        self.note(Ply { code: Some(code), side, by: PlayedBy::Player, wall, details: None });
        Ok(self.played())
    }

    /// The person whose turn it is has said nothing in time.
    pub fn run_out(&mut self, wall: Duration) -> Event {
        self.answer(Err(Fault::overtime("no move before the time was over")), wall, None)
    }

    /// When whoever is asked now is given up.
    pub fn deadline(&self) -> Option<Instant> {
        let limit = self.latest()?;
        let now = Instant::now();
        // A sleeping process uses no CPU time and must be given up all the same.
        Some(match self.clock_kind() {
            ClockKind::Wall => now + limit,
            ClockKind::Cpu => now + 3 * limit + Duration::from_secs(2),
        })
    }

    pub(crate) fn answer(&mut self, answer: Result<Reply, Fault>, wall: Duration, log: Option<String>) -> Event {
        match self.judge(self.game.turn(), answer, wall, log) {
            Ok(()) => self.played(),
            Err(ending) => self.ended(ending),
        }
    }

    /// Plays what needs no judging, a legal move in time with nothing said about it: the whole of a quick game. Anything
    /// else is left for [`Referee::judge`].
    #[inline]
    pub(crate) fn play_quick(
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
    pub(crate) fn judge(
        &mut self,
        side: Side,
        answer: Result<Reply, Fault>,
        wall: Duration,
        log: Option<String>,
    ) -> Result<(), Ending> {
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
        let skips = self.rules[side].on_overtime == OnOvertime::Skip;
        let (code, details) = match judged {
            Ok(code) => {
                let told = cpu.is_some() || score.is_some() || log.is_some();
                (Some(code), told.then(|| Box::new(PlyDetails { cpu, score, log })))
            }
            Err(fault) if skips && fault.kind == FaultKind::Overtime => {
                self.game.skip_turn();
                (None, Some(Box::new(PlyDetails { cpu, score: None, log: joined(log, Some(fault.evidence)) })))
            }
            Err(fault) => {
                let fault = self.with_machine(fault);
                return Err(Ending::Forfeit { by: side, fault: with_log(fault, log) });
            }
        };
        self.note(Ply { code, side, by: PlayedBy::Player, wall, details });
        Ok(())
    }

    /// Who was late by the clock on the wall may have waited for a processor: then the evidence says so.
    fn with_machine(&self, mut fault: Fault) -> Fault {
        if fault.kind == FaultKind::Overtime && self.clock_kind() == ClockKind::Wall {
            fault.evidence += &Overload::now().map(Overload::remark).unwrap_or_default();
        }
        fault
    }

    /// What is wrong with a program's answer is its fault.
    fn play_said(&mut self, said: Said) -> Result<MoveCode, Fault> {
        let illegal = |text: &str, error: MoveError| Fault::illegal(format!("answered {}: {error}", Excerpt::of(text)));
        match said {
            Said::Move(code) => self.play_code(code).map_err(|error| illegal(&self.game.text(code), error)),
            Said::Text(text) => self.play_text(&text).map_err(|error| illegal(&text, error)),
            Said::Resign | Said::Stopped => Err(Fault::illegal("no move")),
        }
    }

    fn play_entry(&mut self, text: &str) -> Result<MoveCode, MoveError> {
        let read = self.play_text(text);
        read.or_else(|error| {
            let mut other_cases = [text.to_uppercase(), text.to_lowercase()].into_iter();
            other_cases.find_map(|text| self.play_text(&text).ok()).ok_or(error)
        })
    }

    fn play_text(&mut self, text: &str) -> Result<MoveCode, MoveError> {
        let code = self.game.code(text)?;
        self.play_code(code)
    }

    fn play_code(&mut self, code: MoveCode) -> Result<MoveCode, MoveError> {
        if self.game.play_if_legal(code).is_some() { Ok(code) } else { Err(self.game.refusal(code)) }
    }

    /// Which time counts, for both.
    #[inline]
    pub(crate) fn clock_kind(&self) -> ClockKind {
        self.rules[Side::First].clock
    }

    pub(crate) fn charged(&self, wall: Duration, cpu: Option<Duration>) -> Duration {
        match self.clock_kind() {
            ClockKind::Wall => wall,
            ClockKind::Cpu => cpu.unwrap_or(wall),
        }
    }

    fn overtime(&self, side: Side, spent: Duration) -> Option<Fault> {
        if self.in_time(spent) {
            return None;
        }
        let tolerance = self.rules[side].tolerance;
        let is_over = |limit: &Duration| spent > limit.saturating_add(tolerance);
        if let Some(limit) = self.rules[side].move_time.filter(is_over) {
            let evidence = format!("thought {} where {} are allowed for a move", seconds(spent), duration_text(limit));
            return Some(Fault::overtime(evidence));
        }
        let left = self.clock.left[side].filter(is_over)?;
        let used = self.used()[side] + spent;
        let evidence = format!(
            "thought {} in all where {} are allowed for a game ({} were left for this move)",
            seconds(used),
            seconds(used.saturating_sub(spent) + left),
            seconds(left)
        );
        Some(Fault::overtime(evidence))
    }

    #[inline]
    fn in_time(&self, spent: Duration) -> bool {
        self.latest().is_none_or(|limit| spent <= limit)
    }

    /// How long the player to move may think before it is late: a little longer than it is told, where the rules say so.
    #[inline]
    pub(crate) fn latest(&self) -> Option<Duration> {
        let tolerance = self.rules[Side::First].tolerance;
        self.clock.move_limit.map(|limit| limit.saturating_add(tolerance))
    }
}

/// What was written, and behind it what is noted.
pub(crate) fn joined(log: Option<String>, remark: Option<String>) -> Option<String> {
    match (log, remark) {
        (Some(log), Some(remark)) => Some(format!("{log}\n{remark}")),
        (log, remark) => log.or(remark),
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}
