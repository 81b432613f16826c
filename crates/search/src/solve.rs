//! Solvers: the result of perfect play from a position, for games that have one.

use joute_games::Game;

use crate::alphabeta::{Analysis, Line};
use crate::heuristic::{Solved, margin};
use crate::strategy::{Limits, Strategy, Thinking};

/// What a solver is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// By how much the game is won or lost.
    Exact,
    /// Whether it is won, drawn or lost, which may be found sooner: the margin is then 1, 0 or -1.
    Outcome,
}

/// Finds the result of perfect play.
pub trait Solver<G: Game>: Send {
    /// The result of perfect play, if it is found within the limits. A finished game is solved.
    fn solve(&mut self, game: &G, thinking: &Thinking<'_>, goal: Goal) -> Option<Solved<G::Move>>;

    /// Whether it can be asked for that.
    fn answers(&self, goal: Goal) -> bool {
        let _ = goal;
        true
    }

    /// Forgets earlier positions, so that the next is solved as if by a new solver; `false` when it cannot and must be made anew.
    fn start_afresh(&mut self) -> bool {
        false
    }
}

impl Goal {
    /// What is told of a margin.
    pub(crate) fn of(self, margin: i32) -> i32 {
        if self == Goal::Exact { margin } else { margin.signum() }
    }
}

/// A search that looks deeper and deeper until nothing is left to look at: a solver for games that have no better one.
#[derive(Debug)]
pub struct SearchToTheEnd<S>(pub S);

/// More plies than any game has, so that a search without another limit does not take it that nobody limits it.
const TO_THE_END: u32 = u32::MAX;

impl<G: Game, S: Strategy<G>> Solver<G> for SearchToTheEnd<S> {
    fn solve(&mut self, game: &G, thinking: &Thinking<'_>, goal: Goal) -> Option<Solved<G::Move>> {
        if game.is_over() {
            return Some(Solved { margin: goal.of(margin(game)), line: Vec::new(), nodes: 1 });
        }
        let limits = Limits { depth: Some(TO_THE_END), ..thinking.limits };
        let analysis = self.0.analyse(game, &Thinking { limits, ..*thinking }, &mut |_| {})?;
        let best = known_best(&analysis, goal)?;
        Some(Solved { margin: goal.of(best.score.round() as i32), line: best.pv.clone(), nodes: analysis.nodes })
    }

    fn start_afresh(&mut self) -> bool {
        self.0.start_afresh()
    }
}

/// The best move, if its result is known for certain.
fn known_best<M: Copy>(analysis: &Analysis<M>, goal: Goal) -> Option<&Line<M>> {
    let best = analysis.lines.first()?;
    let is_won = goal == Goal::Outcome && best.is_decided && best.score > 0.0;
    (analysis.is_complete || is_won).then_some(best)
}
