//! Solves the positions of an OBF file exactly: `othello_ffo FILE [FIRST] [COUNT] [MEBIBYTES] [THREADS] [plain]`.
//!
//! Each line says what the position was worth, what the file says, how many nodes it took, and how long by the clock and of the
//! processor, all threads together.
#![expect(clippy::print_stdout, reason = "a measuring program prints its figures")]

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use joute_games::Game;
use joute_games::othello::{Othello, OthelloSetup};
use joute_games::random::Seed;
use joute_search::othello::engine::{Board, Engine, EngineOptions, ExactSolver};
use joute_search::{Limits, Strategy, Thinking};

/// The time that the processor has spent on this program.
fn spent() -> Duration {
    let spent = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(spent.tv_sec as u64, spent.tv_nsec as u32)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: usize| arguments.get(at).and_then(|text| text.parse().ok()).unwrap_or(default);
    let text = std::fs::read_to_string(&arguments[0]).expect("a readable file");
    let (mut nodes, clock) = (0, Instant::now());
    for (at, line) in text.lines().enumerate().skip(number(1, 0)).take(number(2, 1)) {
        let game = Othello::parse(&OthelloSetup::default(), &line[..66]).expect("a position");
        let bytes = number(3, 256) << 20;
        let (one, spent_before) = (Instant::now(), spent());
        let (score, count) = if arguments.get(5).is_some() {
            let solution = ExactSolver::with_bytes(bytes).solve(Board::from(&game));
            (solution.score, solution.nodes)
        } else {
            let options = EngineOptions { memory: bytes, threads: number(4, 1) as u32, ..EngineOptions::default() };
            let mut engine = Engine::new(options);
            let stop = AtomicBool::new(false);
            let limits = Limits { depth: Some(60), ..Limits::default() };
            let choice = engine.choose(&game, &Thinking { seed: Seed(1), limits, history: &[], stop: &stop });
            let report = choice.report.expect("the engine reports");
            (report.score as i32, report.nodes)
        };
        let (seconds, of_processor) = (one.elapsed().as_secs_f64(), (spent() - spent_before).as_secs_f64());
        nodes += count;
        let expected = line[66..].split(':').nth(1).unwrap_or("").split(';').next().unwrap_or("");
        println!(
            "{at}: {score:+} (file {expected}) {count} nodes {seconds:.3} s, {of_processor:.3} of the processor, {:.1} M/s of it",
            count as f64 / of_processor / 1e6
        );
    }
    println!("{nodes} nodes {:.3} s, {:.3} of the processor", clock.elapsed().as_secs_f64(), spent().as_secs_f64());
}
