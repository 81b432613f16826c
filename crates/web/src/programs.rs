//! Tables at which a program of a class sits. Such a program has a process and memory of its own for as long as its table is played at, so
//! that each person has one such table at a time, and all of them together so many. They think on threads of their own: whoever
//! plays against a level does not wait for what somebody has handed in.

use std::sync::Arc;
use std::time::Duration;

use joute_messages::message;

use crate::client::Client;
use crate::limits::Share;
use crate::notes::Note;
use crate::pool::Pool;
use crate::quota::{Enough, Quota, Ticket};
use crate::room::{Room, RoomError};

/// Tables of one person, and of everybody together.
const TABLES: Share = Share { visitor: 1, address: 30 };
/// Programs that think at once.
const THREADS: usize = 2;
/// How long the end of a program is waited for.
const END: Duration = Duration::from_secs(5);

/// The tables with programs of a class.
pub(crate) struct Programs {
    tables: Quota,
    /// Where they think.
    pub(crate) thinkers: Arc<Pool>,
}

impl Programs {
    pub(crate) fn new() -> std::io::Result<Programs> {
        Ok(Programs { tables: Quota::new(TABLES), thinkers: Arc::new(Pool::new("programs", THREADS, TABLES)?) })
    }

    /// The right to a table, where a program of a class sits at it.
    pub(crate) fn ticket(&self, note: &Note) -> Result<Option<Ticket>, RoomError> {
        let Some(person) = &note.challenger else { return Ok(None) };
        let ticket = self.tables.take(&Client::anywhere(person)).map_err(|enough| match enough {
            Enough::Visitor(_) => RoomError::Enough(message!("enough-programs")),
            Enough::Address(_) => RoomError::Enough(message!("class-error-busy")),
        });
        ticket.map(Some)
    }
}

/// Waits until nobody plays at these tables any more: their programs have ended then.
pub(crate) async fn until_left(rooms: &[Arc<Room>]) {
    for room in rooms {
        // A program that does not end keeps its table; whoever wants another is told so.
        let _ = tokio::time::timeout(END, room.left()).await;
    }
}
