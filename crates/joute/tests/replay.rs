//! `joute replay` from outside: accounts, JSON, and what it says about files it cannot use.

use std::path::PathBuf;

use assert_cmd::Command;
use serde_json::{Value, json};

fn games() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/games.jsonl")
}

fn record(number: usize) -> Value {
    let text = std::fs::read_to_string(games()).unwrap();
    serde_json::from_str(text.lines().nth(number - 1).unwrap()).unwrap()
}

fn joute() -> Command {
    let mut command = Command::cargo_bin("joute").unwrap();
    command.arg("replay").env("LANG", "C.UTF-8").env_remove("LC_ALL").env_remove("LC_CTYPE");
    command
}

/// What is printed about the games of the committed file.
fn told(arguments: &[&str]) -> String {
    let output = joute().arg(games()).args(arguments).assert().success().get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

/// Exit code and complaint about a file with this text.
fn complaint(text: &str, arguments: &[&str]) -> (i32, String) {
    let output = joute().arg("-").args(arguments).write_stdin(text).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap().trim().to_owned())
}

fn changed(number: usize, change: impl FnOnce(&mut Value)) -> String {
    let mut record = record(number);
    change(&mut record);
    record.to_string()
}

#[test]
fn a_file_of_several_games_is_listed() {
    insta::assert_snapshot!(told(&[]));
}

#[test]
fn a_seven_colours_game_is_told() {
    insta::assert_snapshot!(told(&["--game", "1"]));
}

#[test]
fn a_flood_game_on_a_graph_file_is_told_with_boards() {
    insta::assert_snapshot!(told(&["--game", "5", "--boards", "2"]));
}

#[test]
fn an_othello_game_is_shown_after_some_plies() {
    insta::assert_snapshot!(told(&["--game", "3", "--ply", "12"]));
}

#[test]
fn an_awale_game_is_told_with_boards() {
    insta::assert_snapshot!(told(&["--game", "4", "--boards", "18", "--plain"]));
}

#[test]
fn a_fault_is_told_with_its_evidence_and_the_players_words() {
    insta::assert_snapshot!(told(&["--game", "6", "--plain"]));
}

#[test]
fn json_has_every_position() {
    for number in 1..=6 {
        let record = record(number);
        let told: Value = serde_json::from_str(&told(&["--json", "--game", &number.to_string()])).unwrap();
        let plies = record["plies"].as_array().unwrap().len();
        let moves: Vec<&Value> = record["plies"].as_array().unwrap().iter().map(|ply| &ply["move"]).collect();
        assert_eq!(told["moves"], json!(moves));
        assert_eq!(told["positions"].as_array().unwrap().len(), plies + 1);
        assert_eq!(told["positions"][0], record["start"]);
        assert_eq!(told["tallies"][plies], record["tally"]);
        for key in ["game", "setup", "rules", "players", "seed", "ending", "tally", "labels"] {
            assert_eq!(told[key], record[key], "{key} of game {number}");
        }
    }
    assert_eq!(serde_json::from_str::<Value>(&told(&["--json", "--game", "6"])).unwrap()["outcome"], "first");
}

#[test]
fn json_lists_several_games() {
    let listed: Value = serde_json::from_str(&told(&["--json"])).unwrap();
    assert_eq!(listed["games"].as_array().unwrap().len(), 6);
    assert_eq!(listed["games"][3]["tally"], json!([12, 26]));
}

#[test]
fn a_single_pretty_record_is_read_from_standard_input() {
    let pretty = serde_json::to_string_pretty(&record(2)).unwrap();
    let output = joute().arg("-").write_stdin(pretty).assert().success().get_output().stdout.clone();
    assert!(String::from_utf8(output).unwrap().starts_with("Flood, game 1 of 1\n"));
}

#[test]
fn wrong_usage_is_explained() {
    let usage = |arguments: &[&str], message: &str| {
        let output = joute().args(arguments).assert().code(2).get_output().stderr.clone();
        let said = String::from_utf8(output).unwrap();
        assert!(said.contains(message), "{said}");
    };
    let file = games();
    let file = file.to_str().unwrap();
    usage(&["no-such-file.jsonl"], "cannot read no-such-file.jsonl");
    usage(&[file, "--game", "7"], "there is no game 7: the file has 6 games");
    usage(&[file, "--game", "0"], "there is no game 0");
    usage(&[file, "--game", "5", "--ply", "5"], "there is no ply 5: the game has 4");
    usage(&[file, "--ply", "5"], "the file has 6 games: choose one with --game N");
    usage(&[file, "--game", "5", "--boards", "0"], "0");
}

#[test]
fn what_is_no_record_is_refused_with_its_line() {
    let said = |text: &str| {
        let (code, said) = complaint(text, &[]);
        assert_eq!(code, 1, "{said}");
        said
    };
    assert!(said("").contains("there is no game record in it"));
    assert!(said("hello\n").contains("line 1, column 1: not a game record"));
    let torn = format!("{}\n{}", record(1), &record(2).to_string()[..100]);
    assert!(said(&torn).contains("line 2, column 100: not a game record"));
    assert!(said(&changed(1, |record| record["version"] = json!(9))).contains("needs a newer program"));
}

#[test]
fn records_that_cannot_be_replayed_are_refused() {
    let said = |text: &str, message: &str| {
        for arguments in [&[][..], &["--json"], &["--ply", "0"]] {
            let (code, said) = complaint(text, arguments);
            assert!(code == 1 && said.contains(message) && said.contains("game 1"), "{code} {said}");
        }
    };
    said(&changed(1, |record| record["game"] = json!("chess")), "there is no game called \"chess\"");
    said(&changed(1, |record| record["setup"] = json!("size=8,wings=2")), "unknown setup key");
    said(&changed(1, |record| record["start"] = json!("ABC")), "the start of the record");
    said(&changed(5, |record| record["files"] = json!({})), "the setup of the record");
    said(&changed(3, |record| record["plies"][4]["move"] = json!("a1")), "ply 5:");
    said(&changed(3, |record| record["plies"][4]["move"] = json!("\u{1b}zz")), "ply 5:");
    said(&changed(3, |record| record["plies"][4]["side"] = json!("second")), "ply 5: it was first's turn");
    let played_on = changed(3, |record| {
        let extra = json!({"side": "first", "move": null});
        record["plies"].as_array_mut().unwrap().push(extra);
    });
    assert!(complaint(&played_on, &[]).1.contains("ply 61:"));
}

#[test]
fn an_end_that_the_moves_do_not_lead_to_is_told() {
    let wrong_tally = changed(3, |record| record["tally"] = json!([39, 25]));
    for arguments in [&["--json"][..], &["--plain"]] {
        let (code, said) = complaint(&wrong_tally, arguments);
        assert!(
            code == 1 && said.contains("the moves lead to 38 to 26 discs, and the record tells 39 to 25"),
            "{said}"
        );
    }
    assert_eq!(joute().args(["-", "--json"]).write_stdin(wrong_tally).output().unwrap().stdout, b"");
    let wrong_winner = changed(3, |record| record["ending"]["outcome"] = json!("second"));
    assert!(complaint(&wrong_winner, &["--json"]).1.contains("the record gives another outcome"));
    let cut = changed(3, |record| record["plies"].as_array_mut().unwrap().truncate(50));
    assert!(complaint(&cut, &["--json"]).1.contains("do not finish it"));
    let forfeited = changed(6, |record| record["tally"] = json!([36, 0]));
    assert_eq!(complaint(&forfeited, &["--json"]).0, 0, "a forfeited game may be counted in other ways");
}

#[test]
fn a_review_tells_every_move_and_who_erred() {
    insta::assert_snapshot!(told(&["--game", "6", "--review", "--nodes", "2000"]));
}

#[test]
fn a_review_as_json_is_the_same_each_time() {
    let review =
        || serde_json::from_str::<Value>(&told(&["--game", "2", "--review", "--nodes", "1000", "--json"])).unwrap();
    let one = review();
    assert_eq!(one, review());
    assert_eq!(one["review"]["plies"].as_array().unwrap().len(), 14);
    assert_eq!(one["review"]["values"].as_array().unwrap().len(), 15);
    assert_eq!(one["review"]["complete"], json!(true));
    assert_eq!(one["review"]["plies"][13]["exact"], json!(true), "the last move is counted out");
}

#[test]
fn a_review_of_one_game_of_several_says_which_and_goes_into_a_page() {
    let (code, message) = complaint(&std::fs::read_to_string(games()).unwrap(), &["--review"]);
    assert_eq!(code, 2);
    assert!(message.contains("the file has 6 games: choose one with --game N"), "{message}");
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    let html = page.to_str().unwrap();
    told(&["--game", "5", "--html", html]);
    let without = std::fs::read_to_string(&page).unwrap();
    told(&["--game", "5", "--review", "--nodes", "1000", "--html", html]);
    assert!(std::fs::read_to_string(&page).unwrap().len() > without.len(), "the review is in it");
}
