//! What the rules of a match need to know of the past: positions since the last irreversible move.

use crate::game::Game;

/// Keys of the positions since the last irreversible move, so that a repetition is seen.
#[derive(Debug, Clone, Default)]
pub struct History {
    keys: Vec<u64>,
}

impl History {
    /// A history that begins with this position.
    pub fn starting_at<G: Game>(game: &G) -> History {
        History { keys: vec![game.key()] }
    }

    /// Forgets everything and begins again with this position.
    pub fn restart(&mut self, key: u64) {
        self.keys.clear();
        self.keys.push(key);
    }

    /// Notes the position after a move and says whether it was there before.
    #[inline]
    pub fn note(&mut self, key: u64, irreversible: bool) -> bool {
        if irreversible {
            self.restart(key);
            return false;
        }
        let repeated = self.keys.contains(&key);
        self.keys.push(key);
        repeated
    }

    /// The keys since the last irreversible move, oldest first.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }
}
