//! Submissions of several files: folders, archives, revisions of a repository, and sources that are built here.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use joute_players::Workshop;
use joute_sandbox::Launcher;

use crate::played::{assert_played, complaint, fault, folder, joute, records};

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
    // A file beside the folders that nobody imports and that says nothing.
    fs::write(folder.path().join("players/stray.py"), "def worth(move):\n    return 1\n").unwrap();
    let file = "format = \"round-robin\"\ngame = \"othello\"\nsetup = \"size=4\"\nplayers = \"players\"\n";
    fs::write(folder.path().join("cup.toml"), file).unwrap();
    let output = joute(folder.path()).args(["tournament", "cup.toml", "--json"]).output().unwrap();
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let names: Vec<&str> =
        told["players"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["student30", "student31", "empty", "stray"], "{told:#}");
    assert!(told["players"][3]["refused"].as_str().unwrap().contains("ended with exit code 0"), "{told:#}");
    assert!(told["players"][2]["refused"].as_str().unwrap().contains("nothing that can be run"), "{told:#}");
    assert!(told["faults"].as_array().unwrap().is_empty(), "{told:#}");
}

fn starter(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../players").join(path)
}

/// A starter of ours is compiled in the sandbox and plays, under the limits of everybody; what the compiler says about other
/// sources reaches their author.
fn is_compiled(path: &str, name: &str, broken: &str) {
    let folder = folder();
    fs::copy(starter(path), folder.path().join(name)).unwrap();
    assert_played(&records(folder.path(), [name, "random"], &GAME), 2);
    fs::write(folder.path().join(name), broken).unwrap();
    let games = records(folder.path(), [name, "random"], &GAME);
    let (kind, evidence) = fault(&games[0]);
    let told = ["cannot be built", name, "oops"];
    assert!(kind == "crash" && told.iter().all(|word| evidence.contains(word)), "{kind}: {evidence}");
}

#[test]
fn c_is_compiled_and_what_the_compiler_says_is_shown() {
    is_compiled("c/player.c", "mine.c", "int main(void) { return oops; }\n");
}

#[test]
fn cpp_is_compiled_and_what_the_compiler_says_is_shown() {
    is_compiled("cpp/player.cpp", "mine.cpp", "int main() { return oops; }\n");
}

#[test]
fn rust_is_compiled_and_what_the_compiler_says_is_shown() {
    is_compiled("rust/src/main.rs", "mine.rs", "fn main() { oops(); }\n");
}

#[test]
fn java_is_compiled_and_what_the_compiler_says_is_shown() {
    is_compiled("java/Player.java", "Player.java", "public class Player { int x = oops; }\n");
}

#[test]
fn ocaml_is_compiled_where_it_is_a_program_and_what_the_compiler_says_is_shown() {
    is_compiled("ocaml/player.ml", "mine.ml", "let () = print_string (read_line ()); oops ()\n");
}

#[test]
fn go_is_compiled_and_what_the_compiler_says_is_shown() {
    is_compiled("go/player.go", "mine.go", "package main\n\nfunc main() { oops() }\n");
}

#[test]
fn a_project_in_rust_and_classes_in_several_files_are_built_in_their_folders() {
    let folder = folder();
    let rust = folder.path().join("crab");
    fs::create_dir_all(rust.join("src")).unwrap();
    for file in ["Cargo.toml", "src/main.rs"] {
        fs::copy(starter("rust").join(file), rust.join(file)).unwrap();
    }
    let java = folder.path().join("duke");
    fs::create_dir(&java).unwrap();
    let main = fs::read_to_string(starter("java/Player.java")).unwrap();
    let helped = main.replace("? 100 : -30", "? Worth.CORNER : -30");
    assert_ne!(helped, main);
    fs::write(java.join("Player.java"), helped).unwrap();
    fs::write(java.join("Worth.java"), "class Worth { static final int CORNER = 100; }\n").unwrap();
    assert_played(&records(folder.path(), ["crab", "duke"], &GAME), 2);
}

#[test]
fn java_go_and_node_start_under_the_limit_of_memory_that_everybody_has() {
    let folder = folder();
    fs::copy(starter("javascript/player.js"), folder.path().join("node.js")).unwrap();
    fs::copy(starter("java/Player.java"), folder.path().join("Player.java")).unwrap();
    fs::copy(starter("go/player.go"), folder.path().join("gopher.go")).unwrap();
    for seats in [["node.js?memory=1024", "Player.java?memory=1024"], ["gopher.go?memory=1024", "node.js"]] {
        assert_played(&records(folder.path(), seats, &GAME), 2);
    }
}

#[test]
fn a_script_sees_what_it_imports_and_a_helper_takes_no_part() {
    let folder = folder();
    let players = folder.path().join("players");
    write_submission(&players);
    // Here the files belong to nobody's folder: two scripts share a helper, and one of them imports a player.
    let main = "import sys, helper\nhelper.play(sys.stdin)\n";
    fs::write(players.join("main.py"), main).unwrap();
    fs::write(players.join("other.py"), format!("import random\n{main}")).unwrap();
    fs::write(players.join("random.py"), main).unwrap();
    fs::remove_file(players.join("book.txt")).unwrap();
    let file = "format = \"round-robin\"\ngame = \"othello\"\nsetup = \"size=4\"\nplayers = \"players\"\n";
    fs::write(folder.path().join("cup.toml"), file).unwrap();
    let output = joute(folder.path()).args(["tournament", "cup.toml", "--json"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{said}"));
    let names: Vec<&str> =
        told["players"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["main", "other", "random"], "{told:#}");
    assert!(told["faults"].as_array().unwrap().is_empty(), "{told:#}");
    assert!(said.contains("no player: players/helper.py, which players/"), "{said}");
}

#[test]
fn a_manifest_names_what_belongs_to_the_player() {
    let folder = folder();
    let own = folder.path().join("mine");
    write_submission(&own);
    fs::write(own.join("notes.txt"), "x").unwrap();
    let manifest =
        "command = \"python3 main.py\"\nname = \"Camille\"\nfiles = [\"main.py\", \"helper.py\", \"book.txt\"]\n";
    fs::write(own.join("joute.toml"), manifest).unwrap();
    run(folder.path(), &["tar", "-czf", "packed.tar.gz", "mine"]);
    let games = records(folder.path(), ["mine", "packed.tar.gz"], &GAME);
    assert_played(&games, 2);
    let version = |games: &[serde_json::Value]| games[0]["players"][0]["version"].as_str().unwrap().to_owned();
    assert_eq!(games[0]["players"][0]["version"], games[0]["players"][1]["version"]);
    fs::write(own.join("notes.txt"), "what is not named makes no other version").unwrap();
    let again = records(folder.path(), ["mine", "random"], &GAME);
    assert_eq!(version(&games), version(&again));
    fs::write(own.join("joute.toml"), manifest.replace("book", "cook")).unwrap();
    let (code, said) = complaint(folder.path(), ["mine", "random"], &GAME);
    assert!(code == 2 && said.contains("files names cook.txt, which is not in the folder"), "{said}");
}

/// Something that takes somebody a while to write.
const IDEAS: &str = "def worth(move, turn):\n    column, row = ord(move[0]) - 97, int(move[1:]) - 1\n    total = 0\n    \
    for step in range(1, 5):\n        if (column + step) % 3 == turn % 2:\n            total += step * row\n        \
    elif (row + step) % 5 > 2:\n            total -= column * step + 7\n        \
    else:\n            total = total * 2 - step\n    \
    while total > 100:\n        total = total // 3 + (column ^ row)\n    return total\n";

#[test]
fn archives_are_compared_by_their_sources() {
    let folder = folder();
    let players = folder.path().join("players");
    write_submission(&players.join("ada"));
    write_submission(&players.join("bob"));
    fs::write(players.join("ada/ideas.py"), IDEAS).unwrap();
    // Other names, and the other end of the list: neither the same file nor the same moves.
    let disguised = IDEAS.replace("worth", "prix").replace("total", "somme").replace("step", "pas");
    fs::write(players.join("bob/prix.py"), disguised).unwrap();
    let helper = fs::read_to_string(players.join("bob/helper.py")).unwrap();
    fs::write(players.join("bob/helper.py"), helper.replace("moves[0]", "moves[-1]")).unwrap();
    for name in ["ada", "bob"] {
        run(&players, &["tar", "-czf", &format!("{name}.tar.gz"), name]);
        fs::remove_dir_all(players.join(name)).unwrap();
    }
    let file = "format = \"round-robin\"\ngame = \"othello\"\nplayers = \"players\"\n";
    fs::write(folder.path().join("cup.toml"), file).unwrap();
    let output = joute(folder.path()).args(["tournament", "cup.toml", "--json"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("alike: ada and bob:"), "{said}");
    let page = fs::read_to_string(folder.path().join("cup/copies.html")).unwrap();
    assert!(page.contains("somme -= column * pas + 7") && page.contains("ideas.py"), "side by side");
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

#[test]
fn a_player_keeps_the_files_that_it_was_let_in_with() {
    let home = tempfile::tempdir().unwrap();
    let team = home.path().join("Noah's Ark");
    fs::create_dir(&team).unwrap();
    fs::write(team.join("a dove é.py"), "import helper").unwrap();
    fs::write(team.join("helper.py"), "").unwrap();
    let launcher = Launcher::new(env!("CARGO_BIN_EXE_joute")).subcommand("__sandbox");
    let workshop = Workshop::new(launcher, home.path()).without_sandbox();
    let entrant = workshop.entrant_of_file("Noah's Ark/a dove é.py").unwrap();
    let kept = workshop.kept(&entrant).unwrap();
    assert_eq!((&kept.identity, kept.locator()), (&entrant.identity, entrant.locator()));
    fs::remove_dir_all(&team).unwrap();
    let copies = kept.command().unwrap().files().to_vec();
    assert!(copies.iter().any(|file| fs::read_to_string(file).is_ok_and(|text| text == "import helper")));
    let again = workshop.kept(&kept).unwrap();
    assert_eq!(again.command().unwrap().files(), copies, "one copy is enough");
    drop((kept, again));
    assert!(copies.iter().all(|file| !file.starts_with(home.path()) && !file.exists()), "{copies:?}");
    assert!(workshop.kept(&workshop.entrant("greedy").unwrap()).unwrap().is_built_in(), "who has no files needs none");
}
