//! `joute rate` from outside: the order of players, and when it is certain.

use std::fs;
use std::path::Path;

use crate::support::{each_complains, has_keys, object, told};
use serde_json::Value;

fn names(value: &Value) -> Vec<&str> {
    value["players"].as_array().unwrap().iter().map(|player| player["name"].as_str().unwrap()).collect()
}

const AWALE: [&str; 6] = ["rate", "random", "minimax:depth=4", "greedy:ties=random", "--game", "awale"];

#[test]
fn players_are_put_in_order_until_it_is_certain() {
    let value = object(&[&AWALE[..], &["--games", "10", "--json"]].concat());
    has_keys(&value, &["rounds", "games", "certain", "players", "first_move", "confidence"]);
    assert_eq!(names(&value), ["minimax:depth=4", "greedy:ties=random", "random"]);
    assert_eq!(value["certain"], true);
    let players = value["players"].as_array().unwrap();
    for player in &players[..2] {
        assert!(player["above_next"].as_f64().unwrap() >= 0.95);
    }
    assert!(players[0]["elo"].as_f64() > players[2]["elo"].as_f64() && players[2]["above_next"].is_null());
    let again = object(&[&AWALE[..], &["--games", "10", "--jobs", "2", "--json"]].concat());
    assert_eq!(value, again, "jobs change nothing");
    assert!(told(&[&AWALE[..], &["--games", "10"]].concat()).contains("the order is certain in "));
}

#[test]
fn players_that_are_alike_are_given_up_after_the_rounds() {
    let words = ["rate", "random", "random?name=other", "--game", "othello", "--games", "4", "--rounds", "3"];
    let value = object(&[&words[..], &["--confidence", "0.9999", "--json"]].concat());
    assert_eq!(
        (value["certain"].as_bool(), value["rounds"].as_u64(), value["games"].as_u64()),
        (Some(false), Some(3), Some(12))
    );
    let same = ["rate", "greedy", "greedy?name=twin", "--game", "othello", "--opening", "0", "--rounds", "2", "--json"];
    let value = object(&same);
    assert!(value["repeated_games"].as_u64().unwrap() >= 36, "{value}");
}

#[test]
fn who_was_interrupted_goes_on_where_the_records_end() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, cut) = (folder.path().join("whole.jsonl"), folder.path().join("cut.jsonl"));
    let rate = |file: &Path, more: &[&str]| {
        let words = ["--games", "10", "--json", "--records", file.to_str().unwrap()];
        object(&[&AWALE[..], &words[..], more].concat())
    };
    let undisturbed = rate(&whole, &[]);
    let text = fs::read_to_string(&whole).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    // The last line was cut short.
    let kept = lines[..17].join("\n") + "\n" + &lines[17][..lines[17].len() / 2];
    fs::write(&cut, kept).unwrap();
    assert_eq!(rate(&cut, &["--resume"]), undisturbed);
    assert_eq!(fs::read_to_string(&cut).unwrap().lines().count(), lines.len(), "no game was played twice");
    let again = rate(&cut, &["--resume", "--jobs", "2"]);
    assert_eq!((again, fs::read_to_string(&cut).unwrap().lines().count()), (undisturbed, lines.len()));
}

#[test]
fn a_gauntlet_is_played_by_the_first_alone() {
    let words =
        ["rate", "greedy", "random", "useful-random", "--game", "seven-colours", "--setup", "size=8", "--gauntlet"];
    let value = object(&[&words[..], &["--games", "4", "--rounds", "1", "--json"]].concat());
    let games = |name: &str| {
        let players = value["players"].as_array().unwrap();
        players.iter().find(|player| player["name"] == name).unwrap()["games"].as_u64()
    };
    assert_eq!((games("greedy"), games("random"), games("useful-random")), (Some(8), Some(4), Some(4)));
}

#[test]
fn wrong_usage_is_explained() {
    each_complains(
        2,
        &[
            ("rate greedy --game othello", "2 values required"),
            ("rate greedy random --game othello --games 3", "--games 3: expected an even number"),
            ("rate greedy random --game othello --confidence 1", "--confidence 1: expected"),
            ("rate greedy random --game othello --order drawn", "no --order drawn"),
            ("rate greedy random --game othello --first-time 1s", "no handicaps"),
            ("rate greedy random --game othello --resume", "--records"),
        ],
    );
}
