//! The queue: rows that are locked by whoever takes them and skipped by everybody else.

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::time::Duration;

use postgres::Row;

use super::leases::{self, now};
use super::link::small;
use super::plain::plain;
use super::read::{self, get, optional_text, text};
use super::transaction::{Manner, Safe, Work};
use super::{PostgresStore, write};
use crate::error::Checked;
use crate::queue::{Backlog, Doing, Lead, NewTask, NewWorker, Pulse, Queue, Refusals, TakenTask, Ticket, WorkerState};
use crate::{EventId, GameId, GameResult, NewGame, OwnerId, Result, StoreErrorKind};

/// Between words of a list on its way to the server.
const SEPARATOR: &str = "\n";

impl Queue for PostgresStore {
    fn lead(&self, event: EventId, owner: OwnerId, charter: &str) -> Result<Lead> {
        self.write_quietly(|work| lead(work, event, owner, charter))
    }

    fn charter(&self, event: EventId) -> Result<Option<String>> {
        self.read(|work| {
            let row = work.maybe("SELECT charter FROM lead WHERE event = $1", &[&event.0])?;
            row.map(|row| text(&row, 0)).transpose()
        })
    }

    fn offer(&self, lead: Lead, tasks: &[NewTask]) -> Result<()> {
        self.write_quietly(|work| offer(work, lead, tasks))
    }

    fn withdraw(&self, lead: Lead) -> Result<Vec<(u32, u32)>> {
        self.write_quietly(|work| {
            must_lead(work, lead)?;
            let rows = work
                .rows("DELETE FROM task WHERE event = $1 AND owner IS NULL RETURNING match, first", &[&lead.event.0])?;
            let spot = |row: &Row| Ok((small("a match", get(row, 0)?)?, small("a game", get(row, 1)?)?));
            rows.iter().map(spot).collect()
        })
    }

    fn results_after(&self, event: EventId, last: GameId) -> Result<Vec<GameResult>> {
        self.read_what_stays(|work| read::results_after(work, event, last))
    }

    fn keep_file(&self, hash: &str, bytes: &[u8]) -> Result<()> {
        self.write_quietly(|work| {
            work.run("INSERT INTO blob (hash, bytes) VALUES ($1, $2) ON CONFLICT DO NOTHING", &[&hash, &bytes])?;
            Ok(())
        })
    }

    fn missing_files(&self, hashes: &[String]) -> Result<Vec<String>> {
        self.read(|work| {
            let sql = "SELECT h FROM unnest($1::text[]) h WHERE NOT EXISTS (SELECT 1 FROM blob WHERE hash = h)";
            work.rows(sql, &[&hashes])?.iter().map(|row| get(row, 0)).collect()
        })
    }

    fn file(&self, hash: &str) -> Result<Option<Vec<u8>>> {
        self.read(|work| {
            let row = work.maybe("SELECT bytes FROM blob WHERE hash = $1", &[&hash])?;
            row.map(|row| get(&row, 0)).transpose()
        })
    }

    fn join(&self, worker: &NewWorker, lease: Duration) -> Result<OwnerId> {
        self.write_quietly(|work| join(work, worker, lease))
    }

    fn pulse(&self, worker: OwnerId, pulse: &Pulse) -> Result<()> {
        self.write_quietly(|work| {
            leases::renew(work, worker)?;
            let sql = concat!("UPDATE worker SET heard = ", now!(), ", rate = $2, doing = $3 WHERE owner = $1");
            work.run(sql, &[&worker.0, &pulse.rate, &plain(&Doing::kept(&pulse.doing))])?;
            Ok(())
        })
    }

    fn take(&self, worker: OwnerId, refused: &Refusals, most: u32) -> Result<Vec<TakenTask>> {
        // Whoever found nothing looks before it asks again: at the end of an event hundreds do, and what they would write is in the
        // way of those who settle.
        if self.found_nothing.load(Ordering::Relaxed) && !self.read(|work| is_worth_asking(work, worker, refused))? {
            return Ok(Vec::new());
        }
        let taken = self.written(Manner::TAKING, |work| take(work, worker, refused, most))?;
        self.found_nothing.store(taken.is_empty(), Ordering::Relaxed);
        Ok(taken)
    }

    fn settle(&self, worker: OwnerId, played: &[(Ticket, Vec<NewGame<'_>>)]) -> Result<Vec<bool>> {
        if played.is_empty() {
            return Ok(Vec::new());
        }
        self.write_and_tell(Safe::OnReturn, |work| settle(work, worker, played))
    }

    fn give_back(&self, tickets: &[Ticket]) -> Result<()> {
        let (tasks, tokens): (Vec<i64>, Vec<i64>) = tickets.iter().map(|ticket| (ticket.task, ticket.token)).unzip();
        self.write_quietly(|work| {
            let sql = "UPDATE task t SET owner = NULL, token = t.token + 1 FROM unnest($1::bigint[], $2::bigint[]) g (id, token) \
                       WHERE t.id = g.id AND t.token = g.token";
            work.run(sql, &[&tasks, &tokens])?;
            Ok(())
        })
    }

    fn workers(&self) -> Result<Vec<WorkerState>> {
        self.read(workers)
    }

    fn backlog(&self) -> Result<Vec<Backlog>> {
        self.read(|work| {
            let sql = "SELECT event, count(*) FILTER (WHERE owner IS NULL), count(owner) FROM task GROUP BY event ORDER BY event";
            let count = |row: &Row, column| get::<i64>(row, column).map(i64::cast_unsigned);
            let one = |row: &Row| Ok(Backlog { event: EventId(get(row, 0)?), waiting: count(row, 1)?, taken: count(row, 2)? });
            work.rows(sql, &[])?.iter().map(one).collect()
        })
    }
}

fn lead(work: &mut Work<'_>, event: EventId, owner: OwnerId, charter: &str) -> Checked<Lead> {
    let sql = concat!(
        "INSERT INTO lead (event, owner, token, charter) VALUES ($1, $2, 1, $3) ON CONFLICT (event) DO UPDATE \
         SET owner = excluded.owner, token = lead.token + 1, charter = excluded.charter WHERE lead.owner = excluded.owner \
         OR NOT EXISTS (SELECT 1 FROM owner o WHERE o.id = lead.owner AND o.expires > ",
        now!(),
        ") RETURNING token"
    );
    match work.maybe(sql, &[&event.0, &owner.0, &plain(charter)])? {
        Some(row) => Ok(Lead { event, token: get(&row, 0)? }),
        None => {
            let row =
                work.maybe("SELECT o.name FROM lead l JOIN owner o ON o.id = l.owner WHERE l.event = $1", &[&event.0])?;
            let by = row.map(|row| text(&row, 0)).transpose()?;
            Err(StoreErrorKind::Busy { by: by.unwrap_or_else(|| "another program".to_owned()) }.into())
        }
    }
}

/// Makes sure that nobody else leads by now, nor will before this is written.
fn must_lead(work: &mut Work<'_>, lead: Lead) -> Checked<()> {
    let row = work.maybe("SELECT token FROM lead WHERE event = $1 FOR SHARE", &[&lead.event.0])?;
    match row.map(|row| get::<i64>(&row, 0)).transpose()? {
        Some(token) if token == lead.token => Ok(()),
        _ => Err(StoreErrorKind::Busy { by: "another program, which has taken it over".to_owned() }.into()),
    }
}

fn offer(work: &mut Work<'_>, lead: Lead, tasks: &[NewTask]) -> Checked<()> {
    must_lead(work, lead)?;
    let sql = "INSERT INTO task (event, match, first, body, needs, players, cores) \
               SELECT $1, n.match, n.first, n.body, string_to_array(n.needs, $8), string_to_array(n.players, $8), n.cores \
               FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[]) \
               n (match, first, body, needs, players, cores) ON CONFLICT DO NOTHING";
    let matches: Vec<i64> = tasks.iter().map(|task| i64::from(task.match_index)).collect();
    let games: Vec<i64> = tasks.iter().map(|task| i64::from(task.first_game)).collect();
    let bodies: Vec<_> = tasks.iter().map(|task| plain(&task.body)).collect();
    // Arrays of arrays are none in SQL. Versions may have spaces in them, and lines nowhere.
    let needs: Vec<String> = tasks.iter().map(|task| task.needs.join(SEPARATOR)).collect();
    let players: Vec<String> = tasks.iter().map(|task| plain(&task.players.join(SEPARATOR)).into_owned()).collect();
    let cores: Vec<i64> = tasks.iter().map(|task| i64::from(task.cores)).collect();
    work.run(sql, &[&lead.event.0, &matches, &games, &bodies, &needs, &players, &cores, &SEPARATOR])?;
    // What is played is looked for after the offer: a row that somebody was just settling has been waited for, and what they
    // kept is seen by now.
    let sql = "DELETE FROM task t USING unnest($2::bigint[], $3::bigint[]) n (match, first) \
               WHERE t.event = $1 AND t.match = n.match AND t.first = n.first AND EXISTS (SELECT 1 FROM game g \
               WHERE g.event = $1 AND g.match = n.match AND g.number = n.first AND g.outcome IS NOT NULL)";
    work.run(sql, &[&lead.event.0, &matches, &games])?;
    Ok(())
}

fn join(work: &mut Work<'_>, worker: &NewWorker, lease: Duration) -> Checked<OwnerId> {
    let owner = leases::register(work, &worker.name, lease)?;
    let week = concat!("DELETE FROM worker WHERE heard < ", now!(), " - 604800000 OR name = $1");
    work.run(week, &[&plain(&worker.name)])?;
    leases::forget_the_silent(work)?;
    let sql = concat!(
        "INSERT INTO worker (owner, name, machine, abilities, jobs, version, cores, joined, heard) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, ",
        now!(),
        ", ",
        now!(),
        ")"
    );
    let (name, machine, jobs) = (plain(&worker.name), plain(&worker.machine), i64::from(worker.jobs));
    let cores = i64::from(worker.cores);
    work.run(sql, &[&owner.0, &name, &machine, &worker.abilities, &jobs, &worker.version, &cores])?;
    Ok(owner)
}

/// A claim does not wait for the disk, so a crash of the server may forget it: then the task is free again, or still belongs to
/// whoever had it before. What the forgotten one settles later is refused, since tokens are drawn and no two claims have the
/// same; were they counted, the next claim would get the number of the forgotten one. The pair is then played twice and counts
/// once, for the row is deleted by the transaction that keeps its games. No task is left with a worker that does not know of it:
/// only the claim can be forgotten, and what a worker does with a task (it settles it, or gives it back) comes after the claim in
/// the log of the server and is safe when the call returns, so it is never there without it. What is forgotten of a lease makes
/// it shorter.
fn take(work: &mut Work<'_>, worker: OwnerId, refused: &Refusals, most: u32) -> Checked<Vec<TakenTask>> {
    let taken = take_free(work, worker, refused, most)?;
    if !taken.is_empty() {
        return Ok(taken);
    }
    // There is nothing, or nobody of that name.
    leases::must_exist(work, worker)?;
    if reclaim(work)? > 0 { take_free(work, worker, refused, most) } else { Ok(taken) }
}

/// What a worker may take: it is free, the worker is able to play it, and has not refused it.
macro_rules! for_this_worker {
    () => {
        "f.owner IS NULL AND w.owner = $1 AND f.needs <@ w.abilities AND f.cores <= w.cores AND NOT f.players && $2 \
         AND f.event <> ALL ($3) AND f.id <> ALL ($4)"
    };
}

/// An owner whose lease is to begin anew. Were it written whenever somebody asks, the few rows of owners would have thousands of
/// dead versions that everybody goes through.
macro_rules! is_due {
    () => {
        concat!("expires < ", now!(), " + lease / 3 * 2")
    };
}

/// Whether there is anything to take, or to make free, or a lease that must begin anew.
fn is_worth_asking(work: &mut Work<'_>, worker: OwnerId, refused: &Refusals) -> Checked<bool> {
    let sql = concat!(
        "SELECT ",
        is_due!(),
        " OR EXISTS (SELECT 1 FROM owner o JOIN task f ON f.owner = o.id WHERE o.expires <= ",
        now!(),
        ") OR EXISTS (SELECT 1 FROM task f, worker w WHERE ",
        for_this_worker!(),
        ") FROM owner WHERE id = $1"
    );
    let events: Vec<i64> = refused.events.iter().map(|event| event.0).collect();
    match work.maybe(sql, &[&worker.0, &refused.players, &events, &refused.tasks])? {
        Some(row) => get(&row, 0),
        None => Err(leases::missing(worker)),
    }
}

/// Whoever asks is there: what is left of its lease is two thirds at the least. What is free is gathered in an array, once: joined with
/// the tasks it would be looked for again for each of them where the server believes that there are none, as it does after a
/// queue was empty when it last counted, and each time there would be others to take.
fn take_free(work: &mut Work<'_>, worker: OwnerId, refused: &Refusals, most: u32) -> Checked<Vec<TakenTask>> {
    let sql = concat!(
        // Whoever takes this name away waits for the lock.
        "WITH there AS (SELECT id FROM owner WHERE id = $1 FOR KEY SHARE), \
         renewed AS (UPDATE owner SET expires = ",
        now!(),
        " + lease WHERE id = $1 AND ",
        is_due!(),
        ") UPDATE task t SET owner = $1, token = hashtextextended(gen_random_uuid()::text, t.id) WHERE t.id = ANY (ARRAY( \
         SELECT f.id FROM task f, worker w WHERE ",
        for_this_worker!(),
        " AND EXISTS (SELECT 1 FROM there) ORDER BY f.id LIMIT $5 FOR UPDATE OF f SKIP LOCKED)) \
         RETURNING t.id, t.token, t.event, t.body, t.cores"
    );
    let one = |row: &Row| {
        let ticket = Ticket { task: get(row, 0)?, token: get(row, 1)? };
        let cores = small("the processors of a game", get(row, 4)?)?;
        Ok(TakenTask { ticket, event: EventId(get(row, 2)?), body: text(row, 3)?, cores })
    };
    let events: Vec<i64> = refused.events.iter().map(|event| event.0).collect();
    let rows = work.rows(sql, &[&worker.0, &refused.players, &events, &refused.tasks, &i64::from(most)])?;
    let mut taken: Vec<TakenTask> = rows.iter().map(one).collect::<Checked<_>>()?;
    taken.sort_by_key(|task| task.ticket);
    Ok(taken)
}

/// Frees what belongs to workers that were silent for too long. Begins with them, who are few: at the end of an event everybody
/// asks this again and again while much is taken and nothing is free.
fn reclaim(work: &mut Work<'_>) -> Checked<u64> {
    let sql = concat!(
        "UPDATE task t SET owner = NULL, token = t.token + 1 WHERE t.id = ANY (ARRAY(SELECT f.id FROM owner o \
         JOIN task f ON f.owner = o.id WHERE o.expires <= ",
        now!(),
        " FOR UPDATE OF f SKIP LOCKED))"
    );
    Ok(work.run(sql, &[])?)
}

/// What can be done before one's turn to add games is done before it: others wait for it.
fn settle(work: &mut Work<'_>, worker: OwnerId, played: &[(Ticket, Vec<NewGame<'_>>)]) -> Checked<Vec<bool>> {
    let tasks: Vec<i64> = played.iter().map(|(ticket, _)| ticket.task).collect();
    let tokens: Vec<i64> = played.iter().map(|(ticket, _)| ticket.token).collect();
    let lengths: Vec<i64> = played.iter().map(|(_, games)| games.len() as i64).collect();
    // A pair that is kept already is played out, whoever left it in the queue: what comes now counts for nothing.
    let sql = concat!(
        "WITH over AS (DELETE FROM task t USING unnest($1::bigint[], $2::bigint[], $3::bigint[]) p (id, token, games) \
         WHERE t.id = p.id AND t.token = p.token RETURNING t.id, t.token, t.event, t.match, t.first, p.games), \
         mine AS (SELECT id, token, games FROM over o WHERE NOT EXISTS (SELECT 1 FROM game g WHERE g.event = o.event \
         AND g.match = o.match AND g.number = o.first AND g.outcome IS NOT NULL)), \
         counted AS (UPDATE worker SET games = games + (SELECT coalesce(sum(m.games), 0) FROM mine m)::bigint, heard = ",
        now!(),
        " WHERE owner = $4) SELECT id, token FROM mine"
    );
    let ticket = |row: &Row| Ok(Ticket { task: get(row, 0)?, token: get(row, 1)? });
    let mine: HashSet<Ticket> =
        work.rows(sql, &[&tasks, &tokens, &lengths, &worker.0])?.iter().map(ticket).collect::<Checked<_>>()?;
    // Whoever was forgotten and got the same task again may come with both tickets at once: the task alone says nothing.
    let counts: Vec<bool> = played.iter().map(|(ticket, _)| mine.contains(ticket)).collect();
    let games = played.iter().zip(&counts).filter(|(_, counts)| **counts).flat_map(|((_, games), _)| games);
    let games: Vec<&NewGame<'_>> = games.collect();
    let numbers = write::take_numbers(work, games.len())?;
    write::keep(work, &numbers.zip(games).collect::<Vec<_>>())?;
    Ok(counts)
}

fn workers(work: &mut Work<'_>) -> Checked<Vec<WorkerState>> {
    let sql = concat!(
        "SELECT w.name, w.machine, w.abilities, w.jobs, w.version, w.rate, w.doing, coalesce(o.expires > ",
        now!(),
        ", false), ",
        now!(),
        " - w.joined, ",
        now!(),
        " - w.heard, w.games, (SELECT count(*) FROM task t WHERE t.owner = w.owner), w.cores \
         FROM worker w LEFT JOIN owner o ON o.id = w.owner ORDER BY w.heard DESC, w.name"
    );
    let time = |row: &Row, column| {
        Ok::<_, crate::error::Problem>(Duration::from_millis(get::<i64>(row, column)?.max(0).cast_unsigned()))
    };
    let state = |row: &Row| {
        Ok(WorkerState {
            worker: NewWorker {
                name: text(row, 0)?,
                machine: text(row, 1)?,
                abilities: get(row, 2)?,
                jobs: small("the games at once", get(row, 3)?)?,
                version: get(row, 4)?,
                cores: small("the processors", get(row, 12)?)?,
            },
            pulse: Pulse { rate: get(row, 5)?, doing: Doing::read(&optional_text(row, 6)?.unwrap_or_default()) },
            is_alive: get(row, 7)?,
            age: time(row, 8)?,
            silence: time(row, 9)?,
            games: get::<i64>(row, 10)?.cast_unsigned(),
            tasks: get::<i64>(row, 11)?.cast_unsigned(),
        })
    };
    work.rows(sql, &[])?.iter().map(state).collect()
}
