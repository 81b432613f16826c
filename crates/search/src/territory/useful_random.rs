//! `useful-random`: every useful colour equally likely.

use super::game::TerritoryGame;
use super::sketch::Sketch;
use crate::feature::Feature;
use crate::strategy::{Choice, Strategy, Thinking};

/// Uniform over the colours that gain at least one cell.
#[derive(Debug, Clone, Copy, Default)]
pub struct UsefulRandom;

impl<G: TerritoryGame> Strategy<G> for UsefulRandom {
    fn choose(&mut self, game: &G, thinking: &Thinking<'_>) -> Choice<G::Move> {
        let useful = Sketch::of(game).useful();
        thinking.seed.generator().pick(&useful).map_or_else(G::nothing, G::taking).into()
    }

    fn features(&self) -> &'static [Feature] {
        &[Feature::Border]
    }

    fn is_deterministic(&self) -> bool {
        false
    }
}
