//! Exact solvers of small positions of the territory games: alpha-beta to the end of every line, over bits instead of cells.
//!
//! | file | what it holds |
//! |---|---|
//! | `bits` | sets of regions |
//! | `board`, `position` | a position as the solver sees it, and bounds on its value |
//! | `memory` | what is remembered about positions |
//! | `search` | questions about a position and what they come to |
//!
//! No side ever loses a cell, so what each can still reach bounds the result; most lines are cut off by that alone.
//! The value is closed in on by questions of the form "is it at least so much?", each of which remembers what the
//! ones before it found out. On large boards the engine's opinion tells where to begin: it is seldom far off, and the
//! questions next to the value are the only ones that must be answered.

mod bits;
mod board;
mod memory;
mod position;
mod search;

use joute_games::Game;
use joute_games::territory::flood::{Choice, Flood};
use joute_games::territory::seven_colours::{Colour, SevenColours};

use super::engine::{OPINION_MEMORY, TerritoryEngine};
use super::game::TerritoryGame;
use crate::control::{Control, Meter};
use crate::exact::{ExactResult, ExactResults};
use crate::heuristic::{Solved, margin};
use crate::solve::{Goal, Solver};
use crate::strategy::{Limits, Thinking};
use bits::Bits;
use board::{Board, NOTHING};
use memory::Memory;
use search::Solving;

/// Bytes in which the search for one result remembers positions. They are new for each, so that none hangs on another.
const RESULT_MEMORY: usize = 1 << 20;

/// A result is looked for while the free regions are no more than this for each doubling of the positions that are allowed.
const REGIONS_PER_BIT: usize = 3;

/// From so many free regions on the engine is asked where to begin, unless the positions to look at are limited.
const WORTH_ASKING: usize = 56;

/// Positions that the engine looks at for its opinion.
const OPINION: u64 = 100_000;

/// What a solver has to work with.
struct Means {
    memory: Memory,
    /// Whether there is room besides for the engine that is asked where to begin.
    may_ask: bool,
}

impl Means {
    /// So many bytes in all.
    fn within(bytes: usize) -> Means {
        let may_ask = bytes >= 2 * OPINION_MEMORY;
        let own = if may_ask { bytes - OPINION_MEMORY } else { bytes };
        Means { memory: Memory::with_bytes(own), may_ask }
    }
}

/// Solves positions of Flood of at most 128 free regions.
pub struct FloodSolver {
    means: Means,
}

impl FloodSolver {
    /// A solver that takes at most so many bytes.
    pub fn with_memory(bytes: usize) -> FloodSolver {
        FloodSolver { means: Means::within(bytes) }
    }

    /// The result of perfect play, within the limits on time and nodes; `None` when they are too narrow, or when too
    /// much of the board is free.
    pub fn solve(&mut self, game: &Flood, thinking: &Thinking<'_>) -> Option<Solved<Choice>> {
        solve(&mut self.means, game, thinking, Goal::Exact)
    }
}

impl Solver<Flood> for FloodSolver {
    fn solve(&mut self, game: &Flood, thinking: &Thinking<'_>, goal: Goal) -> Option<Solved<Choice>> {
        solve(&mut self.means, game, thinking, goal)
    }

    fn start_afresh(&mut self) -> bool {
        true
    }
}

/// Solves positions of Seven Colours of at most 128 free regions: who wins.
///
/// More than half of the cells ends that game, so that by how much it is won hangs on when the winner chooses to end it and is
/// not asked for. Whoever has more cells, and the other no more, does no worse: a colour that gains nothing is never better
/// than one that gains something, and is left out.
pub struct SevenColoursSolver {
    means: Means,
}

impl SevenColoursSolver {
    /// A solver that takes at most so many bytes.
    pub fn with_memory(bytes: usize) -> SevenColoursSolver {
        SevenColoursSolver { means: Means::within(bytes) }
    }

    /// Who wins with perfect play, as a margin of 1, 0 or -1 for the side to move, within the limits on time and nodes; `None`
    /// when they are too narrow, when too much of the board is free, or where the rules count what is enclosed.
    pub fn outcome(&mut self, game: &SevenColours, thinking: &Thinking<'_>) -> Option<Solved<Colour>> {
        solve(&mut self.means, game, thinking, Goal::Outcome)
    }
}

impl Solver<SevenColours> for SevenColoursSolver {
    fn solve(&mut self, game: &SevenColours, thinking: &Thinking<'_>, goal: Goal) -> Option<Solved<Colour>> {
        if self.answers(goal) { self.outcome(game, thinking) } else { None }
    }

    fn answers(&self, goal: Goal) -> bool {
        goal == Goal::Outcome
    }

    fn start_afresh(&mut self) -> bool {
        true
    }
}

/// How games of Flood end of which little is free.
#[derive(Debug, Clone, Copy, Default)]
pub struct LastRegions;

impl ExactResults<Flood> for LastRegions {
    fn result(&self, game: &Flood, thinking: &Thinking<'_>) -> Option<ExactResult> {
        let nodes = thinking.limits.nodes?;
        if game.zones().free_regions() > REGIONS_PER_BIT * nodes.checked_ilog2()? as usize {
            return None;
        }
        let solved = FloodSolver::with_memory(RESULT_MEMORY).solve(game, thinking)?;
        let mut end = game.clone();
        solved.line.iter().for_each(|mv| end.play(*mv));
        end.is_over().then(|| ExactResult::solved(end.tallies(), solved.nodes))
    }
}

/// The result of perfect play.
fn solve<G: TerritoryGame>(
    means: &mut Means,
    game: &G,
    thinking: &Thinking<'_>,
    goal: Goal,
) -> Option<Solved<G::Move>> {
    if game.is_over() {
        return Some(Solved { margin: goal.of(margin(game)), line: Vec::new(), nodes: 1 });
    }
    let control = Control::start(thinking, &thinking.limits);
    means.memory.forget();
    match game.zones().free_regions() {
        ..=64 => solve_with::<G, u64>(means, game, thinking, &control, goal),
        _ => solve_with::<G, u128>(means, game, thinking, &control, goal),
    }
}

/// The result of perfect play, if there is a bit for each free region.
fn solve_with<G: TerritoryGame, B: Bits>(
    means: &Means,
    game: &G,
    thinking: &Thinking<'_>,
    control: &Control<'_>,
    goal: Goal,
) -> Option<Solved<G::Move>> {
    let (board, start) = Board::<B>::of(game)?;
    let opinion = if means.may_ask { opinion(game, thinking) } else { None };
    let mut solving = Solving { board, memory: &means.memory, meter: Meter::new(control), positions: 0 };
    let guess = opinion.unwrap_or_else(|| solving.guess(start));
    let (margin, codes) = solving.solution(start, guess, goal)?;
    drop(solving);
    let line = codes.into_iter().map(|code| if code == NOTHING { G::nothing() } else { G::taking(code) }).collect();
    Some(Solved { margin, line, nodes: control.nodes() })
}

/// What the engine thinks of a large position, in cells.
fn opinion<G: TerritoryGame>(game: &G, thinking: &Thinking<'_>) -> Option<i32> {
    if game.zones().free_regions() < WORTH_ASKING || thinking.limits.nodes.is_some() {
        return None;
    }
    let limits = Limits { nodes: Some(OPINION), ..thinking.limits };
    TerritoryEngine::opinion(game, &Thinking { limits, ..*thinking }).map(|cells| cells.round() as i32)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]
    use std::sync::atomic::AtomicBool;

    use joute_games::random::Seed;
    use joute_games::{GameSetup, NoFiles};

    use super::*;

    fn start<G: Game>(setup: &str, seed: u64) -> G {
        G::start(&G::Setup::parse(setup, &NoFiles).unwrap().with_seed(seed)).unwrap()
    }

    fn agree<G: TerritoryGame>(setup: &str, goal: Goal) {
        let stop = AtomicBool::new(false);
        let thinking = Thinking { seed: Seed(0), limits: Limits::default(), history: &[], stop: &stop };
        let mut means = Means::within(1 << 20);
        for seed in 0..20 {
            let game: G = start(setup, seed);
            let control = Control::start(&thinking, &thinking.limits);
            means.memory.forget();
            let narrow = solve_with::<G, u64>(&means, &game, &thinking, &control, goal).unwrap().margin;
            means.memory.forget();
            let wide = solve_with::<G, u128>(&means, &game, &thinking, &control, goal).unwrap().margin;
            assert_eq!(wide, narrow, "{game}");
        }
    }

    #[test]
    fn both_widths_of_sets_give_the_same_value() {
        agree::<Flood>("width=5,colours=4", Goal::Exact);
        agree::<Flood>("width=5,colours=4", Goal::Outcome);
        agree::<SevenColours>("size=6,board=random", Goal::Outcome);
    }

    #[test]
    fn a_board_of_more_than_64_regions_is_solved_or_given_up_in_time() {
        let stop = AtomicBool::new(false);
        let game: Flood = start("width=10,colours=8", 0);
        assert!(game.zones().free_regions() > 64);
        let limits = Limits { nodes: Some(2000), ..Limits::default() };
        let thinking = Thinking { seed: Seed(0), limits, history: &[], stop: &stop };
        assert!(FloodSolver::with_memory(1 << 20).solve(&game, &thinking).is_none());
    }

    #[test]
    fn an_opinion_on_a_large_board_ends_with_the_search() {
        let stop = AtomicBool::new(true);
        let thinking = Thinking { seed: Seed(0), limits: Limits::default(), history: &[], stop: &stop };
        let mut solver = FloodSolver::with_memory(2 * OPINION_MEMORY);
        assert!(solver.means.may_ask && !Means::within(OPINION_MEMORY).may_ask);
        assert!(solver.solve(&start("width=10,colours=8", 0), &thinking).is_none());
    }
}
