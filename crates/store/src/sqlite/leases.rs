//! Owners of games in progress, their leases by the database's clock, and the tokens that keep late ones from writing.

use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};

use super::read::{id, rows};
use crate::error::Checked;
use crate::{EventId, GameId, Hold, OwnerId, StoreErrorKind, Unfinished};

/// This instant in milliseconds since 1970, as the database sees it.
const NOW: &str = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

fn run(connection: &Connection, sql: &str, values: impl rusqlite::Params) -> rusqlite::Result<usize> {
    connection.prepare_cached(sql)?.execute(values)
}

pub(super) fn register(connection: &Connection, name: &str, lease: Duration) -> Checked<OwnerId> {
    let before: Option<i64> =
        connection.query_row("SELECT id FROM owner WHERE name = ?", [name], |row| row.get(0)).optional()?;
    if let Some(before) = before {
        leave(connection, OwnerId(before))?;
    }
    let lease = i64::try_from(lease.as_millis()).unwrap_or(i64::MAX / 4).min(i64::MAX / 4);
    let sql = format!("INSERT INTO owner (name, lease, expires) VALUES (?1, ?2, {NOW} + ?2)");
    run(connection, &sql, params![name, lease])?;
    Ok(OwnerId(connection.last_insert_rowid()))
}

pub(super) fn renew(connection: &Connection, owner: OwnerId) -> Checked<()> {
    let sql = format!("UPDATE owner SET expires = {NOW} + lease WHERE id = ?");
    match run(connection, &sql, [owner.0])? {
        0 => Err(missing(owner)),
        _ => Ok(()),
    }
}

pub(super) fn leave(connection: &Connection, owner: OwnerId) -> Checked<()> {
    run(connection, "UPDATE hold SET owner = NULL, token = token + 1 WHERE owner = ?", [owner.0])?;
    run(connection, "DELETE FROM owner WHERE id = ?", [owner.0])?;
    Ok(())
}

/// A game that begins is its owner's.
pub(super) fn hold(connection: &Connection, owner: OwnerId, game: GameId) -> Checked<Hold> {
    if !exists(connection, owner)? {
        return Err(missing(owner));
    }
    let sql = "INSERT INTO hold (game, owner, token) VALUES (?, ?, 1)";
    run(connection, sql, params![game.cast_signed(), owner.0])?;
    Ok(Hold { game, token: 1 })
}

pub(super) fn claim(connection: &Connection, owner: OwnerId, games: &[GameId]) -> Checked<Vec<Hold>> {
    if !exists(connection, owner)? {
        return Err(missing(owner));
    }
    // What is inserted is there for the first time; what is there changes hands only where it may.
    let sql = format!(
        "INSERT INTO hold (game, owner, token) SELECT id, ?1, 1 FROM game WHERE id = ?2 AND outcome IS NULL \
         ON CONFLICT (game) DO UPDATE SET owner = excluded.owner, token = hold.token + 1 \
         WHERE hold.owner IS NULL OR hold.owner = excluded.owner \
         OR NOT EXISTS (SELECT 1 FROM owner WHERE id = hold.owner AND expires > {NOW}) RETURNING token"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let mut holds = Vec::new();
    for &game in games {
        let token: Option<i64> =
            statement.query_row(params![owner.0, game.cast_signed()], |row| row.get(0)).optional()?;
        holds.extend(token.map(|token| Hold { game, token: token.cast_unsigned() }));
    }
    Ok(holds)
}

pub(super) fn release(connection: &Connection, hold: Hold) -> Checked<()> {
    let sql = "UPDATE hold SET owner = NULL, token = token + 1 WHERE game = ? AND token = ?";
    run(connection, sql, params![hold.game.cast_signed(), hold.token.cast_signed()])?;
    Ok(())
}

/// Makes sure that whoever comes with this may write the game.
pub(super) fn check(connection: &Connection, hold: Hold) -> Checked<()> {
    let sql = "SELECT g.outcome IS NOT NULL, h.token FROM game g LEFT JOIN hold h ON h.game = g.id WHERE g.id = ?";
    let game = hold.game;
    let known: Option<(bool, Option<i64>)> = connection
        .prepare_cached(sql)?
        .query_row([game.cast_signed()], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    match known {
        None => Err(StoreErrorKind::Missing { what: format!("game {game}") }.into()),
        Some((true, _)) => Err(StoreErrorKind::Over { game }.into()),
        Some((_, token)) if token == Some(hold.token.cast_signed()) => Ok(()),
        Some(_) => Err(StoreErrorKind::Lost { game }.into()),
    }
}

/// A game that has ended is nobody's any more.
pub(super) fn forget(connection: &Connection, game: GameId) -> Checked<()> {
    run(connection, "DELETE FROM hold WHERE game = ?", [game.cast_signed()])?;
    Ok(())
}

pub(super) fn unfinished(connection: &Connection, version: i64) -> rusqlite::Result<Vec<Unfinished>> {
    let sql = match version {
        ..3 => "SELECT id, event, NULL FROM game WHERE outcome IS NULL ORDER BY id".to_owned(),
        _ => format!(
            "SELECT g.id, g.event, o.name FROM game g LEFT JOIN hold h ON h.game = g.id \
             LEFT JOIN owner o ON o.id = h.owner AND o.expires > {NOW} WHERE g.outcome IS NULL ORDER BY g.id"
        ),
    };
    rows(connection, &sql, [], |row| {
        Ok(Unfinished { game: id(row, 0)?, event: row.get::<_, Option<i64>>(1)?.map(EventId), owner: row.get(2)? })
    })
}

fn exists(connection: &Connection, owner: OwnerId) -> rusqlite::Result<bool> {
    connection.prepare_cached("SELECT 1 FROM owner WHERE id = ?")?.exists([owner.0])
}

fn missing(owner: OwnerId) -> crate::error::Problem {
    StoreErrorKind::Missing { what: format!("owner {} any more", owner.0) }.into()
}
