//! The search from the position somebody asks about: deeper and deeper, and towards the end surer and surer.

use arrayvec::ArrayVec;

use super::board::{Board, INFINITE};
use super::endgame::EXACT;
use super::machine::Machine;
use super::search::{Node, Searcher};
use super::table::{Found, NO_SQUARE};

/// The most plies of a line.
const LONGEST: usize = 64;

/// A line of squares; passes are left out.
pub(crate) type SquareLine = ArrayVec<u8, LONGEST>;

/// How deep and how sure one round of a search is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Round {
    pub(crate) depth: u32,
    pub(crate) certainty: u8,
}

/// What is known of a move.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RootMove {
    pub(crate) square: u8,
    flips: u64,
    /// For the side to move, in discs.
    pub(crate) value: i32,
    /// The move and what is expected after it.
    pub(crate) line: SquareLine,
    pub(crate) round: Round,
}

/// The rounds of a search: first deeper, then to the end of the game, surer each time.
pub(crate) fn rounds(empties: u32, deepest: u32, certainty: u8) -> impl Iterator<Item = Round> {
    // The end costs less than the depth just before it: what is past the last disc need not be looked at.
    let leap = if deepest >= empties { empties.saturating_sub(if empties > 20 { 8 } else { 6 }) } else { deepest };
    let middle = (1..=leap.max(1).min(deepest)).filter(move |depth| *depth < empties);
    let ends = [1, 3, EXACT].into_iter().filter(move |_| deepest >= empties);
    let ends = ends.filter(move |sure| empties > 14 || *sure == EXACT);
    middle
        .map(move |depth| Round { depth, certainty })
        .chain(ends.map(move |certainty| Round { depth: empties, certainty }))
}

/// A position with what is known of its moves, the best first.
#[derive(Debug, Clone)]
pub(crate) struct Root {
    pub(crate) node: Node,
    pub(crate) moves: Vec<RootMove>,
}

impl Root {
    /// The moves in the order of a first opinion; nothing when the side to move has none.
    pub(crate) fn new<M: Machine>(searcher: &mut Searcher<'_, M>, board: Board) -> Root {
        let node = Node::new(board);
        let machine = searcher.solver.machine;
        let mut moves = machine.moves(board);
        let mut list = Vec::new();
        while moves != 0 {
            let square = super::endgame::take_square(&mut moves);
            let flips = machine.flips(board, square);
            let value = -searcher.opinion(&node.after(searcher.patterns, square, flips));
            let line = SquareLine::from_iter([square as u8]);
            list.push(RootMove { square: square as u8, flips, value, line, round: Round { depth: 0, certainty: 0 } });
        }
        list.sort_by_key(|mv| std::cmp::Reverse(mv.value));
        Root { node, moves: list }
    }

    /// Searches the best move of one round; false when it was stopped on the way. What is better than the best of the round before
    /// is in front even then.
    pub(crate) fn deepen<M: Machine>(&mut self, searcher: &mut Searcher<'_, M>, round: Round) -> bool {
        searcher.certainty = round.certainty;
        let guess = self.moves.first().map_or(0, |best| best.value);
        let mut reach = if round.depth >= 5 { 3 } else { 128 };
        let (mut alpha, mut beta) = ((guess - reach).max(-65), (guess + reach).min(65));
        loop {
            let Some(value) = self.scan(searcher, round, alpha, beta) else { return false };
            if value <= alpha && alpha > -65 {
                alpha = (value - reach).max(-65);
            } else if value >= beta && beta < 65 {
                beta = (value + reach).min(65);
            } else {
                return true;
            }
            reach *= 3;
        }
    }

    /// Finds out whether the game is won, drawn or lost; false when it was stopped on the way.
    pub(crate) fn decide<M: Machine>(&mut self, searcher: &mut Searcher<'_, M>, round: Round) -> bool {
        searcher.certainty = round.certainty;
        self.scan(searcher, round, -1, 1).is_some()
    }

    /// One pass over all moves; the best move comes to the front.
    fn scan<M: Machine>(&mut self, searcher: &mut Searcher<'_, M>, round: Round, alpha: i32, beta: i32) -> Option<i32> {
        let mut best = -INFINITE;
        for at in 0..self.moves.len() {
            let mv = &self.moves[at];
            let after = self.node.after(searcher.patterns, u32::from(mv.square), mv.flips);
            let mut line = SquareLine::new();
            let low = alpha.max(best);
            let value = if at == 0 {
                -principal(searcher, &after, -beta, -low, round.depth - 1, &mut line)
            } else {
                let value = -searcher.solver.machine.null_window(searcher, &after, -low - 1, round.depth - 1);
                if value > low && value < beta && !searcher.solver.is_over {
                    -principal(searcher, &after, -beta, -value + 1, round.depth - 1, &mut line)
                } else {
                    value
                }
            };
            if searcher.solver.is_over {
                return None;
            }
            if value > best {
                best = value;
                let mv = &mut self.moves[at];
                (mv.value, mv.round) = (value, round);
                mv.line.truncate(1);
                mv.line.extend(line.into_iter().take(LONGEST - 1));
                self.moves[..=at].rotate_right(1);
                if value >= beta {
                    break;
                }
            }
        }
        Some(best)
    }

    /// The value of one move by itself, near what it was thought to be; false when it was stopped.
    pub(crate) fn look_at<M: Machine>(&mut self, searcher: &mut Searcher<'_, M>, at: usize, round: Round) -> bool {
        searcher.certainty = round.certainty;
        let mv = &self.moves[at];
        let after = self.node.after(searcher.patterns, u32::from(mv.square), mv.flips);
        let mut reach = if round.depth >= 4 { 3 } else { 128 };
        let (mut alpha, mut beta) = ((mv.value - reach).max(-65), (mv.value + reach).min(65));
        loop {
            let mut line = SquareLine::new();
            let value = -principal(searcher, &after, -beta, -alpha, round.depth - 1, &mut line);
            if searcher.solver.is_over {
                return false;
            }
            if value <= alpha && alpha > -65 {
                alpha = (value - reach).max(-65);
            } else if value >= beta && beta < 65 {
                beta = (value + reach).min(65);
            } else {
                let mv = &mut self.moves[at];
                (mv.value, mv.round) = (value, round);
                mv.line.truncate(1);
                mv.line.extend(line.into_iter().take(LONGEST - 1));
                return true;
            }
            reach *= 3;
        }
    }
}

/// A value within a window, and the line that leads to it.
fn principal<M: Machine>(
    searcher: &mut Searcher<'_, M>,
    node: &Node,
    alpha: i32,
    beta: i32,
    depth: u32,
    line: &mut SquareLine,
) -> i32 {
    searcher.solver.nodes += 1;
    if searcher.solver.must_end() {
        return alpha;
    }
    let board = node.board;
    let depth = depth.min(board.count_empties());
    let machine = searcher.solver.machine;
    let moves = machine.moves(board);
    if moves == 0 {
        let passed = node.passed();
        if machine.moves(passed.board) == 0 {
            return board.final_score();
        }
        return -principal(searcher, &passed, -beta, -alpha, depth, line);
    }
    if depth == 0 {
        return searcher.opinion(node);
    }
    let Some(mut list) = searcher.candidates(board, moves) else { return 64 };
    let hash = board.hash();
    let known = searcher.solver.table.find(hash).map_or([NO_SQUARE; 2], |entry| entry.squares);
    searcher.order(node, &mut list, known, depth);
    let (mut best, mut best_square) = (-INFINITE, NO_SQUARE);
    for candidate in &list {
        let after = node.after(searcher.patterns, u32::from(candidate.square), candidate.flips);
        let mut rest = SquareLine::new();
        let low = alpha.max(best);
        let mut value = if best == -INFINITE {
            -principal(searcher, &after, -beta, -low, depth - 1, &mut rest)
        } else {
            -machine.null_window(searcher, &after, -low - 1, depth - 1)
        };
        if best > -INFINITE && value > low && value < beta && !searcher.solver.is_over {
            value = -principal(searcher, &after, -beta, -value + 1, depth - 1, &mut rest);
        }
        if searcher.solver.is_over {
            return best.max(alpha);
        }
        if value > best {
            (best, best_square) = (value, candidate.square);
            line.clear();
            line.push(candidate.square);
            line.extend(rest.into_iter().take(LONGEST - 1));
            if best >= beta {
                break;
            }
        }
    }
    let certainty = searcher.certainty;
    searcher.solver.table.store(hash, Found { value: best, alpha, beta, depth, certainty, square: best_square });
    best
}
