//! What there is to see on an Othello board: moves, the squares that give moves away, the worth of squares.

use joute_games::Side;
use joute_games::othello::{Othello, OthelloBoard};

use super::geometry::{Board, Place, around_corners};
use super::heuristics::{BESIDE_TAKEN, frontier};
use super::stable::stable;
use crate::feature::{BoardFeatures, Feature, Layer};

impl BoardFeatures for Othello {
    fn layers(&self) -> Vec<Layer> {
        layers(self)
    }
}

impl<const N: usize> BoardFeatures for OthelloBoard<N> {
    fn layers(&self) -> Vec<Layer> {
        layers(self)
    }
}

fn squares(bits: u128) -> impl Iterator<Item = usize> {
    (0..128).filter(move |square| bits >> square & 1 == 1)
}

fn layers<B: Board>(game: &B) -> Vec<Layer> {
    let (own, their) = (game.turn(), game.turn().other());
    let moves = game.legal_moves().into_iter().filter_map(|mv| Some((B::square(mv)?, game.gain(mv))));
    let discs = Side::BOTH.map(|side| game.squares(side));
    let sound = Side::BOTH.into_iter().fold(0, |all, side| all | stable(discs, side, B::SIZE));
    vec![
        Layer::counted(Feature::OwnMoves, moves),
        Layer::of(Feature::TheirMoves, squares(game.choices(their))),
        Layer::of(Feature::OwnFrontier, squares(frontier(game, own))),
        Layer::of(Feature::TheirFrontier, squares(frontier(game, their))),
        Layer::counted(Feature::Worth, (0..B::SIZE * B::SIZE).map(|square| (square, worth(square, discs, B::SIZE)))),
        Layer::of(Feature::Stable, squares(sound)),
    ]
}

/// What a disc on a square is worth now, in tenths of a disc.
fn worth(square: usize, discs: [u128; 2], size: usize) -> i32 {
    let is_safe = |(corner, around): &(u128, u128)| around >> square & 1 == 1 && (discs[0] | discs[1]) & corner != 0;
    let more = if around_corners(size).iter().any(is_safe) { BESIDE_TAKEN } else { 0 };
    (Place::of(square, size).worth() + more) / 10
}
