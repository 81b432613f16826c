//! Writing, within one transaction.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use joute_games::Side;
use joute_referee::{Ending, GameRecord, PlyRecord};
use rusqlite::{Connection, TransactionBehavior, params};

use super::problem::is_duplicate;
use super::shared::Known;
use super::{documents, leases, read};
use crate::code;
use crate::error::{Checked, Problem};
use crate::plies::encode;
use crate::seal::{self, DERIVED_LABELS};
use crate::{EventId, GameId, NewEvent, NewGame, StoreErrorKind, Write, Written};

/// The connection that writes, and what it knows to be there.
pub(super) struct Writing {
    connection: Connection,
    known: Known,
}

impl Writing {
    pub(super) fn new(connection: Connection) -> Writing {
        Writing { connection, known: Known::default() }
    }

    pub(super) fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Does some writing, all of it or none.
    pub(super) fn transaction<T>(&mut self, work: impl FnOnce(&mut Writer<'_>) -> Checked<T>) -> Checked<T> {
        let known = &mut self.known;
        let done = (|| {
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let value = work(&mut Writer { transaction: &transaction, known: &mut *known, number: None })?;
            transaction.commit()?;
            Ok(value)
        })();
        if done.is_err() {
            // What was rolled back is not there.
            self.known = Known::default();
        }
        done
    }
}

/// A transaction.
pub(super) struct Writer<'a> {
    pub(super) transaction: &'a Connection,
    pub(super) known: &'a mut Known,
    /// The number that the next event or game gets, where it had one before.
    pub(super) number: Option<i64>,
}

impl Writer<'_> {
    pub(super) fn run(&self, sql: &str, values: impl rusqlite::Params) -> rusqlite::Result<usize> {
        self.transaction.prepare_cached(sql)?.execute(values)
    }

    pub(super) fn apply(&mut self, write: &Write<'_>) -> Checked<Written> {
        match write {
            Write::Event(event) => self.add_event(event).map(Written::Event),
            Write::Game(game) => self.keep(game).map(Written::Game),
            Write::Begin { owner, game } => {
                let id = self.begin(game)?;
                leases::hold(self.transaction, *owner, id).map(Written::Begun)
            }
            Write::Ply { hold, ply, played } => {
                leases::check(self.transaction, *hold)?;
                self.append(hold.game, *ply, played).map(|()| Written::Done)
            }
            Write::Finish { hold, game } => {
                leases::check(self.transaction, *hold)?;
                self.finish(hold.game, game).map(|()| Written::Done)
            }
            Write::Review { record, review } => {
                let sql = "INSERT OR REPLACE INTO review (record, review) VALUES (?, ?)";
                self.run(sql, params![record, review])?;
                Ok(Written::Done)
            }
            Write::Seat { game, side, holder, instead_of } => {
                self.take_seat(*game, *side, holder, instead_of.as_deref()).map(|()| Written::Done)
            }
            Write::Note { game, text } => {
                let sql = "INSERT INTO note (game, text) SELECT id, ?2 FROM game WHERE id = ?1 \
                           ON CONFLICT DO UPDATE SET text = excluded.text";
                match self.run(sql, params![game.cast_signed(), text])? {
                    0 => Err(StoreErrorKind::Missing { what: format!("game {game}") }.into()),
                    _ => Ok(Written::Done),
                }
            }
            Write::Document(change) => documents::change(self.transaction, change).map(|()| Written::Done),
        }
    }

    fn add_event(&mut self, event: &NewEvent) -> Checked<EventId> {
        let number = self.number.take();
        self.run(
            "INSERT INTO event (id, name, format, description, created) VALUES (?, ?, ?, ?, ?)",
            params![number, event.name, event.format, event.description, now()],
        )?;
        let id = self.transaction.last_insert_rowid();
        for (number, entry) in event.entries.iter().enumerate() {
            self.run(
                "INSERT INTO entry (event, number, name, locator, version, refused) VALUES (?, ?, ?, ?, ?, ?)",
                params![id, number as i64, entry.name, entry.locator, entry.version, entry.refused],
            )?;
        }
        Ok(EventId(id))
    }

    fn begin(&mut self, game: &NewGame<'_>) -> Checked<GameId> {
        let id = self.insert(game, None)?;
        self.insert_course(id, &game.record, None)?;
        for (ply, played) in game.record.plies.iter().enumerate() {
            self.append(id, ply as u32, played)?;
        }
        Ok(id)
    }

    /// Plies follow each other: what lies behind a gap could never be played on.
    fn append(&mut self, game: GameId, ply: u32, played: &PlyRecord) -> Checked<()> {
        let text =
            serde_json::to_string(played).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
        let sql = "SELECT max(ply) + 1, max(played) FILTER (WHERE ply = ?2) FROM ply WHERE game = ?1";
        let (expected, there): (Option<u32>, Option<String>) = self
            .transaction
            .prepare_cached(sql)?
            .query_row(params![game.cast_signed(), ply], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let expected = expected.unwrap_or(0);
        match there {
            Some(there) if there == text => return Ok(()),
            None if ply == expected => {}
            _ => return Err(StoreErrorKind::OutOfOrder { game, ply, expected }.into()),
        }
        self.run("INSERT INTO ply (game, ply, played) VALUES (?, ?, ?)", params![game.cast_signed(), ply, text])?;
        Ok(())
    }

    /// One statement looks and takes, so that of two who want a seat one gets it.
    fn take_seat(&mut self, game: GameId, side: Side, holder: &str, instead_of: Option<&str>) -> Checked<()> {
        let (id, seat) = (game.cast_signed(), code::of_side(side));
        let taken = match instead_of {
            None => {
                let sql = "INSERT INTO seat (game, side, holder) SELECT id, ?2, ?3 FROM game WHERE id = ?1 ON CONFLICT DO NOTHING";
                self.run(sql, params![id, seat, holder])?
            }
            Some(before) => {
                let sql = "UPDATE seat SET holder = ?3 WHERE game = ?1 AND side = ?2 AND holder = ?4";
                self.run(sql, params![id, seat, holder, before])?
            }
        };
        if taken == 0 { Err(StoreErrorKind::Taken { game, side }.into()) } else { Ok(()) }
    }

    fn finish(&mut self, id: GameId, game: &NewGame<'_>) -> Checked<()> {
        let record = &*game.record;
        let [outcome, how, reason] = code::of_ending(record.ending.as_ref());
        if outcome.is_none() {
            // A game that was given up stays as it is: begun and not finished.
            return Ok(());
        }
        let [first, second] = record.tally;
        let sql = "UPDATE game SET outcome = ?, how = ?, reason = ?, first_tally = ?, second_tally = ?, ended = ? WHERE id = ?";
        let ended = self.run(sql, params![outcome, how, reason, first, second, now(), id.cast_signed()]);
        ended.map_err(|error| naming(game, error))?;
        let (moves, clock) = encode(&record.plies);
        self.run("UPDATE course SET moves = ?, clock = ? WHERE game = ?", params![moves, clock, id.cast_signed()])?;
        self.run("DELETE FROM ply WHERE game = ?", params![id.cast_signed()])?;
        leases::forget(self.transaction, id)?;
        self.insert_rest(id, record)?;
        // The rest was stored when it began, so what is sealed is read.
        match read::placed(self.transaction, id)? {
            Some((record, spot, total)) => self.seal(id, seal::sum(&record, spot, total)),
            None => Err(StoreErrorKind::Missing { what: format!("game {id}") }.into()),
        }
    }

    fn seal(&self, id: GameId, sum: i64) -> Checked<()> {
        self.run("INSERT INTO seal (game, sum) VALUES (?, ?)", params![id.cast_signed(), sum])?;
        Ok(())
    }

    fn keep(&mut self, game: &NewGame<'_>) -> Checked<GameId> {
        let record = &*game.record;
        if code::of_ending(record.ending.as_ref())[0].is_none() {
            return self.begin(game);
        }
        let id = self.insert(game, record.ending.as_ref())?;
        let (moves, clock) = encode(&record.plies);
        self.seal(id, seal::sum_encoded(record, game.spot, game.total, &moves, &clock))?;
        self.insert_course(id, record, Some((moves, clock)))?;
        self.insert_rest(id, record)?;
        Ok(id)
    }

    fn insert(&mut self, game: &NewGame<'_>, ending: Option<&Ending>) -> Checked<GameId> {
        let record = &*game.record;
        let [first, second] = &record.players;
        let players = [self.version(first)?, self.version(second)?];
        let terms = self.terms_of(record)?;
        let [outcome, how, reason] = code::of_ending(ending);
        let tally = |at: usize| ending.map(|_| record.tally[at]);
        let spot = game.spot;
        // The number of a game that is lost is never given again: somebody may still hold its seat.
        let number = self.number.take();
        let inserted = self.run(
            "INSERT INTO game (id, event, match, number, swapped, terms, first, second, seed, total, outcome, how, reason, \
             first_tally, second_tally, ended) VALUES (coalesce(?, \
             1 + max(coalesce((SELECT max(id) FROM game), 0), coalesce((SELECT max(game) FROM lost), 0))), \
             ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            params![
                number,
                spot.map(|spot| spot.event.0),
                spot.map(|spot| spot.match_index),
                spot.map(|spot| spot.game),
                spot.map(|spot| spot.swapped),
                terms,
                players[0],
                players[1],
                record.seed.cast_signed(),
                game.total,
                outcome,
                how,
                reason,
                tally(0),
                tally(1),
                ending.map(|_| now()),
            ],
        );
        inserted.map_err(|error| naming(game, error))?;
        Ok(self.transaction.last_insert_rowid().cast_unsigned())
    }

    fn insert_course(&mut self, id: GameId, record: &GameRecord, course: Option<(String, Vec<u8>)>) -> Checked<()> {
        let start = self.text(&record.start)?;
        let labels: BTreeMap<&str, &str> = record
            .labels
            .iter()
            .map(|(key, value)| (key.as_str(), value.as_str()))
            .filter(|(key, _)| !DERIVED_LABELS.contains(key))
            .collect();
        let labels = match serde_json::to_string(&labels) {
            Ok(text) if !labels.is_empty() => Some(self.text(&text)?),
            _ => None,
        };
        let (moves, clock) = course.unzip();
        self.run(
            "INSERT INTO course (game, start, labels, moves, clock) VALUES (?, ?, ?, ?, ?)",
            params![id.cast_signed(), start, labels, moves, clock],
        )?;
        Ok(())
    }

    /// Logs and the fault, which few games have.
    fn insert_rest(&mut self, id: GameId, record: &GameRecord) -> Checked<()> {
        for (ply, log) in record.plies.iter().enumerate().filter_map(|(ply, played)| Some((ply, played.log.as_ref()?)))
        {
            self.run("INSERT INTO log (game, ply, text) VALUES (?, ?, ?)", params![id.cast_signed(), ply as i64, log])?;
        }
        if let Some((side, fault)) = record.ending.as_ref().and_then(Ending::fault) {
            self.run(
                "INSERT INTO fault (game, side, kind, evidence) VALUES (?, ?, ?, ?)",
                params![id.cast_signed(), code::of_side(side), code::of_kind(fault.kind), fault.evidence],
            )?;
        }
        Ok(())
    }
}

/// Names the game when a result is there already.
fn naming(game: &NewGame<'_>, error: rusqlite::Error) -> Problem {
    match game.spot {
        Some(spot) if is_duplicate(&error) => {
            StoreErrorKind::Duplicate { match_index: spot.match_index, game: spot.game }.into()
        }
        _ => error.into(),
    }
}

pub(super) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or_default()
}
