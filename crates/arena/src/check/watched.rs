//! A player under observation: it plays as always, and what it writes, holds and takes is noted.

use std::time::{Duration, Instant};

use joute_referee::{Ending, Fault, Footprint, MatchRules, Player, Reply, Turn};

/// A player with an observer beside it.
pub(super) struct Watched {
    player: Box<dyn Player>,
    /// Everything it wrote besides its moves in this game.
    pub(super) log: String,
    /// What its process held after each of its moves in this game.
    pub(super) footprints: Vec<Footprint>,
    /// Its longest thought of this game.
    pub(super) longest_move: Duration,
    /// The position it was asked at last.
    pub(super) asked_at: Option<String>,
}

/// Footprints are read from files of the system: not for every move of a long game.
const MOST_FOOTPRINTS: usize = 400;

impl Watched {
    pub(super) fn new(player: Box<dyn Player>) -> Watched {
        Watched { player, log: String::new(), footprints: Vec::new(), longest_move: Duration::ZERO, asked_at: None }
    }

    fn hear(&mut self) -> Option<String> {
        let heard = self.player.take_log();
        if let Some(text) = &heard {
            self.log += text;
            self.log.push('\n');
        }
        heard
    }
}

impl Player for Watched {
    fn open(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        self.log.clear();
        self.footprints.clear();
        (self.longest_move, self.asked_at) = (Duration::ZERO, None);
        self.player.open(turn)
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        self.asked_at = Some(turn.game.position());
        let began = Instant::now();
        let reply = self.player.choose(turn);
        self.longest_move = self.longest_move.max(began.elapsed());
        if reply.is_ok() && self.footprints.len() < MOST_FOOTPRINTS {
            self.footprints.extend(self.player.footprint());
        }
        reply
    }

    fn kept_waiting(&mut self) -> Duration {
        self.player.kept_waiting()
    }

    fn close(&mut self, ending: &Ending, tally: [u32; 2]) {
        self.player.close(ending, tally);
        self.hear();
    }

    fn take_aftermath(&mut self) -> Option<Fault> {
        self.player.take_aftermath()
    }

    fn is_deterministic(&self) -> bool {
        self.player.is_deterministic()
    }

    fn ignores_deadlines(&self) -> bool {
        self.player.ignores_deadlines()
    }

    fn is_metered(&self, rules: &MatchRules) -> bool {
        self.player.is_metered(rules)
    }

    fn footprint(&mut self) -> Option<Footprint> {
        self.player.footprint()
    }

    fn first_print(&self) -> Option<String> {
        self.player.first_print()
    }

    fn take_log(&mut self) -> Option<String> {
        self.hear()
    }
}
