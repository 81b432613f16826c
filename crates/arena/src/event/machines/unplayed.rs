//! Games in a queue that nobody who is there can play.

use std::fmt;

use joute_store::WorkerState;

/// Pairs of games that wait for a worker that is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unplayed {
    /// How many.
    pub pairs: usize,
    /// What a worker must have for the first of them.
    pub needs: Vec<String>,
    /// How many processors.
    pub cores: u32,
    /// Workers that are there.
    pub workers: usize,
}

impl Unplayed {
    /// What no worker can play of what waits: so many have these needs.
    pub(super) fn find<'a>(
        waiting: impl Iterator<Item = (&'a [String], u32)>,
        workers: &[WorkerState],
    ) -> Option<Unplayed> {
        let alive: Vec<_> = workers.iter().filter(|state| state.is_alive).map(|state| &state.worker).collect();
        let is_able = |needs: &[String], cores: u32| {
            alive.iter().any(|one| one.cores >= cores && needs.iter().all(|need| one.abilities.contains(need)))
        };
        let mut unplayed: Vec<(&[String], u32)> = waiting.filter(|(needs, cores)| !is_able(needs, *cores)).collect();
        unplayed.sort_unstable();
        let (needs, cores) = *unplayed.first()?;
        let pairs = unplayed.iter().filter(|one| **one == (needs, cores)).count();
        Some(Unplayed { pairs, needs: needs.to_vec(), cores, workers: alive.len() })
    }
}

impl fmt::Display for Unplayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unplayed { pairs, needs, cores, workers } = self;
        let processors = if *cores > 1 { format!("{cores} processors") } else { String::new() };
        let wanted: Vec<&str> =
            needs.iter().chain([&processors]).map(String::as_str).filter(|word| !word.is_empty()).collect();
        let who = if wanted.is_empty() { String::new() } else { format!(" that has {}", wanted.join(", ")) };
        write!(f, "games wait for a worker{who} (pairs: {pairs}): ")?;
        match workers {
            0 => write!(f, "none is there; start `joute worker` with the same store"),
            1 => write!(f, "the one that is there has not"),
            more => write!(f, "none of the {more} that are there has"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use joute_store::{NewWorker, Pulse};

    use super::*;

    fn worker(abilities: &[&str], cores: u32, is_alive: bool) -> WorkerState {
        let abilities = abilities.iter().map(|word| (*word).to_owned()).collect();
        let [name, machine, version] = ["w", "m", "1"].map(str::to_owned);
        let worker = NewWorker { name, machine, abilities, jobs: 1, cores, version };
        let (age, silence) = (Duration::ZERO, Duration::ZERO);
        WorkerState { worker, pulse: Pulse::default(), is_alive, age, silence, games: 0, tasks: 0 }
    }

    #[test]
    fn what_nobody_can_play_is_told_and_nothing_else() {
        let ocaml = ["ocaml".to_owned(), "sandbox".to_owned()];
        let waiting = || [(&ocaml[..], 4), (&ocaml[..], 4), (&[][..], 1)].into_iter();
        let told = |workers: &[WorkerState]| Unplayed::find(waiting(), workers).map(|unplayed| unplayed.to_string());
        assert_eq!(told(&[worker(&["sandbox", "ocaml"], 4, true)]), None);
        let said = told(&[worker(&["sandbox", "ocaml"], 2, true), worker(&["sandbox", "ocaml"], 4, false)]).unwrap();
        assert_eq!(
            said,
            "games wait for a worker that has ocaml, sandbox, 4 processors (pairs: 2): the one that is there has not"
        );
        let said = told(&[]).unwrap();
        assert!(said.starts_with("games wait for a worker (pairs: 1): none is there; start `joute worker`"), "{said}");
        assert_eq!(Unplayed::find([].into_iter(), &[]), None, "nothing waits");
    }
}
