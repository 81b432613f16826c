//! Lists of players as pages show them: what has changed for whom, and each list made once for everybody who reads the same.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use joute_messages::Language;
use tokio::sync::watch;

/// What of a class's players has changed.
#[derive(Default)]
pub(super) struct Changes {
    /// Of each team.
    teams: Mutex<HashMap<String, u64>>,
    /// Of what plays, which everybody is offered as an opponent.
    playing: AtomicU64,
    /// Of everything.
    all: watch::Sender<u64>,
}

impl Changes {
    /// Something of a team has changed.
    pub(super) fn tell(&self, team: &str) {
        *locked(&self.teams).entry(team.to_owned()).or_default() += 1;
        self.all.send_modify(|changes| *changes += 1);
    }

    /// Something of a team has changed, and with it what plays.
    pub(super) fn tell_playing(&self, team: &str) {
        self.playing.fetch_add(1, Ordering::AcqRel);
        self.tell(team);
    }

    /// Hears of every change from now on.
    pub(super) fn listen(&self) -> watch::Receiver<u64> {
        self.all.subscribe()
    }

    /// How often what plays has changed.
    pub(super) fn of_playing(&self) -> u64 {
        self.playing.load(Ordering::Acquire)
    }

    /// A number that grows with everything that the list of a team shows; or that of all teams.
    pub(super) fn of_list(&self, team: Option<&str>) -> u64 {
        match team {
            Some(team) => locked(&self.teams).get(team).copied().unwrap_or_default() + self.of_playing(),
            None => *self.all.borrow(),
        }
    }
}

/// A list as pages show it.
pub(crate) struct List {
    /// As a part of a page.
    pub(crate) markup: String,
    /// As what those hear who look at it.
    pub(crate) news: String,
}

/// Whose list it is, or everybody's, and in which language.
type Whose = (Option<String>, Language);
/// A list with the change that it is of, for as long as somebody looks at it.
type Made = Arc<tokio::sync::Mutex<(u64, Weak<List>)>>;

/// Lists that somebody looks at.
#[derive(Default)]
pub(super) struct Lists(Mutex<HashMap<Whose, Made>>);

impl Lists {
    /// A list as it stands, with the change that it is of; whoever asks while it is made waits and gets the same.
    pub(super) async fn of<E>(
        &self,
        whose: Whose,
        change: impl Fn() -> u64,
        make: impl Future<Output = Result<List, E>>,
    ) -> Result<(u64, Arc<List>), E> {
        let made = Arc::clone(locked(&self.0).entry(whose).or_default());
        let mut made = made.lock().await;
        let change = change();
        if made.0 == change
            && let Some(list) = made.1.upgrade()
        {
            return Ok((change, list));
        }
        let list = Arc::new(make.await?);
        *made = (change, Arc::downgrade(&list));
        Ok((change, list))
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_list_is_made_once_for_each_change_of_what_it_shows() {
        let (changes, lists, made) = (Changes::default(), Lists::default(), AtomicU64::new(0));
        let list = async |team: Option<&str>| {
            let make = async {
                made.fetch_add(1, Ordering::Relaxed);
                Ok::<_, ()>(List { markup: String::new(), news: String::new() })
            };
            let change = || changes.of_list(team);
            lists.of((team.map(str::to_owned), Language::EN), change, make).await
        };
        let count = || made.load(Ordering::Relaxed);
        let [first, second] = [list(Some("ada")).await, list(Some("ada")).await];
        assert!(first.is_ok() && second.is_ok());
        assert_eq!(count(), 1);
        changes.tell("bob");
        let [own, all] = [list(Some("ada")).await, list(None).await];
        assert!(own.is_ok() && all.is_ok());
        assert_eq!(count(), 2, "what another team hands in changes the list of all alone");
        changes.tell_playing("bob");
        let [own, all] = [list(Some("ada")).await, list(None).await];
        assert!(own.is_ok() && all.is_ok());
        assert_eq!(count(), 4, "what plays is an opponent for everybody");
    }
}
