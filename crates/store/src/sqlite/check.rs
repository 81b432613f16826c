//! Whether everything that was kept is there: against the sums of games, against gaps among them, and against the ledger.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::Connection;

use super::ledger::Remembered;
use super::read::{self, SEALED};
use crate::error::{Checked, Problem};
use crate::integrity::gone;
use crate::{EventId, GameId, Integrity, Loss, StoreErrorKind};

/// The most games that are read when a store is opened: the latest ones, which a fault is most likely to have hit. All are
/// read whenever somebody asks.
pub(super) const AT_OPENING: u64 = 10_000;

/// Looks through a store. The ledger was read before, since what is written meanwhile is in the store first.
pub(super) fn check(connection: &Connection, version: i64, remembered: &Remembered, most: u64) -> Checked<Integrity> {
    let known = games(connection)?;
    let given_up = if version < SEALED { BTreeSet::new() } else { lost(connection)? };
    let mut losses = missing(&known, remembered, &given_up);
    losses.extend(short(connection, &known, remembered)?);
    losses.extend(events(connection, remembered)?);
    let least = known.last_key_value().map_or(0, |(last, _)| last.saturating_sub(most.saturating_sub(1)));
    let mut integrity = Integrity { games: 0, losses };
    for &game in known.range(least..).map(|(game, _)| game) {
        integrity.games += 1;
        integrity.losses.extend(damage(connection, version, game)?);
    }
    Ok(integrity)
}

/// Every game, and whether it has ended.
fn games(connection: &Connection) -> rusqlite::Result<BTreeMap<GameId, bool>> {
    let sql = "SELECT id, outcome IS NOT NULL FROM game";
    Ok(read::rows(connection, sql, [], |row| Ok((read::id(row, 0)?, row.get(1)?)))?.into_iter().collect())
}

/// Games that are known to be gone.
fn lost(connection: &Connection) -> rusqlite::Result<BTreeSet<GameId>> {
    Ok(read::rows(connection, "SELECT game FROM lost", [], |row| read::id(row, 0))?.into_iter().collect())
}

/// Numbers are given one after the other and games never deleted, so a gap is a loss, also below what only the ledger knows.
fn missing(known: &BTreeMap<GameId, bool>, remembered: &Remembered, given_up: &BTreeSet<GameId>) -> Vec<Loss> {
    let last = known.last_key_value().map(|(last, _)| *last).max(remembered.last_game()).unwrap_or(0);
    gone((1..=last).filter(|game| !known.contains_key(game) && !given_up.contains(game)))
}

/// Games that had more plies, or had ended.
fn short(
    connection: &Connection,
    known: &BTreeMap<GameId, bool>,
    remembered: &Remembered,
) -> rusqlite::Result<Vec<Loss>> {
    let mut losses = Vec::new();
    let reopened = remembered.ended.iter().filter(|game| known.get(game) == Some(&false));
    losses.extend(reopened.map(|&game| Loss::Damaged { game, what: "it had ended, and its end is gone".to_owned() }));
    for (&game, &kept) in remembered.plies.iter().filter(|(game, _)| known.get(game) == Some(&false)) {
        let sql = "SELECT count(*) FROM ply WHERE game = ?";
        let there: u32 = connection.prepare_cached(sql)?.query_row([game.cast_signed()], |row| row.get(0))?;
        if there < kept {
            losses.push(Loss::Plies { game, kept, there });
        }
    }
    Ok(losses)
}

fn events(connection: &Connection, remembered: &Remembered) -> rusqlite::Result<Vec<Loss>> {
    let known: Vec<EventId> = read::events(connection)?.into_iter().map(|event| event.id).collect();
    let lost = remembered.events.iter().filter(|(id, _)| !known.contains(&EventId(**id)));
    Ok(lost.map(|(_, event)| Loss::Event { name: event.name.clone() }).collect())
}

/// What is wrong with a game. A disk that cannot be read is no damage, and told as what it is.
fn damage(connection: &Connection, version: i64, game: GameId) -> Checked<Option<Loss>> {
    let damaged = |what: String| Ok(Some(Loss::Damaged { game, what }));
    match read::game(connection, version, game).map_err(Problem::from) {
        Ok(Some(_)) => Ok(None),
        Ok(None) => damaged("a part of it is gone".to_owned()),
        Err(problem) => match problem.kind {
            StoreErrorKind::Damaged { losses } => Ok(losses.into_iter().next()),
            // What this program does not know is told where it is used: it may be that of a later one.
            StoreErrorKind::Unknown { .. } if version < SEALED => Ok(None),
            StoreErrorKind::Unknown { what, value } => damaged(format!("{what} is {value}")),
            StoreErrorKind::Corrupt { what } => damaged(what),
            _ => Err(problem),
        },
    }
}

/// What is in a store, as a ledger would say it.
pub(super) fn contents(connection: &Connection) -> rusqlite::Result<Remembered> {
    let ended = games(connection)?.into_iter().filter(|(_, has_ended)| *has_ended).map(|(game, _)| game).collect();
    let sql =
        "SELECT g.id, count(p.ply) FROM game g LEFT JOIN ply p ON p.game = g.id WHERE g.outcome IS NULL GROUP BY g.id";
    let plies = read::rows(connection, sql, [], |row| Ok((read::id(row, 0)?, row.get(1)?)))?.into_iter().collect();
    let events = read::events(connection)?.into_iter().map(|stored| (stored.id.0, stored.event)).collect();
    Ok(Remembered { ended, plies, events })
}

/// What the ledger of a store that is not there, or empty, says was in it.
pub(super) fn all_lost(remembered: &Remembered) -> Vec<Loss> {
    let events = remembered.events.values().map(|event| Loss::Event { name: event.name.clone() });
    events.chain(gone(1..=remembered.last_game().unwrap_or(0))).collect()
}
