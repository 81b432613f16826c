//! What an analysis promises for every game: every legal move once, lines that can be played, limits that are kept.

use std::sync::atomic::{AtomicBool, Ordering};

use joute_catalog::{
    ANALYSTS, Analyst, AnalystError, BuiltInError, GAMES, GameAnalysis, Limits, Question, find_game, history_of,
};
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
            let mut analyst = match Analyst::new(name, &game) {
                Ok(analyst) => analyst,
                // A game may bring an analyst of its own; the general ones are for all.
                Err(AnalystError::BuiltIn(_, BuiltInError::Game(_))) if *name == "expert" => continue,
                Err(error) => panic!("{name} at {}: {error}", entry.info.name),
            };
            let mut told = 0;
            let limits = Limits { nodes: Some(3000), ..Limits::default() };
            let analysis = analyst.analyse(&question(&game, limits, &stop), &mut |_| told += 1);
            let mut moves: Vec<String> = analysis.moves.iter().map(|mv| mv.mv.clone()).collect();
            let mut legal = game.legal_texts();
            moves.sort();
            legal.sort();
            assert_eq!(moves, legal, "{name} at {}", entry.info.name);
            // An engine of a game's own may look at its limit now and then only.
            let most = if *name == "expert" { 3200 } else { 3000 };
            let found = (told, analysis.depth, analysis.nodes);
            assert!(told > 0 && found.1 > 0 && found.2 <= most, "{name} at {}: {found:?}", entry.info.name);
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
fn moves_stand_in_the_order_of_the_deepest_finished_round_and_later_ones_apart() {
    let stop = AtomicBool::new(false);
    let mut stopped_on_the_way = 0;
    for entry in GAMES {
        let game = start(entry.info.name, "");
        for name in ["expert", "alphabeta"] {
            let Ok(mut analyst) = Analyst::new(name, &game) else { continue };
            for nodes in [500, 3000, 9000] {
                let place = format!("{name} at {} with {nodes} nodes", entry.info.name);
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let known = analyst.analyse(&question(&game, limits, &stop), &mut |_| {});
                assert!(known.moves.iter().all(|mv| mv.depth == known.depth), "{place}");
                assert!(known.moves.is_sorted_by(|a, b| a.score >= b.score), "{place}");
                assert!(known.deeper.is_sorted_by(|a, b| a.score >= b.score), "{place}");
                assert!(known.deeper.iter().all(|mv| mv.depth >= known.depth), "{place}");
                assert!(known.deeper.len() < known.moves.len(), "{place}");
                stopped_on_the_way += usize::from(!known.deeper.is_empty());
                if name == "alphabeta" && known.depth > 0 {
                    // The values are those of the depth, not a mixture.
                    let limits = Limits { depth: Some(known.depth), ..Limits::default() };
                    let whole = analyst.analyse(&question(&game, limits, &stop), &mut |_| {});
                    let values = |of: &GameAnalysis| -> Vec<(String, f64)> {
                        let mut all: Vec<_> = of.moves.iter().map(|mv| (mv.mv.clone(), mv.score)).collect();
                        all.sort_by(|a, b| a.0.cmp(&b.0));
                        all
                    };
                    assert_eq!(values(&known), values(&whole), "{place}");
                }
            }
        }
    }
    assert!(stopped_on_the_way > 8, "{stopped_on_the_way}: the limits should fall into rounds");
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

/// What may still be looked at when everything is to stop: an analysis asks every so many positions, on each thread.
const LAST_LOOKS: u64 = 20_000;

#[test]
fn a_stop_request_ends_an_analysis_with_what_is_known() {
    let endless = Limits { nodes: Some(u64::MAX), ..Limits::default() };
    for (name, setup) in [("othello", ""), ("flood", "width=12,colours=8"), ("seven-colours", "size=60")] {
        let game = start(name, setup);
        for locator in ["alphabeta:threads=2,hash=4", "mcts:threads=2,memory=8"] {
            let mut analyst = Analyst::new(locator, &game).unwrap();
            let before = analyst.analyse(&question(&game, endless, &AtomicBool::new(true)), &mut |_| {});
            assert!(before.nodes <= LAST_LOOKS, "{locator} at {name}: {} nodes", before.nodes);
            // The first piece of news is that it thinks; without the request it would go on for years.
            let stop = AtomicBool::new(false);
            let stopped =
                analyst.analyse(&question(&game, endless, &stop), &mut |_| stop.store(true, Ordering::Relaxed));
            for analysis in [before, stopped] {
                assert_eq!(analysis.moves.len(), game.legal_texts().len(), "{locator} at {name}");
            }
        }
    }
}

#[test]
fn those_who_cannot_analyse_say_so() {
    let game = start("othello", "");
    let error = |locator: &str| Analyst::new(locator, &game).map(drop).unwrap_err().to_string();
    assert!(error("greedy").contains("expert, alphabeta and mcts do"));
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
