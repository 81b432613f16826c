//! Why a game cannot be opened.

use joute_games::{ParseError, SetupError};
use joute_messages::{Localize, Message, localized_error, message};
use joute_players::EntrantError;
use joute_referee::{RecordError, RulesError};
use joute_store::{GameId, StoreError};

use crate::failure::no_such_game_message;

/// A game that cannot be opened.
#[derive(Debug)]
pub(crate) enum RoomError {
    /// Nobody knows its game.
    Game(String),
    /// Its setup makes no board.
    Setup(SetupError),
    /// Its start is no position.
    Start(ParseError),
    /// Its moves cannot be played.
    Record(RecordError),
    /// A player cannot be seated.
    Entrant(EntrantError),
    /// Its rules cannot be read.
    Rules(RulesError),
    /// Something of the server's own is not as it must be: the secret of the seats, or what the store answers.
    Internal(String),
    /// Too many are played already.
    Full(usize),
    /// Its board is larger than visitors are offered; so many cells are the most.
    Large(u32),
    /// There is no memory for it.
    Memory,
    /// Whoever asks has enough, in words.
    Enough(Message),
    /// Another server on the same store plays it.
    Elsewhere(GameId),
    /// The store did not take it.
    Store(StoreError),
}

impl Localize for RoomError {
    fn message(&self) -> Message {
        let internal = |error: &dyn std::error::Error| message!("error-internal", why = error.to_string());
        match self {
            RoomError::Game(name) => no_such_game_message(name),
            RoomError::Setup(error) => error.message(),
            RoomError::Start(error) => error.message(),
            RoomError::Record(error) => internal(error),
            RoomError::Entrant(error) => internal(error),
            RoomError::Rules(error) => message!("error-stored-rules", error = error.message()),
            RoomError::Internal(why) => message!("error-internal", why = why.clone()),
            RoomError::Large(most) => message!("error-board-too-large", most = *most),
            RoomError::Memory => message!("error-no-memory"),
            RoomError::Enough(why) => why.clone(),
            RoomError::Full(count) => message!("error-rooms-full", count = *count),
            RoomError::Elsewhere(id) => message!("error-played-elsewhere", id = id.to_string()),
            RoomError::Store(error) => internal(error),
        }
    }
}

localized_error!(RoomError);

/// Errors that are what makes a game impossible to open.
macro_rules! causes {
    ($($variant:ident: $error:ty),+ $(,)?) => {
        $(impl From<$error> for RoomError {
            fn from(error: $error) -> RoomError {
                RoomError::$variant(error)
            }
        })+
    };
}

causes!(Setup: SetupError, Start: ParseError, Record: RecordError, Entrant: EntrantError, Store: StoreError);
