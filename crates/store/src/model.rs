//! What a store keeps, as those who use one see it.

use std::borrow::Cow;

use joute_games::{Outcome, Side};
use joute_referee::{FaultKind, GameRecord};

/// The number of a game in its store.
pub type GameId = u64;

/// The number of an event in its store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId(pub i64);

/// An event as it is announced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEvent {
    /// Its name.
    pub name: String,
    /// The format by name.
    pub format: String,
    /// Everything that makes it this event and no other, as its keeper writes it.
    pub description: String,
    /// Who takes part, by seed number.
    pub entries: Vec<Entry>,
}

/// Somebody who takes part, or was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The name, unique in the event.
    pub name: String,
    /// How it was named.
    pub locator: String,
    /// The content hash, where there is one.
    pub version: Option<String>,
    /// Why it was not let in.
    pub refused: Option<String>,
}

/// An event of the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEvent {
    /// Its number.
    pub id: EventId,
    /// What was announced.
    pub event: NewEvent,
}

/// Where in an event a game belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// The event.
    pub event: EventId,
    /// The index of the match, from 0.
    pub match_index: u32,
    /// The number of the game within the match, from 0, replays included.
    pub game: u32,
    /// Whether the second player of the match has the first seat.
    pub swapped: bool,
}

/// A game to be kept.
#[derive(Debug, Clone)]
pub struct NewGame<'a> {
    /// Where it belongs, if it belongs to an event.
    pub spot: Option<Spot>,
    /// The record; without plies when the game begins.
    pub record: Cow<'a, GameRecord>,
    /// All there is to have on its board, which some scorings need.
    pub total: u32,
}

impl<'a> NewGame<'a> {
    /// A game of no event, whose record stays where it is.
    pub fn of(record: &'a GameRecord, total: u32) -> NewGame<'a> {
        NewGame { spot: None, record: Cow::Borrowed(record), total }
    }

    /// The same game as one of an event.
    #[must_use]
    pub fn at(self, spot: Spot) -> NewGame<'a> {
        NewGame { spot: Some(spot), ..self }
    }
}

impl NewGame<'static> {
    /// A game as it was read.
    pub(crate) fn placed((record, spot, total): (GameRecord, Option<Spot>, u32)) -> NewGame<'static> {
        NewGame { spot, record: Cow::Owned(record), total }
    }

    /// A game of no event, with its record.
    pub fn owned(record: GameRecord, total: u32) -> NewGame<'static> {
        NewGame { spot: None, record: Cow::Owned(record), total }
    }
}

/// The result of a finished game, in brief.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameResult {
    /// The game.
    pub id: GameId,
    /// The index of its match.
    pub match_index: u32,
    /// Its number within the match.
    pub game: u32,
    /// Whether the second player of the match had the first seat.
    pub swapped: bool,
    /// Who won.
    pub outcome: Outcome,
    /// Whose fault ended it.
    pub fault: Option<(Side, FaultKind)>,
    /// The final tallies.
    pub tally: [u32; 2],
    /// All there was to have.
    pub total: u32,
}
