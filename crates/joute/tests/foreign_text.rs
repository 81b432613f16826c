//! Players that write to the terminal rather than to the referee: nothing of theirs reaches it but as characters that are seen, from
//! any command, in words or as JSON, in a report or a log.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;

use crate::cups::Cup;
use crate::support::program;

/// A title, a clipboard, a cleared screen, the same as C1 controls, a bidirectional override, a carriage return, backspaces.
const ATTACK: &str =
    "\x1b]0;owned\x07\x1b]52;c;cm0gLXJmIC8=\x07\x1b[2J\u{9b}2J\u{9d}0;x\u{9c}\u{202e}lived\rgone\x08\x08\x1bc";

/// Answers every question with an attack, and writes some beside it.
fn player() -> String {
    let attack: String = ATTACK.chars().map(|c| format!("\\U{:08x}", u32::from(c))).collect();
    format!(
        "import sys\nattack = \"{attack}\"\nsys.stdout.reconfigure(encoding='utf-8')\nsys.stderr.reconfigure(encoding='utf-8')\n\
         for line in sys.stdin:\n    sys.stderr.write(attack + '\\n')\n    sys.stderr.flush()\n    \
         if line.startswith('start'):\n        print('ready', flush=True)\n    \
         elif line.startswith('go'):\n        print('move ' + attack, flush=True)\n"
    )
}

/// A cup of such a player, whose very name is an attack.
fn cup() -> Cup {
    let cup = Cup::new("format = \"match\"\ngame = \"othello\"\nsetup = \"size=6\"\nplayers = \"players\"\n");
    let folder = cup.path("players");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("evil\x1b]0;owned\x07\u{9b}2J\u{202e}.py"), player()).unwrap();
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../players/python/player.py"), folder.join("good.py"))
        .unwrap();
    cup
}

/// Everything that a command wrote must be harmless, and some of it there to be seen.
fn assert_harmless(what: &str, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let is_obeyed = |c: char| c.is_control() && c != '\n' || ('\u{202a}'..='\u{202e}').contains(&c);
    let found = text.find(is_obeyed).map(|at| text[at..].chars().take(20).collect::<String>());
    assert_eq!(found, None, "{what}");
}

fn run(arguments: &[&str]) -> (Vec<u8>, Vec<u8>) {
    let output = program().args(arguments).output().unwrap();
    assert_harmless(&format!("{arguments:?}"), &output.stdout);
    assert_harmless(&format!("{arguments:?}, notes"), &output.stderr);
    (output.stdout, output.stderr)
}

fn said(arguments: &[&str]) -> String {
    let (out, notes) = run(arguments);
    String::from_utf8(out).unwrap() + &String::from_utf8(notes).unwrap()
}

#[test]
fn a_tournament_and_its_report_show_attacks_and_obey_none() {
    let cup = cup();
    let told = said(&["tournament", &cup.file()]);
    assert!(told.contains("evil^[]0;owned^G[U+009B]2J[U+202E]"), "{told}");
    assert!(told.contains("first fault of evil^["), "{told}");
    let data = cup.data().display().to_string();
    said(&["tournament", &cup.file(), "--json"]);
    for more in [["--plain"], ["--json"]] {
        said(&[&["replay", "1", "--data", &data], &more[..]].concat());
    }
    let page = cup.path("page.html").display().to_string();
    said(&["replay", "1", "--data", &data, "--html", &page]);
    for file in
        ["report.html", "results.json", "standings.csv", "matches.csv", "games.csv", "cross-table.csv", "faults.csv"]
    {
        let text = fs::read_to_string(cup.data().join(file)).unwrap().replace("\r\n", "\n");
        assert_harmless(file, text.as_bytes());
        assert!(text.contains("owned"), "{file}: the name is there to be seen");
    }
    assert_harmless("the page", &fs::read(page).unwrap());
}

#[test]
fn a_match_a_check_and_a_complaint_obey_none() {
    let cup = cup();
    let mut players = fs::read_dir(cup.path("players")).unwrap().map(|entry| entry.unwrap().path());
    let evil = players.find(|path| !path.ends_with("good.py")).unwrap().display().to_string();
    let records = cup.path("games.jsonl").display().to_string();
    let told = said(&["match", &evil, "random", "--game", "othello", "--games", "2", "--records", &records]);
    assert!(told.contains("first fault of evil^["), "{told}");
    said(&["match", &evil, "random", "--game", "othello", "--games", "2", "--json"]);
    for arguments in [["replay", &records, "--plain"], ["replay", &records, "--json"]] {
        said(&[&arguments[..], &["--game", "1"]].concat());
    }
    said(&["check", &evil, "--game", "othello", "--setup", "size=6", "--games", "2"]);
    said(&["players", "--explain", &evil]);
    for arguments in [
        vec!["show", ATTACK],
        vec!["show", "othello", "--moves", ATTACK],
        vec!["match", ATTACK, "random", "--game", "othello"],
        vec!["replay", ATTACK],
        vec!["tournament", ATTACK],
        vec!["rebuild", ATTACK],
    ] {
        assert_ne!(said(&arguments), "", "{arguments:?}");
    }
}
