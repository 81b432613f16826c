//! How long the Othello engine takes to answer when it is told to stop: `othello_stop [TRIALS] [THREADS] [BUSY] [SEED]`.
//!
//! Searches of positions of random games are stopped after a random time of up to 50 ms; `BUSY` threads keep the processor busy
//! meanwhile. Prints the distribution of the time from being told to the answer, by the clock and, without busy threads, what of it the
//! processor spent on the program; says when a move was not legal.
#![expect(clippy::print_stdout, reason = "a measuring program prints its figures")]

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use joute_games::Game;
use joute_games::othello::{Othello, OthelloSetup};
use joute_games::random::{Generator, Seed};
use joute_search::othello::engine::{Engine, EngineOptions};
use joute_search::{Limits, Strategy, Thinking};

/// A position of a random game with a choice to make.
fn position(generator: &mut Generator) -> Othello {
    loop {
        let mut game = Othello::start(&OthelloSetup::default()).expect("the usual board");
        for _ in 0..generator.below(50) {
            match game.random_move(generator) {
                Some(mv) => game.play(mv),
                None => break,
            }
        }
        if game.moves() != 0 {
            return game;
        }
    }
}

/// The time by the clock, and the time that the processor has spent on this program.
fn now() -> (Instant, Duration) {
    let spent = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    (Instant::now(), Duration::new(spent.tv_sec as u64, spent.tv_nsec as u32))
}

/// Milliseconds from being told to stop to the answer, by the clock and of the processor; nothing when the search had ended by
/// itself.
fn trial(engine: &mut Engine, game: &Othello, after: Duration) -> Option<[f64; 2]> {
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let teller = scope.spawn(|| {
            std::thread::sleep(after);
            let told = now();
            stop.store(true, Ordering::Relaxed);
            told
        });
        let limits = Limits { depth: Some(60), ..Limits::default() };
        let choice = engine.choose(game, &Thinking { seed: Seed(0), limits, history: &[], stop: &stop });
        let (answered, was_told) = (now(), stop.load(Ordering::Relaxed));
        assert!(game.is_legal(choice.mv), "{game}: {} is not legal", choice.mv);
        let told = teller.join().expect("it only sleeps");
        let times = [answered.0.saturating_duration_since(told.0), answered.1.saturating_sub(told.1)];
        was_told.then(|| times.map(|time| time.as_secs_f64() * 1e3))
    })
}

fn main() {
    let number =
        |at: usize, default: u64| std::env::args().nth(at).and_then(|text| text.parse().ok()).unwrap_or(default);
    let (trials, threads, busy, seed) = (number(1, 500), number(2, 1), number(3, 0), number(4, 1));
    let mut generator = Seed(seed).generator();
    let mut engine =
        Engine::new(EngineOptions { threads: threads as u32, uses_book: false, ..EngineOptions::default() });
    engine.get_ready();
    let is_done = AtomicBool::new(false);
    let times: Vec<[f64; 2]> = std::thread::scope(|scope| {
        for _ in 0..busy {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let one = |_| {
            let game = position(&mut generator);
            trial(&mut engine, &game, Duration::from_micros(generator.below(50_000)))
        };
        let times = (0..trials).filter_map(one).collect();
        is_done.store(true, Ordering::Relaxed);
        times
    });
    println!(
        "{} searches stopped, all moves legal; {threads} threads, {busy} busy ones beside, seed {seed}",
        times.len()
    );
    print("by the clock", times.iter().map(|times| times[0]).collect());
    if busy == 0 {
        print("of the processor", times.iter().map(|times| times[1]).collect());
    }
}

fn print(what: &str, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len().saturating_sub(1)) as f64 * share) as usize];
    println!(
        "milliseconds {what}: median {:.3}, 90 % {:.3}, 99 % {:.3}, 99.9 % {:.3}, longest {:.3}",
        at(0.5),
        at(0.9),
        at(0.99),
        at(0.999),
        at(1.0)
    );
}
