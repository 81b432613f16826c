//! `joute match` from outside: the object for programs, seeds and jobs, records and resuming, wrong usage.

use std::path::Path;

use crate::support::{each_complains, has_keys, keys, object, program, told};
use serde_json::{Value, json};

const QUICK: [&str; 9] =
    ["match", "greedy", "random", "--game", "seven-colours", "--setup", "size=8,colours=4", "--seed", "11"];

/// What a match came to, without what the clock says.
fn result(arguments: &[&str]) -> Value {
    let mut value = object(&[&QUICK, arguments, &["--json"]].concat());
    for player in value["players"].as_array_mut().unwrap() {
        assert!(player.as_object_mut().unwrap().remove("seconds").unwrap().as_f64().unwrap() >= 0.0);
    }
    value
}

#[test]
fn the_object_has_the_shape_that_scripts_rely_on() {
    let value = result(&["--games", "20"]);
    let wanted = ["game", "setup", "seed", "games", "players", "first_mover_wins", "distinct_games", "elo"];
    has_keys(&value, &wanted);
    assert_eq!((&value["game"], &value["seed"], &value["games"]), (&json!("seven-colours"), &json!(11), &json!(20)));
    assert!(value["setup"].as_str().unwrap().starts_with("size=8,colours=4"));
    let players = value["players"].as_array().unwrap();
    assert_eq!(players.len(), 2);
    for (player, name) in players.iter().zip(["greedy", "random"]) {
        has_keys(player, &["name", "wins", "draws", "losses", "points", "faults"]);
        assert_eq!(player["name"], name);
        assert_eq!(keys(&player["faults"]), ["crash", "illegal", "overtime"]);
        let count = |key: &str| player[key].as_u64().unwrap();
        assert_eq!(count("wins") + count("draws") + count("losses"), 20);
        assert!(player["points"].is_number());
    }
    assert_eq!(players[0]["wins"], players[1]["losses"]);
    assert!(value["first_mover_wins"].as_u64().unwrap() <= 20);
    assert_eq!(value["distinct_games"], 20);
    has_keys(&value["elo"], &["difference", "low", "high"]);
}

#[test]
fn the_elo_difference_has_an_interval_where_results_differ() {
    let value = object(&["match", "random", "random", "--game", "othello", "--games", "40", "--json"]);
    let elo = |key: &str| value["elo"][key].as_f64().unwrap();
    assert!(elo("low") < elo("difference") && elo("difference") < elo("high"));
}

#[test]
fn results_that_are_all_alike_have_no_interval_and_say_so() {
    let value = result(&["--games", "4"]);
    assert_eq!(value["players"][0]["wins"], 4);
    assert!(value["elo"]["note"].as_str().unwrap().contains("no spread"));
}

#[test]
fn every_game_can_be_played() {
    for game in ["seven-colours", "flood", "othello", "awale"] {
        let value = object(&["match", "random", "greedy", "--game", game, "--games", "4", "--json"]);
        assert_eq!((&value["game"], &value["games"]), (&json!(game), &json!(4)));
    }
}

#[test]
fn games_that_are_the_same_are_counted_once_and_said() {
    let same = ["match", "greedy", "greedy", "--game", "othello", "--games", "4", "--opening", "0"];
    let value = object(&[&same[..], &["--json"]].concat());
    assert_eq!((&value["games"], &value["distinct_games"]), (&json!(4), &json!(1)));
    assert_eq!(value["players"][1]["name"], "greedy (2)");
    assert!(told(&same).contains("only 1 of the 4 games differ"));
}

#[test]
fn the_seed_decides_and_the_number_of_jobs_does_not() {
    let one = result(&["--games", "30", "--jobs", "1"]);
    assert_eq!(one, result(&["--games", "30", "--jobs", "2"]));
    assert_ne!(one["players"], result(&["--games", "30", "--order", "drawn"])["players"]);
    let mut other = QUICK.to_vec();
    other[8] = "12";
    let other = object(&[&other[..], &["--games", "30", "--json"]].concat());
    assert_ne!(one["players"][0]["tally"], other["players"][0]["tally"]);
}

#[test]
fn a_sequential_test_stops_early() {
    let value = result(&["--games", "2000", "--sprt", "0,50"]);
    assert!(value["games"].as_u64().unwrap() < 2000);
    assert!(value["sprt"].is_object());
    assert!(
        told(&[&QUICK[..], &["--games", "20", "--sprt", "-5,5"]].concat()).contains("SPRT on normalised Elo [-5, 5]")
    );
}

fn lines(file: &Path) -> Vec<String> {
    std::fs::read_to_string(file).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn records_are_written_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let words = ["--games", "8", "--records", file.to_str().unwrap()];
    let whole = result(&words);
    let records = lines(&file);
    assert_eq!(records.len(), 8);
    for (number, line) in records.iter().enumerate() {
        let record: Value = serde_json::from_str(line).unwrap();
        assert_eq!(record["labels"]["game"], (number + 1).to_string());
    }

    // A crash in the middle of the fifth line.
    let torn = format!("{}\n{}", records[..4].join("\n"), &records[4][..records[4].len() / 2]);
    std::fs::write(&file, torn).unwrap();
    let resume = [&words[..], &["--resume"]].concat();
    assert_eq!(result(&resume), whole);
    let mended = lines(&file);
    assert_eq!(mended[..4], records[..4], "what was there is kept as it was");
    assert_eq!(mended.len(), 8, "the torn line is gone and only what was missing is played");
    let moves = |line: &String| {
        let record: Value = serde_json::from_str(line).unwrap();
        record["plies"].as_array().unwrap().iter().map(|ply| ply["move"].clone()).collect::<Vec<_>>()
    };
    assert!(mended.iter().zip(&records).all(|(one, two)| moves(one) == moves(two)));

    assert_eq!(result(&resume), whole);
    assert_eq!(lines(&file), mended, "nothing is missing, so nothing is played");
}

#[test]
fn a_last_line_without_its_newline_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let words = ["--games", "4", "--records", file.to_str().unwrap(), "--resume"];
    let whole = result(&words);
    let records = lines(&file);
    std::fs::write(&file, records[..2].join("\n")).unwrap();
    assert_eq!(result(&words), whole);
    assert_eq!(lines(&file).len(), 4);
    std::fs::write(&file, "my notes").unwrap();
    result(&words);
    assert_eq!(lines(&file)[0], "my notes", "what is no record is left alone");
}

#[test]
fn records_of_another_match_are_not_taken_for_this_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let file_name = file.to_str().unwrap();
    result(&["--games", "4", "--records", file_name]);
    let mut other = QUICK.to_vec();
    other[6] = "size=9,colours=4";
    let words = ["--games", "4", "--records", file_name, "--resume", "--json"];
    object(&[&other[..], &words].concat());
    assert_eq!(lines(&file).len(), 8, "another board");
    let mut swapped = QUICK.to_vec();
    swapped.swap(1, 2);
    object(&[&swapped[..], &words].concat());
    assert_eq!(lines(&file).len(), 12, "other seats");
    object(&[&QUICK[..], &["--time", "60s"], &words[..]].concat());
    assert_eq!(lines(&file).len(), 16, "other rules");
}

#[test]
fn people_get_a_table_and_programs_nothing_on_standard_error() {
    let text = told(&[&QUICK[..], &["--games", "10"]].concat());
    assert!(text.starts_with("seven-colours  size=8,colours=4"), "{text}");
    assert!(text.contains("player  wins  draws  losses  points  faults  seconds"), "{text}");
    assert!(text.contains("10 games, Elo difference"), "{text}");
    let output = program().args(QUICK).args(["--games", "2", "--json"]).output().unwrap();
    assert_eq!(output.stderr, b"");
}

#[test]
fn wrong_usage_is_explained() {
    each_complains(
        2,
        &[
            ("match greedy random", "--game <GAME>"),
            ("match greedy --game othello", "<TWO>"),
            ("match greedy random --game chess", "seven-colours, flood, othello, awale"),
            ("match greedy random --game othello --games 3", "--games 3: expected an even number"),
            ("match greedy random --game othello --games 0", "--games 0"),
            ("match greedy random --game othello --games -2", "-2"),
            ("match greedy random --game othello --jobs 0", "--jobs 0: expected a number from 1 to 1024"),
            ("match greedy random --game othello --seed first", "--seed"),
            ("match greedy random --game othello --setup size=7", "expected 4, 6, 8 or 10"),
            ("match greedy random --game flood --setup graph=donut,width=10", "divisible by 3"),
            ("match greedy rendom --game othello", "did you mean random?"),
            ("match greedy nobody --game othello", "`joute players` lists them"),
            ("match hegemony greedy --game othello --games 2", "hegemony: it does not play othello"),
            ("match oracle:99 greedy --game flood --games 2", "expected a whole number from 1 to 20"),
            ("match exe:./none greedy --game othello", "./none: no such program"),
            ("match none.py greedy --game othello", "there is no such file"),
            ("match greedy random --game othello --time fast", "--time \"fast\": expected a time such as 120s"),
            ("match greedy random --game othello --move-time 1x", "--move-time \"1x\""),
            ("match greedy random --game othello --clock sand", "--clock \"sand\": expected wall or cpu"),
            ("match greedy random --game othello --cap 0", "--cap \"0\": expected a number of plies"),
            ("match greedy random --game othello --order chess", "paired or drawn"),
            ("match greedy random --game othello --on-overtime shout", "forfeit or skip"),
            ("match greedy random --game othello --scoring chess", "points, report-002 or tally"),
            ("match greedy random --game othello --sprt foo", "--sprt \"foo\": expected two numbers"),
            ("match greedy random --game othello --sprt 5,0", "two rising numbers"),
            ("match greedy random --game othello --sprt nan,5", "two rising numbers"),
            ("match greedy random --game othello --sprt 0", "--sprt \"0\""),
            ("match greedy random --game othello --resume", "--records <FILE>"),
        ],
    );
}

#[test]
fn records_that_cannot_be_kept_fail_before_anything_is_played() {
    let line = "match greedy random --game othello --games 2 --records no-such-folder/games.jsonl";
    each_complains(1, &[(line, "cannot write no-such-folder/games.jsonl")]);
}
