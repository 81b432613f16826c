//! Reading: results, games and what they come to.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use joute_games::Side;
use joute_referee::{GameRecord, Identity, PlyRecord};
use joute_tournament::summary::FaultNote;
use postgres::Row;
use postgres::types::FromSqlOwned;
use serde::de::DeserializeOwned;

use super::link::small;
use super::plain::original;
use super::transaction::Work;
use crate::error::Checked;
use crate::plies::decode;
use crate::{
    Entry, EventId, GameId, GameResult, Loss, NewEvent, NewGame, Spot, StoreErrorKind, StoredEvent, code, seal,
};

/// A column that is there by the statement that was asked.
pub(super) fn get<T: FromSqlOwned>(row: &Row, column: usize) -> Checked<T> {
    Ok(row.try_get(column)?)
}

/// A text as it was given.
pub(super) fn text(row: &Row, column: usize) -> Checked<String> {
    get(row, column).map(original)
}

pub(super) fn optional_text(row: &Row, column: usize) -> Checked<Option<String>> {
    Ok(get::<Option<String>>(row, column)?.map(original))
}

pub(super) fn id(row: &Row, column: usize) -> Checked<GameId> {
    get::<i64>(row, column).map(i64::cast_unsigned)
}

fn number(row: &Row, column: usize, what: &str) -> Checked<u32> {
    small(what, get(row, column)?)
}

pub(super) fn events(work: &mut Work<'_>) -> Checked<Vec<StoredEvent>> {
    let mut entries: BTreeMap<i64, Vec<Entry>> = BTreeMap::new();
    for row in work.rows("SELECT event, name, locator, version, refused FROM entry ORDER BY event, number", &[])? {
        let entry = Entry {
            name: text(&row, 1)?,
            locator: text(&row, 2)?,
            version: optional_text(&row, 3)?,
            refused: optional_text(&row, 4)?,
        };
        entries.entry(get(&row, 0)?).or_default().push(entry);
    }
    let rows = work.rows("SELECT id, name, format, description FROM event ORDER BY id", &[])?;
    let event = |row: &Row| {
        let id: i64 = get(row, 0)?;
        let entries = entries.remove(&id).unwrap_or_default();
        let event = NewEvent { name: text(row, 1)?, format: get(row, 2)?, description: text(row, 3)?, entries };
        Ok(StoredEvent { id: EventId(id), event })
    };
    rows.iter().map(event).collect()
}

pub(super) fn results(work: &mut Work<'_>, event: EventId) -> Checked<Vec<GameResult>> {
    let sql = "SELECT id, match, number, swapped, outcome, how, reason, first_tally, second_tally, total FROM game \
               WHERE event = $1 AND outcome IS NOT NULL ORDER BY match, number";
    work.rows(sql, &[&event.0])?.iter().map(result).collect()
}

/// What has come since a game, in the order in which it came.
pub(super) fn results_after(work: &mut Work<'_>, event: EventId, last: GameId) -> Checked<Vec<GameResult>> {
    let sql = "SELECT id, match, number, swapped, outcome, how, reason, first_tally, second_tally, total FROM game \
               WHERE event = $1 AND id > $2 AND outcome IS NOT NULL ORDER BY id";
    work.rows(sql, &[&event.0, &last.cast_signed()])?.iter().map(result).collect()
}

fn result(row: &Row) -> Checked<GameResult> {
    Ok(GameResult {
        id: id(row, 0)?,
        match_index: number(row, 1, "the number of a match")?,
        game: number(row, 2, "the number of a game")?,
        swapped: get(row, 3)?,
        outcome: code::outcome(get(row, 4)?)?,
        fault: code::fault_of(get(row, 5)?, get(row, 6)?)?,
        tally: [number(row, 7, "the tally of a game")?, number(row, 8, "the tally of a game")?],
        total: number(row, 9, "what a board has")?,
    })
}

pub(super) fn latest(work: &mut Work<'_>, limit: u32) -> Checked<Vec<GameId>> {
    let rows = work.rows("SELECT id FROM game ORDER BY id DESC LIMIT $1", &[&i64::from(limit)])?;
    rows.iter().map(|row| id(row, 0)).collect()
}

pub(super) fn labelled(work: &mut Work<'_>, label: &str) -> Checked<Vec<(GameId, String)>> {
    // What a label looks like where it stands; whether it does is read below.
    let written = format!("{}:", serde_json::Value::from(label));
    let sql = "SELECT c.game, l.text FROM labels l JOIN course c ON c.labels = l.id WHERE strpos(l.text, $1) > 0 ORDER BY c.game";
    let mut found = Vec::new();
    for row in work.rows(sql, &[&written])? {
        let mut labels: BTreeMap<String, String> = parsed("the labels of a game", &get::<String>(&row, 1)?)?;
        found.extend(labels.remove(label).map(|value| Ok((id(&row, 0)?, value))));
    }
    found.into_iter().collect()
}

pub(super) fn review(work: &mut Work<'_>, record: &str) -> Checked<Option<String>> {
    let row = work.maybe("SELECT review FROM review WHERE record = $1", &[&record])?;
    row.map(|row| text(&row, 0)).transpose()
}

pub(super) fn seats(work: &mut Work<'_>, game: GameId) -> Checked<[Option<String>; 2]> {
    let mut seats = [None, None];
    for row in work.rows("SELECT side, holder FROM seat WHERE game = $1", &[&game.cast_signed()])? {
        seats[code::side(get(&row, 0)?)?] = Some(text(&row, 1)?);
    }
    Ok(seats)
}

pub(super) fn note(work: &mut Work<'_>, game: GameId) -> Checked<Option<String>> {
    let row = work.maybe("SELECT text FROM note WHERE game = $1", &[&game.cast_signed()])?;
    row.map(|row| text(&row, 0)).transpose()
}

/// A game. One whose sum is another than when it was stored is an error.
pub(super) fn game(work: &mut Work<'_>, game: GameId) -> Checked<Option<GameRecord>> {
    Ok(games(work, &[game])?.pop().flatten())
}

/// Games, in the same way and in this order.
pub(super) fn games(work: &mut Work<'_>, games: &[GameId]) -> Checked<Vec<Option<GameRecord>>> {
    let whole = whole_games(work, games)?.into_iter();
    Ok(whole.map(|game| game.map(|game| game.record.into_owned())).collect())
}

/// The same, with where they belong.
pub(super) fn whole_games(work: &mut Work<'_>, games: &[GameId]) -> Checked<Vec<Option<NewGame<'static>>>> {
    let mut found: HashMap<GameId, NewGame<'static>> = HashMap::new();
    for Placed { id, record, spot, total, sum } in all_placed(work, games)? {
        match sum {
            _ if record.ending.is_none() => {}
            Some(sum) if sum == seal::sum(&record, spot, total) => {}
            Some(_) => return Err(damaged(id, "it is not what was stored: its sum is another").into()),
            None => return Err(damaged(id, "its sum is missing").into()),
        }
        found.insert(id, NewGame::placed((record, spot, total)));
    }
    Ok(games.iter().map(|id| found.get(id).cloned()).collect())
}

/// The games of which seats or notes are kept.
pub(super) fn tables(work: &mut Work<'_>) -> Checked<Vec<GameId>> {
    let rows = work.rows("SELECT game FROM seat UNION SELECT game FROM note ORDER BY game", &[])?;
    rows.iter().map(|row| id(row, 0)).collect()
}

fn damaged(game: GameId, what: &str) -> StoreErrorKind {
    StoreErrorKind::Damaged { losses: vec![Loss::Damaged { game, what: what.to_owned() }] }
}

/// A game with where it belongs, all there is to have on its board, and the sum over it if it has one.
struct Placed {
    id: GameId,
    record: GameRecord,
    spot: Option<Spot>,
    total: u32,
    sum: Option<i64>,
}

/// A game with where it belongs and all there is to have on its board.
pub(super) fn placed(work: &mut Work<'_>, game: GameId) -> Checked<Option<(GameRecord, Option<Spot>, u32)>> {
    Ok(all_placed(work, &[game])?.pop().map(|placed| (placed.record, placed.spot, placed.total)))
}

/// The games among these that there are: a few statements, however many they are.
fn all_placed(work: &mut Work<'_>, games: &[GameId]) -> Checked<Vec<Placed>> {
    let sql = "SELECT t.version, t.game, t.setup, t.rules, t.files, s.text, l.text, g.id, z.sum, g.seed, \
               g.outcome, g.how, g.reason, g.first_tally, g.second_tally, f.evidence, c.moves, c.clock, \
               e.name, g.match, g.number, g.event, g.swapped, g.total, \
               one.name, v.locator, v.version, v.runtime, two.name, w.locator, w.version, w.runtime \
               FROM game g JOIN terms t ON t.id = g.terms JOIN course c ON c.game = g.id JOIN text s ON s.id = c.start \
               JOIN player_version v ON v.id = g.first JOIN player one ON one.id = v.player \
               JOIN player_version w ON w.id = g.second JOIN player two ON two.id = w.player \
               LEFT JOIN labels l ON l.id = c.labels LEFT JOIN fault f ON f.game = g.id LEFT JOIN event e ON e.id = g.event \
               LEFT JOIN seal z ON z.game = g.id WHERE g.id = ANY ($1)";
    let ids: Vec<i64> = games.iter().map(|id| id.cast_signed()).collect();
    let rows = work.rows(sql, &[&ids])?;
    let files = files(work, &rows)?;
    let mut placed = rows.iter().map(|row| one_placed(row, &files)).collect::<Checked<Vec<_>>>()?;
    add_logs(work, &mut placed)?;
    add_open_plies(work, &mut placed)?;
    Ok(placed)
}

fn one_placed(row: &Row, files: &HashMap<String, String>) -> Checked<Placed> {
    let (id, spot, total) = (id(row, 7)?, spot(row)?, number(row, 23, "what a board has")?);
    Ok(Placed { id, record: record(row, (id, spot), files)?, spot, total, sum: get(row, 8)? })
}

fn spot(row: &Row) -> Checked<Option<Spot>> {
    let parts: (Option<i64>, Option<bool>) = (get(row, 21)?, get(row, 22)?);
    let (Some(event), Some(swapped)) = parts else { return Ok(None) };
    let (match_index, game) = (number(row, 19, "the number of a match")?, number(row, 20, "the number of a game")?);
    Ok(Some(Spot { event: EventId(event), match_index, game, swapped }))
}

/// A game without its logs, and without plies while it is in progress.
fn record(row: &Row, (game, spot): (GameId, Option<Spot>), files: &HashMap<String, String>) -> Checked<GameRecord> {
    let plies = match (get::<Option<String>>(row, 16)?, get::<Option<Vec<u8>>>(row, 17)?) {
        (Some(moves), Some(clock)) => finished_plies(game, &original(moves), &clock)?,
        _ => Vec::new(),
    };
    let mut labels: BTreeMap<String, String> = match get::<Option<String>>(row, 6)? {
        Some(text) => parsed(&format!("the labels of game {game}"), &text)?,
        None => BTreeMap::new(),
    };
    if let (Some(event), Some(spot)) = (optional_text(row, 18)?, spot) {
        labels.insert("event".to_owned(), event);
        labels.insert("match".to_owned(), (spot.match_index + 1).to_string());
        labels.insert("game".to_owned(), (spot.game + 1).to_string());
    }
    let tally = |column| get::<Option<i64>>(row, column)?.map_or(Ok(0), |tally| small("the tally of a game", tally));
    let hashes: Vec<String> = parsed("the list of a game's files", &get::<String>(row, 4)?)?;
    let own_files = hashes.into_iter().filter_map(|hash| files.get(&hash).cloned().map(|text| (hash, text)));
    Ok(GameRecord {
        version: number(row, 0, "the version of a record")?,
        game: get(row, 1)?,
        setup: text(row, 2)?,
        start: text(row, 5)?,
        files: own_files.collect(),
        rules: get(row, 3)?,
        players: [identity(row, 24)?, identity(row, 28)?],
        seed: get::<i64>(row, 9)?.cast_unsigned(),
        plies,
        ending: code::ending([get(row, 10)?, get(row, 11)?, get(row, 12)?], optional_text(row, 15)?)?,
        tally: [tally(13)?, tally(14)?],
        labels,
    })
}

/// The plies of a game that has ended; those with a log have an empty one.
fn finished_plies(game: GameId, moves: &str, clock: &[u8]) -> Checked<Vec<PlyRecord>> {
    let unknown = || StoreErrorKind::Unknown { what: format!("the course of game {game}"), value: moves.to_owned() };
    let (mut plies, with_log) = decode(moves, clock).ok_or_else(unknown)?;
    for at in with_log {
        if let Some(ply) = plies.get_mut(at as usize) {
            ply.log = Some(String::new());
        }
    }
    Ok(plies)
}

fn add_logs(work: &mut Work<'_>, placed: &mut [Placed]) -> Checked<()> {
    let has_log = |placed: &&Placed| placed.record.plies.iter().any(|ply| ply.log.is_some());
    let games: Vec<i64> = placed.iter().filter(has_log).map(|placed| placed.id.cast_signed()).collect();
    if games.is_empty() {
        return Ok(());
    }
    let mut logs: HashMap<(GameId, u32), String> = HashMap::new();
    for row in work.rows("SELECT game, ply, text FROM log WHERE game = ANY ($1)", &[&games])? {
        logs.insert((id(&row, 0)?, number(&row, 1, "the number of a ply")?), text(&row, 2)?);
    }
    for Placed { id, record, .. } in placed {
        for (number, ply) in (0..).zip(&mut record.plies) {
            // A log that is gone is damage, which the sum tells.
            ply.log = ply.log.take().and_then(|_| logs.remove(&(*id, number)));
        }
    }
    Ok(())
}

/// What was played of games in progress.
fn add_open_plies(work: &mut Work<'_>, placed: &mut [Placed]) -> Checked<()> {
    for Placed { id, record, .. } in placed.iter_mut().filter(|placed| placed.record.ending.is_none()) {
        record.plies = open_plies(work, *id)?;
    }
    Ok(())
}

fn open_plies(work: &mut Work<'_>, game: GameId) -> Checked<Vec<PlyRecord>> {
    let rows = work.rows("SELECT ply, played FROM ply WHERE game = $1 ORDER BY ply", &[&game.cast_signed()])?;
    let read = |(expected, row): (usize, &Row)| match number(row, 0, "the number of a ply")? as usize == expected {
        true => parsed(&format!("ply {expected} of game {game}"), &get::<String>(row, 1)?),
        false => {
            let what = format!("ply {expected} of game {game}");
            Err(StoreErrorKind::Unknown { what, value: "missing".to_owned() }.into())
        }
    };
    rows.iter().enumerate().map(read).collect()
}

/// The files of all these games by their hashes.
fn files(work: &mut Work<'_>, rows: &[Row]) -> Checked<HashMap<String, String>> {
    let mut hashes: BTreeSet<String> = BTreeSet::new();
    for row in rows {
        hashes.extend(parsed::<Vec<String>>("the list of a game's files", &get::<String>(row, 4)?)?);
    }
    if hashes.is_empty() {
        return Ok(HashMap::new());
    }
    let hashes: Vec<String> = hashes.into_iter().collect();
    let rows = work.rows("SELECT hash, text FROM file WHERE hash = ANY($1)", &[&hashes])?;
    rows.iter().map(|row| Ok((get(row, 0)?, text(row, 1)?))).collect()
}

/// JSON that this program once wrote.
fn parsed<T: DeserializeOwned>(what: &str, text: &str) -> Checked<T> {
    let unknown = || StoreErrorKind::Unknown { what: what.to_owned(), value: text.to_owned() };
    serde_json::from_str(text).map_err(|_| unknown().into())
}

/// Four columns, from this one.
fn identity(row: &Row, first: usize) -> Checked<Identity> {
    let runtime = Some(text(row, first + 3)?).filter(|runtime| !runtime.is_empty());
    Ok(Identity { name: text(row, first)?, locator: text(row, first + 1)?, version: text(row, first + 2)?, runtime })
}

pub(super) fn faults(work: &mut Work<'_>, event: EventId) -> Checked<Vec<FaultNote>> {
    let sql = "SELECT f.side, f.kind, f.evidence, g.id, one.name, two.name FROM game g JOIN fault f ON f.game = g.id \
               JOIN player_version v ON v.id = g.first JOIN player one ON one.id = v.player \
               JOIN player_version w ON w.id = g.second JOIN player two ON two.id = w.player \
               WHERE g.event = $1 ORDER BY g.match, g.number, g.id";
    let note = |row: &Row| {
        let column = if code::side(get(row, 0)?)? == Side::First { 4 } else { 5 };
        Ok(FaultNote {
            player: text(row, column)?,
            kind: code::kind_name(code::kind(get(row, 1)?)?).to_owned(),
            evidence: text(row, 2)?,
            game: id(row, 3)?,
        })
    };
    work.rows(sql, &[&event.0])?.iter().map(note).collect()
}
