//! Writing, within one transaction.

use std::collections::{BTreeMap, HashMap};
use std::time::{SystemTime, UNIX_EPOCH};

use joute_games::random::Seed;
use joute_referee::{Ending, GameRecord, Identity, PlyRecord};
use rusqlite::{Connection, OptionalExtension, params};

use super::code;
use crate::plies::encode;
use crate::{EventId, GameId, NewEvent, NewGame, NewMatch, NewVerdict};

/// Labels that follow from where a game belongs and are not stored again.
pub(super) const DERIVED_LABELS: [&str; 3] = ["event", "match", "game"];

/// A transaction, and what is known to be there.
pub(super) struct Writer<'a> {
    pub(super) transaction: &'a Connection,
    pub(super) versions: &'a mut HashMap<[String; 4], i64>,
    pub(super) terms: &'a mut HashMap<[String; 5], i64>,
}

impl Writer<'_> {
    fn run(&self, sql: &str, values: impl rusqlite::Params) -> rusqlite::Result<usize> {
        self.transaction.prepare_cached(sql)?.execute(values)
    }

    pub(super) fn add_event(&mut self, event: &NewEvent) -> rusqlite::Result<EventId> {
        self.run(
            "INSERT INTO event (name, format, description, created) VALUES (?, ?, ?, ?)",
            params![event.name, event.format, event.description, now()],
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

    pub(super) fn keep_matches(
        &mut self,
        event: EventId,
        matches: &[NewMatch],
        verdicts: &[NewVerdict],
    ) -> rusqlite::Result<()> {
        for made in matches {
            let [first, second] = made.players.map(|player| player as i64);
            self.run(
                "INSERT OR IGNORE INTO match (event, number, round, bracket, slot, first, second) VALUES (?, ?, ?, ?, ?, ?, ?)",
                params![event.0, made.match_index, made.round, made.bracket, made.slot, first, second],
            )?;
        }
        for verdict in verdicts {
            let winner = verdict.winner.map(|player| player as i64);
            let [first, second] = verdict.points;
            self.run(
                "INSERT OR IGNORE INTO verdict (event, number, winner, decided_by, first_points, second_points) VALUES (?, ?, ?, ?, ?, ?)",
                params![event.0, verdict.match_index, winner, verdict.decided_by, first, second],
            )?;
        }
        Ok(())
    }

    pub(super) fn begin(&mut self, game: &NewGame<'_>) -> rusqlite::Result<GameId> {
        let id = self.insert(game, None)?;
        self.insert_course(id, game.record, None)?;
        for (ply, played) in game.record.plies.iter().enumerate() {
            self.append(id, ply as u32, played)?;
        }
        Ok(id)
    }

    pub(super) fn append(&mut self, game: GameId, ply: u32, played: &PlyRecord) -> rusqlite::Result<()> {
        let text =
            serde_json::to_string(played).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
        self.run("INSERT OR IGNORE INTO ply (game, ply, played) VALUES (?, ?, ?)", params![game as i64, ply, text])
            .map(drop)
    }

    pub(super) fn finish(&mut self, id: GameId, game: &NewGame<'_>) -> rusqlite::Result<()> {
        let record = game.record;
        let [outcome, how, reason] = code::of_ending(record.ending.as_ref());
        if outcome.is_none() {
            // A game that was given up stays as it is: begun and not finished.
            return Ok(());
        }
        let [first, second] = record.tally;
        self.run(
            "UPDATE game SET outcome = ?, how = ?, reason = ?, first_tally = ?, second_tally = ?, ended = ? WHERE id = ?",
            params![outcome, how, reason, first, second, now(), id as i64],
        )?;
        let (moves, clock) = encode(&record.plies);
        self.run("UPDATE course SET moves = ?, clock = ? WHERE game = ?", params![moves, clock, id as i64])?;
        self.run("DELETE FROM ply WHERE game = ?", params![id as i64])?;
        self.insert_rest(id, record)
    }

    pub(super) fn keep_review(&mut self, record: &str, review: &str) -> rusqlite::Result<()> {
        self.run("INSERT OR REPLACE INTO review (record, review) VALUES (?, ?)", params![record, review]).map(drop)
    }

    pub(super) fn keep(&mut self, game: &NewGame<'_>) -> rusqlite::Result<GameId> {
        let record = game.record;
        if code::of_ending(record.ending.as_ref())[0].is_none() {
            return self.begin(game);
        }
        let id = self.insert(game, record.ending.as_ref())?;
        self.insert_course(id, record, Some(encode(&record.plies)))?;
        self.insert_rest(id, record)?;
        Ok(id)
    }

    fn insert(&mut self, game: &NewGame<'_>, ending: Option<&Ending>) -> rusqlite::Result<GameId> {
        let record = game.record;
        let [first, second] = &record.players;
        let players = [self.version(first)?, self.version(second)?];
        let terms = self.terms_of(record)?;
        let [outcome, how, reason] = code::of_ending(ending);
        let tally = |at: usize| ending.map(|_| record.tally[at]);
        let spot = game.spot;
        self.run(
            "INSERT INTO game (event, match, number, swapped, terms, first, second, seed, total, outcome, how, reason, \
             first_tally, second_tally, ended) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            params![
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
        )?;
        Ok(self.transaction.last_insert_rowid().cast_unsigned())
    }

    fn insert_course(
        &mut self,
        id: GameId,
        record: &GameRecord,
        course: Option<(String, Vec<u8>)>,
    ) -> rusqlite::Result<()> {
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
            params![id as i64, start, labels, moves, clock],
        )?;
        Ok(())
    }

    /// Logs and the fault, which few games have.
    fn insert_rest(&mut self, id: GameId, record: &GameRecord) -> rusqlite::Result<()> {
        for (ply, log) in record.plies.iter().enumerate().filter_map(|(ply, played)| Some((ply, played.log.as_ref()?)))
        {
            self.run("INSERT INTO log (game, ply, text) VALUES (?, ?, ?)", params![id as i64, ply as i64, log])?;
        }
        if let Some((side, fault)) = record.ending.as_ref().and_then(Ending::fault) {
            self.run(
                "INSERT INTO fault (game, side, kind, evidence) VALUES (?, ?, ?, ?)",
                params![id as i64, code::of_side(side), code::of_kind(fault.kind), fault.evidence],
            )?;
        }
        Ok(())
    }

    /// The number of a player's version, made if it is new.
    fn version(&mut self, player: &Identity) -> rusqlite::Result<i64> {
        let runtime = player.runtime.clone().unwrap_or_default();
        let key = [player.name.clone(), player.locator.clone(), player.version.clone(), runtime];
        if let Some(&id) = self.versions.get(&key) {
            return Ok(id);
        }
        self.run("INSERT OR IGNORE INTO player (name) VALUES (?)", params![key[0]])?;
        self.run(
            "INSERT OR IGNORE INTO player_version (player, locator, version, runtime, seen) \
             SELECT id, ?2, ?3, ?4, ?5 FROM player WHERE name = ?1",
            params![key[0], key[1], key[2], key[3], now()],
        )?;
        let id = self.transaction.query_row(
            "SELECT v.id FROM player_version v JOIN player p ON p.id = v.player \
             WHERE p.name = ? AND v.locator = ? AND v.version = ? AND v.runtime = ?",
            params![key[0], key[1], key[2], key[3]],
            |row| row.get(0),
        )?;
        self.versions.insert(key, id);
        Ok(id)
    }

    fn terms_of(&mut self, record: &GameRecord) -> rusqlite::Result<i64> {
        let hashes: Vec<&String> = record.files.keys().collect();
        let files = serde_json::to_string(&hashes).unwrap_or_default();
        let content =
            [record.version.to_string(), record.game.clone(), record.setup.clone(), record.rules.clone(), files];
        if let Some(&id) = self.terms.get(&content) {
            return Ok(id);
        }
        for (hash, text) in &record.files {
            self.run("INSERT OR IGNORE INTO file (hash, text) VALUES (?, ?)", params![hash, text])?;
        }
        let mut id = number_of(&content.each_ref().map(String::as_str));
        while self.run(
            "INSERT OR IGNORE INTO terms (id, version, game, setup, rules, files) VALUES (?, ?, ?, ?, ?, ?)",
            params![id, record.version, content[1], content[2], content[3], content[4]],
        )? == 0
        {
            let there: [String; 5] = self.transaction.query_row(
                "SELECT version || '', game, setup, rules, files FROM terms WHERE id = ?",
                [id],
                |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?]),
            )?;
            if content == there {
                break;
            }
            id = id.wrapping_add(1) & i64::MAX;
        }
        // Open setups have other terms for every board: what was long ago is forgotten.
        if self.terms.len() > 10_000 {
            self.terms.clear();
        }
        self.terms.insert(content, id);
        Ok(id)
    }

    /// The number of a text that games share.
    fn text(&self, text: &str) -> rusqlite::Result<i64> {
        let mut id = number_of(&[text]);
        while self.run("INSERT OR IGNORE INTO text (id, text) VALUES (?, ?)", params![id, text])? == 0 {
            let there: Option<String> = self
                .transaction
                .prepare_cached("SELECT text FROM text WHERE id = ?")?
                .query_row([id], |row| row.get(0))
                .optional()?;
            if there.as_deref() == Some(text) {
                break;
            }
            // Two texts with one number: unheard of, and harmless.
            id = id.wrapping_add(1) & i64::MAX;
        }
        Ok(id)
    }
}

/// A number made from the content of texts.
fn number_of(texts: &[&str]) -> i64 {
    let seed = texts.iter().fold(Seed(0), |seed, text| seed.purpose(text));
    seed.0.cast_signed() & i64::MAX
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or_default()
}
