//! Reading: results, games and what they come to.

use std::collections::BTreeMap;

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
use crate::{Entry, EventId, GameId, GameResult, Loss, NewEvent, Spot, StoreErrorKind, StoredEvent, code, seal};

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
    let Some((record, spot, total)) = placed(work, game)? else { return Ok(None) };
    if record.ending.is_some() {
        let row = work.maybe("SELECT sum FROM seal WHERE game = $1", &[&game.cast_signed()])?;
        match row.map(|row| get::<i64>(&row, 0)).transpose()? {
            Some(sum) if sum == seal::sum(&record, spot, total) => {}
            Some(_) => return Err(damaged(game, "it is not what was stored: its sum is another").into()),
            None => return Err(damaged(game, "its sum is missing").into()),
        }
    }
    Ok(Some(record))
}

fn damaged(game: GameId, what: &str) -> StoreErrorKind {
    StoreErrorKind::Damaged { losses: vec![Loss::Damaged { game, what: what.to_owned() }] }
}

/// A game with where it belongs and all there is to have on its board.
pub(super) fn placed(work: &mut Work<'_>, game: GameId) -> Checked<Option<(GameRecord, Option<Spot>, u32)>> {
    let sql = "SELECT t.version, t.game, t.setup, t.rules, t.files, s.text, l.text, g.first, g.second, g.seed, \
               g.outcome, g.how, g.reason, g.first_tally, g.second_tally, f.evidence, c.moves, c.clock, \
               e.name, g.match, g.number, g.event, g.swapped, g.total \
               FROM game g JOIN terms t ON t.id = g.terms JOIN course c ON c.game = g.id JOIN text s ON s.id = c.start \
               LEFT JOIN labels l ON l.id = c.labels LEFT JOIN fault f ON f.game = g.id LEFT JOIN event e ON e.id = g.event \
               WHERE g.id = $1";
    let Some(row) = work.maybe(sql, &[&game.cast_signed()])? else { return Ok(None) };
    let total = number(&row, 23, "what a board has")?;
    Ok(Some((record(work, game, &row)?, spot(&row)?, total)))
}

fn spot(row: &Row) -> Checked<Option<Spot>> {
    let parts: (Option<i64>, Option<bool>) = (get(row, 21)?, get(row, 22)?);
    let (Some(event), Some(swapped)) = parts else { return Ok(None) };
    let (match_index, game) = (number(row, 19, "the number of a match")?, number(row, 20, "the number of a game")?);
    Ok(Some(Spot { event: EventId(event), match_index, game, swapped }))
}

fn record(work: &mut Work<'_>, game: GameId, row: &Row) -> Checked<GameRecord> {
    let course: (Option<String>, Option<Vec<u8>>) = (get(row, 16)?, get(row, 17)?);
    let plies = match course {
        (Some(moves), Some(clock)) => finished_plies(work, game, &original(moves), &clock)?,
        _ => open_plies(work, game)?,
    };
    let mut labels: BTreeMap<String, String> = match get::<Option<String>>(row, 6)? {
        Some(text) => parsed(&format!("the labels of game {game}"), &text)?,
        None => BTreeMap::new(),
    };
    if let (Some(event), Some(spot)) = (optional_text(row, 18)?, spot(row)?) {
        labels.insert("event".to_owned(), event);
        labels.insert("match".to_owned(), (spot.match_index + 1).to_string());
        labels.insert("game".to_owned(), (spot.game + 1).to_string());
    }
    let tally = |column| get::<Option<i64>>(row, column)?.map_or(Ok(0), |tally| small("the tally of a game", tally));
    Ok(GameRecord {
        version: number(row, 0, "the version of a record")?,
        game: get(row, 1)?,
        setup: text(row, 2)?,
        start: text(row, 5)?,
        files: files(work, &get::<String>(row, 4)?)?,
        rules: get(row, 3)?,
        players: [identity(work, get(row, 7)?)?, identity(work, get(row, 8)?)?],
        seed: get::<i64>(row, 9)?.cast_unsigned(),
        plies,
        ending: code::ending([get(row, 10)?, get(row, 11)?, get(row, 12)?], optional_text(row, 15)?)?,
        tally: [tally(13)?, tally(14)?],
        labels,
    })
}

fn finished_plies(work: &mut Work<'_>, game: GameId, moves: &str, clock: &[u8]) -> Checked<Vec<PlyRecord>> {
    let unknown = || StoreErrorKind::Unknown { what: format!("the course of game {game}"), value: moves.to_owned() };
    let (mut plies, with_log) = decode(moves, clock).ok_or_else(unknown)?;
    if !with_log.is_empty() {
        for row in work.rows("SELECT ply, text FROM log WHERE game = $1", &[&game.cast_signed()])? {
            let at = number(&row, 0, "the number of a ply")? as usize;
            if let Some(ply) = plies.get_mut(at) {
                ply.log = Some(text(&row, 1)?);
            }
        }
    }
    Ok(plies)
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

fn files(work: &mut Work<'_>, hashes: &str) -> Checked<BTreeMap<String, String>> {
    let hashes: Vec<String> = parsed("the list of a game's files", hashes)?;
    if hashes.is_empty() {
        return Ok(BTreeMap::new());
    }
    let rows = work.rows("SELECT hash, text FROM file WHERE hash = ANY($1)", &[&hashes])?;
    rows.iter().map(|row| Ok((get(row, 0)?, text(row, 1)?))).collect()
}

/// JSON that this program once wrote.
fn parsed<T: DeserializeOwned>(what: &str, text: &str) -> Checked<T> {
    let unknown = || StoreErrorKind::Unknown { what: what.to_owned(), value: text.to_owned() };
    serde_json::from_str(text).map_err(|_| unknown().into())
}

fn identity(work: &mut Work<'_>, version: i64) -> Checked<Identity> {
    let sql = "SELECT p.name, v.locator, v.version, v.runtime FROM player_version v JOIN player p ON p.id = v.player \
               WHERE v.id = $1";
    let row = work.one(sql, &[&version])?;
    let runtime = Some(text(&row, 3)?).filter(|runtime| !runtime.is_empty());
    Ok(Identity { name: text(&row, 0)?, locator: text(&row, 1)?, version: text(&row, 2)?, runtime })
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
