//! `joute perft` from outside.

use crate::support::{each_complains, keys, object, told};
use serde_json::json;

#[test]
fn the_object_counts_every_depth() {
    let counted = object(&["perft", "othello", "--depth", "6", "--json"]);
    assert_eq!(keys(&counted), ["ended", "game", "leaves", "seconds"]);
    assert_eq!(counted["game"], "othello");
    assert_eq!(counted["leaves"], json!([4, 12, 56, 244, 1396, 8200]));
    assert_eq!(counted["ended"], json!([0, 0, 0, 0, 0, 0]));
    assert!(counted["seconds"].as_f64().unwrap() >= 0.0);
}

#[test]
fn lines_that_end_earlier_are_counted_apart() {
    let counted = object(&["perft", "flood", "--setup", "width=1", "--depth", "4", "--json"]);
    assert_eq!(counted["leaves"], json!([1, 1, 0, 0]));
    assert_eq!(counted["ended"], json!([0, 0, 1, 1]));
}

#[test]
fn setups_positions_and_moves_are_heeded() {
    let leaves =
        |words: &[&str]| object(&[&["perft", "awale", "--json", "--depth", "3"], words].concat())["leaves"].clone();
    assert_eq!(leaves(&["--setup", "rules=francois"]), json!([6, 34, 168]));
    let position = "4-4-4-4-4-0-5-5-5-5-4-4-0-0-N";
    assert_eq!(leaves(&["--moves", "F"]), leaves(&["--position", position]));
}

#[test]
fn people_get_a_table() {
    let table = told(&["perft", "awale", "--depth", "3"]);
    let lines: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0], ["depth", "leaves", "ended", "sum", "seconds", "M", "leaves/s"]);
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[4][..4], ["3", "190", "0", "190"]);
}

#[test]
fn wrong_usage_is_explained() {
    each_complains(
        2,
        &[
            ("perft othello", "--depth <DEPTH>"),
            ("perft othello --depth -1", "-1"),
            ("perft othello --depth 0", "0 is not in 1..=60"),
            ("perft othello --depth 61", "61 is not in 1..=60"),
            ("perft othello --depth three", "invalid value 'three'"),
            ("perft othello --depth 99999999999999999999", "invalid value"),
            ("perft chess --depth 3", "seven-colours, flood, othello, awale"),
            ("perft othello --depth 3 --setup size=9", "expected 4, 6, 8 or 10"),
            ("perft othello --depth 3 --moves a1", "move 1: a1 is not legal here"),
        ],
    );
}
