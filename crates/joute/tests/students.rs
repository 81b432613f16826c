//! Files as students hand them in, with the mistakes that students make: what is said about each is true and of use.
#![cfg(target_os = "linux")]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::played::{fault, folder, joute, records};
use serde_json::Value;
use tempfile::TempDir;

/// The Flood library of a student, wrong in the way that the flags name.
fn library(folder: &Path, name: &str, flags: &[&str]) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/libraries/student.c");
    let mut gcc = Command::new("gcc");
    gcc.args(["-shared", "-fPIC", "-O1", "-Wno-implicit-function-declaration"]).args(flags);
    gcc.current_dir(folder).arg("-o").arg(folder.join(name)).arg(source);
    assert!(gcc.status().expect("these tests need gcc").success(), "gcc failed");
}

fn flood_folder(libraries: &[(&str, &[&str])]) -> TempDir {
    let folder = folder();
    libraries.iter().for_each(|(name, flags)| library(folder.path(), name, flags));
    folder
}

fn check(folder: &Path, player: &str, words: &[&str]) -> (i32, Value) {
    let output = joute(folder).args(["check", player, "--json", "--games", "4"]).args(words).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let report = serde_json::from_str(&text)
        .unwrap_or_else(|error| panic!("{player}: {error}: {text}{}", String::from_utf8_lossy(&output.stderr)));
    (output.status.code().unwrap(), report)
}

fn finding<'a>(report: &'a Value, topic: &str) -> &'a Value {
    let findings = report["findings"].as_array().unwrap();
    findings.iter().find(|finding| finding["topic"] == topic).unwrap_or_else(|| panic!("no {topic}: {report:#}"))
}

fn step<'a>(report: &'a Value, name: &str) -> &'a Value {
    let steps = report["steps"].as_array().unwrap();
    steps.iter().find(|step| step["name"] == name).unwrap_or_else(|| panic!("no step {name}: {report:#}"))
}

/// A cup whose players are the files of a folder, with what it came to and what was written to standard error.
fn cup(folder: &Path, file: &str) -> (Value, String) {
    fs::write(folder.join("cup.toml"), file).unwrap();
    let output = joute(folder).args(["tournament", "cup.toml", "--json"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{said}");
    (serde_json::from_slice(&output.stdout).unwrap(), said)
}

fn refusal(told: &Value, name: &str) -> String {
    let players = told["players"].as_array().unwrap();
    let player = players.iter().find(|player| player["name"] == name).unwrap_or_else(|| panic!("no {name}: {told:#}"));
    player["refused"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_silent_library_is_silent_whatever_is_noted_about_it_or_counted_in_it() {
    let folder = folder();
    fs::create_dir(folder.path().join("players")).unwrap();
    let players = folder.path().join("players");
    library(&players, "plain.so", &[]);
    // What coverage counts is written when the program ends, into the folder where it was compiled.
    library(&players, "covered.so", &["--coverage"]);
    fs::read_dir(&players).unwrap().flatten().for_each(|entry| {
        if entry.path().extension().is_some_and(|ending| ending == "gcno") {
            fs::remove_file(entry.path()).unwrap();
        }
    });
    let prints = "#include <stdio.h>\n__attribute__((constructor)) static void hello(void) { puts(\"(hello)\"); }\n";
    fs::write(folder.path().join("prints.c"), prints).unwrap();
    library(&players, "prints.so", &[folder.path().join("prints.c").to_str().unwrap()]);
    let (told, _) = cup(
        folder.path(),
        "format = \"round-robin\"\ngame = \"flood\"\nsetup = \"width=6,colours=5\"\nplayers = \"players\"\n\
         require = { silent = true }\n",
    );
    assert_eq!((refusal(&told, "plain"), refusal(&told, "covered")), (String::new(), String::new()));
    assert_eq!(refusal(&told, "prints"), "it prints: (hello)");
}

#[test]
fn a_library_that_reads_one_set_in_both_seats_is_told_so_and_nothing_else() {
    let folder = flood_folder(&[("one_set.so", &["-DSET=0"])]);
    let (code, report) = check(folder.path(), "one_set.so", &["--game", "flood"]);
    let found = finding(&report, "encoding");
    assert_eq!((code, &step(&report, "forbidden colours")["state"]), (1, &Value::from("failed")), "{report:#}");
    assert!(found["what"].as_str().unwrap().contains("right in the first seat, wrong in the second"), "{found}");
    assert!(found["advice"].as_str().unwrap().contains("forbidden[id]"), "{found}");
    assert!(found["evidence"].as_str().unwrap().contains("is in your forbidden set"), "{found}");
    assert!(!report.to_string().contains("?forbidden="), "{report:#}");
}

#[test]
fn an_option_that_makes_a_player_pass_for_ever_is_not_well() {
    let folder = flood_folder(&[("one_set.so", &["-DSET=0"])]);
    let (_, report) = check(folder.path(), "one_set.so?forbidden=letters", &["--game", "flood"]);
    let found = finding(&report, "encoding");
    assert!(found["what"].as_str().unwrap().contains("plays worse than without it"), "{report:#}");
    assert!(!report["fix_first"].is_null(), "{report:#}");
}

#[test]
fn boards_with_holes_are_read_as_the_player_plays_better() {
    let folder = flood_folder(&[("no_holes.so", &["-DNO_HOLES"])]);
    let (code, report) = check(folder.path(), "no_holes.so", &["--game", "flood"]);
    let found = finding(&report, "encoding");
    assert!(code == 1 && found["advice"].as_str().unwrap().contains("no_holes.so?holes=compact"), "{report:#}");
    let (code, report) = check(folder.path(), "no_holes.so?holes=compact", &["--game", "flood"]);
    assert_eq!(code, 0, "{report:#}");
}

const GOOD: &str = "let strategie oth =\n  let legal = ref 0 in\n  ignore oth; !legal\n";

#[test]
fn unloadable_files_are_listed_everywhere_and_do_not_play() {
    let folder = folder();
    let broken = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/broken");
    for (name, file) in [("type", "othello_type.ml"), ("text", "othello_text.ml"), ("nameless", "othello_nameless.ml")]
    {
        fs::copy(broken.join(file), folder.path().join(format!("{name}.ml"))).unwrap();
    }
    fs::write(folder.path().join("syntax.ml"), "let strategie oth = if then 3\n").unwrap();
    fs::write(folder.path().join("mark.ml"), format!("\u{feff}{GOOD}")).unwrap();
    fs::write(folder.path().join("broken.py"), "def f(:\n").unwrap();
    let (told, _) = cup(
        folder.path(),
        "format = \"round-robin\"\ngame = \"othello\"\nplayers = [\"greedy\", \"random\", \"type.ml\", \"text.ml\", \
         \"nameless.ml\", \"syntax.ml\", \"mark.ml\", \"broken.py\"]\n",
    );
    for (name, own_error) in [
        ("type", "line 20"),
        ("text", "strategie does not have the type"),
        ("nameless", "defines no function strategie"),
        ("syntax", "Syntax error"),
        ("mark", "Illegal character"),
        ("broken", "SyntaxError"),
    ] {
        let reason = refusal(&told, name);
        assert!(reason.starts_with("it cannot be loaded: ") && reason.contains(own_error), "{name}: {reason}");
    }
    assert_eq!(told["standings"].as_array().unwrap().len(), 2, "{told:#}");
    let results = folder.path().join("cup");
    let table = fs::read_to_string(results.join("standings.csv")).unwrap();
    assert!(table.contains(",refused\r\n") && table.contains(",syntax,") && table.contains("Syntax error"), "{table}");
    for (table, row) in [
        ("matches.csv", "\r\n,,,,syntax,,,,,refused,\r\n"),
        ("cross-table.csv", "\r\nsyntax,,\r\n"),
        ("ratings.csv", "\r\nsyntax,,,,\"it cannot be loaded: "),
        ("faults.csv", "\r\nsyntax,refused,,\"it cannot be loaded: "),
    ] {
        let text = fs::read_to_string(results.join(table)).unwrap();
        assert!(text.contains(row), "{table}: {text}");
    }
    assert!(fs::read_to_string(results.join("report.html")).unwrap().contains("Illegal character"));
    let text = joute(folder.path()).args(["tournament", "cup.toml"]).output().unwrap().stdout;
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("refused: syntax: it cannot be loaded") && text.contains("Syntax error"), "{text}");
}

#[test]
fn libraries_that_cannot_be_loaded_are_refused_too() {
    let folder = flood_folder(&[
        ("good.so", &[]),
        ("lacks.so", &["-DUNDEFINED"]),
        ("leaves.so", &["-DAT_LOADING"]),
        ("dies.so", &["-DVERBOSE"]),
    ]);
    let (told, _) = cup(
        folder.path(),
        "format = \"round-robin\"\ngame = \"flood\"\nsetup = \"width=6,colours=5\"\n\
         players = [\"good.so\", \"greedy\", \"lacks.so\", \"leaves.so\", \"dies.so\"]\n",
    );
    assert!(refusal(&told, "lacks").contains("worth_of"), "{told:#}");
    assert!(refusal(&told, "leaves").contains("exit code 3"), "{told:#}");
    // A library that can be loaded and dies in a game plays: that is a fault of the game.
    assert_eq!((refusal(&told, "good"), refusal(&told, "dies")), (String::new(), String::new()));
    assert_eq!(told["standings"].as_array().unwrap().len(), 3, "{told:#}");
}

/// A program of the Seven Colours course that colours what it prints.
const COLOURFUL: &str =
    "import sys\nprint('\\x1b[31mboard\\x1b[0m')\nprint('\\x1b[0m' + str(3 + len(sys.argv) % 4) + '\\x1b[0m')\n";

#[test]
fn an_answer_behind_escape_sequences_is_an_answer_and_numbers_are_advised() {
    let folder = folder();
    fs::write(folder.path().join("group.py"), COLOURFUL).unwrap();
    let seats = ["7colors:python3 group.py", "random"];
    let games = records(folder.path(), seats, &["--game", "seven-colours", "--setup", "size=5", "--games", "2"]);
    assert!(games.iter().all(|game| game["ending"]["how"] != "forfeit"), "{games:?}");
    fs::write(folder.path().join("nine.py"), "print(9)\n").unwrap();
    let words = ["--game", "seven-colours", "--setup", "size=5,colours=5"];
    let (_, report) = check(folder.path(), "7colors:python3 nine.py", &words);
    let first = &report["findings"][0];
    let told = format!("{}{}", first["what"], first["advice"]);
    assert!(told.contains("G (9)") && told.contains("A (3)"), "{report:#}");
    assert!(!told.contains("`move") && !told.contains("seed"), "{report:#}");
}

#[test]
fn forbidden_colours_are_shown_and_evidence_names_the_rule() {
    let folder = flood_folder(&[("one_set.so", &["-DSET=0"])]);
    let server = ["flood-server", "-m", "6", "-c", "6", "-f", "2", "greedy", "random"];
    let told = String::from_utf8(joute(folder.path()).args(server).output().unwrap().stdout).unwrap();
    assert!(told.contains("Forbidden: ") && told.contains(" to Player 2"), "{told}");
    let setup = "width=8,colours=6,forbidden=RG/BY,seed=3";
    let games =
        records(folder.path(), ["random", "one_set.so"], &["--game", "flood", "--setup", setup, "--games", "20"]);
    let evidence = games.iter().filter(|game| game["ending"]["how"] == "forfeit").map(|game| fault(game).1);
    let evidence: Vec<String> = evidence.collect();
    assert!(evidence.iter().any(|text| text.contains("is in your forbidden set BY")), "{evidence:?}");
    let replay = joute(folder.path()).args(["replay", "records.jsonl", "--game", "1"]).output().unwrap();
    let told = String::from_utf8(replay.stdout).unwrap();
    assert!(told.contains("forbidden RG") && told.contains("forbidden BY"), "{told}");
    let page = folder.path().join("page.html");
    let words = ["replay", "records.jsonl", "--game", "1", "--html", page.to_str().unwrap()];
    assert_eq!(joute(folder.path()).args(words).output().unwrap().status.code(), Some(0));
}

#[test]
fn the_losing_turn_is_kept_and_its_conversation_can_be_played_back() {
    let folder = flood_folder(&[("dies.so", &["-DVERBOSE"])]);
    let words = ["--game", "flood", "--setup", "width=6", "--games", "2", "--conversation", "talk"];
    let games = records(folder.path(), ["dies.so", "random"], &words);
    let (_, evidence) = fault(&games[0]);
    assert!(evidence.contains("looked at line 0\n") && evidence.contains("looked at line 39"), "{evidence}");
    let mut talks: Vec<String> = fs::read_dir(folder.path().join("talk"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    talks.sort();
    assert_eq!(talks, ["0001-dies-first.txt", "0002-dies-second.txt"]);
    let talk = fs::read_to_string(folder.path().join("talk").join(&talks[0])).unwrap();
    assert!(talk.contains("> start\n") && talk.contains("< ready") && talk.contains("! looked at line 39\n"), "{talk}");
    for debug in [&[][..], &["--debug"]] {
        let file = format!("talk/{}", talks[0]);
        let words = ["check", "dies.so", "--game", "flood", "--play-back", &file];
        let output = joute(folder.path()).args(words).args(debug).output().unwrap();
        let told = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{told}{}", String::from_utf8_lossy(&output.stderr));
        assert!(told.contains("! looked at line 39") && told.contains("1 answers as then, 0 others; then"), "{told}");
    }
}

#[test]
fn names_are_given_told_apart_and_said() {
    let folder = folder();
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../players/python/player.py"), folder.path().join("f7.py"))
        .unwrap();
    // An argument that happens to be the name of a file is an argument.
    fs::write(folder.path().join("3"), "").unwrap();
    let (told, said) = cup(
        folder.path(),
        "format = \"round-robin\"\ngame = \"othello\"\nsetup = \"size=4\"\nplayers = [\"exe:python3 f7.py 3\", \
         \"exe:python3 f7.py 5\", \"exe:python3 f7.py 5\", \"f7.py?name=Camille\", \"greedy?name=house\"]\n",
    );
    let names: Vec<&str> =
        told["players"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["f7 3", "f7 5", "f7 5 (2)", "Camille", "house"]);
    assert!(said.contains("two players are called f7 5: one of them is shown as f7 5 (2)"), "{said}");
}

fn make_executable(path: &Path) {
    fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn what_is_wrong_with_a_file_is_named_as_what_it_is() {
    let folder = folder();
    let player =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../players/python/player.py")).unwrap();
    let script = format!("#!/usr/bin/env python3\n{player}");
    fs::write(folder.path().join("plain"), &script).unwrap();
    fs::write(folder.path().join("windows"), script.replace('\n', "\r\n")).unwrap();
    fs::write(folder.path().join("player.py"), &player).unwrap();
    fs::write(folder.path().join("wrapper"), "#!/bin/sh\npython3 player.py\necho done\n").unwrap();
    ["windows", "wrapper"].iter().for_each(|name| make_executable(&folder.path().join(name)));
    for (name, what, advice) in [
        ("./plain", "nothing says how to run it", "chmod +x"),
        ("./windows", "line ends of Windows", "sed -i"),
        ("./wrapper", "a shell script that starts another program", "exe:python3"),
    ] {
        let (code, report) = check(folder.path(), name, &["--game", "othello"]);
        let first = &report["findings"][0];
        assert!(code == 1 && first["what"].as_str().unwrap().contains(what), "{name}: {report:#}");
        assert!(first["advice"].as_str().unwrap().contains(advice), "{name}: {report:#}");
    }
}

#[test]
fn rows_of_a_check_do_not_contradict_themselves() {
    let folder = flood_folder(&[("dies.so", &["-DVERBOSE"])]);
    let (_, report) = check(folder.path(), "dies.so", &["--game", "flood"]);
    for step in report["steps"].as_array().unwrap() {
        let (state, note) = (step["state"].as_str().unwrap(), step["note"].as_str().unwrap());
        assert!(state != "passed", "{step}: the player dies on every turn");
        assert!(note != "it loads and answers", "{step}");
    }
}
