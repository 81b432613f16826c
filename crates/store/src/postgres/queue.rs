//! The queue: rows that are locked by whoever takes them and skipped by everybody else.

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::time::Duration;

use postgres::Row;
use postgres::types::ToSql;

use super::PostgresStore;
use super::leases::{self, now};
use super::link::small;
use super::plain::plain;
use super::read::{self, get, optional_text, text};
use super::rows::{Rows, Stage, naming};
use super::transaction::{Called, Mark, Work};
use crate::error::Checked;
use crate::queue::{
    Backlog, Doing, Lead, NewTask, NewWorker, Portions, Pulse, Queue, Refusals, TakenTask, Ticket, WorkerState,
};
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
            // Also while there is other work: somebody may wait for just these pairs.
            work.run(concat!("SELECT free_of_silent(", now!(), ")"), &[])?;
            Ok(())
        })
    }

    /// A claim does not wait for the disk, so a crash of the server may forget it: then the task is free again, or still belongs to
    /// whoever had it before. What the forgotten one settles later is refused, since tokens are drawn and no two claims have the
    /// same; were they counted, the next claim would get the number of the forgotten one. The pair is then played twice and counts
    /// once, for the row is deleted by the transaction that keeps its games. No task is left with a worker that does not know of it:
    /// only the claim can be forgotten, and what a worker does with a task (it settles it, or gives it back) comes after the claim in
    /// the log of the server and is safe when the call returns, so it is never there without it. What is forgotten of a lease makes
    /// it shorter.
    fn take(&self, worker: OwnerId, refused: &Refusals, most: &Portions) -> Result<Vec<TakenTask>> {
        // Whoever found nothing looks before it asks again: at the end of an event hundreds do, and what they would write is in the
        // way of those who settle.
        if self.found_nothing.load(Ordering::Relaxed) && !self.read(|work| is_worth_asking(work, worker, refused))? {
            return Ok(Vec::new());
        }
        let before = self.last_event.load(Ordering::Relaxed);
        let taken = match self.call(|work, mark| take(work, mark, worker, refused, most, before))? {
            Called::Heard(rows) => self.checked(tasks(&rows))?,
            Called::Recalled(answer) => self.read(|work| recalled(work, &answer))?,
        };
        self.found_nothing.store(taken.is_empty(), Ordering::Relaxed);
        if let Some(task) = taken.first() {
            self.last_event.store(task.event.0, Ordering::Relaxed);
        }
        Ok(taken)
    }

    fn settle(&self, worker: OwnerId, played: &[(Ticket, Vec<NewGame<'_>>)]) -> Result<Vec<bool>> {
        if played.is_empty() {
            return Ok(Vec::new());
        }
        let told = (self.channel.as_str(), self.own.as_str());
        let counted = match self.call(|work, mark| settle(work, mark, worker, told, played))? {
            Called::Heard(rows) => self.checked(rows.first().map_or(Ok(Vec::new()), |row| get(row, 0)))?,
            Called::Recalled(answer) => answer,
        };
        self.watcher.signal().notify();
        // By their numbers, not by their tasks: whoever was forgotten and got the same task again may come with both tickets at once.
        let counted: HashSet<i64> = counted.into_iter().collect();
        Ok((1..).take(played.len()).map(|number| counted.contains(&number)).collect())
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

/// Whether there is anything to take, or to make free, or a lease that must begin anew.
fn is_worth_asking(work: &mut Work<'_>, worker: OwnerId, refused: &Refusals) -> Checked<bool> {
    let sql = concat!(
        "SELECT ",
        "expires < ",
        now!(),
        " + lease / 3 * 2 OR EXISTS (SELECT 1 FROM owner o JOIN task f ON f.owner = o.id WHERE o.expires <= ",
        now!(),
        ") OR EXISTS (SELECT 1 FROM task f, worker w WHERE f.owner IS NULL AND w.owner = $1 AND f.needs <@ w.abilities \
         AND f.cores <= w.cores AND NOT f.players && $2 AND f.event <> ALL ($3) AND f.id <> ALL ($4)) FROM owner WHERE id = $1"
    );
    let events: Vec<i64> = refused.events.iter().map(|event| event.0).collect();
    match work.maybe(sql, &[&worker.0, &refused.players, &events, &refused.tasks])? {
        Some(row) => get(&row, 0),
        None => Err(leases::missing(worker)),
    }
}

fn take(
    work: &mut Work<'_>,
    mark: &Mark,
    worker: OwnerId,
    refused: &Refusals,
    most: &Portions,
    before: i64,
) -> Checked<Vec<Row>> {
    let events: Vec<i64> = refused.events.iter().map(|event| event.0).collect();
    let (known, portions): (Vec<i64>, Vec<i64>) =
        most.of_events.iter().map(|(event, most)| (event.0, i64::from(*most))).unzip();
    let sql = "SELECT id, token, event, body, cores FROM take_tasks($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    let Refusals { players, tasks, .. } = refused;
    let (Mark { link, number }, usual) = (mark, i64::from(most.usual));
    Ok(work.rows(sql, &[link, number, &worker.0, players, &events, tasks, &before, &known, &portions, &usual])?)
}

/// What was taken by a call that nobody heard the answer of: the token, and the numbers of the tasks.
fn recalled(work: &mut Work<'_>, answer: &[i64]) -> Checked<Vec<TakenTask>> {
    let Some((token, ids)) = answer.split_first() else { return Ok(Vec::new()) };
    tasks(
        &work.rows(
            "SELECT id, token, event, body, cores FROM task WHERE token = $1 AND id = ANY ($2)",
            &[token, &ids],
        )?,
    )
}

fn tasks(rows: &[Row]) -> Checked<Vec<TakenTask>> {
    let one = |row: &Row| {
        let ticket = Ticket { task: get(row, 0)?, token: get(row, 1)? };
        let cores = small("the processors of a game", get(row, 4)?)?;
        Ok(TakenTask { ticket, event: EventId(get(row, 2)?), body: text(row, 3)?, cores })
    };
    let mut taken: Vec<TakenTask> = rows.iter().map(one).collect::<Checked<_>>()?;
    taken.sort_by_key(|task| task.ticket);
    Ok(taken)
}

fn settle(
    work: &mut Work<'_>,
    mark: &Mark,
    worker: OwnerId,
    (channel, teller): (&str, &str),
    played: &[(Ticket, Vec<NewGame<'_>>)],
) -> Checked<Vec<Row>> {
    let (tasks, tokens): (Vec<i64>, Vec<i64>) = played.iter().map(|(ticket, _)| (ticket.task, ticket.token)).unzip();
    let task_of = (1..).zip(played).flat_map(|(number, (_, games))| games.iter().map(move |_| number));
    let task_of: Vec<i64> = task_of.collect();
    let games: Vec<&NewGame<'_>> = played.iter().flat_map(|(_, games)| games).collect();
    let rows = Rows::of(work, &games, Stage::Ended)?;
    let sql = "CALL settle_tasks($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, \
               $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, NULL)";
    let Mark { link, number } = mark;
    let own: [&(dyn ToSql + Sync); 8] = [link, number, &worker.0, &channel, &teller, &tasks, &tokens, &task_of];
    work.rows(sql, &[&own[..], &rows.values()].concat()).map_err(|error| naming(&games, error))
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
