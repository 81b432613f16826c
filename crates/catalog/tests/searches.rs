//! Every search of the catalogue plays every game it says it plays, and keeps its clock.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use joute_catalog::{BUILT_INS, BuiltIn, GAMES, find_built_in, find_game};
use joute_games::random::Seed;
use joute_games::{AnyGame, MoveCode, NoFiles};
use joute_referee::{Conditions, Ending, Finished, Identity, MatchRules, play_game};

const SEARCHES: [&str; 5] = ["minimax", "alphabeta", "mcts", "positional", "mobility"];

fn start(game: &str, setup: &str) -> AnyGame {
    find_game(game).unwrap().setup(setup, &NoFiles).unwrap().start(1).unwrap()
}

fn player(name: &str, parameters: &str) -> BuiltIn {
    BuiltIn::new(find_built_in(name).unwrap(), parameters).unwrap()
}

fn play(start: &AnyGame, players: [&mut BuiltIn; 2], rules: &str) -> Finished {
    play_with_seed(start, players, rules, Seed(1))
}

fn play_with_seed(start: &AnyGame, players: [&mut BuiltIn; 2], rules: &str, seed: Seed) -> Finished {
    let [first, second] = players;
    let conditions = Conditions {
        rules: &rules.parse::<MatchRules>().unwrap(),
        seed,
        identities: &[Identity::default(), Identity::default()],
        prefix: &[],
        stop: &AtomicBool::new(false),
        labels: &BTreeMap::new(),
    };
    play_game(start.clone(), [first, second], &conditions, None)
}

#[test]
fn searches_can_be_seated_at_the_games_they_play() {
    for name in SEARCHES {
        for game in GAMES {
            let entry = find_built_in(name).unwrap();
            let seated = player(name, "").check(&start(game.info.name, ""));
            assert_eq!(seated.is_ok(), entry.plays(game.info.name), "{name} at {}: {seated:?}", game.info.name);
        }
    }
}

#[test]
fn whole_games_are_played_to_their_end() {
    let games = [
        ("seven-colours", "size=8"),
        ("flood", "width=7"),
        ("othello", "size=6"),
        ("othello", ""),
        ("awale", ""),
        ("awale", "rules=kalah"),
        ("awale", "pits=4,seeds=3"),
    ];
    for (game, setup) in games {
        let mut players = [player("alphabeta", "nodes=300,hash=1"), player("mcts", "nodes=50,memory=1")];
        let [first, second] = &mut players;
        let finished = play(&start(game, setup), [first, second], "");
        assert!(
            matches!(finished.ending, Ending::Played { .. } | Ending::Adjudicated { .. }),
            "{game} {setup}: {:?}",
            finished.ending
        );
    }
}

#[test]
fn a_clock_for_the_whole_game_is_kept() {
    let mut players = [player("alphabeta", ""), player("mcts", "")];
    let [first, second] = &mut players;
    // CPU time, so that other programs of a busy machine do not count.
    let finished = play(&start("awale", ""), [first, second], "time=600ms,increment=1ms,clock=cpu");
    assert!(matches!(finished.ending, Ending::Played { .. } | Ending::Adjudicated { .. }), "{:?}", finished.ending);
}

#[test]
fn heuristics_of_another_game_are_refused() {
    let error = player("alphabeta", "heuristic=mobility").check(&start("awale", "")).unwrap_err();
    assert_eq!(error.to_string(), "heuristic=\"mobility\": expected auto, tally or seeds for awale");
    assert!(player("alphabeta", "heuristic=tally").check(&start("awale", "")).is_ok());
    assert!(player("alphabeta", "heuristic=reach").check(&start("flood", "")).is_ok());
}

fn moves(finished: &Finished) -> Vec<Option<MoveCode>> {
    finished.plies.iter().map(|ply| ply.code).collect()
}

/// Boards that engines know, and others that are left to general searches.
const BOARDS: [(&str, &str); 6] = [
    ("awale", ""),
    ("awale", "rules=kalah"),
    ("flood", "width=7"),
    ("seven-colours", "size=8"),
    ("seven-colours", "size=8,enclosed=yes"),
    ("othello", ""),
];

#[test]
fn a_player_that_errs_plays_as_the_seed_has_it() {
    for (game, setup) in BOARDS {
        let start = start(game, setup);
        let mut erring = [(); 2].map(|()| player("expert", "depth=1,error=30,memory=1,tables=0"));
        assert!(!erring[0].is_deterministic_at(&start).unwrap(), "{game} {setup}");
        let mut play = |seed| {
            let [first, second] = &mut erring;
            moves(&play_with_seed(&start, [first, second], "", Seed(seed)))
        };
        let games: Vec<_> = (0..4).map(&mut play).collect();
        assert_eq!(play(0), games[0], "{game} {setup}");
        assert!(games.iter().any(|other| *other != games[0]), "{game} {setup}");
    }
}

#[test]
fn a_player_that_gives_nothing_away_is_the_one_without_errors() {
    for (game, setup) in BOARDS {
        let start = start(game, setup);
        let play = |parameters| {
            let [mut first, mut second] = [(); 2].map(|()| player("expert", parameters));
            assert!(first.is_deterministic_at(&start).unwrap(), "{game} {setup}");
            moves(&play(&start, [&mut first, &mut second], ""))
        };
        assert_eq!(play("depth=2,memory=1,tables=0,error=0"), play("depth=2,memory=1,tables=0"), "{game} {setup}");
    }
}

#[test]
fn errors_that_cannot_be_are_refused() {
    for (game, setup) in BOARDS {
        for wrong in ["10001", "-1", "2.5", "much"] {
            let error = player("expert", &format!("error={wrong}")).check(&start(game, setup)).unwrap_err();
            let expected = format!("error=\"{wrong}\": expected a whole number from 0 to 10000");
            assert_eq!(error.to_string(), expected, "{game} {setup}");
        }
    }
}

#[test]
fn names_are_given_once() {
    let mut names: Vec<&str> = BUILT_INS.iter().map(|entry| entry.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), BUILT_INS.len());
}
