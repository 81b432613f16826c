//! What Awalé brings: a type for each named set of rules, and one for all others.

use joute_games::GameSetup;
use joute_games::awale::{self, Abapa, Awale, Awari, Custom, Francois, Kalah, RuleSource};
use joute_search::awale::tables::{EndgameOptions, TableResults, TableSolver, default_folder};
use joute_search::awale::{Seeds, StandardRules};
use joute_search::{AlphaBeta, AlphaBetaOptions, SearchToTheEnd};

use super::{GameEntry, Source, offered};
use crate::awale_players;
use crate::concrete::{ConcreteGame, NamedHeuristic, erase, layers};
use crate::exact::erase_results;
use crate::solving::erase_solver;
use crate::trials::{Trials, required, variant};

pub(super) const ENTRY: GameEntry = GameEntry {
    offered: &[offered("", "offer-awale-abapa"), offered("rules=awari", "offer-awale-awari")],
    // The weaker levels look a little ahead and give seeds away without minding, the weaker the more.
    levels: [
        "expert:depth=1,error=150,tables=0",
        "expert:depth=1,error=30,tables=0",
        "expert:depth=1,error=13,tables=0",
        "expert:depth=3,error=8,tables=0",
        "expert:depth=4,error=3,tables=0",
        "expert:depth=6,error=1,tables=0",
        "expert:depth=9,tables=0",
        "expert:time=1s",
    ],
    measured: &[[167, 16, 17], [176, 6, 18], [173, 6, 21], [179, 3, 18], [176, 1, 23], [176, 8, 16], [93, 1, 6]],
    trials: Trials {
        setups: &[
            required("rules=abapa"),
            variant("rules=awari"),
            variant("rules=francois"),
            variant("rules=kalah"),
            variant("rules=abapa,seeds=1"),
        ],
        positions: &[
            ("check-edge-feeding", "0-0-0-0-2-3-0-0-0-0-0-0-20-23-S"),
            ("check-edge-feeding", "0-0-0-0-0-0-1-0-0-0-2-2-20-23-N"),
            ("check-edge-two-seeds", "0-0-0-0-0-1-1-0-0-0-0-0-23-23-S"),
            ("check-edge-all-round", "20-0-0-0-0-0-1-0-0-0-0-0-13-14-S"),
        ],
        opponents: ["random", "greedy", "alphabeta:depth=4"],
    },
    types: const { &[standard::<Abapa>(), standard::<Awari>(), rules::<Francois>(), rules::<Kalah>(), rules::<Custom>()] },
    read: |text, files| Ok(Source::of(awale::Setup::parse(text, files)?, |setup| awale::start(&setup))),
    ..GameEntry::of::<Awale<Abapa>>()
};

const fn rules<R: RuleSource>() -> ConcreteGame {
    ConcreteGame {
        layers: layers::<Awale<R>>,
        heuristics: const {
            &[NamedHeuristic {
                name: "seeds",
                alphabeta: |options| erase::<Awale<R>, _>(AlphaBeta::new(Seeds, options)),
            }]
        },
        players: const { &[("expert", awale_players::alphabeta::<R>)] },
        solver: Some(|threads, memory| {
            let options = AlphaBetaOptions { threads, hash: memory, ..AlphaBetaOptions::default() };
            erase_solver::<Awale<R>, _>(SearchToTheEnd(AlphaBeta::new(Seeds, options)))
        }),
        ..ConcreteGame::of::<Awale<R>>()
    }
}

/// Rules that the engine knows.
const fn standard<R: StandardRules>() -> ConcreteGame {
    ConcreteGame {
        players: const { &[("expert", awale_players::engine::<R>)] },
        solver: Some(|threads, memory| {
            let endgame = EndgameOptions { folder: default_folder(), ..EndgameOptions::default() };
            erase_solver::<Awale<R>, _>(TableSolver::<R>::new(endgame, threads, memory))
        }),
        exact: Some(|| {
            let options = EndgameOptions { folder: default_folder(), ..EndgameOptions::default() };
            erase_results::<Awale<R>, _>(TableResults::<R>::new(&options))
        }),
        ..rules::<R>()
    }
}
