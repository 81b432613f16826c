//! What Seven Colours brings.

use joute_games::territory::seven_colours::SevenColours;
use joute_search::{Rollouts, SevenColoursSolver};

use super::territory::territory;
use super::{GameEntry, offered};
use crate::concrete::ConcreteGame;
use crate::solving::erase_solver;
use crate::trials::{Trials, begun, required, variant};

pub(super) const ENTRY: GameEntry = GameEntry {
    offered: &[
        offered("size=15", "offer-seven-colours-15"),
        offered("size=20", "offer-seven-colours-20"),
        offered("size=30", "offer-seven-colours-30"),
        offered("size=15,board=random", "offer-seven-colours-15-random"),
    ],
    picture: "size=8,seed=5",
    small: "size=10,colours=6",
    levels: [
        "random",
        "useful-random",
        "greedy:ties=random",
        "foreseeing",
        "greedymony",
        "expert:depth=1",
        "expert:depth=4",
        "expert:time=2s",
    ],
    largest_served: 2_500,
    trials: Trials {
        setups: &[
            required("size=30"),
            required("size=2,colours=3"),
            required("size=3,colours=4"),
            required("size=8,colours=4"),
            required("size=15,board=random"),
            begun("size=100", 6),
            variant("size=12,obstacles=15"),
            variant("size=10,enclosed=yes,capture-enclosed=yes"),
        ],
        positions: &[],
        opponents: ["random", "greedy", "greedymony"],
    },
    rollouts: Rollouts::Useful,
    types: const {
        &[ConcreteGame {
            solver: Some(|_, memory| erase_solver::<SevenColours, _>(SevenColoursSolver::with_memory(memory))),
            ..territory::<SevenColours>()
        }]
    },
    ..GameEntry::of::<SevenColours>()
};
