//! Transactions: what one does, how safe it is when it is over, and the mark by which is known that it was committed.

use std::collections::HashMap;

use postgres::types::ToSql;
use postgres::{Client, Row, Statement};

use super::shared::Known;
use crate::error::{Checked, Problem};

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

/// What a transaction begins with; one that reads sees all of it at one instant.
const READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
const WRITE: &str = "BEGIN ISOLATION LEVEL READ COMMITTED";
const TAKE: &str = "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL enable_sort = off";

/// How something is written.
#[derive(Clone, Copy)]
pub(super) struct Manner<'a> {
    begin: &'static str,
    safe: Safe,
    news: Option<&'a News>,
}

impl<'a> Manner<'a> {
    pub(super) const QUIETLY: Manner<'static> = Manner { begin: WRITE, safe: Safe::AtOnce, news: None };
    /// Free rows are read in their order until there are enough. By itself the server thinks that few will do, and sorts a queue of
    /// half a million rows for every batch.
    pub(super) const TAKING: Manner<'static> = Manner { begin: TAKE, safe: Safe::Later, news: None };

    /// Those who listen are told.
    pub(super) fn telling(safe: Safe, news: &'a News) -> Manner<'a> {
        Manner { begin: WRITE, safe, news: Some(news) }
    }
}

/// Makes safe what any transaction has committed that was seen so far: the log of a server is written in order.
pub(super) const MAKE_SAFE: &str = "BEGIN; SET LOCAL synchronous_commit TO DEFAULT; \
                         SELECT pg_logical_emit_message(true, 'joute', ''); COMMIT";

/// One connection, with what is known of it.
pub(super) struct Link {
    pub(super) client: Client,
    statements: HashMap<&'static str, Statement>,
    pub(super) known: Known,
    /// Who it is among all connections there ever were.
    name: String,
    /// How many transactions it has written.
    written: i64,
    /// Whether its transactions wait for the disk.
    waits: bool,
    /// Whether the server knows how it leaves its mark.
    can_mark: bool,
}

/// A transaction.
pub(super) struct Work<'a> {
    client: &'a mut Client,
    statements: &'a mut HashMap<&'static str, Statement>,
    /// What is known to be there.
    pub(super) known: &'a mut Known,
}

/// How a transaction came out.
pub(super) enum Attempt<T> {
    Done(T),
    Failed(Problem),
    /// It failed in the middle of something else than its own transaction: the connection is of no use any more.
    Spoilt(Problem),
    /// Something went wrong while it was committed: it was, or not. What it would have left as its mark.
    InDoubt(T, Mark, Problem),
}

/// The last thing that a transaction writes: which one it is of its connection. Whoever finds it knows that all of it was
/// committed. The number that a server gives to a transaction would not do: after a crash it may give it again.
pub(super) struct Mark {
    link: String,
    number: i64,
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
        let row = client.query_one("SELECT pg_backend_pid()::text || ' ' || clock_timestamp()::text", &[])?;
        let (name, statements, known) = (row.try_get(0)?, HashMap::new(), Known::default());
        Ok(Link { client, statements, known, name, written: 0, waits: true, can_mark: false })
    }

    pub(super) fn read<T>(&mut self, work: &mut impl FnMut(&mut Work<'_>) -> Checked<T>) -> Attempt<T> {
        let done = self.begun(READ, work);
        match done.and_then(|value| self.client.batch_execute("COMMIT").map(|()| value).map_err(Problem::from)) {
            Ok(value) => Attempt::Done(value),
            Err(problem) => self.failed(problem),
        }
    }

    pub(super) fn write<T>(
        &mut self,
        manner: Manner<'_>,
        work: &mut impl FnMut(&mut Work<'_>) -> Checked<T>,
    ) -> Attempt<T> {
        self.written += 1;
        let mark = Mark { link: self.name.clone(), number: self.written };
        let done = self.wait_for_the_disk(manner.safe == Safe::AtOnce).and_then(|()| self.begun(manner.begin, work));
        let value = match done.and_then(|value| self.learn_to_mark().map(|()| value)) {
            Ok(value) => value,
            Err(problem) => return self.failed(problem),
        };
        match self.client.batch_execute(&end(&mark, manner)) {
            Ok(()) => Attempt::Done(value),
            // What was committed and could not be made safe is there, unless the server has crashed meanwhile.
            Err(error) => Attempt::InDoubt(value, mark, error.into()),
        }
    }

    /// Begins a transaction and works in it.
    fn begun<T>(&mut self, begin: &str, work: &mut impl FnMut(&mut Work<'_>) -> Checked<T>) -> Checked<T> {
        self.client.batch_execute(begin)?;
        work(&mut Work { client: &mut self.client, statements: &mut self.statements, known: &mut self.known })
    }

    /// Takes back what was done of a transaction. Where that fails the connection is of no use any more.
    fn failed<T>(&mut self, problem: Problem) -> Attempt<T> {
        match self.client.batch_execute("ROLLBACK") {
            Ok(()) => Attempt::Failed(problem),
            Err(_) => Attempt::Spoilt(problem),
        }
    }

    /// Tells the server once how this connection leaves its mark, so that a word is enough from then on.
    fn learn_to_mark(&mut self) -> Checked<()> {
        if !self.can_mark {
            let quoted: String = self.client.query_one("SELECT quote_literal($1::text)", &[&self.name])?.try_get(0)?;
            self.client.batch_execute(&format!(
                "DELETE FROM mark WHERE written < now() - interval '1 day'; \
                 PREPARE leave_mark (bigint) AS INSERT INTO mark VALUES ({quoted}, $1) ON CONFLICT (link) \
                 DO UPDATE SET number = excluded.number, written = excluded.written"
            ))?;
            self.can_mark = true;
        }
        Ok(())
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
    pub(super) fn has(&mut self, mark: &Mark) -> Checked<bool> {
        self.wait_for_the_disk(true)?;
        let sql = "INSERT INTO mark VALUES ($1, 0) ON CONFLICT (link) DO UPDATE SET written = excluded.written RETURNING number";
        let number: i64 = self.client.query_one(sql, &[&mark.link])?.try_get(0)?;
        Ok(number >= mark.number)
    }
}

/// All that ends a transaction, at once: what others wait for is over a turn of the connection earlier.
fn end(mark: &Mark, manner: Manner<'_>) -> String {
    let told = manner.news.map_or("", |News(told)| told);
    let safely = if manner.safe == Safe::OnReturn { MAKE_SAFE } else { "" };
    format!("EXECUTE leave_mark({}); {told} COMMIT; {safely}", mark.number)
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
