//! What a strategy is, what it is told and what it answers.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use joute_games::Game;
use joute_games::random::Seed;

use crate::alphabeta::Analysis;
use crate::feature::Feature;

/// Chooses moves of one kind of game.
pub trait Strategy<G: Game>: Send {
    /// A legal move of a position that is not over.
    fn choose(&mut self, game: &G, thinking: &Thinking<'_>) -> Choice<G::Move>;

    /// Whether its moves do not depend on the seed.
    fn is_deterministic(&self) -> bool {
        true
    }

    /// Takes what it needs for a game, before any clock runs: memory that is touched for the first time costs time.
    fn get_ready(&mut self) {}

    /// Gives back the memory that it needs only while it thinks; it takes it again at its next move.
    fn release_memory(&mut self) {}

    /// Forgets the game before, so that it plays the next one as if newly made; `false` when it cannot and must be made
    /// anew.
    fn start_afresh(&mut self) -> bool {
        false
    }

    /// What each move it considers is worth to it, the higher the better, in whatever it counts; nothing from a strategy
    /// that does not compare moves one by one.
    fn appraise(&mut self, _game: &G, _thinking: &Thinking<'_>) -> Vec<(G::Move, f64)> {
        Vec::new()
    }

    /// What it looks at on a board, of whatever game.
    fn features(&self) -> &'static [Feature] {
        &[]
    }

    /// The value of every move, told as it gets known; `None` from a strategy that cannot say.
    fn analyse(
        &mut self,
        _game: &G,
        _thinking: &Thinking<'_>,
        _tell: &mut dyn FnMut(&Analysis<G::Move>),
    ) -> Option<Analysis<G::Move>> {
        None
    }
}

/// What a strategy is told besides the position.
#[derive(Debug, Clone, Copy)]
pub struct Thinking<'a> {
    /// The seed of this very choice: the same position, ply and seed give the same move.
    pub seed: Seed,
    /// How much it may do.
    pub limits: Limits,
    /// Keys of the positions since the last irreversible move, the present one last.
    pub history: &'a [u64],
    /// Set from outside when it must answer at once.
    pub stop: &'a AtomicBool,
}

impl Thinking<'_> {
    /// Whether it was told to stop.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// How much a strategy may do; what is `None` is not limited.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time for this move.
    pub time: Option<Duration>,
    /// Positions it may look at.
    pub nodes: Option<u64>,
    /// Plies it may look ahead.
    pub depth: Option<u32>,
    /// Time left for all moves of the game, this one included.
    pub left: Option<Duration>,
    /// What each move adds to the time left.
    pub increment: Duration,
    /// By which clock times are counted.
    pub clock: Clock,
    /// Kept back from every limit of time, since the system has let searches end that late before.
    pub lateness: Duration,
}

/// How the time of a search is counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Clock {
    /// As it passes for everybody.
    #[default]
    Wall,
    /// As the processor spends it on the thread that chooses.
    Cpu,
}

impl Limits {
    /// Nothing is limited.
    pub const NONE: Limits = Limits {
        time: None,
        nodes: None,
        depth: None,
        left: None,
        increment: Duration::ZERO,
        clock: Clock::Wall,
        lateness: Duration::ZERO,
    };

    /// Both these limits and `other`, the stricter where both limit the same.
    pub fn and(self, other: Limits) -> Limits {
        fn stricter<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
            one.into_iter().chain(other).min()
        }
        Limits {
            time: stricter(self.time, other.time),
            nodes: stricter(self.nodes, other.nodes),
            depth: stricter(self.depth, other.depth),
            left: stricter(self.left, other.left),
            increment: self.increment.max(other.increment),
            clock: if self.clock == Clock::Cpu { Clock::Cpu } else { other.clock },
            lateness: self.lateness.max(other.lateness),
        }
    }

    /// Whether nothing is limited.
    pub fn are_open(&self) -> bool {
        self.time.is_none() && self.nodes.is_none() && self.depth.is_none() && self.left.is_none()
    }
}

/// A move, with what was found out about it.
#[derive(Debug, Clone)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// How it was found, where there is something to say.
    pub report: Option<Box<Report<M>>>,
}

impl<M> From<M> for Choice<M> {
    #[inline]
    fn from(mv: M) -> Choice<M> {
        Choice { mv, report: None }
    }
}

/// What a search found out.
#[derive(Debug, Clone, Default)]
pub struct Report<M> {
    /// Value for the side to move, in the game's unit.
    pub score: f64,
    /// Plies looked ahead.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// The line it expects, its own move first.
    pub pv: Vec<M>,
}

/// What happens when several moves are equally good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ties {
    /// The first in the game's natural order: the lowest colour, square or pit.
    #[default]
    First,
    /// One of them by the seed of the choice.
    Random,
}

impl Ties {
    /// One of the best moves by a measure; `None` when there is no move.
    pub fn best<M: Copy>(self, moves: &[M], seed: Seed, measure: impl Fn(M) -> i64) -> Option<M> {
        let mut best: Option<(i64, M)> = None;
        let mut equals = 0u64;
        let mut generator = None;
        for &mv in moves {
            let value = measure(mv);
            match best {
                Some((known, _)) if value < known => {}
                Some((known, _)) if value == known => {
                    equals += 1;
                    // Each of n equal moves replaces the one kept with probability 1/n: all are equally likely.
                    let draws = || seed.generator();
                    if self == Ties::Random && generator.get_or_insert_with(draws).below(equals) == 0 {
                        best = Some((value, mv));
                    }
                }
                _ => (best, equals) = (Some((value, mv)), 1),
            }
        }
        best.map(|(_, mv)| mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_go_to_the_first_or_evenly_to_all() {
        let measure = |mv: u8| i64::from(mv % 2);
        assert_eq!(Ties::First.best(&[0, 1, 2, 3, 5], Seed(1), measure), Some(1));
        let mut counts = [0; 6];
        for seed in 0..3000 {
            counts[usize::from(Ties::Random.best(&[0, 1, 2, 3, 5], Seed(seed), measure).unwrap())] += 1;
        }
        assert_eq!((counts[0], counts[2]), (0, 0));
        assert!([1, 3, 5].iter().all(|&mv| (900..1100).contains(&counts[mv])), "{counts:?}");
        assert_eq!(Ties::First.best(&[], Seed(1), measure), None);
    }
}
