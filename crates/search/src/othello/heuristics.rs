//! Othello's heuristics: `positional` and `mobility`.

use joute_games::Side;

use super::geometry::{Board, Place, around_corners, first_column};
use crate::feature::Feature;
use crate::heuristic::{Heuristic, Score, margin};

/// Points of one disc.
const DISC: Score = 100;

/// When so many squares are empty or fewer, discs begin to count as they stand.
const LATE: u32 = 12;

/// What a square beside a corner is worth more when the corner is taken: nothing is given away there any more.
pub(super) const BESIDE_TAKEN: Score = 400;

/// Where the discs are: corners and edges are worth having, squares that give a corner away are not.
#[derive(Debug, Clone, Copy, Default)]
pub struct Positional;

/// How many moves each side has and how many it may get, and the corners.
#[derive(Debug, Clone, Copy, Default)]
pub struct Mobility;

/// The opinion of [`Mobility`], and finished games with their empty squares counted for the winner, as exact results are given.
#[derive(Debug, Clone, Copy, Default)]
pub struct FinalScore;

/// The value of the places of both sides' discs for the side to move.
fn places<B: Board>(game: &B) -> Score {
    let (mine, theirs) = (game.squares(game.turn()), game.squares(game.turn().other()));
    let lead = |mask: u128| (mine & mask).count_ones() as i32 - (theirs & mask).count_ones() as i32;
    // A leaf must not compute masks anew: without `const` they cost more than all the rest of a search.
    let worths = const { Place::worths(B::SIZE) };
    let mut score = worths.into_iter().map(|(mask, worth)| worth * lead(mask)).sum();
    for (corner, around) in const { around_corners(B::SIZE) } {
        if (mine | theirs) & corner != 0 {
            score += lead(around) * BESIDE_TAKEN;
        }
    }
    score
}

/// Empty squares beside discs of a side: where the opponent may get moves.
pub(super) fn frontier<B: Board>(game: &B, side: Side) -> u128 {
    let size = B::SIZE;
    let own = game.squares(side);
    let all = (1_u128 << (size * size)) - 1;
    let first_column = const { first_column(B::SIZE) };
    let last_column = first_column << (size - 1);
    let wide = own | (own & !last_column) << 1 | (own & !first_column) >> 1;
    let near = wide | wide << size | wide >> size;
    near & all & !(game.squares(Side::First) | game.squares(Side::Second))
}

fn empties<B: Board>(game: &B) -> u32 {
    let tallies = game.tallies();
    game.total() - tallies[0] - tallies[1]
}

/// Near the end what counts in the end counts.
fn late_discs<B: Board>(game: &B) -> Score {
    let empties = empties(game);
    if empties > LATE { 0 } else { margin(game) * DISC * (LATE - empties) as i32 / LATE as i32 }
}

/// The remembered worth of a square, and moves that leave the opponent little to do: they are tried first.
#[inline]
fn promise<B: Board>(game: &B, mv: B::Move) -> i32 {
    let Some(square) = B::square(mv) else {
        return 0;
    };
    let mut after = game.clone();
    after.play(mv);
    let replies = after.choices(after.turn()).count_ones() as i32;
    Place::of(square, B::SIZE).worth() / 25 - 12 * replies
}

impl<B: Board> Heuristic<B> for Positional {
    fn score(&mut self, game: &B) -> Score {
        places(game) + late_discs(game)
    }

    fn points_per_unit(&self) -> Score {
        DISC
    }

    fn features(&self) -> &'static [Feature] {
        &[Feature::Worth]
    }

    #[inline]
    fn promise(&mut self, game: &B, mv: B::Move) -> i32 {
        promise(game, mv)
    }
}

impl<B: Board> Heuristic<B> for Mobility {
    fn score(&mut self, game: &B) -> Score {
        let (side, other) = (game.turn(), game.turn().other());
        let lead = |count: &dyn Fn(Side) -> u32| count(side) as i32 - count(other) as i32;
        let moves = lead(&|side| game.choices(side).count_ones());
        let chances = -lead(&|side| frontier(game, side).count_ones());
        let fade = empties(game).min(LATE) as i32;
        (moves * 150 + chances * 60) * fade / LATE as i32 + places(game) / 2 + late_discs(game)
    }

    fn points_per_unit(&self) -> Score {
        DISC
    }

    fn features(&self) -> &'static [Feature] {
        &[Feature::OwnMoves, Feature::TheirMoves, Feature::OwnFrontier, Feature::TheirFrontier, Feature::Worth]
    }

    #[inline]
    fn promise(&mut self, game: &B, mv: B::Move) -> i32 {
        promise(game, mv)
    }
}

impl<B: Board> Heuristic<B> for FinalScore {
    fn score(&mut self, game: &B) -> Score {
        Mobility.score(game)
    }

    fn points_per_unit(&self) -> Score {
        DISC
    }

    fn leaf(&mut self, game: &B) -> Score {
        if !game.is_over() {
            return self.score(game);
        }
        let lead = margin(game);
        Heuristic::<B>::of_margin(self, lead + lead.signum() * empties(game) as i32)
    }

    #[inline]
    fn promise(&mut self, game: &B, mv: B::Move) -> i32 {
        promise(game, mv)
    }
}
