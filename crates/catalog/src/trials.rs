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
    /// The setups, the usual one first.
    pub setups: &'static [TrialSetup],
    /// Positions of the first setup that games rarely reach, and the messages that say what is special about them.
    pub positions: &'static [(&'static str, &'static str)],
    /// Built-in players from weak to strong: random, greedy, and one that thinks ahead.
    pub opponents: [&'static str; 3],
}

pub(crate) const fn required(text: &'static str) -> TrialSetup {
    TrialSetup { text, is_required: true, plies: None }
}

pub(crate) const fn variant(text: &'static str) -> TrialSetup {
    TrialSetup { text, is_required: false, plies: None }
}

pub(crate) const fn begun(text: &'static str, plies: u32) -> TrialSetup {
    TrialSetup { text, is_required: true, plies: Some(plies) }
}

impl Trials {
    /// For a game without trials of its own.
    pub(crate) const ANY_GAME: Trials = Trials {
        setups: &[required("")],
        positions: &[],
        opponents: ["random", "greedy", "alphabeta:depth=3,heuristic=tally"],
    };
}

#[cfg(test)]
mod tests {
    use crate::{GAMES, find_built_in};
    use joute_games::NoFiles;

    #[test]
    fn every_game_has_trials_that_can_be_started() {
        for game in GAMES {
            let trials = &game.trials;
            for setup in trials.setups {
                let source = game.setup(setup.text, &NoFiles).unwrap();
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
