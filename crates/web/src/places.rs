//! Places for games: whoever begins a game, or has one taken up again, gets one while there is memory and their share lasts.
//! Games that nobody looks at give theirs up for those that somebody wants.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use joute_games::AnyGame;

use crate::client::Client;
use crate::limits::Limits;
use crate::memory::{Held, MemoryBudget};
use crate::quota::{Enough, Quota, Rate, Ticket};
use crate::room::{Room, RoomError};

/// What a room takes besides its board: channels, a task, the record, frames on their way.
const ROOM: usize = 64 << 10;
/// What each part of its board takes: in positions of the room and of the referee, and in frames.
const PART: usize = 1 << 10;

/// How long a game stays at hand after something has happened in it, although others want its place.
const FRESH: Duration = Duration::from_secs(5);

/// Where games find their places.
pub(crate) struct Places {
    memory: MemoryBudget,
    quota: Quota,
    begun: Rate,
    most: usize,
    count: Arc<AtomicUsize>,
}

/// A place that a game has.
#[derive(Debug)]
pub(crate) struct Place {
    /// For whom it is played.
    pub(crate) client: Client,
    _ticket: Ticket,
    _memory: Held,
    _counted: Counted,
}

#[derive(Debug)]
struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Why there is no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoPlace {
    Share(Enough),
    Games(usize),
    Memory,
}

impl From<NoPlace> for RoomError {
    fn from(why: NoPlace) -> RoomError {
        match why {
            NoPlace::Share(enough) => RoomError::Enough(enough.of("games")),
            NoPlace::Games(most) => RoomError::Full(most),
            NoPlace::Memory => RoomError::Memory,
        }
    }
}

impl NoPlace {
    /// Whether a game that is put away would help.
    fn is_helped_by(self, room: &Room, client: &Client) -> bool {
        match self {
            NoPlace::Share(Enough::Visitor(_)) => room.client.as_ref() == Some(client),
            NoPlace::Share(Enough::Address(_)) => room.client.as_ref().is_some_and(|own| own.origin == client.origin),
            NoPlace::Games(_) | NoPlace::Memory => true,
        }
    }
}

impl Places {
    pub(crate) fn new(limits: &Limits, memory: MemoryBudget) -> Places {
        Places {
            memory,
            quota: Quota::new(limits.games_each),
            begun: Rate::new(limits.begun_each, Duration::from_secs(60)),
            most: limits.games,
            count: Arc::default(),
        }
    }

    /// Somebody wants to begin a game, which will be kept for good.
    pub(crate) fn count_begun(&self, client: &Client) -> Result<(), RoomError> {
        self.begun.count(client).map_err(|enough| RoomError::Enough(enough.of("begun")))
    }

    /// A place for a game from this position. Those that nobody looks at are put away by `put_away` as long as that helps.
    pub(crate) fn find(
        &self,
        client: &Client,
        start: &AnyGame,
        rooms: impl Fn() -> Vec<Arc<Room>>,
        put_away: impl Fn(&Room),
    ) -> Result<Place, RoomError> {
        loop {
            let why = match self.take(client, cost(start)) {
                Ok(place) => return Ok(place),
                Err(why) => why,
            };
            let idle = rooms().into_iter().filter(|room| room.is_unwatched() && why.is_helped_by(room, client));
            let oldest = idle.max_by_key(|room| (room.is_over(), room.snapshot().idle()));
            match oldest.filter(|room| room.is_over() || room.snapshot().idle() > FRESH) {
                Some(room) => put_away(&room),
                None => return Err(why.into()),
            }
        }
    }

    fn take(&self, client: &Client, bytes: usize) -> Result<Place, NoPlace> {
        let ticket = self.quota.take(client).map_err(NoPlace::Share)?;
        let counted = Counted(Arc::clone(&self.count));
        if self.count.fetch_add(1, Ordering::Relaxed) >= self.most {
            return Err(NoPlace::Games(self.most));
        }
        let memory = self.memory.take(bytes).ok_or(NoPlace::Memory)?;
        Ok(Place { client: client.clone(), _ticket: ticket, _memory: memory, _counted: counted })
    }
}

fn cost(start: &AnyGame) -> usize {
    ROOM + PART * start.view().parts.len()
}
