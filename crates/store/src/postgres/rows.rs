//! Games as rows: one column at a time, so that a batch is one statement.

use std::collections::BTreeMap;

use joute_referee::{Ending, GameRecord};
use postgres::types::ToSql;

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

/// Games as the server's own functions take them (`add_games`): a column an array.
#[derive(Default)]
pub(super) struct Rows {
    places: [Vec<Option<i64>>; 3],
    swapped: Vec<Option<bool>>,
    shared: [Vec<i64>; 3],
    seeds: Vec<i64>,
    totals: Vec<i64>,
    endings: [Vec<Option<i64>>; 3],
    tallies: [Vec<Option<i64>>; 2],
    sums: Vec<Option<i64>>,
    starts: Vec<i64>,
    labels: Vec<Option<i64>>,
    moves: Vec<Option<String>>,
    clocks: Vec<Option<Vec<u8>>>,
    logs: Logs,
    faults: Faults,
}

/// Logs of plies, by the number of the game among those of its batch, from 1.
#[derive(Default)]
struct Logs {
    games: Vec<i64>,
    plies: Vec<i64>,
    texts: Vec<String>,
}

/// Faults, by the number of the game in the same way.
#[derive(Default)]
struct Faults {
    games: Vec<i64>,
    sides: Vec<i64>,
    kinds: Vec<i64>,
    texts: Vec<String>,
}

impl Rows {
    /// All that can be done before there are numbers: others wait for whoever has taken some.
    pub(super) fn of(work: &mut Work<'_>, games: &[&NewGame<'_>], stage: Stage) -> Checked<Rows> {
        let mut rows = Rows::default();
        for (nth, game) in (1..).zip(games) {
            rows.add_brief(work, game, stage)?;
            rows.add_course(game, stage);
            if stage == Stage::Ended {
                rows.add_rest(nth, &game.record);
            }
        }
        rows.add_texts(work, games)?;
        Ok(rows)
    }

    fn add_brief(&mut self, work: &mut Work<'_>, game: &NewGame<'_>, stage: Stage) -> Checked<()> {
        let (record, spot) = (&*game.record, game.spot);
        let place = spot.map(|spot| [spot.event.0, i64::from(spot.match_index), i64::from(spot.game)]);
        self.places.iter_mut().enumerate().for_each(|(at, column)| column.push(place.map(|place| place[at])));
        self.swapped.push(spot.map(|spot| spot.swapped));
        let [first, second] = &record.players;
        let shared = [work.terms_of(record)?, work.version(first)?, work.version(second)?];
        self.shared.iter_mut().zip(shared).for_each(|(column, number)| column.push(number));
        self.seeds.push(record.seed.cast_signed());
        self.totals.push(i64::from(game.total));
        let ending = code::of_ending(record.ending.as_ref().filter(|_| stage == Stage::Ended));
        self.endings.iter_mut().zip(ending).for_each(|(column, number)| column.push(number));
        let tally = record.tally.map(|tally| ending[0].map(|_| i64::from(tally)));
        self.tallies.iter_mut().zip(tally).for_each(|(column, number)| column.push(number));
        Ok(())
    }

    /// How a game went, and the sum over it, if it has ended.
    fn add_course(&mut self, game: &NewGame<'_>, stage: Stage) {
        let course = (stage == Stage::Ended).then(|| encode(&game.record.plies));
        let sum =
            |(moves, clock): &(String, Vec<u8>)| seal::sum_encoded(&game.record, game.spot, game.total, moves, clock);
        self.sums.push(course.as_ref().map(sum));
        let (moves, clock) = course.unzip();
        self.moves.push(moves.map(|moves| plain(&moves).into_owned()));
        self.clocks.push(clock);
    }

    /// Logs and the fault, which few games have.
    fn add_rest(&mut self, nth: i64, record: &GameRecord) {
        for (ply, played) in (0..).zip(&record.plies) {
            if let Some(log) = &played.log {
                self.logs.games.push(nth);
                self.logs.plies.push(ply);
                self.logs.texts.push(plain(log).into_owned());
            }
        }
        if let Some((side, fault)) = record.ending.as_ref().and_then(Ending::fault) {
            self.faults.games.push(nth);
            self.faults.sides.push(code::of_side(side));
            self.faults.kinds.push(code::of_kind(fault.kind));
            self.faults.texts.push(plain(&fault.evidence).into_owned());
        }
    }

    fn add_texts(&mut self, work: &mut Work<'_>, games: &[&NewGame<'_>]) -> Checked<()> {
        let starts: Vec<&str> = games.iter().map(|game| game.record.start.as_str()).collect();
        self.starts = work.texts(Texts::Starts, &starts)?;
        let labels: Vec<Option<String>> = games.iter().map(|game| labels_of(&game.record)).collect();
        let texts: Vec<&str> = labels.iter().flatten().map(String::as_str).collect();
        let mut numbers = work.texts(Texts::Labels, &texts)?.into_iter();
        self.labels = labels.iter().map(|text| text.as_ref().and_then(|_| numbers.next())).collect();
        Ok(())
    }

    /// What `add_games` is given of them, in its order.
    pub(super) fn values(&self) -> [&(dyn ToSql + Sync); 26] {
        let Rows { places, swapped, shared, seeds, totals, endings, tallies, sums, starts, labels, .. } = self;
        let Rows { moves, clocks, logs, faults, .. } = self;
        [
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
            &logs.games,
            &logs.plies,
            &logs.texts,
            &faults.games,
            &faults.sides,
            &faults.kinds,
            &faults.texts,
        ]
    }

    /// Adds them as the games that follow each other from this number.
    pub(super) fn insert(&self, work: &mut Work<'_>, first: GameId) -> Result<(), postgres::Error> {
        let sql = "SELECT add_games($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, \
                   $20, $21, $22, $23, $24, $25, $26, $27, $28)";
        let (base, numbers): (i64, Vec<i64>) = (first.cast_signed(), (0..self.seeds.len() as i64).collect());
        let own: [&(dyn ToSql + Sync); 2] = [&base, &numbers];
        work.run(sql, &[&own[..], &self.values()].concat())?;
        Ok(())
    }
}

/// What is kept of the labels of a game, as JSON.
fn labels_of(record: &GameRecord) -> Option<String> {
    let labels = record.labels.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    let labels: BTreeMap<&str, &str> = labels.filter(|(key, _)| !DERIVED_LABELS.contains(key)).collect();
    if labels.is_empty() { None } else { serde_json::to_string(&labels).ok() }
}

/// Names the game when a result is there already.
pub(super) fn naming(games: &[&NewGame<'_>], error: postgres::Error) -> Problem {
    if !is_duplicate(&error) {
        return error.into();
    }
    // The server says which: `Key (event, match, number)=(1, 3, 0) already exists.`, in whatever language it speaks.
    let detail = error.as_db_error().and_then(|error| error.detail()).unwrap_or_default();
    let named = detail.split_once("=(").and_then(|(_, rest)| rest.split_once(')')).map(|(numbers, _)| numbers);
    let named: Vec<i64> = named.unwrap_or_default().split(", ").filter_map(|number| number.parse().ok()).collect();
    let spots = games.iter().filter_map(|game| game.spot);
    let is_it = |spot: &crate::Spot| named == [spot.event.0, i64::from(spot.match_index), i64::from(spot.game)];
    match spots.clone().find(is_it).or_else(|| spots.clone().next()) {
        Some(spot) => StoreErrorKind::Duplicate { match_index: spot.match_index, game: spot.game }.into(),
        None => error.into(),
    }
}
