//! What players see agrees with what they play.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use joute_catalog::{BUILT_INS, Feature, GAMES, Insight, Limits, Question, find_game};
use joute_games::random::Seed;
use joute_games::{AnyGame, NoFiles};

fn ask(game: &AnyGame, locator: &str) -> Insight {
    let limits = Limits { nodes: Some(2000), ..Limits::default() };
    let question = Question { game, history: &[], limits, seed: Seed(3), stop: &AtomicBool::new(false) };
    Insight::of(locator, &question).unwrap()
}

fn start(game: &str, setup: &str, seed: u64) -> AnyGame {
    find_game(game).unwrap().setup(setup, &NoFiles).unwrap().start(seed).unwrap()
}

#[test]
fn the_choice_is_one_of_the_best_by_its_own_values() {
    for entry in GAMES {
        let setup = match entry.info.name {
            "seven-colours" => "size=8",
            "flood" => "width=8",
            _ => "",
        };
        // Monte Carlo search plays what it tried most often, which need not have the best average; to alpha-beta and
        // experts a certain small loss is worse than a large one that is only feared.
        let plain = |name: &str| !["mcts", "alphabeta", "expert"].contains(&name);
        for built_in in BUILT_INS.iter().filter(|built_in| built_in.plays(entry.info.name) && plain(built_in.name)) {
            let mut game = start(entry.info.name, setup, 7);
            for _ in 0..6 {
                let insight = ask(&game, built_in.name);
                let choice = insight.choice.unwrap();
                let best = insight.values.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
                let own = insight.values.iter().find(|(mv, _)| *mv == choice);
                assert!(insight.values.is_empty() || own.unwrap().1 >= best, "{}: {:?}", built_in.name, insight.values);
                game.try_play(&choice).unwrap();
            }
        }
    }
}

#[test]
fn whoever_has_no_time_still_has_a_move() {
    let game = start("othello", "", 1);
    for locator in ["alphabeta", "mcts", "minimax:3"] {
        let limits = Limits { time: Some(Duration::ZERO), nodes: Some(1), ..Limits::default() };
        let question = Question { game: &game, history: &[], limits, seed: Seed(3), stop: &AtomicBool::new(true) };
        assert!(Insight::of(locator, &question).unwrap().choice.is_some(), "{locator}");
    }
}

#[test]
fn layers_name_parts_of_the_board_view() {
    for entry in GAMES {
        let game = start(entry.info.name, "", 1);
        let insight = ask(&game, "greedy");
        assert!(
            insight.layers.iter().any(|(layer, is_seen)| *is_seen && !layer.parts.is_empty())
                || entry.info.name == "awale"
        );
        for (layer, _) in &insight.layers {
            assert!(layer.parts.iter().all(|&part| (part as usize) < game.view().parts.len()), "{:?}", layer.feature);
            assert!(layer.values.is_empty() || layer.values.len() == layer.parts.len());
        }
    }
}

#[test]
fn hegemony_sees_what_its_variant_counts() {
    let game = start("seven-colours", "size=8", 2);
    let seen = |locator| -> Vec<Feature> {
        ask(&game, locator).layers.iter().filter(|(_, is_seen)| *is_seen).map(|(layer, _)| layer.feature).collect()
    };
    assert_eq!(seen("hegemony"), [Feature::Border, Feature::Touched]);
    assert_eq!(seen("hegemony:contested"), [Feature::ContestedBorder]);
    assert_eq!(seen("starve"), [Feature::TheirReach]);
    // The border it values after a colour is the border that is there once the colour was taken.
    let insight = ask(&game, "hegemony:free");
    let mut after = game.clone();
    after.try_play(insight.choice.as_deref().unwrap()).unwrap();
    after.skip_turn();
    let border = ask(&after, "hegemony:free").layer(Feature::Border).unwrap().parts.len();
    assert!(insight.values.contains(&(insight.choice.unwrap(), border as f64)));
}

#[test]
fn who_cannot_be_asked_is_refused() {
    let game = start("othello", "", 1);
    let question =
        Question { game: &game, history: &[], limits: Limits::default(), seed: Seed(0), stop: &AtomicBool::new(false) };
    for locator in ["nobody", "starve", "greedy:ties=never"] {
        assert!(Insight::of(locator, &question).is_err(), "{locator}");
    }
}
