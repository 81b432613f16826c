//! One ply as the referee keeps it, and a game of them that has ended.

use std::time::Duration;

use joute_games::{AnyGame, MoveCode, Side};

use crate::adjudicator::EXACT_LABEL;
use crate::ending::Ending;
use crate::fault::Fault;
use crate::record::{GameRecord, PlyRecord};
use crate::referee::{Conditions, opening};

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
    /// Where the exact result comes from, if one has ended it.
    pub exact_source: Option<String>,
    /// What went wrong with each player when the game was over already: nothing of the result.
    pub aftermath: [Option<Fault>; 2],
}

impl Finished {
    /// The record of this game, which began at `start`.
    pub fn record(&self, start: &AnyGame, conditions: &Conditions<'_>) -> GameRecord {
        let mut record = opening(start, conditions);
        record.plies = self.plies.iter().map(|ply| ply.record(start)).collect();
        record.ending = Some(self.ending.clone());
        record.tally = self.tally;
        for (side, fault) in Side::BOTH.into_iter().zip(&self.aftermath) {
            record.labels.extend(fault.as_ref().map(|fault| (aftermath_label(side), fault.to_string())));
        }
        record.labels.extend(self.exact_source.iter().map(|source| (EXACT_LABEL.to_owned(), source.clone())));
        record
    }
}

/// The label of a record under which it says what went wrong with a player after the game.
pub fn aftermath_label(side: Side) -> String {
    format!("after-{side}")
}

impl Ply {
    pub(crate) fn cpu(&self) -> Option<Duration> {
        self.details.as_ref().and_then(|details| details.cpu)
    }

    pub(crate) fn record(&self, game: &AnyGame) -> PlyRecord {
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
