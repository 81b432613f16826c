//! Counts what each visitor and each address has of something, and says when it is enough. What nobody has is not remembered.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use joute_messages::{Message, message};

use crate::client::{Client, Origin};
use crate::limits::Share;

/// Whose share is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Enough {
    Visitor(usize),
    Address(usize),
}

impl Enough {
    /// The same for people, of something that the catalogue has under `enough-WHAT`.
    pub(crate) fn of(self, what: &str) -> Message {
        match self {
            Enough::Visitor(most) => message!(format!("enough-{what}"), most = most),
            Enough::Address(most) => message!("enough-address", most = most),
        }
    }
}

#[derive(Debug, Default)]
struct Counts {
    visitors: HashMap<Client, usize>,
    addresses: HashMap<Origin, usize>,
}

impl Counts {
    fn take(&mut self, client: &Client, share: Share) -> Result<(), Enough> {
        let person = client.person();
        if self.visitors.get(&person).is_some_and(|count| *count >= share.visitor) || share.visitor == 0 {
            return Err(Enough::Visitor(share.visitor));
        }
        if self.addresses.get(&client.origin).is_some_and(|count| *count >= share.address) {
            return Err(Enough::Address(share.address));
        }
        *self.visitors.entry(person).or_default() += 1;
        *self.addresses.entry(client.origin).or_default() += 1;
        Ok(())
    }

    fn give_back(&mut self, client: &Client) {
        lower(&mut self.visitors, &client.person());
        lower(&mut self.addresses, &client.origin);
    }
}

fn lower<K: Eq + Hash>(counts: &mut HashMap<K, usize>, key: &K) {
    if let Some(count) = counts.get_mut(key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(key);
        }
    }
}

/// What visitors have at the moment.
#[derive(Debug, Clone)]
pub(crate) struct Quota {
    share: Share,
    counts: Arc<Mutex<Counts>>,
}

impl Quota {
    pub(crate) fn new(share: Share) -> Quota {
        Quota { share, counts: Arc::default() }
    }

    /// One more, for as long as the ticket is kept.
    pub(crate) fn take(&self, client: &Client) -> Result<Ticket, Enough> {
        self.take_of(client, self.share)
    }

    /// The same of another share, which may hang on how much is left.
    pub(crate) fn take_of(&self, client: &Client, share: Share) -> Result<Ticket, Enough> {
        locked(&self.counts).take(client, share)?;
        Ok(Ticket { client: client.clone(), counts: Arc::clone(&self.counts) })
    }
}

/// The right to have one of something.
#[derive(Debug)]
pub(crate) struct Ticket {
    pub(crate) client: Client,
    counts: Arc<Mutex<Counts>>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        locked(&self.counts).give_back(&self.client);
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What visitors do within a while.
#[derive(Debug)]
pub(crate) struct Rate {
    share: Share,
    within: Duration,
    done: Mutex<(Instant, Counts)>,
}

impl Rate {
    pub(crate) fn new(share: Share, within: Duration) -> Rate {
        Rate { share, within, done: Mutex::new((Instant::now(), Counts::default())) }
    }

    /// Once more.
    pub(crate) fn count(&self, client: &Client) -> Result<(), Enough> {
        let mut done = locked(&self.done);
        if done.0.elapsed() > self.within {
            *done = (Instant::now(), Counts::default());
        }
        done.1.take(client, self.share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(address: u8, visitor: &str) -> Client {
        Client { origin: Origin::Stranger([127, 0, 0, address].into()), visitor: visitor.into() }
    }

    #[test]
    fn a_visitor_has_a_small_share_and_an_address_a_large_one() {
        let quota = Quota::new(Share { visitor: 2, address: 3 });
        let held: Vec<_> = (0..2).filter_map(|_| quota.take(&client(1, "a")).ok()).collect();
        assert_eq!(quota.take(&client(1, "a")).err(), Some(Enough::Visitor(2)));
        let other = quota.take(&client(1, "b"));
        assert_eq!(quota.take(&client(1, "c")).err(), Some(Enough::Address(3)));
        assert!(quota.take(&client(2, "a")).is_ok(), "another address has a share of its own");
        drop(held);
        assert!(quota.take(&client(1, "c")).is_ok());
        drop(other);
        let counts = locked(&quota.counts);
        assert!(counts.visitors.is_empty() && counts.addresses.is_empty(), "what nobody has is not remembered");
    }

    #[test]
    fn a_rate_begins_anew() {
        let rate = Rate::new(Share { visitor: 1, address: 9 }, Duration::from_secs(3600));
        assert_eq!((rate.count(&client(1, "a")), rate.count(&client(1, "a"))), (Ok(()), Err(Enough::Visitor(1))));
        let rate = Rate::new(Share { visitor: 1, address: 9 }, Duration::ZERO);
        assert_eq!((rate.count(&client(1, "a")), rate.count(&client(1, "a"))), (Ok(()), Ok(())));
    }
}
