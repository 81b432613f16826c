//! The one thread that writes: whatever has gathered meanwhile goes into one transaction.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

use joute_games::Outcome;
use joute_referee::{Ending, GameRecord, PlyRecord};
use joute_store::{
    EventId, GameId, GameResult, Hold, LEASE, NewGame, OwnerId, Ownership, Spot, Store, StoreError, Write, Written,
};

use super::EventError;
use crate::bell::Listener;

/// The most that goes into one transaction.
const BATCH: usize = 2000;

/// Something to be written.
pub(super) enum ToWrite {
    /// A game has ended; with a token it was begun before.
    Finished { token: Option<u64>, spot: Spot, record: Box<GameRecord>, total: u32 },
    /// A game takes long and is written as it is played.
    Begun { token: u64, spot: Spot, record: Box<GameRecord>, total: u32 },
    /// One more ply of such a game.
    Ply { token: u64, ply: u32, played: PlyRecord },
    /// A thread could not play.
    Failed(EventError),
}

/// Results that are in the store for good, or why they are not.
pub(super) type Committed = Result<Vec<GameResult>, EventError>;

/// Results are waited for, and rings of the bell: those come as no results, for as long as anybody is there who writes.
pub(super) fn rung_for(committed: Sender<Committed>) -> (Arc<Sender<Committed>>, Listener) {
    let committed = Arc::new(committed);
    let writing = Arc::downgrade(&committed);
    let wake = move || drop(writing.upgrade().map(|committed| committed.send(Ok(Vec::new()))));
    (committed, Listener::new(wake))
}

/// Writes until nobody has anything to write any more. After an error nothing is written, since something is missing.
pub(super) fn write(store: &Arc<dyn Store>, to_write: &Receiver<ToWrite>, committed: &Sender<Committed>) {
    let mut writer = Writer { store, owner: None, holds: HashMap::new() };
    let mut failed = false;
    while let Ok(first) = to_write.recv() {
        let mut batch = vec![first];
        batch.extend(to_write.try_iter().take(BATCH - 1));
        if failed {
            continue;
        }
        let written = writer.write(batch);
        failed = written.is_err();
        if failed || written.as_ref().is_ok_and(|results| !results.is_empty()) {
            let _ = committed.send(written);
        }
    }
}

struct Writer<'a> {
    store: &'a Arc<dyn Store>,
    /// Who holds the games that are written as they are played; nobody until there is one.
    owner: Option<Ownership>,
    /// Such games by their tokens.
    holds: HashMap<u64, Hold>,
}

impl Writer<'_> {
    fn write(&mut self, items: Vec<ToWrite>) -> Committed {
        let mut batch = Batch::default();
        for item in items {
            self.gather(item, &mut batch)?;
        }
        let written = self.store.apply(&batch.writes)?;
        for (token, at) in batch.begun {
            self.holds.extend(written[at].hold().map(|hold| (token, hold)));
        }
        Ok(batch.writes.iter().zip(written).filter_map(|(write, written)| result(write, written)).collect())
    }

    fn gather(&mut self, item: ToWrite, batch: &mut Batch) -> Result<(), EventError> {
        match item {
            ToWrite::Finished { token, spot, record, total } => {
                let game = NewGame::owned(*record, total).at(spot);
                match token {
                    None => batch.writes.push(Write::Game(game)),
                    Some(token) => self.finish(token, game, batch),
                }
            }
            ToWrite::Begun { token, spot, record, total } => {
                let game = NewGame::owned(*record, total).at(spot);
                let owner = self.owner(spot.event)?;
                batch.begun.insert(token, batch.writes.len());
                batch.writes.push(Write::Begin { owner, game });
            }
            ToWrite::Ply { token, ply, played } => match (batch.begun_game(token), self.holds.get(&token)) {
                (Some(game), _) => game.record.to_mut().plies.push(played),
                (None, Some(&hold)) => batch.writes.push(Write::Ply { hold, ply, played: Cow::Owned(played) }),
                (None, None) => {}
            },
            ToWrite::Failed(error) => return Err(error),
        }
        Ok(())
    }

    fn finish(&mut self, token: u64, game: NewGame<'static>, batch: &mut Batch) {
        match (batch.begun.remove(&token), self.holds.remove(&token)) {
            (Some(at), _) => batch.writes[at] = Write::Game(game),
            (None, Some(hold)) => batch.writes.push(Write::Finish { hold, game }),
            (None, None) => {}
        }
    }

    /// Whoever runs an event holds its games, and whoever ran it before no longer does.
    fn owner(&mut self, event: EventId) -> Result<OwnerId, StoreError> {
        let owner = match self.owner.take() {
            Some(owner) => owner,
            None => Ownership::take(self.store, &format!("event {}", event.0), LEASE)?,
        };
        Ok(self.owner.insert(owner).id())
    }
}

/// What goes into one transaction.
#[derive(Default)]
struct Batch {
    writes: Vec<Write<'static>>,
    /// Where in it games begin, by their tokens. What happens to them within the batch is told with their beginning.
    begun: HashMap<u64, usize>,
}

impl Batch {
    fn begun_game(&mut self, token: u64) -> Option<&mut NewGame<'static>> {
        match self.writes.get_mut(*self.begun.get(&token)?)? {
            Write::Begin { game, .. } => Some(game),
            _ => None,
        }
    }
}

/// The result of a game that has ended.
fn result(write: &Write<'_>, written: Written) -> Option<GameResult> {
    let (id, game) = match write {
        Write::Game(game) => (written.game()?, game),
        Write::Finish { hold, game } => (hold.game, game),
        _ => return None,
    };
    result_of(id, game)
}

fn result_of(id: GameId, game: &NewGame<'_>) -> Option<GameResult> {
    let record = &*game.record;
    let outcome: Outcome = record.outcome()?;
    let fault = record.ending.as_ref().and_then(Ending::fault).map(|(by, fault)| (by, fault.kind));
    let Spot { match_index, game: number, swapped, .. } = game.spot?;
    Some(GameResult { id, match_index, game: number, swapped, outcome, fault, tally: record.tally, total: game.total })
}
