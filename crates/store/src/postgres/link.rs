//! Connections to a server: a few are kept, and what fails because the server was away is done again.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use postgres::types::ToSql;
use postgres::{Client, IsolationLevel, Row, Statement, Transaction};

use super::address::Address;
use super::problem::is_passing;
use super::shared::Known;
use super::tls;
use crate::StoreErrorKind;
use crate::error::{Checked, Problem};

/// Connections that are kept while nobody uses them.
const KEPT: usize = 4;
/// The first wait for a server that is away, and the longest.
const FIRST_WAIT: Duration = Duration::from_millis(20);
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// A machine that is stopped, or cut off, in the middle of a transaction holds up everybody for so long and no longer.
const NOBODY_WAITS_FOR_THE_STOPPED: &str = "SET idle_in_transaction_session_timeout = '5s'";

/// What a statement is given.
pub(super) type Values<'a> = &'a [&'a (dyn ToSql + Sync)];

/// When what a transaction has written is safe from a crash of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Safe {
    /// Before anybody sees it.
    AtOnce,
    /// When the call returns. Others may see it before, so that nobody waits in line while a disk works for somebody else, and
    /// many who come at once share one wait. Whoever acts upon what they see makes it safe first (`read_what_stays`).
    OnReturn,
    /// Some time later; until then a crash forgets it.
    Later,
}

/// Makes safe what any transaction has committed that was seen so far: the log of a server is written in order.
const MAKE_SAFE: &str = "BEGIN; SET LOCAL synchronous_commit TO DEFAULT; \
                         SELECT pg_logical_emit_message(true, 'joute', ''); COMMIT";

/// A server, and the connections to it that are free at the moment.
pub(super) struct Links {
    pub(super) address: Address,
    free: Mutex<Vec<Link>>,
}

/// One connection, with what is known of it.
struct Link {
    client: Client,
    statements: HashMap<&'static str, Statement>,
    known: Known,
    /// Who it is among all connections there ever were.
    name: String,
    /// How many transactions it has written.
    written: i64,
    /// Whether its transactions wait for the disk.
    waits: bool,
}

/// A transaction.
pub(super) struct Work<'a> {
    transaction: Transaction<'a>,
    statements: &'a mut HashMap<&'static str, Statement>,
    /// What is known to be there.
    pub(super) known: &'a mut Known,
}

/// How a transaction came out.
enum Attempt<T> {
    Done(T),
    Failed(Problem),
    /// It failed in the middle of something else than its own transaction: the connection is of no use any more.
    Spoilt(Problem),
    /// The connection broke while it was committed: it was, or not. What it would have left as its mark.
    InDoubt(T, Mark),
}

/// The last thing that a transaction writes: which one it is of its connection. Whoever finds it knows that all of it was
/// committed. The number that a server gives to a transaction would not do: after a crash it may give it again.
struct Mark {
    link: String,
    number: i64,
}

impl Links {
    pub(super) fn new(address: Address) -> Links {
        Links { address, free: Mutex::default() }
    }

    /// A connection of its own.
    pub(super) fn connect(&self) -> Checked<Client> {
        let mut client = self.address.config.connect(tls::connector(&self.address.trust)?)?;
        client.batch_execute(NOBODY_WAITS_FOR_THE_STOPPED)?;
        Ok(client)
    }

    /// Reads something, all of it at one instant.
    pub(super) fn read<T>(&self, mut work: impl FnMut(&mut Work<'_>) -> Checked<T>) -> Checked<T> {
        self.persist(|link| link.read(&mut work))
    }

    /// Reads what others have written, and makes sure that no crash takes it back.
    pub(super) fn read_what_stays<T>(&self, mut work: impl FnMut(&mut Work<'_>) -> Checked<T>) -> Checked<T> {
        self.persist(|link| match link.read(&mut work) {
            Attempt::Done(value) => match link.client.batch_execute(MAKE_SAFE) {
                Ok(()) => Attempt::Done(value),
                // What was read may be gone by now.
                Err(error) => Attempt::Spoilt(error.into()),
            },
            other => other,
        })
    }

    /// Does some writing, all of it or none; those who listen to a channel are told.
    pub(super) fn write<T>(
        &self,
        safe: Safe,
        news: Option<&News<'_>>,
        mut work: impl FnMut(&mut Work<'_>) -> Checked<T>,
    ) -> Checked<T> {
        self.persist(|link| link.write(safe, news, &mut work))
    }

    /// Tries until it succeeds or fails for good; a server that is away is waited for.
    fn persist<T>(&self, mut attempt: impl FnMut(&mut Link) -> Attempt<T>) -> Checked<T> {
        let mut patience = Patience::new(self.address.patience);
        loop {
            let problem = match self.take() {
                Err(problem) => problem,
                Ok(mut link) => match attempt(&mut link) {
                    Attempt::Done(value) => {
                        self.put(link);
                        return Ok(value);
                    }
                    Attempt::Failed(problem) => {
                        link.known = Known::default();
                        self.put(link);
                        problem
                    }
                    Attempt::Spoilt(problem) => problem,
                    Attempt::InDoubt(value, mark) => {
                        // Whatever it still does there must end before it is asked what has become of it.
                        drop(link);
                        self.free().clear();
                        if self.is_committed(&mark, &mut patience)? {
                            return Ok(value);
                        }
                        continue;
                    }
                },
            };
            patience.wait_after(problem)?;
        }
    }

    /// Whether a transaction of a connection that broke was committed; if so, it is safe.
    fn is_committed(&self, mark: &Mark, patience: &mut Patience) -> Checked<bool> {
        loop {
            match self.take().and_then(|mut link| link.has(mark)) {
                Ok(is_there) => return Ok(is_there),
                Err(problem) => patience.wait_after(problem)?,
            }
        }
    }

    fn take(&self) -> Checked<Link> {
        let free = self.free().pop().filter(|link| !link.client.is_closed());
        match free {
            Some(link) => Ok(link),
            None => Link::new(self.connect()?),
        }
    }

    fn put(&self, link: Link) {
        let mut free = self.free();
        if link.client.is_closed() {
            // What happened to one has happened to all.
            free.clear();
        } else if free.len() < KEPT {
            free.push(link);
        }
    }

    fn free(&self) -> std::sync::MutexGuard<'_, Vec<Link>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whom a transaction is told, and by whom.
pub(super) struct News<'a> {
    pub(super) channel: &'a str,
    pub(super) sender: &'a str,
}

impl Link {
    fn new(mut client: Client) -> Checked<Link> {
        let row = client.query_one("SELECT pg_backend_pid()::text || ' ' || clock_timestamp()::text", &[])?;
        let (name, statements, known) = (row.try_get(0)?, HashMap::new(), Known::default());
        Ok(Link { client, statements, known, name, written: 0, waits: true })
    }

    fn read<T>(&mut self, work: &mut impl FnMut(&mut Work<'_>) -> Checked<T>) -> Attempt<T> {
        let begun = self.client.build_transaction().read_only(true).isolation_level(IsolationLevel::RepeatableRead);
        let done = begun.start().map_err(Problem::from).and_then(|transaction| {
            work(&mut Work { transaction, statements: &mut self.statements, known: &mut self.known })
        });
        match done {
            Ok(value) => Attempt::Done(value),
            Err(problem) => Attempt::Failed(problem),
        }
    }

    fn write<T>(
        &mut self,
        safe: Safe,
        news: Option<&News<'_>>,
        work: &mut impl FnMut(&mut Work<'_>) -> Checked<T>,
    ) -> Attempt<T> {
        self.written += 1;
        let mark = Mark { link: self.name.clone(), number: self.written };
        let done = (|| {
            self.wait_for_the_disk(safe == Safe::AtOnce)?;
            let transaction = self.client.transaction()?;
            let mut writing = Work { transaction, statements: &mut self.statements, known: &mut self.known };
            let value = work(&mut writing)?;
            writing.leave(&mark, news)?;
            let Work { transaction, .. } = writing;
            Ok((value, transaction.commit()))
        })();
        let (value, committed) = match done {
            Err(problem) => return Attempt::Failed(problem),
            Ok(done) => done,
        };
        match committed.map_err(Problem::from) {
            // What was committed and could not be made safe is there, unless the server has crashed meanwhile.
            Ok(()) if safe == Safe::OnReturn && self.client.batch_execute(MAKE_SAFE).is_err() => {
                Attempt::InDoubt(value, mark)
            }
            Ok(()) => Attempt::Done(value),
            Err(problem) if is_passing(&problem) => Attempt::InDoubt(value, mark),
            Err(problem) => Attempt::Failed(problem),
        }
    }

    /// Says whether transactions wait for the disk, where that is another way than before.
    fn wait_for_the_disk(&mut self, waits: bool) -> Checked<()> {
        if self.waits != waits {
            self.client.batch_execute(match waits {
                true => "SET synchronous_commit TO DEFAULT",
                false => "SET synchronous_commit TO off",
            })?;
            self.waits = waits;
        }
        Ok(())
    }

    /// Whether a transaction has left its mark. One that is still being committed holds the row, and is waited for: one that
    /// is written for the first time is seen by whoever would write it as well, and not by whoever reads. Since this writes the
    /// row, what is seen is safe.
    fn has(&mut self, mark: &Mark) -> Checked<bool> {
        self.wait_for_the_disk(true)?;
        let sql = "INSERT INTO mark VALUES ($1, 0) ON CONFLICT (link) DO UPDATE SET written = excluded.written RETURNING number";
        let number: i64 = self.client.query_one(sql, &[&mark.link])?.try_get(0)?;
        Ok(number >= mark.number)
    }
}

impl Work<'_> {
    /// The last thing that is written; and those who listen are told.
    fn leave(&mut self, mark: &Mark, news: Option<&News<'_>>) -> Checked<()> {
        if mark.number == 1 {
            self.run("DELETE FROM mark WHERE written < now() - interval '1 day'", &[])?;
        }
        match news {
            None => {
                let sql = "INSERT INTO mark VALUES ($1, $2) ON CONFLICT (link) \
                           DO UPDATE SET number = excluded.number, written = excluded.written";
                self.run(sql, &[&mark.link, &mark.number])?;
            }
            Some(News { channel, sender }) => {
                let sql = "WITH left_behind AS (INSERT INTO mark VALUES ($1, $2) ON CONFLICT (link) \
                           DO UPDATE SET number = excluded.number, written = excluded.written) SELECT pg_notify($3, $4)";
                self.run(sql, &[&mark.link, &mark.number, channel, sender])?;
            }
        }
        Ok(())
    }

    pub(super) fn rows(&mut self, sql: &'static str, values: Values<'_>) -> Result<Vec<Row>, postgres::Error> {
        let statement = self.statement(sql)?;
        self.transaction.query(&statement, values)
    }

    pub(super) fn one(&mut self, sql: &'static str, values: Values<'_>) -> Result<Row, postgres::Error> {
        let statement = self.statement(sql)?;
        self.transaction.query_one(&statement, values)
    }

    pub(super) fn maybe(&mut self, sql: &'static str, values: Values<'_>) -> Result<Option<Row>, postgres::Error> {
        let statement = self.statement(sql)?;
        self.transaction.query_opt(&statement, values)
    }

    /// How many rows it changed.
    pub(super) fn run(&mut self, sql: &'static str, values: Values<'_>) -> Result<u64, postgres::Error> {
        let statement = self.statement(sql)?;
        self.transaction.execute(&statement, values)
    }

    fn statement(&mut self, sql: &'static str) -> Result<Statement, postgres::Error> {
        if let Some(known) = self.statements.get(sql) {
            return Ok(known.clone());
        }
        let statement = self.transaction.prepare(sql)?;
        self.statements.insert(sql, statement.clone());
        Ok(statement)
    }
}

/// How long is waited for a server that is away.
struct Patience {
    left: Duration,
    wait: Duration,
    since: Option<Instant>,
}

impl Patience {
    fn new(left: Duration) -> Patience {
        Patience { left, wait: FIRST_WAIT, since: None }
    }

    /// Waits before something is tried again; the problem itself where that is of no use.
    fn wait_after(&mut self, problem: Problem) -> Checked<()> {
        let since = *self.since.get_or_insert_with(Instant::now);
        if !is_passing(&problem) || since.elapsed() >= self.left {
            return Err(problem);
        }
        self.pause();
        Ok(())
    }

    fn pause(&mut self) {
        std::thread::sleep(self.wait);
        self.wait = (self.wait * 2).min(LONGEST_WAIT);
    }
}

/// A number of the database that must fit.
pub(super) fn small(what: &str, number: i64) -> Checked<u32> {
    let unknown = || StoreErrorKind::Unknown { what: what.to_owned(), value: number.to_string() };
    u32::try_from(number).map_err(|_| unknown().into())
}
