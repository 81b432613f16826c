//! A folder of results that has lost something, that cannot be written, or whose disk is full.
#![cfg(target_os = "linux")]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use joute_testkit::programs::copy_program;

use crate::cups::{Cup, bare};
use crate::support::{complaint, object, told};

const CUP: &str = "format = \"round-robin\"\ngame = \"othello\"\nsetup = \"size=6\"\nseed = 3\n\
    players = [\"greedy\", \"random\", \"mobility\"]\n";

/// A cup that was played, with the text of its folder.
fn played() -> (Cup, String) {
    let cup = Cup::new(CUP);
    cup.object(&[]);
    let data = cup.data().display().to_string();
    (cup, data)
}

#[test]
fn an_emptied_store_is_made_anew_from_its_records() {
    let (cup, data) = played();
    let before = cup.object(&[]);
    let third = object(&["replay", "3", "--data", &data, "--json"]);
    fs::write(cup.data().join("games.sqlite"), "").unwrap();
    for arguments in [vec!["tournament", &cup.file()], vec!["rebuild", &data, "--check"]] {
        let said = complaint(1, &arguments);
        assert!(said.contains("the event cup is gone; games 1 to 6 are gone"), "{said}");
        assert!(said.contains("`joute rebuild FOLDER` makes it anew"), "{said}");
    }
    let rebuilt = object(&["rebuild", &data, "--json"]);
    assert_eq!((&rebuilt["read"], &rebuilt["found"]), (&0.into(), &6.into()), "{rebuilt}");
    assert_eq!(rebuilt["losses"].as_array().unwrap().len(), 0, "{rebuilt}");
    let after = cup.object(&[]);
    assert_eq!((bare(&after), &after["played_now"]), (bare(&before), &0.into()), "nothing is played again");
    assert_eq!(object(&["replay", "3", "--data", &data, "--json"]), third, "games keep their numbers");
    assert!(told(&["rebuild", &data, "--check"]).contains("6 games, and nothing is lost"));
}

#[test]
fn without_records_what_is_lost_is_played_again() {
    let (cup, data) = played();
    let before = cup.object(&[]);
    fs::remove_file(cup.data().join("games.jsonl")).unwrap();
    fs::write(cup.data().join("games.sqlite"), "").unwrap();
    assert!(told(&["rebuild", &data]).contains("lost: games 1 to 6 are gone"));
    let after = cup.object(&[]);
    assert_eq!((bare(&after), &after["played_now"]), (bare(&before), &6.into()));
}

#[test]
fn a_truncated_store_is_told_and_made_anew() {
    let (cup, data) = played();
    let before = cup.object(&[]);
    let file = fs::OpenOptions::new().write(true).open(cup.data().join("games.sqlite")).unwrap();
    let length = file.metadata().unwrap().len();
    file.set_len(length / 2).unwrap();
    let said = complaint(1, &["tournament", &cup.file()]);
    assert!(said.contains("damaged") && said.contains("joute rebuild"), "{said}");
    assert!(told(&["rebuild", &data]).contains("what was there before is kept"));
    assert_eq!(bare(&cup.object(&[])), bare(&before));
}

#[test]
fn a_game_that_is_lost_is_not_said_never_to_have_been() {
    let (cup, data) = played();
    let left = cup.path("left.sqlite");
    fs::copy(cup.data().join("games.sqlite"), &left).unwrap();
    let more = CUP.replace("\"mobility\"]", "\"mobility\"]\nrounds = 1");
    cup.write(&more);
    // An older copy takes the place of the store: a game that was played since is missing in it.
    let store = joute_store::StoreLocation::in_folder(&cup.data()).open(joute_store::Access::Create).unwrap();
    let record = store.game(1).unwrap().unwrap();
    store.keep(vec![joute_store::NewGame::of(&record, 36)]).unwrap();
    drop(store);
    fs::copy(&left, cup.data().join("games.sqlite")).unwrap();
    let said = complaint(1, &["replay", "7", "--data", &data]);
    assert!(said.contains("there is no game 7: something is lost: game 7 is gone"), "{said}");
    assert!(complaint(1, &["replay", "99", "--data", &data]).contains("something is lost"));
}

/// Runs the program as somebody who may read a folder and not write it.
fn as_reader(folder: &Path, arguments: &[&str]) -> Output {
    let joute = folder.join("joute");
    let mut command = if rustix::process::geteuid().is_root() {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=47110", "--regid=47110", "--clear-groups"]).arg(joute);
        command
    } else {
        Command::new(joute)
    };
    command.args(arguments).env("TERM", "dumb").env("TMPDIR", "/tmp").output().unwrap()
}

/// Makes a folder one that nobody may write but root.
fn close(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        fs::set_permissions(entry.unwrap().path(), Permissions::from_mode(0o444)).unwrap();
    }
    fs::set_permissions(folder, Permissions::from_mode(0o555)).unwrap();
}

#[test]
fn a_folder_that_cannot_be_written_is_shown() {
    for with_log in [false, true] {
        let (cup, data) = played();
        copy_program(Path::new(env!("CARGO_BIN_EXE_joute")), &cup.path("joute"));
        if with_log {
            // As a crash leaves it: what was written last stands in the log alone.
            let store = joute_store::StoreLocation::in_folder(&cup.data()).open(joute_store::Access::Create).unwrap();
            let record = store.game(1).unwrap().unwrap();
            store.keep(vec![joute_store::NewGame::of(&record, 36)]).unwrap();
            let log = fs::read(cup.data().join("games.sqlite-wal")).unwrap();
            let file = fs::read(cup.data().join("games.sqlite")).unwrap();
            drop(store);
            fs::write(cup.data().join("games.sqlite"), file).unwrap();
            fs::write(cup.data().join("games.sqlite-wal"), log).unwrap();
        }
        close(&cup.data());
        let last = if with_log { "7" } else { "6" };
        let replayed = as_reader(&cup.path(""), &["replay", last, "--data", &data, "--json"]);
        assert!(replayed.status.success(), "{}", String::from_utf8_lossy(&replayed.stderr));
        let checked = as_reader(&cup.path(""), &["rebuild", &data, "--check"]);
        assert_eq!(String::from_utf8_lossy(&checked.stdout), format!("{last} games, and nothing is lost\n"));
        assert!(!cup.data().join("games.sqlite-shm").exists(), "nothing was written");
        fs::set_permissions(cup.data(), Permissions::from_mode(0o755)).unwrap();
    }
}

/// A disk that takes so much and no more, as far as one program sees.
fn with_room(kilobytes: u32, arguments: &[&str]) -> Output {
    let script = format!("trap '' XFSZ; ulimit -f {}; exec \"$0\" \"$@\"", kilobytes * 2);
    Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_joute")]).args(arguments).output().unwrap()
}

#[test]
fn a_full_disk_under_records_names_the_file_and_keeps_whole_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let records = path.display().to_string();
    let matched = ["match", "greedy", "random", "--game", "othello", "--games", "40", "--records", &records];
    let output = with_room(30, &matched);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains(&format!("cannot write {records}: ")), "{said}");
    let resumed = told(&[&matched[..], &["--resume"]].concat());
    assert!(resumed.contains("40 games"), "{resumed}");
    let lines = fs::read_to_string(&path).unwrap().lines().count();
    assert_eq!(lines, 40, "what was cut short was taken away, and every game is there once");
}
