//! News for many listeners: whoever is too slow misses some, and nobody is kept waiting.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};
use std::time::Duration;

use joute_referee::Event;

use super::Sink;

/// Something that happened in a game of an event.
#[derive(Debug, Clone)]
pub struct News {
    /// The number of the match, from 0.
    pub number: u32,
    /// The number of the game within the match, from 0.
    pub game: u32,
    /// What happened.
    pub event: Event,
}

/// What a listener gets.
#[derive(Debug, Clone)]
pub enum Heard {
    /// The next piece of news.
    News(News),
    /// So many pieces were missed: time to look at the whole again.
    Missed(u64),
}

/// How many pieces wait for a listener before the oldest are dropped.
const ROOM: usize = 4096;

/// Spreads news to its listeners.
#[derive(Default)]
pub struct Bus {
    listeners: Mutex<Vec<Weak<Mailbox>>>,
}

#[derive(Default)]
struct Mailbox {
    waiting: Mutex<(VecDeque<News>, u64)>,
    arrived: Condvar,
}

/// One who listens; it may be dropped at any time.
pub struct Listener(Arc<Mailbox>);

impl Bus {
    /// A listener for everything from now on.
    pub fn listen(&self) -> Listener {
        let mailbox = Arc::new(Mailbox::default());
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::downgrade(&mailbox));
        Listener(mailbox)
    }
}

impl Sink for Bus {
    fn news(&self, news: News) {
        let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.retain(|listener| listener.upgrade().is_some_and(|mailbox| mailbox.put(news.clone())));
    }

    fn wants_news(&self) -> bool {
        !self.listeners.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }
}

impl Mailbox {
    fn put(&self, news: News) -> bool {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.0.len() == ROOM {
            waiting.0.pop_front();
            waiting.1 += 1;
        }
        waiting.0.push_back(news);
        self.arrived.notify_one();
        true
    }
}

impl Listener {
    /// What comes next; nothing when nothing came in time.
    pub fn next(&self, patience: Duration) -> Option<Heard> {
        let waiting = self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut waiting, _) = self
            .0
            .arrived
            .wait_timeout_while(waiting, patience, |(news, _)| news.is_empty())
            .unwrap_or_else(PoisonError::into_inner);
        match std::mem::take(&mut waiting.1) {
            0 => waiting.0.pop_front().map(Heard::News),
            missed => Some(Heard::Missed(missed)),
        }
    }
}

#[cfg(test)]
mod tests {
    use joute_referee::Ending;

    use super::*;

    fn news(number: u32) -> News {
        News { number, game: 0, event: Event::Ended { ending: Ending::Aborted, tally: [0, 0] } }
    }

    #[test]
    fn a_slow_listener_misses_some_and_keeps_nobody_waiting() {
        let bus = Bus::default();
        assert!(!bus.wants_news());
        let slow = bus.listen();
        (0..ROOM as u32 + 5).for_each(|number| bus.news(news(number)));
        assert!(matches!(slow.next(Duration::ZERO), Some(Heard::Missed(5))));
        assert!(matches!(slow.next(Duration::ZERO), Some(Heard::News(News { number: 5, .. }))));
        drop(slow);
        bus.news(news(0));
        assert!(!bus.wants_news(), "whoever left is forgotten");
    }
}
