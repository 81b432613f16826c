//! The tree of one thread: nodes in one vector, so that its memory is known and bounded.

use joute_games::{Game, GameMove, Side};

/// What is certain about a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Proof {
    /// Nothing.
    Open,
    /// The side that moved here wins.
    Won,
    /// The side that moved here loses.
    Lost,
}

/// A move that was played, and what came of it.
#[derive(Debug, Clone)]
pub(super) struct Node<M> {
    /// Results of the side that moved here: 1 for a win, 0 for a loss, nuances for margins.
    pub(super) results: f64,
    /// Margins of the side that moved here.
    pub(super) margins: f64,
    pub(super) visits: u32,
    /// Where its children begin; 0 while it has none.
    first: u32,
    count: u16,
    pub(super) mv: M,
    pub(super) mover: Side,
    pub(super) proof: Proof,
}

/// A growing tree; node 0 is the position the search began with.
#[derive(Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    most: usize,
}

impl<M: GameMove> Tree<M> {
    /// A tree of at most so many bytes, with the children of `game` at least.
    pub(super) fn new<G: Game<Move = M>>(game: &G, bytes: usize) -> Tree<M> {
        let moves = game.legal_moves();
        let most = (bytes / size_of::<Node<M>>()).clamp(1 + moves.len(), u32::MAX as usize);
        let mut tree = Tree { nodes: Vec::new(), most };
        if let Some(&mv) = moves.first() {
            tree.nodes.push(Node::new(mv, game.turn().other()));
            tree.expand(0, game.turn(), &moves);
        }
        tree
    }

    /// Gives a node its children, if there is memory for them.
    pub(super) fn expand(&mut self, index: usize, turn: Side, moves: &[M]) {
        if self.nodes.len() + moves.len() > self.most {
            return;
        }
        if self.nodes.capacity() < self.nodes.len() + moves.len() {
            // A vector would double beyond what is allowed.
            let room = (self.nodes.len() + 1024).min(self.most - self.nodes.len()).max(moves.len());
            self.nodes.reserve_exact(room);
        }
        (self.nodes[index].first, self.nodes[index].count) = (self.nodes.len() as u32, moves.len() as u16);
        self.nodes.extend(moves.iter().map(|&mv| Node::new(mv, turn)));
    }

    /// The children of a node.
    pub(super) fn children(&self, index: usize) -> std::ops::Range<usize> {
        let first = self.nodes[index].first as usize;
        first..first + usize::from(self.nodes[index].count)
    }

    /// A node.
    #[inline]
    pub(super) fn node(&self, index: usize) -> &Node<M> {
        &self.nodes[index]
    }

    /// A node, to be changed.
    #[inline]
    pub(super) fn node_mut(&mut self, index: usize) -> &mut Node<M> {
        &mut self.nodes[index]
    }

    /// Whether there is no move at all.
    pub(super) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Proves a node by its children: one won move is enough for the side that has it, all lost ones are its loss.
    pub(super) fn prove(&mut self, index: usize) {
        let children = &self.nodes[self.children(index)];
        let Some(first) = children.first() else {
            return;
        };
        let result = if children.iter().any(|child| child.proof == Proof::Won) {
            Proof::Won
        } else if children.iter().all(|child| child.proof == Proof::Lost) {
            Proof::Lost
        } else {
            return;
        };
        let is_same_side = first.mover == self.nodes[index].mover;
        self.nodes[index].proof = if is_same_side { result } else { result.turned() };
    }

    /// The bytes the tree takes.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<M>>()
    }
}

impl Proof {
    /// What it means for the opponent.
    fn turned(self) -> Proof {
        match self {
            Proof::Open => Proof::Open,
            Proof::Won => Proof::Lost,
            Proof::Lost => Proof::Won,
        }
    }
}

impl<M> Node<M> {
    fn new(mv: M, mover: Side) -> Node<M> {
        Node { results: 0.0, margins: 0.0, visits: 0, first: 0, count: 0, mv, mover, proof: Proof::Open }
    }

    /// Whether it has no children yet.
    #[inline]
    pub(super) fn is_leaf(&self) -> bool {
        self.count == 0
    }

    /// Notes final tallies.
    #[inline]
    pub(super) fn note(&mut self, tallies: [u32; 2], total: u32) {
        let margin = f64::from(tallies[self.mover]) - f64::from(tallies[self.mover.other()]);
        let win = if margin == 0.0 { 0.5 } else { f64::from(u8::from(margin > 0.0)) };
        // A win is nearly everything; a large one is a little better, so that won and lost games are still played.
        self.results += 0.95 * win + 0.05 * (0.5 + 0.5 * margin / f64::from(total.max(1)));
        self.margins += margin;
        self.visits += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joute_games::othello::Othello;

    #[test]
    fn memory_is_bounded() {
        let game = Othello::start(&Default::default()).unwrap();
        for bytes in [1000, 100_000, 123_456] {
            let mut tree = Tree::new(&game, bytes);
            let moves = game.legal_moves();
            for index in 1..10_000 {
                if index < tree.nodes.len() {
                    tree.expand(index, Side::Second, &moves);
                }
            }
            assert!(tree.bytes() <= bytes && tree.bytes() + 1000 > bytes, "{} of {bytes}", tree.bytes());
        }
    }
}
