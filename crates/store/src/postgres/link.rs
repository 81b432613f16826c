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
    /// The connection broke while it was committed: it was, or not.
    InDoubt(T, String),
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

    /// Does some writing, all of it or none; those who listen to a channel are told.
    pub(super) fn write<T>(
        &self,
        news: Option<&News<'_>>,
        mut work: impl FnMut(&mut Work<'_>) -> Checked<T>,
    ) -> Checked<T> {
        self.persist(|link| link.write(news, &mut work))
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
                    Attempt::InDoubt(value, number) => {
                        self.free().clear();
                        if self.is_committed(&number, &mut patience)? {
                            return Ok(value);
                        }
                        continue;
                    }
                },
            };
            patience.wait_after(problem)?;
        }
    }

    /// Whether a transaction of a connection that broke was committed.
    fn is_committed(&self, number: &str, patience: &mut Patience) -> Checked<bool> {
        loop {
            let asked = self.take().and_then(|mut link| link.status(number));
            match asked {
                Ok(Some(status)) if status == "committed" => return Ok(true),
                // It is still being committed by what is left of the connection.
                Ok(Some(status)) if status == "in progress" => patience.pause(),
                // A number that a server does not know after its crash was never written.
                Ok(_) => return Ok(false),
                Err(problem) => patience.wait_after(problem)?,
            }
        }
    }

    fn take(&self) -> Checked<Link> {
        let free = self.free().pop().filter(|link| !link.client.is_closed());
        match free {
            Some(link) => Ok(link),
            None => Ok(Link { client: self.connect()?, statements: HashMap::new(), known: Known::default() }),
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

    fn write<T>(&mut self, news: Option<&News<'_>>, work: &mut impl FnMut(&mut Work<'_>) -> Checked<T>) -> Attempt<T> {
        let done = (|| {
            let transaction = self.client.transaction()?;
            let mut writing = Work { transaction, statements: &mut self.statements, known: &mut self.known };
            let value = work(&mut writing)?;
            let number = writing.number(news)?;
            let Work { transaction, .. } = writing;
            Ok((value, number, transaction.commit()))
        })();
        match done {
            Err(problem) => Attempt::Failed(problem),
            Ok((value, _, Ok(()))) => Attempt::Done(value),
            Ok((value, number, Err(error))) => {
                let problem = Problem::from(error);
                match number {
                    Some(number) if is_passing(&problem) => Attempt::InDoubt(value, number),
                    _ => Attempt::Failed(problem),
                }
            }
        }
    }

    fn status(&mut self, number: &str) -> Checked<Option<String>> {
        match self.client.query_one("SELECT pg_xact_status($1::text::xid8)", &[&number]) {
            Ok(row) => Ok(row.try_get(0)?),
            Err(error) if error.code() == Some(&postgres::error::SqlState::INVALID_PARAMETER_VALUE) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

impl Work<'_> {
    /// The number by which the server knows this transaction, if it has written anything; and those who listen are told.
    fn number(&mut self, news: Option<&News<'_>>) -> Checked<Option<String>> {
        let row = match news {
            None => self.one("SELECT pg_current_xact_id_if_assigned()::text", &[])?,
            Some(News { channel, sender }) => {
                self.one("SELECT pg_current_xact_id_if_assigned()::text, pg_notify($1, $2)", &[channel, sender])?
            }
        };
        Ok(row.try_get(0)?)
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
