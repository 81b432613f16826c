//! `minimax`: every line to a depth, without pruning, as report 004 does it. The oracle other searches answer to.

use joute_games::Game;

use crate::control::{Control, Meter};
use crate::feature::Feature;
use crate::heuristic::{Heuristic, INFINITE, Margin, Score};
use crate::path::{Path, repetition_value};
use crate::strategy::{Choice, Limits, Report, Strategy, Thinking};

/// Looks at every line of so many plies. With a limit on time or nodes it looks one ply ahead, then two, and so on.
#[derive(Debug, Clone)]
pub struct Minimax<H = Margin> {
    /// Plies it looks ahead.
    pub depth: u32,
    /// What it thinks of the positions where it stops.
    pub heuristic: H,
    /// Whether it knows that a position which comes back may end the game; report 004 does not.
    pub knows_repetition: bool,
}

impl Minimax {
    /// Minimax with report 004's evaluation: the difference of the stores, or of what else the game counts.
    pub fn new(depth: u32) -> Minimax {
        Minimax::with(depth, Margin)
    }
}

/// What a search to one depth found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found<M> {
    /// The value for the side to move.
    pub score: Score,
    /// The first of the best moves; `None` when the game is over.
    pub mv: Option<M>,
    /// Positions looked at, the one it began with included.
    pub nodes: u64,
}

impl<H> Minimax<H> {
    /// Minimax with a heuristic of one's own choice.
    pub fn with(depth: u32, heuristic: H) -> Minimax<H> {
        Minimax { depth, heuristic, knows_repetition: true }
    }

    /// The value of a position at exactly this depth; `None` when the search was stopped.
    pub fn value<G: Game>(&self, game: &G, thinking: &Thinking<'_>) -> Option<Found<G::Move>>
    where
        H: Heuristic<G>,
    {
        let control = Control::start(thinking, &thinking.limits);
        self.to_depth(game, thinking, &control, self.depth)
    }

    fn to_depth<G: Game>(
        &self,
        game: &G,
        thinking: &Thinking<'_>,
        control: &Control<'_>,
        depth: u32,
    ) -> Option<Found<G::Move>>
    where
        H: Heuristic<G>,
    {
        let path = Path::new(game, thinking.history);
        let watches = self.knows_repetition && path.watches();
        let mut walk = Walk { heuristic: self.heuristic.clone(), path, meter: Meter::new(control), nodes: 1 };
        let mut game = game.clone();
        // Two copies of the code, one of which never asks about repetition.
        let (score, mv) =
            if watches { walk.best::<true, _>(&mut game, depth) } else { walk.best::<false, _>(&mut game, depth) };
        (!walk.meter.is_over()).then_some(Found { score, mv, nodes: walk.nodes })
    }
}

impl<G: Game, H: Heuristic<G>> Strategy<G> for Minimax<H> {
    fn choose(&mut self, game: &G, thinking: &Thinking<'_>) -> Choice<G::Move> {
        let depth = thinking.limits.depth.map_or(self.depth, |limit| limit.min(self.depth)).max(1);
        let control = Control::start(thinking, &thinking.limits);
        let is_limited = Limits { depth: None, ..thinking.limits } != Limits::default();
        let mut choice = Choice::from(game.legal_moves()[0]);
        let mut nodes = 0;
        // Without limits the smaller trees would only cost time.
        for depth in if is_limited { 1 } else { depth }..=depth {
            let Some(Found { score, mv: Some(mv), nodes: looked_at }) = self.to_depth(game, thinking, &control, depth)
            else {
                break;
            };
            nodes += looked_at;
            let report = Report { score: self.heuristic.in_units(score), depth, nodes, pv: vec![mv] };
            choice = Choice { mv, report: Some(Box::new(report)) };
        }
        choice
    }

    fn appraise(&mut self, game: &G, thinking: &Thinking<'_>) -> Vec<(G::Move, f64)> {
        let control = Control::start(thinking, &thinking.limits);
        let value = |mv| {
            let mut after = game.clone();
            after.play(mv);
            let found = self.to_depth(&after, thinking, &control, self.depth.saturating_sub(1))?;
            let value = if after.turn() == game.turn() { found.score } else { -found.score };
            Some((mv, self.heuristic.in_units(value)))
        };
        game.legal_moves().into_iter().map_while(value).collect()
    }

    fn features(&self) -> &'static [Feature] {
        self.heuristic.features()
    }
}

struct Walk<'c, H> {
    heuristic: H,
    path: Path,
    meter: Meter<'c>,
    nodes: u64,
}

impl<H> Walk<'_, H> {
    /// The value of a position and its first best move.
    #[inline]
    fn best<const WATCHES: bool, G>(&mut self, game: &mut G, depth: u32) -> (Score, Option<G::Move>)
    where
        G: Game,
        H: Heuristic<G>,
    {
        if depth == 0 {
            return (self.heuristic.leaf(game), None);
        }
        let moves = game.legal_moves();
        let (mut best, mut best_move) = (-INFINITE, None);
        if moves.is_empty() {
            return (self.heuristic.leaf(game), None);
        }
        self.nodes += moves.len() as u64;
        if self.meter.count(moves.len() as u64) {
            return (0, None);
        }
        let side = game.turn();
        let tallies = if WATCHES { game.tallies() } else { [0; 2] };
        for &mv in &moves {
            let undo = game.make(mv);
            let value = if WATCHES { self.watched(game, depth - 1, tallies) } else { self.unwatched(game, depth - 1) };
            let value = if game.turn() == side { value } else { -value };
            game.unmake(undo);
            if value > best {
                (best, best_move) = (value, Some(mv));
            }
        }
        (best, best_move)
    }

    /// The value of a position in a game that repetition does not end.
    #[inline]
    fn unwatched<G>(&mut self, game: &mut G, depth: u32) -> Score
    where
        G: Game,
        H: Heuristic<G>,
    {
        if depth == 1
            && let Some((value, moves)) = self.heuristic.one_ply_ahead(game)
        {
            self.nodes += moves as u64;
            self.meter.count(moves as u64);
            return value;
        }
        self.best::<false, _>(game, depth).0
    }

    /// The value of a position that came from one with these tallies, in a game that a repetition ends.
    #[inline]
    fn watched<G>(&mut self, game: &mut G, depth: u32, before: [u32; 2]) -> Score
    where
        G: Game,
        H: Heuristic<G>,
    {
        let irreversible = game.tallies() != before;
        if !irreversible && self.path.knows(|| game.key()) {
            return repetition_value(game, &self.heuristic);
        }
        if depth == 0 {
            return self.heuristic.leaf(game);
        }
        let step = self.path.enter(irreversible, game.key());
        let (value, _) = self.best::<true, _>(game, depth);
        self.path.leave(step);
        value
    }
}
