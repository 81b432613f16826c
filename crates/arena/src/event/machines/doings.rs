//! What a worker does at the moment, for those who look on.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use joute_store::Doing;

/// What all threads of a worker do.
#[derive(Default)]
pub struct Doings(Mutex<State>);

#[derive(Default)]
struct State {
    /// What is done, and how often side by side.
    now: BTreeMap<Doing, u32>,
    /// What was begun since somebody asked: most games are over before anybody looks.
    begun: BTreeSet<Doing>,
}

impl Doings {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something is done for as long as the answer lives.
    pub fn begin(&self, doing: Doing) -> impl Drop + '_ {
        let mut state = self.state();
        *state.now.entry(doing.clone()).or_default() += 1;
        state.begun.insert(doing.clone());
        AtIt { doings: self, doing }
    }

    /// What is done, and what was since this was asked last.
    pub fn of_late(&self) -> Vec<Doing> {
        let mut state = self.state();
        let mut all = std::mem::take(&mut state.begun);
        all.extend(state.now.keys().cloned());
        all.into_iter().collect()
    }
}

struct AtIt<'a> {
    doings: &'a Doings,
    doing: Doing,
}

impl Drop for AtIt<'_> {
    fn drop(&mut self) {
        let mut state = self.doings.state();
        let left = state.now.get(&self.doing).map_or(0, |count| count - 1);
        match left {
            0 => drop(state.now.remove(&self.doing)),
            left => drop(state.now.insert(self.doing.clone(), left)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_over_is_told_once_and_what_goes_on_again_and_again() {
        let doings = Doings::default();
        let cup = Doing::Plays("cup".to_owned());
        let two = [doings.begin(cup.clone()), doings.begin(cup.clone())];
        drop(doings.begin(Doing::Reviews));
        assert_eq!(doings.of_late(), [cup.clone(), Doing::Reviews]);
        let [one, other] = two;
        drop(one);
        assert_eq!(doings.of_late(), [cup]);
        drop(other);
        assert_eq!(doings.of_late(), []);
    }
}
