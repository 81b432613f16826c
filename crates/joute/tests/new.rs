//! `joute new`: every starter is written, built by the commands of its own README, accepted by
//! `joute check`, and beats a player that moves at random.
#![cfg(target_os = "linux")]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::support::{complaint, each_complains, object, told};
use serde_json::Value;
use tempfile::TempDir;

const GAMES: [&str; 4] = ["othello", "seven-colours", "flood", "awale"];
/// Of the points of twenty games; a player no better than random would have ten of them.
const CLEARLY: f64 = 15.0;

/// A folder that a sandbox's user may enter.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    folder
}

/// Writes a starter; what the program says about it.
fn written(language: &str, place: &Path, game: &str) -> Value {
    object(&["new", language, &place.display().to_string(), "--game", game, "--json"])
}

fn commands(written: &Value, what: &str) -> Vec<String> {
    written[what].as_array().unwrap().iter().map(|line| line.as_str().unwrap().to_owned()).collect()
}

/// Runs a command line of a README in the starter's folder, and gives what it printed.
fn shell(line: &str, place: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_joute")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut bash = Command::new("bash");
    bash.args(["-e", "-c", line]).current_dir(place).env("PATH", path).env_remove("CARGO_TARGET_DIR");
    // Whoever runs the tests as somebody else says where that user may keep packages.
    if std::env::var_os("npm_config_cache").is_none() {
        bash.env("npm_config_cache", Path::new(env!("CARGO_TARGET_TMPDIR")).join("npm"));
    }
    bash.env("npm_config_prefer_offline", "true");
    let done = bash.output().unwrap();
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{line}: {said}{}", String::from_utf8_lossy(&done.stdout));
    String::from_utf8(done.stdout).unwrap()
}

/// Builds a starter once, and has it checked and lets it play in every game, as the README of each game says.
fn builds_and_wins(language: &str, games: &[&str]) {
    let hall = folder();
    let built = hall.path().join(games[0]);
    let first = written(language, &built, games[0]);
    commands(&first, "build").iter().for_each(|line| drop(shell(line, &built)));
    for game in games {
        let play = commands(&written(language, &hall.path().join(format!("{game} again")), game), "play");
        assert!(play[0].starts_with("joute check "), "{language}: {play:?}");
        // Nothing to mend: no complaint at all, but for what is only worth knowing.
        let checked: Value = serde_json::from_str(&shell(&format!("{} --games 2 --json", play[0]), &built)).unwrap();
        assert_eq!((&checked["passed"], &checked["fix_first"]), (&Value::Bool(true), &Value::Null), "{checked:#}");
        let report: Value = serde_json::from_str(&shell(&format!("{} --seed 7 --json", play[1]), &built)).unwrap();
        let player = &report["players"][0];
        let faults: u64 = player["faults"].as_object().unwrap().values().filter_map(Value::as_u64).sum();
        assert_eq!(faults, 0, "{language}, {game}: {player}");
        assert_eq!(report["games"], 20, "{language}, {game}");
        assert!(player["points"].as_f64().unwrap() >= CLEARLY, "{language}, {game}: {player}");
    }
}

#[test]
fn the_starter_in_python() {
    builds_and_wins("python", &GAMES);
}

#[test]
fn the_starter_in_c() {
    builds_and_wins("c", &GAMES);
}

#[test]
fn the_starter_in_cpp() {
    builds_and_wins("cpp", &GAMES);
}

#[test]
fn the_starter_in_ocaml() {
    builds_and_wins("ocaml", &GAMES);
}

#[test]
fn the_starter_with_a_strategie() {
    builds_and_wins("ocaml-strategie", &["othello"]);
}

#[test]
fn the_starter_in_rust() {
    builds_and_wins("rust", &GAMES);
}

#[test]
fn the_starter_in_java() {
    builds_and_wins("java", &GAMES);
}

#[test]
fn the_starter_in_go() {
    builds_and_wins("go", &GAMES);
}

#[test]
fn the_starter_in_javascript() {
    builds_and_wins("javascript", &GAMES);
}

#[test]
fn the_starter_as_a_library() {
    builds_and_wins("c-library", &GAMES);
}

#[test]
#[cfg(feature = "wasm")]
fn the_starter_as_a_module_in_c() {
    builds_and_wins("wasm-c", &GAMES);
}

#[test]
#[cfg(feature = "wasm")]
fn the_starter_as_a_module_in_assemblyscript() {
    builds_and_wins("assemblyscript", &GAMES);
}

#[test]
fn every_language_of_the_list_has_its_test_here() {
    let languages = object(&["new", "--list", "--json"]);
    let names: Vec<&str> =
        languages["languages"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    let here = include_str!("new.rs");
    assert_eq!(names.len(), 12);
    for name in names {
        assert!(here.contains(&format!("builds_and_wins(\"{name}\"")), "{name}");
        assert!(told(&["new", "--list"]).contains(name), "{name}");
    }
}

#[test]
fn the_readme_is_about_the_game() {
    let hall = folder();
    let place = hall.path().join("mine");
    let said = told(&["new", "python", &place.display().to_string(), "--game", "awale"]);
    assert!(said.contains("joute match player.py random --game awale --games 20"), "{said}");
    let readme = fs::read_to_string(place.join("README.md")).unwrap();
    assert!(readme.contains("## Awalé") && readme.contains("--game awale") && !readme.contains("--game othello"));
    for name in readme.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()) {
        assert!(place.join(name).is_file(), "{name} is linked to, but not there");
    }
}

#[test]
fn nothing_is_written_over_unasked() {
    let hall = folder();
    let place = hall.path().join("mine");
    fs::create_dir(&place).unwrap();
    fs::write(place.join("player.py"), "precious").unwrap();
    let words = ["new", "python", &place.display().to_string(), "--game", "flood"];
    assert!(complaint(2, &words).contains("is not empty"));
    assert_eq!(fs::read_to_string(place.join("player.py")).unwrap(), "precious");
    told(&[&words[..], &["--force"]].concat());
    assert!(fs::read_to_string(place.join("player.py")).unwrap().contains("def value"));
    let file = place.join("player.py").display().to_string();
    assert!(complaint(2, &["new", "python", &file, "--game", "flood"]).contains("expected a folder"));
}

#[test]
fn mistakes_are_explained() {
    each_complains(
        2,
        &[
            ("new cobol somewhere --game othello", "there is one in python, c, cpp"),
            ("new ocaml-strategie somewhere --game flood", "ocaml-strategie plays othello only, not flood"),
            ("new python somewhere --game chess", "possible values"),
            ("new python", "--help"),
        ],
    );
}
