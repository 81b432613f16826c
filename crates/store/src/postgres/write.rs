//! Writing, within one transaction. Finished games go in by the table, not one by one: a batch costs little more than a game.

use std::collections::BTreeMap;

use joute_games::Side;
use joute_referee::{Ending, GameRecord, PlyRecord};

use super::link::Work;
use super::plain::plain;
use super::problem::is_duplicate;
use super::read::get;
use super::shared::Texts;
use super::{documents, leases, read};
use crate::error::{Checked, Problem};
use crate::plies::encode;
use crate::seal::{self, DERIVED_LABELS};
use crate::{EventId, GameId, NewEvent, NewGame, StoreErrorKind, Write, Written, code};

pub(super) fn apply(work: &mut Work<'_>, writes: &[Write<'_>]) -> Checked<Vec<Written>> {
    let mut numbers = take_numbers(work, writes.iter().filter(|write| adds_a_game(write)).count())?;
    let mut written = Vec::with_capacity(writes.len());
    while let Some(write) = writes.get(written.len()) {
        let whole: Vec<&NewGame<'_>> = writes[written.len()..].iter().map_while(whole_game).collect();
        if whole.is_empty() {
            written.push(one(work, write, &mut numbers)?);
        } else {
            let games: Vec<(GameId, &NewGame<'_>)> = numbers.by_ref().zip(whole).collect();
            keep(work, &games)?;
            written.extend(games.iter().map(|(id, _)| Written::Game(*id)));
        }
    }
    Ok(written)
}

/// Numbers for games to be added. Whoever has taken some is the only one to add games until they are there.
pub(super) fn take_numbers(work: &mut Work<'_>, count: usize) -> Checked<std::ops::RangeInclusive<GameId>> {
    if count == 0 {
        #[allow(clippy::reversed_empty_ranges, reason = "there are no numbers")]
        return Ok(1..=0);
    }
    take_turn(work)?;
    let row = work.one("UPDATE counter SET games = games + $1 RETURNING games", &[&(count as i64)])?;
    let last = get::<i64>(&row, 0)?.cast_unsigned();
    Ok(last - count as u64 + 1..=last)
}

/// Waits for one's turn to add games. Hundreds who wait for a row wake each other; those who wait for this stand in line.
fn take_turn(work: &mut Work<'_>) -> Checked<()> {
    work.run("SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ' counter', 0))", &[])?;
    Ok(())
}

fn adds_a_game(write: &Write<'_>) -> bool {
    matches!(write, Write::Game(_) | Write::Begin { .. })
}

/// A game that has ended.
fn whole_game<'w, 'a>(write: &'w Write<'a>) -> Option<&'w NewGame<'a>> {
    match write {
        Write::Game(game) if code::of_ending(game.record.ending.as_ref())[0].is_some() => Some(game),
        _ => None,
    }
}

fn one(work: &mut Work<'_>, write: &Write<'_>, numbers: &mut impl Iterator<Item = GameId>) -> Checked<Written> {
    // There are as many numbers as games.
    let mut number = || numbers.next().unwrap_or_default();
    match write {
        Write::Event(event) => add_event(work, event).map(Written::Event),
        Write::Game(game) => begin(work, number(), game).map(Written::Game),
        Write::Begin { owner, game } => {
            let id = begin(work, number(), game)?;
            leases::hold(work, *owner, id).map(Written::Begun)
        }
        Write::Ply { hold, ply, played } => {
            leases::check(work, *hold)?;
            append(work, hold.game, *ply, played).map(|()| Written::Done)
        }
        Write::Finish { hold, game } => {
            leases::check(work, *hold)?;
            finish(work, hold.game, game).map(|()| Written::Done)
        }
        Write::Review { record, review } => {
            let sql = "INSERT INTO review (record, review) VALUES ($1, $2) \
                       ON CONFLICT (record) DO UPDATE SET review = excluded.review";
            work.run(sql, &[record, &plain(review)])?;
            Ok(Written::Done)
        }
        Write::Seat { game, side, holder, instead_of } => {
            take_seat(work, *game, *side, holder, instead_of.as_deref()).map(|()| Written::Done)
        }
        Write::Document(change) => documents::change(work, change).map(|()| Written::Done),
        Write::Note { game, text } => {
            let sql = "INSERT INTO note (game, text) SELECT id, $2 FROM game WHERE id = $1 \
                       ON CONFLICT (game) DO UPDATE SET text = excluded.text";
            match work.run(sql, &[&game.cast_signed(), &plain(text)])? {
                0 => Err(StoreErrorKind::Missing { what: format!("game {game}") }.into()),
                _ => Ok(Written::Done),
            }
        }
    }
}

fn add_event(work: &mut Work<'_>, event: &NewEvent) -> Checked<EventId> {
    // Numbers follow each other without gaps, as those of a file do: changes of events name them.
    work.run("LOCK TABLE event IN SHARE ROW EXCLUSIVE MODE", &[])?;
    let sql = "INSERT INTO event (id, name, format, description, created) \
               SELECT coalesce(max(id), 0) + 1, $1, $2, $3, extract(epoch FROM now())::bigint FROM event RETURNING id";
    let row = work.one(sql, &[&plain(&event.name), &event.format, &plain(&event.description)])?;
    let id: i64 = get(&row, 0)?;
    for (number, entry) in event.entries.iter().enumerate() {
        let [version, refused] = [&entry.version, &entry.refused].map(|text| text.as_deref().map(plain));
        let sql = "INSERT INTO entry (event, number, name, locator, version, refused) VALUES ($1, $2, $3, $4, $5, $6)";
        let number = number as i32;
        work.run(sql, &[&id, &number, &plain(&entry.name), &plain(&entry.locator), &version, &refused])?;
    }
    Ok(EventId(id))
}

fn begin(work: &mut Work<'_>, id: GameId, game: &NewGame<'_>) -> Checked<GameId> {
    insert(work, &[(id, game)], Stage::Begun)?;
    insert_courses(work, &[(id, game)], &[None])?;
    for (ply, played) in game.record.plies.iter().enumerate() {
        append(work, id, ply as u32, played)?;
    }
    Ok(id)
}

/// Plies follow each other: what lies behind a gap could never be played on.
fn append(work: &mut Work<'_>, game: GameId, ply: u32, played: &PlyRecord) -> Checked<()> {
    let text = serde_json::to_string(played).unwrap_or_default();
    let (id, number) = (game.cast_signed(), i64::from(ply));
    let sql = "SELECT max(ply) + 1, max(played) FILTER (WHERE ply = $2) FROM ply WHERE game = $1";
    let row = work.one(sql, &[&id, &number])?;
    let (expected, there): (Option<i64>, Option<String>) = (get(&row, 0)?, get(&row, 1)?);
    let expected = expected.unwrap_or(0) as u32;
    match there {
        Some(there) if there == text => return Ok(()),
        None if ply == expected => {}
        _ => return Err(StoreErrorKind::OutOfOrder { game, ply, expected }.into()),
    }
    work.run("INSERT INTO ply (game, ply, played) VALUES ($1, $2, $3)", &[&id, &number, &text])?;
    Ok(())
}

/// One statement looks and takes, so that of two who want a seat one gets it.
fn take_seat(work: &mut Work<'_>, game: GameId, side: Side, holder: &str, before: Option<&str>) -> Checked<()> {
    let (id, seat) = (game.cast_signed(), code::of_side(side));
    let taken = match before {
        None => {
            let sql = "INSERT INTO seat (game, side, holder) SELECT id, $2, $3 FROM game WHERE id = $1 \
                       ON CONFLICT DO NOTHING";
            work.run(sql, &[&id, &seat, &plain(holder)])?
        }
        Some(before) => {
            let sql = "UPDATE seat SET holder = $3 WHERE game = $1 AND side = $2 AND holder = $4";
            work.run(sql, &[&id, &seat, &plain(holder), &plain(before)])?
        }
    };
    if taken == 0 { Err(StoreErrorKind::Taken { game, side }.into()) } else { Ok(()) }
}

fn finish(work: &mut Work<'_>, id: GameId, game: &NewGame<'_>) -> Checked<()> {
    let record = &*game.record;
    let [outcome, how, reason] = code::of_ending(record.ending.as_ref());
    if outcome.is_none() {
        // A game that was given up stays as it is: begun and not finished.
        return Ok(());
    }
    let [first, second] = record.tally.map(i64::from);
    let sql = "UPDATE game SET outcome = $2, how = $3, reason = $4, first_tally = $5, second_tally = $6, \
               ended = extract(epoch FROM now())::bigint WHERE id = $1";
    let ended = work.run(sql, &[&id.cast_signed(), &outcome, &how, &reason, &first, &second]);
    ended.map_err(|error| naming(&[(id, game)], error))?;
    let (moves, clock) = encode(&record.plies);
    let sql = "UPDATE course SET moves = $2, clock = $3 WHERE game = $1";
    work.run(sql, &[&id.cast_signed(), &plain(&moves), &clock])?;
    work.run("DELETE FROM ply WHERE game = $1", &[&id.cast_signed()])?;
    leases::forget(work, id)?;
    insert_rest(work, id, record)?;
    // The rest was stored when it began, so what is sealed is read.
    match read::placed(work, id)? {
        Some((record, spot, total)) => seal_all(work, &[id.cast_signed()], &[seal::sum(&record, spot, total)]),
        None => Err(StoreErrorKind::Missing { what: format!("game {id}") }.into()),
    }
}

fn seal_all(work: &mut Work<'_>, games: &[i64], sums: &[i64]) -> Checked<()> {
    work.run("INSERT INTO seal (game, sum) SELECT * FROM unnest($1::bigint[], $2::bigint[])", &[&games, &sums])?;
    Ok(())
}

/// Keeps games that have ended.
pub(super) fn keep(work: &mut Work<'_>, games: &[(GameId, &NewGame<'_>)]) -> Checked<()> {
    if games.is_empty() {
        return Ok(());
    }
    insert(work, games, Stage::Ended)?;
    let courses: Vec<(String, Vec<u8>)> = games.iter().map(|(_, game)| encode(&game.record.plies)).collect();
    let sum = |((_, game), (moves, clock)): (&(GameId, &NewGame<'_>), &(String, Vec<u8>))| {
        seal::sum_encoded(&game.record, game.spot, game.total, moves, clock)
    };
    let sums: Vec<i64> = games.iter().zip(&courses).map(sum).collect();
    let ids: Vec<i64> = games.iter().map(|(id, _)| id.cast_signed()).collect();
    seal_all(work, &ids, &sums)?;
    insert_courses(work, games, &courses.into_iter().map(Some).collect::<Vec<_>>())?;
    games.iter().try_for_each(|(id, game)| insert_rest(work, *id, &game.record))
}

/// The columns of games, one vector each.
#[derive(Default)]
struct Columns {
    ids: Vec<i64>,
    places: [Vec<Option<i64>>; 3],
    swapped: Vec<Option<bool>>,
    shared: [Vec<i64>; 3],
    seeds: Vec<i64>,
    totals: Vec<i64>,
    endings: [Vec<Option<i64>>; 3],
    tallies: [Vec<Option<i64>>; 2],
}

/// How far games are that are inserted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Begun,
    Ended,
}

fn insert(work: &mut Work<'_>, games: &[(GameId, &NewGame<'_>)], stage: Stage) -> Checked<()> {
    let mut columns = Columns::default();
    for (id, game) in games {
        let record = &*game.record;
        let spot = game.spot;
        columns.ids.push(id.cast_signed());
        let place = spot.map(|spot| [spot.event.0, i64::from(spot.match_index), i64::from(spot.game)]);
        columns.places.iter_mut().enumerate().for_each(|(at, column)| column.push(place.map(|place| place[at])));
        columns.swapped.push(spot.map(|spot| spot.swapped));
        let [first, second] = &record.players;
        let shared = [work.terms_of(record)?, work.version(first)?, work.version(second)?];
        columns.shared.iter_mut().zip(shared).for_each(|(column, number)| column.push(number));
        columns.seeds.push(record.seed.cast_signed());
        columns.totals.push(i64::from(game.total));
        let ending = code::of_ending(record.ending.as_ref().filter(|_| stage == Stage::Ended));
        columns.endings.iter_mut().zip(ending).for_each(|(column, number)| column.push(number));
        let tally = record.tally.map(|tally| ending[0].map(|_| i64::from(tally)));
        columns.tallies.iter_mut().zip(tally).for_each(|(column, number)| column.push(number));
    }
    let Columns { ids, places, swapped, shared, seeds, totals, endings, tallies } = &columns;
    let sql = "INSERT INTO game (id, event, match, number, swapped, terms, first, second, seed, total, outcome, how, reason, \
               first_tally, second_tally, ended) \
               SELECT *, CASE WHEN outcome IS NOT NULL THEN extract(epoch FROM now())::bigint END \
               FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::boolean[], $6::bigint[], $7::bigint[], \
               $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[]) \
               n (id, event, match, number, swapped, terms, first, second, seed, total, outcome, how, reason, one, two)";
    let inserted = work.run(
        sql,
        &[
            ids,
            &places[0],
            &places[1],
            &places[2],
            swapped,
            &shared[0],
            &shared[1],
            &shared[2],
            seeds,
            totals,
            &endings[0],
            &endings[1],
            &endings[2],
            &tallies[0],
            &tallies[1],
        ],
    );
    inserted.map_err(|error| naming(games, error))?;
    Ok(())
}

fn insert_courses(
    work: &mut Work<'_>,
    games: &[(GameId, &NewGame<'_>)],
    courses: &[Option<(String, Vec<u8>)>],
) -> Checked<()> {
    let starts: Vec<&str> = games.iter().map(|(_, game)| game.record.start.as_str()).collect();
    let starts = work.texts(Texts::Starts, &starts)?;
    let labels: Vec<Option<String>> = games.iter().map(|(_, game)| labels_of(&game.record)).collect();
    let texts: Vec<&str> = labels.iter().flatten().map(String::as_str).collect();
    let mut numbers = work.texts(Texts::Labels, &texts)?.into_iter();
    let labels: Vec<Option<i64>> = labels.iter().map(|text| text.as_ref().and_then(|_| numbers.next())).collect();
    let ids: Vec<i64> = games.iter().map(|(id, _)| id.cast_signed()).collect();
    let moves: Vec<_> = courses.iter().map(|course| course.as_ref().map(|(moves, _)| plain(moves))).collect();
    let clocks: Vec<Option<&[u8]>> =
        courses.iter().map(|course| course.as_ref().map(|(_, clock)| clock.as_slice())).collect();
    let sql = "INSERT INTO course (game, start, labels, moves, clock) \
               SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::bytea[])";
    work.run(sql, &[&ids, &starts, &labels, &moves, &clocks])?;
    Ok(())
}

/// What is kept of the labels of a game, as JSON.
fn labels_of(record: &GameRecord) -> Option<String> {
    let labels = record.labels.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    let labels: BTreeMap<&str, &str> = labels.filter(|(key, _)| !DERIVED_LABELS.contains(key)).collect();
    if labels.is_empty() { None } else { serde_json::to_string(&labels).ok() }
}

/// Logs and the fault, which few games have.
fn insert_rest(work: &mut Work<'_>, id: GameId, record: &GameRecord) -> Checked<()> {
    let logs =
        record.plies.iter().enumerate().filter_map(|(ply, played)| Some((ply as i64, plain(played.log.as_ref()?))));
    let (plies, texts): (Vec<i64>, Vec<_>) = logs.unzip();
    if !plies.is_empty() {
        let sql = "INSERT INTO log (game, ply, text) SELECT $1, * FROM unnest($2::bigint[], $3::text[])";
        work.run(sql, &[&id.cast_signed(), &plies, &texts])?;
    }
    if let Some((side, fault)) = record.ending.as_ref().and_then(Ending::fault) {
        let (side, kind) = (code::of_side(side), code::of_kind(fault.kind));
        let sql = "INSERT INTO fault (game, side, kind, evidence) VALUES ($1, $2, $3, $4)";
        work.run(sql, &[&id.cast_signed(), &side, &kind, &plain(&fault.evidence)])?;
    }
    Ok(())
}

/// Names the game when a result is there already.
fn naming(games: &[(GameId, &NewGame<'_>)], error: postgres::Error) -> Problem {
    if !is_duplicate(&error) {
        return error.into();
    }
    // The server says which: `Key (event, match, number)=(1, 3, 0) already exists.`, in whatever language it speaks.
    let detail = error.as_db_error().and_then(|error| error.detail()).unwrap_or_default();
    let named = detail.split_once("=(").and_then(|(_, rest)| rest.split_once(')')).map(|(numbers, _)| numbers);
    let named: Vec<i64> = named.unwrap_or_default().split(", ").filter_map(|number| number.parse().ok()).collect();
    let spots = games.iter().filter_map(|(_, game)| game.spot);
    let is_it = |spot: &crate::Spot| named == [spot.event.0, i64::from(spot.match_index), i64::from(spot.game)];
    match spots.clone().find(is_it).or_else(|| spots.clone().next()) {
        Some(spot) => StoreErrorKind::Duplicate { match_index: spot.match_index, game: spot.game }.into(),
        None => error.into(),
    }
}
