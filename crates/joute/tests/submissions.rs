//! Submissions of several files: folders, archives, revisions of a repository, and sources that are built here.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

mod played;

use std::fs;
use std::path::Path;
use std::process::Command;

use played::{assert_played, complaint, fault, folder, joute, records};

const GAME: [&str; 6] = ["--game", "othello", "--setup", "size=4", "--games", "2"];

/// A program of several files: its moves come from another file, and it reads a third one.
fn write_submission(folder: &Path) {
    let main = "import sys, helper\nassert open(\"book.txt\").read() == \"openings\\n\"\nhelper.play(sys.stdin)\n";
    let helper = "def play(lines):\n    for line in lines:\n        word, _, rest = line.strip().partition(\" \")\n        \
                  if word == \"start\":\n            print(\"ready moves\", flush=True)\n        \
                  elif word == \"moves\":\n            moves = rest.split()\n        \
                  elif word == \"go\":\n            print(\"move\", moves[0], flush=True)\n";
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join("main.py"), main).unwrap();
    fs::write(folder.join("helper.py"), helper).unwrap();
    fs::write(folder.join("book.txt"), "openings\n").unwrap();
}

fn run(folder: &Path, words: &[&str]) {
    let done = Command::new(words[0]).current_dir(folder).args(&words[1..]).output().unwrap();
    assert!(done.status.success(), "{words:?}: {}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn a_folder_an_archive_and_a_revision_play() {
    let folder = folder();
    write_submission(&folder.path().join("student30"));
    run(folder.path(), &["tar", "-czf", "student31.tar.gz", "student30"]);
    run(
        &folder.path().join("student30"),
        &["python3", "-m", "zipfile", "-c", "../student32.zip", "main.py", "helper.py", "book.txt"],
    );
    let games = records(folder.path(), ["student31.tar.gz", "student32.zip"], &GAME);
    assert_played(&games, 2);
    assert_eq!([&games[0]["players"][0]["name"], &games[0]["players"][1]["name"]], ["student31", "student32"]);
    let repository = folder.path().join("student30");
    run(&repository, &["git", "init", "-q"]);
    run(&repository, &["git", "add", "."]);
    run(&repository, &["git", "-c", "user.name=x", "-c", "user.email=x@y", "commit", "-qm", "one"]);
    // The revision is as it was, whatever the folder is now.
    fs::write(repository.join("main.py"), "raise SystemExit(1)\n").unwrap();
    run(&repository, &["git", "stash", "-q"]);
    for seats in [["student30", "random"], ["git:student30@HEAD", "greedy"]] {
        assert_played(&records(folder.path(), seats, &GAME), 2);
    }
    fs::write(repository.join("main.py"), "raise SystemExit(1)\n").unwrap();
    assert_played(&records(folder.path(), ["git:student30@HEAD", "greedy"], &GAME), 2);
}

#[test]
fn folders_take_part_in_a_tournament_under_their_names() {
    let folder = folder();
    write_submission(&folder.path().join("players/student30"));
    write_submission(&folder.path().join("players/student31"));
    fs::create_dir(folder.path().join("players/empty")).unwrap();
    let file = "format = \"round-robin\"\ngame = \"othello\"\nsetup = \"size=4\"\nplayers = \"players\"\n";
    fs::write(folder.path().join("cup.toml"), file).unwrap();
    let output = joute(folder.path()).args(["tournament", "cup.toml", "--json"]).output().unwrap();
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let names: Vec<&str> =
        told["players"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["student30", "student31", "empty"], "{told:#}");
    assert!(told["players"][2]["refused"].as_str().unwrap().contains("nothing that can be run"), "{told:#}");
    assert!(told["faults"].as_array().unwrap().is_empty(), "{told:#}");
}

#[test]
fn sources_are_compiled_and_what_the_compiler_says_is_shown() {
    let folder = folder();
    let starter = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../players/c/player.c");
    fs::copy(starter, folder.path().join("mine.c")).unwrap();
    assert_played(&records(folder.path(), ["mine.c", "random"], &GAME), 2);
    fs::write(folder.path().join("broken.c"), "int main(void) { return oops; }\n").unwrap();
    let games = records(folder.path(), ["broken.c", "random"], &GAME);
    let (kind, evidence) = fault(&games[0]);
    assert!(kind == "crash" && evidence.contains("cannot be built") && evidence.contains("oops"), "{evidence}");
}

#[test]
fn an_engine_with_a_folder_of_data_is_seated() {
    let folder = folder();
    write_submission(&folder.path().join("engine"));
    let words = "exe:python3 engine/main.py?folder=engine";
    let games = records(folder.path(), [words, "greedy"], &GAME);
    assert_played(&games, 2);
    assert_eq!(games[0]["players"][0]["name"], "main");
    // A wrapper that ends with exec becomes the program it names.
    fs::write(folder.path().join("engine/run"), "#!/bin/sh\nexec python3 main.py\n").unwrap();
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(folder.path().join("engine/run"), fs::Permissions::from_mode(0o755)).unwrap();
    let games = records(folder.path(), ["exe:engine/run?folder=engine", "greedy"], &GAME);
    assert_played(&games, 2);
    assert_eq!(games[0]["players"][0]["name"], "run");
}

#[test]
fn an_archive_that_is_none_or_holds_a_link_is_refused() {
    let folder = folder();
    fs::write(folder.path().join("text.zip"), "no archive").unwrap();
    fs::create_dir(folder.path().join("linked")).unwrap();
    fs::write(folder.path().join("linked/main.py"), "").unwrap();
    std::os::unix::fs::symlink("/etc/hostname", folder.path().join("linked/secret")).unwrap();
    run(folder.path(), &["tar", "-czf", "linked.tar.gz", "linked"]);
    for (player, why) in [("text.zip", "zip"), ("linked.tar.gz", "is a link"), ("linked", "leaves the folder")] {
        let (code, said) = complaint(folder.path(), [player, "random"], &GAME);
        assert!(code == 2 && said.contains(player) && said.contains(why), "{player}: {said}");
    }
}
