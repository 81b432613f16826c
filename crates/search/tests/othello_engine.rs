//! The Othello engine as a player, an analyst and a solver.

use std::sync::atomic::AtomicBool;

use joute_games::Game;
use joute_games::othello::{Othello, OthelloSetup, Square};
use joute_games::random::Seed;
use joute_search::othello::Mobility;
use joute_search::othello::engine::{Board, Engine, EngineOptions, Evaluation, ExactSolver, Weights};
use joute_search::{Choice, Erring, Goal, Heuristic, Limits, Solver, Strategy, Thinking};

const SMALL: EngineOptions = EngineOptions {
    limits: Limits::NONE,
    threads: 1,
    memory: 1 << 20,
    selectivity: 5,
    evaluation: Evaluation::Learned,
    uses_book: false,
};

/// A position with so many empty squares and a choice to make, reached by random moves.
fn position(seed: u64, empties: u32) -> Option<Othello> {
    let mut generator = Seed(seed).generator();
    let mut game = Othello::start(&OthelloSetup::default()).unwrap();
    while game.empties().count_ones() > empties {
        game.play(game.random_move(&mut generator)?);
    }
    (game.moves() != 0).then_some(game)
}

fn choose(engine: &mut impl Strategy<Othello>, game: &Othello, limits: Limits, seed: u64) -> Choice<Square<8>> {
    let stop = AtomicBool::new(false);
    engine.choose(game, &Thinking { seed: Seed(seed), limits, history: &[], stop: &stop })
}

fn solve(engine: &mut Engine, game: &Othello, goal: Goal) -> i32 {
    let stop = AtomicBool::new(false);
    let thinking = Thinking { seed: Seed(0), limits: Limits::default(), history: &[], stop: &stop };
    let solved = Solver::solve(engine, game, &thinking, goal).expect("nothing limits it");
    let mut last = *game;
    for mv in &solved.line {
        assert!(last.is_legal(*mv), "{game}: {:?}", solved.line);
        last.play(*mv);
    }
    solved.margin
}

#[test]
fn the_engine_solves_as_the_plain_solver_does_with_one_thread_and_two() {
    let mut plain = ExactSolver::with_bytes(1 << 20);
    for threads in [1, 2] {
        let mut engine = Engine::new(EngineOptions { threads, ..SMALL });
        for (seed, empties) in (0..12).map(|seed| (seed, 10 + seed as u32 % 5)) {
            let Some(game) = position(seed, empties) else { continue };
            let expected = plain.solve(Board::from(&game)).score;
            assert_eq!(solve(&mut engine, &game, Goal::Exact), expected, "seed {seed}: {game}");
            assert_eq!(solve(&mut engine, &game, Goal::Outcome), expected.signum(), "seed {seed}: {game}");
        }
    }
}

#[test]
fn threads_that_share_positions_find_what_one_finds() {
    let mut alone = Engine::new(SMALL);
    for threads in [2, 3, 5] {
        let mut crew = Engine::new(EngineOptions { threads, ..SMALL });
        for seed in 20..26 {
            let Some(game) = position(seed, 15 + seed as u32 % 3) else { continue };
            let expected = solve(&mut alone, &game, Goal::Exact);
            assert_eq!(solve(&mut crew, &game, Goal::Exact), expected, "{threads} threads, seed {seed}: {game}");
        }
    }
}

#[test]
fn what_a_search_of_several_threads_gave_up_is_not_taken_for_known() {
    for seed in 30..36 {
        let Some(game) = position(seed, 16) else { continue };
        let expected = solve(&mut Engine::new(SMALL), &game, Goal::Exact);
        // The engine remembers positions from one search to the next: of those that were cut short nothing wrong may be left.
        let mut crew = Engine::new(EngineOptions { threads: 3, ..SMALL });
        for nodes in (1..12).map(|step| step * 7_919) {
            choose(&mut crew, &game, Limits { nodes: Some(nodes), ..Limits::default() }, 0);
        }
        assert_eq!(solve(&mut crew, &game, Goal::Exact), expected, "seed {seed}: {game}");
    }
}

/// Every line to a depth, nothing cut, opinions rounded to discs as the engine does.
fn brute(weights: &Weights, game: &Othello, depth: u32) -> i32 {
    if game.is_over() {
        return Board::from(game).final_score();
    }
    if let Some(pass) = game.forced() {
        let mut after = *game;
        after.play(pass);
        return -brute(weights, &after, depth);
    }
    if depth == 0 {
        return ((weights.evaluate(Board::from(game)) + 0.5).floor() as i32).clamp(-62, 62);
    }
    let after = |mv| {
        let mut after = *game;
        after.play(mv);
        -brute(weights, &after, depth - 1)
    };
    game.legal_moves().into_iter().map(after).max().unwrap()
}

#[test]
fn a_search_without_doubtful_cuts_finds_what_looking_at_everything_finds() {
    let mut engine = Engine::new(EngineOptions { selectivity: 0, ..SMALL });
    for (seed, empties) in (0..20).map(|seed| (seed, 20 + 2 * seed as u32)) {
        let Some(game) = position(seed, empties) else { continue };
        for depth in 1..=3 {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let found = choose(&mut engine, &game, limits, 0).report.unwrap().score;
            assert_eq!(found, f64::from(brute(Weights::embedded(), &game, depth)), "seed {seed} depth {depth}: {game}");
            // What is remembered of a deeper search would be better than what is compared with.
            engine.forget();
        }
    }
}

#[test]
fn a_stopped_search_has_a_legal_move_at_once() {
    let stop = AtomicBool::new(true);
    let mut engine = Engine::new(EngineOptions { threads: 2, ..SMALL });
    for (seed, empties) in (0..30).map(|seed| (seed, 5 + seed as u32)) {
        let Some(game) = position(seed, empties) else { continue };
        let thinking = Thinking { seed: Seed(0), limits: Limits::default(), history: &[], stop: &stop };
        let choice = engine.choose(&game, &thinking);
        assert!(game.is_legal(choice.mv), "{game}: {}", choice.mv);
        assert!(choice.report.unwrap().nodes < 20_000, "{game}");
    }
}

#[test]
fn a_number_of_nodes_gives_the_same_move_every_time() {
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    for seed in 0..5 {
        let game = position(seed, 35).unwrap();
        let one = choose(&mut Engine::new(SMALL), &game, limits, 0);
        let two = choose(&mut Engine::new(SMALL), &game, limits, 1);
        let (first, second) = (one.report.unwrap(), two.report.unwrap());
        assert_eq!((one.mv, first.nodes, first.pv), (two.mv, second.nodes, second.pv));
        assert!(first.nodes <= 22_000, "{}", first.nodes);
    }
}

#[test]
fn an_analysis_values_every_move_and_is_exact_at_the_end() {
    let stop = AtomicBool::new(false);
    let mut engine = Engine::new(SMALL);
    let mut plain = ExactSolver::with_bytes(1 << 20);
    for seed in 0..10 {
        let Some(game) = position(seed, 11) else { continue };
        let limits = Limits { depth: Some(60), ..Limits::default() };
        let thinking = Thinking { seed: Seed(0), limits, history: &[], stop: &stop };
        let analysis = engine.analyse(&game, &thinking, &mut |known| assert!(!known.lines.is_empty())).unwrap();
        assert!(analysis.is_complete && analysis.lines.len() == game.count_moves());
        for line in &analysis.lines {
            let mut after = game;
            after.play(line.mv());
            let board = Board::from(&after);
            let value = if after.is_over() { board.final_score() } else { plain.solve(board).score };
            assert_eq!(line.score, f64::from(-value), "{game} {}", line.mv());
        }
        assert!(analysis.lines.is_sorted_by(|one, other| one.score >= other.score));
    }
}

#[test]
fn a_player_that_errs_plays_legal_moves_and_not_always_the_best() {
    let mut engine = Erring::new(Engine::new(SMALL), 10.0);
    assert!(!Strategy::<Othello>::is_deterministic(&engine));
    let game = position(3, 40).unwrap();
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let moves: Vec<Square<8>> = (0..60).map(|seed| choose(&mut engine, &game, limits, seed).mv).collect();
    assert!(moves.iter().all(|mv| game.is_legal(*mv)));
    assert!(moves.iter().any(|mv| *mv != moves[0]));
}

#[test]
fn the_first_move_comes_from_the_book() {
    let game = Othello::start(&OthelloSetup::default()).unwrap();
    let with_book = choose(&mut Engine::new(EngineOptions { uses_book: true, ..SMALL }), &game, Limits::default(), 0);
    assert!(game.is_legal(with_book.mv) && with_book.report.is_none());
}

/// The first of the positions of the French federation's test of endgames: 20 empty squares, +38.
const FFO_40: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";

#[test]
fn an_analysis_that_is_stopped_shows_values_near_the_true_ones() {
    let game = Othello::parse(&OthelloSetup::default(), FFO_40).unwrap();
    let stop = AtomicBool::new(false);
    for nodes in [2_000, 10_000, 50_000, 200_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let thinking = Thinking { seed: Seed(0), limits, history: &[], stop: &stop };
        let analysis = Engine::new(SMALL).analyse(&game, &thinking, &mut |_| {}).unwrap();
        assert!(!analysis.is_complete && analysis.lines.len() == game.count_moves());
        let best = &analysis.lines[0];
        assert!((best.score - 38.0).abs() <= 8.0, "{nodes} nodes: {} {:+}", best.mv(), best.score);
        // What was looked at deepest stands in front and is in order.
        let deepest: Vec<f64> =
            analysis.lines.iter().take_while(|line| line.depth == best.depth).map(|line| line.score).collect();
        assert!(deepest.is_sorted_by(|one, other| one >= other), "{nodes} nodes: {deepest:?}");
    }
}

#[test]
fn a_hand_made_evaluation_can_be_compared_with() {
    let game = position(4, 40).unwrap();
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let mut scores = [Evaluation::Learned, Evaluation::HandMade].map(|evaluation| {
        let mut engine = Engine::new(EngineOptions { evaluation, selectivity: 0, ..SMALL });
        choose(&mut engine, &game, limits, 0).report.unwrap().score
    });
    let by_hand = |mv: Square<8>| {
        let mut after = game;
        after.play(mv);
        -(f64::from(Mobility.score(&after)) * 0.64 / 64.0 + 0.5).floor()
    };
    let best = game.legal_moves().into_iter().map(by_hand).fold(f64::NEG_INFINITY, f64::max);
    assert!((scores[1] - best).abs() <= 1.0, "{} {best}", scores[1]);
    scores.sort_by(f64::total_cmp);
    assert!(scores[0] < scores[1], "they differ");
}
