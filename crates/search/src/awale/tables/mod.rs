//! Endgame tables: what every position with few seeds is worth with perfect play.
//!
//! | file | what it holds |
//! |---|---|
//! | `index` | a number for every position |
//! | `unsow` | moves taken back |
//! | `solve` | retrograde analysis |
//! | `rounds` | where going round for ever is good enough |
//! | `file` | tables on disk |
//! | `on_disk` | a layer that is read block by block |
//! | `endgame` | what a player has at hand |
//! | `exact` | how games end of which tables have the position |
//! | `solver` | perfect play, by tables and by a search down to them |
//! | `verify` | whether every value agrees with those its moves lead to |
//!
//! A value is what the side to move will get more of the seeds on the board than its opponent. Stores do not matter for
//! it: the end of a game by majority leaves the winner as it is.
//!
//! Under `awari` play that comes back to a position shares the seeds, so that endless play is worth 0 wherever it
//! closes, and every position has one value. Under `abapa` each side keeps its own row, so that the result depends on
//! where the round closes and on what was there before. There a position has two values: the least that the side to
//! move is sure of if going round were worth everything to its opponent, and the most if it were worth everything to
//! itself. Where they agree the value holds for every game that comes to the position by a capture: no earlier
//! position can come back. Whoever plays on from there towards the value never meets a position twice.

mod endgame;
mod exact;
mod file;
mod index;
mod on_disk;
mod rounds;
mod solve;
mod solver;
mod unsow;
mod verify;

use std::marker::PhantomData;

use joute_games::awale::Repetition;

use super::rows::{Rows, StandardRules};

pub use endgame::{Endgame, EndgameOptions, default_folder};
pub use exact::TableResults;
pub use file::{Contents, FileError, path};
pub use index::{MOST_SEEDS, index, position, positions};
pub use on_disk::DiskLayer;
pub use solve::Watcher;
pub use solver::TableSolver;
pub use verify::{Disagreement, Totals};

/// What endless play is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loops {
    /// Nothing to either side.
    Drawn,
    /// It depends on where it closes: one value takes the worst for the side to move, the other the best.
    Bounds,
}

impl Loops {
    /// What it is under these rules.
    pub fn of<R: StandardRules>() -> Loops {
        if R::RULES.repetition == Repetition::Split { Loops::Drawn } else { Loops::Bounds }
    }

    /// How many values a position has.
    fn roles(self) -> usize {
        match self {
            Loops::Drawn => 1,
            Loops::Bounds => 2,
        }
    }

    /// The value of endless play with so many seeds.
    fn endless(self, role: usize, seeds: u32) -> i8 {
        match (self, role) {
            (Loops::Drawn, _) => 0,
            (Loops::Bounds, 0) => -(seeds as i8),
            (Loops::Bounds, _) => seeds as i8,
        }
    }
}

/// What the side to move is sure of, and what it cannot get more than.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The least.
    pub low: i32,
    /// The most.
    pub high: i32,
}

impl Bounds {
    /// The value, where there is one.
    pub fn exact(self) -> Option<i32> {
        (self.low == self.high).then_some(self.low)
    }
}

/// The values of all positions with so many seeds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layer {
    seeds: u32,
    low: Vec<i8>,
    high: Option<Vec<i8>>,
}

impl Layer {
    /// A layer of values in the order of their positions' numbers.
    pub(super) fn new(seeds: u32, low: Vec<i8>, high: Option<Vec<i8>>) -> Layer {
        Layer { seeds, low, high }
    }

    /// Seeds on the board.
    pub fn seeds(&self) -> u32 {
        self.seeds
    }

    /// The least and the most a position of this layer is worth.
    #[inline]
    pub fn bounds(&self, rows: Rows) -> Bounds {
        self.at(index(rows))
    }

    /// The least and the most the position with this number is worth.
    #[inline]
    pub fn at(&self, number: usize) -> Bounds {
        let low = i32::from(self.low[number]);
        Bounds { low, high: self.high.as_ref().map_or(low, |high| i32::from(high[number])) }
    }

    /// The values: one list, or two where endless play has no value.
    pub fn values(&self) -> impl Iterator<Item = &[i8]> {
        [Some(&self.low), self.high.as_ref()].into_iter().flatten().map(Vec::as_slice)
    }
}

/// The layers from no seed on up to some number.
#[derive(Debug, Clone)]
pub struct Tables<R> {
    layers: Vec<Layer>,
    rules: PhantomData<R>,
}

impl<R: StandardRules> Default for Tables<R> {
    fn default() -> Tables<R> {
        Tables { layers: Vec::new(), rules: PhantomData }
    }
}

impl<R: StandardRules> Tables<R> {
    /// All layers up to so many seeds, at most [`MOST_SEEDS`], worked out here and now.
    pub fn build(seeds: u32, threads: usize) -> Tables<R> {
        let mut tables = Tables::default();
        while tables.next_seeds() <= seeds.min(MOST_SEEDS) && tables.grow(threads, &()).is_some() {}
        tables
    }

    /// The seeds of the next layer.
    pub fn next_seeds(&self) -> u32 {
        self.layers.len() as u32
    }

    /// Works out the next layer; `None` when the watcher had enough, or when there can be no more.
    pub fn grow(&mut self, threads: usize, watcher: &dyn Watcher) -> Option<&Layer> {
        if self.next_seeds() > MOST_SEEDS {
            return None;
        }
        let layer = solve::solve(self, threads, watcher)?;
        Some(self.layers.push_mut(layer))
    }

    /// Adds the next layer, worked out earlier; it must have been made for these rules.
    pub fn push(&mut self, layer: Layer) -> bool {
        let fits = layer.seeds == self.next_seeds() && Loops::of::<R>().roles() == layer.values().count();
        if fits {
            self.layers.push(layer);
        }
        fits
    }

    /// The layers, the smallest first.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// What a position is worth, if it is in the tables.
    #[inline]
    pub fn bounds(&self, rows: Rows) -> Option<Bounds> {
        Some(self.layers.get(rows.seeds() as usize)?.bounds(rows))
    }
}
