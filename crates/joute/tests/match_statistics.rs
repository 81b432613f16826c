//! What `joute match` says of the players' strength, on the way and in the end, and what several files come to together.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{complaint, each_complains, has_keys, object, program, told};
use joute_testkit::wait::until;
use serde_json::Value;

const QUICK: [&str; 7] = ["match", "greedy", "random", "--game", "seven-colours", "--setup", "size=8,colours=4"];

/// An object without what the clock and the seed of a match say.
fn timeless(mut value: Value) -> Value {
    for player in value["players"].as_array_mut().unwrap() {
        player.as_object_mut().unwrap().remove("seconds");
    }
    value.as_object_mut().unwrap().remove("seed");
    value
}

fn play(file: &Path, arguments: &[&str]) -> Value {
    object(&[&QUICK, arguments, &["--records", file.to_str().unwrap(), "--json"]].concat())
}

#[test]
fn a_match_without_spread_says_what_that_means() {
    let text = told(&[&QUICK[..], &["--games", "20"]].concat());
    let expected = "20 games, Elo difference of greedy over random: with 95 % confidence above +140.2, with no upper end in \
                    sight: everything was won\ngreedy is the stronger with a likelihood of 100.0 %; 0.0 % of the games were \
                    drawn\npairs by their points: 0 with 0, 0 with 1/2, 0 with 1, 0 with 3/2, 10 with 2\n";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn the_object_has_likelihood_ratios_and_both_kinds_of_elo() {
    let value = object(&["match", "random", "random", "--game", "othello", "--games", "60", "--json"]);
    has_keys(&value, &["superiority", "draw_ratio", "pair_ratio", "normalised_elo"]);
    let [superiority, draws, ratio] =
        ["superiority", "draw_ratio", "pair_ratio"].map(|key| value[key].as_f64().unwrap());
    assert!((0.0..=1.0).contains(&superiority) && (0.0..=1.0).contains(&draws) && ratio > 0.0);
    let pairs: Vec<f64> = value["pairs"].as_array().unwrap().iter().map(|count| count.as_f64().unwrap()).collect();
    assert_eq!(ratio, (pairs[3] + pairs[4]) / (pairs[0] + pairs[1]));
    assert_eq!(value["elo"]["confidence"], 0.95);
    assert!(value["normalised_elo"]["low"].as_f64() < value["normalised_elo"]["elo"].as_f64());
}

#[test]
fn a_test_may_have_other_errors_and_another_scale() {
    let sprt = ["--games", "400", "--sprt", "0,60,model=logistic,alpha=0.01,beta=0.2"];
    let text = told(&[&QUICK[..], &sprt].concat());
    assert!(text.contains("SPRT on logistic Elo [0, 60] with errors of 1 % and 20 %"), "{text}");
    assert!(text.contains("within (-1.60, 4.38): the higher bound is accepted"), "{text}");
    each_complains(
        2,
        &[
            ("match greedy random --game othello --sprt 0,5,model=odd", "expected normalised or logistic"),
            ("match greedy random --game othello --sprt 0,5,alpha=2", "a sum below 1"),
            ("match greedy random --game othello --rating-interval 0", "--rating-interval"),
        ],
    );
}

#[test]
fn lines_tell_how_the_match_goes() {
    let output =
        program().args(QUICK).args(["--games", "40", "--rating-interval", "10", "--sprt", "0,5"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 4, "{said}");
    assert!(lines[0].starts_with("10/40 games  +10 =0 -0  Elo above ") && lines[0].contains("  LLR "), "{said}");
    assert!(lines.iter().all(|line| line.ends_with(" left")) && lines[3].starts_with("40/40 games"), "{said}");
}

#[test]
fn ctrl_c_ends_with_what_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let match_command = Command::new(env!("CARGO_BIN_EXE_joute"))
        .args(["match", "greedy", "random", "--game", "othello", "--games", "100000000", "--json", "--records"])
        .arg(&file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    until("some games", || fs::read_to_string(&file).ok().filter(|text| text.lines().count() > 20));
    Command::new("kill").args(["-INT", &match_command.id().to_string()]).status().unwrap();
    let output = match_command.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["interrupted"], true);
    let games = value["games"].as_u64().unwrap();
    assert_eq!(games, fs::read_to_string(&file).unwrap().lines().count() as u64);
    assert!((20..100_000_000).contains(&games));
}

#[test]
fn files_of_one_match_come_to_what_it_came_to() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let merged = |names: &[&str]| {
        let files: Vec<String> = names.iter().map(|name| path(name).to_str().unwrap().to_owned()).collect();
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        timeless(object(&[&["match", "--merge"], &files[..], &["--json"]].concat()))
    };
    let whole = timeless(play(&path("whole.jsonl"), &["--games", "40", "--seed", "3"]));
    let lines: Vec<String> = fs::read_to_string(path("whole.jsonl")).unwrap().lines().map(str::to_owned).collect();
    fs::write(path("late.jsonl"), lines[13..].join("\n") + "\n").unwrap();
    fs::write(path("early.jsonl"), lines[..27].join("\n") + "\nnot a record\n").unwrap();
    assert_eq!(merged(&["whole.jsonl"])["setup"], "size=8,colours=4,board=symmetric");
    let same_setup = |mut value: Value| {
        value["setup"] = whole["setup"].clone();
        value
    };
    for names in [&["whole.jsonl"][..], &["late.jsonl", "early.jsonl"], &["early.jsonl", "late.jsonl", "whole.jsonl"]] {
        assert_eq!(same_setup(merged(names)), whole, "{names:?}");
    }

    // Another machine has played other games of the same match.
    let other = play(&path("other.jsonl"), &["--games", "20", "--seed", "4"]);
    let both = merged(&["other.jsonl", "whole.jsonl"]);
    assert_eq!(both["games"], 60);
    for player in [0, 1] {
        for key in ["wins", "draws", "losses"] {
            let sum = whole["players"][player][key].as_u64().unwrap() + other["players"][player][key].as_u64().unwrap();
            assert_eq!(both["players"][player][key], sum, "{player} {key}");
        }
    }
    let pairs =
        |value: &Value| value["pairs"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum::<u64>();
    assert_eq!(pairs(&both), 30);
}

#[test]
fn files_of_different_matches_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    play(&path("one.jsonl"), &["--games", "2"]);
    play(&path("slow.jsonl"), &["--games", "2", "--time", "60s"]);
    object(&[
        "match",
        "greedy",
        "useful-random",
        "--game",
        "seven-colours",
        "--games",
        "2",
        "--json",
        "--records",
        path("player.jsonl").to_str().unwrap(),
    ]);
    object(&[
        "match",
        "greedy",
        "random",
        "--game",
        "awale",
        "--games",
        "2",
        "--json",
        "--records",
        path("game.jsonl").to_str().unwrap(),
    ]);
    fs::write(path("empty.jsonl"), "\n").unwrap();
    for (name, expected) in [
        ("slow.jsonl", "records of different matches: rules"),
        ("player.jsonl", "useful-random"),
        ("game.jsonl", "game \"seven-colours\" and \"awale\""),
        ("empty.jsonl", "no records of games in it"),
        ("none.jsonl", "cannot read"),
    ] {
        let said =
            complaint(1, &["match", "--merge", path("one.jsonl").to_str().unwrap(), path(name).to_str().unwrap()]);
        assert!(said.contains(expected), "{name}: {said}");
    }
    complaint(2, &["match", "greedy", "random", "--game", "othello", "--merge", "one.jsonl"]);
}
