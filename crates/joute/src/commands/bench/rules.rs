//! Figures of the rules: perft, random playouts, greedy games.

use std::sync::atomic::AtomicBool;

use joute_games::awale::{Abapa, Awale};
use joute_games::history::History;
use joute_games::othello::{Kernel, Othello};
use joute_games::random::Seed;
use joute_games::territory::flood::Flood;
use joute_games::territory::seven_colours::{Board, Setup, SevenColours};
use joute_games::{Game, GameSetup};
use joute_search::{Greedy, Limits, Strategy, Thinking, playout};

use super::Measurement;
use super::measure::Effort;

/// Every figure of the rules.
pub(super) fn measurements() -> Vec<Measurement> {
    let mut all = Vec::new();
    for kernel in Kernel::available() {
        all.push(measurement(&format!("othello perft(10), {kernel:?}"), "leaves/s", move |effort| {
            let start = Othello::start(&Default::default())?;
            Ok(effort.rate(|| start.perft_by(kernel, 10).leaves))
        }));
    }
    all.push(measurement("awale perft(9)", "leaves/s", |effort| {
        let start = Awale::<Abapa>::start(&Default::default())?;
        Ok(effort.rate(|| start.perft(9).leaves))
    }));
    all.push(measurement("othello playouts, side by side", "games/s", |effort| {
        let start = Othello::start(&Default::default())?;
        Ok(effort.rate(|| start.playouts(1000, Seed(1)).games()))
    }));
    all.push(measurement("othello playouts", "games/s", playouts::<Othello>));
    all.push(measurement("awale playouts", "games/s", playouts::<Awale<Abapa>>));
    all.push(measurement("flood playouts", "games/s", playouts::<Flood>));
    all.push(measurement("seven-colours playouts", "games/s", playouts::<SevenColours>));
    for size in [15, 30, 60, 120] {
        let name = format!("seven-colours {size} x {size} greedy games");
        all.push(measurement(&name, "games/s", move |effort| Ok(greedy_games(size, effort))));
    }
    all
}

/// The kernel this machine gets.
pub(super) fn othello_kernel() -> Kernel {
    Kernel::best()
}

pub(super) fn measurement(
    name: &str,
    unit: &'static str,
    run: impl Fn(Effort) -> anyhow::Result<Vec<f64>> + 'static,
) -> Measurement {
    Measurement { name: name.to_owned(), unit, run: Box::new(run) }
}

/// Random games from start to end under the default rules, the board drawn anew for each batch.
fn playouts<G: Game>(effort: Effort) -> anyhow::Result<Vec<f64>> {
    let (mut generator, mut history) = (Seed(1).generator(), History::default());
    let mut boards = Vec::new();
    for seed in 0..16 {
        boards.push(G::start(&G::Setup::default().with_seed(seed))?);
    }
    Ok(effort.rate(|| {
        for board in &boards {
            std::hint::black_box(playout(board.clone(), &mut generator, &mut history));
        }
        boards.len() as u64
    }))
}

/// Greedy against greedy in a bare loop, board generation included.
fn greedy_games(size: u32, effort: Effort) -> Vec<f64> {
    let stop = AtomicBool::new(false);
    let mut seed = 0;
    effort.rate(|| {
        seed += 1;
        u64::from(greedy_game(size, seed, &stop).is_some())
    })
}

pub(super) fn greedy_game(size: u32, seed: u64, stop: &AtomicBool) -> Option<[u32; 2]> {
    let mut game = SevenColours::start(&Setup::drawn(size, 7, Board::Symmetric, Some(seed))?).ok()?;
    let thinking = Thinking { seed: Seed(seed), limits: Limits::default(), history: &[], stop };
    let mut greedy = Greedy::default();
    while !game.is_over() {
        let choice = greedy.choose(&game, &thinking);
        game.play(choice.mv);
    }
    Some(game.tallies())
}
