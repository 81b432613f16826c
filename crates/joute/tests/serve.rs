//! `joute serve` with tournaments: it plays them as `joute tournament` does, either goes on with what the other began, and
//! what cannot be shown is said before anything listens.
#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::cups::{Cup, bare, gated_event};
use crate::support;
use crate::support::complaint;
use joute_testkit::gate::{Gate, Passage};
use joute_testkit::wait::{PATIENCE, until};
use serde_json::Value;

/// A server that is killed when it is dropped.
struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn new(data: &Path, more: &[&str]) -> Served {
        let mut command = Command::new(env!("CARGO_BIN_EXE_joute"));
        command.args(["serve", "--port", "0", "--data"]).arg(data).args(more);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Served { child, address }
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text.split_once("\r\n\r\n").unwrap().1.to_owned()
    }

    /// What its tournament has come to.
    fn results(&self) -> Value {
        serde_json::from_str(&self.get("/tournament/cup/files/results.json")).unwrap()
    }

    /// What it has come to as soon as that is enough.
    fn until(&self, is_enough: impl Fn(&Value) -> bool) -> Value {
        until("enough of the tournament", || Some(self.results()).filter(&is_enough))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn games(results: &Value) -> usize {
    results["matches"].as_array().unwrap().iter().map(|played| played["games"].as_array().unwrap().len()).sum()
}

#[test]
fn killed_again_and_again_it_comes_to_the_end_of_an_undisturbed_run() {
    let gate = Gate::new(Passage::Open);
    let event = gated_event(&gate);
    let expected = Cup::new(&event).object(&[]);
    let cup = Cup::new(&event);
    let mut known = 0;
    for passage in [Passage::Closed, Passage::First, Passage::Second] {
        gate.set(passage);
        let served = Served::new(&cup.path("data"), &["--tournament", &cup.file()]);
        let results = served.until(|results| games(results) > known);
        assert_eq!(results["complete"], false, "it waits at the gate");
        known = games(&results);
    }
    // The command goes on with what the server began; the server shows what the command has finished.
    gate.set(Passage::Open);
    let told = cup.object(&[]);
    assert_eq!(bare(&told), bare(&expected));
    assert!(told["played_now"].as_u64().unwrap() as usize <= games(&told) - known, "nothing is played twice");
    for options in [["--tournament", &cup.file()], ["--results", cup.data().to_str().unwrap()]] {
        let served = Served::new(&cup.path("data"), &options);
        let shown = served.until(|results| results["complete"] == true);
        assert_eq!(bare(&shown), bare(&expected), "{options:?}");
    }
}

#[test]
fn an_interrupted_server_leaves_a_report() {
    let gate = Gate::new(Passage::Closed);
    let cup = Cup::new(&gated_event(&gate));
    let mut served = Served::new(&cup.path("data"), &["--tournament", &cup.file()]);
    let known = games(&served.until(|results| games(results) > 0));
    let id = served.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert!(served.child.wait().unwrap().success());
    let report = std::fs::read_to_string(cup.path("cup/results.json")).unwrap();
    let report: Value = serde_json::from_str(&report).unwrap();
    assert!(games(&report) >= known && report["complete"] == false, "{report}");
}

#[test]
fn a_tournament_that_a_visitor_begins_is_played_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::new(folder.path(), &[]);
    let form = "name=cup&game=othello&setup-othello=size%3D6&format=round-robin&games=2&level=1&level=2&level=3";
    let mut stream = TcpStream::connect(&served.address).unwrap();
    let kind = "content-type: application/x-www-form-urlencoded";
    let length = form.len();
    write!(
        stream,
        "POST /tournaments HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{kind}\r\ncontent-length: {length}\r\n\r\n{form}"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.contains("location: /tournament/cup"), "{answer}");
    let results = served.until(|results| results["complete"] == true);
    assert_eq!(games(&results), 6);
    drop(served);
    assert_eq!(Served::new(folder.path(), &[]).results(), results);
    // The file is one that the command reads, too.
    let file = folder.path().join("tournaments/1.toml").display().to_string();
    assert_eq!(support::object(&["tournament", &file, "--json"])["played_now"], 0);
}

#[test]
fn what_cannot_be_shown_is_said_before_anything_listens() {
    let cup = Cup::new("format = \"round-robin\"\ngame = \"chess\"\nplayers = [\"greedy\", \"random\"]\n");
    let data = cup.path("data").display().to_string();
    let serve = |option: &str, value: &str, code: i32| {
        complaint(code, &["serve", "--port", "0", "--data", &data, option, value])
    };
    let said = serve("--tournament", &cup.file(), 2);
    assert!(said.contains("line 2") && said.contains("expected seven-colours"), "{said}");
    assert!(serve("--tournament", "/nowhere/cup.toml", 2).contains("cannot read /nowhere/cup.toml"));
    let event =
        "format = \"round-robin\"\ngame = \"othello\"\nsetup = \"size=6\"\nplayers = [\"greedy\", \"random\"]\n";
    cup.write(event);
    cup.told(&[]);
    cup.write(&event.replace("size=6", "size=8"));
    assert!(serve("--tournament", &cup.file(), 1).contains("setup was size=6, and is size=8"));
    cup.write(event);
    let _holds = joute_store::Lock::take(&cup.data()).unwrap();
    assert!(serve("--tournament", &cup.file(), 1).contains("in use by process"));
    let missing = cup.path("nothing").display().to_string();
    assert!(serve("--results", &missing, 1).contains("No such file"));
    assert!(!cup.path("nothing").exists(), "looking at a folder does not make it");
    let foreign = cup.path("foreign");
    std::fs::create_dir(&foreign).unwrap();
    std::fs::write(foreign.join("games.sqlite"), "a shopping list that is long enough to be no database").unwrap();
    assert!(serve("--results", foreign.to_str().unwrap(), 1).contains("not a store of games"));
}
