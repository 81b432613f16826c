//! Which moves to look at first: the better the first move, the more of the others is never looked at.

use arrayvec::ArrayVec;
use joute_games::{Game, GameMove, MoveList, Side};

use crate::heuristic::Heuristic;
use crate::table::NO_MOVE;

/// Codes of moves are told apart up to this one; beyond it two moves may share what was learned.
const CODES: usize = 128;

/// What was learned about a move can weigh this much.
const MOST_LEARNED: i32 = 1024;

/// The weight of one point of a heuristic's promise.
const PROMISE: i32 = 16;

/// What a search has learned about moves while it went along.
#[derive(Debug, Clone)]
pub(super) struct Learned {
    /// For each ply, the two moves that refuted something last.
    killers: Vec<[u16; 2]>,
    /// For each side and move, how often it refuted something lately.
    history: [[i32; CODES]; 2],
}

impl Learned {
    /// Nothing yet.
    pub(super) fn new(plies: usize) -> Learned {
        Learned { killers: vec![[NO_MOVE; 2]; plies], history: [[0; CODES]; 2] }
    }

    /// Random opinions instead of none, so that threads of one search do not all go the same way.
    pub(super) fn shaken(mut self, generator: &mut joute_games::random::Generator) -> Learned {
        for value in self.history.iter_mut().flatten() {
            *value = generator.below(MOST_LEARNED as u64 / 2) as i32;
        }
        self
    }

    /// A move refuted the position at this ply.
    #[inline]
    pub(super) fn reward<M: GameMove>(&mut self, mv: M, side: Side, ply: usize, depth: u32) {
        let code = mv.code();
        let killers = &mut self.killers[ply];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        let value = &mut self.history[side][usize::from(code) % CODES];
        // The nearer to the limit, the less is added: old lessons fade.
        let bonus = (depth * depth).min(400) as i32;
        *value += bonus - *value * bonus / MOST_LEARNED;
    }

    #[inline]
    fn opinion<M: GameMove>(&self, mv: M, side: Side, ply: usize) -> i32 {
        let code = mv.code();
        let killer = match self.killers[ply].iter().position(|killer| *killer == code) {
            Some(0) => 512,
            Some(_) => 256,
            None => 0,
        };
        killer + self.history[side][usize::from(code) % CODES]
    }
}

/// The moves of a position, the most promising first; they are sorted only as far as they are asked for.
pub(super) struct Ordered<M: GameMove> {
    moves: ArrayVec<(i32, M), 96>,
}

impl<M: GameMove> Ordered<M> {
    /// Weighs the moves: the remembered one, then what the heuristic and experience say.
    #[inline]
    pub(super) fn new<G: Game<Move = M>, H: Heuristic<G>>(
        game: &G,
        moves: &MoveList<M>,
        remembered: u16,
        heuristic: &mut H,
        learned: &Learned,
        ply: usize,
    ) -> Ordered<M> {
        let side = game.turn();
        let weigh = |mv: M| {
            if mv.code() == remembered {
                return i32::MAX;
            }
            heuristic.promise(game, mv) * PROMISE + learned.opinion(mv, side, ply)
        };
        let mut weigh = weigh;
        Ordered { moves: moves.iter().map(|&mv| (weigh(mv), mv)).collect() }
    }
}

impl<M: GameMove> Iterator for Ordered<M> {
    type Item = M;

    /// The best of those left; among equals the first in the game's own order.
    #[inline]
    fn next(&mut self) -> Option<M> {
        let mut best = 0;
        for index in 1..self.moves.len() {
            let (this, that) = (self.moves[index], self.moves[best]);
            if this.0 > that.0 || (this.0 == that.0 && this.1 < that.1) {
                best = index;
            }
        }
        (!self.moves.is_empty()).then(|| self.moves.swap_remove(best).1)
    }
}
