//! What a player is tried on before it takes part: the setups of each game that may meet it, and who to play against.

/// A setup to try a player on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrialSetup {
    /// The setup's text.
    pub text: &'static str,
    /// Whether every player of the game must play it; the others are variants that a player may leave out.
    pub is_required: bool,
    /// Plies after which a trial ends, on boards where a whole game is long.
    pub plies: Option<u32>,
}

/// The trials of one game.
#[derive(Debug, Clone, Copy)]
pub struct Trials {
    /// The game.
    pub game: &'static str,
    /// The setups, the usual one first.
    pub setups: &'static [TrialSetup],
    /// Positions of the first setup that games rarely reach, and what is special about them.
    pub positions: &'static [(&'static str, &'static str)],
    /// Built-in players from weak to strong: random, greedy, and one that thinks ahead.
    pub opponents: [&'static str; 3],
}

const fn required(text: &'static str) -> TrialSetup {
    TrialSetup { text, is_required: true, plies: None }
}

const fn variant(text: &'static str) -> TrialSetup {
    TrialSetup { text, is_required: false, plies: None }
}

const fn begun(text: &'static str, plies: u32) -> TrialSetup {
    TrialSetup { text, is_required: true, plies: Some(plies) }
}

/// The trials of every game.
pub const TRIALS: &[Trials] = &[
    Trials {
        game: "seven-colours",
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
    Trials {
        game: "flood",
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
    Trials {
        game: "othello",
        setups: &[required("size=8"), variant("size=4"), variant("size=6"), variant("size=10")],
        positions: &[
            ("one empty square", "-OXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X"),
            ("one empty square", "-XOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO O"),
        ],
        opponents: ["random", "greedy", "alphabeta:depth=3"],
    },
    Trials {
        game: "awale",
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
];

/// The trials of a game.
pub fn trials(game: &str) -> Option<&'static Trials> {
    TRIALS.iter().find(|trials| trials.game == game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GAMES, find_built_in, find_game};
    use joute_games::NoFiles;

    #[test]
    fn every_game_has_trials_that_can_be_started() {
        for game in GAMES {
            let trials = trials(game.info.name).unwrap();
            for setup in trials.setups {
                let source = find_game(trials.game).unwrap().setup(setup.text, &NoFiles).unwrap();
                assert!(!source.start(1).unwrap().is_over(), "{}", setup.text);
            }
            let start = game.setup(trials.setups[0].text, &NoFiles).unwrap().start(0).unwrap();
            for (about, position) in trials.positions {
                let game = start.at(position).unwrap();
                assert!(!game.is_over() && game.forced().is_none(), "{about}: {position}");
            }
            for opponent in trials.opponents {
                assert!(find_built_in(opponent.split(':').next().unwrap()).is_some(), "{opponent}");
            }
        }
    }
}
