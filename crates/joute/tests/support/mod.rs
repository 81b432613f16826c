//! What the tests of the command line share: running the program, and reading what it says.
#![allow(dead_code, reason = "every file of tests takes what it needs")]

pub(crate) mod class;
pub(crate) mod validator;

use std::path::PathBuf;
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

/// The program, as it behaves in a pipe whatever terminal the tests run in.
pub(crate) fn program() -> Command {
    let mut command = Command::cargo_bin("joute").unwrap();
    for variable in ["LC_ALL", "LC_CTYPE", "NO_COLOR", "COLORTERM", "RUST_BACKTRACE"] {
        command.env_remove(variable);
    }
    command.env("LANG", "C.UTF-8").env("TERM", "dumb");
    command
}

/// A file beside the tests.
pub(crate) fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// What the program printed, having done what it was asked.
pub(crate) fn told(arguments: &[&str]) -> String {
    text_of(&program().args(arguments).output().unwrap(), arguments)
}

/// The one JSON object that is all of standard output.
pub(crate) fn object(arguments: &[&str]) -> Value {
    let value: Value = serde_json::from_str(&told(arguments)).unwrap();
    assert!(value.is_object(), "{arguments:?}: {value}");
    value
}

fn text_of(output: &Output, arguments: &[&str]) -> String {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {said}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The complaint about a request that cannot be met: in one line behind `joute:`, or with the usage that clap adds.
pub(crate) fn complaint(code: i32, arguments: &[&str]) -> String {
    let output = program().args(arguments).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    assert_eq!(output.stdout, b"", "{arguments:?}: nothing is printed beside a complaint");
    let is_ours = said.starts_with("joute: ") && said.trim_end().lines().count() == 1;
    let is_claps = code == 2 && said.starts_with("error: ") && said.contains("--help");
    assert!(is_ours || is_claps, "{arguments:?}: {said}");
    for word in ["panicked", "backtrace", "RUST_", "src/"] {
        assert!(!said.contains(word), "{arguments:?}: {said}");
    }
    said
}

/// Runs each line of words and looks for a piece of what it must complain about; words with spaces are quoted.
pub(crate) fn each_complains(code: i32, cases: &[(&str, &str)]) {
    for (line, expected) in cases {
        let words = words(line);
        let said = complaint(code, &words.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(said.contains(expected), "{line}\nsaid:     {said}expected: {expected}");
    }
}

fn words(line: &str) -> Vec<String> {
    let pieces = line.split('\'').enumerate();
    pieces
        .flat_map(|(at, piece)| {
            let quoted = at % 2 == 1;
            let parts: Vec<&str> = if quoted { vec![piece] } else { piece.split_whitespace().collect() };
            parts.into_iter().map(str::to_owned).collect::<Vec<_>>()
        })
        .collect()
}

/// The keys of an object, in order.
pub(crate) fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

/// Fails unless the object has all these keys.
pub(crate) fn has_keys(value: &Value, wanted: &[&str]) {
    let keys = keys(value);
    for key in wanted {
        assert!(keys.contains(key), "{key} is missing among {keys:?}");
    }
}
