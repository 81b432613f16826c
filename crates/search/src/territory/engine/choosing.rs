//! How the engine comes to its move: the solver, the search, and what is known of the opponent.

use std::time::Duration;

use super::TerritoryEngine;
use super::board::NOTHING;
use super::evaluation::in_cells;
use super::models::Suspects;
use crate::control::Control;
use crate::deepening::Found;
use crate::heuristic::{Heuristic, WIN};
use crate::strategy::{Choice, Limits, Report, Strategy, Thinking};
use crate::territory::game::TerritoryGame;
use crate::territory::heuristic::TerritoryHeuristic;

/// A choice without regard to who the opponent is.
struct Usual<M> {
    choice: Choice<M>,
    /// Whether the search sees a win that nobody can prevent.
    is_won: bool,
    /// Whether it sees a loss that a perfect opponent can force.
    is_lost: bool,
}

impl TerritoryEngine {
    /// A move within these limits. To a depth it is what the depth says; colours that gain nothing leave no trace, so that
    /// nothing can be said of an opponent that may choose them.
    pub(super) fn choose_within<G: TerritoryGame>(
        &mut self,
        game: &G,
        thinking: &Thinking<'_>,
        limits: Limits,
    ) -> Choice<G::Move>
    where
        TerritoryHeuristic: Heuristic<G>,
    {
        let uses_models = self.options.uses_models && G::NEEDS_GAIN && limits.depth.is_none();
        match game.topology().cells().div_ceil(64) {
            0..=2 if uses_models => self.counting::<G, 2>(game, thinking, limits),
            3 if uses_models => self.counting::<G, 3>(game, thinking, limits),
            4 if uses_models => self.counting::<G, 4>(game, thinking, limits),
            5..=8 if uses_models => self.counting::<G, 8>(game, thinking, limits),
            _ => self.usual(game, thinking, limits).choice,
        }
    }

    /// What it plays whoever the opponent is.
    fn usual<G: TerritoryGame>(&mut self, game: &G, thinking: &Thinking<'_>, mut limits: Limits) -> Usual<G::Move>
    where
        TerritoryHeuristic: Heuristic<G>,
    {
        let control = Control::start(thinking, &limits);
        if limits.depth.is_none() && Heuristic::<G>::is_solvable(&TerritoryHeuristic::default(), game) {
            if let Some(choice) = self.other.solve(game, thinking, &limits) {
                let margin = choice.report.as_ref().map_or(0.0, |report| report.score);
                return Usual { choice, is_won: margin > 0.0, is_lost: margin < 0.0 };
            }
            limits.nodes = limits.nodes.map(|nodes| nodes - nodes / 2);
        }
        if let Some((found, nodes)) = self.think(game, &control.limited_to(limits.nodes), limits.depth) {
            let choice = chosen::<G>(&found, nodes);
            return Usual { choice, is_won: found.score > WIN / 2, is_lost: found.score < -WIN / 2 };
        }
        self.table = None;
        Usual { choice: self.other.choose(game, thinking), is_won: false, is_lost: false }
    }

    /// What it plays when it looks for a model behind the opponent's moves: what wins against that, unless it wins anyway.
    fn counting<G: TerritoryGame, const W: usize>(
        &mut self,
        game: &G,
        thinking: &Thinking<'_>,
        limits: Limits,
    ) -> Choice<G::Move>
    where
        TerritoryHeuristic: Heuristic<G>,
    {
        let control = Control::start(thinking, &limits);
        let Some(suspects) = Suspects::<W>::of(game) else {
            return self.usual(game, thinking, limits).choice;
        };
        let is_convincing = suspects.are_convincing();
        let own = if is_convincing { half(&limits) } else { limits };
        let Usual { mut choice, is_won, is_lost } = self.usual(game, thinking, own);
        // Whoever has lost against perfect play can only count on mistakes.
        if is_won || !(is_convincing || is_lost) {
            return choice;
        }
        let nodes = choice.report.as_ref().map_or(0, |report| report.nodes);
        let left = limits.nodes.map(|limit| limit.saturating_sub(nodes));
        let usual = (0..game.colours()).find(|&colour| choice.mv == G::taking(colour)).unwrap_or(NOTHING);
        let colour = suspects.response(usual, &control.limited_to(left));
        if colour != usual {
            choice.mv = of_colour::<G>(colour);
            if let Some(report) = &mut choice.report {
                report.pv = vec![choice.mv];
            }
        }
        choice
    }
}

/// Half of all limits.
fn half(limits: &Limits) -> Limits {
    let time = |time: Option<Duration>| time.map(|time| time / 2);
    Limits {
        time: time(limits.time),
        left: time(limits.left),
        increment: limits.increment / 2,
        nodes: limits.nodes.map(|nodes| nodes / 2),
        ..*limits
    }
}

/// The move that takes a colour.
fn of_colour<G: TerritoryGame>(colour: u8) -> G::Move {
    if colour == NOTHING { G::nothing() } else { G::taking(colour) }
}

/// What was found, in moves of the game.
pub(super) fn chosen<G: TerritoryGame>(found: &Found<u8>, nodes: u64) -> Choice<G::Move> {
    let pv: Vec<G::Move> = found.line.iter().map(|&colour| of_colour::<G>(colour)).collect();
    let mv = pv.first().copied().unwrap_or_else(G::nothing);
    let report = Report { score: in_cells(found.score), depth: found.depth, nodes, pv };
    Choice { mv, report: (report.depth > 0).then(|| Box::new(report)) }
}
