//! `awale-depth`: report 004's tree, filled in memory as the report does and searched without keeping it.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use joute_draw::svg::chart::{self, Axis, Curve, Curves, Point, Scale};
use joute_games::Game;
use joute_games::awale::{Awale, Francois, Rules, Setup};
use joute_games::random::Seed;
use joute_search::{Limits, Minimax, Thinking, margin};

use crate::experiment::{Experiment, ExperimentError, Findings, Line, Outcome};
use crate::lab::{Effort, Lab};

pub(crate) const AWALE_DEPTH: Experiment = Experiment {
    name: "awale-depth",
    report: "004 1.2",
    stated: "to fill the tree and play and print a game takes 2 725 at depth 5, 2 022 514 at depth 9 and 12 537 066 at depth \
             10 (no unit; microseconds fit): more than 6 times as much from 9 to 10",
    criterion: "the tree to depth 10 has more than 6 times as many positions as the tree to depth 9; times are this machine's \
                and judge nothing",
    weight: 12,
    only_by_name: false,
    run,
};

type Report004 = Awale<Francois>;

/// What the report measured, in what must be microseconds.
const STATED: [(u32, f64); 3] = [(5, 2_725.0), (9, 2_022_514.0), (10, 12_537_066.0)];

/// A tree to one depth.
struct Tree {
    depth: u32,
    nodes: u64,
    /// Seconds to search it without keeping it, the best of several.
    searched: f64,
    /// Seconds to fill it in memory and find its value there.
    filled: f64,
}

fn run(lab: &Lab<'_>) -> Outcome {
    let deepest = match lab.effort {
        Effort::Full => 10,
        Effort::Quick => 8,
        Effort::Tiny => 4,
    };
    lab.plan(1);
    let start = Report004::start(&Setup::standard(Rules::FRANCOIS))?;
    let mut trees = Vec::new();
    for depth in 1..=deepest {
        if lab.stop.load(std::sync::atomic::Ordering::Relaxed) {
            return Err(ExperimentError::Stopped);
        }
        trees.push(Tree::measure(&start, depth)?);
        lab.progress.reached(f64::from(depth) / f64::from(deepest));
    }
    let [before, last] = [&trees[trees.len() - 2], &trees[trees.len() - 1]];
    let nodes = last.nodes as f64 / before.nodes as f64;
    let times = [last.searched / before.searched, last.filled / before.filled];
    let why = "a position has 4.2 moves on average, not six, and the tree grows by that. The report's time grows faster than \
               its tree: it keeps every node in memory, and the larger tree no longer fits where the smaller one did.";
    let asked = format!("from depth {} to {deepest}: more than x 6", before.depth);
    let measured = format!("x {nodes:.2} positions, {} at depth {deepest}", last.nodes);
    let mut lines = vec![Line::claim(asked, measured, nodes > 6.0, why)];
    lines.push(Line::fact(
        "time to search it without keeping it",
        format!("{:.4} s, x {:.2}", last.searched, times[0]),
        "",
    ));
    lines.push(Line::fact(
        "time to fill it in memory as the report does",
        format!("{:.4} s, x {:.2}", last.filled, times[1]),
        "",
    ));
    let picture = picture(&trees);
    Ok(Findings::of(lines)
        .note("The times are this machine's; everything else here is the same on every machine.")
        .figure("awale-depth", "Positions and time by depth", picture))
}

impl Tree {
    fn measure(start: &Report004, depth: u32) -> Result<Tree, ExperimentError> {
        let stop = AtomicBool::new(false);
        let minimax = Minimax { knows_repetition: false, ..Minimax::new(depth) };
        let thinking = Thinking { seed: Seed(0), limits: Limits::default(), history: &[start.key()], stop: &stop };
        let (mut searched, mut nodes, mut value) = (f64::INFINITY, 0, 0);
        for _ in 0..3 {
            let clock = Instant::now();
            let found = minimax.value(start, &thinking).ok_or(ExperimentError::Stopped)?;
            searched = searched.min(clock.elapsed().as_secs_f64());
            (nodes, value) = (found.nodes, found.score);
        }
        let clock = Instant::now();
        let root = Node::fill(*start, depth);
        let kept = root.value();
        let filled = clock.elapsed().as_secs_f64();
        if (root.count(), kept) != (nodes, value) {
            let message = format!(
                "the tree in memory has {} nodes and value {kept}, the search {nodes} and {value}",
                root.count()
            );
            return Err(ExperimentError::Broken(message));
        }
        Ok(Tree { depth, nodes, searched, filled })
    }
}

/// A node of the report: a board, and the nodes of the moves that can be played.
struct Node {
    game: Report004,
    moves: Vec<Node>,
}

impl Node {
    fn fill(game: Report004, depth: u32) -> Node {
        let legal = if depth == 0 { Default::default() } else { game.legal_moves() };
        let after = |mv| {
            let mut after = game;
            after.play(mv);
            after
        };
        Node { game, moves: legal.into_iter().map(|mv| Node::fill(after(mv), depth - 1)).collect() }
    }

    /// The value for the side to move.
    fn value(&self) -> i32 {
        self.moves.iter().map(|node| -node.value()).max().unwrap_or_else(|| margin(&self.game))
    }

    fn count(&self) -> u64 {
        1 + self.moves.iter().map(Node::count).sum::<u64>()
    }
}

fn picture(trees: &[Tree]) -> String {
    let curve = |label: &str, value: &dyn Fn(&Tree) -> f64| Curve {
        label: label.to_owned(),
        points: trees.iter().map(|tree| Point::new(f64::from(tree.depth), value(tree))).collect(),
        stated: false,
    };
    let stated = Curve {
        label: "stated, read as microseconds".to_owned(),
        points: STATED.iter().map(|(depth, time)| Point::new(f64::from(*depth), *time)).collect(),
        stated: true,
    };
    chart::curves(&Curves {
        title: "Report 004's tree".to_owned(),
        x: Axis { label: "depth".to_owned(), scale: Scale::Linear },
        y: Axis { label: "positions, or microseconds".to_owned(), scale: Scale::Logarithmic },
        curves: vec![
            curve("positions", &|tree| tree.nodes as f64),
            curve("searched", &|tree| (1e6 * tree.searched).max(1.0)),
            curve("filled in memory", &|tree| (1e6 * tree.filled).max(1.0)),
            stated,
        ],
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]
    use super::*;

    #[test]
    fn the_tree_has_the_known_number_of_positions() {
        let start = Report004::start(&Setup::standard(Rules::FRANCOIS)).unwrap();
        // 1 + 6 + 34 + 168 + 824 + 3901: the perft figures of these rules.
        assert_eq!(Tree::measure(&start, 5).unwrap().nodes, 4934);
    }
}
