//! The positions a search has come through since the last irreversible move, so that it knows a repetition.

use joute_games::random::finish;
use joute_games::{Game, Settlement};

use crate::heuristic::{Heuristic, Score};

/// Keys of the positions on the way to the one that is looked at, the game's own history first.
#[derive(Debug, Clone)]
pub(crate) struct Path {
    keys: Vec<u64>,
    /// Where the positions begin that can still come back.
    run: usize,
    watches: bool,
    cycle: usize,
}

/// What [`Path::enter`] changed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step {
    run: usize,
    /// Whether the position entered was there before, which ends the game.
    pub(crate) repeats: bool,
}

impl Path {
    /// A path that begins at `game`; `history` may or may not end with that position.
    pub(crate) fn new<G: Game>(game: &G, history: &[u64]) -> Path {
        let watches = game.ends_on_repetition();
        let mut keys = Vec::new();
        if watches {
            keys.extend_from_slice(history);
            if keys.last() != Some(&game.key()) {
                keys.push(game.key());
            }
        }
        Path { keys, run: 0, watches, cycle: game.shortest_cycle() as usize }
    }

    /// Whether repetition ends this game at all.
    #[inline]
    pub(crate) fn watches(&self) -> bool {
        self.watches
    }

    /// Whether a position that a reversible move leads to was there before. Its key is asked for only where it can.
    #[inline]
    pub(crate) fn knows(&self, key: impl FnOnce() -> u64) -> bool {
        let run = &self.keys[self.run..];
        let can_return = (run.len() + 1).saturating_sub(self.cycle);
        can_return > 0 && run[..can_return.min(run.len())].contains(&key())
    }

    /// Goes on to a position.
    #[inline]
    pub(crate) fn enter(&mut self, irreversible: bool, key: u64) -> Step {
        let step = Step { run: self.run, repeats: !irreversible && self.knows(|| key) };
        if irreversible {
            self.run = self.keys.len();
        }
        self.keys.push(key);
        step
    }

    /// Goes back to before [`Path::enter`].
    #[inline]
    pub(crate) fn leave(&mut self, step: Step) {
        self.keys.pop();
        self.run = step.run;
    }

    /// The key under which a value of the present position, looked at to this depth, may be remembered.
    ///
    /// The value depends on those earlier positions that can come back within the depth, so they are part of the
    /// key: what is remembered then never depends on the way that led there.
    #[inline]
    pub(crate) fn table_key(&self, key: u64, depth: u32) -> u64 {
        if !self.watches {
            return key;
        }
        let run = &self.keys[self.run..];
        let can_return = (run.len() + depth as usize).saturating_sub(self.cycle).min(run.len() - 1);
        if can_return == 0 {
            return key;
        }
        // A sum does not depend on the order: the same positions in another order are the same past.
        key ^ finish(run[..can_return].iter().fold(0, |sum, key| u64::wrapping_add(sum, finish(*key))))
    }
}

/// The value for the side to move of a game that a repetition has just ended.
pub(crate) fn repetition_value<G: Game, H: Heuristic<G>>(game: &G, heuristic: &H) -> Score {
    let tallies = game.settle(Settlement::Repetition);
    let side = game.turn();
    heuristic.of_margin(tallies[side] as i32 - tallies[side.other()] as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use joute_games::awale::{Abapa, Awale};

    fn path(history: &[u64], cycle: usize) -> (Path, u64) {
        let game = Awale::<Abapa>::start(&Default::default()).unwrap();
        (Path { cycle, ..Path::new(&game, history) }, game.key())
    }

    #[test]
    fn a_repetition_is_known_from_the_history_and_from_the_way() {
        let (mut path, start) = path(&[7, 8], 2);
        assert!(!path.enter(false, 10).repeats);
        assert!(path.enter(false, 7).repeats);
        let capture = path.enter(true, 9);
        let step = path.enter(false, 7);
        assert!(!step.repeats, "nothing comes back after an irreversible move");
        path.leave(step);
        path.leave(capture);
        assert!(path.enter(false, start).repeats);
    }

    #[test]
    fn only_what_can_come_back_is_part_of_a_remembered_key() {
        let (path, start) = path(&[7, 8], 12);
        // Three positions: the first of them could come back in 12 - 2 plies at the earliest.
        assert_eq!(path.table_key(start, 9), start);
        assert_ne!(path.table_key(start, 10), start);
        assert_ne!(path.table_key(start, 10), path.table_key(start, 11));
    }
}
