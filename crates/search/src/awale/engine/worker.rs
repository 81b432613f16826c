//! One thread of the engine: principal variation search.
//!
//! The last ply is looked at in a loop of its own, which remembers nothing and asks nobody. Values that rest on coming
//! back to a position from before the one they are of are true only on that way: they are never remembered.

use arrayvec::ArrayVec;
use joute_games::awale::Awale;
use joute_games::{Game, Side};

use super::super::rows::StandardRules;
use super::super::tables::{Bounds, Endgame, Loops};
use super::board::{Board, Child, SEED, of_margin};
use super::evaluation::Weights;
use super::ordering::{Learned, MOST_MOVES};
use crate::control::Meter;
use crate::heuristic::{INFINITE, Score};
use crate::table::{Bound, Entry, NO_MOVE, Table};
use crate::window::Window;

/// The greatest depth there is; it must fit an entry of the table.
pub(super) const DEEPEST: u32 = 200;
/// The fewest plies in which a position can come back.
const CYCLE: usize = 12;
/// From this depth on the positions after all moves are asked for before any is searched.
const ASKS_AHEAD: u32 = FAR + 1;
/// Positions to be looked at less deeply than that are remembered near by, in memory that a processor has at hand.
const FAR: u32 = 4;
/// Bytes of that memory.
pub(super) const NEAR_BYTES: usize = 512 << 10;
/// From this depth on late moves are looked at less deeply first.
const REDUCES: u32 = 4;
/// From this ply on tables on disk are not asked: they are slow.
const DISK_PLIES: usize = 3;

/// Where a search is: how deep it still looks and how it came there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) depth: u32,
    pub(super) ply: usize,
    /// Whether the last move captured something, so that no earlier position can come back.
    pub(super) is_fresh: bool,
}

/// What one thread works with.
pub(super) struct Worker<'s, R: StandardRules> {
    /// Lends the rules to keys.
    pub(super) game: Awale<R>,
    pub(super) weights: &'s Weights,
    pub(super) endgame: Option<&'s Endgame<R>>,
    /// What all threads remember.
    pub(super) table: Option<&'s Table>,
    /// What this thread remembers of positions close to the last ply.
    pub(super) near: Table,
    pub(super) meter: Meter<'s>,
    pub(super) learned: Learned,
    /// Keys of the positions on the way, those of the game first.
    pub(super) path: Vec<u64>,
    /// Where the positions begin that can still come back.
    pub(super) run: usize,
    /// The earliest position on the way that the values found since rest on coming back to.
    pub(super) rests_on: usize,
    /// How many positions were judged for want of depth.
    pub(super) horizon: u64,
    /// Whether late moves are looked at less deeply.
    pub(super) is_selective: bool,
    /// Whether nothing counts that may not hold on the way here.
    pub(super) is_certain: bool,
    /// For each ply, the line found from there on.
    pub(super) lines: Vec<Vec<u32>>,
}

/// Nothing on the way.
pub(super) const NOTHING: usize = usize::MAX;

impl<R: StandardRules> Worker<'_, R> {
    /// The value of a position for the side to move; outside the window a bound. After a stop it means nothing.
    pub(super) fn search(&mut self, board: Board, window: Window, place: Place) -> Score {
        self.lines[place.ply].clear();
        if self.meter.count(1) {
            return 0;
        }
        let legal = board.rows.legal::<R>();
        if legal == 0 {
            return board.final_value::<R>();
        }
        if let Some(score) = self.certain(board, window, place) {
            return score;
        }
        if place.depth <= 1 {
            return self.last_ply(board, legal, window);
        }
        let key = board.key(&self.game, self.turn_at(place.ply));
        if !place.is_fresh
            && let Some(at) = self.came_before(key)
        {
            self.rests_on = self.rests_on.min(at);
            return board.repetition_value::<R>();
        }
        let entry = self.memory(place.depth).and_then(|table| table.get(key));
        if let Some(entry) = entry.filter(|entry| self.may_trust(place) && entry.is_enough(place.depth, window)) {
            self.horizon += u64::from(!entry.complete);
            return entry.score;
        }
        let hint = entry.map_or(NO_MOVE, |entry| entry.code);
        self.remembered(board, legal, window, place, (key, hint))
    }

    /// Whether what is remembered of a position holds here. What was found on another way knows nothing of the positions on
    /// this one, to which a line below may come back: where rounds are worth what each side has in its row, it is certain
    /// only where nothing can come back.
    fn may_trust(&self, place: Place) -> bool {
        !self.is_certain || place.is_fresh || Loops::of::<R>() == Loops::Drawn
    }

    /// Searches, and remembers what was found unless it rests on how the position came about.
    fn remembered(&mut self, board: Board, legal: u64, window: Window, place: Place, known: (u64, u16)) -> Score {
        let (key, hint) = known;
        let (horizon, rests_on, run) = (self.horizon, self.rests_on, self.run);
        let here = self.path.len();
        if place.is_fresh {
            self.run = here;
        }
        self.rests_on = NOTHING;
        self.path.push(key);
        let (score, pit) = self.best_of(board, legal, window, place, hint);
        self.path.pop();
        self.run = run;
        let is_free = self.rests_on >= here;
        self.rests_on = if is_free { rests_on } else { self.rests_on.min(rests_on) };
        if self.meter.is_over() {
            return 0;
        }
        if let Some(table) = self.memory(place.depth) {
            let bound = window.bound_of(score);
            let code = pit.map_or(hint, |pit| pit as u16);
            let complete = is_free && self.horizon == horizon;
            // Of a value that holds on this way only, nothing but the move is worth keeping.
            let entry = match is_free {
                true => Entry { score, bound, code, depth: place.depth as u8, complete },
                false => Entry { score: -INFINITE, bound: Bound::Lower, code, depth: 0, complete },
            };
            table.put(key, entry);
        }
        score
    }

    /// The best move and its value, the most promising moves first.
    fn best_of(&mut self, board: Board, legal: u64, window: Window, place: Place, hint: u16) -> (Score, Option<u32>) {
        let mut children = self.learned.ordered::<R>(board, legal, hint, place.ply);
        if let Some(found) = self.ask_ahead(children.as_slice(), window, place) {
            return found;
        }
        let mut open = window;
        let (mut best, mut best_pit) = (-INFINITE, None);
        let mut rank = 0;
        while let Some(child) = children.next() {
            let score = self.after(&child, open, place, rank);
            if self.meter.is_over() {
                return (0, None);
            }
            rank += 1;
            if score > best {
                best = score;
                if score > open.alpha {
                    (open.alpha, best_pit) = (score, Some(child.pit));
                    self.extend_line(child.pit, place.ply);
                }
                if score >= window.beta {
                    self.learned.reward(board, &child, children.tried(), place);
                    break;
                }
            }
        }
        (best, best_pit)
    }

    /// The value of a move for the side that makes it. All but the first are first asked whether they are better.
    pub(super) fn after(&mut self, child: &Child, window: Window, place: Place, rank: usize) -> Score {
        if let Some(score) = child.board.majority() {
            self.lines[place.ply + 1].clear();
            return -score;
        }
        let below = Place { depth: place.depth - 1, ply: place.ply + 1, is_fresh: child.captured > 0 };
        if rank == 0 {
            return -self.search(child.board, window.turned(), below);
        }
        if self.is_selective && rank >= 2 && place.depth >= REDUCES && child.captured == 0 {
            let less = Place { depth: below.depth - 1 - u32::from(rank >= 4 && place.depth >= 8), ..below };
            let score = -self.search(child.board, window.null().turned(), less);
            if score <= window.alpha || self.meter.is_over() {
                return score;
            }
        }
        let score = -self.search(child.board, window.null().turned(), below);
        if score > window.alpha && score < window.beta && window.is_open() {
            return -self.search(child.board, window.turned(), below);
        }
        score
    }

    /// The score where the rules and the tables settle the question.
    #[inline(always)]
    fn certain(&self, board: Board, window: Window, place: Place) -> Option<Score> {
        let (lead, rest) = (board.lead(), board.rest());
        let mut bounds = Bounds { low: lead - rest, high: lead + rest };
        if place.is_fresh
            && let Some(known) = self.tabled(board, rest, place)
        {
            bounds = Bounds { low: lead + known.low, high: lead + known.high };
        }
        let (low, high) = (of_margin(bounds.low), of_margin(bounds.high));
        if low == high || low >= window.beta {
            return Some(low);
        }
        (high <= window.alpha).then_some(high)
    }

    #[inline(always)]
    fn tabled(&self, board: Board, rest: i32, place: Place) -> Option<Bounds> {
        let endgame = self.endgame?;
        if rest as u32 <= endgame.seeds_in_memory() {
            return endgame.bounds(board.rows);
        }
        (place.ply <= DISK_PLIES && rest as u32 <= endgame.seeds()).then(|| endgame.bounds_from_disk(board.rows))?
    }

    /// The positions one ply ahead, judged in one go.
    fn last_ply(&mut self, board: Board, legal: u64, window: Window) -> Score {
        let (mut left, mut best, mut nodes) = (legal, -INFINITE, 0);
        while left != 0 {
            let child = board.play::<R>(left.trailing_zeros() / 8);
            left &= left - 1;
            nodes += 1;
            best = best.max(-self.leaf(&child));
            if best >= window.beta {
                break;
            }
        }
        self.meter.count(nodes);
        best
    }

    /// What the side to move has to hope for, or gets.
    #[inline(always)]
    fn leaf(&mut self, child: &Child) -> Score {
        let board = child.board;
        if child.captured > 0
            && let Some(score) = board.majority()
        {
            return score;
        }
        if (board.rows.mine == 0 || board.rows.theirs == 0) && board.rows.legal::<R>() == 0 {
            return board.final_value::<R>();
        }
        if let Some(endgame) = self.endgame
            && board.rest() as u32 <= endgame.seeds_in_memory()
            && let Some(bounds) = endgame.bounds(board.rows)
        {
            return self.tabled_leaf(board, bounds, child.captured > 0);
        }
        self.horizon += 1;
        self.weights.score(board)
    }

    /// What the tables say of a leaf: a result where it is one, else an opinion within the bounds.
    #[inline(always)]
    fn tabled_leaf(&mut self, board: Board, bounds: Bounds, is_fresh: bool) -> Score {
        let lead = board.lead();
        if let Some(value) = bounds.exact().filter(|_| is_fresh) {
            return of_margin(lead + value);
        }
        self.horizon += 1;
        let (low, high) = ((lead + bounds.low) * SEED, (lead + bounds.high) * SEED);
        self.weights.score(board).clamp(low, high)
    }

    /// Where positions are remembered that are looked at to this depth.
    #[inline(always)]
    fn memory(&self, depth: u32) -> Option<&Table> {
        if depth < FAR { Some(&self.near) } else { self.table }
    }

    /// Whose turn it is so many plies from where the search began.
    #[inline(always)]
    fn turn_at(&self, ply: usize) -> Side {
        if ply.is_multiple_of(2) { self.game.turn() } else { self.game.turn().other() }
    }

    /// Where on the way a position came before, if it did.
    #[inline]
    fn came_before(&self, key: u64) -> Option<usize> {
        let end = (self.path.len() + 1).saturating_sub(CYCLE);
        if self.run >= end {
            return None;
        }
        // Positions with the same side to move are an even number of plies away.
        (self.run..end).rev().filter(|at| (self.path.len() - at).is_multiple_of(2)).find(|at| self.path[*at] == key)
    }

    /// A move whose value is remembered to be good enough, or nothing.
    fn ask_ahead(&self, children: &[Child], window: Window, place: Place) -> Option<(Score, Option<u32>)> {
        let table = self.table.filter(|_| place.depth >= ASKS_AHEAD && !window.is_open())?;
        let turn = self.turn_at(place.ply + 1);
        let keys: ArrayVec<u64, MOST_MOVES> = children.iter().map(|child| child.board.key(&self.game, turn)).collect();
        // All of them come at once: the memory is what such a look waits for.
        keys.iter().for_each(|&key| table.expect(key));
        children.iter().zip(keys).find_map(|(child, key)| {
            let entry = table.get(key)?;
            let is_deep = u32::from(entry.depth) + 1 >= place.depth || entry.complete;
            let is_enough = is_deep && entry.bound != Bound::Lower && -entry.score >= window.beta;
            // A quiet move may come back to where it came from: only what cannot is certain enough.
            (is_enough && (child.captured > 0 || self.path.len() - self.run < CYCLE - 1))
                .then_some((-entry.score, Some(child.pit)))
        })
    }

    fn extend_line(&mut self, pit: u32, ply: usize) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(pit);
        before[ply].extend_from_slice(&after[0]);
    }
}
