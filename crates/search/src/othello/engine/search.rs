//! The middle of a game: null windows over the evaluation, down to a depth or to the end of the game.
//!
//! In the order in which a position is looked at: stable discs, the table, probable cuts, the table about every move, the moves
//! in the order of what a shallow look says. A search whose depth reaches the end of the game is exact, and its last squares
//! are the business of `endgame`.

use arrayvec::ArrayVec;
use joute_games::Side;

use super::board::{Board, CORNERS, INFINITE, SQUARES_OF};
use super::crew::{Best, Crew, Errand};
use super::cuts;
use super::endgame::{EXACT, STABILITY_MATTERS, Solver, take_square};
use super::machine::Machine;
use super::patterns::{Contents, Patterns};
use super::stability::Stability;
use super::table::{Found, NO_SQUARE};
use super::think::Evaluation;
use super::weights::{DISC, Position, Weights, in_discs};
use crate::heuristic::Heuristic;
use crate::othello::Mobility;

/// Up to so many empty squares the end is searched without the evaluation.
const WITHOUT_OPINION: u32 = 11;

/// From this depth on the table is asked about every move before any is tried.
const ASKED_AHEAD: u32 = 4;

/// A position with what the evaluation needs to know of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    pub(crate) board: Board,
    contents: Contents,
    /// 1 when the side to move is the one that the contents call positive, else -1.
    sign: i32,
}

impl Node {
    pub(crate) fn new(board: Board) -> Node {
        Node { board, contents: Contents::of(Patterns::get(), board), sign: 1 }
    }

    #[inline(always)]
    pub(crate) fn after(&self, patterns: &Patterns, square: u32, flips: u64) -> Node {
        Node {
            board: self.board.after(square, flips),
            contents: self.contents.after(patterns, square, flips, self.sign as i16),
            sign: -self.sign,
        }
    }

    #[inline(always)]
    pub(crate) fn passed(&self) -> Node {
        Node { board: self.board.passed(), contents: self.contents, sign: -self.sign }
    }
}

/// One thread of a search.
pub(crate) struct Searcher<'a, M> {
    pub(crate) solver: Solver<'a, M>,
    weights: &'a Weights,
    evaluation: Evaluation,
    pub(crate) patterns: &'static Patterns,
    /// How sure probable cuts must be; [`EXACT`] is no cuts.
    pub(crate) certainty: u8,
    /// Whether this is a look that a probable cut hangs on.
    pub(crate) is_probing: bool,
    /// The threads that search together, where there are several.
    pub(crate) crew: Option<&'a Crew>,
    /// Searches for others that lie upon each other.
    pub(crate) favours: u32,
}

/// A move with where it leads.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) flips: u64,
    hash: u64,
    pub(crate) square: u8,
    pub(crate) promise: i32,
}

/// The moves of a position.
pub(crate) type Candidates = ArrayVec<Candidate, 34>;

impl<'a, M: Machine> Searcher<'a, M> {
    pub(crate) fn new(solver: Solver<'a, M>, weights: &'a Weights, evaluation: Evaluation) -> Searcher<'a, M> {
        Searcher {
            solver,
            weights,
            evaluation,
            patterns: Patterns::get(),
            certainty: EXACT,
            is_probing: false,
            crew: None,
            favours: 0,
        }
    }

    /// An opinion in parts of a disc.
    #[inline(always)]
    pub(crate) fn fine(&self, node: &Node) -> i32 {
        if self.evaluation == Evaluation::HandMade {
            return hand_made(node.board);
        }
        let machine = self.solver.machine;
        let own = machine.moves(node.board).count_ones();
        let their = machine.moves(node.board.passed()).count_ones();
        let position = Position {
            contents: &node.contents,
            sign: node.sign,
            empties: node.board.count_empties(),
            mobility: [own, their],
        };
        self.weights.fine(self.patterns, &position)
    }

    /// An opinion in discs.
    #[inline(always)]
    pub(crate) fn opinion(&self, node: &Node) -> i32 {
        in_discs(self.fine(node))
    }

    /// The moves of a position; `None` when one of them takes every disc of the opponent.
    #[inline(always)]
    pub(crate) fn candidates(&self, board: Board, mut moves: u64) -> Option<Candidates> {
        let mut list = Candidates::new();
        while moves != 0 {
            let square = take_square(&mut moves);
            let flips = self.solver.machine.flips(board, square);
            if flips == board.other {
                return None;
            }
            let after = board.after(square, flips);
            let hash = after.hash();
            self.solver.machine.prefetch(self.solver.table.place(hash));
            list.push(Candidate { flips, hash, square: square as u8, promise: 0 });
        }
        Some(list)
    }

    /// Puts the moves into the order in which they should be tried.
    #[inline(always)]
    pub(crate) fn order(&mut self, node: &Node, list: &mut [Candidate], known: [u8; 2], depth: u32) {
        let look = depth_of_look(depth, node.board.count_empties());
        let odd = SQUARES_OF[usize::from(node.board.odd_quarters()) & 15];
        for candidate in list.iter_mut() {
            candidate.promise = if candidate.square == known[0] {
                i32::MAX
            } else if candidate.square == known[1] {
                i32::MAX - 1
            } else {
                let is_odd = odd >> candidate.square & 1 == 1;
                self.promise(node, candidate, look) + if is_odd { ODD } else { 0 }
            };
        }
        list.sort_unstable_by_key(|candidate| std::cmp::Reverse(candidate.promise));
    }

    /// What a shallow look says of a move, and that few replies are good.
    #[inline(always)]
    fn promise(&mut self, node: &Node, candidate: &Candidate, look: u32) -> i32 {
        let after = node.after(self.patterns, u32::from(candidate.square), candidate.flips);
        let replies = self.solver.machine.moves(after.board);
        let mobility = (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
        let value = match look {
            0 => self.fine(&after),
            _ => self.glance(&after, -30_000, 30_000, look),
        };
        let chances = (around(after.board.other) & after.board.empties()).count_ones() as i32;
        let corners = Stability::corners(after.board.other) as i32;
        -value - REPLY * mobility - CHANCE * chances + CORNER * corners
    }

    /// A value in parts of a disc by a search of a few plies without table or order.
    fn glance(&mut self, node: &Node, mut alpha: i32, beta: i32, depth: u32) -> i32 {
        self.solver.nodes += 1;
        if depth == 0 {
            return self.fine(node);
        }
        let mut moves = self.solver.machine.moves(node.board);
        if moves == 0 {
            let passed = node.passed();
            if self.solver.machine.moves(passed.board) == 0 {
                return node.board.final_score() * DISC;
            }
            return -self.glance(&passed, -beta, -alpha, depth);
        }
        let mut best = -60_000;
        while moves != 0 {
            let square = take_square(&mut moves);
            let after = node.after(self.patterns, square, self.solver.machine.flips(node.board, square));
            best = best.max(-self.glance(&after, -beta, -alpha.max(best), depth - 1));
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        best
    }
}

/// The opinion of the heuristic that was written by hand, in parts of a disc.
#[cold]
fn hand_made(board: Board) -> i32 {
    // What is worth a disc to the heuristic is worth 100 points.
    board.game(Side::First).map_or(0, |game| Mobility.score(&game) * DISC / 100)
}

/// What a reply less is worth when moves are ordered, in parts of a disc. These four were chosen by the number of nodes for 24
/// positions of real games with 20 empty squares, solved exactly.
const REPLY: i32 = 100;

/// An empty square less beside own discs, where the opponent may get replies.
const CHANCE: i32 = 40;

/// A corner, or a square beside an own one.
const CORNER: i32 = 40;

/// A quarter with an odd number of empty squares.
const ODD: i32 = 50;

/// The squares of a set and those beside them.
#[inline(always)]
fn around(squares: u64) -> u64 {
    let wide = squares | (squares & 0x7F7F_7F7F_7F7F_7F7F) << 1 | (squares & 0xFEFE_FEFE_FEFE_FEFE) >> 1;
    wide | wide << 8 | wide >> 8
}

/// How far a move is looked into to order it.
#[inline(always)]
fn depth_of_look(depth: u32, empties: u32) -> u32 {
    if depth == empties {
        match depth {
            0..=15 => 0,
            16..=19 => 1,
            _ => 2,
        }
    } else {
        match depth {
            0..=7 => 0,
            8..=12 => 1,
            _ => 2,
        }
    }
}

/// Whether the side to move gets more than `alpha`; the value is a bound on the right side of it.
#[inline(always)]
pub(crate) fn null_window<M: Machine>(searcher: &mut Searcher<'_, M>, node: &Node, alpha: i32, depth: u32) -> i32 {
    let machine = searcher.solver.machine;
    let board = node.board;
    let empties = board.count_empties();
    let depth = depth.min(empties);
    if depth == empties && empties <= WITHOUT_OPINION {
        return searcher.solver.null_window(board, alpha);
    }
    if depth <= 2 {
        return machine.last_plies(searcher, node, alpha, depth);
    }
    searcher.solver.nodes += 1;
    if searcher.solver.must_end() {
        return alpha;
    }
    if alpha >= STABILITY_MATTERS[empties as usize & 63] {
        let bound = searcher.solver.stability.upper_bound(board);
        if bound <= alpha {
            return bound;
        }
    }
    let hash = board.hash();
    let mut known = [NO_SQUARE; 2];
    if let Some(entry) = searcher.solver.table.find(hash) {
        known = entry.squares;
        if entry.certainty >= searcher.certainty && u32::from(entry.depth) >= depth {
            if i32::from(entry.lower) > alpha {
                return i32::from(entry.lower);
            }
            if i32::from(entry.upper) <= alpha {
                return i32::from(entry.upper);
            }
        }
    }
    let moves = machine.moves(board);
    if moves == 0 {
        let passed = node.passed();
        if machine.moves(passed.board) == 0 {
            return board.final_score();
        }
        return -machine.null_window(searcher, &passed, -alpha - 1, depth);
    }
    if searcher.certainty < EXACT
        && !searcher.is_probing
        && let Some(value) = probable(searcher, node, alpha, depth)
    {
        return value;
    }
    let Some(mut list) = searcher.candidates(board, moves) else { return 64 };
    if depth >= ASKED_AHEAD
        && let Some(value) = ask_ahead(searcher, &list, depth - 1, alpha)
    {
        return value;
    }
    let best = best_of(searcher, node, &mut list, known, alpha, depth);
    if !searcher.solver.is_over {
        let certainty = searcher.certainty;
        let found = Found { value: best.value, alpha, beta: alpha + 1, depth, certainty, square: best.square };
        searcher.solver.table.store(hash, found);
    }
    best.value
}

/// The best of the moves, or the first that is good enough. Where the table knows a move, the others are put into order only
/// when that one has failed.
#[inline(always)]
fn best_of<M: Machine>(
    searcher: &mut Searcher<'_, M>,
    node: &Node,
    list: &mut Candidates,
    known: [u8; 2],
    alpha: i32,
    depth: u32,
) -> Best {
    let machine = searcher.solver.machine;
    let mut best = Best::NONE;
    let unordered = match list.iter().position(|candidate| candidate.square == known[0]) {
        Some(at) => {
            list.swap(0, at);
            1
        }
        None => 0,
    };
    for at in 0..list.len() {
        if at == unordered {
            // A search that is over must not look at anything any more on its way back.
            if searcher.solver.is_over {
                break;
            }
            searcher.order(node, &mut list[at..], known, depth);
        }
        let candidate = list[at];
        if at > 0 && searcher.may_share(depth, node.board.count_empties()) {
            let Searcher { certainty, is_probing, .. } = *searcher;
            return searcher.share(Errand { node: *node, alpha, depth, certainty, is_probing }, &list[at..], best);
        }
        let after = node.after(searcher.patterns, u32::from(candidate.square), candidate.flips);
        let value = -machine.null_window(searcher, &after, -alpha - 1, depth - 1);
        if value > best.value {
            best = Best { value, square: candidate.square };
            if value > alpha {
                break;
            }
        }
    }
    best
}

/// A shallow search that leaves no doubt within reason.
#[inline(always)]
fn probable<M: Machine>(searcher: &mut Searcher<'_, M>, node: &Node, alpha: i32, depth: u32) -> Option<i32> {
    let empties = node.board.count_empties();
    let cut = cuts::cut(searcher.certainty, depth, empties)?;
    let opinion = searcher.opinion(node);
    let machine = searcher.solver.machine;
    let high = alpha + 1 + cut.margin;
    let mut found = None;
    searcher.is_probing = true;
    if high <= 64 && opinion >= high - cut.slack && machine.null_window(searcher, node, high - 1, cut.depth) >= high {
        found = Some(alpha + 1);
    }
    let low = alpha - cut.margin;
    if found.is_none()
        && low >= -64
        && opinion <= low + cut.slack
        && machine.null_window(searcher, node, low, cut.depth) <= low
    {
        found = Some(alpha);
    }
    searcher.is_probing = false;
    found.filter(|_| !searcher.solver.is_over)
}

/// The table may know of a move that is good enough.
#[inline(always)]
fn ask_ahead<M: Machine>(searcher: &Searcher<'_, M>, list: &Candidates, depth: u32, alpha: i32) -> Option<i32> {
    let known = |candidate: &Candidate| {
        let entry = searcher.solver.table.find(candidate.hash)?;
        let value = -i32::from(entry.upper);
        (entry.certainty >= searcher.certainty && u32::from(entry.depth) >= depth && value > alpha).then_some(value)
    };
    list.iter().find_map(known)
}

/// Depths 0, 1 and 2, without the table.
#[inline(always)]
pub(crate) fn last_plies<M: Machine>(searcher: &mut Searcher<'_, M>, node: &Node, alpha: i32, depth: u32) -> i32 {
    searcher.solver.nodes += 1;
    if depth == 0 {
        return searcher.opinion(node);
    }
    let machine = searcher.solver.machine;
    let moves = machine.moves(node.board);
    if moves == 0 {
        let passed = node.passed();
        if machine.moves(passed.board) == 0 {
            return node.board.final_score();
        }
        return -machine.last_plies(searcher, &passed, -alpha - 1, depth);
    }
    let mut best = -INFINITE;
    // Corners first: they are good more often than not, and nothing else is known here.
    for mut part in [moves & CORNERS, moves & !CORNERS & !BESIDE_CORNERS, moves & BESIDE_CORNERS] {
        while part != 0 {
            let square = take_square(&mut part);
            let flips = machine.flips(node.board, square);
            if flips == node.board.other {
                return 64;
            }
            let after = node.after(searcher.patterns, square, flips);
            let value = if depth == 1 {
                searcher.solver.nodes += 1;
                -searcher.opinion(&after)
            } else {
                -machine.last_plies(searcher, &after, -alpha - 1, depth - 1)
            };
            best = best.max(value);
            if best > alpha {
                return best;
            }
        }
    }
    best
}

/// The squares beside corners, along edges and inside.
const BESIDE_CORNERS: u64 = 0x42C3_0000_0000_C342;
