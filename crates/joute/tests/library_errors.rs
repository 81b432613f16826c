//! What a new user is told who names a library that cannot play, and the Flood server from outside.
#![cfg(target_os = "linux")]

use std::fs;

use crate::libraries::TestLibraries;
use assert_cmd::Command;
use serde_json::Value;

const COURSE: [&str; 3] = ["-DENCODING=0", "-DCOMPACT=0", "-DFORBIDDEN=0"];

fn joute(libraries: &TestLibraries) -> Command {
    let mut command = Command::cargo_bin("joute").unwrap();
    command.current_dir(libraries.path(".")).env("LANG", "C.UTF-8").env_remove("JOUTE_GSL");
    command
}

/// The complaint about a player, which must be one of usage.
fn complaint(libraries: &TestLibraries, player: &str, game: &str) -> String {
    let output = joute(libraries).args(["match", player, "greedy", "--games", "2", "--game", game]).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{player}: {text}");
    text
}

fn assert_holds(text: &str, parts: &[&str]) {
    parts.iter().for_each(|part| assert!(text.contains(part), "{text:?} without {part:?}"));
}

#[test]
fn each_mistake_says_what_to_do() {
    let libraries = TestLibraries::new();
    let told = |player: &str, parts: &[&str]| assert_holds(&complaint(&libraries, player, "flood"), parts);
    told("missing.so", &["missing.so: No such file", "expected the path of a shared library"]);
    told("lib:", &["lib: needs something to run, e.g. lib:player.so"]);
    told("lib:.", &["no ordinary file"]);
    fs::write(libraries.path("source.so"), "int main(void) {}").unwrap();
    told("lib:source.so", &["no shared library but a file that begins with \"int main", "gcc -shared -fPIC"]);
    libraries.compile("greedy.c", "object.so", &["-c", "-DENCODING=0", "-DCOMPACT=0", "-DFORBIDDEN=0"]);
    told("object.so", &["no shared library but an object file", "gcc -shared"]);
    fs::copy("/bin/true", libraries.path("program.so")).unwrap();
    told("program.so", &["no shared library but a program", "exe:PATH"]);
    fs::write(
        libraries.path("empty.c"),
        "int nothing; static int play(void) { return nothing; } int x(void) { return play(); }",
    )
    .unwrap();
    libraries.compile(libraries.path("empty.c").to_str().unwrap(), "empty.so", &[]);
    told("empty.so", &["joute_choose", "initialize, play and finalize (missing: initialize, play)", "extern \"C\""]);
}

#[test]
fn options_games_and_machines_that_do_not_fit() {
    let libraries = TestLibraries::new();
    libraries.compile("greedy.c", "course.so", &COURSE);
    let told = |player: &str, game: &str, parts: &[&str]| assert_holds(&complaint(&libraries, player, game), parts);
    told("course.so?holes=none", "flood", &["option holes=\"none\": expected kept or compact"]);
    told("course.so?forbidden=bits", "flood", &["expected mask, letters or ids"]);
    told("course.so?hole=kept", "flood", &["unknown option \"hole\"", "holes (kept or compact)"]);
    told("course.so", "othello", &["plays flood, not othello", "joute.h"]);
    let mut bytes = fs::read(libraries.path("course.so")).unwrap();
    bytes[18] = 183;
    fs::write(libraries.path("arm.so"), bytes).unwrap();
    told("arm.so", "flood", &["was built for 64-bit ARM, and this machine is x86-64", "compile it again"]);
}

#[test]
fn missing_gsl_is_told_only_where_it_is_needed() {
    let libraries = TestLibraries::new();
    libraries.compile("greedy.c", "needs.so", &COURSE);
    libraries.compile("hostile.c", "nothing@all.so", &["-fno-builtin"]);
    let run = |player: &str| {
        let arguments = ["match", player, "greedy", "--games", "2", "--game", "flood", "--setup", "width=5"];
        joute(&libraries).args(arguments).env("JOUTE_GSL", "/no/such/libgsl.so").output().unwrap()
    };
    let refused = run("needs.so");
    assert_eq!(refused.status.code(), Some(2));
    assert_holds(&String::from_utf8(refused.stderr).unwrap(), &["GNU Scientific Library", "apt install libgsl27"]);
    let played = run("nothing@all.so");
    assert!(played.status.success(), "{played:?}");
    assert!(!String::from_utf8(played.stdout).unwrap().contains("crash"));
}

#[test]
fn the_flood_server_plays_one_game() {
    let libraries = TestLibraries::new();
    libraries.compile("greedy.c", "dove.so", &["-DENCODING=1", "-DCOMPACT=1", "-DFORBIDDEN=2"]);
    let options = ["flood-server", "-m", "9", "-t", "d", "-c", "7", "-f", "2", "--seed", "3"];
    let dove = "./dove.so?forbidden=letters&holes=compact";
    let output = joute(&libraries).args(options).args([dove, dove]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    assert_holds(&text, &["dove against dove (2)", "   1. dove: ", "   2. dove (2): ", " wins, "]);
    let output = joute(&libraries).args(options).args([dove, "greedy", "--json"]).output().unwrap();
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["record"]["ending"]["how"], "played");
    assert!(json["last_words"][0].as_str().unwrap().contains("territory "), "{json}");
    let wrong = joute(&libraries).args(["flood-server", "-m", "10", "-t", "h", dove, dove]).output().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
    assert_holds(&String::from_utf8(wrong.stderr).unwrap(), &["divisible by 3"]);
}
