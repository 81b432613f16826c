//! Openings of matches: made by search, read from files, each played twice.

use std::fs;
use std::path::Path;

use crate::support::{complaint, each_complains, object, program, told};
use serde_json::Value;

/// The records of a match between quick players with these options.
fn records(game: &str, arguments: &[&str]) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let words = ["match", "greedy", "random", "--game", game, "--json", "--records", file.to_str().unwrap()];
    object(&[&words[..], arguments].concat());
    fs::read_to_string(&file).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn starts(records: &[Value]) -> Vec<String> {
    records.iter().map(|record| record["start"].as_str().unwrap().to_owned()).collect()
}

fn position(game: &str, moves: &str) -> String {
    object(&["show", game, "--moves", moves, "--json"])["position"].as_str().unwrap().to_owned()
}

fn written(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn each_opening_of_a_file_is_played_twice_and_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let [moves, obf, plain] =
        [position("othello", "f5d6c3"), position("othello", "f5f6e6f4"), position("othello", "f5d6c4")];
    let record = records("othello", &["--games", "2", "--moves", "d3c3"])[0].to_string();
    let text = format!("# openings\nf5d6c3\n\n{obf}; F5:+2;\n{plain}\n{record}\n");
    let file = written(folder.path(), "openings.txt", &text);
    let played = records("othello", &["--games", "10", "--openings", &file, "--opening-plies", "3"]);
    let begun = starts(&played);
    // The moves of a record count from where it began.
    let last = {
        let start = position("othello", "d3c3");
        let record: Value = serde_json::from_str(&record).unwrap();
        let moves: String = (0..3).map(|ply| record["plies"][ply]["move"].as_str().unwrap()).collect();
        let shown = object(&["show", "othello", &format!("--position={start}"), "--moves", &moves, "--json"]);
        shown["position"].as_str().unwrap().to_owned()
    };
    let expected = [&moves, &moves, &obf, &obf, &plain, &plain, &last, &last, &moves, &moves];
    assert_eq!(begun.iter().collect::<Vec<_>>(), expected, "and from the first again when all were played");
    for pair in played.chunks(2) {
        assert_eq!(pair[0]["players"][0], pair[1]["players"][1], "seats are swapped");
    }
    assert_eq!(played[0]["labels"]["opening"], "f5 d6 c3");
}

#[test]
fn a_shuffled_file_has_the_order_of_its_seed() {
    let folder = tempfile::tempdir().unwrap();
    let lines: Vec<String> = "ABCDEF".chars().map(|pit| pit.to_string()).collect();
    let file = written(folder.path(), "openings.txt", &lines.join("\n"));
    let order = |seed: &str, shuffle: &[&str]| {
        starts(&records("awale", &[&["--games", "12", "--openings", &file, "--seed", seed], shuffle].concat()))
    };
    let plain = order("1", &[]);
    assert_eq!(plain, lines.iter().flat_map(|mv| [position("awale", mv), position("awale", mv)]).collect::<Vec<_>>());
    let shuffled = order("1", &["--shuffle"]);
    assert_ne!(shuffled, plain);
    assert_eq!(shuffled, order("1", &["--shuffle"]));
    assert_ne!(shuffled, order("2", &["--shuffle"]));
    let sorted = |mut starts: Vec<String>| {
        starts.sort();
        starts
    };
    assert_eq!(sorted(shuffled), sorted(plain));
}

#[test]
fn a_position_and_moves_say_where_all_games_begin() {
    let begun = starts(&records("othello", &["--games", "4", "--moves", "f5d6c3", "--opening", "0"]));
    assert!(begun.iter().all(|start| *start == position("othello", "f5d6c3")));
    let start = format!("--position={}", position("othello", "f5f6"));
    let begun = starts(&records("othello", &["--games", "4", &start, "--moves", "e6", "--opening", "2"]));
    assert_eq!(begun[0], position("othello", "f5f6e6"));
    assert!(begun[2] != begun[0] && begun[2] == begun[3], "the second pair begins after random plies");
}

#[test]
fn files_that_cannot_be_used_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let awale = records("awale", &["--games", "2"])[0].to_string();
    let cases = [
        ("f5d6c3\nf5d9\n", "line 2", "d9"),
        ("# nothing\n\n", "no openings", ""),
        (&awale, "line 1: a record of awale", ""),
        ("{\"version\":1}\n", "line 1: not a game record", ""),
    ];
    for (index, (text, one, two)) in cases.into_iter().enumerate() {
        let file = written(folder.path(), &format!("{index}.txt"), text);
        let said = complaint(2, &["match", "greedy", "random", "--game", "othello", "--openings", &file]);
        assert!(said.contains(one) && said.contains(two), "{said}");
    }
    let file = written(folder.path(), "moves.txt", "R\n");
    let said = complaint(2, &["match", "greedy", "random", "--game", "seven-colours", "--openings", &file]);
    assert!(said.contains("line 1"), "{said}");
    each_complains(
        2,
        &[
            ("match greedy random --game othello --moves a1", "a1"),
            ("match greedy random --game seven-colours --moves R", "fix it by its seed"),
            ("match greedy random --game othello --shuffle", "--openings <FILE>"),
            ("match greedy random --game othello --openings x --moves f5", "cannot be used with"),
            ("openings othello --within -1", "--within"),
            ("openings othello --player greedy", "does not say what it thinks"),
        ],
    );
    complaint(1, &["match", "greedy", "random", "--game", "othello", "--openings", "none.txt"]);
}

#[test]
fn openings_that_are_made_are_even_and_different_and_can_be_played() {
    let folder = tempfile::tempdir().unwrap();
    for (game, setup) in
        [("othello", ""), ("awale", ""), ("seven-colours", "size=6,colours=4"), ("flood", "width=5,colours=4,seed=3")]
    {
        let file = folder.path().join(format!("{game}.txt"));
        let file = file.to_str().unwrap();
        let words =
            ["openings", game, "--setup", setup, "--plies", "4", "--count", "6", "--within", "3", "--nodes", "2000"];
        let value = object(&[&words[..], &["--json", "-o", file]].concat());
        let openings = value["openings"].as_array().unwrap();
        assert_eq!(openings.len(), 6);
        assert!(openings.iter().all(|opening| opening["lead"].as_f64().unwrap().abs() <= 3.0), "{value}");
        let lines: Vec<String> = fs::read_to_string(file).unwrap().lines().skip(1).map(str::to_owned).collect();
        assert_eq!(lines.len(), 6);
        assert_eq!(told(&words).lines().skip(1).collect::<Vec<_>>(), lines, "the same seed gives the same openings");
        let begun = starts(&records(game, &["--games", "12", "--openings", file, "--setup", setup]));
        let expected: Vec<&str> = openings.iter().flat_map(|one| [one["position"].as_str().unwrap(); 2]).collect();
        assert_eq!(begun, expected, "{game}");
    }
}

#[test]
fn where_there_are_not_enough_openings_that_is_said() {
    // All first moves of Othello are alike.
    let words = ["openings", "othello", "--plies", "1", "--count", "3", "--within", "64", "--nodes", "500"];
    let output = program().args(words).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 2);
    assert!(String::from_utf8(output.stderr).unwrap().contains("1 of 3 openings found"));
}
