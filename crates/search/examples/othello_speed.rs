//! How deep the Othello engine looks from the start position, and how fast: `othello_speed [SECONDS] [THREADS]`.
#![expect(clippy::print_stdout, reason = "a measuring program prints its figures")]

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use joute_games::Game;
use joute_games::othello::{Othello, OthelloSetup};
use joute_games::random::Seed;
use joute_search::othello::engine::{Engine, EngineOptions};
use joute_search::{Clock, Limits, Strategy, Thinking};

fn main() {
    let number =
        |at: usize, default: f64| std::env::args().nth(at).and_then(|text| text.parse().ok()).unwrap_or(default);
    let (seconds, threads) = (number(1, 1.0), number(2, 1.0) as u32);
    // With one thread its own processor time counts, whoever else is at work on the machine.
    let clock = if threads == 1 { Clock::Cpu } else { Clock::Wall };
    let limits = Limits { time: Some(Duration::from_secs_f64(seconds)), clock, ..Limits::default() };
    for selectivity in [5, 0] {
        let options = EngineOptions { threads, selectivity, uses_book: false, ..EngineOptions::default() };
        let mut engine = Engine::new(options);
        engine.get_ready();
        let game = Othello::start(&OthelloSetup::default()).expect("the usual board");
        let (stop, began) = (AtomicBool::new(false), Instant::now());
        let choice = engine.choose(&game, &Thinking { seed: Seed(1), limits, history: &[], stop: &stop });
        let (report, wall) = (choice.report.expect("the engine reports"), began.elapsed().as_secs_f64());
        println!(
            "selectivity {selectivity}: depth {}, {:.1} M positions in {seconds} s ({wall:.2} s by the clock), {} {:+}",
            report.depth,
            report.nodes as f64 / 1e6,
            choice.mv,
            report.score
        );
    }
}
