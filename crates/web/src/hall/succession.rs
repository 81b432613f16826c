//! Games that come of others: a move is taken back, or those who sat there play again.

use std::collections::BTreeMap;
use std::sync::{Arc, MutexGuard, PoisonError};

use joute_games::Side;
use joute_referee::GameRecord;
use joute_store::{GameId, Store, StoreError};

use super::Hall;
use crate::client::Client;
use crate::game_request::{CONTINUES, DATE, FOLLOWS, rematch_of};
use crate::room::{Room, RoomError};

/// Games that came of others, by the number of the other.
#[derive(Default)]
pub(super) struct Successors {
    /// A move was taken back: the game goes on under this number and no longer under its own.
    continued: BTreeMap<GameId, GameId>,
    /// Rematches.
    followed: BTreeMap<GameId, GameId>,
}

impl Successors {
    pub(super) fn read(store: &dyn Store) -> Result<Successors, StoreError> {
        let successors = |label| -> Result<BTreeMap<GameId, GameId>, StoreError> {
            let labelled = store.labelled(label)?.into_iter();
            Ok(labelled.filter_map(|(successor, of)| Some((of.parse().ok()?, successor))).collect())
        };
        Ok(Successors { continued: successors(CONTINUES)?, followed: successors(FOLLOWS)? })
    }
}

impl Hall {
    /// The number under which a game goes on since a move was taken back.
    pub(crate) fn successor(&self, id: GameId) -> Option<GameId> {
        self.successors().continued.get(&id).copied()
    }

    /// Takes back the last move of a person who plays against a program, or whom the other person lets: the game goes on under a
    /// new number from the position before it, and the old one stays as it was.
    pub(crate) async fn undo(&self, client: &Client, room: &Room, side: Side) -> Result<Option<GameId>, RoomError> {
        let _succession = self.succession.lock().await;
        if let Some(next) = self.successor(room.id) {
            return Ok(Some(next));
        }
        let mut record = room.record();
        let Some(kept) = last_own(&record, side).filter(|_| record.ending.is_none()) else { return Ok(None) };
        self.places.count_begun(client)?;
        record.plies.truncate(kept);
        record.labels.retain(|label, _| label == DATE);
        record.labels.insert(CONTINUES.to_owned(), room.id.to_string());
        let note = room.snapshot().note().for_successor(false);
        self.leave_programs(&note, false).await;
        let id = self.begin_record(client, (record, note), room.start.clone()).await?;
        self.successors().continued.insert(room.id, id);
        room.move_to(id);
        self.put_away(room);
        Ok(Some(id))
    }

    /// The same players on the same kind of board, seats swapped. Two people asking get one game.
    pub(crate) async fn rematch(&self, client: &Client, table: &Room) -> Result<GameId, RoomError> {
        let (id, old, note) = (table.id, table.record(), table.snapshot().note().for_successor(true));
        let _succession = self.succession.lock().await;
        let known = self.successors().followed.get(&id).copied();
        if let Some(next) = known {
            return Ok(next);
        }
        self.places.count_begun(client)?;
        self.leave_programs(&note, true).await;
        let workshop = Arc::clone(&self.service.workshop);
        let (record, start) = self.work_out(client, move || rematch_of(&workshop, id, old)).await?;
        let next = self.begin_record(client, (record, note), start).await?;
        self.successors().followed.insert(id, next);
        table.offer(next);
        Ok(next)
    }

    /// The rematch of a game, if there is one.
    pub(crate) fn rematch_of(&self, id: GameId) -> Option<GameId> {
        self.successors().followed.get(&id).copied()
    }

    fn successors(&self) -> MutexGuard<'_, Successors> {
        self.successors.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The last ply that a side has chosen itself.
pub(crate) fn last_own(record: &GameRecord, side: Side) -> Option<usize> {
    record.plies.iter().rposition(|ply| ply.side == side && !ply.forced)
}
