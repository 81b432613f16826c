//! Whether tables are right: every value must follow from those that its moves lead to.

use super::super::rows::StandardRules;
use super::index::{next, position};
use super::{Bounds, Layer, Loops, Tables};

/// Positions by what they are worth to the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Totals {
    /// Sure wins.
    pub wins: u64,
    /// Sure to be neither.
    pub draws: u64,
    /// Sure losses.
    pub losses: u64,
    /// Positions whose value depends on what came before.
    pub open: u64,
    /// The sum of all values there are.
    pub sum: i64,
}

/// A value that does not follow from the moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Disagreement {
    /// The position's number in its layer.
    pub number: usize,
    /// What the table has.
    pub found: Bounds,
    /// What the moves say.
    pub expected: Bounds,
}

impl Layer {
    /// How many positions are won, drawn and lost.
    pub fn totals(&self) -> Totals {
        let mut totals = Totals::default();
        for number in 0..self.low.len() {
            let Some(value) = self.at(number).exact() else {
                totals.open += 1;
                continue;
            };
            totals.sum += i64::from(value);
            match value {
                1.. => totals.wins += 1,
                0 => totals.draws += 1,
                _ => totals.losses += 1,
            }
        }
        totals
    }
}

impl<R: StandardRules> Tables<R> {
    /// The first of these positions of a layer whose value does not follow from its moves.
    pub fn disagreement(&self, seeds: u32, numbers: std::ops::Range<usize>) -> Option<Disagreement> {
        let layer = self.layers.get(seeds as usize)?;
        let end = numbers.end.min(layer.low.len());
        let mut rows = position(seeds, numbers.start);
        for number in numbers.start..end {
            let (found, expected) = (layer.at(number), self.expected(rows));
            if found != expected {
                return Some(Disagreement { number, found, expected });
            }
            rows = next(rows);
        }
        None
    }

    /// What the moves of a position say it is worth.
    fn expected(&self, rows: super::Rows) -> Bounds {
        let after = rows.successors::<R>().filter_map(|successor| {
            let Bounds { low, high } = self.bounds(successor.rows)?;
            let captured = successor.captured as i32;
            Some(Bounds { low: captured - high, high: captured - low })
        });
        let best = after.reduce(|one, other| Bounds { low: one.low.max(other.low), high: one.high.max(other.high) });
        best.unwrap_or_else(|| {
            let value = rows.final_value::<R>();
            Bounds { low: value, high: value }
        })
    }

    /// Whether the layers are of rules under which every position has one value.
    pub fn loops(&self) -> Loops {
        Loops::of::<R>()
    }
}
