//! What Flood brings.

use joute_games::territory::flood::Flood;
use joute_search::{FloodSolver, LastRegions, Rollouts};

use super::territory::territory;
use super::{GameEntry, offered};
use crate::concrete::ConcreteGame;
use crate::exact::erase_results;
use crate::solving::erase_solver;
use crate::trials::{Trials, begun, required};

pub(super) const ENTRY: GameEntry = GameEntry {
    offered: &[
        offered("width=12", "offer-flood-12"),
        offered("graph=donut,width=12", "offer-flood-donut"),
        offered("graph=torus,width=10", "offer-flood-torus"),
        offered("graph=hgraph,width=12", "offer-flood-hgraph"),
    ],
    picture: "width=7,seed=4",
    small: "width=10,colours=6",
    // Every legal colour of Flood is useful, so that a useful random player is no stronger than a random one.
    levels: [
        "random",
        "mcts:nodes=6",
        "mcts:nodes=10",
        "max-border",
        "mcts:nodes=30",
        "foreseeing",
        "expert:depth=1",
        "expert:time=2s",
    ],
    measured: &[
        [256, 9, 135],
        [253, 18, 129],
        [260, 6, 134],
        [252, 4, 144],
        [248, 5, 147],
        [271, 6, 123],
        [248, 8, 144],
    ],
    largest_served: 2_500,
    trials: Trials {
        setups: &[
            required("graph=square,width=12,colours=6"),
            required("graph=donut,width=12,colours=6"),
            required("graph=hgraph,width=12,colours=6"),
            required("graph=torus,width=12,colours=6"),
            required("graph=square,width=3,colours=3"),
            required("graph=donut,width=9,colours=8,forbidden=2"),
            required("graph=torus,width=8,colours=6,forbidden=1"),
            required("graph=square,width=6,colours=4,colouring=cyclic"),
            begun("graph=square,width=60,colours=8", 6),
        ],
        positions: &[],
        opponents: ["random", "greedy", "greedymony"],
    },
    rollouts: Rollouts::Useful,
    types: const {
        &[ConcreteGame {
            solver: Some(|_, memory| erase_solver::<Flood, _>(FloodSolver::with_memory(memory))),
            exact: Some(|| erase_results::<Flood, _>(LastRegions)),
            ..territory::<Flood>()
        }]
    },
    ..GameEntry::of::<Flood>()
};
