//! An exact solver of small Flood positions: alpha-beta to the end of every line, over bits instead of cells.
//!
//! No side ever loses a cell, so what each can still reach bounds the result; most lines are cut off by that alone.
//! The value is closed in on by questions of the form "is it at least so much?", each of which remembers what the
//! ones before it found out.

mod bits;
mod board;

use arrayvec::ArrayVec;
use joute_games::territory::flood::{Choice, Flood};
use joute_games::{Game, GameMove};

use crate::control::{Control, Meter};
use crate::exact::{ExactResult, ExactResults};
use crate::heuristic::{Solved, margin};
use crate::solve::{Goal, Solver};
use crate::strategy::Thinking;
use crate::table::{Bound, Entry, NO_MOVE, Table};
use bits::Bits;
use board::{Board, COLOURS, Position};

/// The code of a pass.
const PASS: u16 = COLOURS as u16;

/// From so many free cells on it pays to order moves by who gets where first: a fifth fewer positions on 8 x 7.
const LARGE: i32 = 24;

/// Bytes in which the search for one result remembers positions. They are new for each, so that none hangs on another.
const RESULT_MEMORY: usize = 1 << 20;

/// A result is looked for while the free regions are no more than this for each doubling of the positions that are allowed.
const REGIONS_PER_BIT: usize = 3;

/// Beyond every margin.
const BEYOND: i32 = 1 << 20;

/// Solves positions of Flood of at most 128 free regions.
pub struct FloodSolver {
    table: Table,
}

impl FloodSolver {
    /// A solver that remembers positions in at most so many bytes.
    pub fn with_memory(bytes: usize) -> FloodSolver {
        FloodSolver { table: Table::with_bytes(bytes) }
    }

    /// The result of perfect play, within the limits on time and nodes; `None` when they are too narrow, or when too
    /// much of the board is free.
    pub fn solve(&mut self, game: &Flood, thinking: &Thinking<'_>) -> Option<Solved<Choice>> {
        let control = Control::start(thinking, &thinking.limits);
        self.table.forget();
        match game.zones().free_regions() {
            ..=64 => self.solve_with::<u64>(game, &control),
            _ => self.solve_with::<u128>(game, &control),
        }
    }

    /// The result of perfect play, if there is a bit for each free region.
    fn solve_with<B: Bits>(&self, game: &Flood, control: &Control<'_>) -> Option<Solved<Choice>> {
        let (board, start) = Board::<B>::of(game)?;
        let mut solving = Solving { board, table: &self.table, meter: Meter::new(control) };
        let (margin, line) = solving.solution(start)?;
        drop(solving);
        Some(Solved { margin, line, nodes: control.nodes() })
    }
}

impl Solver<Flood> for FloodSolver {
    fn solve(&mut self, game: &Flood, thinking: &Thinking<'_>, goal: Goal) -> Option<Solved<Choice>> {
        let solved = if game.is_over() {
            Solved { margin: margin(game), line: Vec::new(), nodes: 1 }
        } else {
            FloodSolver::solve(self, game, thinking)?
        };
        let is_exact = goal == Goal::Exact;
        Some(Solved { margin: if is_exact { solved.margin } else { solved.margin.signum() }, ..solved })
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

struct Solving<'s, B> {
    board: Board<B>,
    table: &'s Table,
    meter: Meter<'s>,
}

impl<B: Bits> Solving<'_, B> {
    /// The value of a position and a line that leads to it; `None` when stopped.
    fn solution(&mut self, mut position: Position<B>) -> Option<(i32, Vec<Choice>)> {
        let (margin, mut mv) = self.value(&position, self.guess(position))?;
        let (mut line, mut value) = (Vec::new(), margin);
        while let Some(code) = mv {
            line.extend(Choice::from_code(code));
            position = self.after(&position, code)?;
            // What is remembered makes every further value of the line cheap.
            (value, mv) = self.value(&position, -value)?;
        }
        Some((margin, line))
    }

    /// The value of a position and a best move, beginning with a guess; `None` when stopped.
    fn value(&mut self, position: &Position<B>, guess: i32) -> Option<(i32, Option<u16>)> {
        if position.passes >= 2 {
            return Some((position.lead, None));
        }
        let (mut least, mut most, mut guess) = (-BEYOND, BEYOND, guess);
        let mut best = None;
        while least < most {
            let beta = if guess == least { guess + 1 } else { guess };
            let remembered = best.unwrap_or(NO_MOVE);
            let code;
            (guess, code) = self.best(position, beta - 1, remembered);
            if self.meter.is_over() {
                return None;
            }
            if guess < beta {
                most = guess;
            } else {
                least = guess;
                best = Some(code);
            }
        }
        Some((guess, best))
    }

    /// The margin when both sides always play what looks best at first sight.
    fn guess(&self, mut position: Position<B>) -> i32 {
        let mut sign = 1;
        while position.passes < 2 {
            let choices = self.board.choices(&position).map(|(colour, regions)| {
                let gain = self.board.gain(regions);
                let next = self.board.after(&position, colour, regions, gain);
                (2 * gain + self.board.prospect(&next), next)
            });
            position = choices.max_by_key(|choice| choice.0).map_or_else(|| position.passed(), |choice| choice.1);
            sign = -sign;
        }
        sign * position.lead
    }

    fn after(&self, position: &Position<B>, code: u16) -> Option<Position<B>> {
        if code == PASS {
            return Some(position.passed());
        }
        let (colour, regions) = self.board.choices(position).find(|(colour, _)| u16::from(*colour) == code)?;
        Some(self.board.after(position, colour, regions, self.board.gain(regions)))
    }

    /// Whether the margin for the side to move is above alpha: a bound on it from the side that answers.
    fn search(&mut self, position: &Position<B>, alpha: i32) -> i32 {
        if position.passes >= 2 {
            return position.lead;
        }
        if position.lead + position.free <= alpha {
            return position.lead + position.free;
        }
        if position.lead - position.free > alpha {
            return position.lead - position.free;
        }
        if self.meter.count(1) {
            return 0;
        }
        let key = position.key();
        let entry = self.table.get(key);
        if let Some(entry) = entry.filter(|entry| entry.settles(0, alpha, alpha + 1)) {
            return entry.score;
        }
        if let Some(bound) = self.board.bound(position, alpha) {
            return bound;
        }
        let (score, code) = self.best(position, alpha, entry.map_or(NO_MOVE, |entry| entry.code));
        if !self.meter.is_over() {
            self.remember(key, score, alpha, code);
        }
        score
    }

    fn remember(&self, key: u64, score: i32, alpha: i32, code: u16) {
        let bound = if score > alpha { Bound::Lower } else { Bound::Upper };
        self.table.put(key, Entry { score, bound, code, depth: 0, complete: true });
    }

    fn best(&mut self, position: &Position<B>, alpha: i32, remembered: u16) -> (i32, u16) {
        let is_large = position.free >= LARGE;
        let mut choices: ArrayVec<(i32, u16, Position<B>), { COLOURS + 1 }> = ArrayVec::new();
        for (colour, regions) in self.board.choices(position) {
            let gain = self.board.gain(regions);
            let code = u16::from(colour);
            let next = self.board.after(position, colour, regions, gain);
            let weight = match () {
                () if code == remembered => i32::MAX,
                () if is_large => 2 * gain + self.board.prospect(&next) - self.board.race(&next),
                () => 2 * gain + self.board.prospect(&next),
            };
            choices.push((weight, code, next));
        }
        let weight = if remembered == PASS { i32::MAX } else { i32::MIN };
        choices.push((weight, PASS, position.passed()));
        choices.sort_unstable_by_key(|&(weight, code, _)| (std::cmp::Reverse(weight), code));
        let (mut best, mut best_code) = (-BEYOND, NO_MOVE);
        for (_, code, next) in &choices {
            let score = -self.search(next, -alpha - 1);
            if score > best {
                (best, best_code) = (score, *code);
                if score > alpha {
                    break;
                }
            }
        }
        (best, best_code)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]
    use std::sync::atomic::AtomicBool;

    use joute_games::random::Seed;
    use joute_games::{Game, GameSetup, NoFiles};

    use super::*;
    use crate::strategy::Limits;

    #[test]
    fn both_widths_of_sets_give_the_same_value() {
        let stop = AtomicBool::new(false);
        let setup = <Flood as Game>::Setup::parse("width=5,colours=4", &NoFiles).unwrap();
        let mut solver = FloodSolver::with_memory(1 << 20);
        for seed in 0..20 {
            let game = Flood::start(&setup.clone().with_seed(seed)).unwrap();
            let thinking = Thinking { seed: Seed(0), limits: Limits::default(), history: &[], stop: &stop };
            let control = Control::start(&thinking, &thinking.limits);
            solver.table.forget();
            let narrow = solver.solve_with::<u64>(&game, &control).unwrap().margin;
            solver.table.forget();
            assert_eq!(solver.solve_with::<u128>(&game, &control).unwrap().margin, narrow, "{seed}");
        }
    }

    #[test]
    fn a_board_of_more_than_64_regions_is_solved_or_given_up_in_time() {
        let stop = AtomicBool::new(false);
        let setup = <Flood as Game>::Setup::parse("width=10,colours=8,seed=0", &NoFiles).unwrap();
        let game = Flood::start(&setup).unwrap();
        assert!(game.zones().free_regions() > 64);
        let limits = Limits { nodes: Some(2000), ..Limits::default() };
        let thinking = Thinking { seed: Seed(0), limits, history: &[], stop: &stop };
        assert!(FloodSolver::with_memory(1 << 20).solve(&game, &thinking).is_none());
    }
}
