//! Perft: counts the lines of play of a position, the classic check of a move generator.

use std::ops::AddAssign;

use crate::game::Game;

/// The lines of one depth.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Lines of exactly that many plies.
    pub leaves: u64,
    /// Lines that finished with fewer plies.
    pub ended: u64,
}

impl AddAssign for Counts {
    #[inline]
    fn add_assign(&mut self, other: Counts) {
        self.leaves += other.leaves;
        self.ended += other.ended;
    }
}

/// Counts by playing, with the last ply counted without being played and no hash table.
pub fn count<G: Game>(game: &mut G, depth: u32) -> Counts {
    if depth == 0 {
        return Counts { leaves: 1, ended: 0 };
    }
    if depth == 1 {
        let leaves = game.count_moves() as u64;
        return Counts { leaves, ended: u64::from(leaves == 0) };
    }
    let moves = game.legal_moves();
    if moves.is_empty() {
        return Counts { leaves: 0, ended: 1 };
    }
    let mut counts = Counts::default();
    for mv in moves {
        let undo = game.make(mv);
        counts += count(game, depth - 1);
        game.unmake(undo);
    }
    counts
}
