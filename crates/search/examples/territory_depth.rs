//! How deep the engine of the territory games and `alphabeta` look in a time of the processor, along some games.
//!
//! ```text
//! territory_depth GAME SETUP MILLISECONDS        e.g. flood width=12 100
//! ```

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use joute_games::random::Seed;
use joute_games::territory::flood::Flood;
use joute_games::territory::seven_colours::SevenColours;
use joute_games::{GameSetup, NoFiles};
use joute_search::territory::{TerritoryEngine, TerritoryEngineOptions, TerritoryGame, TerritoryHeuristic};
use joute_search::{AlphaBeta, AlphaBetaOptions, Choice, Clock, Heuristic, Limits, Strategy, Thinking};

fn told<M>(choice: &Choice<M>) -> String {
    choice.report.as_ref().map_or_else(
        || "nothing".to_owned(),
        |report| format!("depth {}, {} positions, {:+.1} cells", report.depth, report.nodes, report.score),
    )
}

#[expect(clippy::print_stdout, reason = "an example prints")]
fn look<G: TerritoryGame>(setup: &str, time: Duration)
where
    TerritoryHeuristic: Heuristic<G>,
{
    let stop = AtomicBool::new(false);
    let limits = Limits { time: Some(time), clock: Clock::Cpu, ..Limits::default() };
    for seed in 0..4 {
        let setup = G::Setup::parse(setup, &NoFiles).expect("a setup").with_seed(seed);
        let mut game = G::start(&setup).expect("a possible setup");
        let mut engine = TerritoryEngine::new(TerritoryEngineOptions::default());
        let mut alphabeta = AlphaBeta::new(TerritoryHeuristic::default(), AlphaBetaOptions::default());
        for ply in 0..12 {
            let thinking = Thinking { seed: Seed(ply), limits, history: &[], stop: &stop };
            let chosen = engine.choose(&game, &thinking);
            if ply % 4 == 3 {
                let other = alphabeta.choose(&game, &thinking);
                println!("board {seed}, ply {ply}: engine {}; alphabeta {}", told(&chosen), told(&other));
            }
            game.play(chosen.mv);
            if game.is_over() {
                break;
            }
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, setup, time] = &arguments[..] else {
        panic!("three arguments are expected: GAME SETUP MILLISECONDS");
    };
    let time = Duration::from_millis(time.parse().expect("a number of milliseconds"));
    match game.as_str() {
        "flood" => look::<Flood>(setup, time),
        _ => look::<SevenColours>(setup, time),
    }
}
