//! A game played at random to its end: the unit of Monte Carlo search and of speed.

use joute_games::history::History;
use joute_games::random::Generator;
use joute_games::{Game, Outcome, Settlement};

/// How a playout ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Playout {
    /// Who won.
    pub outcome: Outcome,
    /// The final tallies.
    pub tallies: [u32; 2],
    /// Plies played.
    pub plies: u32,
}

/// Plays uniformly random moves to the end under the default rules of a match: repetition and the ply cap included.
/// `history` is only room to work in, so that many playouts need no new one.
pub fn playout<G: Game>(mut game: G, generator: &mut Generator, history: &mut History) -> Playout {
    let cap = game.default_cap();
    let watches_repetition = game.ends_on_repetition();
    if watches_repetition {
        history.restart(game.key());
    }
    let mut plies = 0;
    let tallies = loop {
        let Some(mv) = game.random_move(generator) else {
            break game.tallies();
        };
        if plies == cap {
            break game.settle(Settlement::Cap);
        }
        plies += 1;
        if watches_repetition {
            let irreversible = game.play_noting(mv);
            if history.note(game.key(), irreversible) && !game.is_over() {
                break game.settle(Settlement::Repetition);
            }
        } else {
            game.play(mv);
        }
    };
    Playout { outcome: Outcome::of_tallies(tallies), tallies, plies }
}
