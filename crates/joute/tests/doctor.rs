//! `joute doctor` from outside.

use assert_cmd::Command;
use serde_json::Value;

fn doctor() -> Command {
    let mut command = Command::cargo_bin("joute").unwrap();
    command.arg("doctor");
    command
}

#[test]
fn people_read_what_there_is() {
    let output = doctor().output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let tools = ["ocamlopt", "GSL", "C compiler", "python3", "node", "wasm-ld", "bubblewrap", "psql"];
    let compilers = ["C++ compiler", "cargo", "players in Java", "players in Go"];
    for word in ["Sandbox", "in force:"].iter().chain(&tools).chain(&compilers) {
        assert!(text.contains(word), "no {word} in {text}");
    }
}

#[test]
fn programs_read_the_same() {
    let output = doctor().arg("--json").output().unwrap();
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["sandbox"]["minimum"].as_bool().unwrap(), output.status.success());
    let tools = json["tools"].as_array().unwrap();
    assert!(tools.len() >= 9);
    for tool in tools {
        assert_eq!(tool["found"].as_bool().unwrap(), tool["fix"].is_null(), "{tool}");
    }
}

#[test]
fn what_is_missing_comes_with_its_command() {
    let output = doctor().env("PATH", "").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let packages = ["ocaml-nox", "gcc", "python3", "postgresql-client", "g++", "default-jdk-headless", "golang-go"];
    for fix in packages.map(|package| format!("apt install {package}")) {
        assert!(text.contains(&fix), "no {fix} in {text}");
    }
}
