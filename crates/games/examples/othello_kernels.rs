//! Prints how fast Othello is here: perft and random games by every kernel, and random games through the trait.
//!
//! Machines are noisy: all are measured in turns and the best of each is printed.

#![expect(clippy::print_stdout, reason = "printing is what this program is for")]

use std::time::Instant;

use joute_games::Game;
use joute_games::othello::{Kernel, Othello, OthelloSetup};
use joute_games::random::Seed;

const ROUNDS: u32 = 40;
const GAMES: u64 = 20_000;

fn main() {
    let start = Othello::start(&OthelloSetup::default()).expect("the default setup is 8 x 8");
    let kernels: Vec<Kernel> = Kernel::available().collect();
    let mut perft = vec![0.0_f64; kernels.len()];
    let mut playouts = vec![0.0_f64; kernels.len()];
    let mut plain = 0.0_f64;
    for round in 0..ROUNDS {
        for (at, kernel) in kernels.iter().enumerate() {
            perft[at] = perft[at].max(rate(|| start.perft_by(*kernel, 10).leaves));
            playouts[at] = playouts[at].max(rate(|| start.playouts_by(*kernel, GAMES, Seed(u64::from(round))).games()));
        }
        plain = plain.max(rate(|| {
            let games = GAMES / 10;
            (0..games).for_each(|game| random_game(start, Seed(game)));
            games
        }));
    }
    for (at, kernel) in kernels.iter().enumerate() {
        println!("{kernel:?}: perft(10) {:.0} M leaves/s, {:.0} random games/s", perft[at] / 1e6, playouts[at]);
    }
    println!("one at a time through the trait: {plain:.0} random games/s");
}

/// How many things a second, for work that says how many it did.
fn rate(work: impl FnOnce() -> u64) -> f64 {
    let begun = Instant::now();
    let done = work();
    done as f64 / begun.elapsed().as_secs_f64()
}

fn random_game(mut game: Othello, seed: Seed) {
    let mut generator = seed.generator();
    while let Some(mv) = generator.pick(&game.legal_moves()) {
        game.play(mv);
    }
    std::hint::black_box(game);
}
