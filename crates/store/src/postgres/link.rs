//! Connections to a server: a few are kept, and what fails because the server was away is done again.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use postgres::{Client, Row};

use super::address::Address;
use super::problem::is_passing;
use super::shared::Known;
use super::tls;
use super::transaction::{Attempt, Called, Link, MAKE_SAFE, Mark, News, Work};
use crate::StoreErrorKind;
use crate::error::{Checked, Problem};

/// Connections that are kept while nobody uses them.
const KEPT: usize = 4;
/// The first wait for a server that is away, and the longest.
const FIRST_WAIT: Duration = Duration::from_millis(20);
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// A machine that is stopped, or cut off, in the middle of a transaction holds up everybody for so long and no longer. Whoever
/// stands in line sees what those before it have written, whatever is usual on this server.
const MANNERS: &str =
    "SET idle_in_transaction_session_timeout = '5s'; SET default_transaction_isolation = 'read committed'";

/// A server, and the connections to it that are free at the moment.
pub(super) struct Links {
    pub(super) address: Address,
    free: Mutex<Vec<Link>>,
}

impl Links {
    pub(super) fn new(address: Address) -> Links {
        Links { address, free: Mutex::default() }
    }

    /// A connection of its own.
    pub(super) fn connect(&self) -> Checked<Client> {
        let mut client = self.address.config.connect(tls::connector(&self.address.trust)?)?;
        client.batch_execute(MANNERS)?;
        Ok(client)
    }

    /// Reads something, all of it at one instant.
    pub(super) fn read<T>(&self, mut work: impl FnMut(&mut Work<'_>) -> Checked<T>) -> Checked<T> {
        self.persist(|link| link.read(&mut work))
    }

    /// Reads what others have written, and makes sure that no crash takes it back, if there is something.
    pub(super) fn read_what_stays<T>(&self, mut work: impl FnMut(&mut Work<'_>) -> Checked<Vec<T>>) -> Checked<Vec<T>> {
        self.persist(|link| match link.read(&mut work) {
            Attempt::Done(rows) if !rows.is_empty() => match link.client.batch_execute(MAKE_SAFE) {
                Ok(()) => Attempt::Done(rows),
                // What was read may be gone by now.
                Err(error) => Attempt::Spoilt(error.into()),
            },
            other => other,
        })
    }

    /// Does some writing, all of it or none.
    pub(super) fn write<T>(
        &self,
        news: Option<&News>,
        mut work: impl FnMut(&mut Work<'_>) -> Checked<T>,
    ) -> Checked<T> {
        self.persist(|link| link.write(news, &mut work))
    }

    /// Calls what is a transaction by itself, with the mark that it leaves.
    pub(super) fn call(&self, mut call: impl FnMut(&mut Work<'_>, &Mark) -> Checked<Vec<Row>>) -> Checked<Called> {
        self.persist(|link| link.call(&mut call))
    }

    /// Tries until it succeeds or fails for good; a server that is away is waited for.
    fn persist<'a, T>(&self, mut attempt: impl FnMut(&mut Link) -> Attempt<'a, T>) -> Checked<T> {
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
                    Attempt::Spoilt(problem) => {
                        self.free().clear();
                        problem
                    }
                    Attempt::InDoubt(recall, mark, problem) => {
                        drop(link);
                        self.free().clear();
                        match self.answer(&mark, &mut patience)? {
                            Some(answer) => return Ok(recall(answer)),
                            None => problem,
                        }
                    }
                },
            };
            patience.wait_after(problem)?;
        }
    }

    /// What a transaction has answered whose connection broke, if it was committed; then it is safe.
    fn answer(&self, mark: &Mark, patience: &mut Patience) -> Checked<Option<Vec<i64>>> {
        loop {
            match self.take().and_then(|mut link| link.answer(mark)) {
                Ok(answer) => return Ok(answer),
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
