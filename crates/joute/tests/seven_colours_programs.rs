//! Programs of the Seven Colours course convention, from outside. Needs `python3`.
#![cfg(target_os = "linux")]

use crate::played::{assert_played, complaint, fault, folder, log, records};
use serde_json::Value;

/// A program as a group would write it: it prints the board, then the colour that touches its zone most often. What
/// follows the word `--ia` changes how it behaves.
const PROGRAM: &str = r#"
import sys, time
size, name, player = int(sys.argv[1]), sys.argv[3], int(sys.argv[4])
assert sys.argv[2] == "--ia" and player in (1, 2)
cells = [int(word) for word in sys.argv[5:]]
assert len(cells) == size * size and all(0 <= cell <= 9 for cell in cells)
counts = {colour: 0 for colour in range(3, 10)}
for cell, owner in enumerate(cells):
    if owner == player:
        row, column = divmod(cell, size)
        for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if 0 <= r < size and 0 <= c < size and cells[r * size + c] > 2:
                counts[cells[r * size + c]] += 1
if name == "slow":
    time.sleep(60)
for row in range(size):
    print(" ".join(str(cell) for cell in cells[row * size:(row + 1) * size]))
if name == "fails":
    print("3")
    sys.exit(7)
if name == "raises":
    raise ValueError("a bug")
best = max(counts, key=counts.get)
if name == "rubbish":
    print("blue")
elif name == "ten":
    print(10)
elif name == "letters":
    print("abcdefg"[best - 3])
elif name != "silent":
    print(best, end="" if name == "unfinished" else "\n")
"#;

/// Two games of the program, in one of its ways, against a built-in player.
fn play(name: &str, setup: &str, more: &[&str]) -> Vec<Value> {
    let folder = folder();
    std::fs::write(folder.path().join("group.py"), PROGRAM).unwrap();
    let player = format!("7colors:/usr/bin/python3 group.py?ia={name}");
    let game = ["--game", "seven-colours", "--setup", setup, "--games", "2"];
    records(folder.path(), [&player, "greedy"], &[&game[..], more].concat())
}

#[test]
fn a_program_plays_whole_games() {
    for (name, setup) in [("plain", "size=6"), ("letters", "size=5,obstacles=10"), ("unfinished", "size=4,colours=5")] {
        assert_played(&play(name, setup, &[]), 2);
    }
}

#[test]
fn a_slow_program_loses_its_turns_or_the_game() {
    let rules = ["--move-time", "500ms", "--on-overtime", "skip", "--cap", "4"];
    let records = play("slow", "size=6", &rules);
    for record in &records {
        assert_eq!(record["ending"]["how"], "adjudicated", "{}", record["ending"]);
    }
    assert!(records[0]["plies"][0]["move"].is_null() && log(&records[0]).contains("no colour after "));
    assert_eq!(fault(&play("slow", "size=6", &["--move-time", "300ms"])[0]).0, "overtime");
}

#[test]
fn rubbish_is_an_illegal_move() {
    for (name, words) in [("rubbish", "answered \"blue\""), ("ten", "answered \"10\"")] {
        let (kind, evidence) = fault(&play(name, "size=6", &[])[0]);
        assert!(kind == "illegal" && evidence.contains(words), "{kind}: {evidence}");
    }
    // The last line is then a row of the board.
    assert_eq!(fault(&play("silent", "size=6", &[])[0]).0, "illegal");
}

#[test]
fn a_program_that_fails_crashes() {
    let (kind, evidence) = fault(&play("fails", "size=6", &[])[0]);
    assert!(kind == "crash" && evidence.contains("exit code 7"), "{evidence}");
    let (kind, evidence) = fault(&play("raises", "size=6", &[])[0]);
    assert!(kind == "crash" && evidence.contains("ValueError: a bug"), "{evidence}");
}

#[test]
fn large_boards_fit_on_the_command_line() {
    assert_eq!(play("plain", "size=300", &["--cap", "2"]).len(), 2);
}

#[test]
fn mistakes_of_a_new_user_are_explained() {
    let folder = folder();
    std::fs::write(folder.path().join("group.py"), PROGRAM).unwrap();
    let said = |player: &str, arguments: &[&str]| complaint(folder.path(), [player, "greedy"], arguments);
    let (code, text) = said("7colors:./no-such-program", &["--game", "seven-colours", "--games", "2"]);
    assert!(code == 2 && text.contains("no such program"), "{text}");
    let program = "7colors:/usr/bin/python3 group.py";
    let (code, text) = said(program, &["--game", "flood", "--games", "2"]);
    assert!(code == 2 && text.contains("do not play flood"), "{text}");
    let (code, text) = said(program, &["--game", "seven-colours", "--games", "2", "--setup", "colours=9"]);
    assert!(code == 2 && text.contains("7 colours, not 9"), "{text}");
}
