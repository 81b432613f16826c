//! Matches whose games end as soon as it is known how they end with perfect play.

use std::fs;
use std::path::Path;

use crate::support::{each_complains, object, program, told};
use serde_json::{Value, json};

fn records(file: &Path) -> Vec<Value> {
    fs::read_to_string(file).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A record without what differs from run to run.
fn timeless(mut record: Value) -> Value {
    for ply in record["plies"].as_array_mut().unwrap() {
        let ply = ply.as_object_mut().unwrap();
        ply.retain(|key, _| !["wall_ns", "cpu_ns"].contains(&key.as_str()));
    }
    record["labels"].as_object_mut().unwrap().remove("date");
    record
}

fn is_exact(record: &Value) -> bool {
    record["ending"]["reason"] == "exact"
}

#[test]
fn games_end_where_perfect_play_is_known_whatever_the_number_of_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let play = |name: &str, arguments: &[&str]| {
        let file = folder.path().join(name);
        let words = ["match", "greedy", "random", "--game", "othello", "--games", "12", "--json"];
        let value = object(&[&words[..], &["--records", file.to_str().unwrap()], arguments].concat());
        (value, records(&file).into_iter().map(timeless).collect::<Vec<Value>>())
    };
    let (whole, whole_games) = play("whole.jsonl", &[]);
    let (short, games) = play("short.jsonl", &["--exact", "5k"]);
    assert!(short["plies"].as_u64() < whole["plies"].as_u64());
    assert!(short["rules"].as_str().unwrap().ends_with(",exact=5000"));
    assert!(!whole_games.iter().any(is_exact) && whole["rules"].as_str().is_some_and(|rules| !rules.contains("exact")));
    let ended: Vec<&Value> = games.iter().filter(|record| is_exact(record)).collect();
    assert!(ended.len() > 6, "{}", ended.len());
    for record in ended {
        assert!(record["labels"]["exact"].as_str().unwrap().starts_with("solver, "), "{record}");
        let tally = [0, 1].map(|side| record["tally"][side].as_u64().unwrap());
        let outcome =
            ["second", "draw", "first"][1 + usize::from(tally[0] > tally[1]) - usize::from(tally[0] < tally[1])];
        assert_eq!((tally[0] + tally[1], &record["ending"]["outcome"]), (64, &json!(outcome)));
    }

    let (_, two_at_once) = play("jobs.jsonl", &["--exact", "5k", "--jobs", "2"]);
    assert_eq!(two_at_once, games);
    let (resumed, again) = play("short.jsonl", &["--exact", "5k", "--resume"]);
    assert_eq!((&resumed["players"][0]["wins"], again.len()), (&short["players"][0]["wins"], 12));
    let merged = object(&["match", "--merge", folder.path().join("short.jsonl").to_str().unwrap(), "--json"]);
    assert_eq!(merged["players"][0]["wins"], short["players"][0]["wins"]);
}

#[test]
fn replay_tells_the_end_and_judges_it_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let name = file.to_str().unwrap();
    object(&[
        "match",
        "greedy",
        "random",
        "--game",
        "flood",
        "--setup",
        "width=6,colours=5",
        "--games",
        "4",
        "--exact",
        "20k",
        "--json",
        "--records",
        name,
    ]);
    let games = records(&file);
    let (at, game) = games.iter().enumerate().find(|(_, record)| is_exact(record)).unwrap();
    let number = (at + 1).to_string();
    let text = told(&["replay", name, "--game", &number, "--plain"]);
    assert!(text.contains("by exact result, ") && text.contains(" cells (solver, "), "{text}");

    let lie = |change: &dyn Fn(&mut Value)| {
        let mut record = game.clone();
        change(&mut record);
        let lied = folder.path().join("lie.jsonl");
        fs::write(&lied, format!("{record}\n")).unwrap();
        let output = program().args(["replay", lied.to_str().unwrap(), "--json"]).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).unwrap()
    };
    let swapped = lie(&|record| record["tally"].as_array_mut().unwrap()[0] = json!(1));
    assert!(swapped.contains("and the record tells 1 to "), "{swapped}");
    let other = if game["ending"]["outcome"] == "first" { "second" } else { "first" };
    let won = lie(&|record| record["ending"]["outcome"] = json!(other));
    assert!(won.contains("the record gives another outcome"), "{won}");
    let unknown = lie(&|record| {
        let rules = record["rules"].as_str().unwrap().replace("exact=20000", "exact=1");
        record["rules"] = json!(rules);
    });
    assert!(unknown.contains("the record tells an exact result, and none is known"), "{unknown}");
    let unasked = lie(&|record| record["rules"] = json!("time=120s"));
    assert!(unasked.contains("its rules do not ask for one"), "{unasked}");
}

#[test]
fn where_nothing_is_known_it_says_so_before_anything_is_played() {
    each_complains(
        2,
        &[
            ("match greedy random --game seven-colours --exact 20k", "no exact results are known for seven-colours"),
            ("match greedy random --game othello --setup size=6 --exact 1M", "Othello on 8 x 8 squares"),
            (
                "match greedy random --game othello --exact 0",
                "--exact \"0\": expected - for never, or how many positions",
            ),
            ("match greedy random --game othello --exact 200M", "from 1 to 100M"),
        ],
    );
}

#[test]
fn a_tournament_has_the_rule_and_its_store_the_ends() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("cup");
    let words = ["tournament", "--format", "round-robin", "--game", "othello", "--games", "4", "--rules", "exact=5k"];
    object(&[&words[..], &["--data", data.to_str().unwrap(), "--json", "greedy", "random"]].concat());
    // The file is written from the store.
    let games = records(&data.join("games.jsonl"));
    let ended = games.iter().filter(|record| is_exact(record)).count();
    assert!(games.len() == 4 && ended > 2, "{ended}");
    for record in games.iter().filter(|record| is_exact(record)) {
        assert!(record["labels"]["exact"].as_str().is_some_and(|source| source.starts_with("solver, ")), "{record}");
    }
    let data = folder.path().join("none");
    let line = format!(
        "tournament --format round-robin --game seven-colours greedy random --rules exact=5k --data {}",
        data.display()
    );
    each_complains(2, &[(&line, "no exact results are known for seven-colours")]);
    assert!(!data.exists(), "nothing was begun");
}
