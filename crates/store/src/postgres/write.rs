//! Writing, within one transaction. Finished games go in by the table, not one by one: a batch costs little more than a game.

use joute_games::Side;
use joute_referee::{Ending, GameRecord, PlyRecord};

use super::plain::plain;
use super::read::get;
use super::rows::{Rows, Stage, naming};
use super::transaction::Work;
use super::{documents, leases, read};
use crate::error::Checked;
use crate::plies::encode;
use crate::seal;
use crate::{EventId, GameId, NewEvent, NewGame, StoreErrorKind, Write, Written, code};

pub(super) fn apply(work: &mut Work<'_>, writes: &[Write<'_>]) -> Checked<Vec<Written>> {
    let steps = steps(work, writes)?;
    let mut numbers = take_numbers(work, writes.iter().filter(|write| adds_a_game(write)).count())?;
    let mut written = Vec::with_capacity(writes.len());
    for step in steps {
        match step {
            Step::One(write) => written.push(one(work, write, &mut numbers)?),
            Step::Games(games, rows) => {
                let ids: Vec<GameId> = numbers.by_ref().take(games.len()).collect();
                let first = ids.first().copied().unwrap_or_default();
                rows.insert(work, first).map_err(|error| naming(&games, error))?;
                written.extend(ids.into_iter().map(Written::Game));
            }
        }
    }
    Ok(written)
}

/// What is written together.
enum Step<'w, 'a> {
    One(&'w Write<'a>),
    /// Games that have ended.
    Games(Vec<&'w NewGame<'a>>, Box<Rows>),
}

/// What is to be written, step by step. All that needs no numbers is done here, before there are any: others wait for whoever has
/// taken some.
fn steps<'w, 'a>(work: &mut Work<'_>, mut writes: &'w [Write<'a>]) -> Checked<Vec<Step<'w, 'a>>> {
    let mut steps = Vec::new();
    while let [first, rest @ ..] = writes {
        let games: Vec<&NewGame<'_>> = writes.iter().map_while(whole_game).collect();
        if games.is_empty() {
            steps.push(Step::One(first));
            writes = rest;
        } else {
            writes = &writes[games.len()..];
            let rows = Rows::of(work, &games, Stage::Ended)?;
            steps.push(Step::Games(games, Box::new(rows)));
        }
    }
    Ok(steps)
}

/// Numbers for games to be added.
fn take_numbers(work: &mut Work<'_>, count: usize) -> Checked<std::ops::RangeInclusive<GameId>> {
    if count == 0 {
        #[allow(clippy::reversed_empty_ranges, reason = "there are no numbers")]
        return Ok(1..=0);
    }
    let last = get::<i64>(&work.one("SELECT take_numbers($1)", &[&(count as i64)])?, 0)?.cast_unsigned();
    Ok(last - count as u64 + 1..=last)
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
    let rows = Rows::of(work, &[game], Stage::Begun)?;
    rows.insert(work, id).map_err(|error| naming(&[game], error))?;
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
    ended.map_err(|error| naming(&[game], error))?;
    let (moves, clock) = encode(&record.plies);
    let sql = "UPDATE course SET moves = $2, clock = $3 WHERE game = $1";
    work.run(sql, &[&id.cast_signed(), &plain(&moves), &clock])?;
    work.run("DELETE FROM ply WHERE game = $1", &[&id.cast_signed()])?;
    leases::forget(work, id)?;
    insert_rest(work, id, record)?;
    // The rest was stored when it began, so what is sealed is read.
    match read::placed(work, id)? {
        Some((record, spot, total)) => {
            let sum = seal::sum(&record, spot, total);
            work.run("INSERT INTO seal (game, sum) VALUES ($1, $2)", &[&id.cast_signed(), &sum])?;
            Ok(())
        }
        None => Err(StoreErrorKind::Missing { what: format!("game {id}") }.into()),
    }
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
