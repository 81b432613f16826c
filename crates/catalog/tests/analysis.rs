//! What an analysis promises for every game: every legal move once, lines that can be played, limits that are kept.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use joute_catalog::{ANALYSTS, Analyst, GAMES, Limits, Question, find_game, history_of};
use joute_games::random::Seed;
use joute_games::{AnyGame, NoFiles};

fn start(game: &str, setup: &str) -> AnyGame {
    find_game(game).unwrap().setup(setup, &NoFiles).unwrap().start(1).unwrap()
}

fn question<'a>(game: &'a AnyGame, limits: Limits, stop: &'a AtomicBool) -> Question<'a> {
    Question { game, history: &[], limits, seed: Seed(1), stop }
}

#[test]
fn every_move_is_valued_and_every_line_can_be_played() {
    let stop = AtomicBool::new(false);
    for entry in GAMES {
        let game = start(entry.info.name, "");
        for name in ANALYSTS {
            let mut analyst = Analyst::new(name, &game).unwrap();
            let mut told = 0;
            let limits = Limits { nodes: Some(3000), ..Limits::default() };
            let analysis = analyst.analyse(&question(&game, limits, &stop), &mut |_| told += 1);
            let mut moves: Vec<String> = analysis.moves.iter().map(|mv| mv.mv.clone()).collect();
            let mut legal = game.legal_texts();
            moves.sort();
            legal.sort();
            assert_eq!(moves, legal, "{name} at {}", entry.info.name);
            assert!(told > 0 && analysis.depth > 0 && analysis.nodes <= 3000, "{name} at {}", entry.info.name);
            for mv in &analysis.moves {
                assert_eq!(mv.pv[0], mv.mv);
                let mut game = game.clone();
                for mv in &mv.pv {
                    game.try_play(mv).unwrap();
                }
            }
        }
    }
}

#[test]
fn small_positions_are_exact_whoever_finds_it() {
    let stop = AtomicBool::new(false);
    for (game, setup) in [("flood", "width=4,colours=4"), ("othello", "size=4"), ("seven-colours", "size=4,colours=3")]
    {
        let game = start(game, setup);
        let mut analyst = Analyst::new("alphabeta", &game).unwrap();
        let analysis = analyst
            .analyse(&question(&game, Limits { nodes: Some(2_000_000), ..Limits::default() }, &stop), &mut |_| {});
        assert!(analysis.is_exact && analysis.moves.iter().all(|mv| mv.is_exact && mv.is_decided), "{}", game.setup());
        assert!(analysis.moves.is_sorted_by(|a, b| a.score >= b.score));
        // The best line, played to its end, is worth what was said.
        let mut end = game.clone();
        for mv in &analysis.moves[0].pv {
            end.try_play(mv).unwrap();
        }
        let [first, second] = end.tallies();
        assert!(end.is_over(), "{}", game.setup());
        assert_eq!(
            f64::from(first) - f64::from(second),
            analysis.lead_of_first(game.turn()).unwrap(),
            "{}",
            game.setup()
        );
    }
}

/// How long an analysis goes on after it was told to stop.
fn after_stop(locator: &str, game: &AnyGame) -> Duration {
    let mut analyst = Analyst::new(locator, game).unwrap();
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let told = scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(80));
            stop.store(true, Ordering::Relaxed);
            Instant::now()
        });
        let endless = Limits { nodes: Some(u64::MAX), ..Limits::default() };
        let analysis = analyst.analyse(&question(game, endless, &stop), &mut |_| {});
        assert_eq!(analysis.moves.len(), game.legal_texts().len());
        Instant::now().saturating_duration_since(told.join().unwrap())
    })
}

#[test]
fn a_stop_request_ends_an_analysis_with_what_is_known() {
    for (name, setup) in [("othello", ""), ("flood", "width=12,colours=8"), ("seven-colours", "size=60")] {
        let game = start(name, setup);
        for locator in ["alphabeta:threads=2,hash=4", "mcts:threads=2,memory=8"] {
            // A machine that is busy with something else may be late once, but not every time.
            let soonest = (0..5).map(|_| after_stop(locator, &game)).find(|late| *late < Duration::from_millis(50));
            assert!(soonest.is_some(), "{locator} at {name}");
        }
    }
}

#[test]
fn those_who_cannot_analyse_say_so() {
    let game = start("othello", "");
    let error = |locator: &str| Analyst::new(locator, &game).map(drop).unwrap_err().to_string();
    assert!(error("greedy").contains("alphabeta and mcts do"));
    assert!(error("nobody").contains("no built-in player called \"nobody\""));
    assert!(error("alphabeta:dept=3").contains("dept"));
}

#[test]
fn the_past_is_what_may_come_back() {
    let mut positions = vec![start("awale", "")];
    for mv in ["A", "a", "B"] {
        let mut game = positions[positions.len() - 1].clone();
        game.try_play(mv).unwrap();
        positions.push(game);
    }
    assert_eq!(history_of(&positions), positions.iter().map(AnyGame::key).collect::<Vec<_>>());
    assert_eq!(history_of(&[start("othello", "")]), Vec::<u64>::new());
}
