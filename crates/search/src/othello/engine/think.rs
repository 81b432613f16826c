//! The engine as others see it: a table, weights, and one question at a time, answered by one thread or several.

use std::thread::Scope;

use super::board::Board;
use super::crew::Crew;
use super::endgame::{EXACT, LOOK_EVERY, Solver};
use super::machine::{Machine, on_best_machine};
use super::root::{Root, RootMove, Round, rounds};
use super::search::Searcher;
use super::table::Table;
use super::weights::Weights;
use crate::control::{Control, Meter};
use crate::strategy::{Limits, Thinking};

/// More plies than a game has.
const DEEPEST: u32 = 60;

/// What positions are valued by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Evaluation {
    /// The weights that were learned.
    #[default]
    Learned,
    /// The heuristic that was written by hand, to compare with.
    HandMade,
}

/// How the engine plays.
#[derive(Debug, Clone, Copy)]
pub struct EngineOptions {
    /// How much it may do besides what it is told with the question.
    pub limits: Limits,
    /// How many threads search together.
    pub threads: u32,
    /// The most memory that positions are remembered in, in bytes.
    pub memory: usize,
    /// How readily probable cuts are made: 0 is never, 7 most readily.
    pub selectivity: u8,
    /// What positions are valued by.
    pub evaluation: Evaluation,
    /// Whether moves may come from the book.
    pub uses_book: bool,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            limits: Limits::default(),
            threads: 1,
            memory: 64 << 20,
            selectivity: 6,
            evaluation: Evaluation::Learned,
            uses_book: true,
        }
    }
}

/// The engine.
pub struct Engine {
    pub(super) options: EngineOptions,
    table: Option<Table>,
    weights: &'static Weights,
}

/// What came of a search.
#[derive(Debug, Clone)]
pub(crate) struct Thought {
    /// The moves, the best first; empty when there is none.
    pub(crate) moves: Vec<RootMove>,
    pub(crate) nodes: u64,
    /// Whether nothing stopped it before it was through with all rounds.
    pub(crate) is_whole: bool,
}

/// What a search does with the moves of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Task {
    /// Find the best.
    Best,
    /// Value every one.
    All,
    /// Find out who wins.
    Outcome,
}

impl Engine {
    /// An engine with the weights that are part of the program.
    pub fn new(options: EngineOptions) -> Engine {
        Engine::with_weights(options, Weights::embedded())
    }

    /// An engine with other weights.
    pub fn with_weights(options: EngineOptions, weights: &'static Weights) -> Engine {
        Engine { options, table: None, weights }
    }

    /// Takes its memory.
    pub fn get_ready(&mut self) {
        let memory = self.options.memory;
        self.table.get_or_insert_with(|| Table::with_bytes(memory));
    }

    /// Gives its memory back.
    pub fn release_memory(&mut self) {
        self.table = None;
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }

    /// The certainty that its selectivity leaves.
    pub(crate) fn certainty(&self) -> u8 {
        EXACT - self.options.selectivity.min(EXACT)
    }

    /// Searches the position until a limit; `tell` hears of every move that was looked at anew, and whether that finished a
    /// round over all of them.
    pub(crate) fn think(
        &mut self,
        board: Board,
        thinking: &Thinking<'_>,
        task: Task,
        tell: &mut dyn FnMut(&[RootMove], bool, u64),
    ) -> Thought {
        self.get_ready();
        let limits = thinking.limits.and(self.options.limits);
        let control = Control::start(thinking, &limits);
        if let Some(table) = &mut self.table {
            table.grow_older();
        }
        let Some(table) = &self.table else { return Thought { moves: Vec::new(), nodes: 0, is_whole: false } };
        let crew = Crew::default();
        let plan = Plan {
            board,
            deepest: limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST),
            certainty: self.certainty(),
            look_every: limits.nodes.map_or(LOOK_EVERY, |nodes| (nodes / 64).clamp(1, LOOK_EVERY)),
            table,
            weights: self.weights,
            evaluation: self.options.evaluation,
            control: &control,
            crew: (self.options.threads > 1).then_some(&crew),
        };
        let (moves, is_whole) = on_best_machine!(machine => std::thread::scope(|scope| {
            for _ in 1..self.options.threads {
                plan.start_helper(scope, machine);
            }
            let _dismissal = crew.dismissal();
            plan.lead(machine, task, tell)
        }));
        Thought { moves, nodes: control.nodes(), is_whole }
    }
}

/// What all threads of a search know.
#[derive(Clone, Copy)]
struct Plan<'p> {
    board: Board,
    deepest: u32,
    certainty: u8,
    look_every: u64,
    table: &'p Table,
    weights: &'p Weights,
    evaluation: Evaluation,
    control: &'p Control<'p>,
    crew: Option<&'p Crew>,
}

impl<'p> Plan<'p> {
    fn rounds(&self) -> impl Iterator<Item = Round> + use<> {
        rounds(self.board.count_empties(), self.deepest, self.certainty)
    }

    fn searcher<'s, M: Machine>(&self, machine: M, watch: &'s mut (dyn FnMut(u64) -> bool + Send)) -> Searcher<'s, M>
    where
        'p: 's,
    {
        let mut solver = Solver::new(machine, self.table, watch);
        solver.look_every = self.look_every;
        let mut searcher = Searcher::new(solver, self.weights, self.evaluation);
        searcher.crew = self.crew;
        searcher
    }

    /// What ends for one thread ends for all: none may take it that a move was looked at which another has given up.
    fn must_end(&self, meter: &mut Meter<'_>, nodes: u64) -> bool {
        let is_over = meter.count(nodes);
        if is_over {
            self.control.halt();
        }
        is_over
    }

    fn start_helper<'scope, M: Machine>(self, scope: &'scope Scope<'scope, 'p>, machine: M)
    where
        'p: 'scope,
    {
        let Some(crew) = self.crew else { return };
        scope.spawn(move || {
            let mut meter = Meter::new(self.control);
            let mut watch = |nodes| self.must_end(&mut meter, nodes);
            let mut searcher = self.searcher(machine, &mut watch);
            searcher.serve(crew);
            searcher.solver.finish();
        });
    }

    /// The thread that has the answer.
    fn lead<M: Machine>(
        &self,
        machine: M,
        task: Task,
        tell: &mut dyn FnMut(&[RootMove], bool, u64),
    ) -> (Vec<RootMove>, bool) {
        let mut meter = Meter::new(self.control);
        let mut watch = |nodes| self.must_end(&mut meter, nodes);
        let mut searcher = self.searcher(machine, &mut watch);
        let mut root = Root::new(&mut searcher, self.board);
        tell(&root.moves, true, searcher.solver.nodes);
        if root.moves.is_empty() {
            return (Vec::new(), true);
        }
        let mut is_whole = true;
        for round in self.rounds() {
            is_whole = match task {
                Task::Outcome if round.depth == self.board.count_empties() => root.decide(&mut searcher, round),
                Task::Best | Task::Outcome => root.deepen(&mut searcher, round),
                Task::All => self.value_all(&mut searcher, &mut root, round, tell),
            };
            tell(&root.moves, is_whole, searcher.solver.nodes);
            if !is_whole || self.control.is_near_end() {
                break;
            }
        }
        is_whole &= searcher.certainty == EXACT;
        searcher.solver.finish();
        (root.moves, is_whole)
    }

    /// One round over all moves; false when it was stopped on the way.
    fn value_all<M: Machine>(
        &self,
        searcher: &mut Searcher<'_, M>,
        root: &mut Root,
        round: Round,
        tell: &mut dyn FnMut(&[RootMove], bool, u64),
    ) -> bool {
        for at in 0..root.moves.len() {
            if !root.look_at(searcher, at, round) {
                return false;
            }
            // Whenever it is stopped, what was looked at this deep is in order and stands in front of what was not.
            root.moves[..=at].sort_by_key(|mv| std::cmp::Reverse(mv.value));
            if at + 1 < root.moves.len() {
                tell(&root.moves, false, searcher.solver.nodes);
            }
        }
        true
    }
}
