//! `joute submit` and `joute ladder` against a class that `joute serve` holds: what a course's own checks would do.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;

use crate::support::class::{Class, GOOD, run};
use crate::support::complaint;
use crate::support::validator::{OF_A_CLASS, Validator};
use joute_testkit::port::HeldPort;
use joute_testkit::wait::until;
use serde_json::Value;

/// What a command wrote, which is as its schema says.
fn document(name: &str, out: &str, err: &str) -> Value {
    assert!(OF_A_CLASS.contains(&name));
    let value = serde_json::from_str(out).unwrap_or_else(|_| panic!("{out}{err}"));
    Validator::of(name).accept(&value, name);
    value
}

#[test]
fn what_is_handed_in_is_checked_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::new(folder.path());
    let token = class.token_of("Ada");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (good, bad) = (write("dove.py", GOOD), write("bad.py", "raise SystemExit(3)\n"));
    let (code, out, err) = class.joute(&token, &["submit", &good, "--json"]);
    let version = document("submit", &out, &err);
    assert_eq!(
        (code, version["state"].as_str(), version["version"].as_u64()),
        (0, Some("accepted"), Some(1)),
        "{out}{err}"
    );
    let (code, out, err) = class.joute(&token, &["submit", &bad]);
    assert_eq!(code, 1, "{out}{err}");
    assert!(out.starts_with("ada/bad.py, version 1: refused\n") && out.contains("must be mended: "), "{out}");
    let (code, out, _) = class.joute(&token, &["submit", &good, "--as", "owl.py", "--no-wait"]);
    assert_eq!((code, out.starts_with("ada/owl.py, version 1: ")), (0, true), "{out}");

    let (code, _, err) = class.joute(&token, &["ladder"]);
    assert_eq!((code, err.contains("there is no ladder yet")), (1, true), "there is none yet: {err}");
    let (code, _, err) = class.joute("joute_made_up", &["submit", &good]);
    assert_eq!((code, err.contains("(401)")), (1, true), "{err}");
    let (code, _, err) = class.joute("", &["submit", &good]);
    assert_eq!((code, err.contains("expected a token")), (2, true), "{err}");
    let strange = write("strange name.exe", GOOD);
    let (code, _, err) = class.joute(&token, &["submit", &strange]);
    assert_eq!((code, err.contains("(400)")), (1, true), "{err}");
}

#[test]
fn what_is_only_checked_plays_when_somebody_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::new(folder.path());
    let token = class.token_of("Ada");
    let path = folder.path().join("dove.py");
    let submitted = |text: &str, more: &[&str]| {
        fs::write(&path, text).unwrap();
        let words = [&["submit", path.to_str().unwrap(), "--json"], more].concat();
        let (code, out, err) = class.joute(&token, &words);
        assert_eq!(code, 0, "{out}{err}");
        document("submit", &out, &err)
    };
    let watched = folder.path().join("class/submissions/ada/dove.py");
    let trial = submitted(GOOD, &["--check-only"]);
    assert_eq!((trial["state"].as_str(), trial["plays"].as_bool()), (Some("accepted"), Some(false)));
    assert!(!watched.exists());
    assert_eq!(submitted(GOOD, &[])["plays"], true);
    // One that is tried out leaves the one that plays where it is.
    let better = format!("{GOOD}# better\n");
    assert_eq!(submitted(&better, &["--check-only"])["plays"], false);
    assert_eq!(fs::read_to_string(&watched).unwrap(), GOOD);
    assert_eq!(class.api("POST", "submissions/ada/dove.py/3/activate", &token, "").1["plays"], true);
    assert_eq!(fs::read_to_string(&watched).unwrap(), better);
}

#[test]
fn a_folder_is_handed_in_as_an_archive_to_the_server_that_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::new(folder.path());
    let token = class.token_of("Ada");
    let player = folder.path().join("owl");
    fs::create_dir_all(player.join("book")).unwrap();
    fs::write(player.join("book/line"), "0").unwrap();
    let main = GOOD.replacen("moves = []", "moves, first = [], int(open('book/line').read())", 1);
    fs::write(player.join("main.py"), main.replace("moves[0]", "moves[first]")).unwrap();
    let (path, there) = (player.to_str().unwrap(), format!("http://{}", class.address));
    let nobody = HeldPort::new();
    let elsewhere = format!("http://{}", nobody.address());
    // What is named counts before the environment, and `.` has a name as well.
    for (number, words) in [(1, ["--to", &there]), (2, ["--server", &there])] {
        let line = [&["submit", path, "--json"], &words[..]].concat();
        let (code, out, err) = run(&token, &elsewhere, &line);
        let version = document("submit", &out, &err);
        assert_eq!((code, version["state"].as_str()), (0, Some("accepted")), "{out}{err}");
        assert_eq!((version["file"].as_str(), version["version"].as_u64()), (Some("owl.tar.gz"), Some(number)));
    }
    let (code, out, err) = run(&token, &there, &["submit", path, "--as", "dove", "--no-wait"]);
    assert!(code == 0 && out.starts_with("ada/dove.tar.gz, version 1: "), "{out}{err}");
    let (code, _, err) = run(&token, &elsewhere, &["submit", path]);
    assert!(code == 1 && err.contains(&elsewhere), "{err}");
    fs::create_dir(folder.path().join("nothing")).unwrap();
    let nothing = folder.path().join("nothing");
    let (code, out, err) = run(&token, &there, &["submit", nothing.to_str().unwrap()]);
    assert_eq!((code, out.as_str(), err.contains("the folder is empty")), (2, "", true), "{err}");

    let (code, _, err) = run(&token, &elsewhere, &["ladder", "--at", &there]);
    assert_eq!((code, err.contains("there is no ladder yet")), (1, true), "there is none yet: {err}");
}

#[test]
fn the_ladder_of_a_class_is_shown_to_those_who_may_look() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::new(folder.path());
    let (head, _) = class.post("/class/settings", &class.teacher, "name=A&game=othello+size%3D6&move_ms=2000");
    assert!(head.starts_with("HTTP/1.1 303"), "{head}");
    let tokens = ["Ada", "Bob"].map(|name| class.token_of(name));
    let file = folder.path().join("dove.py");
    fs::write(&file, GOOD).unwrap();
    for token in &tokens {
        let (code, out, err) = class.joute(token, &["submit", file.to_str().unwrap()]);
        assert_eq!(code, 0, "{out}{err}");
    }
    class.post("/class/ladder", &class.teacher, "");
    let standings = until("both on the ladder", || {
        let (_, out, err) = class.joute(&tokens[0], &["ladder", "--json"]);
        let ladder = document("ladder", &out, &err);
        ladder["standings"].as_array().filter(|standings| standings.len() == 2).cloned()
    });
    assert!(standings.iter().all(|rung| rung["player"].as_str().unwrap().ends_with("/dove.py")), "{standings:?}");
    let (code, out, _) = class.joute(&tokens[1], &["ladder"]);
    assert!(code == 0 && out.contains("rating") && out.contains("ada/dove.py") && out.contains("bob/dove.py"), "{out}");
    let (code, _, err) = class.joute("", &["ladder"]);
    assert_eq!((code, err.contains("(401)")), (1, true), "the class is closed: {err}");
}

#[test]
fn servers_that_are_none_are_told() {
    let held = HeldPort::new();
    let nobody = held.address();
    let cases = [
        (2, "submit /nowhere.py --token joute_x".to_owned(), "/nowhere.py"),
        (2, "ladder --at nonsense".to_owned(), "expected an address such as"),
        (2, "ladder --server ftp://localhost".to_owned(), "expected an address such as"),
        (2, "ladder --token schlüssel".to_owned(), "expected what *My account*"),
        (2, "submit --to".to_owned(), "--to"),
        (1, format!("ladder --at http://{nobody}"), "refused"),
    ];
    for (code, line, expected) in cases {
        let words: Vec<&str> = line.split(' ').collect();
        let told = complaint(code, &words);
        assert!(told.contains(expected), "{line}: {told}");
    }
    // Somebody answers who is no class.
    let stranger = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = stranger.local_addr().unwrap().to_string();
    let answering = std::thread::spawn(move || {
        let (mut stream, _) = stranger.accept().unwrap();
        let _ = stream.read(&mut [0; 4096]).unwrap();
        stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello").unwrap();
    });
    let told = complaint(1, &["ladder", "--server", &format!("http://{address}")]);
    assert!(told.contains("this is no class of Joute"), "{told}");
    answering.join().unwrap();
}
