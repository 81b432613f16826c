//! One thread of the search: down the tree, a random game, and back up with its result.

use joute_games::history::History;
use joute_games::random::{Generator, Seed};
use joute_games::{Game, GameMove, Settlement};

use super::MctsOptions;
use super::rollout::Rollouts;
use super::tree::{Proof, Tree};
use crate::control::{Control, Meter};
use crate::path::Path;

/// After so many games it is told for the first time what was seen.
const FIRST_TOLD: u64 = 64;

/// What a thread works with.
pub(super) struct Explorer<'c, G: Game> {
    start: G,
    tree: Tree<G::Move>,
    path: Path,
    generator: Generator,
    history: History,
    meter: Meter<'c>,
    exploration: f64,
    rollouts: Rollouts,
    control: &'c Control<'c>,
}

/// What was seen of the moves of a position.
#[derive(Debug, Clone)]
pub(super) struct RootStatistics<M> {
    pub(super) moves: Vec<MoveStatistics<M>>,
    /// The moves that were tried most, one after the other.
    pub(super) line: Vec<M>,
    /// For each move, those that were tried most after it.
    pub(super) replies: Vec<Vec<M>>,
}

/// What was seen of one move.
#[derive(Debug, Clone, Copy)]
pub(super) struct MoveStatistics<M> {
    pub(super) mv: M,
    pub(super) visits: u64,
    results: f64,
    margins: f64,
    pub(super) proof: Proof,
}

impl<'c, G: Game> Explorer<'c, G> {
    pub(super) fn new(
        game: &G,
        history: &[u64],
        seed: Seed,
        options: &MctsOptions,
        control: &'c Control<'c>,
    ) -> Explorer<'c, G> {
        Explorer {
            start: game.clone(),
            tree: Tree::new(game, options.memory / options.threads.max(1) as usize),
            path: Path::new(game, history),
            generator: seed.generator(),
            history: History::default(),
            meter: Meter::new(control),
            exploration: options.exploration,
            rollouts: options.rollouts,
            control,
        }
    }

    /// Explores until a limit, or until the result is proven. Tells what was seen each time the games have doubled.
    pub(super) fn run(mut self, tell: &mut dyn FnMut(RootStatistics<G::Move>)) -> RootStatistics<G::Move> {
        let mut way = Vec::new();
        let (mut games, mut next) = (0_u64, FIRST_TOLD);
        while !self.tree.is_empty() && self.tree.node(0).proof == Proof::Open && !self.control.is_near_end() {
            let Some(tallies) = self.explore(&mut way) else {
                break;
            };
            for &index in way.iter().rev() {
                self.tree.node_mut(index).note(tallies, self.start.total());
                self.tree.prove(index);
            }
            if self.meter.count(1) {
                break;
            }
            games += 1;
            if games == next {
                next *= 2;
                tell(self.seen());
            }
        }
        self.seen()
    }

    /// Goes down to a leaf, gives it children and plays from there; notes the way and gives the final tallies.
    fn explore(&mut self, way: &mut Vec<usize>) -> Option<[u32; 2]> {
        let mut game = self.start.clone();
        let mut steps = Vec::new();
        let mut index = 0;
        way.clear();
        way.push(0);
        let tallies = loop {
            if self.tree.node(index).is_leaf() {
                break self.play_from_leaf(&mut game, index);
            }
            index = self.select(index);
            way.push(index);
            let before = if self.path.watches() { game.tallies() } else { [0; 2] };
            game.play(self.tree.node(index).mv);
            if self.path.watches() {
                let step = self.path.enter(game.tallies() != before, game.key());
                steps.push(step);
                if step.repeats {
                    // The way that led here is part of this node, so that the repetition is as well.
                    break Some(self.ended(index, game.settle(Settlement::Repetition)));
                }
            }
        };
        while let Some(step) = steps.pop() {
            self.path.leave(step);
        }
        tallies
    }

    fn play_from_leaf(&mut self, game: &mut G, index: usize) -> Option<[u32; 2]> {
        let moves = game.legal_moves();
        if moves.is_empty() {
            return Some(self.ended(index, game.tallies()));
        }
        if self.tree.node(index).visits > 0 {
            self.tree.expand(index, game.turn(), &moves);
        }
        let control = self.control;
        let mut plies = 0_u32;
        let is_over = || {
            plies += 1;
            // Reading the clock costs as much as a move of a small game.
            control.is_told() || (plies.is_multiple_of(16) && control.is_over())
        };
        self.rollouts.play(game, &mut self.generator, &mut self.history, is_over)
    }

    /// A node at which the game is over.
    fn ended(&mut self, index: usize, tallies: [u32; 2]) -> [u32; 2] {
        let node = self.tree.node_mut(index);
        node.proof = match tallies[node.mover].cmp(&tallies[node.mover.other()]) {
            std::cmp::Ordering::Greater => Proof::Won,
            std::cmp::Ordering::Less => Proof::Lost,
            std::cmp::Ordering::Equal => Proof::Open,
        };
        tallies
    }

    /// The child to go on with: one never tried, else the one whose results and rarity promise most. A lost one only
    /// when there is no other.
    fn select(&mut self, index: usize) -> usize {
        let untried = self.tree.children(index).filter(|&child| self.tree.node(child).visits == 0).count();
        if untried > 0 {
            let chosen = self.generator.index(untried);
            let mut untried = self.tree.children(index).filter(|&child| self.tree.node(child).visits == 0);
            return untried.nth(chosen).unwrap_or(index);
        }
        let logarithm = f64::from(self.tree.node(index).visits.max(1)).ln();
        let mut best = (f64::NEG_INFINITY, index);
        for child in self.tree.children(index) {
            let node = self.tree.node(child);
            let visits = f64::from(node.visits);
            let doubt = self.exploration * (logarithm / visits).sqrt();
            let worth = match node.proof {
                Proof::Won => f64::INFINITY,
                Proof::Open => node.results / visits + doubt,
                Proof::Lost => node.results / visits - 1e6,
            };
            if worth > best.0 {
                best = (worth, child);
            }
        }
        best.1
    }

    fn seen(&self) -> RootStatistics<G::Move> {
        if self.tree.is_empty() {
            return RootStatistics { moves: Vec::new(), line: Vec::new(), replies: Vec::new() };
        }
        let moves = self.tree.children(0).map(|child| self.tree.node(child)).map(|node| MoveStatistics {
            mv: node.mv,
            visits: u64::from(node.visits),
            results: node.results,
            margins: node.margins,
            proof: node.proof,
        });
        let replies = self.tree.children(0).map(|child| self.line_from(child)).collect();
        RootStatistics { moves: moves.collect(), line: self.line_from(0), replies }
    }

    /// The moves that were tried most, one after the other, below a node.
    fn line_from(&self, mut index: usize) -> Vec<G::Move> {
        let mut line = Vec::new();
        while let Some(next) = self.tree.children(index).max_by_key(|&child| self.rank(child)) {
            if self.tree.node(next).visits == 0 {
                break;
            }
            line.push(self.tree.node(next).mv);
            index = next;
        }
        line
    }

    /// Won before open before lost, then the more visits; the first of equals.
    fn rank(&self, child: usize) -> (u8, u32, std::cmp::Reverse<usize>) {
        let node = self.tree.node(child);
        (standing(node.proof), node.visits, std::cmp::Reverse(child))
    }
}

pub(super) fn standing(proof: Proof) -> u8 {
    match proof {
        Proof::Won => 2,
        Proof::Open => 1,
        Proof::Lost => 0,
    }
}

impl<M: GameMove> RootStatistics<M> {
    /// What several threads have seen of the same moves; the line is the first one's.
    pub(super) fn together(all: Vec<RootStatistics<M>>) -> RootStatistics<M> {
        let mut all = all.into_iter();
        let mut sum = all.next().unwrap_or(RootStatistics { moves: Vec::new(), line: Vec::new(), replies: Vec::new() });
        for other in all {
            for (mv, more) in sum.moves.iter_mut().zip(other.moves) {
                mv.visits += more.visits;
                mv.results += more.results;
                mv.margins += more.margins;
                if more.proof != Proof::Open {
                    mv.proof = more.proof;
                }
            }
        }
        sum
    }

    /// The move to play: a proven win, else the one that was tried most and is not lost.
    pub(super) fn best(&self) -> Option<MoveStatistics<M>> {
        let rank = |seen: &MoveStatistics<M>| (standing(seen.proof), seen.visits, std::cmp::Reverse(seen.mv));
        self.moves.iter().copied().max_by_key(rank)
    }
}

impl<M> MoveStatistics<M> {
    /// The mean margin of the games that began with this move.
    pub(super) fn mean_margin(&self) -> f64 {
        self.margins / self.visits.max(1) as f64
    }
}
