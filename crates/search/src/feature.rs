//! What strategies look at on a board, part by part, for those who want to see it: pages that teach show it.
//!
//! Everything is seen with the eyes of the side to move, and counted by the very code the strategies choose with. Parts
//! have the numbers they have in a board view.

use joute_games::Game;

/// One kind of thing that can be seen on a board. *Own* is the side to move, *their* its opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Feature {
    /// Free cells that touch the own zone; the value is in how many places.
    Border,
    /// The opponent's cells that touch the own zone; the value is in how many places.
    Touched,
    /// Free cells that one colour would gain, those behind the border included.
    Depth,
    /// Free cells on the own border that both sides can still reach.
    ContestedBorder,
    /// Free cells that both sides can still reach.
    Contested,
    /// Free cells that the own side can still reach.
    OwnReach,
    /// Free cells that the opponent can still reach.
    TheirReach,
    /// Free cells that the own side gets to first; the value is after how many moves.
    OwnFirst,
    /// Free cells that the opponent gets to first; the value is after how many moves.
    TheirFirst,
    /// Squares where the own side may play; the value is what it gains.
    OwnMoves,
    /// Squares where the opponent could play.
    TheirMoves,
    /// Empty squares beside own discs: where the opponent may get moves.
    OwnFrontier,
    /// Empty squares beside the opponent's discs.
    TheirFrontier,
    /// What a disc on the square is worth, in tenths of a disc.
    Worth,
    /// Discs of either side that can never be turned over again.
    Stable,
    /// Pits with one or two seeds, which one seed more would give away.
    Weak,
    /// Own pits that the opponent could take at once; the value is how many seeds.
    Threatened,
    /// The opponent's pits that can be taken now; the value is how many seeds.
    Prey,
    /// Pits with so many seeds that a sowing goes all the way round.
    Full,
}

/// The parts of a board that are seen as one kind of thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layer {
    /// As what.
    pub feature: Feature,
    /// Which parts, in increasing order.
    pub parts: Vec<u32>,
    /// A number for each of them; empty where there is nothing to count.
    pub values: Vec<i32>,
}

impl Layer {
    /// Parts without numbers.
    pub(crate) fn of(feature: Feature, parts: impl IntoIterator<Item = usize>) -> Layer {
        Layer { feature, parts: parts.into_iter().map(|part| part as u32).collect(), values: Vec::new() }
    }

    /// Parts with a number each.
    pub(crate) fn counted(feature: Feature, parts: impl IntoIterator<Item = (usize, i32)>) -> Layer {
        let (parts, values) = parts.into_iter().map(|(part, value)| (part as u32, value)).unzip();
        Layer { feature, parts, values }
    }
}

/// A game whose positions show something to those who look.
pub trait BoardFeatures: Game {
    /// Everything there is to see for the side to move.
    fn layers(&self) -> Vec<Layer>;
}
