//! `joute check` names what is wrong with each of many broken players, and finds nothing wrong with good ones.
#![cfg(target_os = "linux")]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::played;
use crate::played::joute;
use crate::support;
use serde_json::Value;

/// A broken player: how it is named, what else is asked, the topic, and a piece of what its author is told.
struct Case {
    player: &'static str,
    words: &'static str,
    severity: &'static str,
    topic: &'static str,
    told: &'static str,
}

const fn must(player: &'static str, topic: &'static str, told: &'static str) -> Case {
    Case { player, words: "", severity: "must", topic, told }
}

const PYTHON: &[Case] = &[
    must("missing.py", "load", "no such player"),
    must("exe:./not_executable", "load", "chmod +x"),
    must("./bad_interpreter", "load", "#!/usr/bin/env python3"),
    must("syntax_error.py", "load", "syntax error"),
    must("silent.py", "start", "never says that it is ready"),
    must("crash_at_start.py", "start", "fails before its first move"),
    must("crash_edge.py", "crash", "Python exception"),
    must("illegal_edge.py", "illegal-move", "plays d4"),
    must("numbers.py", "notation", "it is a number"),
    must("letter_last.py", "notation", "the letter comes first"),
    must("rows_from_zero.py", "illegal-move", "rows counted from 0"),
    must("no_flush.py", "flush", "flush=True"),
    must("no_newline.py", "flush", "line break"),
    Case { words: "--time 4s", ..must("bare_move.py", "notation", "on a line of its own: move ") },
    Case { words: "--time 4s", ..must("capital_move.py", "notation", "on a line of its own: move ") },
];

const HABITS: &[Case] = &[
    must("sleepy.py", "overtime", "does not answer in time"),
    must("endless.py", "overtime", "endless loop"),
    must("network.py", "network", "network connection"),
    must("forks.py", "processes", "another process"),
    must("one_seat.py", "seat", "works in the first seat, but not in the second one"),
    Case { severity: "should", ..must("crash_at_end.py", "after-game", "crashes after the game") },
    Case { severity: "note", ..must("chatty.py", "prints", "kept as its log") },
    // When its second line comes in time hangs on the machine, and it may do so in one seat alone; the advice is the same.
    Case { severity: "", ..must("twice.py", "answers-twice or seat", "one line `move X`") },
    Case { severity: "should", ..must("small_board.py", "setups", "plays size=8, but not size=4") },
    Case { words: "--setup size=6", ..must("small_board.py", "start", "fails before its first move") },
];

const SLOW: &[Case] = &[
    Case { words: "--setup size=6 --games 0", ..must("leaky.py", "leak", "grows with every game") },
    Case { words: "--setup size=6 --games 0", ..must("open_files.py", "leak", "does not close them") },
    Case {
        words: "--setup size=6 --games 0 --time 5300ms",
        severity: "should",
        ..must("slow.py", "time", "more than a quarter of the time")
    },
];

const C: &[Case] = &[
    must("./segfault", "crash", "segmentation fault"),
    must("./divides_by_zero", "crash", "divides by zero"),
    must("./one_move", "crash", "ends by itself"),
    must("changes.so", "changes-argument", "work on a copy"),
    Case { severity: "should", ..must("leaks.so", "leak", "grows with every move") },
    must("wild_pointer.so", "crash", "segmentation fault"),
    must("other_names.so", "load", "joute_choose"),
    must("not_a_library.so", "load", "no shared library"),
    must("other_machine.so", "load", "was built for"),
    must("missing.so", "load", "No such file"),
];

const OCAML: &[Case] = &[
    must("othello_type.ml", "load", "line 20"),
    must("othello_text.ml", "load", "wrong type"),
    must("othello_nameless.ml", "load", "no function called strategie"),
    must("othello_raises.ml", "crash", "raises an exception"),
    must("othello_prints.ml", "prints", "prints nothing"),
    must("othello_changes.ml", "changes-argument", "Array.copy"),
    must("my_player.ml", "file-name", "othello_*.ml"),
    Case { words: "--name-pattern my_*.ml --games 0", severity: "none", ..must("my_player.ml", "", "") },
    Case { words: "--name-pattern x*.py --games 0", ..must("chatty.py", "file-name", "x*.py") },
];

#[cfg(feature = "wasm")]
const WASM: &[Case] = &[
    must("loop.wasm", "overtime", "endless loop"),
    Case { words: "--fuel 1M", ..must("loop.wasm", "overtime", "no answer after 1000000 instructions") },
    must("loop_at_start.wasm", "start", "joute_start does not come back"),
    must("trap.wasm", "crash", "stops itself at a place that must not be reached"),
    must("divide.wasm", "crash", "divides by zero"),
    must("bad_address.wasm", "crash", "reads or writes outside of its memory"),
    must("recursion.wasm", "crash", "calls itself without end"),
    must("growth.wasm", "crash", "more memory than it may"),
    must("abort.wasm", "crash", "aborted: oops"),
    must("missing_choose.wasm", "load", "it exports no joute_choose"),
    must("missing_buffer.wasm", "load", "lacks a function that every player has"),
    must("wrong_type.wasm", "load", "takes or returns something else"),
    must("wrong_import.wasm", "load", "asks for a function that a player is not given"),
    must("wasi.wasm", "load", "needs an operating system"),
    must("no_buffer.wasm", "start", "JOUTE_BUFFER"),
    must("illegal.wasm", "notation", "is not how a move is written"),
    must("null_answer.wasm", "notation", "gives a null pointer"),
    must("no_end.wasm", "notation", "ends with a zero byte"),
    must("outside.wasm", "crash", "an address outside of its memory"),
    must("cut.wasm", "load", "only a part of one"),
    must("text.wasm", "load", "wat2wasm"),
    must("missing.wasm", "load", "the file cannot be read"),
    Case { severity: "should", ..must("leak.wasm", "leak", "grows with every move") },
    Case { severity: "note", ..must("chatty.wasm", "prints", "writes to its log") },
    Case { severity: "none", ..must("fine.wasm", "", "") },
    Case { words: "--fuel 1M", severity: "none", ..must("fine.wasm", "", "") },
];

/// A copy of the broken players, compiled where they must be.
fn shelf() -> tempfile::TempDir {
    let folder = played::folder();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/broken");
    for entry in fs::read_dir(source).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
    }
    fs::set_permissions(folder.path().join("bad_interpreter"), Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(folder.path().join("not_executable"), Permissions::from_mode(0o644)).unwrap();
    folder
}

fn compile(folder: &Path, arguments: &[&str]) {
    let header = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../players/c-library");
    let done =
        Command::new("gcc").current_dir(folder).arg("-O1").arg("-I").arg(header).args(arguments).output().unwrap();
    assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
}

fn shelf_of_c() -> tempfile::TempDir {
    let shelf = shelf();
    for name in ["segfault", "divides_by_zero", "one_move"] {
        compile(shelf.path(), &["-o", name, &format!("{name}.c")]);
    }
    for name in ["changes", "leaks", "wild_pointer", "other_names"] {
        compile(shelf.path(), &["-shared", "-fPIC", "-o", &format!("{name}.so"), &format!("{name}.c")]);
    }
    // The same file with the number of another machine in its head.
    let mut bytes = fs::read(shelf.path().join("changes.so")).unwrap();
    let other = if cfg!(target_arch = "aarch64") { 62 } else { 183 };
    bytes[18..20].copy_from_slice(&u16::to_le_bytes(other));
    fs::write(shelf.path().join("other_machine.so"), bytes).unwrap();
    shelf
}

/// The module of `tests/wasm` in every mode that a case names, and two files that are no modules.
#[cfg(feature = "wasm")]
fn shelf_of_modules() -> tempfile::TempDir {
    let shelf = played::folder();
    fs::write(shelf.path().join("cut.wasm"), b"\0asm\x01\0\0\0\x01").unwrap();
    fs::write(shelf.path().join("text.wasm"), "(module)").unwrap();
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for case in WASM.iter().filter(|case| !["cut.wasm", "text.wasm", "missing.wasm"].contains(&case.player)) {
        let mode = case.player.trim_end_matches(".wasm").to_uppercase();
        let mut clang = Command::new("clang");
        clang.args(["--target=wasm32", "-O1", "-nostdlib", "-Wl,--no-entry", "-Wl,-z,stack-size=8388608"]);
        clang.args([format!("-DMODE={mode}"), format!("-DMODE_{mode}")]);
        clang.arg("-I").arg(here.join("../../players/c-library"));
        clang.arg("-o").arg(shelf.path().join(case.player)).arg(here.join("tests/wasm/bad.c"));
        assert!(clang.status().expect("these tests need clang and wasm-ld").success(), "{mode}");
    }
    shelf
}

/// Topics that only show when time runs out; the others must not be mistaken for these on a busy machine.
const OF_TIME: [&str; 3] = ["overtime", "flush", "start"];

fn report(folder: &Path, player: &str, words: &str, time: &str) -> (i32, Value) {
    let mut command = joute(folder);
    command.args(["check", player, "--game", "othello", "--json"]);
    let usual = ["--time", time, "--load", time, "--games", "2"];
    let words: Vec<&str> = words.split_whitespace().collect();
    for pair in usual.chunks(2).filter(|pair| !words.contains(&pair[0])) {
        command.args(pair);
    }
    let output = command.args(&words).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let said = String::from_utf8_lossy(&output.stderr);
    let report = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{player}: {error}: {text}{said}"));
    (output.status.code().unwrap(), report)
}

fn examine(folder: &Path, case: &Case) {
    let time = if OF_TIME.contains(&case.topic) { "4s" } else { "120s" };
    let (code, report) = report(folder, case.player, case.words, time);
    let about = format!("{} {}: {report:#}", case.player, case.words);
    if case.severity == "none" {
        assert_eq!((code, &report["findings"]), (0, &serde_json::json!([])), "{about}");
        return;
    }
    // The first thing to mend is the thing that is broken.
    let first = &report["findings"][0];
    assert!(case.topic.split(" or ").any(|topic| first["topic"] == topic), "{about}");
    assert!(case.severity.is_empty() || first["severity"] == case.severity, "{about}");
    let fails = first["severity"] == "must";
    assert_eq!((code, &report["passed"]), (i32::from(fails), &Value::Bool(!fails)), "{about}");
    assert_eq!(report["fix_first"].is_null(), first["severity"] == "note", "{about}");
    let told = ["what", "advice", "evidence"].map(|key| first[key].as_str().unwrap_or_default()).join("\n");
    assert!(told.contains(case.told), "{about}");
}

#[test]
fn broken_python_players() {
    let shelf = shelf();
    PYTHON.iter().for_each(|case| examine(shelf.path(), case));
}

#[test]
fn players_with_bad_habits() {
    let shelf = shelf();
    HABITS.iter().for_each(|case| examine(shelf.path(), case));
}

#[test]
fn players_that_take_too_much() {
    let shelf = shelf();
    SLOW.iter().for_each(|case| examine(shelf.path(), case));
}

#[test]
fn broken_programs_and_libraries_in_c() {
    let shelf = shelf_of_c();
    C.iter().for_each(|case| examine(shelf.path(), case));
}

#[test]
fn broken_ocaml_players() {
    let shelf = shelf();
    OCAML.iter().for_each(|case| examine(shelf.path(), case));
}

#[test]
#[cfg(feature = "wasm")]
fn broken_modules() {
    let shelf = shelf_of_modules();
    WASM.iter().for_each(|case| examine(shelf.path(), case));
}

fn starter(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../players").join(name)
}

#[test]
fn good_players_are_accepted_in_every_game() {
    let folder = played::folder();
    fs::copy(starter("python/player.py"), folder.path().join("player.py")).unwrap();
    compile(folder.path(), &["-shared", "-fPIC", "-o", "player.so", starter("c-library/player.c").to_str().unwrap()]);
    for (player, game) in [
        ("player.py", "othello"),
        ("player.so", "flood"),
        ("player.py", "seven-colours"),
        ("player.so", "awale"),
        ("greedy", "flood"),
    ] {
        let words = ["check", player, "--game", game, "--games", "2", "--load", "100s"];
        let output = joute(folder.path()).args(words).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{player} {game}: {text}");
        assert!(text.contains("the player can take part") || text.contains("The player can take part"), "{text}");
    }
}

/// A library of the Flood course that reads its forbidden colours as letters is told how to say so.
#[test]
fn a_library_of_the_flood_course() {
    let folder = played::folder();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/libraries/greedy.c");
    // It would insist on a number of forbidden colours, and here boards have various ones.
    let defined = ["-DENCODING=1", "-DCOMPACT=0", "-DFORBIDDEN=count[side]"];
    let flags = [&["-shared", "-fPIC", "-o", "letters.so", source.to_str().unwrap()][..], &defined].concat();
    compile(folder.path(), &flags);
    for (player, code) in [("letters.so", 1), ("letters.so?forbidden=letters", 0)] {
        let words = ["check", player, "--game", "flood", "--games", "2", "--json"];
        let output = joute(folder.path()).args(words).output().unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(code), "{player}: {report:#}");
        let topics: Vec<&Value> =
            report["findings"].as_array().unwrap().iter().map(|finding| &finding["topic"]).collect();
        assert_eq!(topics.contains(&&Value::from("encoding")), code == 1, "{report:#}");
        if code == 1 {
            assert!(
                report["fix_first"]["advice"].as_str().unwrap().contains("letters.so?forbidden=letters"),
                "{report:#}"
            );
        }
    }
}

/// A program that is started for each move is checked like the others.
#[test]
fn a_program_of_the_seven_colours_course() {
    let folder = played::folder();
    let program = "import sys\nprint('board')\nprint(3 if sys.argv[4] == '1' else 'blue')\n";
    fs::write(folder.path().join("group.py"), program).unwrap();
    let words = ["check", "7colors:python3 group.py", "--game", "seven-colours", "--setup", "size=6", "--json"];
    let output = joute(folder.path()).args(words).args(["--games", "2"]).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &report["findings"][0]["topic"]), (Some(1), &Value::from("seat")), "{report:#}");
}

#[test]
fn a_real_engine_is_accepted() {
    let folder = played::folder();
    let words = ["check", "gtp:/usr/games/gtp-rhino --level=1", "--game", "othello", "--games", "2", "--load", "100s"];
    let output = joute(folder.path()).args(words).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn what_cannot_be_asked_is_wrong_usage() {
    support::each_complains(
        2,
        &[
            ("check greedy --game chess", "seven-colours"),
            ("check greedy --game othello --setup size=7", "size"),
            ("check greedy --game othello --games 3", "even"),
            ("check greedy --game othello --time soon", "--time"),
        ],
    );
    let output = joute(Path::new(".")).args(["check", "hegemony", "--game", "othello"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("does not play this game"));
}
