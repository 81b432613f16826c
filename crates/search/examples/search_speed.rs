//! Measures the searches: report 004's tree, exact solutions of Flood, and games at 100 ms a move.
#![expect(clippy::print_stdout, reason = "a measuring program prints its figures")]

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use joute_games::Game;
use joute_games::awale::{Awale, Francois, Rules, Setup};
use joute_games::random::Seed;
use joute_search::{Limits, Minimax, Thinking};

fn main() {
    report_004_tree();
}

fn report_004_tree() {
    let stop = AtomicBool::new(false);
    let start = Awale::<Francois>::start(&Setup::standard(Rules::FRANCOIS)).expect("a standard board");
    let history = [start.key()];
    let thinking = Thinking { seed: Seed(1), limits: Limits::default(), history: &history, stop: &stop };
    let (mut best, mut nodes) = (f64::INFINITY, 0);
    for _ in 0..10 {
        let clock = Instant::now();
        nodes = Minimax::new(10).value(&start, &thinking).expect("not stopped").nodes;
        best = best.min(clock.elapsed().as_secs_f64());
    }
    println!("report 004's tree to depth 10: {nodes} nodes in {best:.4} s");
}
