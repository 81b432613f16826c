//! Reading: results, games and what they come to.

use std::collections::BTreeMap;

use joute_games::{Outcome, Side};
use joute_referee::{FaultKind, GameRecord, Identity, PlyRecord};
use joute_tournament::scoring::Scoring;
use joute_tournament::summary::{FaultCounts, FaultNote};
use rusqlite::{Connection, OptionalExtension, Result, Row, params};

use super::code;
use crate::plies::decode;
use crate::{CrossCell, Entry, EventId, GameId, GameResult, HistoryLine, NewEvent, StandingLine, StoredEvent};

fn rows<T>(
    connection: &Connection,
    sql: &str,
    values: impl rusqlite::Params,
    read: impl FnMut(&Row<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    connection.prepare_cached(sql)?.query_map(values, read)?.collect()
}

fn id(row: &Row<'_>, column: usize) -> Result<GameId> {
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
        let how: Option<i64> = row.get(5)?;
        let reason: Option<i64> = row.get(6)?;
        Ok(GameResult {
            id: id(row, 0)?,
            match_index: row.get(1)?,
            game: row.get(2)?,
            swapped: row.get(3)?,
            outcome: code::outcome(row.get(4)?).unwrap_or(Outcome::Draw),
            fault: reason.filter(|_| how == Some(1)).and_then(code::fault),
            tally: [row.get(7)?, row.get(8)?],
            total: row.get(9)?,
        })
    })
}

pub(super) fn unfinished(connection: &Connection) -> Result<Vec<GameId>> {
    rows(connection, "SELECT id FROM game WHERE outcome IS NULL ORDER BY id", [], |row| id(row, 0))
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
pub(super) fn review(connection: &Connection, record: &str) -> Result<Option<String>> {
    let mut statement = connection.prepare_cached("SELECT review FROM review WHERE record = ?")?;
    statement.query_row([record], |row| row.get(0)).optional()
}

/// A game; the inner `None` is one that makes no sense.
pub(super) fn game(connection: &Connection, game: GameId) -> Result<Option<Option<GameRecord>>> {
    let sql = "SELECT t.version, t.game, t.setup, t.rules, t.files, s.text, l.text, g.first, g.second, g.seed, \
               g.outcome, g.how, g.reason, g.first_tally, g.second_tally, f.evidence, c.moves, c.clock, \
               e.name, g.match, g.number \
               FROM game g JOIN terms t ON t.id = g.terms JOIN course c ON c.game = g.id JOIN text s ON s.id = c.start \
               LEFT JOIN text l ON l.id = c.labels LEFT JOIN fault f ON f.game = g.id LEFT JOIN event e ON e.id = g.event \
               WHERE g.id = ?";
    let mut statement = connection.prepare_cached(sql)?;
    statement.query_row([game.cast_signed()], |row| record(connection, game, row)).optional()
}

fn record(connection: &Connection, game: GameId, row: &Row<'_>) -> Result<Option<GameRecord>> {
    let course: (Option<String>, Option<Vec<u8>>) = (row.get(16)?, row.get(17)?);
    let plies = match course {
        (Some(moves), Some(clock)) => finished_plies(connection, game, &moves, &clock)?,
        _ => open_plies(connection, game)?,
    };
    let tally: [Option<u32>; 2] = [row.get(13)?, row.get(14)?];
    let mut labels: BTreeMap<String, String> =
        row.get::<_, Option<String>>(6)?.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    let place: (Option<String>, Option<u32>, Option<u32>) = (row.get(18)?, row.get(19)?, row.get(20)?);
    if let (Some(event), Some(number), Some(game)) = place {
        labels.insert("event".to_owned(), event);
        labels.insert("match".to_owned(), (number + 1).to_string());
        labels.insert("game".to_owned(), (game + 1).to_string());
    }
    let Some(plies) = plies else { return Ok(None) };
    Ok(Some(GameRecord {
        version: row.get(0)?,
        game: row.get(1)?,
        setup: row.get(2)?,
        start: row.get(5)?,
        files: files(connection, &row.get::<_, String>(4)?)?,
        rules: row.get(3)?,
        players: [identity(connection, row.get(7)?)?, identity(connection, row.get(8)?)?],
        seed: row.get::<_, i64>(9)?.cast_unsigned(),
        plies,
        ending: code::ending([row.get(10)?, row.get(11)?, row.get(12)?], row.get(15)?),
        tally: tally.map(Option::unwrap_or_default),
        labels,
    }))
}

fn finished_plies(connection: &Connection, game: GameId, moves: &str, clock: &[u8]) -> Result<Option<Vec<PlyRecord>>> {
    let Some((mut plies, with_log)) = decode(moves, clock) else { return Ok(None) };
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
    Ok(Some(plies))
}

fn open_plies(connection: &Connection, game: GameId) -> Result<Option<Vec<PlyRecord>>> {
    let sql = "SELECT played FROM ply WHERE game = ? ORDER BY ply";
    let texts: Vec<String> = rows(connection, sql, [game.cast_signed()], |row| row.get(0))?;
    Ok(texts.iter().map(|text| serde_json::from_str(text).ok()).collect())
}

fn files(connection: &Connection, hashes: &str) -> Result<BTreeMap<String, String>> {
    let hashes: Vec<String> = serde_json::from_str(hashes).unwrap_or_default();
    let text = |hash: String| {
        let text = connection.query_row("SELECT text FROM file WHERE hash = ?", [&hash], |row| row.get(0))?;
        Ok((hash, text))
    };
    hashes.into_iter().map(text).collect()
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

/// Finished games of an event or of all. They are counted here rather than by the database, which would sort them.
const FINISHED: &str = "SELECT first, second, outcome, CASE how WHEN 1 THEN reason ELSE -1 END, total, first_tally, \
                        second_tally FROM game WHERE outcome IS NOT NULL AND (?1 IS NULL OR event = ?1)";

/// Games with the same players in the same seats that ended the same way.
struct Counted {
    players: [i64; 2],
    outcome: Outcome,
    fault: Option<(Side, FaultKind)>,
    total: u32,
    games: u32,
    tallies: [f64; 2],
}

fn counted(connection: &Connection, event: Option<EventId>) -> Result<Vec<Counted>> {
    let mut counts: BTreeMap<[i64; 5], (u32, [i64; 2])> = BTreeMap::new();
    let mut statement = connection.prepare_cached(FINISHED)?;
    let mut rows = statement.query(params![event.map(|event| event.0)])?;
    while let Some(row) = rows.next()? {
        let key = [row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?];
        let (games, tallies) = counts.entry(key).or_default();
        *games += 1;
        tallies[0] += row.get::<_, i64>(5)?;
        tallies[1] += row.get::<_, i64>(6)?;
    }
    let told = |([first, second, outcome, fault, total], (games, tallies)): ([i64; 5], (u32, [i64; 2]))| Counted {
        players: [first, second],
        outcome: code::outcome(outcome).unwrap_or(Outcome::Draw),
        fault: Some(fault).filter(|&fault| fault >= 0).and_then(code::fault),
        total: u32::try_from(total).unwrap_or_default(),
        games,
        tallies: tallies.map(|tally| tally as f64),
    };
    Ok(counts.into_iter().map(told).collect())
}

impl Counted {
    /// Points of all these games: every scoring adds up.
    fn points(&self, scoring: Scoring) -> [f64; 2] {
        match (scoring, self.fault) {
            (Scoring::Report002, None) => self.tallies,
            (Scoring::Tally, None) => [self.tallies[0] - self.tallies[1], self.tallies[1] - self.tallies[0]],
            _ => scoring.points(self.outcome, self.fault, [0, 0], self.total).map(|one| one * f64::from(self.games)),
        }
    }
}

/// Who each version is.
fn names(connection: &Connection) -> Result<BTreeMap<i64, String>> {
    let sql = "SELECT v.id, p.name FROM player_version v JOIN player p ON p.id = v.player";
    Ok(rows(connection, sql, [], |row| Ok((row.get(0)?, row.get(1)?)))?.into_iter().collect())
}

/// Won, drawn or lost, as an index.
fn how(outcome: Outcome, side: Side) -> usize {
    outcome.winner().map_or(1, |winner| if winner == side { 0 } else { 2 })
}

pub(super) fn standings(
    connection: &Connection,
    event: Option<EventId>,
    scoring: Scoring,
) -> Result<Vec<StandingLine>> {
    let names = names(connection)?;
    let mut lines: BTreeMap<&str, StandingLine> = BTreeMap::new();
    for counted in counted(connection, event)? {
        let points = counted.points(scoring);
        for side in Side::BOTH {
            let name = names.get(&counted.players[side]).map_or("", String::as_str);
            let line = lines.entry(name).or_insert_with(|| StandingLine {
                name: name.to_owned(),
                games: [0; 3],
                points: 0.0,
                faults: FaultCounts::default(),
            });
            line.games[how(counted.outcome, side)] += counted.games;
            line.points += points[side];
            if let Some((_, kind)) = counted.fault.filter(|(by, _)| *by == side) {
                line.faults.add(kind, counted.games);
            }
        }
    }
    let mut lines: Vec<StandingLine> = lines.into_values().collect();
    lines.sort_by(|a, b| b.points.total_cmp(&a.points).then_with(|| a.name.cmp(&b.name)));
    Ok(lines)
}

pub(super) fn cross_table(connection: &Connection, event: Option<EventId>) -> Result<Vec<CrossCell>> {
    let names = names(connection)?;
    let name = |version: i64| names.get(&version).cloned().unwrap_or_default();
    let mut cells: BTreeMap<[String; 2], [u32; 3]> = BTreeMap::new();
    for counted in counted(connection, event)? {
        let cell = cells.entry(counted.players.map(name)).or_default();
        cell[how(counted.outcome, Side::First)] += counted.games;
    }
    Ok(cells.into_iter().map(|(players, games)| CrossCell { players, games }).collect())
}

/// Versions of a player as a list for SQL; numbers only.
fn versions(connection: &Connection, name: &str) -> Result<String> {
    let sql = "SELECT v.id FROM player_version v JOIN player p ON p.id = v.player WHERE p.name = ?";
    let ids: Vec<i64> = rows(connection, sql, [name], |row| row.get(0))?;
    Ok(ids.iter().map(i64::to_string).collect::<Vec<_>>().join(","))
}

pub(super) fn head_to_head(connection: &Connection, one: &str, two: &str) -> Result<([u32; 3], Vec<GameId>)> {
    let [ones, twos] = [versions(connection, one)?, versions(connection, two)?];
    let sql = format!(
        "SELECT id, outcome, first IN ({ones}) FROM game WHERE outcome IS NOT NULL AND \
         (first IN ({ones}) AND second IN ({twos}) OR first IN ({twos}) AND second IN ({ones})) ORDER BY id"
    );
    let mut games = [0; 3];
    let ids = rows(connection, &sql, [], |row| {
        let side = if row.get(2)? { Side::First } else { Side::Second };
        games[how(code::outcome(row.get(1)?).unwrap_or(Outcome::Draw), side)] += 1;
        id(row, 0)
    })?;
    Ok((games, ids))
}

pub(super) fn history(connection: &Connection, name: &str, limit: u32) -> Result<Vec<HistoryLine>> {
    let own = versions(connection, name)?;
    let names = names(connection)?;
    let sql = format!(
        "SELECT g.id, e.name, g.first, g.second, g.first IN ({own}), g.outcome, g.ended, v.version FROM game g \
         LEFT JOIN event e ON e.id = g.event \
         JOIN player_version v ON v.id = CASE WHEN g.first IN ({own}) THEN g.first ELSE g.second END \
         WHERE g.first IN ({own}) OR g.second IN ({own}) ORDER BY g.id DESC LIMIT ?"
    );
    rows(connection, &sql, [limit], |row| {
        let is_first: bool = row.get(4)?;
        let opponent: i64 = row.get(if is_first { 3 } else { 2 })?;
        Ok(HistoryLine {
            game: id(row, 0)?,
            event: row.get(1)?,
            version: row.get(7)?,
            opponent: names.get(&opponent).cloned().unwrap_or_default(),
            side: if is_first { Side::First } else { Side::Second },
            outcome: row.get::<_, Option<i64>>(5)?.and_then(code::outcome),
            ended: row.get::<_, Option<i64>>(6)?.map(i64::cast_unsigned),
        })
    })
}

pub(super) fn faults(connection: &Connection, event: Option<EventId>) -> Result<Vec<FaultNote>> {
    let sql = "SELECT p.name, f.kind, f.evidence, g.id FROM fault f JOIN game g ON g.id = f.game \
               JOIN player_version v ON v.id = CASE f.side WHEN 0 THEN g.first ELSE g.second END \
               JOIN player p ON p.id = v.player WHERE ?1 IS NULL OR g.event = ?1 ORDER BY g.match, g.number, g.id";
    rows(connection, sql, params![event.map(|event| event.0)], |row| {
        Ok(FaultNote {
            player: row.get(0)?,
            kind: code::kind_name(row.get(1)?).to_owned(),
            evidence: row.get(2)?,
            game: id(row, 3)?,
        })
    })
}
