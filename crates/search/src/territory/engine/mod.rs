//! The engine of the territory games: principal variation search over sets of regions.
//!
//! | file | what it holds |
//! |---|---|
//! | `sets` | sets of regions |
//! | `board` | a position as the engine sees it |
//! | `evaluation` | what it thinks of positions it does not look beyond |
//! | `worker` | one thread's search of one position to one depth |
//! | `deepening` | one thread's search to greater and greater depths |
//! | `models` | the strategies that an opponent may follow, and what wins against those |
//! | `choosing` | which of all that decides about a move |
//!
//! Boards with more free regions than it has bits for, and rules that count what is enclosed, are left to `alphabeta`.

mod board;
mod choosing;
mod deepening;
mod evaluation;
mod models;
mod sets;
mod worker;

use std::time::Duration;

use super::game::TerritoryGame;
use super::heuristic::TerritoryHeuristic;
use crate::alphabeta::{AlphaBeta, AlphaBetaOptions, Analysis};
use crate::control::{Control, Meter};
use crate::deepening::{Found, on_threads};
use crate::heuristic::Heuristic;
use crate::strategy::{Choice, Limits, Strategy, Thinking};
use crate::table::Table;
use board::Board;
use choosing::chosen;
use worker::{DEEPEST, Learned, Worker};

/// The part of the memory that is kept for solving positions: one of so many.
const SOLVER_SHARE: usize = 16;

/// Bytes for an opinion.
pub(super) const OPINION_MEMORY: usize = 16 << 20;

/// How the engine works.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TerritoryEngineOptions {
    /// Its own limits; those of the match hold besides.
    pub limits: Limits,
    /// How many threads search together.
    pub threads: u32,
    /// The most memory it remembers positions in, in bytes; 0 is no memory at all.
    pub hash: usize,
    /// Whether late moves are looked at less deeply, as is best for play; without it a depth is looked at in full.
    pub is_selective: bool,
    /// Whether it looks for a strategy of the course reports behind the moves of its opponent, and counts on its mistakes.
    pub uses_models: bool,
}

impl TerritoryEngineOptions {
    /// How long it thinks about a move when nothing at all is limited.
    pub const UNLIMITED: Duration = Duration::from_secs(1);
}

impl Default for TerritoryEngineOptions {
    fn default() -> TerritoryEngineOptions {
        TerritoryEngineOptions {
            limits: Limits::default(),
            threads: 1,
            hash: 64 << 20,
            is_selective: true,
            uses_models: true,
        }
    }
}

/// The engine.
pub struct TerritoryEngine {
    options: TerritoryEngineOptions,
    table: Option<Table>,
    /// Plays what the engine does not.
    other: AlphaBeta<TerritoryHeuristic>,
}

impl TerritoryEngine {
    /// An engine.
    pub fn new(options: TerritoryEngineOptions) -> TerritoryEngine {
        let TerritoryEngineOptions { limits, threads, hash, .. } = options;
        let uses_margins = AlphaBetaOptions::default().uses_margins;
        let other =
            AlphaBeta::new(TerritoryHeuristic::default(), AlphaBetaOptions { limits, threads, hash, uses_margins });
        TerritoryEngine { options, table: None, other }
    }

    /// The margin it expects for the side to move, in cells, within the limits of a match alone.
    pub(super) fn opinion<G: TerritoryGame>(game: &G, thinking: &Thinking<'_>) -> Option<f64> {
        let mut engine = TerritoryEngine::new(TerritoryEngineOptions { hash: OPINION_MEMORY, ..Default::default() });
        engine.prepare();
        let control = Control::start(thinking, &thinking.limits);
        let (found, nodes) = engine.think(game, &control, None)?;
        chosen::<G>(&found, nodes).report.map(|report| report.score)
    }

    fn limits(&self, thinking: &Thinking<'_>) -> Limits {
        let limits = self.options.limits.and(thinking.limits);
        let time = if limits.are_open() { Some(TerritoryEngineOptions::UNLIMITED) } else { limits.time };
        Limits { time, ..limits }
    }

    fn prepare(&mut self) {
        let bytes = self.options.hash - self.options.hash / SOLVER_SHARE;
        if self.table.is_none() && bytes > 0 {
            self.table = Some(Table::with_bytes(bytes));
        }
    }

    /// Makes room in the table. Where results must not depend on the machine they must not depend on earlier moves.
    fn make_room(&mut self, is_timed: bool) {
        match &mut self.table {
            Some(table) if is_timed => table.grow_older(),
            Some(table) => table.forget(),
            None => {}
        }
    }

    /// Thinks with as many words for a set as the free regions need; `None` where they are too many.
    fn think<G: TerritoryGame>(
        &mut self,
        game: &G,
        control: &Control<'_>,
        depth: Option<u32>,
    ) -> Option<(Found<u8>, u64)> {
        self.make_room(control.is_timed());
        // With a word too many for most, rather than a search of its own for every number of words.
        match game.zones().free_regions().div_ceil(64) {
            0 | 1 => self.think_with::<G, 1>(game, control, depth),
            2 => self.think_with::<G, 2>(game, control, depth),
            3 => self.think_with::<G, 3>(game, control, depth),
            4 => self.think_with::<G, 4>(game, control, depth),
            5 | 6 => self.think_with::<G, 6>(game, control, depth),
            7 | 8 => self.think_with::<G, 8>(game, control, depth),
            9..=12 => self.think_with::<G, 12>(game, control, depth),
            13..=16 => self.think_with::<G, 16>(game, control, depth),
            _ => None,
        }
    }

    /// Searches on all threads.
    fn think_with<G: TerritoryGame, const W: usize>(
        &self,
        game: &G,
        control: &Control<'_>,
        depth: Option<u32>,
    ) -> Option<(Found<u8>, u64)> {
        let (board, position) = Board::<W>::of(game)?;
        let last = depth.unwrap_or(DEEPEST).clamp(1, DEEPEST);
        let worker = || Worker {
            board: &board,
            table: self.table.as_ref(),
            meter: Meter::new(control),
            learned: Learned::new(),
            horizon: 0,
            is_selective: self.options.is_selective,
            lines: vec![Vec::new(); DEEPEST as usize + 3],
        };
        let search = |_, depths| worker().deepen(&position, control, depths);
        let found = on_threads(self.options.threads, last, control, search);
        Some((found, control.nodes()))
    }
}

impl<G: TerritoryGame> Strategy<G> for TerritoryEngine
where
    TerritoryHeuristic: Heuristic<G>,
{
    fn get_ready(&mut self) {
        self.prepare();
    }

    fn release_memory(&mut self) {
        self.table = None;
        Strategy::<G>::release_memory(&mut self.other);
    }

    fn start_afresh(&mut self) -> bool {
        if let Some(table) = &mut self.table {
            table.forget();
        }
        Strategy::<G>::start_afresh(&mut self.other)
    }

    fn choose(&mut self, game: &G, thinking: &Thinking<'_>) -> Choice<G::Move> {
        self.prepare();
        let limits = self.limits(thinking);
        self.choose_within(game, thinking, limits)
    }

    fn analyse(
        &mut self,
        game: &G,
        thinking: &Thinking<'_>,
        tell: &mut dyn FnMut(&Analysis<G::Move>),
    ) -> Option<Analysis<G::Move>> {
        Some(self.other.analyse(game, thinking, tell))
    }
}
