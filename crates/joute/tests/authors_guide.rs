//! The author's guide is true: its programs run as they stand, are accepted, and the last ones beat greedy.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::Command;

use crate::played::{folder, joute};
use serde_json::Value;

const GUIDE: &str = include_str!("../../../docs/authors-guide.md");

/// The files of the guide: the name behind `file=` and what stands in the block.
fn files() -> Vec<(String, String)> {
    let blocks = GUIDE.split("```").skip(1).step_by(2);
    let named = blocks.filter_map(|block| {
        let (head, body) = block.split_once('\n')?;
        Some((head.split_once("file=")?.1.trim().to_owned(), body.to_owned()))
    });
    named.collect()
}

/// Writes the files of the guide with this ending, compiles what the guide compiles, and gives the players.
fn players(folder: &Path, ending: &str) -> Vec<String> {
    let chosen = files().into_iter().filter(|(name, _)| name.ends_with(ending));
    chosen
        .map(|(name, text)| {
            std::fs::write(folder.join(&name), text).unwrap();
            let Some(program) = name.strip_suffix(".c") else {
                return name;
            };
            assert!(
                GUIDE.contains(&format!("gcc -O2 -Wall -o {program} {name}")),
                "the guide says how to compile {name}"
            );
            let compiler = ["-O2", "-Wall", "-Werror", "-o", program, &name];
            let done = Command::new("gcc").current_dir(folder).args(compiler).output().unwrap();
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
            format!("./{program}")
        })
        .collect()
}

fn result(folder: &Path, player: &str, opponent: &str, games: &str) -> Value {
    let output = joute(folder)
        .args(["match", player, opponent, "--game", "othello", "--games", games, "--json"])
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let own = report["players"][0].clone();
    assert_eq!(own["faults"], serde_json::json!({ "overtime": 0, "illegal": 0, "crash": 0 }), "{player}: {own}");
    own
}

/// The first program plays, the second is accepted and wins three games of four at least.
fn follow(ending: &str) {
    let folder = folder();
    let players = players(folder.path(), ending);
    let [first, last] = &players[..] else { panic!("two programs end with {ending}: {players:?}") };
    for player in &players {
        let line = format!("joute match {player} ");
        assert!(GUIDE.contains(&line), "the guide says how to run {player}");
    }
    result(folder.path(), first, "random", "2");
    let check = joute(folder.path()).args(["check", last, "--game", "othello", "--games", "2"]).output().unwrap();
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
    let own = result(folder.path(), last, "greedy", "20");
    assert!(own["wins"].as_u64().unwrap() >= 15, "{last} against greedy: {own}");
}

#[test]
fn the_python_player_beats_greedy() {
    follow(".py");
}

#[test]
fn the_c_player_beats_greedy() {
    follow(".c");
}

#[test]
fn the_ocaml_player_beats_greedy() {
    follow(".ml");
}

#[test]
fn the_folder_of_several_files_plays_whole_and_packed() {
    let folder = folder();
    let blocks = GUIDE.split("```").skip(1).step_by(2).filter_map(|block| block.split_once('\n'));
    let parts: Vec<(&str, &str)> =
        blocks.filter_map(|(head, body)| Some((head.split_once("part=")?.1.trim(), body))).collect();
    assert_eq!(parts.len(), 3);
    std::fs::create_dir(folder.path().join("mine")).unwrap();
    parts.iter().for_each(|(name, text)| std::fs::write(folder.path().join(name), text).unwrap());
    let done = Command::new("tar").current_dir(folder.path()).args(["czf", "mine.tar.gz", "mine"]).status().unwrap();
    assert!(done.success() && GUIDE.contains("tar czf mine.tar.gz mine"));
    for player in ["mine", "mine.tar.gz"] {
        let own = result(folder.path(), player, "random", "20");
        assert!(own["wins"].as_u64().unwrap() >= 15, "{player} against random: {own}");
    }
}
