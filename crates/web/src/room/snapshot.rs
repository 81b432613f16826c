//! A game at one moment: what pages show, and what is known of those who sit there.

use std::sync::Arc;
use std::time::{Duration, Instant};

use joute_games::{AnyGame, Side};
use joute_referee::{ClockView, Event, Follower, GameRecord};
use joute_store::GameId;

use super::is_person;
use crate::class::privacy::hide_evidence;
use crate::frame::{Clock, Frame, Table};
use crate::names;
use crate::notes::Note;

/// A game at one moment.
#[derive(Debug, Clone)]
pub(crate) struct Snapshot {
    follower: Follower,
    asked: Option<Asked>,
    note: Arc<Note>,
    /// Since when no page of a side is open.
    pub(super) away: [Option<Instant>; 2],
    /// Where it goes on, and where those who sat there play again.
    pub(super) moved: Option<GameId>,
    pub(super) rematch: Option<GameId>,
    touched: Instant,
}

/// Who was asked for a move, and since when.
#[derive(Debug, Clone, Copy)]
struct Asked {
    clock: ClockView,
    side: Side,
    since: Instant,
    /// Whether their clock runs.
    is_running: bool,
}

impl Snapshot {
    pub(super) fn new(follower: Follower, note: Note) -> Snapshot {
        let now = Instant::now();
        let away = note.people.each_ref().map(|person| person.as_ref().map(|_| now));
        Snapshot { follower, asked: None, note: Arc::new(note), away, moved: None, rematch: None, touched: now }
    }

    /// The game goes on.
    pub(super) fn hear(&mut self, event: &Event) {
        self.touched = Instant::now();
        self.follower.hear(event);
        if let Event::Asked { side, clock, .. } = event {
            let (since, is_running) = (Instant::now(), self.is_running(*side));
            self.asked = Some(Asked { clock: *clock, side: *side, since, is_running });
        }
    }

    /// Something else is known about the table, of which each side has so many pages open.
    pub(super) fn hear_note(&mut self, note: Note, pages: [usize; 2]) {
        self.touched = Instant::now();
        // Whoever has come and has no page open yet is away from now on.
        for side in Side::BOTH.into_iter().filter(|side| note.has_come(*side) && !self.note.has_come(*side)) {
            self.away[side] = (pages[side] == 0).then(Instant::now);
        }
        self.note = Arc::new(note);
    }

    pub(crate) fn record(&self) -> &GameRecord {
        self.follower.record()
    }

    /// The position.
    pub(crate) fn game(&self) -> &AnyGame {
        self.follower.game()
    }

    /// Whether it has ended, or goes on elsewhere.
    pub(crate) fn is_over(&self) -> bool {
        self.record().ending.is_some() || self.moved.is_some() || self.note.is_closed
    }

    /// What is known about the table.
    pub(crate) fn note(&self) -> &Note {
        &self.note
    }

    /// Whether both seats are people's.
    pub(crate) fn is_between_people(&self) -> bool {
        self.people() == [true; 2]
    }

    /// Whether a side's clock runs when it is asked. Between people it begins to after one's own first move, and not before both have
    /// come: until then nobody has agreed to anything.
    fn is_running(&self, side: Side) -> bool {
        let has_moved = || self.record().plies.iter().any(|ply| ply.side == side && !ply.forced);
        !self.is_between_people() || Side::BOTH.into_iter().all(|side| self.note.has_come(side)) && has_moved()
    }

    /// Whether the clock of whoever was asked runs.
    pub(crate) fn is_clock_running(&self) -> bool {
        self.asked.is_some_and(|asked| asked.is_running)
    }

    /// How long no page of a side has been open.
    pub(crate) fn absence(&self, side: Side) -> Option<Duration> {
        self.away[side].map(|since| since.elapsed())
    }

    /// Which seats people have.
    pub(crate) fn people(&self) -> [bool; 2] {
        self.record().players.each_ref().map(|player| is_person(&player.locator))
    }

    /// Whether somebody's clock runs.
    pub(crate) fn is_timed(&self) -> bool {
        self.asked.is_some_and(|asked| asked.is_running && asked.clock.left.iter().any(Option::is_some))
    }

    /// How long nothing has happened.
    pub(crate) fn idle(&self) -> Duration {
        self.touched.elapsed()
    }

    /// What pages get, with clocks of this moment.
    pub(crate) fn frame(&self) -> Frame {
        let clock = match self.asked {
            Some(asked) if asked.is_running => Clock::of(asked.clock, asked.side, asked.since.elapsed()),
            Some(asked) => Clock::of(asked.clock, asked.side, Duration::ZERO).stopped(),
            None => Clock::default(),
        };
        let record = self.record();
        let mut frame = Frame::of(record, self.follower.before(), self.game(), clock);
        if self.note.is_closed && record.ending.is_none() {
            frame.close();
        }
        // What a program of a class wrote when it failed is for its team, and this is for everybody who looks.
        hide_evidence(frame.ending.as_mut(), |_| self.note.challenger.is_some());
        let names = names::of_game(record, Some(&self.note));
        let table = Table::of(&self.note, record, self.away.map(|since| since.map(|since| since.elapsed())));
        Frame { moved: self.moved, rematch: self.rematch, names, table, ..frame }
    }
}
