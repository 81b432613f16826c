//! `joute play` as a conversation: whole games of every game, slips, moves taken back, ends of input.

use std::io::{BufRead, BufReader};

use assert_cmd::Command;
use joute_referee::GameRecord;
use tempfile::TempDir;

fn joute(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("joute").unwrap();
    command.args(arguments).env("LANG", "C.UTF-8").timeout(std::time::Duration::from_secs(120));
    command
}

/// What is said and what is answered.
fn talk(arguments: &[&str], said: &str) -> String {
    let output = joute(&[&["play"], arguments].concat()).write_stdin(said).assert().success().get_output().clone();
    String::from_utf8(output.stdout).unwrap()
}

fn records(path: &std::path::Path) -> Vec<GameRecord> {
    std::fs::read_to_string(path).unwrap().lines().map(|line| GameRecord::from_json(line).unwrap()).collect()
}

#[test]
fn whole_games_of_every_game_are_played_by_typing_them() {
    for (game, setup) in
        [("othello", ""), ("awale", ""), ("seven-colours", "size=8,seed=4"), ("flood", "width=7,seed=4,colours=5")]
    {
        let folder = TempDir::new().unwrap();
        let [played, typed] = ["played.jsonl", "typed.jsonl"].map(|name| folder.path().join(name));
        let arguments = [
            "match",
            "greedy",
            "random",
            "--game",
            game,
            "--setup",
            setup,
            "--games",
            "2",
            "--records",
            played.to_str().unwrap(),
        ];
        joute(&arguments).assert().success();
        let record = records(&played).remove(0);
        let moves: Vec<&str> =
            record.plies.iter().filter(|ply| !ply.forced).map(|ply| ply.mv.as_deref().unwrap()).collect();
        let told = talk(
            &[
                game,
                "--setup",
                setup,
                "--first",
                "human:Ann",
                "--second",
                "human",
                "--position",
                &record.start,
                "--records",
                typed.to_str().unwrap(),
            ],
            &(moves.join("\n") + "\n"),
        );
        let again = records(&typed).remove(0);
        let moves = |record: &GameRecord| record.plies.iter().map(|ply| ply.mv.clone()).collect::<Vec<_>>();
        assert_eq!(
            (moves(&again), &again.ending, again.tally),
            (moves(&record), &record.ending, record.tally),
            "{game}"
        );
        assert!(told.contains("(Ann) plays"), "{told}");
        assert!(told.contains("wins, ") || told.contains("a draw, "), "{told}");
    }
}

#[test]
fn slips_are_explained_and_words_are_obeyed() {
    let said = "\na1\nmoves\nf5\nhint\nundo\nundo\nshow\nhelp\nnonsense\nd3\n";
    let told = talk(&["othello", "--seed", "1", "--second", "greedy"], said);
    for expected in [
        "Othello: Black (human) against White (greedy).",
        "Type a move (moves lists them), or help.",
        "A1 is not legal here: a disc on a1 would turn over no other; legal: d3 c4 f5 e6",
        "Moves: d3 c4 f5 e6",
        "Black (human) plays f5",
        "White (greedy) plays ",
        "Hint: ",
        "Taken back.",
        "There is nothing to take back.",
        "resign   give up",
        "found \"nonsense\", expected a square",
        "Black (human) plays d3",
        "End of input: the game is left unfinished.",
    ] {
        assert!(told.contains(expected), "{expected} is missing in:\n{told}");
    }
}

#[test]
fn the_end_of_input_keeps_the_game_as_it_is() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games.jsonl");
    let said = "C\n";
    talk(&["awale", "--seed", "1", "--second", "greedy", "--records", path.to_str().unwrap()], said);
    let record = records(&path).remove(0);
    assert_eq!((record.ending, record.plies.len()), (None, 2));
    joute(&["replay", path.to_str().unwrap(), "--plain"]).assert().success();
}

#[test]
fn a_game_that_is_over_can_be_taken_back_resigned_and_played_again() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games.jsonl");
    let said = "d3\nresign\nmove\nundo\nresign\nswap\nresign\nquit\n";
    let told = talk(&["othello", "--seed", "1", "--second", "greedy", "--records", path.to_str().unwrap()], said);
    assert!(told.contains("The game is over: again, swap, undo, show or quit."), "{told}");
    assert!(told.contains("by resignation"), "{told}");
    assert!(told.contains("Black (greedy) against White (human)"), "{told}");
    let endings: Vec<String> =
        records(&path).iter().map(|record| record.ending.as_ref().unwrap().to_string()).collect();
    assert_eq!(endings, ["first wins (resignation)"], "the first game was taken back to its start: nothing to keep");
}

#[test]
fn programs_play_each_other_and_positions_can_be_given() {
    let told = talk(&["awale", "--first", "greedy", "--second", "random", "--seed", "3", "--moves", "Aa"], "");
    assert!(told.contains("South (greedy) plays") && told.contains("wins, "), "{told}");
    let told = talk(&["othello", "--moves", "f5d6", "--level", "2", "--seed", "1"], "undo\n");
    assert!(told.contains("Moves: c3 c4 c5 c6 c7"), "{told}");
    assert!(told.contains("Taken back."), "moves that were given can be taken back as well");
}

#[test]
fn a_clock_that_runs_out_ends_the_game() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_joute"))
        .args(["play", "othello", "--second", "greedy", "--move-time", "100ms"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // It must come to its end by itself: the input stays open until that is told.
    let input = child.stdin.take();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.any(|line| line.contains("forfeits by overtime")));
    drop(input);
    lines.for_each(drop);
    assert!(child.wait().unwrap().success());
}

#[test]
fn mistakes_on_the_command_line_are_explained() {
    for (arguments, expected) in [
        (&["play", "othello", "--second", "gredy"][..], "did you mean greedy?"),
        (&["play", "othello", "--level", "9"], "9"),
        (&["play", "othello", "--second", "greedy", "--level", "3"], "--level"),
        (&["play", "othello", "--speed", "0"], "moves a second"),
        (&["play", "othello", "--time", "soon"], "--time \"soon\": expected"),
        (&["play", "othello", "--moves", "a1"], "a1"),
        (&["play", "awale", "--second", "positional"], "does not play awale"),
        (&["match", "human", "greedy", "--game", "othello", "--games", "2"], "people play with `joute play`"),
        (&["analyse", "othello", "--player", "greedy"], "expert, alphabeta and mcts do"),
        (&["analyse", "othello", "--time", "soon"], "--time soon: expected"),
        (&["analyse", "othello", "--depth", "0"], "0"),
    ] {
        let assert = joute(arguments).write_stdin("").assert().code(2);
        let told = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(told.contains(expected), "{arguments:?}: {told}");
    }
}

#[test]
fn an_analysis_is_one_table_or_one_object() {
    for (arguments, legal) in [
        (&["othello", "--moves", "f5d6c3", "--depth", "3"][..], 4),
        (&["awale", "--nodes", "2000"], 6),
        (&["seven-colours", "--setup", "size=8,seed=1", "--player", "mcts", "--nodes", "500"], 7),
    ] {
        let output = joute(&[&["analyse"], arguments, &["--json"]].concat()).assert().success().get_output().clone();
        let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(value["moves"].as_array().unwrap().len(), legal, "{value}");
        assert!(
            value["position"].is_string() && value["depth"].as_u64() > Some(0) && value["nodes"].as_u64() > Some(0)
        );
        assert!(value["moves"][0]["score"].is_number() && value["moves"][0]["pv"].is_array());
    }
    let flood = ["analyse", "flood", "--setup", "width=5,colours=4,seed=3", "--time", "20s", "--lines", "2"];
    let output = joute(&flood).assert().success().get_output().clone();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("cells with ") && told.contains(", exact; depth "), "{told}");
    assert_eq!(told.lines().filter(|line| line.contains(" exact ")).count(), 2, "{told}");
    assert!(output.stderr.is_empty(), "progress only on a terminal");
}
