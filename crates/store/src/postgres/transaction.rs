//! Transactions: what one does, how safe it is when it is over, and the mark by which is known that it was committed.

use std::collections::HashMap;

use postgres::types::ToSql;
use postgres::{Client, Row, Statement};

use super::shared::Known;
use crate::error::{Checked, Problem};

/// What a statement is given.
pub(super) type Values<'a> = &'a [&'a (dyn ToSql + Sync)];

/// What a transaction begins with; one that reads sees all of it at one instant.
const READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
const WRITE: &str = "BEGIN ISOLATION LEVEL READ COMMITTED";

/// Makes safe what any transaction has committed that was seen so far: the log of a server is written in order.
pub(super) const MAKE_SAFE: &str = "SELECT pg_logical_emit_message(true, 'joute', '')";

/// One connection, with what is known of it.
pub(super) struct Link {
    pub(super) client: Client,
    statements: HashMap<&'static str, Statement>,
    pub(super) known: Known,
    /// Who it is among all connections there ever were.
    name: String,
    /// The same, as the server quotes it.
    quoted: String,
    /// How many transactions it has written.
    written: i64,
}

/// A transaction.
pub(super) struct Work<'a> {
    client: &'a mut Client,
    statements: &'a mut HashMap<&'static str, Statement>,
    /// What is known to be there.
    pub(super) known: &'a mut Known,
    /// Whether each statement is a transaction by itself.
    pub(super) is_each_alone: bool,
}

/// How a transaction came out.
pub(super) enum Attempt<'a, T> {
    Done(T),
    Failed(Problem),
    /// It failed in the middle of something else than its own transaction: the connection is of no use any more.
    Spoilt(Problem),
    /// Something went wrong when it was to be committed: it was, or not. What came of it if it was, by the answer of its mark.
    InDoubt(Box<dyn FnOnce(Vec<i64>) -> T + 'a>, Mark, Problem),
}

/// What a transaction leaves: which one it is of its connection, and what it has answered. Whoever finds it knows that all of it
/// was committed. The number that a server gives to a transaction would not do: after a crash it may give it again.
pub(super) struct Mark {
    pub(super) link: String,
    pub(super) number: i64,
}

/// What came of a call of the server.
pub(super) enum Called {
    Heard(Vec<Row>),
    /// The connection broke meanwhile, and this is what it would have said, as the call has left it with its mark.
    Recalled(Vec<i64>),
}

/// How a transaction is told to those who listen: a statement, whose words the server has quoted.
pub(super) struct News(String);

impl News {
    pub(super) fn new(client: &mut Client, channel: &str, sender: &str) -> Checked<News> {
        let row =
            client.query_one("SELECT format('SELECT pg_notify(%L, %L);', $1::text, $2::text)", &[&channel, &sender])?;
        Ok(News(row.try_get(0)?))
    }
}

impl Link {
    pub(super) fn new(mut client: Client) -> Checked<Link> {
        let sql =
            "SELECT n, quote_literal(n) FROM (SELECT pg_backend_pid()::text || ' ' || clock_timestamp()::text) v (n)";
        let row = client.query_one(sql, &[])?;
        let (name, quoted) = (row.try_get(0)?, row.try_get(1)?);
        Ok(Link { client, statements: HashMap::new(), known: Known::default(), name, quoted, written: 0 })
    }

    fn work(&mut self, is_each_alone: bool) -> Work<'_> {
        let Link { client, statements, known, .. } = self;
        Work { client, statements, known, is_each_alone }
    }

    fn next_mark(&mut self) -> Mark {
        self.written += 1;
        Mark { link: self.name.clone(), number: self.written }
    }

    pub(super) fn read<'a, T>(&mut self, work: &mut impl FnMut(&mut Work<'_>) -> Checked<T>) -> Attempt<'a, T> {
        let done = self.begun(READ, work);
        match done.and_then(|value| self.client.batch_execute("COMMIT").map(|()| value).map_err(Problem::from)) {
            Ok(value) => Attempt::Done(value),
            Err(problem) => self.failed(problem),
        }
    }

    pub(super) fn write<'a, T: 'a>(
        &mut self,
        news: Option<&News>,
        work: &mut impl FnMut(&mut Work<'_>) -> Checked<T>,
    ) -> Attempt<'a, T> {
        let mark = self.next_mark();
        let value = match self.begun(WRITE, work) {
            Ok(value) => value,
            Err(problem) => return self.failed(problem),
        };
        // All that ends a transaction, at once: what others wait for is over a turn of the connection earlier.
        let told = news.map_or("", |News(told)| told);
        let end = format!("SELECT leave_mark({}, {}, NULL); {told} COMMIT", self.quoted, mark.number);
        match self.client.batch_execute(&end) {
            Ok(()) => Attempt::Done(value),
            Err(error) => Attempt::InDoubt(Box::new(|_| value), mark, error.into()),
        }
    }

    /// A call that is a transaction by itself and leaves its mark. However it fails, it may have been committed before.
    pub(super) fn call<'a>(
        &mut self,
        call: &mut impl FnMut(&mut Work<'_>, &Mark) -> Checked<Vec<Row>>,
    ) -> Attempt<'a, Called> {
        let mark = self.next_mark();
        match call(&mut self.work(true), &mark) {
            Ok(rows) => Attempt::Done(Called::Heard(rows)),
            Err(problem) => Attempt::InDoubt(Box::new(Called::Recalled), mark, problem),
        }
    }

    /// Begins a transaction and works in it.
    fn begun<T>(&mut self, begin: &str, work: &mut impl FnMut(&mut Work<'_>) -> Checked<T>) -> Checked<T> {
        self.client.batch_execute(begin)?;
        work(&mut self.work(false))
    }

    /// Takes back what was done of a transaction. Where that fails the connection is of no use any more.
    fn failed<'a, T>(&mut self, problem: Problem) -> Attempt<'a, T> {
        match self.client.batch_execute("ROLLBACK") {
            Ok(()) => Attempt::Failed(problem),
            Err(_) => Attempt::Spoilt(problem),
        }
    }

    /// What a transaction has answered, if it was committed; if not, it never will be. One that is still at it holds the row of its
    /// mark, and is waited for; one that comes to it later finds that nobody waits for it. Since this writes the row, what is seen
    /// is safe.
    pub(super) fn answer(&mut self, mark: &Mark) -> Checked<Option<Vec<i64>>> {
        let sql = "INSERT INTO mark (link, number, burnt) VALUES ($1, 0, $2) ON CONFLICT (link) \
                   DO UPDATE SET burnt = excluded.burnt, written = excluded.written RETURNING number, answer";
        let row = self.client.query_one(sql, &[&mark.link, &mark.number])?;
        let (number, answer): (i64, Option<Vec<i64>>) = (row.try_get(0)?, row.try_get(1)?);
        Ok((number >= mark.number).then(|| answer.unwrap_or_default()))
    }
}

impl Work<'_> {
    pub(super) fn rows(&mut self, sql: &'static str, values: Values<'_>) -> Result<Vec<Row>, postgres::Error> {
        let statement = self.statement(sql)?;
        self.client.query(&statement, values)
    }

    pub(super) fn one(&mut self, sql: &'static str, values: Values<'_>) -> Result<Row, postgres::Error> {
        let statement = self.statement(sql)?;
        self.client.query_one(&statement, values)
    }

    pub(super) fn maybe(&mut self, sql: &'static str, values: Values<'_>) -> Result<Option<Row>, postgres::Error> {
        let statement = self.statement(sql)?;
        self.client.query_opt(&statement, values)
    }

    /// How many rows it changed.
    pub(super) fn run(&mut self, sql: &'static str, values: Values<'_>) -> Result<u64, postgres::Error> {
        let statement = self.statement(sql)?;
        self.client.execute(&statement, values)
    }

    fn statement(&mut self, sql: &'static str) -> Result<Statement, postgres::Error> {
        if let Some(known) = self.statements.get(sql) {
            return Ok(known.clone());
        }
        let statement = self.client.prepare(sql)?;
        self.statements.insert(sql, statement.clone());
        Ok(statement)
    }
}
