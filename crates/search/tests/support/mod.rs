//! What the tests of searches share: games written as literal trees, random positions, thinking without limits.
#![allow(dead_code, reason = "every test file uses a part of this")]

pub(crate) mod tree;

use std::sync::atomic::AtomicBool;

use joute_games::history::History;
use joute_games::random::Seed;
use joute_games::{Game, GameSetup, NoFiles};
use joute_search::{Heuristic, Limits, Score, Thinking};

pub(crate) static GO_ON: AtomicBool = AtomicBool::new(false);

/// A position some way into a random game, with its history.
pub(crate) struct Met<G> {
    pub(crate) game: G,
    pub(crate) history: Vec<u64>,
}

impl<G: Game> Met<G> {
    /// A position that is not over, up to `plies` plies into a random game of a setup.
    pub(crate) fn random(setup: &str, seed: u64, plies: u64) -> Met<G> {
        let setup = G::Setup::parse(setup, &NoFiles).unwrap().with_seed(seed);
        let mut generator = Seed(seed).purpose("positions").generator();
        let mut game = G::start(&setup).unwrap();
        let mut history = History::starting_at(&game);
        for _ in 0..generator.below(plies + 1) {
            let mut after = game.clone();
            let mv = generator.pick(&game.legal_moves()).unwrap();
            let irreversible = game.is_irreversible(mv);
            after.play(mv);
            if after.is_over() || (!irreversible && history.keys().contains(&after.key()) && game.ends_on_repetition())
            {
                break;
            }
            history.note(after.key(), irreversible);
            game = after;
        }
        Met { game, history: history.keys().to_vec() }
    }

    pub(crate) fn at(game: G) -> Met<G> {
        let history = vec![game.key()];
        Met { game, history }
    }

    pub(crate) fn thinking(&self, limits: Limits) -> Thinking<'_> {
        Thinking { seed: Seed(1), limits, history: &self.history, stop: &GO_ON }
    }
}

pub(crate) fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

pub(crate) fn to_nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// A heuristic whose scores are reported as they are, wins told from opinions.
#[derive(Debug, Clone, Default)]
pub(crate) struct Raw<H>(pub(crate) H);

impl<G: Game, H: Heuristic<G>> Heuristic<G> for Raw<H> {
    fn score(&mut self, game: &G) -> Score {
        self.0.score(game)
    }
    fn points_per_unit(&self) -> Score {
        self.0.points_per_unit()
    }
    fn of_margin(&self, margin: i32) -> Score {
        self.0.of_margin(margin)
    }
    fn leaf(&mut self, game: &G) -> Score {
        self.0.leaf(game)
    }
    fn margins(&mut self, game: &G) -> Option<(i32, i32)> {
        self.0.margins(game)
    }
    fn promise(&mut self, game: &G, mv: G::Move) -> i32 {
        self.0.promise(game, mv)
    }
    fn in_units(&self, score: Score) -> f64 {
        f64::from(score)
    }
}
