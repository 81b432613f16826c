//! The one thread that writes: whatever has gathered meanwhile goes into one transaction.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, Sender};

use joute_games::Outcome;
use joute_referee::{Ending, GameRecord, PlyRecord};
use joute_store::{EventId, GameId, GameResult, NewGame, NewMatch, NewVerdict, Spot, Store, StoreError};

use super::EventError;

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
    /// Matches that were made and decided.
    Matches { event: EventId, matches: Vec<NewMatch>, verdicts: Vec<NewVerdict> },
    /// A thread could not play.
    Failed(EventError),
}

/// Results that are in the store for good, or why they are not.
pub(super) type Committed = Result<Vec<GameResult>, EventError>;

/// Writes until nobody has anything to write any more. After an error nothing is written, since something is missing.
pub(super) fn write(store: &mut dyn Store, to_write: &Receiver<ToWrite>, committed: &Sender<Committed>) {
    let mut writer = Writer { store, begun: HashMap::new() };
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
    store: &'a mut dyn Store,
    begun: HashMap<u64, GameId>,
}

impl Writer<'_> {
    fn write(&mut self, batch: Vec<ToWrite>) -> Committed {
        let mut results = Vec::new();
        let mut whole: Vec<(Spot, Box<GameRecord>, u32)> = Vec::new();
        for item in batch {
            match item {
                ToWrite::Finished { token: None, spot, record, total } => whole.push((spot, record, total)),
                ToWrite::Finished { token: Some(token), spot, record, total } => {
                    let Some(id) = self.begun.remove(&token) else { continue };
                    self.store.finish(id, &NewGame { spot: Some(spot), record: &record, total })?;
                    results.extend(result(id, spot, &record, total));
                }
                ToWrite::Begun { token, spot, record, total } => {
                    let id = self.store.begin_game(&NewGame { spot: Some(spot), record: &record, total })?;
                    self.begun.insert(token, id);
                }
                ToWrite::Ply { token, ply, played } => {
                    if let Some(&id) = self.begun.get(&token) {
                        self.store.append(id, ply, &played)?;
                    }
                }
                ToWrite::Matches { event, matches, verdicts } => self.store.keep_matches(event, &matches, &verdicts)?,
                ToWrite::Failed(error) => return Err(error),
            }
        }
        results.extend(self.keep(&whole)?);
        Ok(results)
    }

    fn keep(&mut self, whole: &[(Spot, Box<GameRecord>, u32)]) -> Result<Vec<GameResult>, StoreError> {
        if whole.is_empty() {
            return Ok(Vec::new());
        }
        let games: Vec<NewGame<'_>> =
            whole.iter().map(|(spot, record, total)| NewGame { spot: Some(*spot), record, total: *total }).collect();
        let ids = self.store.keep(&games)?;
        Ok(ids
            .into_iter()
            .zip(whole)
            .filter_map(|(id, (spot, record, total))| result(id, *spot, record, *total))
            .collect())
    }
}

fn result(id: GameId, spot: Spot, record: &GameRecord, total: u32) -> Option<GameResult> {
    let outcome: Outcome = record.outcome()?;
    let fault = record.ending.as_ref().and_then(Ending::fault).map(|(by, fault)| (by, fault.kind));
    let Spot { match_index, game, swapped, .. } = spot;
    Some(GameResult { id, match_index, game, swapped, outcome, fault, tally: record.tally, total })
}
