//! The solver's search: questions of the form "is it at least so much?", and what they close in on.

use arrayvec::ArrayVec;

use super::bits::Bits;
use super::board::{Board, COLOURS, NOTHING};
use super::memory::{BEYOND, Known, Memory};
use super::position::Position;
use crate::control::Meter;
use crate::solve::Goal;

/// From so many free cells on it pays to order moves by who gets where first: a fifth fewer positions on 8 x 7.
const LARGE: i32 = 24;

/// What one thread solves with.
pub(super) struct Solving<'s, B> {
    pub(super) board: Board<B>,
    pub(super) memory: &'s Memory,
    pub(super) meter: Meter<'s>,
    pub(super) positions: u64,
}

/// A move that is tried, how promising it is, and where it leads.
type Child<B> = (i32, u8, Position<B>);

impl<B: Bits> Solving<'_, B> {
    /// The value of a position and a line that leads to it; `None` when stopped.
    pub(super) fn solution(&mut self, mut position: Position<B>, guess: i32, goal: Goal) -> Option<(i32, Vec<u8>)> {
        let (margin, mut mv) = self.value(&position, guess, goal)?;
        let (mut line, mut value) = (Vec::new(), margin);
        while let Some(code) = mv {
            line.push(code);
            position = self.board.after_code(&position, code);
            // What is remembered makes every further value of the line cheap.
            (value, mv) = self.value(&position, -value, goal)?;
        }
        Some((margin, line))
    }

    /// The value of a position and a best move, beginning with a guess; `None` when stopped.
    fn value(&mut self, position: &Position<B>, guess: i32, goal: Goal) -> Option<(i32, Option<u8>)> {
        if self.is_over(position) {
            return Some((goal.of(position.lead), None));
        }
        let widest = if goal == Goal::Exact { BEYOND } else { 1 };
        let (mut least, mut most, mut step) = (-widest, widest, 1);
        // Where everything is taken in the end, which it mostly is, the margin is even or odd as all cells are.
        let guess =
            if goal == Goal::Exact { guess - (guess ^ position.lead ^ position.cells) % 2 } else { goal.of(guess) };
        let (mut best, mut tried) = (None, None);
        while least < most {
            let beta = question([least, most], widest, guess, step);
            let (bound, code) = self.best(position, beta - 1, best);
            if self.meter.is_over() {
                return None;
            }
            tried = Some(code);
            if bound < beta {
                most = bound.max(least);
            } else {
                least = bound.min(most);
                best = Some(code);
            }
            step = step.saturating_mul(2);
        }
        // Where the game is lost whatever is played, one move is as good as another.
        Some((least, best.or(tried)))
    }

    /// Whether the game is over.
    fn is_over(&self, position: &Position<B>) -> bool {
        if self.board.has_passes {
            return position.passes >= 2;
        }
        // Whoever has more than half of the cells has won.
        position.lead.abs() > position.cells || self.board.is_finished(position)
    }

    /// The margin when both sides always play what looks best at first sight.
    pub(super) fn guess(&self, mut position: Position<B>) -> i32 {
        let mut sign = 1;
        while !self.is_over(&position) {
            let children = self.children(&position, None);
            position = children.iter().max_by_key(|child| child.0).map_or_else(|| position.passed(), |child| child.2);
            sign = -sign;
        }
        sign * position.lead
    }

    /// Whether the margin for the side to move is above alpha: a bound on it from the side that answers.
    fn search(&mut self, position: &Position<B>, alpha: i32) -> i32 {
        if self.board.has_passes && position.passes >= 2 {
            return position.lead;
        }
        if position.lead + position.cells <= alpha {
            return position.lead + position.cells;
        }
        if position.lead - position.cells > alpha {
            return position.lead - position.cells;
        }
        if self.meter.count(1) {
            return 0;
        }
        self.positions += 1;
        let key = position.key(self.board.has_passes);
        // The bound takes less time than the memory, which is on its way meanwhile.
        self.memory.expect(key);
        if let Some(bound) = self.board.bound(position, alpha) {
            return bound;
        }
        let known = self.memory.get(key);
        if let Some(Known { least, most, .. }) = known {
            if least > alpha {
                return least;
            }
            if most <= alpha {
                return most;
            }
        }
        let before = self.positions;
        let (score, code) = self.best(position, alpha, known.and_then(|known| known.code));
        if !self.meter.is_over() {
            let (least, most) = if score > alpha { (score, BEYOND) } else { (-BEYOND, score) };
            self.memory.put(key, Known { least, most, code: Some(code) }, self.positions - before);
        }
        score
    }

    /// A move whose value is above alpha, or the greatest bound there is; the remembered move is tried before others are
    /// looked for.
    fn best(&mut self, position: &Position<B>, alpha: i32, remembered: Option<u8>) -> (i32, u8) {
        let (mut best, mut best_code) = (-BEYOND, NOTHING);
        if let Some(code) = remembered {
            (best, best_code) = (-self.search(&self.board.after_code(position, code), -alpha - 1), code);
            if best > alpha || self.meter.is_over() {
                return (best, best_code);
            }
        }
        let mut children = self.children(position, remembered);
        for rank in 0..children.len() {
            let (_, code, next) = next_best(&mut children, rank);
            let score = -self.search(&next, -alpha - 1);
            if score > best {
                (best, best_code) = (score, code);
                if score > alpha {
                    break;
                }
            }
        }
        (best, best_code)
    }

    /// The moves of a position but for one that was tried already, not in order yet.
    fn children(&self, position: &Position<B>, tried: Option<u8>) -> ArrayVec<Child<B>, { COLOURS + 1 }> {
        let mut children: ArrayVec<Child<B>, { COLOURS + 1 }> = ArrayVec::new();
        let (board, is_large) = (&self.board, position.cells >= LARGE);
        board.for_each_taking(position, |colour, regions| {
            if tried != Some(colour) {
                let (next, gain) = board.after(position, colour, regions);
                let race = if is_large { board.race(&next) } else { 0 };
                children.push((2 * gain + board.prospect(&next) - race, colour, next));
            }
        });
        let may_pass = board.has_passes || children.is_empty();
        if may_pass && tried.is_none_or(|tried| board.has_passes && tried != NOTHING) {
            children.push((i32::MIN, NOTHING, position.passed()));
        }
        children
    }
}

/// What the value is asked to be at least, when it is between the two, and how: near the guess at first, then in greater and
/// greater steps, then in the middle.
fn question([least, most]: [i32; 2], widest: i32, guess: i32, step: i32) -> i32 {
    match (least > -widest, most < widest) {
        (false, false) => guess.clamp(1 - widest, widest),
        (true, false) => (least + step).min(most),
        (false, true) => (most - step + 1).max(least + 1),
        (true, true) => least + (most - least + 1) / 2,
    }
}

/// Moves the best of those not handed out yet to its place: the lowest colour among equals.
#[inline]
fn next_best<B: Bits>(children: &mut ArrayVec<Child<B>, { COLOURS + 1 }>, rank: usize) -> Child<B> {
    let best = (rank..children.len()).max_by_key(|at| (children[*at].0, std::cmp::Reverse(children[*at].1)));
    children.swap(rank, best.unwrap_or(rank));
    children[rank]
}
