//! The one stream of what happens in a game, for everybody who watches.

use joute_games::{AnyGame, MoveCode, Side};

use crate::ending::Ending;
use crate::player::ClockView;
use crate::record::{GameRecord, PlyRecord};

/// Something that happened. Played one after another, the events of a game make its record; a
/// [`Follower`](crate::Follower) keeps its position as well.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// The players are seated; the record has no plies yet, or those of the prefix.
    Opened {
        /// Everything known before the first move.
        record: Box<GameRecord>,
        /// The position of the record's start.
        start: AnyGame,
    },
    /// A player is asked for a move.
    Asked {
        /// How many plies were played.
        ply: u32,
        /// Who is asked.
        side: Side,
        /// The clocks.
        clock: ClockView,
    },
    /// A move was played, or a turn was lost.
    Played {
        /// How many plies were played before it.
        ply: u32,
        /// The move, as it is played on a position; `None` when the turn was lost.
        code: Option<MoveCode>,
        /// What was played, as it is kept.
        played: PlyRecord,
        /// The tallies after it.
        tally: [u32; 2],
    },
    /// The game is over.
    Ended {
        /// How.
        ending: Ending,
        /// The final tallies.
        tally: [u32; 2],
    },
}

impl GameRecord {
    /// The record that a stream of events tells; `None` when it does not begin with the opening.
    pub fn of_events(events: impl IntoIterator<Item = Event>) -> Option<GameRecord> {
        let mut events = events.into_iter();
        let Some(Event::Opened { record, .. }) = events.next() else {
            return None;
        };
        let mut record = *record;
        events.for_each(|event| record.apply(event));
        Some(record)
    }

    /// Adds what an event tells.
    pub fn apply(&mut self, event: Event) {
        match event {
            Event::Opened { record, .. } => *self = *record,
            Event::Asked { .. } => {}
            Event::Played { played, tally, .. } => {
                self.plies.push(played);
                self.tally = tally;
            }
            Event::Ended { ending, tally } => {
                self.ending = Some(ending);
                self.tally = tally;
            }
        }
    }
}
