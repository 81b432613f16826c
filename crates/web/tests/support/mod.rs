//! A server for the tests, and somebody who talks to it over plain HTTP.

#![allow(dead_code, unreachable_pub, reason = "each test uses a part of it")]

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::JoinHandle;

use joute_players::Workshop;
use joute_sandbox::Launcher;
use joute_store::Store;
use joute_testkit::wait::{PATIENCE, until};
use joute_web::{Limits, Options, Server, Share, StopSignal};
use serde_json::Value;

pub mod class;
pub mod cups;
pub mod players;
pub mod stores;

/// A server on a thread of its own.
pub struct Arena {
    pub address: SocketAddr,
    stop: StopSignal,
    thread: Option<JoinHandle<()>>,
}

pub fn options(folder: &Path) -> Options {
    let workshop = Workshop::new(Launcher::new("/nowhere"), "/");
    Options {
        address: ([127, 0, 0, 1], 0).into(),
        folder: folder.to_owned(),
        store: None,
        workshop,
        tournaments: Vec::new(),
        prepare: None,
        class: None,
        limits: generous(),
    }
}

/// Tests begin many games from one address, without cookies.
pub fn generous() -> Limits {
    let many = Share { visitor: 1_000, address: 1_000 };
    Limits { games_each: many, begun_each: many, ..Limits::default() }
}

pub const FORM: &str = "application/x-www-form-urlencoded";

impl Arena {
    pub fn on(folder: &Path) -> Arena {
        Arena::of(Server::open(options(folder)).unwrap(), Arc::default())
    }

    /// A server whose games are kept elsewhere.
    pub fn keeping(folder: &Path, store: Arc<dyn Store>) -> Arena {
        Arena::of(Server::open(Options { store: Some(store), ..options(folder) }).unwrap(), Arc::default())
    }

    /// A server that runs until it is dropped, and whoever else looks at `stop` with it.
    pub fn of(server: Server, stop: Arc<AtomicBool>) -> Arena {
        let (address, stop) = (server.address().unwrap(), StopSignal::new(stop));
        let raised = stop.clone();
        let thread = std::thread::spawn(move || server.run(&raised).unwrap());
        Arena { address, stop, thread: Some(thread) }
    }

    /// Sends a request and reads nothing yet.
    pub fn ask(&self, request: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        // A server that refuses a long text may hang up before all of it was sent.
        let _ = stream.write_all(request);
        stream
    }

    pub fn send(&self, request: &[u8]) -> Answer {
        let mut stream = self.ask(request);
        let mut text = Vec::new();
        let _ = stream.read_to_end(&mut text);
        Answer::read(&String::from_utf8_lossy(&text))
    }

    /// The same from another address of this machine.
    pub fn send_from(&self, source: [u8; 4], request: &[u8]) -> Answer {
        let mut stream = connect_from(source, self.address);
        let _ = stream.write_all(request);
        let mut text = Vec::new();
        let _ = stream.read_to_end(&mut text);
        Answer::read(&String::from_utf8_lossy(&text))
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send(format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").as_bytes())
    }

    /// The same by somebody who has a seat.
    pub fn get_as(&self, path: &str, cookie: &str) -> Answer {
        self.send(
            format!("GET {path} HTTP/1.1\r\nhost: localhost\r\ncookie: {cookie}\r\nconnection: close\r\n\r\n")
                .as_bytes(),
        )
    }

    pub fn post(&self, path: &str, kind: &str, cookie: &str, body: &str) -> Answer {
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncookie: {cookie}\r\ncontent-type: {kind}\r\n\
             content-length: {}\r\n\r\n",
            body.len()
        );
        self.send(&[head.as_bytes(), body.as_bytes()].concat())
    }

    pub fn begin(&self, form: &str) -> Seat<'_> {
        let answer = self.post("/games", FORM, "", form);
        assert_eq!(answer.status, 303, "{}", answer.body);
        Seat { arena: self, path: answer.headers["location"].clone(), cookie: answer.cookie() }
    }
}

impl Arena {
    /// Takes the seat that somebody invites to.
    pub fn follow(&self, host: &Seat<'_>) -> Seat<'_> {
        let page = host.page();
        let link = page.split_once("\"invitation\":\"").unwrap().1.split('"').next().unwrap();
        let taken = self.post(link, FORM, "", "");
        Seat { arena: self, path: host.path.clone(), cookie: taken.cookie() }
    }

    /// Begins a game between programs; where it is.
    pub fn begin_watched(&self, form: &str) -> String {
        let answer = self.post("/games", FORM, "", form);
        assert_eq!(answer.status, 303, "{}", answer.body);
        answer.headers["location"].clone()
    }
}

/// A connection from an address of this machine: all of 127.0.0.0/8 are.
pub fn connect_from(source: [u8; 4], to: SocketAddr) -> TcpStream {
    use rustix::net::{AddressFamily, SocketType, bind, connect, socket};
    let socket = socket(AddressFamily::INET, SocketType::STREAM, None).unwrap();
    bind(&socket, &SocketAddr::from((source, 0))).unwrap();
    connect(&socket, &to).unwrap();
    let stream = TcpStream::from(socket);
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// A request as it goes over the wire; `headers` are whole lines.
pub fn request(method: &str, path: &str, headers: &[&str], body: &str) -> Vec<u8> {
    let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\ncontent-length: {}\r\n", body.len());
    if !headers.iter().any(|line| line.starts_with("host:")) {
        head += "host: localhost\r\n";
    }
    headers.iter().for_each(|line| head += &format!("{line}\r\n"));
    format!("{head}\r\n{body}").into_bytes()
}

/// What a browser of this number calls itself.
pub fn browser(number: u32) -> String {
    format!("cookie: visitor={number:032x}")
}

pub const FORM_LINE: &str = "content-type: application/x-www-form-urlencoded";
pub const JSON_LINE: &str = "content-type: application/json";

impl Drop for Arena {
    fn drop(&mut self) {
        self.stop.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What came back.
pub struct Answer {
    pub status: u16,
    pub headers: BTreeMap<String, String>,
    pub body: String,
}

impl Answer {
    pub fn read(text: &str) -> Answer {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok()).unwrap_or(0);
        let headers = lines.filter_map(|line| line.split_once(": "));
        let mut all = BTreeMap::new();
        // Of several cookies the first: what the page gives comes before what every page gives.
        for (name, value) in headers {
            all.entry(name.to_owned()).or_insert_with(|| value.to_owned());
        }
        Answer { status, headers: all, body: body.to_owned() }
    }

    pub fn cookie(&self) -> String {
        self.headers["set-cookie"].split(';').next().unwrap().to_owned()
    }

    pub fn is_refusal(&self) -> bool {
        (400..500).contains(&self.status)
    }
}

/// A table of two people, both of whom have come: who begins, and the friend.
pub fn two_people<'a>(arena: &'a Arena, form: &str) -> [Seat<'a>; 2] {
    let host = arena.begin(form);
    let friend = arena.follow(&host);
    friend.page();
    [host, friend]
}

/// Somebody at a table.
pub struct Seat<'a> {
    pub arena: &'a Arena,
    pub path: String,
    pub cookie: String,
}

impl Seat<'_> {
    /// The page as whoever sits here sees it.
    pub fn page(&self) -> String {
        self.arena.get_as(&self.path, &self.cookie).body
    }

    /// The game as it stands, as the page has it.
    pub fn frame(&self) -> Value {
        let page = self.page();
        let data = page.split_once("id=\"game\" type=\"application/json\">").map_or("{}", |(_, data)| data);
        let data = data.split_once("</script>").map_or("{}", |(data, _)| data);
        serde_json::from_str::<Value>(data).unwrap()["frame"].clone()
    }

    /// How it ended, as soon as it has.
    pub fn ending(&self) -> Value {
        until("the ending", || {
            let text = self.arena.get(&format!("{}/record.json", self.path)).body;
            let ending = serde_json::from_str::<Value>(&text).unwrap()["ending"].clone();
            Some(ending).filter(|ending| !ending.is_null())
        })
    }

    pub fn say(&self, saying: &Value) -> Answer {
        self.arena.post(&format!("{}/say", self.path), "application/json", &self.cookie, &saying.to_string())
    }

    /// The moves so far, as soon as there are so many.
    pub fn moves(&self, at_least: usize) -> Vec<String> {
        until("as many plies", || Some(self.moves_now()).filter(|moves| moves.len() >= at_least))
    }

    fn moves_now(&self) -> Vec<String> {
        let text = self.arena.get(&format!("{}/record.json", self.path)).body;
        let record: Value = serde_json::from_str(&text).unwrap();
        let plies = record["plies"].as_array().unwrap();
        plies.iter().map(|ply| ply["move"].as_str().unwrap_or("-").to_owned()).collect()
    }
}
