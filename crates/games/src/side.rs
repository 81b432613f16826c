//! The two sides of every game and the absolute result of a finished one.

use std::fmt;
use std::ops::{Index, IndexMut};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One of the two sides of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The side that moves first.
    First,
    /// The side that moves second.
    Second,
}

impl Side {
    /// Both sides in order.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The opponent of this side.
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for First, 1 for Second.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::First => "first",
            Side::Second => "second",
        })
    }
}

impl<T> Index<Side> for [T; 2] {
    type Output = T;
    #[inline]
    fn index(&self, side: Side) -> &T {
        &self[side.index()]
    }
}

impl<T> IndexMut<Side> for [T; 2] {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self[side.index()]
    }
}

/// Who won a finished game, whoever's turn it was in the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The side that moved first won.
    First,
    /// The side that moved second won.
    Second,
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// The outcome of two final tallies: more wins, equal is a draw.
    pub fn of_tallies(tally: [u32; 2]) -> Outcome {
        match tally[0].cmp(&tally[1]) {
            std::cmp::Ordering::Greater => Outcome::First,
            std::cmp::Ordering::Less => Outcome::Second,
            std::cmp::Ordering::Equal => Outcome::Draw,
        }
    }

    /// The winner, if there is one.
    pub fn winner(self) -> Option<Side> {
        match self {
            Outcome::First => Some(Side::First),
            Outcome::Second => Some(Side::Second),
            Outcome::Draw => None,
        }
    }
}

impl From<Side> for Outcome {
    fn from(winner: Side) -> Outcome {
        match winner {
            Side::First => Outcome::First,
            Side::Second => Outcome::Second,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::First => "first",
            Outcome::Second => "second",
            Outcome::Draw => "draw",
        })
    }
}
