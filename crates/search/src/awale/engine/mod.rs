//! The engine of Awalé: principal variation search over rows of bytes, with endgame tables and an opening book.
//!
//! | file | what it holds |
//! |---|---|
//! | `board` | a position as the engine sees it |
//! | `evaluation` | what it thinks of positions it does not look beyond |
//! | `weights` | what was learned about it |
//! | `ordering` | which moves are looked at first |
//! | `worker` | one thread's search of one position to one depth |
//! | `deepening` | one thread's search to greater and greater depths |
//! | `book` | openings thought about beforehand |
//! | `analysis` | the value of every move rather than the best one |

mod analysis;
mod board;
mod book;
mod deepening;
mod evaluation;
mod ordering;
mod weights;
mod worker;

use std::sync::Arc;
use std::time::Duration;

use joute_games::Game;
use joute_games::awale::{Awale, Move};

use super::rows::StandardRules;
use super::tables::{Endgame, EndgameOptions};
use crate::control::{Control, Meter};
use crate::deepening::{Found, on_threads};
use crate::strategy::{Choice, Limits, Report, Strategy, Thinking};
use crate::table::Table;
use board::{Board, in_seeds};
use book::Book;
use ordering::Learned;
use worker::{DEEPEST, NEAR_BYTES, NOTHING, Worker};

pub use evaluation::{MOST, PAIR_WEIGHTS, PAIRS, Weights};

/// How the engine works.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineOptions {
    /// Its own limits; those of the match hold besides.
    pub limits: Limits,
    /// How many threads search together.
    pub threads: u32,
    /// The most memory it remembers positions in, in bytes; 0 is no memory at all.
    pub hash: usize,
    /// Which endgame tables it uses; none at all without options.
    pub endgame: Option<EndgameOptions>,
    /// Whether late moves are looked at less deeply, as is best for play; without it a depth is looked at in full.
    pub is_selective: bool,
    /// Whether a result counts only where it holds whatever came before, as solving wants; for play a good guess is better.
    pub is_certain: bool,
    /// Whether moves may come from its opening book; where a depth or a number of positions is asked for, they do not.
    pub uses_book: bool,
    /// What it thinks of positions.
    pub weights: Weights,
}

impl EngineOptions {
    /// How long it thinks about a move when nothing at all is limited.
    pub const UNLIMITED: Duration = Duration::from_secs(1);
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            limits: Limits::default(),
            threads: 1,
            hash: 64 << 20,
            endgame: Some(EndgameOptions::default()),
            is_selective: true,
            is_certain: false,
            uses_book: true,
            weights: Weights::default(),
        }
    }
}

/// The engine at a game of these rules.
pub struct Engine<R> {
    options: EngineOptions,
    endgame: Option<Arc<Endgame<R>>>,
    table: Option<Table>,
    book: Option<Book>,
}

impl<R: StandardRules> Engine<R> {
    /// An engine; its tables are read or worked out when it gets ready, or at its first move.
    pub fn new(options: EngineOptions) -> Engine<R> {
        Engine { options, endgame: None, table: None, book: None }
    }

    fn limits(&self, thinking: &Thinking<'_>) -> Limits {
        let limits = self.options.limits.and(thinking.limits);
        let time = if limits.are_open() { Some(EngineOptions::UNLIMITED) } else { limits.time };
        Limits { time, ..limits }
    }

    /// Has tables and memory at hand.
    fn prepare(&mut self) {
        if self.endgame.is_none() {
            self.endgame = self.options.endgame.as_ref().map(Endgame::shared);
        }
        if self.table.is_none() && self.options.hash > 0 {
            self.table = Some(Table::with_bytes(self.options.hash));
        }
        if self.book.is_none() && self.options.uses_book {
            self.book = Some(Book::of::<R>());
        }
    }

    /// The move of the book, where one may come from it.
    fn book_move(&self, game: &Awale<R>, limits: &Limits) -> Option<Choice<Move>> {
        let is_asked_to_search = limits.depth.is_some() || limits.nodes.is_some();
        self.book.as_ref().filter(|_| !is_asked_to_search)?.get(game).map(Choice::from)
    }

    /// Makes room in the table. Where results must not depend on the machine they must not depend on earlier moves.
    fn make_room(&mut self, is_timed: bool) {
        match &mut self.table {
            Some(table) if is_timed => table.grow_older(),
            Some(table) => table.forget(),
            None => {}
        }
    }

    fn worker<'s>(&'s self, game: &Awale<R>, thinking: &Thinking<'_>, control: &'s Control<'s>) -> Worker<'s, R> {
        let mut path = thinking.history.to_vec();
        if path.last() != Some(&game.key()) {
            path.push(game.key());
        }
        Worker {
            game: *game,
            weights: &self.options.weights,
            endgame: self.endgame.as_deref(),
            table: self.table.as_ref(),
            near: Table::with_bytes(NEAR_BYTES),
            meter: Meter::new(control),
            learned: Learned::new(),
            path,
            run: 0,
            rests_on: NOTHING,
            horizon: 0,
            is_selective: self.options.is_selective,
            is_certain: self.options.is_certain,
            lines: vec![Vec::new(); DEEPEST as usize + 3],
        }
    }

    /// Searches on all threads.
    fn search(&self, game: &Awale<R>, thinking: &Thinking<'_>, control: &Control<'_>, last: u32) -> Found<u32> {
        let board = Board::of(game);
        on_threads(self.options.threads, last, control, |helper, depths| {
            let mut worker = self.worker(game, thinking, control);
            if helper > 0 {
                let mut generator = thinking.seed.purpose("awale").child(u64::from(helper)).generator();
                worker.learned = worker.learned.shaken(|| generator.below(1 << 32));
            }
            worker.deepen(board, control, depths)
        })
    }
}

/// The moves of pits that are sown in turn.
fn moves<R: StandardRules>(game: &Awale<R>, line: &[u32]) -> Vec<Move> {
    let mut side = game.turn();
    let sown = line.iter().map_while(|pit| {
        let mv = Move::new(side, *pit);
        side = side.other();
        mv
    });
    sown.collect()
}

impl<R: StandardRules> Strategy<Awale<R>> for Engine<R> {
    fn get_ready(&mut self) {
        self.prepare();
    }

    fn release_memory(&mut self) {
        self.table = None;
    }

    fn start_afresh(&mut self) -> bool {
        if let Some(table) = &mut self.table {
            table.forget();
        }
        true
    }

    fn choose(&mut self, game: &Awale<R>, thinking: &Thinking<'_>) -> Choice<Move> {
        self.prepare();
        let limits = self.limits(thinking);
        if let Some(choice) = self.book_move(game, &limits) {
            return choice;
        }
        let control = Control::start(thinking, &limits);
        self.make_room(control.is_timed());
        let last = limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST);
        let found = self.search(game, thinking, &control, last);
        let pv = moves(game, &found.line);
        let report = Report { score: in_seeds(found.score), depth: found.depth, nodes: control.nodes(), pv };
        let mv = report.pv.first().copied().unwrap_or_else(|| game.legal_moves()[0]);
        Choice { mv, report: (report.depth > 0).then(|| Box::new(report)) }
    }

    fn analyse(
        &mut self,
        game: &Awale<R>,
        thinking: &Thinking<'_>,
        tell: &mut dyn FnMut(&crate::Analysis<Move>),
    ) -> Option<crate::Analysis<Move>> {
        Some(self.analyse_moves(game, thinking, tell))
    }
}
