//! What Othello brings: a type for each size of the board.

use joute_games::GameSetup;
use joute_games::othello::{self, Othello, OthelloBoard, OthelloSetup};
use joute_search::othello::engine::{Engine, EngineOptions, LastSquares};
use joute_search::othello::{Board, FinalScore, Mobility, Positional};
use joute_search::{AlphaBeta, AlphaBetaOptions, BoardFeatures, SearchToTheEnd};

use super::openings::OTHELLO as OPENINGS;
use super::{GameEntry, Source, offered};
use crate::concrete::{ConcreteGame, NamedHeuristic, erase, layers};
use crate::exact::erase_results;
use crate::othello_players::{USUAL_BOARD, players};
use crate::solving::erase_solver;
use crate::trials::{Trials, required, variant};

pub(super) const ENTRY: GameEntry = GameEntry {
    offered: &[
        offered("", "offer-othello-8"),
        offered("size=6", "offer-othello-6"),
        offered("size=10", "offer-othello-10"),
    ],
    // The weaker levels look a little ahead and give discs away without minding, the weaker the more.
    levels: [
        "expert:depth=1,error=200",
        "expert:depth=1,error=75",
        "expert:depth=1,error=30",
        "expert:depth=2,error=26",
        "expert:depth=3,error=15",
        "expert:depth=4,error=7",
        "expert:depth=6",
        "expert:time=2s",
    ],
    measured: &[[66, 3, 11], [64, 0, 16], [67, 2, 11], [68, 2, 10], [69, 1, 10], [65, 4, 11], [34, 3, 3]],
    openings: OPENINGS,
    analyst: "expert",
    trials: Trials {
        setups: &[required("size=8"), variant("size=4"), variant("size=6"), variant("size=10")],
        positions: &[
            ("check-edge-one-square", "-OXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X"),
            ("check-edge-one-square", "-XOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO O"),
        ],
        opponents: ["random", "greedy", "alphabeta:depth=3"],
    },
    types: const { &[usual_board(), board::<OthelloBoard<4>>(), board::<OthelloBoard<6>>(), board::<OthelloBoard<10>>()] },
    read: |text, files| Ok(Source::of(OthelloSetup::parse(text, files)?, othello::start)),
    ..GameEntry::of::<Othello>()
};

const fn usual_board() -> ConcreteGame {
    ConcreteGame {
        players: USUAL_BOARD,
        solver: Some(|threads, memory| {
            erase_solver::<Othello, _>(Engine::new(EngineOptions { threads, memory, ..EngineOptions::default() }))
        }),
        exact: Some(|| erase_results::<Othello, _>(LastSquares)),
        ..board::<Othello>()
    }
}

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
        solver: Some(|threads, memory| {
            let options = AlphaBetaOptions { threads, hash: memory, ..AlphaBetaOptions::default() };
            erase_solver::<B, _>(SearchToTheEnd(AlphaBeta::new(FinalScore, options)))
        }),
        ..ConcreteGame::of::<B>()
    }
}
