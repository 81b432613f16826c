//! The exact solver of Othello against one that is nothing but the rules.

use joute_games::Game;
use joute_games::othello::{Othello, OthelloSetup};
use joute_games::random::Seed;
use joute_search::othello::engine::{Board, ExactSolver};

/// Alpha-beta over the rules and nothing else: no table, no order, no bounds.
fn plain(game: &Othello, mut alpha: i32, beta: i32) -> i32 {
    if game.is_over() {
        let first = game.score_with_empties();
        return if game.turn() == joute_games::Side::First { first } else { -first };
    }
    for mv in game.legal_moves() {
        let mut after = *game;
        after.play(mv);
        alpha = alpha.max(-plain(&after, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// A position with so many empty squares, reached by random moves.
fn position(seed: u64, empties: u32) -> Option<Othello> {
    let mut generator = Seed(seed).generator();
    let mut game = Othello::start(&OthelloSetup::default()).unwrap();
    while game.empties().count_ones() > empties {
        game.play(game.random_move(&mut generator)?);
    }
    (!game.is_over()).then_some(game)
}

fn compare(positions: u64, empties: std::ops::RangeInclusive<u32>) {
    let mut solver = ExactSolver::with_bytes(1 << 20);
    let span = u64::from(empties.end() - empties.start() + 1);
    let mut compared = 0;
    for seed in 0..positions {
        if let Some(game) = position(seed, empties.start() + (seed % span) as u32) {
            assert_eq!(solver.solve(Board::from(&game)).score, plain(&game, -64, 64), "seed {seed}: {game}");
            compared += 1;
        }
    }
    assert!(compared * 10 >= positions * 9, "{compared} of {positions}");
}

#[test]
fn exact_scores_are_those_of_a_plain_solver() {
    compare(3_000, 1..=8);
    compare(200, 9..=10);
}

#[test]
#[ignore = "minutes: thousands of positions with 10 to 14 empty squares"]
fn exact_scores_are_those_of_a_plain_solver_at_length() {
    compare(4_000, 10..=12);
    compare(200, 13..=14);
}
