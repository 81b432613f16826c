//! Awalé under the laws of every game: each set of rules, each choice, other boards.

use std::collections::HashMap;

use joute_games::Game;
use joute_games::awale::{Abapa, Awale, Awari, Custom, Francois, Kalah, RuleSource, Rules, Setup};
use joute_games::random::Seed;
use joute_testkit::laws;

#[test]
fn named_rules_obey_the_laws() {
    laws::check::<Awale<Abapa>>("", 20, 300);
    laws::check::<Awale<Awari>>("rules=awari", 20, 300);
    laws::check::<Awale<Francois>>("rules=francois", 20, 300);
    laws::check::<Awale<Kalah>>("rules=kalah", 20, 300);
}

#[test]
fn named_rules_obey_the_laws_at_run_time() {
    for rules in ["abapa", "awari", "francois", "kalah"] {
        laws::check::<Awale<Custom>>(&format!("rules={rules}"), 10, 300);
    }
}

#[test]
fn every_grand_slam_choice_obeys_the_laws() {
    for choice in [
        "nothing",
        "illegal-unless-forced",
        "undo",
        "illegal",
        "legal",
        "opponent-takes-rest",
        "leave-first",
        "leave-last",
        "share",
    ] {
        laws::check::<Awale<Custom>>(&format!("grand-slam={choice}"), 10, 300);
        laws::check::<Awale<Custom>>(&format!("pits=3,seeds=2,grand-slam={choice}"), 20, 100);
        laws::check::<Awale<Custom>>(&format!("rules=francois,pits=4,grand-slam={choice}"), 20, 100);
    }
}

#[test]
fn every_other_choice_obeys_the_laws() {
    for setup in [
        "undo=pass",
        "undo=illegal",
        "store=sown",
        "store=again",
        "origin=sown",
        "chain=no",
        "opposite=always",
        "opposite=from-empty",
        "feed=if-possible",
        "feed=free",
        "end=empty-row",
        "end=no-move",
        "rest=opponent",
        "rest=split",
        "rest=nobody",
        "repetition=split",
        "repetition=nobody",
        "repetition=play-on",
    ] {
        laws::check::<Awale<Custom>>(setup, 5, 200);
    }
}

#[test]
fn other_boards_obey_the_laws() {
    for rules in ["abapa", "awari", "francois", "kalah"] {
        for board in
            ["pits=1,seeds=1", "pits=1,seeds=127", "pits=2,seeds=3", "pits=6,seeds=21", "pits=7", "pits=12,seeds=10"]
        {
            laws::check::<Awale<Custom>>(&format!("rules={rules},{board}"), 5, 200);
        }
    }
}

fn check_keys<R: RuleSource>(rules: Rules) {
    let mut positions = HashMap::new();
    for game in 0..300 {
        let mut generator = Seed(game).generator();
        let mut game = Awale::<R>::start(&Setup::standard(rules)).expect("a standard board");
        // Few seeds can go round for ever: nobody judges repetitions here.
        for _ in 0..100 {
            let Some(mv) = game.random_move(&mut generator) else {
                break;
            };
            game.play(mv);
            let known = *positions.entry(game.key()).or_insert(game);
            assert_eq!(known, game, "two positions with one key");
        }
    }
    let low: std::collections::HashSet<u64> = positions.keys().map(|key| key % (1 << 20)).collect();
    // Of 30,000 even draws among 2^20, fewer than 1 in 50 meet another.
    assert!(low.len() * 50 > positions.len() * 49, "the low bits of {} keys are {}", positions.len(), low.len());
}

#[test]
fn keys_tell_positions_apart() {
    check_keys::<Abapa>(Rules::ABAPA);
    check_keys::<Kalah>(Rules::KALAH);
    check_keys::<Custom>(Rules::AWARI);
}
