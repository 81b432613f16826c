//! Limits that only one of the players of a match has.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::support::{each_complains, object};
use serde_json::{Value, json};

#[test]
fn a_handicap_goes_with_its_player_from_seat_to_seat() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let file = file.to_str().unwrap();
    // Nobody can move in no time at all.
    let words = ["match", "greedy", "random", "--game", "othello", "--games", "6", "--first-move-time", "0", "--json"];
    let value = object(&[&words[..], &["--records", file]].concat());
    assert_eq!((&value["players"][0]["losses"], &value["players"][1]["wins"]), (&json!(6), &json!(6)));
    assert_eq!(value["players"][0]["faults"]["overtime"], 6);
    assert!(value["rules"].as_str().unwrap().ends_with(",first_move_time=0"));
    let records: Vec<Value> =
        fs::read_to_string(file).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for record in &records {
        let seat = if record["players"][0]["name"] == "greedy" { "first" } else { "second" };
        assert!(record["rules"].as_str().unwrap().ends_with(&format!(",{seat}_move_time=0")), "{record}");
        assert_eq!(record["ending"]["by"], seat);
    }

    // Going on and putting together know the handicap again.
    let again = object(&[&words[..], &["--records", file, "--resume"]].concat());
    assert_eq!(again["players"][0]["losses"], 6);
    assert_eq!(fs::read_to_string(file).unwrap().lines().count(), 6);
    let merged = object(&["match", "--merge", file, "--json"]);
    assert_eq!((&merged["games"], &merged["rules"]), (&json!(6), &value["rules"]));
}

#[test]
fn no_limit_for_one_is_no_limit_for_one() {
    let words =
        ["match", "greedy", "random", "--game", "awale", "--games", "2", "--move-time", "0", "--second-move-time", "-"];
    let value = object(&[&words[..], &["--json"]].concat());
    assert_eq!(value["players"][1]["wins"], 2);
    each_complains(
        2,
        &[
            (
                "match greedy random --game othello --first-time fast",
                "--first-time \"fast\": expected same, - for no limit, or a time",
            ),
            ("match greedy random --game othello --second-fuel x", "--second-fuel \"x\": expected same"),
            (
                "tournament --format round-robin --game othello greedy random --rules first_time=1s",
                "everybody has the same time",
            ),
        ],
    );
}

#[test]
fn a_program_finds_the_variables_of_its_locator() {
    let folder = tempfile::tempdir().unwrap();
    let bot = folder.path().join("bot");
    fs::write(&bot, "#!/bin/sh\nwhile read -r word rest; do case $word in start) echo ready;; go) echo \"move $MODE-$LEVEL\";; esac; done\n").unwrap();
    fs::set_permissions(&bot, fs::Permissions::from_mode(0o755)).unwrap();
    let locator = format!("exe:{}?env=MODE=fast;LEVEL=3", bot.display());
    let value = object(&["match", &locator, "greedy", "--game", "othello", "--games", "2", "--json"]);
    let fault = value["players"][0]["first_fault"].as_str().unwrap();
    assert!(fault.contains("fast-3"), "{fault}");
    let bad = format!("match 'exe:{}?env=9=x' greedy --game othello", bot.display());
    each_complains(2, &[(bad.as_str(), "expected variables such as THREADS=2;MODE=fast")]);
}

#[test]
fn games_that_both_players_hold_to_be_decided_end_so_and_say_it() {
    let folder = tempfile::tempdir().unwrap();
    let play = |file: &str, arguments: &[&str]| {
        let file = folder.path().join(file);
        let words = ["match", "alphabeta:depth=4", "alphabeta:depth=1", "--game", "othello", "--games", "10", "--json"];
        let value = object(&[&words[..], &["--records", file.to_str().unwrap()], arguments].concat());
        let records: Vec<Value> =
            fs::read_to_string(file).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        (value, records)
    };
    let (whole, _) = play("whole.jsonl", &[]);
    let (short, records) = play("short.jsonl", &["--resign", "20,4"]);
    assert!(short["plies"].as_u64() < whole["plies"].as_u64());
    assert!(short["rules"].as_str().unwrap().ends_with(",resign=20:4"));
    let agreed: Vec<&Value> = records.iter().filter(|record| record["ending"]["reason"] == "agreement").collect();
    assert!(!agreed.is_empty());
    for record in agreed {
        let plies = record["plies"].as_array().unwrap();
        let asked = plies.iter().rev().filter(|ply| ply["forced"] != true).take(4);
        let leads: Vec<f64> =
            asked.map(|ply| ply["score"].as_f64().unwrap() * if ply["side"] == "first" { 1.0 } else { -1.0 }).collect();
        let winner = if leads[0] > 0.0 { "first" } else { "second" };
        assert!(leads.iter().all(|lead| lead.abs() >= 20.0 && lead.signum() == leads[0].signum()), "{leads:?}");
        assert_eq!(record["ending"]["outcome"], winner);
    }
    let (drawn, _) = play("drawn.jsonl", &["--draw", "64,2"]);
    assert_eq!(drawn["players"][0]["draws"], 10, "nobody is ever more than 64 ahead");
    let told = object(&["replay", folder.path().join("short.jsonl").to_str().unwrap(), "--game", "1", "--json"]);
    assert!(told.is_object());
    each_complains(
        2,
        &[(
            "match greedy random --game othello --resign 10",
            "--resign \"10\": expected - for never, or a score and a number of plies",
        )],
    );
}
