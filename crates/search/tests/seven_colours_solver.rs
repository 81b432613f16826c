//! The solver of Seven Colours against plain minimax, in which both sides may waste turns, and its line against what it claims.

use std::collections::HashMap;

use crate::support::{Met, to_nodes};
use joute_games::Game;
use joute_games::territory::seven_colours::SevenColours;
use joute_search::{Limits, SevenColoursSolver, margin};
use joute_testkit::properties::times;

/// Positions whose value is known, with the turns that each side may still waste.
type Values = HashMap<(u64, [u32; 2]), i32>;

/// Who wins, 1 the side to move and -1 the other, by nothing but the rules, when each side may take so many times a colour that
/// gains nothing although another would.
fn outcome(game: &SevenColours, wastes: [u32; 2], known: &mut Values) -> i32 {
    if game.is_over() {
        return margin(game).signum();
    }
    if let Some(value) = known.get(&(game.key(), wastes)) {
        return *value;
    }
    let moves = game.legal_moves();
    let wasted = moves.iter().copied().find(|mv| game.gain(*mv) == 0);
    let mut tried: Vec<_> = moves.iter().copied().filter(|mv| game.gain(*mv) > 0).collect();
    let (may_waste, must_waste) = (wastes[game.turn()] > 0, tried.is_empty());
    tried.extend(wasted.filter(|_| may_waste || must_waste));
    let values = tried.into_iter().map(|mv| {
        let (mut next, mut left) = (game.clone(), wastes);
        if game.gain(mv) == 0 && !must_waste {
            left[game.turn()] -= 1;
        }
        next.play(mv);
        -outcome(&next, left, known)
    });
    let best = values.max().unwrap();
    known.insert((game.key(), wastes), best);
    best
}

fn solves(setup: &str, plies: u64, boards: u64) -> [u32; 3] {
    let mut solver = SevenColoursSolver::with_memory(1 << 16);
    let mut seen = [0; 3];
    for seed in 0..times(boards) {
        let met = Met::<SevenColours>::random(setup, seed, plies);
        let solved = solver.outcome(&met.game, &met.thinking(Limits::default())).unwrap();
        assert_eq!(solved.margin, outcome(&met.game, [1, 1], &mut Values::new()), "{}", met.game);
        let mut end = met.game.clone();
        for &mv in &solved.line {
            assert!(!end.is_over() && end.is_legal(mv), "{}: {:?}", met.game, solved.line);
            end.play(mv);
        }
        assert!(end.is_over(), "{}: {:?}", met.game, solved.line);
        let sign = if end.turn() == met.game.turn() { 1 } else { -1 };
        assert_eq!(sign * margin(&end).signum(), solved.margin, "{}: {:?}", met.game, solved.line);
        seen[(solved.margin + 1) as usize] += 1;
    }
    seen
}

#[test]
fn small_boards_and_positions_on_the_way() {
    let seen = solves("size=4,colours=4,board=random", 3, 60);
    assert!(seen.iter().all(|count| *count > 0), "won, drawn and lost ones: {seen:?}");
    solves("size=5,colours=4,board=random", 6, 40);
    solves("size=4,colours=7,board=random", 4, 40);
}

#[test]
fn symmetric_boards_and_obstacles() {
    solves("size=4,colours=5", 3, 30);
    solves("size=5,colours=4,obstacles=30,board=random", 4, 40);
}

#[test]
fn what_is_too_large_or_has_other_rules_gets_no_answer() {
    let mut solver = SevenColoursSolver::with_memory(1 << 16);
    let solves = |solver: &mut SevenColoursSolver, setup: &str, nodes: u64| {
        let met = Met::<SevenColours>::random(setup, 1, 0);
        solver.outcome(&met.game, &met.thinking(to_nodes(nodes))).is_some()
    };
    assert!(solves(&mut solver, "size=4,board=random", 1_000_000));
    assert!(!solves(&mut solver, "size=9,board=random", 20));
    assert!(!solves(&mut solver, "size=20,board=random", 1_000_000));
    assert!(!solves(&mut solver, "size=4,board=random,enclosed=yes", 1_000_000));
}
