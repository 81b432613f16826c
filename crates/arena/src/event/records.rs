//! Records of an event's games as a file beside its store, and back: what a store can be made anew from.

use joute_catalog::find_game;
use joute_referee::GameRecord;
use joute_store::{EventId, Found, GameResult, NewGame, Spot, StoredEvent};

/// The labels that say what a record alone does not: the number of a game in its store, and whether the seats were swapped.
const NUMBER: &str = "number";
const SWAPPED: &str = "swapped";

/// The record of a game of an event, with what is needed to put it back into a store.
pub fn labelled_record(mut record: GameRecord, result: &GameResult) -> GameRecord {
    record.labels.insert(NUMBER.to_owned(), result.id.to_string());
    if result.swapped {
        record.labels.insert(SWAPPED.to_owned(), "yes".to_owned());
    }
    record
}

/// A game that can be put back into a store with these events; or why it cannot.
pub fn found_game(mut record: GameRecord, events: &[StoredEvent]) -> Result<Found, String> {
    let total = replayed(&record)?;
    let id = record.labels.remove(NUMBER).and_then(|number| number.parse().ok());
    let swapped = record.labels.remove(SWAPPED).is_some();
    let spot = match record.labels.get("event") {
        Some(name) => Some(spot(&record, event_called(name, events)?, swapped)?),
        None => None,
    };
    let game = NewGame::owned(record, total);
    Ok(Found { id, game: if let Some(spot) = spot { game.at(spot) } else { game } })
}

/// All there is to have on the board, if the moves can be played.
fn replayed(record: &GameRecord) -> Result<u32, String> {
    let entry = find_game(&record.game).ok_or_else(|| format!("there is no game called {}", record.game))?;
    let source = entry.setup(&record.setup, &record.attachments()).map_err(|error| error.to_string())?;
    let start = source.start(0).and_then(|start| start.at(&record.start).map_err(Into::into));
    let start = start.map_err(|error| error.to_string())?;
    record.replay(&start).map_err(|error| error.to_string())?;
    Ok(start.total())
}

fn event_called(name: &str, events: &[StoredEvent]) -> Result<EventId, String> {
    let known = events.iter().rev().find(|stored| stored.event.name == name);
    known.map(|stored| stored.id).ok_or_else(|| format!("the store knows no event called {name}"))
}

fn spot(record: &GameRecord, event: EventId, swapped: bool) -> Result<Spot, String> {
    let number = |label: &str| {
        let number = record.labels.get(label).and_then(|number| number.parse::<u32>().ok()?.checked_sub(1));
        number.ok_or_else(|| format!("it does not say which {label} of its event it is"))
    };
    Ok(Spot { event, match_index: number("match")?, game: number("game")?, swapped })
}
