//! `mcts`: Monte Carlo tree search with UCT, proven wins and losses, and several threads with a tree each.
//!
//! | file | what it holds |
//! |---|---|
//! | `tree` | the tree of one thread, in a bounded amount of memory |
//! | `rollout` | the games that are played at random from its leaves |
//! | `explorer` | one thread: it goes down the tree, plays a game and notes the result, again and again |

mod explorer;
mod rollout;
mod tree;

use std::time::Duration;

use joute_games::Game;

use crate::control::Control;
use crate::strategy::{Choice, Limits, Report, Strategy, Thinking};
use explorer::{Explorer, Seen};

pub use rollout::Rollouts;

/// How a Monte Carlo search works.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MctsOptions {
    /// Its own limits; those of the match hold besides. A node is a game played at random.
    pub limits: Limits,
    /// How many threads search, each in a tree of its own.
    pub threads: u32,
    /// The most memory of all trees together, in bytes.
    pub memory: usize,
    /// How strongly moves that were tried little are tried again.
    pub exploration: f64,
    /// How the random games are played.
    pub rollouts: Rollouts,
}

impl MctsOptions {
    /// How long it thinks about a move when nothing at all is limited.
    pub const UNLIMITED: Duration = Duration::from_secs(1);
}

impl Default for MctsOptions {
    fn default() -> MctsOptions {
        MctsOptions {
            limits: Limits::default(),
            threads: 1,
            memory: 256 << 20,
            exploration: 0.7,
            rollouts: Rollouts::Uniform,
        }
    }
}

/// Monte Carlo tree search.
#[derive(Debug, Clone, Copy, Default)]
pub struct Mcts {
    options: MctsOptions,
}

impl Mcts {
    /// A search with these options.
    pub fn new(options: MctsOptions) -> Mcts {
        Mcts { options }
    }

    /// What each thread has seen of the moves of a position.
    fn explore<G: Game>(&self, game: &G, thinking: &Thinking<'_>, control: &Control<'_>) -> Vec<Seen<G::Move>> {
        let threads = self.options.threads.max(1);
        let explorer = |thread: u32| {
            let seed = thinking.seed.purpose("mcts").child(u64::from(thread));
            Explorer::new(game, thinking.history, seed, &self.options, control)
        };
        std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..threads).map(|thread| scope.spawn(move || explorer(thread).run())).collect();
            let mut seen = vec![explorer(0).run()];
            control.halt();
            // A helper that came to grief has nothing to say; the others have.
            seen.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()));
            seen
        })
    }
}

impl<G: Game> Strategy<G> for Mcts {
    fn choose(&mut self, game: &G, thinking: &Thinking<'_>) -> Choice<G::Move> {
        let limits = self.options.limits.and(thinking.limits);
        let time = if limits.are_open() { Some(MctsOptions::UNLIMITED) } else { limits.time };
        let control = Control::start(thinking, &Limits { time, ..limits });
        let seen = self.explore(game, thinking, &control);
        let all = Seen::together(seen);
        let Some(best) = all.best() else {
            return game.legal_moves()[0].into();
        };
        let report = Report {
            score: best.mean_margin(),
            depth: all.line.len() as u32,
            nodes: control.nodes(),
            pv: if all.line.first() == Some(&best.mv) { all.line.clone() } else { vec![best.mv] },
        };
        Choice { mv: best.mv, report: Some(Box::new(report)) }
    }

    fn is_deterministic(&self) -> bool {
        false
    }
}
