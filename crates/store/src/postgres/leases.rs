//! Owners of games in progress, their leases by the server's clock, and the tokens that keep late ones from writing.

use std::time::Duration;

use super::plain::plain;
use super::read::{get, id, optional_text};
use super::transaction::Work;
use crate::error::{Checked, Problem};
use crate::{EventId, GameId, Hold, OwnerId, StoreErrorKind, Unfinished};

/// This instant in milliseconds since 1970, as the server sees it.
macro_rules! now {
    () => {
        "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
    };
}

pub(super) use now;

pub(super) fn register(work: &mut Work<'_>, name: &str, lease: Duration) -> Checked<OwnerId> {
    let name = plain(name);
    // Two who come under one name at once come one after the other, and nobody else waits for them.
    work.run("SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ' ' || $1, 0))", &[&name])?;
    if let Some(before) = work.maybe("SELECT id FROM owner WHERE name = $1", &[&name])? {
        leave(work, OwnerId(get(&before, 0)?))?;
    }
    let lease = i64::try_from(lease.as_millis()).unwrap_or(i64::MAX / 4).min(i64::MAX / 4);
    let sql = concat!("INSERT INTO owner (name, lease, expires) VALUES ($1, $2, ", now!(), " + $2) RETURNING id");
    Ok(OwnerId(get(&work.one(sql, &[&name, &lease])?, 0)?))
}

pub(super) fn renew(work: &mut Work<'_>, owner: OwnerId) -> Checked<()> {
    let sql = concat!("UPDATE owner SET expires = ", now!(), " + lease WHERE id = $1");
    match work.run(sql, &[&owner.0])? {
        0 => Err(missing(owner)),
        _ => Ok(()),
    }
}

pub(super) fn leave(work: &mut Work<'_>, owner: OwnerId) -> Checked<()> {
    work.run("UPDATE hold SET owner = NULL, token = token + 1 WHERE owner = $1", &[&owner.0])?;
    work.run("DELETE FROM owner WHERE id = $1", &[&owner.0])?;
    // Last of all: whoever was just taking tasks under this name has been waited for.
    work.run("UPDATE task SET owner = NULL, token = token + 1 WHERE owner = $1", &[&owner.0])?;
    Ok(())
}

/// Owners that died and whose names nobody took again: a server would keep them for ever.
pub(super) fn forget_the_silent(work: &mut Work<'_>) -> Checked<()> {
    let sql = concat!("SELECT id FROM owner WHERE expires < ", now!(), " - 604800000 FOR UPDATE SKIP LOCKED");
    for silent in work.rows(sql, &[])? {
        leave(work, OwnerId(get(&silent, 0)?))?;
    }
    Ok(())
}

/// A game that begins is its owner's.
pub(super) fn hold(work: &mut Work<'_>, owner: OwnerId, game: GameId) -> Checked<Hold> {
    must_exist(work, owner)?;
    work.run("INSERT INTO hold (game, owner, token) VALUES ($1, $2, 1)", &[&game.cast_signed(), &owner.0])?;
    Ok(Hold { game, token: 1 })
}

pub(super) fn claim(work: &mut Work<'_>, owner: OwnerId, games: &[GameId]) -> Checked<Vec<Hold>> {
    must_exist(work, owner)?;
    // What is inserted is there for the first time; what is there changes hands only where it may.
    let sql = concat!(
        "INSERT INTO hold (game, owner, token) SELECT id, $1::bigint, 1 FROM game WHERE id = $2 AND outcome IS NULL \
         ON CONFLICT (game) DO UPDATE SET owner = excluded.owner, token = hold.token + 1 \
         WHERE hold.owner IS NULL OR hold.owner = excluded.owner \
         OR NOT EXISTS (SELECT 1 FROM owner o WHERE o.id = hold.owner AND o.expires > ",
        now!(),
        ") RETURNING token"
    );
    let mut holds = Vec::new();
    for &game in games {
        if let Some(row) = work.maybe(sql, &[&owner.0, &game.cast_signed()])? {
            holds.push(Hold { game, token: get::<i64>(&row, 0)?.cast_unsigned() });
        }
    }
    Ok(holds)
}

pub(super) fn release(work: &mut Work<'_>, hold: Hold) -> Checked<()> {
    let sql = "UPDATE hold SET owner = NULL, token = token + 1 WHERE game = $1 AND token = $2";
    work.run(sql, &[&hold.game.cast_signed(), &hold.token.cast_signed()])?;
    Ok(())
}

/// Makes sure that whoever comes with this may write the game, and that nobody takes it before this is written.
pub(super) fn check(work: &mut Work<'_>, hold: Hold) -> Checked<()> {
    let game = hold.game;
    let held = work.maybe("SELECT token FROM hold WHERE game = $1 FOR UPDATE", &[&game.cast_signed()])?;
    let token: Option<i64> = held.map(|row| get(&row, 0)).transpose()?;
    if token == Some(hold.token.cast_signed()) {
        return Ok(());
    }
    let known = work.maybe("SELECT outcome IS NOT NULL FROM game WHERE id = $1", &[&game.cast_signed()])?;
    Err(match known.map(|row| get::<bool>(&row, 0)).transpose()? {
        None => StoreErrorKind::Missing { what: format!("game {game}") }.into(),
        Some(true) => StoreErrorKind::Over { game }.into(),
        Some(false) => StoreErrorKind::Lost { game }.into(),
    })
}

/// A game that has ended is nobody's any more.
pub(super) fn forget(work: &mut Work<'_>, game: GameId) -> Checked<()> {
    work.run("DELETE FROM hold WHERE game = $1", &[&game.cast_signed()])?;
    Ok(())
}

pub(super) fn unfinished(work: &mut Work<'_>) -> Checked<Vec<Unfinished>> {
    let sql = concat!(
        "SELECT g.id, g.event, o.name FROM game g LEFT JOIN hold h ON h.game = g.id \
         LEFT JOIN owner o ON o.id = h.owner AND o.expires > ",
        now!(),
        " WHERE g.outcome IS NULL ORDER BY g.id"
    );
    let rows = work.rows(sql, &[])?;
    let unfinished = |row| {
        let event = get::<Option<i64>>(row, 1)?.map(EventId);
        Ok(Unfinished { game: id(row, 0)?, event, owner: optional_text(row, 2)? })
    };
    rows.iter().map(unfinished).collect()
}

pub(super) fn must_exist(work: &mut Work<'_>, owner: OwnerId) -> Checked<()> {
    match work.maybe("SELECT 1 FROM owner WHERE id = $1 FOR KEY SHARE", &[&owner.0])? {
        Some(_) => Ok(()),
        None => Err(missing(owner)),
    }
}

pub(super) fn missing(owner: OwnerId) -> Problem {
    StoreErrorKind::Missing { what: format!("owner {} any more", owner.0) }.into()
}
