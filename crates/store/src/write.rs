//! Things to be written: what is written together is there together or not at all, and costs one wait for the disk.

use std::borrow::Cow;

use joute_games::Side;
use joute_referee::PlyRecord;

use crate::{DocumentChange, EventId, GameId, Hold, NewEvent, NewGame, OwnerId};

/// One thing to be written. Without borrowed parts it can be handed to another thread.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant, reason = "writes are few at a time and do not live long")]
pub enum Write<'a> {
    /// An event is announced.
    Event(Cow<'a, NewEvent>),
    /// A whole game. One that has no ending is in progress and nobody's until somebody claims it.
    Game(NewGame<'a>),
    /// A game begins, played by an owner: what is known before its first ply, and the plies of its record if it has some.
    Begin {
        /// Who plays it.
        owner: OwnerId,
        /// The game.
        game: NewGame<'a>,
    },
    /// One more ply of a game in progress. The same ply again changes nothing.
    Ply {
        /// The right to write the game.
        hold: Hold,
        /// The ply, from 0.
        ply: u32,
        /// What was played.
        played: Cow<'a, PlyRecord>,
    },
    /// A game in progress has ended; one that was given up stays as it is.
    Finish {
        /// The right to write the game.
        hold: Hold,
        /// The whole game.
        game: NewGame<'a>,
    },
    /// What an engine thought of a game, in place of what was kept before. The game is named by the hash of its record,
    /// and may be one of another store.
    Review {
        /// The hash.
        record: Cow<'a, str>,
        /// What it thought.
        review: Cow<'a, str>,
    },
    /// Somebody takes a seat of a game, or hands on the one they hold; refused where that is not how it stands.
    Seat {
        /// The game.
        game: GameId,
        /// The seat.
        side: Side,
        /// The hash of the secret of whoever holds it from now on.
        holder: Cow<'a, str>,
        /// The hash of whoever holds it so far; nothing where it is free.
        instead_of: Option<Cow<'a, str>>,
    },
    /// What is known about the table of a game besides the game, in place of what was noted before.
    Note {
        /// The game.
        game: GameId,
        /// The text, which is its writer's own business.
        text: Cow<'a, str>,
    },
    /// A document is kept, changed or deleted; refused where it is not at the version that was seen.
    Document(DocumentChange<'a>),
}

/// What came of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    /// An event has this number.
    Event(EventId),
    /// A game has this number.
    Game(GameId),
    /// A game has begun, and this is the right to write it.
    Begun(Hold),
    /// It is there.
    Done,
}

impl Written {
    /// The event that was announced.
    pub fn event(self) -> Option<EventId> {
        if let Written::Event(id) = self { Some(id) } else { None }
    }

    /// The game that was kept or has begun.
    pub fn game(self) -> Option<GameId> {
        match self {
            Written::Game(id) => Some(id),
            Written::Begun(hold) => Some(hold.game),
            _ => None,
        }
    }

    /// The right to write a game that has begun.
    pub fn hold(self) -> Option<Hold> {
        if let Written::Begun(hold) = self { Some(hold) } else { None }
    }
}
