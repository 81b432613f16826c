//! `joute import`, `joute export` and `joute replay --html` from outside.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use joute_testkit::vectors;
use serde_json::Value;

fn joute(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("joute").unwrap();
    command.args(arguments);
    command
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn printed(command: &mut Command) -> String {
    String::from_utf8(command.assert().success().get_output().stdout.clone()).unwrap()
}

fn complaint(command: &mut Command) -> (i32, String) {
    let output = command.output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap().trim().to_owned())
}

#[test]
fn a_transcript_becomes_a_record_and_a_transcript_again() {
    let records = printed(joute(&["import", "-", "--format", "transcript"]).write_stdin("f5d6c3d3c4 # an opening\n"));
    let record: Value = serde_json::from_str(&records).unwrap();
    assert_eq!(record["plies"].as_array().unwrap().len(), 5);
    assert_eq!(printed(joute(&["export", "-", "--format", "transcript"]).write_stdin(records)), "f5d6c3d3c4\n");
}

#[test]
fn a_file_of_the_wthor_base_goes_in_and_out() {
    let folder = tempfile::tempdir().unwrap();
    let (records, base) = (folder.path().join("games.jsonl"), folder.path().join("own.wtb"));
    let extract = vectors::path("wthor-extract.wtb");
    let told = printed(&mut joute(&["import", text(&extract), "-o", text(&records), "--json"]));
    assert_eq!(serde_json::from_str::<Value>(&told).unwrap()["games"], 60);
    printed(&mut joute(&["export", text(&records), "-o", text(&base)]));
    assert!(folder.path().join("own.JOU").exists() && folder.path().join("own.TRN").exists());
    let again = printed(&mut joute(&["import", text(&base)]));
    let players = |line: &str| serde_json::from_str::<Value>(line).unwrap()["players"][0]["name"].clone();
    let before = std::fs::read_to_string(&records).unwrap();
    assert_eq!(again.lines().map(players).collect::<Vec<_>>(), before.lines().map(players).collect::<Vec<_>>());
}

#[test]
fn formats_lead_into_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("games.txt"), "f5d6c3d3c4f4f6g5\nf5f6e6f4\n").unwrap();
    printed(&mut joute(&["import", text(&at("games.txt")), "-o", text(&at("a.jsonl"))]));
    printed(&mut joute(&["export", text(&at("a.jsonl")), "-o", text(&at("b.ggf"))]));
    printed(&mut joute(&["import", text(&at("b.ggf")), "-o", text(&at("c.jsonl"))]));
    let transcripts = printed(&mut joute(&["export", text(&at("c.jsonl")), "--format", "transcript"]));
    assert_eq!(transcripts, "f5d6c3d3c4f4f6g5\nf5f6e6f4\n");
}

#[test]
fn awale_games_are_read_and_written() {
    let ogn = "[Variant \"Awari\"]\n[South \"Ama\"]\n[North \"Kofi\"]\n\n1. F f 2. E a *\n";
    let records = printed(joute(&["import", "-", "--format", "ogn"]).write_stdin(ogn));
    assert!(records.contains("\"setup\":\"rules=awari"), "{records}");
    let written = printed(joute(&["export", "-", "--format", "ogn"]).write_stdin(records));
    assert!(written.contains("[South \"Ama\"]") && written.contains("1. F f 2. E a"), "{written}");
}

#[test]
fn problems_are_told_with_their_place() {
    let bad = complaint(joute(&["import", "-", "--format", "transcript"]).write_stdin("f5\na1\n"));
    assert_eq!(bad.0, 1);
    assert!(bad.1.starts_with("joute: -: line 2: "), "{}", bad.1);
    let nameless = complaint(joute(&["import", "-"]).write_stdin("f5\n"));
    assert_eq!((nameless.0, nameless.1.contains("--format")), (2, true));
    assert_eq!(complaint(&mut joute(&["import", "no-such-file.ggf"])).0, 2);
    let missing = complaint(joute(&["export", "-", "--format", "wthor"]).write_stdin(""));
    assert_ne!(missing.0, 0);
    let no_format = complaint(joute(&["export", "games.jsonl"]).write_stdin(""));
    assert_eq!((no_format.0, no_format.1.contains("--format")), (2, true));
}

#[test]
fn stored_games_become_a_page_of_their_own() {
    let games = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/games.jsonl");
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("games.html");
    printed(&mut joute(&["replay", text(&games), "--html", text(&page), "--language", "fr"]));
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.starts_with("<!DOCTYPE html>") && html.contains("lang=\"fr\"") && html.contains("default-src 'none'"));
    assert!(html.contains("<select id=\"chooser\""), "several games have a choice");
    printed(&mut joute(&["replay", text(&games), "--game", "2", "--html", text(&page)]));
    assert!(!std::fs::read_to_string(&page).unwrap().contains("<select id=\"chooser\""));
    let nowhere = complaint(&mut joute(&["replay", text(&games), "--html", "/no/such/folder/x.html"]));
    assert_eq!((nowhere.0, nowhere.1.contains("cannot write")), (1, true));
}
