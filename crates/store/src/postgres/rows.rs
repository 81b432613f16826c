//! Games as rows: one column at a time, so that a batch is one statement.

use std::collections::BTreeMap;

use joute_referee::GameRecord;

use super::plain::plain;
use super::problem::is_duplicate;
use super::shared::Texts;
use super::transaction::Work;
use crate::error::{Checked, Problem};
use crate::plies::encode;
use crate::seal::{self, DERIVED_LABELS};
use crate::{GameId, NewGame, StoreErrorKind, code};

/// How far games are that are inserted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    Begun,
    Ended,
}

/// The columns of games in brief, one vector each.
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

impl Columns {
    fn of(work: &mut Work<'_>, games: &[(GameId, &NewGame<'_>)], stage: Stage) -> Checked<Columns> {
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
        Ok(columns)
    }
}

/// How games went, one vector for each column, and the sums over games that have ended.
struct Courses {
    starts: Vec<i64>,
    labels: Vec<Option<i64>>,
    moves: Vec<Option<String>>,
    clocks: Vec<Option<Vec<u8>>>,
    sums: Vec<Option<i64>>,
}

impl Courses {
    fn of(work: &mut Work<'_>, games: &[(GameId, &NewGame<'_>)], stage: Stage) -> Checked<Courses> {
        let starts: Vec<&str> = games.iter().map(|(_, game)| game.record.start.as_str()).collect();
        let starts = work.texts(Texts::Starts, &starts)?;
        let labels: Vec<Option<String>> = games.iter().map(|(_, game)| labels_of(&game.record)).collect();
        let texts: Vec<&str> = labels.iter().flatten().map(String::as_str).collect();
        let mut numbers = work.texts(Texts::Labels, &texts)?.into_iter();
        let labels = labels.iter().map(|text| text.as_ref().and_then(|_| numbers.next())).collect();
        let (mut moves, mut clocks, mut sums) = (Vec::new(), Vec::new(), Vec::new());
        for (_, game) in games {
            let course = (stage == Stage::Ended).then(|| encode(&game.record.plies));
            sums.push(
                course
                    .as_ref()
                    .map(|(moves, clock)| seal::sum_encoded(&game.record, game.spot, game.total, moves, clock)),
            );
            let (text, clock) = course.unzip();
            moves.push(text.map(|text| plain(&text).into_owned()));
            clocks.push(clock);
        }
        Ok(Courses { starts, labels, moves, clocks, sums })
    }
}

/// One statement for all that every game has: it is sent while others wait for their turn.
pub(super) fn insert(work: &mut Work<'_>, games: &[(GameId, &NewGame<'_>)], stage: Stage) -> Checked<()> {
    let columns = Columns::of(work, games, stage)?;
    let Columns { ids, places, swapped, shared, seeds, totals, endings, tallies } = &columns;
    let Courses { starts, labels, moves, clocks, sums } = &Courses::of(work, games, stage)?;
    let sql = "WITH sealed AS (INSERT INTO seal (game, sum) SELECT id, sum FROM unnest($1::bigint[], $16::bigint[]) n (id, sum) \
               WHERE sum IS NOT NULL), \
               went AS (INSERT INTO course (game, start, labels, moves, clock) \
               SELECT * FROM unnest($1::bigint[], $17::bigint[], $18::bigint[], $19::text[], $20::bytea[])) \
               INSERT INTO game (id, event, match, number, swapped, terms, first, second, seed, total, outcome, how, reason, \
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
            sums,
            starts,
            labels,
            moves,
            clocks,
        ],
    );
    inserted.map_err(|error| naming(games, error))?;
    Ok(())
}

/// What is kept of the labels of a game, as JSON.
fn labels_of(record: &GameRecord) -> Option<String> {
    let labels = record.labels.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    let labels: BTreeMap<&str, &str> = labels.filter(|(key, _)| !DERIVED_LABELS.contains(key)).collect();
    if labels.is_empty() { None } else { serde_json::to_string(&labels).ok() }
}

/// Names the game when a result is there already.
pub(super) fn naming(games: &[(GameId, &NewGame<'_>)], error: postgres::Error) -> Problem {
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
