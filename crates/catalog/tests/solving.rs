//! Solvers of all games by one law: a position is worth what its best move leads to.

use std::sync::atomic::AtomicBool;

use joute_catalog::{Goal, Limits, PositionSolver, Question, find_game};
use joute_games::othello::OthelloBoard;
use joute_games::random::Seed;
use joute_games::{AnyGame, Game, NoFiles, Side};

/// Boards that are small enough to be solved at once, some after so many random moves.
const BOARDS: &[(&str, &str, u32)] = &[
    ("othello", "size=4", 0),
    ("othello", "size=6", 22),
    ("othello", "", 48),
    ("othello", "size=10", 88),
    ("flood", "width=4,colours=4,seed=3", 0),
    ("awale", "rules=kalah,seeds=1", 0),
];

fn start(game: &str, setup: &str, plies: u32) -> Option<AnyGame> {
    let mut game = find_game(game).unwrap().setup(setup, &NoFiles).unwrap().start(1).unwrap();
    let mut generator = Seed(7).generator();
    for _ in 0..plies {
        let moves = game.legal();
        game.play(*moves.get(generator.index(moves.len().max(1)))?);
    }
    (!game.is_over()).then_some(game)
}

fn question<'a>(game: &'a AnyGame, stop: &'a AtomicBool) -> Question<'a> {
    // What is too large fails instead of taking for ever.
    let limits = Limits { nodes: Some(3_000_000), ..Limits::default() };
    Question { game, history: &[], limits, seed: Seed(1), stop }
}

#[test]
fn a_position_of_any_game_is_worth_what_its_best_move_leads_to() {
    let stop = AtomicBool::new(false);
    let small = BOARDS.iter().map(|(name, setup, plies)| (*name, *setup, start(name, setup, *plies)));
    for (name, setup, game) in small {
        let game = game.unwrap();
        let mut solver = PositionSolver::new(&game, 1, 4 << 20).unwrap();
        let one = solver.solve(&question(&game, &stop), Goal::Exact);
        let one = one.unwrap_or_else(|| panic!("{name} {setup} is not solved: {}", game.position()));
        let each = solver.solve_each(&question(&game, &stop), Goal::Exact).unwrap();
        assert_eq!(one.margin, each[0].margin, "{name} {setup}: {}", game.position());
        assert_eq!(each.len(), game.legal().len());
        let best = each.iter().filter(|solved| solved.margin == one.margin);
        assert!(best.map(|solved| &solved.line[0]).any(|mv| Some(mv) == one.line.first()), "{name} {setup}: {one:?}");
        let outcome = solver.solve(&question(&game, &stop), Goal::Outcome).unwrap();
        assert_eq!(outcome.margin, one.margin.signum(), "{name} {setup}");
    }
}

#[test]
fn of_seven_colours_it_is_known_who_wins() {
    let stop = AtomicBool::new(false);
    let game = start("seven-colours", "size=6,board=random", 0).unwrap();
    let mut solver = PositionSolver::new(&game, 1, 4 << 20).unwrap();
    assert!(solver.answers(Goal::Outcome) && !solver.answers(Goal::Exact));
    assert!(solver.solve(&question(&game, &stop), Goal::Exact).is_none());
    let one = solver.solve(&question(&game, &stop), Goal::Outcome).unwrap();
    let each = solver.solve_each(&question(&game, &stop), Goal::Outcome).unwrap();
    assert_eq!((one.margin, one.margin.abs()), (each[0].margin, 1));
}

/// Nothing but the rules.
fn plain(game: &OthelloBoard<4>) -> i32 {
    if game.is_over() {
        let score = game.score_with_empties();
        return if game.turn() == Side::First { score } else { -score };
    }
    let after = |mv| {
        let mut after = *game;
        after.play(mv);
        let value = plain(&after);
        if after.turn() == game.turn() { value } else { -value }
    };
    game.legal_moves().into_iter().map(after).max().unwrap()
}

#[test]
fn small_boards_of_othello_count_empty_squares_for_the_winner() {
    let stop = AtomicBool::new(false);
    for plies in [0, 2, 3, 5] {
        let game = start("othello", "size=4", plies).unwrap();
        let mut solver = PositionSolver::new(&game, 1, 4 << 20).unwrap();
        let margin = solver.solve(&question(&game, &stop), Goal::Exact).unwrap().margin;
        assert_eq!(margin, plain(game.downcast_ref().unwrap()), "after {plies} plies");
    }
}
