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

use std::cmp::Reverse;
use std::time::Duration;

use joute_games::{Game, GameMove};

use crate::alphabeta::{Analysis, Line};
use crate::control::Control;
use crate::strategy::{Choice, Limits, Report, Strategy, Thinking};
use explorer::{Explorer, RootStatistics, standing};
use tree::Proof;

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
    fn explore<G: Game>(
        &self,
        game: &G,
        thinking: &Thinking<'_>,
        control: &Control<'_>,
        tell: &mut dyn FnMut(RootStatistics<G::Move>),
    ) -> RootStatistics<G::Move> {
        let threads = self.options.threads.max(1);
        let explorer = |thread: u32| {
            let seed = thinking.seed.purpose("mcts").child(u64::from(thread));
            Explorer::new(game, thinking.history, seed, &self.options, control)
        };
        std::thread::scope(|scope| {
            let helpers: Vec<_> =
                (1..threads).map(|thread| scope.spawn(move || explorer(thread).run(&mut |_| {}))).collect();
            let mut seen = vec![explorer(0).run(tell)];
            control.halt();
            // A helper that came to grief has nothing to say; the others have.
            seen.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()));
            RootStatistics::together(seen)
        })
    }

    fn control<'a>(&self, thinking: &Thinking<'a>) -> Control<'a> {
        let limits = self.options.limits.and(thinking.limits);
        let time = if limits.are_open() { Some(MctsOptions::UNLIMITED) } else { limits.time };
        Control::start(thinking, &Limits { time, ..limits })
    }

    /// Looks at every move until a limit, or until the winner is known. A score is the mean margin of the games that
    /// began with the move. Calls `tell` now and then with what the first thread has seen.
    pub fn analyse<G: Game>(
        &mut self,
        game: &G,
        thinking: &Thinking<'_>,
        tell: &mut dyn FnMut(&Analysis<G::Move>),
    ) -> Analysis<G::Move> {
        let control = self.control(thinking);
        let seen = self.explore(game, thinking, &control, &mut |seen| tell(&analysis(seen, control.nodes())));
        analysis(seen, control.nodes())
    }
}

/// What was seen of each move, the one to play first.
fn analysis<M: GameMove>(seen: RootStatistics<M>, nodes: u64) -> Analysis<M> {
    let mut moves: Vec<_> = seen.moves.into_iter().zip(seen.replies).collect();
    moves.sort_by_key(|(seen, _)| Reverse((standing(seen.proof), seen.visits)));
    let lines = moves.into_iter().map(|(seen, reply)| {
        let mut line = Line::unknown(seen.mv);
        line.pv.extend(reply);
        (line.score, line.depth) = (seen.mean_margin(), line.pv.len() as u32);
        line.is_decided = seen.proof != Proof::Open;
        line
    });
    let lines: Vec<Line<M>> = lines.collect();
    let depth = lines.first().map_or(0, |line| line.depth);
    Analysis { lines, deeper: Vec::new(), depth, nodes, is_complete: false }
}

impl<G: Game> Strategy<G> for Mcts {
    fn choose(&mut self, game: &G, thinking: &Thinking<'_>) -> Choice<G::Move> {
        let control = self.control(thinking);
        let all = self.explore(game, thinking, &control, &mut |_| {});
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

    fn analyse(
        &mut self,
        game: &G,
        thinking: &Thinking<'_>,
        tell: &mut dyn FnMut(&Analysis<G::Move>),
    ) -> Option<Analysis<G::Move>> {
        Some(Mcts::analyse(self, game, thinking, tell))
    }
}
