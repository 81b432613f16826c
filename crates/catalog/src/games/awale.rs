//! What Awalé brings: a type for each named set of rules, and one for all others.

use joute_games::GameSetup;
use joute_games::awale::{self, Abapa, Awale, Awari, Custom, Francois, Kalah, RuleSource};
use joute_search::AlphaBeta;
use joute_search::awale::Seeds;

use super::{GameEntry, Source, offered};
use crate::concrete::{ConcreteGame, NamedHeuristic, erase, layers};
use crate::trials::{Trials, required, variant};

pub(super) const ENTRY: GameEntry = GameEntry {
    offered: &[offered("", "offer-awale-abapa"), offered("rules=awari", "offer-awale-awari")],
    levels: [
        "random",
        "greedy:ties=random",
        "alphabeta:depth=2",
        "alphabeta:depth=4",
        "alphabeta:depth=6",
        "alphabeta:depth=9",
        "alphabeta:time=200ms",
        "alphabeta:time=2s",
    ],
    trials: Trials {
        setups: &[
            required("rules=abapa"),
            variant("rules=awari"),
            variant("rules=francois"),
            variant("rules=kalah"),
            variant("rules=abapa,seeds=1"),
        ],
        positions: &[
            ("an opponent who must be fed", "0-0-0-0-2-3-0-0-0-0-0-0-20-23-S"),
            ("an opponent who must be fed", "0-0-0-0-0-0-1-0-0-0-2-2-20-23-N"),
            ("two seeds left", "0-0-0-0-0-1-1-0-0-0-0-0-23-23-S"),
            ("a pit that goes all the way round", "20-0-0-0-0-0-1-0-0-0-0-0-13-14-S"),
        ],
        opponents: ["random", "greedy", "alphabeta:depth=4"],
    },
    types: const { &[rules::<Abapa>(), rules::<Awari>(), rules::<Francois>(), rules::<Kalah>(), rules::<Custom>()] },
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
        ..ConcreteGame::of::<Awale<R>>()
    }
}
