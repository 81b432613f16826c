//! What a position of a territory game is worth: cells, border, and who gets first to what is still free.

use joute_games::territory::Zones;
use joute_games::territory::flood::{Choice, Flood};
use joute_games::territory::seven_colours::SevenColours;
use joute_games::{Game, Side};

use super::heuristic_reach::Reach;
use super::solver::FloodSolver;
use crate::feature::Feature;
use crate::heuristic::{Heuristic, Score, Solved};
use crate::strategy::Thinking;

/// More free regions of a Flood board than this hardly ever come to an end in the time of a move.
const SOLVABLE: usize = 48;

/// The most bytes that solving takes in the time of a move: more would take longer to be cleared than they save.
const SOLVER_MEMORY: usize = 8 << 20;

/// Points of one cell.
const CELL: Score = 100;

/// What it looks at.
const SEEN: &[Feature] = &[Feature::OwnFirst, Feature::TheirFirst, Feature::Border];

/// How much each property of a position counts, in hundredths of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TerritoryWeights {
    /// A cell that is owned.
    pub cells: i32,
    /// A cell that could be taken with the next colour.
    pub border: i32,
    /// A free cell that the side gets to first, each side taking everything around it on its turn.
    pub reach: i32,
    /// A free cell that the side alone can get to.
    pub enclosed: i32,
    /// What getting there sooner is worth: a cell counts this much less for each move it is away.
    pub haste: i32,
}

impl TerritoryWeights {
    /// Cells alone.
    pub const CELLS: TerritoryWeights = TerritoryWeights { cells: CELL, border: 0, reach: 0, enclosed: 0, haste: 0 };
    /// Cells, and what touches the zone.
    pub const BORDER: TerritoryWeights = TerritoryWeights { border: 50, ..TerritoryWeights::CELLS };
    /// Cells, and those one gets to first.
    pub const REACH: TerritoryWeights = TerritoryWeights { reach: CELL, ..TerritoryWeights::CELLS };
    /// Cells, and those one alone can get to.
    pub const ENCLOSED: TerritoryWeights = TerritoryWeights { enclosed: CELL, ..TerritoryWeights::CELLS };
    /// All of them, with weights found by playing.
    pub const MIX: TerritoryWeights = TerritoryWeights { cells: CELL, border: 20, reach: 80, enclosed: 0, haste: 2 };
}

/// A weighted sum of the properties of a position.
#[derive(Debug, Clone)]
pub struct TerritoryHeuristic {
    weights: TerritoryWeights,
    reach: Reach,
}

impl TerritoryHeuristic {
    /// A heuristic with these weights.
    pub fn new(weights: TerritoryWeights) -> TerritoryHeuristic {
        TerritoryHeuristic { weights, reach: Reach::default() }
    }

    fn weigh(&mut self, zones: &Zones, turn: Side, colours: u8) -> Score {
        let weights = self.weights;
        let lead = |of: [u32; 2]| of[turn] as i32 - of[turn.other()] as i32;
        let both = Side::BOTH;
        let mut score = weights.cells * lead(both.map(|side| zones.tally(side)));
        score += weights.border * lead(both.map(|side| zones.total_gain(side)));
        if weights.reach != 0 || weights.haste != 0 {
            let first = self.reach.race(zones, turn, colours);
            score += weights.reach * lead(first.cells) - weights.haste * lead(first.moves);
        }
        if weights.enclosed != 0 {
            score += weights.enclosed * lead(zones.enclosed());
        }
        score
    }

    /// No side ever loses a cell or gets one it cannot reach.
    fn final_margins(&mut self, zones: &Zones, turn: Side, colours: u8) -> (i32, i32) {
        let lead = zones.tally(turn) as i32 - zones.tally(turn.other()) as i32;
        let [mine, theirs] = [turn, turn.other()].map(|side| self.reach.reachable(zones, side, colours) as i32);
        (lead - theirs, lead + mine)
    }
}

impl Default for TerritoryHeuristic {
    fn default() -> TerritoryHeuristic {
        TerritoryHeuristic::new(TerritoryWeights::MIX)
    }
}

impl Heuristic<SevenColours> for TerritoryHeuristic {
    fn score(&mut self, game: &SevenColours) -> Score {
        self.weigh(game.zones(), game.turn(), game.colours())
    }

    fn points_per_unit(&self) -> Score {
        CELL
    }

    fn features(&self) -> &'static [Feature] {
        SEEN
    }

    fn margins(&mut self, game: &SevenColours) -> Option<(i32, i32)> {
        Some(self.final_margins(game.zones(), game.turn(), game.colours()))
    }
}

impl Heuristic<Flood> for TerritoryHeuristic {
    fn score(&mut self, game: &Flood) -> Score {
        self.weigh(game.zones(), game.turn(), game.colours())
    }

    fn points_per_unit(&self) -> Score {
        CELL
    }

    fn features(&self) -> &'static [Feature] {
        SEEN
    }

    fn margins(&mut self, game: &Flood) -> Option<(i32, i32)> {
        Some(self.final_margins(game.zones(), game.turn(), game.colours()))
    }

    fn is_solvable(&self, game: &Flood) -> bool {
        game.zones().free_regions() <= SOLVABLE
    }

    fn solve(&mut self, game: &Flood, thinking: &Thinking<'_>, memory: usize) -> Option<Solved<Choice>> {
        FloodSolver::with_memory(memory.min(SOLVER_MEMORY)).solve(game, thinking)
    }
}
