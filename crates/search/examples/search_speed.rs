//! Measures the searches: report 004's tree, exact solutions of Flood, and games at 100 ms a move.
//!
//! `search_speed [tree|flood|games] [COUNT]`
#![expect(clippy::print_stdout, reason = "a measuring program prints its figures")]

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use joute_games::awale::{Awale, Francois, Rules, Setup};
use joute_games::random::Seed;
use joute_games::territory::flood::Flood;
use joute_games::territory::seven_colours::{self, Board, SevenColours};
use joute_games::{Game, GameSetup, NoFiles, Side};
use joute_search::territory::TerritoryHeuristic;
use joute_search::{AlphaBeta, AlphaBetaOptions, FloodSolver, Greedy, Limits, Minimax, Strategy, Thinking};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let what = arguments.next().unwrap_or_default();
    let count = arguments.next().and_then(|text| text.parse().ok());
    match what.as_str() {
        "tree" => report_004_tree(count.unwrap_or(10)),
        "flood" => solve_flood(count.unwrap_or(200)),
        "flood10" => {
            solve_large_flood(count.unwrap_or(20), arguments.next().and_then(|text| text.parse().ok()).unwrap_or(60))
        }
        "games" => play_greedy(count.unwrap_or(4)),
        _ => {
            report_004_tree(10);
            solve_flood(200);
            play_greedy(4);
        }
    }
}

fn thinking<'a>(limits: Limits, history: &'a [u64], stop: &'a AtomicBool) -> Thinking<'a> {
    Thinking { seed: Seed(1), limits, history, stop }
}

/// Every position of report 004's tree, nothing pruned.
fn report_004_tree(repeats: u64) {
    let stop = AtomicBool::new(false);
    let start = Awale::<Francois>::start(&Setup::standard(Rules::FRANCOIS)).expect("a standard board");
    let history = [start.key()];
    let (mut best, mut nodes) = (f64::INFINITY, 0);
    for _ in 0..repeats {
        let clock = Instant::now();
        let thinking = thinking(Limits::default(), &history, &stop);
        // The report's program does not look for repetitions.
        let minimax = Minimax { knows_repetition: false, ..Minimax::new(10) };
        nodes = minimax.value(&start, &thinking).expect("not stopped").nodes;
        best = best.min(clock.elapsed().as_secs_f64());
    }
    println!("report 004's tree to depth 10: {nodes} nodes in {best:.4} s");
}

/// The exact value of boards of 8 x 7 cells with 6 colours.
fn solve_flood(boards: u64) {
    let stop = AtomicBool::new(false);
    let setup = <Flood as Game>::Setup::parse("width=8,height=7,colours=6", &NoFiles).expect("a sound setup");
    let mut solver = FloodSolver::with_memory(8 << 20);
    let (mut times, mut nodes) = (Vec::new(), 0);
    for seed in 0..boards {
        let Ok(game) = Flood::start(&setup.clone().with_seed(seed)) else {
            continue;
        };
        let clock = Instant::now();
        nodes += solver.solve(&game, &thinking(Limits::default(), &[], &stop)).expect("a small board").nodes;
        times.push(clock.elapsed().as_secs_f64());
    }
    let count = times.len() as f64;
    let mean = times.iter().sum::<f64>() / count;
    times.sort_by(f64::total_cmp);
    println!(
        "flood 8 x 7, 6 colours: {count} boards solved in {mean:.4} s on average, median {:.4} s, worst {:.3} s, \
         {:.0} nodes on average",
        times[times.len() / 2],
        times[times.len() - 1],
        nodes as f64 / count,
    );
}

/// Boards of 10 x 10 cells with 8 colours, each within so many seconds.
fn solve_large_flood(boards: u64, seconds: u64) {
    let stop = AtomicBool::new(false);
    let setup = <Flood as Game>::Setup::parse("width=10,colours=8", &NoFiles).expect("a sound setup");
    let mut solver = FloodSolver::with_memory(512 << 20);
    let limits = Limits { time: Some(Duration::from_secs(seconds)), ..Limits::default() };
    for seed in 0..boards {
        let game = Flood::start(&setup.clone().with_seed(seed)).expect("a board");
        let clock = Instant::now();
        let solved = solver.solve(&game, &thinking(limits, &[], &stop));
        let time = clock.elapsed().as_secs_f64();
        let free = game.zones().free_regions();
        println!(
            "  board {seed}: {free} regions, {:?} in {time:.2} s",
            solved.map(|solved| (solved.margin, solved.nodes))
        );
    }
}

/// Pairs of games against greedy on one board of 30 x 30 each, sides changed.
fn play_greedy(pairs: u64) {
    let (mut won, mut depths, mut moves) = (0, 0, 0);
    for game in 0..2 * pairs {
        let side = Side::BOTH[game as usize % 2];
        let setup = seven_colours::Setup::drawn(30, 7, Board::Random, Some(game / 2)).expect("a sound setup");
        let mut position = SevenColours::start(&setup).expect("a board");
        let mut search = AlphaBeta::new(TerritoryHeuristic::default(), AlphaBetaOptions::default());
        let stop = AtomicBool::new(false);
        let limits = Limits { time: Some(Duration::from_millis(100)), ..Limits::default() };
        while !position.is_over() {
            let thinking = thinking(limits, &[], &stop);
            let choice = if position.turn() == side {
                search.choose(&position, &thinking)
            } else {
                Greedy::default().choose(&position, &thinking)
            };
            if let Some(report) = &choice.report {
                depths += report.depth;
                moves += 1;
            }
            position.play(choice.mv);
        }
        let tallies = position.tallies();
        won += u32::from(tallies[side] > tallies[side.other()]);
        println!("  alphabeta {} : greedy {}", tallies[side], tallies[side.other()]);
    }
    println!(
        "alphabeta at 100 ms won {won} of {} against greedy, depth {:.1} on average",
        2 * pairs,
        f64::from(depths) / f64::from(moves)
    );
}
