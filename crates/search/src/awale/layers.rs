//! What there is to see on a board of a sowing game: pits that can be taken, and pits that can go all the way round.

use joute_games::awale::{Awale, RuleSource};
use joute_games::{Game, Side};

use super::{FULL, is_weak};
use crate::feature::{BoardFeatures, Feature, Layer};

impl<R: RuleSource> BoardFeatures for Awale<R> {
    fn layers(&self) -> Vec<Layer> {
        let rules = self.source().rules();
        let is_weak = |side: Side, pit: u32| is_weak(rules, self.seeds(side, pit));
        let is_full = |side: Side, pit: u32| self.seeds(side, pit) >= FULL;
        let mut passed = *self;
        passed.skip_turn();
        vec![
            Layer::of(Feature::Weak, pits(self, is_weak)),
            Layer::counted(Feature::Threatened, losses(&passed)),
            Layer::counted(Feature::Prey, losses(self)),
            Layer::of(Feature::Full, pits(self, is_full)),
        ]
    }
}

/// The part of a pit: First's come before Second's.
fn part<R: RuleSource>(game: &Awale<R>, side: Side, pit: u32) -> usize {
    side.index() * game.pits() as usize + pit as usize
}

fn pits<R: RuleSource>(game: &Awale<R>, is_meant: impl Fn(Side, u32) -> bool) -> Vec<usize> {
    let all = Side::BOTH.into_iter().flat_map(|side| (0..game.pits()).map(move |pit| (side, pit)));
    all.filter(|&(side, pit)| is_meant(side, pit)).map(|(side, pit)| part(game, side, pit)).collect()
}

/// The pits of the side that is not to move from which some move takes seeds, and the most it takes there.
fn losses<R: RuleSource>(game: &Awale<R>) -> Vec<(usize, i32)> {
    let side = game.turn().other();
    let mut most = vec![0; game.pits() as usize];
    for mv in game.legal_moves() {
        let mut after = *game;
        after.play(mv);
        // Seeds that are swept up because the game is over were not captured.
        for pit in (0..game.pits()).filter(|_| !after.is_over()) {
            let fewer = game.seeds(side, pit) as i32 - after.seeds(side, pit) as i32;
            most[pit as usize] = fewer.max(most[pit as usize]);
        }
    }
    let taken = (0..game.pits()).map(|pit| (part(game, side, pit), most[pit as usize]));
    taken.filter(|(_, seeds)| *seeds > 0).collect()
}
