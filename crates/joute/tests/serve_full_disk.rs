//! A server whose disk is really full, as far as the kernel tells it: files may not grow any more, until they may again. What is
//! not stored is not shown, the table says so and waits, and goes on when there is room.
#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use joute_testkit::wait::{PATIENCE, until};
use rustix::process::{Pid, Resource, Rlimit, prlimit};
use serde_json::Value;

struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn on(folder: &Path) -> Served {
        // The signal of a file that may not grow is turned off for the server: what is left is a write that fails.
        let script = "trap '' XFSZ; exec \"$0\" serve --port 0 --data \"$1\"";
        let mut command = Command::new("sh");
        command.args(["-c", script, env!("CARGO_BIN_EXE_joute")]).arg(folder);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        Served { child, address: line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned() }
    }

    /// Lets files grow to so many bytes, or as far as they may.
    fn limit(&self, bytes: Option<u64>) {
        let limit = Rlimit { current: bytes, maximum: None };
        prlimit(Some(Pid::from_child(&self.child)), Resource::Fsize, limit).unwrap();
    }

    fn ask(&self, head: &str, cookie: &str, body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let (host, length) = (&self.address, body.len());
        write!(
            stream,
            "{head} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncookie: {cookie}\r\ncontent-length: {length}\r\n\
             content-type: {}\r\n\r\n{body}",
            if body.starts_with('{') { "application/json" } else { "application/x-www-form-urlencoded" }
        )
        .unwrap();
        stream
    }

    fn answer(&self, head: &str, cookie: &str, body: &str) -> String {
        let mut text = String::new();
        self.ask(head, cookie, body).read_to_string(&mut text).unwrap();
        text
    }

    /// Begins a game; where it is, and the cookie of the seat.
    fn begin(&self) -> (String, String) {
        let answer = self.answer("POST /games", "", "game=othello&opponent=friend&side=first&time=-");
        let header = |name: &str| {
            let line = answer.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("{answer}"));
            line.split(';').next().unwrap().trim().to_owned()
        };
        (header("location:"), header("set-cookie:"))
    }

    fn plies(&self, game: &str) -> usize {
        let text = self.answer(&format!("GET {game}/record.json"), "", "");
        let record: Value = serde_json::from_str(text.split_once("\r\n\r\n").unwrap().1).unwrap();
        record["plies"].as_array().unwrap().len()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_game_on_a_full_disk_says_so_and_goes_on_with_room() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::on(folder.path());
    let (game, cookie) = served.begin();
    let mut events = BufReader::new(served.ask(&format!("GET {game}/events"), &cookie, ""));
    let mut until_told = |word: &str| {
        let mut line = String::new();
        while !line.contains(word) {
            line.clear();
            assert_ne!(events.read_line(&mut line).unwrap(), 0, "the stream ended before {word}");
        }
    };
    until_told("event: frame");
    served.limit(Some(1));
    let said = served.answer(&format!("POST {game}/say"), &cookie, "{\"move\":\"d3\"}");
    assert!(said.starts_with("HTTP/1.1 200"), "{said}");
    until_told("cannot keep this move");
    assert_eq!(served.plies(&game), 0, "what is not stored is not shown");
    assert!(served.answer("GET /", "", "").starts_with("HTTP/1.1 200"), "pages are answered");
    served.limit(None);
    until("the move", || Some(served.plies(&game)).filter(|plies| *plies == 1));
    drop(served);
    let served = Served::on(folder.path());
    assert_eq!(served.plies(&game), 1, "and it is there after a restart");
}
