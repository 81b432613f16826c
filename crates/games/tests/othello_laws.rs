//! The laws of every game, for every size of Othello.

use joute_games::othello::{Othello, OthelloBoard};
use joute_testkit::laws;

#[test]
fn the_8x8_game_obeys_the_laws() {
    laws::check::<Othello>("", 12, 200);
    laws::check::<Othello>("size=8", 2, 200);
}

#[test]
fn the_other_sizes_obey_the_laws() {
    laws::check::<OthelloBoard<4>>("size=4", 60, 200);
    laws::check::<OthelloBoard<6>>("size=6", 20, 200);
    laws::check::<OthelloBoard<8>>("size=8", 6, 200);
    laws::check::<OthelloBoard<10>>("size=10", 4, 300);
}
