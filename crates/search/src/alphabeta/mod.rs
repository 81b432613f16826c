//! `alphabeta`: iterative deepening with principal variation search, a transposition table and several threads.
//!
//! | file | what it holds |
//! |---|---|
//! | `ordering` | which moves are looked at first |
//! | `worker` | one thread's search of one position to one depth |
//! | `deepening` | one thread's search to greater and greater depths |
//! | `analysis` | the value of every move rather than the best one |
//!
//! At a fixed depth the value is that of plain minimax, whatever is remembered and however many threads there are.
//! On one thread the whole search is the same for the same position, past, limits on nodes and depth, and seed.

mod analysis;
mod deepening;
mod ordering;
mod worker;

use std::time::Duration;

use joute_games::Game;

use crate::control::{Control, Meter};
use crate::deepening::{Depths, Found, on_threads};
use crate::feature::Feature;
use crate::heuristic::{Heuristic, Tally};
use crate::path::Path;
use crate::strategy::{Choice, Limits, Report, Strategy, Thinking};
use crate::table::Table;
use crate::time_control::Budget;
use ordering::Learned;
use worker::{DEEPEST, Worker};

pub use analysis::{Analysis, Line};

/// The part of the memory that is kept for a game's own way to solve positions: one of so many.
const SOLVER_SHARE: usize = 16;

/// How an alpha-beta search works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AlphaBetaOptions {
    /// Its own limits; those of the match hold besides.
    pub limits: Limits,
    /// How many threads search together.
    pub threads: u32,
    /// The most memory it remembers positions in, in bytes; 0 is no memory at all.
    pub hash: usize,
    /// Whether lines are cut short where the rules leave only margins that settle the question. The values are then
    /// those of the game where these are certain, rather than those of plain minimax at the same depth.
    pub uses_margins: bool,
}

impl AlphaBetaOptions {
    /// How long it thinks about a move when nothing at all is limited.
    pub const UNLIMITED: Duration = Duration::from_secs(1);
}

impl Default for AlphaBetaOptions {
    fn default() -> AlphaBetaOptions {
        AlphaBetaOptions { limits: Limits::default(), threads: 1, hash: 64 << 20, uses_margins: true }
    }
}

/// Alpha-beta search with a heuristic.
pub struct AlphaBeta<H = Tally> {
    heuristic: H,
    options: AlphaBetaOptions,
    table: Option<Table>,
}

impl<H> AlphaBeta<H> {
    /// A search that thinks of positions as the heuristic does.
    pub fn new(heuristic: H, options: AlphaBetaOptions) -> AlphaBeta<H> {
        AlphaBeta { heuristic, options, table: None }
    }

    fn limits(&self, thinking: &Thinking<'_>) -> Limits {
        let limits = self.options.limits.and(thinking.limits);
        let time = if limits.are_open() { Some(AlphaBetaOptions::UNLIMITED) } else { limits.time };
        Limits { time, ..limits }
    }

    /// Gets the table ready for a search. What is remembered from earlier moves helps, but where results must not
    /// depend on the machine they must not depend on earlier moves either.
    fn prepare_table(&mut self, is_timed: bool) {
        match self.table() {
            Some(table) if is_timed => table.grow_older(),
            Some(table) => table.forget(),
            None => {}
        }
    }

    /// The table, made at its first use; none where nothing may be remembered.
    fn table(&mut self) -> Option<&mut Table> {
        let bytes = self.options.hash - self.options.hash / SOLVER_SHARE;
        (bytes > 0).then(|| self.table.get_or_insert_with(|| Table::with_bytes(bytes)))
    }

    fn worker<'s, G: Game>(&'s self, game: &G, thinking: &Thinking<'_>, control: &'s Control<'s>) -> Worker<'s, G, H>
    where
        H: Heuristic<G>,
    {
        let plies = DEEPEST as usize + 2;
        Worker {
            game: game.clone(),
            heuristic: self.heuristic.clone(),
            table: self.table.as_ref(),
            meter: Meter::new(control),
            path: Path::new(game, thinking.history),
            learned: Learned::new(plies),
            lines: vec![Vec::new(); plies],
            horizon: 0,
            uses_margins: self.options.uses_margins,
        }
    }

    /// The result of perfect play where the game has a way of its own to find it within half of the limits.
    pub(crate) fn solve<G: Game>(
        &mut self,
        game: &G,
        thinking: &Thinking<'_>,
        limits: &Limits,
    ) -> Option<Choice<G::Move>>
    where
        H: Heuristic<G>,
    {
        let half = Limits {
            time: Budget::of(limits).map(|budget| budget.soft / 2),
            clock: limits.clock,
            nodes: limits.nodes.map(|nodes| nodes / 2),
            ..Limits::default()
        };
        let memory = self.options.hash / SOLVER_SHARE;
        let solved = self.heuristic.solve(game, &Thinking { limits: half, ..*thinking }, memory)?;
        let mv = *solved.line.first()?;
        let depth = solved.line.len() as u32;
        let report = Report { score: f64::from(solved.margin), depth, nodes: solved.nodes, pv: solved.line };
        Some(Choice { mv, report: Some(Box::new(report)) })
    }

    /// Searches on one of several threads, which do not all look at moves in the same order.
    fn deepen<G: Game>(
        &self,
        game: &G,
        thinking: &Thinking<'_>,
        control: &Control<'_>,
        helper: u32,
        depths: Depths,
    ) -> Found<G::Move>
    where
        H: Heuristic<G>,
    {
        let mut worker = self.worker(game, thinking, control);
        if helper > 0 {
            let seed = thinking.seed.purpose("alphabeta").child(u64::from(helper));
            worker.learned = worker.learned.shaken(&mut seed.generator());
        }
        deepening::run(&mut worker, control, depths)
    }
}

impl<G: Game, H: Heuristic<G>> Strategy<G> for AlphaBeta<H> {
    fn features(&self) -> &'static [Feature] {
        self.heuristic.features()
    }

    fn get_ready(&mut self) {
        self.table();
    }

    fn release_memory(&mut self) {
        self.table = None;
    }

    fn start_afresh(&mut self) -> bool {
        if let Some(table) = self.table() {
            table.forget();
        }
        true
    }

    fn choose(&mut self, game: &G, thinking: &Thinking<'_>) -> Choice<G::Move> {
        let mut limits = self.limits(thinking);
        let control = Control::start(thinking, &limits);
        // To a given depth the value of that depth is asked for.
        if limits.depth.is_none() && self.options.uses_margins && self.heuristic.is_solvable(game) {
            if let Some(choice) = self.solve(game, thinking, &limits) {
                return choice;
            }
            limits.nodes = limits.nodes.map(|nodes| nodes - nodes / 2);
        }
        let control = control.limited_to(limits.nodes);
        self.prepare_table(control.is_timed());
        let last = limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST);
        let search = |helper, depths| self.deepen(game, thinking, &control, helper, depths);
        let found = on_threads(self.options.threads, last, &control, search);
        let report = Report {
            score: self.heuristic.in_units(found.score),
            depth: found.depth,
            nodes: control.nodes(),
            pv: found.line,
        };
        let mv = report.pv.first().copied().unwrap_or_else(|| game.legal_moves()[0]);
        Choice { mv, report: (report.depth > 0).then(|| Box::new(report)) }
    }

    fn analyse(
        &mut self,
        game: &G,
        thinking: &Thinking<'_>,
        tell: &mut dyn FnMut(&Analysis<G::Move>),
    ) -> Option<Analysis<G::Move>> {
        Some(AlphaBeta::analyse(self, game, thinking, tell))
    }
}
