//! Measures the speed of the Awalé rules on one core: perft without a table, and random games to the end.
#![expect(clippy::print_stdout, reason = "a measuring program prints its figures")]

use std::time::Instant;

use joute_games::awale::{Abapa, Awale, Awari, Custom, Francois, Kalah, RuleSource, Rules, Setup};
use joute_games::history::History;
use joute_games::random::Seed;
use joute_games::{Game, Settlement};

const CAP: u32 = 1000;

fn main() {
    let repeats = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(5);
    measure::<Abapa>("abapa", Rules::ABAPA, 12, repeats);
    measure::<Awari>("awari", Rules::AWARI, 11, repeats);
    measure::<Francois>("francois", Rules::FRANCOIS, 11, repeats);
    measure::<Kalah>("kalah", Rules::KALAH, 10, repeats);
    measure::<Custom>("abapa at run time", Rules::ABAPA, 10, repeats);
}

fn measure<R: RuleSource>(name: &str, rules: Rules, depth: u32, repeats: u32) {
    let start = Awale::<R>::start(&Setup::standard(rules)).expect("a standard board");
    let (mut leaves, mut best) = (0, f64::INFINITY);
    for _ in 0..repeats {
        let clock = Instant::now();
        leaves = start.perft(depth).leaves;
        best = best.min(clock.elapsed().as_secs_f64());
    }
    println!("{name}: perft {depth} = {leaves}, {:.0} million leaves a second", leaves as f64 / best / 1e6);

    play_out(name, "", repeats, |seed, history| playout(start, seed, history));
    play_out(name, " through the trait", repeats, |seed, history| playout_by_trait(start, seed, history));
}

/// Times whole games: how many plies each had and what the tallies were.
fn play_out(name: &str, how: &str, repeats: u32, play: impl Fn(Seed, &mut History) -> (u32, [u32; 2])) {
    let games = 20_000;
    let (mut plies, mut won, mut best) = (0, 0, f64::INFINITY);
    for _ in 0..repeats {
        let clock = Instant::now();
        (plies, won) = (0, 0);
        let mut history = History::default();
        for game in 0..games {
            let (length, [south, north]) = play(Seed(game), &mut history);
            plies += length;
            won += u32::from(south > north);
        }
        best = best.min(clock.elapsed().as_secs_f64());
    }
    println!(
        "{name}: {:.0} random games a second{how}, {:.1} plies each, {:.1}% won by South",
        games as f64 / best,
        f64::from(plies) / games as f64,
        100.0 * f64::from(won) / games as f64
    );
}

/// Plays at random to the end, a repetition or the cap; gives the plies and the final tallies.
fn playout<R: RuleSource>(mut game: Awale<R>, seed: Seed, history: &mut History) -> (u32, [u32; 2]) {
    let mut generator = seed.generator();
    history.restart(game.key());
    let judges_repetition = game.ends_on_repetition();
    for ply in 0..CAP {
        let Some(mv) = game.random_move(&mut generator) else {
            return (ply, game.tallies());
        };
        let irreversible = game.play_noting(mv);
        if judges_repetition && history.note(game.key(), irreversible) {
            return (ply + 1, game.settle(Settlement::Repetition));
        }
    }
    (CAP, game.settle(Settlement::Cap))
}

/// The same games with nothing but what every game has.
fn playout_by_trait<G: Game>(mut game: G, seed: Seed, history: &mut History) -> (u32, [u32; 2]) {
    let mut generator = seed.generator();
    history.restart(game.key());
    let judges_repetition = game.ends_on_repetition();
    for ply in 0..CAP {
        let moves = game.legal_moves();
        let Some(mv) = generator.pick(&moves) else {
            return (ply, game.tallies());
        };
        let irreversible = game.is_irreversible(mv);
        game.play(mv);
        if judges_repetition && history.note(game.key(), irreversible) {
            return (ply + 1, game.settle(Settlement::Repetition));
        }
    }
    (CAP, game.settle(Settlement::Cap))
}
