//! Greedy Seven Colours games per second at several sizes, board generation included.
use std::time::Instant;

use joute_games::territory::seven_colours::{Board, Colour, Setup, SevenColours};
use joute_games::{Game, Side};

fn greedy(game: &SevenColours) -> Colour {
    let side: Side = game.turn();
    let mut best = (0, 0);
    for colour in 0..game.colours() {
        let gain = game.zones().gain(side, colour);
        if gain > best.0 {
            best = (gain, colour);
        }
    }
    Colour::new(best.1).expect("a colour of the game")
}

#[expect(clippy::print_stdout, reason = "an example prints")]
fn main() {
    for size in [15, 30, 60, 120] {
        let games = std::env::args().nth(1).map_or(40_000_000, |n| n.parse().expect("a number")) / (size * size * 40);
        let mut best = f64::MAX;
        let (mut start_only, mut plies) = (f64::MAX, 0u64);
        for _ in 0..if std::env::args().nth(1).is_some() { 1 } else { 5 } {
            plies = 0;
            let clock = Instant::now();
            for seed in 0..u64::from(games) {
                let setup = Setup::drawn(size, 7, Board::Symmetric, Some(seed)).expect("sound");
                let mut game = SevenColours::start(&setup).expect("sound");
                while !game.is_over() {
                    let mv = greedy(&game);
                    game.play(mv);
                    plies += 1;
                }
            }
            best = best.min(clock.elapsed().as_secs_f64());
            let clock = Instant::now();
            for seed in 0..u64::from(games) {
                let setup = Setup::drawn(size, 7, Board::Symmetric, Some(seed)).expect("sound");
                std::hint::black_box(SevenColours::start(&setup).expect("sound"));
            }
            start_only = start_only.min(clock.elapsed().as_secs_f64());
        }
        println!(
            "{size}: {:.0} games/s, {:.1} ns/cell, start {:.0} %, {:.1} plies",
            f64::from(games) / best,
            best * 1e9 / f64::from(games) / f64::from(size * size),
            100.0 * start_only / best,
            plies as f64 / f64::from(games)
        );
    }
}
