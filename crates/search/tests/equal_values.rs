//! Every search against plain minimax: the same value at the same depth, for every game, table and number of threads.

use crate::support::{Met, Raw, to_depth};
use joute_games::Game;
use joute_games::awale::{Abapa, Awale, Awari, Custom, Francois, Kalah};
use joute_games::othello::{Othello, OthelloBoard};
use joute_games::territory::flood::Flood;
use joute_games::territory::seven_colours::SevenColours;
use joute_search::awale::Seeds;
use joute_search::othello::{Mobility, Positional};
use joute_search::territory::{TerritoryHeuristic, TerritoryWeights};
use joute_search::{AlphaBeta, AlphaBetaOptions, Heuristic, Margin, Minimax, Strategy, Tally};

fn options(hash: usize, threads: u32) -> AlphaBetaOptions {
    AlphaBetaOptions { hash, threads, uses_margins: false, ..Default::default() }
}

fn agrees<G: Game, H: Heuristic<G>>(met: &Met<G>, depth: u32, heuristic: &H) {
    let oracle = Minimax::with(depth, heuristic.clone());
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
    for threads in [1, 2] {
        let lines = AlphaBeta::new(heuristic.clone(), options(1 << 20, threads))
            .analyse(&met.game, &met.thinking(to_depth(depth)), &mut |_| {})
            .lines;
        assert_eq!(lines[0].score, unit, "{}: analysis to depth {depth} on {threads} threads", met.game);
        assert_eq!(lines.len(), met.game.count_moves());
    }
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
    agrees_everywhere::<SevenColours, _>("size=8", 12, 4, &Raw(Margin));
    agrees_everywhere::<SevenColours, _>("size=4,colours=3", 4, 5, &Raw(Tally));
    agrees_everywhere::<SevenColours, _>("size=6,colours=4,enclosed,capture-enclosed", 8, 5, &Raw(Tally));
    agrees_everywhere::<SevenColours, _>("size=7,colours=5", 10, 4, &Raw(TerritoryHeuristic::default()));
}

#[test]
fn flood() {
    agrees_everywhere::<Flood, _>("width=6", 12, 5, &Raw(Margin));
    agrees_everywhere::<Flood, _>("width=4,colours=4", 8, 5, &Raw(Tally));
    agrees_everywhere::<Flood, _>("graph=torus,width=6,colours=5,forbidden=1", 8, 4, &Raw(Tally));
    agrees_everywhere::<Flood, _>("width=5", 8, 5, &Raw(TerritoryHeuristic::new(TerritoryWeights::REACH)));
}

#[test]
fn othello() {
    agrees_everywhere::<Othello, _>("", 55, 4, &Raw(Margin));
    agrees_everywhere::<Othello, _>("", 58, 4, &Raw(Mobility));
    agrees_everywhere::<OthelloBoard<4>, _>("size=4", 9, 6, &Raw(Tally));
    agrees_everywhere::<OthelloBoard<6>, _>("size=6", 28, 4, &Raw(Positional));
    agrees_everywhere::<OthelloBoard<10>, _>("size=10", 90, 3, &Raw(Mobility));
}

#[test]
fn awale() {
    agrees_everywhere::<Awale<Abapa>, _>("rules=abapa", 120, 5, &Raw(Margin));
    agrees_everywhere::<Awale<Awari>, _>("rules=awari", 120, 5, &Raw(Seeds));
    agrees_everywhere::<Awale<Francois>, _>("rules=francois", 60, 5, &Raw(Tally));
    agrees_everywhere::<Awale<Kalah>, _>("rules=kalah", 30, 5, &Raw(Tally));
}

/// On boards this small positions come back within the depth, so that the way matters.
#[test]
fn awale_where_positions_come_back() {
    let mut repetitions = 0;
    for setup in [
        "pits=2,seeds=1",
        "pits=1,seeds=3",
        "pits=3,seeds=1",
        "pits=3,seeds=2,feed=if-possible",
        "pits=2,seeds=2,grand-slam=undo",
        "pits=3,seeds=1,rules=francois",
    ] {
        for seed in 0..24 {
            let met = Met::<Awale<Custom>>::random(setup, seed, 30);
            let forgetful = Met { game: met.game, history: Vec::new() };
            for depth in (1..=13).step_by(3) {
                agrees(&met, depth, &Raw(Tally));
                let value = |met: &Met<Awale<Custom>>| {
                    Minimax::new(depth).value(&met.game, &met.thinking(Default::default())).unwrap().score
                };
                repetitions += u32::from(value(&met) != value(&forgetful));
            }
        }
    }
    assert!(repetitions > 5, "the past must have mattered, but did so {repetitions} times");
}

/// Margins never change the value where the heuristic itself stays within them, and only cut lines short.
#[test]
fn margins_save_nodes_and_nothing_else() {
    let (mut with, mut without) = (0, 0);
    for seed in 0..12 {
        let met = Met::<Flood>::random("width=4,colours=4", seed, 4);
        let solve = |uses_margins| {
            let options = AlphaBetaOptions { uses_margins, ..Default::default() };
            let heuristic = TerritoryHeuristic::new(TerritoryWeights::CELLS);
            *AlphaBeta::new(heuristic, options).choose(&met.game, &met.thinking(to_depth(60))).report.unwrap()
        };
        let (cut, plain) = (solve(true), solve(false));
        assert_eq!(cut.score, plain.score, "{}", met.game);
        with += cut.nodes;
        without += plain.nodes;
    }
    assert!(with < without, "{with} with margins, {without} without");
}
