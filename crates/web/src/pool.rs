//! Threads for what computes, in turns: addresses take turns, and at each address its visitors do, so that whoever asks for much
//! waits for it alone; where there is a class, every other turn is for its people. They give way to the threads that answer requests.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use joute_messages::message;
use serde::Serialize;
use tokio::sync::{Notify, oneshot};

use crate::client::{Client, Origin};
use crate::failure::Failure;
use crate::limits::Share;
use crate::quota::Quota;

/// Something to do, and whether somebody still waits for it.
type Job = Box<dyn FnOnce() + Send>;

/// What waits at one address: its visitors, and the jobs of each.
type Visitors = VecDeque<(Client, VecDeque<Job>)>;

/// What waits, by address and by visitor; those whose turn is next come first.
#[derive(Default)]
struct Queue {
    turns: VecDeque<(Origin, Visitors)>,
    /// Whether the last turn was somebody's of a class.
    was_of_class: bool,
    is_closed: bool,
}

impl Queue {
    fn push(&mut self, client: Client, job: Job) {
        let at = match self.turns.iter().position(|(origin, _)| *origin == client.origin) {
            Some(at) => at,
            None => {
                self.turns.push_back((client.origin, VecDeque::new()));
                self.turns.len() - 1
            }
        };
        let visitors = &mut self.turns[at].1;
        match visitors.iter_mut().find(|(visitor, _)| *visitor == client) {
            Some((_, jobs)) => jobs.push_back(job),
            None => visitors.push_back((client, VecDeque::from([job]))),
        }
    }

    fn pop(&mut self) -> Option<Job> {
        let is_next = |(origin, _): &(Origin, Visitors)| origin.is_of_class() != self.was_of_class;
        let next = self.turns.iter().position(is_next).unwrap_or(0);
        let (origin, mut visitors) = self.turns.remove(next)?;
        self.was_of_class = origin.is_of_class();
        let (client, mut jobs) = visitors.pop_front()?;
        let job = jobs.pop_front();
        if !jobs.is_empty() {
            visitors.push_back((client, jobs));
        }
        if !visitors.is_empty() {
            self.turns.push_back((origin, visitors));
        }
        job
    }
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    comes: Condvar,
    waiting: AtomicUsize,
    /// Wakes those who would give up their turn for somebody who waits.
    wanted: Notify,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has a job wait for its turn; a job that comes too late is given up.
    fn push(&self, client: Client, job: Job) {
        let mut queue = self.queue();
        if !queue.is_closed {
            self.waiting.fetch_add(1, Ordering::Relaxed);
            queue.push(client, job);
            self.comes.notify_one();
            self.wanted.notify_waiters();
        }
    }

    fn work(&self) {
        give_way();
        loop {
            let mut queue = self.queue();
            let job = loop {
                match queue.pop() {
                    Some(job) => break job,
                    None if queue.is_closed => return,
                    None => queue = self.comes.wait(queue).unwrap_or_else(PoisonError::into_inner),
                }
            };
            drop(queue);
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            // Whoever waits for a job that panics hears nothing, and says so.
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(job));
        }
    }
}

/// Lets this thread, and those it starts, have what others leave of the processors.
pub(crate) fn give_way() {
    // It gives way to the server's own threads, of whatever priority those are.
    let given = rustix::process::getpriority_process(None).unwrap_or_default();
    // Where the system refuses, everybody is as important as everybody else.
    let _ = rustix::process::setpriority_process(None, (given + 10).min(19));
}

/// Threads that work in turns. They end when it is closed.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    quota: Quota,
}

impl Pool {
    pub(crate) fn new(name: &str, threads: usize, share: Share) -> std::io::Result<Pool> {
        let shared = Arc::<Shared>::default();
        for _ in 0..threads {
            let shared = Arc::clone(&shared);
            std::thread::Builder::new().name(name.to_owned()).spawn(move || shared.work())?;
        }
        Ok(Pool { shared, quota: Quota::new(share) })
    }

    /// Does something when its turn comes; refused where this visitor, or their address, has enough to wait for. What nobody
    /// waits for any more is not begun.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        client: &Client,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let ticket = self.quota.take(client).map_err(|enough| Failure::enough(enough.of("waiting")))?;
        self.wait_for(client, move || {
            let _ticket = ticket;
            work()
        })
        .await
        .ok_or_else(|| Failure::busy(message!("error-analysis-failed")))
    }

    /// The same for something that is sent as JSON: the text of a large board is work, too.
    pub(crate) async fn json<T: Serialize>(
        &self,
        client: &Client,
        work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
    ) -> Result<Response, Failure> {
        let text = self.run(client, move || {
            work().and_then(|value| serde_json::to_string(&value).map_err(|error| Failure::internal(&error)))
        });
        Ok(([(CONTENT_TYPE, "application/json")], text.await??).into_response())
    }

    /// The same for the server's own games, which are counted elsewhere; nothing when it is closed.
    pub(crate) async fn wait_for<T: Send + 'static>(
        &self,
        client: &Client,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let (done, answer) = oneshot::channel();
        let job = Box::new(move || {
            if !done.is_closed() {
                let _ = done.send(work());
            }
        });
        self.shared.push(client.clone(), job);
        answer.await.ok()
    }

    /// Returns as soon as somebody waits for a turn.
    pub(crate) async fn wanted(&self) {
        loop {
            // Whoever comes while it is looked wakes this as well.
            let next = self.shared.wanted.notified();
            if self.shared.waiting.load(Ordering::Relaxed) > 0 {
                return;
            }
            next.await;
        }
    }

    /// Begins nothing more; what waits is given up.
    pub(crate) fn close(&self) {
        let mut queue = self.shared.queue();
        queue.is_closed = true;
        let given_up = std::mem::take(&mut queue.turns);
        drop(queue);
        drop(given_up);
        self.shared.comes.notify_all();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

    use std::sync::mpsc;

    use super::*;

    fn client(address: u8, visitor: &str) -> Client {
        Client { origin: Origin::Stranger([127, 0, 0, address].into()), visitor: visitor.into() }
    }

    #[test]
    fn addresses_take_turns_and_so_do_their_visitors() {
        let mut queue = Queue::default();
        let (told, heard) = mpsc::channel();
        let mut push = |address: u8, visitor: &str, number: u8| {
            let (told, name) = (told.clone(), format!("{address}{visitor}{number}"));
            queue.push(client(address, visitor), Box::new(move || told.send(name).unwrap()));
        };
        for number in 1..=3 {
            push(1, "a", number);
        }
        push(1, "b", 1);
        push(2, "c", 1);
        push(2, "c", 2);
        while let Some(job) = queue.pop() {
            job();
        }
        assert_eq!(heard.try_iter().collect::<Vec<_>>(), ["1a1", "2c1", "1b1", "2c2", "1a2", "1a3"]);
        assert!(queue.turns.is_empty());
    }

    #[test]
    fn every_other_turn_is_for_people_of_a_class_however_many_strangers_there_are() {
        let mut queue = Queue::default();
        let (told, heard) = mpsc::channel();
        let mut push = |client: Client, name: &'static str| {
            let told = told.clone();
            queue.push(client, Box::new(move || told.send(name).unwrap()));
        };
        (1..=4).for_each(|address| push(client(address, ""), "stranger"));
        push(Client { origin: Origin::Member([127, 0, 0, 1].into()), visitor: "ada".into() }, "ada");
        push(Client { origin: Origin::Member([127, 0, 0, 1].into()), visitor: "bob".into() }, "bob");
        while let Some(job) = queue.pop() {
            job();
        }
        let heard: Vec<_> = heard.try_iter().collect();
        assert_eq!(heard, ["ada", "stranger", "bob", "stranger", "stranger", "stranger"]);
    }

    #[tokio::test]
    async fn whoever_waits_for_much_is_refused_and_others_are_not() {
        let pool = Pool::new("test", 1, Share { visitor: 1, address: 9 }).unwrap();
        let (go, gone) = mpsc::channel::<()>();
        let (one, two) = (client(1, "a"), client(1, "b"));
        let mut blocked = std::pin::pin!(pool.run(&one, move || gone.recv()));
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        assert!(blocked.as_mut().poll(&mut context).is_pending());
        assert!(pool.run(&one, || ()).await.is_err(), "one at a time");
        let mut other = std::pin::pin!(pool.run(&two, || 7));
        assert!(other.as_mut().poll(&mut context).is_pending(), "it waits for its turn");
        go.send(()).unwrap();
        assert!(blocked.await.is_ok());
        assert_eq!(other.await.ok(), Some(7));
        pool.close();
        assert!(pool.run(&one, || ()).await.is_err());
    }
}
