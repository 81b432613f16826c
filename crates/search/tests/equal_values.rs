//! Every search against plain minimax: the same value at the same depth, for every game, table and number of threads.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

mod support;

use joute_games::Game;
use joute_games::awale::{Abapa, Awale, Awari, Custom, Francois, Kalah};
use joute_games::othello::{Othello, OthelloBoard};
use joute_games::territory::flood::Flood;
use joute_games::territory::seven_colours::SevenColours;
use joute_search::{AlphaBeta, AlphaBetaOptions, Heuristic, Margin, Minimax, Strategy, Tally};
use support::{Met, to_depth};

fn options(hash: usize, threads: u32) -> AlphaBetaOptions {
    AlphaBetaOptions { hash, threads, uses_margins: false, ..Default::default() }
}

fn agrees<G: Game, H: Heuristic<G>>(met: &Met<G>, depth: u32, heuristic: &H) {
    let oracle = Minimax { depth, heuristic: heuristic.clone() };
    let expected = oracle.value(&met.game, &met.thinking(Default::default())).unwrap();
    let unit = heuristic.in_units(expected.score);
    for options in [options(0, 1), options(1 << 20, 1), options(4096, 1), options(1 << 20, 2)] {
        let mut search = AlphaBeta::new(heuristic.clone(), options);
        let choice = search.choose(&met.game, &met.thinking(to_depth(depth)));
        let report = choice.report.unwrap();
        assert_eq!(report.score, unit, "{} to depth {depth} with {options:?}", met.game);
        assert_eq!(report.pv.first(), Some(&choice.mv));
        // The line must be worth what it is said to be worth, as far as it goes.
        let mut game = met.game.clone();
        for &mv in &report.pv {
            assert!(game.is_legal(mv), "{}: the line {:?}", met.game, report.pv);
            game.play(mv);
        }
    }
    let lines = AlphaBeta::new(heuristic.clone(), options(1 << 20, 1))
        .analyse(&met.game, &met.thinking(to_depth(depth)), &mut |_| {})
        .lines;
    assert_eq!(lines[0].score, unit, "{}: analysis to depth {depth}", met.game);
    assert_eq!(lines.len(), met.game.count_moves());
}

fn agrees_everywhere<G: Game, H: Heuristic<G>>(setup: &str, plies: u64, deepest: u32, heuristic: &H) {
    for seed in 0..12 {
        let met = Met::<G>::random(setup, seed, plies);
        for depth in 1..=deepest {
            agrees(&met, depth, heuristic);
        }
    }
}

#[test]
fn seven_colours() {
    agrees_everywhere::<SevenColours, _>("size=8", 12, 4, &Margin);
    agrees_everywhere::<SevenColours, _>("size=4,colours=3", 4, 5, &Tally);
    agrees_everywhere::<SevenColours, _>("size=6,colours=4,enclosed,capture-enclosed", 8, 5, &Tally);
}

#[test]
fn flood() {
    agrees_everywhere::<Flood, _>("width=6", 12, 5, &Margin);
    agrees_everywhere::<Flood, _>("width=4,colours=4", 8, 5, &Tally);
    agrees_everywhere::<Flood, _>("graph=torus,width=6,colours=5,forbidden=1", 8, 4, &Tally);
}

#[test]
fn othello() {
    agrees_everywhere::<Othello, _>("", 55, 4, &Margin);
    agrees_everywhere::<OthelloBoard<4>, _>("size=4", 9, 6, &Tally);
    agrees_everywhere::<OthelloBoard<6>, _>("size=6", 28, 4, &Tally);
}

#[test]
fn awale() {
    agrees_everywhere::<Awale<Abapa>, _>("rules=abapa", 120, 5, &Margin);
    agrees_everywhere::<Awale<Awari>, _>("rules=awari", 120, 5, &Tally);
    agrees_everywhere::<Awale<Francois>, _>("rules=francois", 60, 5, &Tally);
    agrees_everywhere::<Awale<Kalah>, _>("rules=kalah", 30, 5, &Tally);
    agrees_everywhere::<Awale<Custom>, _>("pits=2,seeds=2", 40, 9, &Tally);
}
