//! Drawn boards of the territory games solved exactly: the margin for the first to move (1, 0 or -1 in Seven Colours), the
//! positions and the processor time of each.
//!
//! ```text
//! territory_exact GAME SETUP BOARDS SECONDS        e.g. flood width=10,colours=8 20 60: those of `joute reproduce flood-solved-10`
//!                                                  or seven-colours size=8,board=random 10..20 60
//! ```
#![expect(clippy::print_stdout, reason = "a measuring program prints its figures")]

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use joute_games::random::Seed;
use joute_games::territory::flood::Flood;
use joute_games::territory::seven_colours::SevenColours;
use joute_games::{Game, GameSetup, NoFiles};
use joute_search::{Clock, FloodSolver, Limits, SevenColoursSolver, Thinking};

/// The most memory a solver takes.
const MEMORY: usize = 512 << 20;

/// A margin and positions, or nothing when a board took too long.
type Result = Option<(i32, u64)>;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, setup, boards, seconds] = &arguments[..] else {
        panic!("four arguments are expected: GAME SETUP BOARDS SECONDS");
    };
    let number = |text: &str| text.parse::<u64>().expect("a number");
    let boards = boards.split_once("..").map_or_else(|| 0..number(boards), |(from, to)| number(from)..number(to));
    let limits = Limits { time: Some(Duration::from_secs(number(seconds))), clock: Clock::Cpu, ..Limits::default() };
    let stop = AtomicBool::new(false);
    let thinking = Thinking { seed: Seed(0), limits, history: &[], stop: &stop };
    if game == "flood" {
        let mut solver = FloodSolver::with_memory(MEMORY);
        let mut solve = |game: &Flood| solver.solve(game, &thinking).map(|solved| (solved.margin, solved.nodes));
        each::<Flood>(setup, boards, &mut solve);
    } else {
        let mut solver = SevenColoursSolver::with_memory(MEMORY);
        let mut solve =
            |game: &SevenColours| solver.outcome(game, &thinking).map(|solved| (solved.margin, solved.nodes));
        each::<SevenColours>(setup, boards, &mut solve);
    }
}

fn each<G: Game>(setup: &str, boards: std::ops::Range<u64>, solve: &mut dyn FnMut(&G) -> Result) {
    let setup = G::Setup::parse(setup, &NoFiles).expect("a sound setup");
    let (mut results, count, before) = (Vec::new(), boards.end - boards.start, cpu_time());
    for number in boards {
        let game = G::start(&setup.clone().with_seed(Seed(1).purpose("solved").child(number).0)).expect("a board");
        let before = cpu_time();
        let result = solve(&game);
        let told =
            result.map_or("not solved".to_owned(), |(margin, positions)| format!("{margin:+}, {positions} positions"));
        println!("board {number}: {told}, {:.2} CPU s", cpu_time() - before);
        results.extend(result);
    }
    let won_by = |sign: i32| results.iter().filter(|(margin, _)| margin.signum() == sign).count();
    println!(
        "{} of {count} solved, {} positions, {:.1} CPU s; won by the first {}, drawn {}, by the second {}",
        results.len(),
        results.iter().map(|(_, positions)| positions).sum::<u64>(),
        cpu_time() - before,
        won_by(1),
        won_by(0),
        won_by(-1)
    );
}

/// Seconds of the processor that this program has used.
fn cpu_time() -> f64 {
    let used = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    used.tv_sec as f64 + used.tv_nsec as f64 * 1e-9
}
