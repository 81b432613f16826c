//! The manual and the records: what others read without this program.

use std::fs;
use std::process::Command;

use crate::support::{object, told};
use serde_json::Value;

#[test]
fn every_command_has_a_page_with_its_options_and_examples() {
    let folder = tempfile::tempdir().unwrap();
    told(&["man", "--dir", folder.path().to_str().unwrap()]);
    let help = told(&["--help"]);
    let listed = help.split("Commands:").nth(1).unwrap().split("Options:").next().unwrap();
    let commands: Vec<&str> = listed
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|word| !word.is_empty())
        .collect();
    assert!(commands.len() > 20, "{commands:?}");
    for command in commands.into_iter().filter(|command| *command != "help") {
        let page = fs::read_to_string(folder.path().join(format!("joute-{command}.1"))).unwrap();
        assert!(page.contains(".TH") && page.contains("SYNOPSIS"), "{command}");
    }
    let page = fs::read_to_string(folder.path().join("joute-match.1")).unwrap();
    assert!(page.contains("openings") && page.contains("rating") && page.contains("Examples"), "{page}");
    assert_eq!(told(&["man"]), fs::read_to_string(folder.path().join("joute.1")).unwrap());
    assert!(help.contains("Exit codes: 0 done; 1 the work failed"), "{help}");
}

#[test]
fn a_record_says_when_by_what_and_on_what_it_was_played_and_python_draws_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let words = ["match", "greedy", "random", "--game", "awale", "--games", "8", "--json", "--records"];
    object(&[&words[..], &[file.to_str().unwrap()]].concat());
    for line in fs::read_to_string(&file).unwrap().lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let label = |key: &str| record["labels"][key].as_str().unwrap().to_owned();
        let date = label("date");
        assert!(date.len() == 20 && date.starts_with("20") && date.ends_with('Z'), "{date}");
        assert_eq!((label("joute").as_str(), label("match_seed").as_str()), (env!("CARGO_PKG_VERSION"), "1"));
        assert!(label("machine").contains(std::env::consts::ARCH));
        for player in record["players"].as_array().unwrap() {
            assert!(player["locator"].is_string() && player["version"].is_string());
        }
        assert!(record["rules"].as_str().unwrap().starts_with("time=120s,"));
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/plot_match.py");
    let output = Command::new("python3").arg(script).arg(&file).output().unwrap();
    let picture = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success() && picture.starts_with("<svg") && picture.contains("pairs of games: 4"),
        "{picture}"
    );
}
