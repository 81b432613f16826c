//! The exact solver of Flood against plain minimax to the end, and its line against the value it claims.

use crate::support::{Met, to_nodes};
use joute_games::Game;
use joute_games::territory::flood::Flood;
use joute_search::territory::TerritoryHeuristic;
use joute_search::{AlphaBeta, AlphaBetaOptions, FloodSolver, Goal, Limits, Minimax, Solver, margin};
use joute_testkit::properties::times;

fn solves(setup: &str, plies: u64, boards: u64) {
    let mut solver = FloodSolver::with_memory(1 << 16);
    for seed in 0..times(boards) {
        let met = Met::<Flood>::random(setup, seed, plies);
        let thinking = met.thinking(Limits::default());
        let solved = solver.solve(&met.game, &thinking).unwrap();
        let expected = Minimax::new(60).value(&met.game, &thinking).unwrap();
        assert_eq!(solved.margin, expected.score, "{}", met.game);
        let outcome = Solver::solve(&mut solver, &met.game, &thinking, Goal::Outcome).unwrap();
        assert_eq!(outcome.margin, expected.score.signum(), "{}", met.game);
        let mut end = met.game.clone();
        for &mv in &solved.line {
            assert!(end.is_legal(mv), "{}: {:?}", met.game, solved.line);
            end.play(mv);
        }
        assert!(end.is_over(), "{}: {:?}", met.game, solved.line);
        let sign = if end.turn() == met.game.turn() { 1 } else { -1 };
        assert_eq!(sign * margin(&end), solved.margin, "{}: {:?}", met.game, solved.line);
    }
}

#[test]
fn small_boards_from_the_start() {
    solves("width=3,colours=4", 0, 30);
    solves("width=4,height=3,colours=3", 0, 30);
}

#[test]
fn positions_on_the_way_passes_included() {
    solves("width=4,colours=4", 5, 20);
    solves("width=4,colours=6", 9, 20);
}

#[test]
fn forbidden_colours_obstacles_and_other_graphs() {
    solves("width=4,height=3,colours=4,forbidden=1", 3, 20);
    solves("width=4,colours=4,obstacles=20", 4, 20);
    solves("graph=torus,width=4,colours=4", 6, 15);
}

#[test]
fn an_analysis_of_flood_is_exact_for_every_move() {
    for seed in 0..10 {
        let met = Met::<Flood>::random("width=4,colours=4", seed, 3);
        let mut search = AlphaBeta::new(TerritoryHeuristic::default(), AlphaBetaOptions::default());
        let analysis = search.analyse(&met.game, &met.thinking(to_nodes(10_000_000)), &mut |_| {});
        assert!(analysis.is_complete);
        for line in &analysis.lines {
            let mut after = met.game.clone();
            after.play(line.mv());
            let sign = if after.turn() == met.game.turn() { 1 } else { -1 };
            let value = Minimax::new(60).value(&after, &met.thinking(Limits::default())).map(|found| found.score);
            let expected = sign * value.unwrap_or_else(|| margin(&after));
            assert_eq!((line.score, line.is_exact), (f64::from(expected), true), "{}: {}", met.game, line.mv());
        }
    }
}

#[test]
fn a_limit_that_is_too_narrow_gives_no_answer_and_a_board_too_large_none_either() {
    let mut solver = FloodSolver::with_memory(1 << 16);
    let met = Met::<Flood>::random("width=7,colours=6", 1, 0);
    assert_eq!(solver.solve(&met.game, &met.thinking(to_nodes(100))), None);
    let met = Met::<Flood>::random("width=20", 1, 0);
    assert_eq!(solver.solve(&met.game, &met.thinking(to_nodes(100))), None);
}
