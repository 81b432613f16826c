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
    // The weaker levels look one ply ahead and give cells away without minding, the weaker the more.
    levels: [
        "expert:depth=1,error=500",
        "expert:depth=1,error=300",
        "expert:depth=1,error=205",
        "expert:depth=1,error=145",
        "expert:depth=1,error=98",
        "expert:depth=1,error=55",
        "expert:depth=2",
        "expert:time=2s",
    ],
    measured: &[[176, 0, 24], [170, 0, 30], [172, 0, 28], [171, 0, 29], [173, 0, 27], [172, 1, 27], [52, 0, 8]],
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
