//! What Othello brings: a type for each size of the board.

use joute_games::GameSetup;
use joute_games::othello::{self, Othello, OthelloBoard, OthelloSetup};
use joute_search::othello::{Board, Mobility, Positional};
use joute_search::{AlphaBeta, BoardFeatures};

use super::{GameEntry, Source, offered};
use crate::concrete::{ConcreteGame, NamedHeuristic, erase, layers};
use crate::othello_players::players;
use crate::trials::{Trials, required, variant};

pub(super) const ENTRY: GameEntry = GameEntry {
    offered: &[
        offered("", "offer-othello-8"),
        offered("size=6", "offer-othello-6"),
        offered("size=10", "offer-othello-10"),
    ],
    levels: [
        "random",
        "greedy:ties=random",
        "mobility:ties=random",
        "positional:ties=random",
        "alphabeta:depth=2",
        "alphabeta:depth=4",
        "alphabeta:time=200ms",
        "alphabeta:time=2s",
    ],
    trials: Trials {
        setups: &[required("size=8"), variant("size=4"), variant("size=6"), variant("size=10")],
        positions: &[
            ("one empty square", "-OXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X"),
            ("one empty square", "-XOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO O"),
        ],
        opponents: ["random", "greedy", "alphabeta:depth=3"],
    },
    types: const {
        &[board::<Othello>(), board::<OthelloBoard<4>>(), board::<OthelloBoard<6>>(), board::<OthelloBoard<10>>()]
    },
    read: |text, files| Ok(Source::of(OthelloSetup::parse(text, files)?, othello::start)),
    ..GameEntry::of::<Othello>()
};

const fn board<B: Board + BoardFeatures>() -> ConcreteGame {
    ConcreteGame {
        layers: layers::<B>,
        heuristics: const {
            &[
                NamedHeuristic {
                    name: "mobility",
                    alphabeta: |options| erase::<B, _>(AlphaBeta::new(Mobility, options)),
                },
                NamedHeuristic {
                    name: "positional",
                    alphabeta: |options| erase::<B, _>(AlphaBeta::new(Positional, options)),
                },
            ]
        },
        players: players::<B>(),
        ..ConcreteGame::of::<B>()
    }
}
