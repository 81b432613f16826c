//! Two territory strategies against each other on drawn boards, each board once with each seat: who wins how often.
//!
//! ```text
//! territory_matches GAME SETUP GAMES ONE OTHER        e.g. seven-colours size=30 300 greedymony greedy
//!                                                     or flood width=20 40 expert:20ms alphabeta:20ms
//! ```

mod territory_players;

use joute_games::random::Seed;
use joute_games::territory::flood::Flood;
use joute_games::territory::seven_colours::SevenColours;
use joute_games::{GameSetup, NoFiles, Outcome, Side};
use joute_search::Heuristic;
use joute_search::territory::TerritoryHeuristic;
use territory_players::{Exact, play, strategy};

#[expect(clippy::print_stdout, reason = "an example prints")]
fn compete<G: Exact>(setup: &str, games: u64, names: [&str; 2])
where
    TerritoryHeuristic: Heuristic<G>,
{
    let mut wins = [0; 2];
    let mut first_wins = 0;
    let mut margin = 0.0;
    for number in 0..games {
        let setup = G::Setup::parse(setup, &NoFiles).expect("a setup").with_seed(number / 2);
        let game = G::start(&setup).expect("a possible setup");
        let swapped = number % 2 == 1;
        let seats = if swapped { [names[1], names[0]] } else { names };
        let tallies = play(game, seats, Seed(number));
        let lead = f64::from(tallies[0]) - f64::from(tallies[1]);
        margin += if swapped { -lead } else { lead };
        if let Some(winner) = Outcome::of_tallies(tallies).winner() {
            wins[winner.index() ^ usize::from(swapped)] += 1;
            first_wins += u64::from(winner == Side::First);
        }
    }
    let decided = wins[0] + wins[1];
    println!(
        "{} {} - {} {}, {} drawn, {:+.1} cells a game; the first to move won {:.1} % of {decided}",
        names[0],
        wins[0],
        wins[1],
        names[1],
        games - decided,
        margin / games as f64,
        100.0 * first_wins as f64 / decided as f64
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, setup, games, one, other] = &arguments[..] else {
        panic!("five arguments are expected: GAME SETUP GAMES ONE OTHER");
    };
    let games = games.parse().expect("a number of games");
    for name in [one, other] {
        assert!(strategy::<Flood>(name).is_some(), "{name} is not a strategy");
    }
    match game.as_str() {
        "flood" => compete::<Flood>(setup, games, [one, other]),
        _ => compete::<SevenColours>(setup, games, [one, other]),
    }
}
