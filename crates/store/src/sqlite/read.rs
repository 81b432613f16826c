//! Reading: results, games and what they come to.

use std::collections::BTreeMap;

use joute_games::Side;
use joute_referee::{GameRecord, Identity, PlyRecord};
use joute_tournament::summary::FaultNote;
use rusqlite::{Connection, OptionalExtension, Result, Row};
use serde::de::DeserializeOwned;

use super::problem::{failure, unknown};
use super::schema::{WITH_NOTES, WITH_SEATS};
use crate::plies::decode;
use crate::{Entry, EventId, GameId, GameResult, Loss, NewEvent, Spot, StoreErrorKind, StoredEvent};
use crate::{code, seal};

pub(super) fn rows<T>(
    connection: &Connection,
    sql: &str,
    values: impl rusqlite::Params,
    read: impl FnMut(&Row<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    connection.prepare_cached(sql)?.query_map(values, read)?.collect()
}

pub(super) fn id(row: &Row<'_>, column: usize) -> Result<GameId> {
    row.get::<_, i64>(column).map(i64::cast_unsigned)
}

pub(super) fn events(connection: &Connection) -> Result<Vec<StoredEvent>> {
    let events = rows(connection, "SELECT id, name, format, description FROM event ORDER BY id", [], |row| {
        let event = NewEvent { name: row.get(1)?, format: row.get(2)?, description: row.get(3)?, entries: Vec::new() };
        Ok(StoredEvent { id: EventId(row.get(0)?), event })
    });
    let with_entries = |mut stored: StoredEvent| {
        let sql = "SELECT name, locator, version, refused FROM entry WHERE event = ? ORDER BY number";
        stored.event.entries = rows(connection, sql, [stored.id.0], |row| {
            Ok(Entry { name: row.get(0)?, locator: row.get(1)?, version: row.get(2)?, refused: row.get(3)? })
        })?;
        Ok(stored)
    };
    events?.into_iter().map(with_entries).collect()
}

pub(super) fn results(connection: &Connection, event: EventId) -> Result<Vec<GameResult>> {
    let sql = "SELECT id, match, number, swapped, outcome, how, reason, first_tally, second_tally, total FROM game \
               WHERE event = ? AND outcome IS NOT NULL ORDER BY match, number";
    rows(connection, sql, [event.0], |row| {
        Ok(GameResult {
            id: id(row, 0)?,
            match_index: row.get(1)?,
            game: row.get(2)?,
            swapped: row.get(3)?,
            outcome: code::outcome(row.get(4)?)?,
            fault: code::fault_of(row.get(5)?, row.get(6)?)?,
            tally: [row.get(7)?, row.get(8)?],
            total: row.get(9)?,
        })
    })
}

pub(super) fn latest(connection: &Connection, limit: u32) -> Result<Vec<GameId>> {
    rows(connection, "SELECT id FROM game ORDER BY id DESC LIMIT ?", [limit], |row| id(row, 0))
}

pub(super) fn labelled(connection: &Connection, label: &str) -> Result<Vec<(GameId, String)>> {
    let sql = "SELECT c.game, e.value FROM course c JOIN text l ON l.id = c.labels, json_each(l.text) e \
               WHERE e.key = ? ORDER BY c.game";
    rows(connection, sql, [label], |row| Ok((id(row, 0)?, row.get(1)?)))
}

/// What an engine thought of a game.
pub(super) fn review(connection: &Connection, version: i64, record: &str) -> Result<Option<String>> {
    if version < 2 {
        return Ok(None);
    }
    let mut statement = connection.prepare_cached("SELECT review FROM review WHERE record = ?")?;
    statement.query_row([record], |row| row.get(0)).optional()
}

pub(super) fn reviews(connection: &Connection, version: i64) -> Result<Vec<(String, String)>> {
    if version < 2 {
        return Ok(Vec::new());
    }
    rows(connection, "SELECT record, review FROM review ORDER BY record", [], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Who holds the seats of a game.
pub(super) fn seats(connection: &Connection, version: i64, game: GameId) -> Result<[Option<String>; 2]> {
    let mut seats = [None, None];
    if version >= WITH_SEATS {
        let held: Vec<(i64, String)> =
            rows(connection, "SELECT side, holder FROM seat WHERE game = ?", [game.cast_signed()], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })?;
        for (side, holder) in held {
            seats[code::side(side)?] = Some(holder);
        }
    }
    Ok(seats)
}

/// The games of which seats or notes are kept.
pub(super) fn tables(connection: &Connection, version: i64) -> Result<Vec<GameId>> {
    let sql = match version {
        ..WITH_SEATS => return Ok(Vec::new()),
        WITH_SEATS..WITH_NOTES => "SELECT DISTINCT game FROM seat ORDER BY game",
        WITH_NOTES.. => "SELECT game FROM seat UNION SELECT game FROM note ORDER BY game",
    };
    rows(connection, sql, [], |row| id(row, 0))
}

/// What a server noted about the table of a game.
pub(super) fn note(connection: &Connection, version: i64, game: GameId) -> Result<Option<String>> {
    if version < WITH_NOTES {
        return Ok(None);
    }
    let mut statement = connection.prepare_cached("SELECT text FROM note WHERE game = ?")?;
    statement.query_row([game.cast_signed()], |row| row.get(0)).optional()
}

/// A game, all of it at one instant. One whose sum is another than when it was stored is an error.
pub(super) fn game(connection: &Connection, version: i64, game: GameId) -> Result<Option<GameRecord>> {
    let _instant = connection.unchecked_transaction()?;
    let Some((record, spot, total)) = placed(connection, game)? else { return Ok(None) };
    if version >= SEALED && record.ending.is_some() {
        verify(connection, game, &record, spot, total)?;
    }
    Ok(Some(record))
}

/// The version from which finished games have sums.
pub(super) const SEALED: i64 = 4;

fn verify(connection: &Connection, game: GameId, record: &GameRecord, spot: Option<Spot>, total: u32) -> Result<()> {
    let sql = "SELECT (SELECT sum FROM seal WHERE game = ?1), ?1 <= (SELECT max(unsealed) FROM integrity)";
    let (stored, is_older): (Option<i64>, Option<bool>) =
        connection.prepare_cached(sql)?.query_row([game.cast_signed()], |row| Ok((row.get(0)?, row.get(1)?)))?;
    match stored {
        Some(stored) if stored == seal::sum(record, spot, total) => Ok(()),
        None if is_older == Some(true) => Ok(()),
        Some(_) => Err(damaged(game, "it is not what was stored: its sum is another")),
        None => Err(damaged(game, "its sum is missing")),
    }
}

fn damaged(game: GameId, what: &str) -> rusqlite::Error {
    failure(StoreErrorKind::Damaged { losses: vec![Loss::Damaged { game, what: what.to_owned() }] })
}

/// A game with where it belongs and all there is to have on its board.
pub(super) fn placed(connection: &Connection, game: GameId) -> Result<Option<(GameRecord, Option<Spot>, u32)>> {
    let sql = "SELECT t.version, t.game, t.setup, t.rules, t.files, s.text, l.text, g.first, g.second, g.seed, \
               g.outcome, g.how, g.reason, g.first_tally, g.second_tally, f.evidence, c.moves, c.clock, \
               e.name, g.match, g.number, g.event, g.swapped, g.total \
               FROM game g JOIN terms t ON t.id = g.terms JOIN course c ON c.game = g.id JOIN text s ON s.id = c.start \
               LEFT JOIN text l ON l.id = c.labels LEFT JOIN fault f ON f.game = g.id LEFT JOIN event e ON e.id = g.event \
               WHERE g.id = ?";
    let mut statement = connection.prepare_cached(sql)?;
    let read = |row: &Row<'_>| Ok((record(connection, game, row)?, spot(row)?, row.get(23)?));
    statement.query_row([game.cast_signed()], read).optional()
}

fn spot(row: &Row<'_>) -> Result<Option<Spot>> {
    let parts: (Option<i64>, Option<u32>, Option<u32>, Option<bool>) =
        (row.get(21)?, row.get(19)?, row.get(20)?, row.get(22)?);
    Ok(match parts {
        (Some(event), Some(match_index), Some(game), Some(swapped)) => {
            Some(Spot { event: EventId(event), match_index, game, swapped })
        }
        _ => None,
    })
}

fn record(connection: &Connection, game: GameId, row: &Row<'_>) -> Result<GameRecord> {
    let course: (Option<String>, Option<Vec<u8>>) = (row.get(16)?, row.get(17)?);
    let plies = match course {
        (Some(moves), Some(clock)) => finished_plies(connection, game, &moves, &clock)?,
        _ => open_plies(connection, game)?,
    };
    let tally: [Option<u32>; 2] = [row.get(13)?, row.get(14)?];
    let labels: Option<String> = row.get(6)?;
    let mut labels: BTreeMap<String, String> =
        labels.map(|text| parsed(&format!("the labels of game {game}"), &text)).transpose()?.unwrap_or_default();
    let place: (Option<String>, Option<u32>, Option<u32>) = (row.get(18)?, row.get(19)?, row.get(20)?);
    if let (Some(event), Some(number), Some(game)) = place {
        labels.insert("event".to_owned(), event);
        labels.insert("match".to_owned(), (number + 1).to_string());
        labels.insert("game".to_owned(), (game + 1).to_string());
    }
    Ok(GameRecord {
        version: row.get(0)?,
        game: row.get(1)?,
        setup: row.get(2)?,
        start: row.get(5)?,
        files: files(connection, &row.get::<_, String>(4)?)?,
        rules: row.get(3)?,
        players: [identity(connection, row.get(7)?)?, identity(connection, row.get(8)?)?],
        seed: row.get::<_, i64>(9)?.cast_unsigned(),
        plies,
        ending: code::ending([row.get(10)?, row.get(11)?, row.get(12)?], row.get(15)?)?,
        tally: tally.map(Option::unwrap_or_default),
        labels,
    })
}

fn finished_plies(connection: &Connection, game: GameId, moves: &str, clock: &[u8]) -> Result<Vec<PlyRecord>> {
    let decoded = decode(moves, clock).ok_or_else(|| unknown(format!("the course of game {game}"), moves))?;
    let (mut plies, with_log) = decoded;
    if !with_log.is_empty() {
        let logs = rows(connection, "SELECT ply, text FROM log WHERE game = ?", [game.cast_signed()], |row| {
            Ok((row.get::<_, u32>(0)? as usize, row.get::<_, String>(1)?))
        })?;
        for (ply, text) in logs {
            if let Some(ply) = plies.get_mut(ply) {
                ply.log = Some(text);
            }
        }
    }
    Ok(plies)
}

fn open_plies(connection: &Connection, game: GameId) -> Result<Vec<PlyRecord>> {
    let sql = "SELECT ply, played FROM ply WHERE game = ? ORDER BY ply";
    let texts: Vec<(u32, String)> = rows(connection, sql, [game.cast_signed()], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let read = |(expected, (ply, text)): (usize, &(u32, String))| match *ply as usize == expected {
        true => parsed(&format!("ply {ply} of game {game}"), text),
        // Earlier programs went on when a ply could not be stored.
        false => Err(unknown(format!("ply {expected} of game {game}"), "missing")),
    };
    texts.iter().enumerate().map(read).collect()
}

fn files(connection: &Connection, hashes: &str) -> Result<BTreeMap<String, String>> {
    let hashes: Vec<String> = parsed("the list of a game's files", hashes)?;
    let text = |hash: String| {
        let text = connection.query_row("SELECT text FROM file WHERE hash = ?", [&hash], |row| row.get(0))?;
        Ok((hash, text))
    };
    hashes.into_iter().map(text).collect()
}

/// JSON that this program once wrote.
fn parsed<T: DeserializeOwned>(what: &str, text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|_| unknown(what, text))
}

fn identity(connection: &Connection, version: i64) -> Result<Identity> {
    let sql = "SELECT p.name, v.locator, v.version, v.runtime FROM player_version v JOIN player p ON p.id = v.player \
               WHERE v.id = ?";
    connection.prepare_cached(sql)?.query_row([version], |row| {
        let runtime: String = row.get(3)?;
        let runtime = Some(runtime).filter(|runtime| !runtime.is_empty());
        Ok(Identity { name: row.get(0)?, locator: row.get(1)?, version: row.get(2)?, runtime })
    })
}

pub(super) fn faults(connection: &Connection, event: EventId) -> Result<Vec<FaultNote>> {
    let sql = "SELECT f.side, f.kind, f.evidence, g.id, g.first, g.second FROM fault f JOIN game g ON g.id = f.game \
               WHERE g.event = ? AND g.outcome IS NOT NULL ORDER BY g.match, g.number, g.id";
    rows(connection, sql, [event.0], |row| {
        let column = if code::side(row.get(0)?)? == Side::First { 4 } else { 5 };
        Ok(FaultNote {
            player: identity(connection, row.get(column)?)?.name,
            kind: code::kind_name(code::kind(row.get(1)?)?).to_owned(),
            evidence: row.get(2)?,
            game: id(row, 3)?,
        })
    })
}
