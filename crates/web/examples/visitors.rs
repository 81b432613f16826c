//! Many visitors who each try to use up the server, and a few who only want its pages:
//! `cargo run --release -p joute-web --example visitors -- target/release/joute [VISITORS] [SECONDS] [MEBIBYTES]`.
//!
//! Prints how long the pages of the few took, what memory the server had as the kernel counts it, and what it accounted for. Fails
//! when the memory was more than it was given, or the server is gone. Needs Linux.

#![allow(clippy::unwrap_used, reason = "a measurement that cannot go on must fail")]
#![allow(clippy::print_stdout, reason = "figures are what it is for")]

#[path = "../tests/support/mod.rs"]
mod support;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::{FORM_LINE, JSON_LINE, browser, connect_from, request};

/// Visitors of one address: a class.
const CLASS: usize = 25;
/// Those who only want pages.
const OTHERS: u8 = 4;
/// The pages they want.
const PAGES: [&str; 6] = ["/", "/watch", "/games", "/learn", "/analyse", "/editor"];
/// The longest that pages of others may take, 99 of 100 of them.
const AIM: Duration = Duration::from_millis(250);

/// What is counted while it goes on.
#[derive(Default)]
struct Counts {
    is_over: AtomicBool,
    answers: Mutex<BTreeMap<(&'static str, u16), u64>>,
    most_anonymous: AtomicU64,
    most_accounted: AtomicU64,
}

impl Counts {
    fn goes_on(&self) -> bool {
        !self.is_over.load(Ordering::Relaxed)
    }

    fn note(&self, attack: &'static str, status: u16) {
        *self.answers.lock().unwrap().entry((attack, status)).or_default() += 1;
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let program = arguments.next().expect("the program: target/release/joute");
    let mut number = |usual: usize| arguments.next().map_or(usual, |text| text.parse().expect("a number"));
    let (visitors, seconds, mebibytes) = (number(1_000), number(60), number(256));
    let folder = tempfile::tempdir().unwrap();
    let (mut server, address) = start(&program, folder.path(), mebibytes);
    let counts = Counts::default();
    let quiet = others(address, &counts, Duration::from_secs(5));
    print("nobody else", &quiet);
    let times = std::thread::scope(|scope| {
        scope.spawn(|| watch_memory(server.id(), address, &counts));
        for visitor in 0..visitors {
            let counts = &counts;
            let attacker = std::thread::Builder::new().stack_size(256 << 10);
            attacker.spawn_scoped(scope, move || Attacker::new(address, visitor).go_on(counts)).unwrap();
        }
        let times = others(address, &counts, Duration::from_secs(seconds as u64));
        counts.is_over.store(true, Ordering::Relaxed);
        times
    });
    print(&format!("{visitors} visitors who try everything"), &times);
    for ((attack, status), count) in counts.answers.lock().unwrap().iter() {
        println!("  {attack}: {count} answered with {status}");
    }
    let is_alive = server.try_wait().unwrap().is_none();
    let (anonymous, accounted) =
        (counts.most_anonymous.load(Ordering::Relaxed) >> 10, counts.most_accounted.load(Ordering::Relaxed) >> 20);
    println!(
        "memory: at most {anonymous} MiB of {mebibytes} as the kernel counts it, {accounted} MiB of games accounted for"
    );
    let is_quick = percentile(&times, 0.99) < AIM;
    println!("pages within {AIM:?}: {is_quick}; alive: {is_alive}");
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(is_alive && anonymous <= mebibytes as u64, "the server is gone, or had more memory than it was given");
}

fn start(program: &str, folder: &std::path::Path, mebibytes: usize) -> (Child, SocketAddr) {
    let mut command = Command::new(program);
    command.args(["serve", "--port", "0", "--memory", &mebibytes.to_string(), "--data"]).arg(folder);
    let mut server = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/')).unwrap();
    (server, address.parse().unwrap())
}

/// Asks for pages, each visitor from an address of its own, and says how long each took.
fn others(address: SocketAddr, counts: &Counts, time: Duration) -> Vec<Duration> {
    let until = Instant::now() + time;
    let mut times: Vec<Duration> = std::thread::scope(|scope| {
        let visitors: Vec<_> = (1..=OTHERS)
            .map(|number| scope.spawn(move || pages(address, [127, 1, 0, number], counts, until)))
            .collect();
        visitors.into_iter().flat_map(|visitor| visitor.join().unwrap()).collect()
    });
    times.sort_unstable();
    times
}

fn pages(address: SocketAddr, source: [u8; 4], counts: &Counts, until: Instant) -> Vec<Duration> {
    let mut times = Vec::new();
    while Instant::now() < until {
        let path = PAGES[times.len() % PAGES.len()];
        let asked = Instant::now();
        let status = answered(address, source, &request("GET", path, &[&browser(u32::from(source[3]))], ""));
        times.push(asked.elapsed());
        counts.note("a page", status);
        std::thread::sleep(Duration::from_millis(20));
    }
    times
}

fn answered(address: SocketAddr, source: [u8; 4], bytes: &[u8]) -> u16 {
    let mut stream = connect_from(source, address);
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let _ = stream.write_all(bytes);
    let mut text = Vec::new();
    let _ = stream.read_to_end(&mut text);
    status_of(&text)
}

fn status_of(text: &[u8]) -> u16 {
    let head = String::from_utf8_lossy(&text[..text.len().min(32)]).into_owned();
    head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0)
}

fn percentile(times: &[Duration], share: f64) -> Duration {
    times[((times.len() - 1) as f64 * share) as usize]
}

fn print(what: &str, times: &[Duration]) {
    let millis = |share| percentile(times, share).as_secs_f64() * 1000.0;
    println!(
        "{what}: {} pages, median {:.1} ms, 99th percentile {:.1} ms, most {:.1} ms",
        times.len(),
        millis(0.5),
        millis(0.99),
        millis(1.0)
    );
}

/// Looks ten times a second at what the server has.
fn watch_memory(process: u32, address: SocketAddr, counts: &Counts) {
    while counts.goes_on() {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        let kibibytes = line.and_then(|rest| rest.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0);
        counts.most_anonymous.fetch_max(kibibytes, Ordering::Relaxed);
        let mut stream = connect_from([127, 2, 0, 1], address);
        let _ = stream.write_all(&request("GET", "/usage.json", &[], ""));
        let mut text = String::new();
        let _ = stream.read_to_string(&mut text);
        let usage = text.split("\r\n\r\n").nth(1).and_then(|body| serde_json::from_str::<Value>(body).ok());
        let taken = usage.and_then(|usage| usage["games"]["taken"].as_u64()).unwrap_or(0);
        counts.most_accounted.fetch_max(taken, Ordering::Relaxed);
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// One who tries everything, again and again.
struct Attacker {
    address: SocketAddr,
    source: [u8; 4],
    browser: String,
    number: usize,
    /// Connections that are held open.
    held: Vec<TcpStream>,
}

impl Attacker {
    fn new(address: SocketAddr, number: usize) -> Attacker {
        let class = number / CLASS;
        let source = [127, 3, (class / 250) as u8, (class % 250 + 1) as u8];
        Attacker { address, source, browser: browser(1_000 + number as u32), number, held: Vec::new() }
    }

    fn go_on(mut self, counts: &Counts) {
        // They are elsewhere: what they do themselves must not be taken from the server.
        let _ = rustix::process::setpriority_process(None, 19);
        let attacks = [
            Attacker::begin,
            Attacker::large,
            Attacker::resign,
            Attacker::fills,
            Attacker::boards,
            Attacker::slow,
            Attacker::think,
        ];
        for round in 0.. {
            std::thread::sleep(Duration::from_millis(300 + (self.number as u64 * 37) % 400));
            if !counts.goes_on() {
                break;
            }
            attacks[(self.number + round) % attacks.len()](&mut self, counts);
        }
    }

    fn post(&self, path: &str, kind: &str, cookie: &str, body: &str) -> Vec<u8> {
        request("POST", path, &[kind, &format!("{}{cookie}", self.browser)], body)
    }

    fn send(&self, counts: &Counts, attack: &'static str, bytes: &[u8]) {
        counts.note(attack, answered(self.address, self.source, bytes));
    }

    fn hold(&mut self, bytes: &[u8]) {
        let mut stream = connect_from(self.source, self.address);
        let _ = stream.write_all(bytes);
        self.held.push(stream);
        if self.held.len() > 3 {
            self.held.remove(0);
        }
    }

    fn begin(&mut self, counts: &Counts) {
        let form = "game=seven-colours&opponent=watch&setup=size%3D50";
        self.send(counts, "a game of programs", &self.post("/games", FORM_LINE, "", form));
        self.hold(b"GET /watch/events HTTP/1.1\r\nhost: localhost\r\n\r\n");
    }

    fn large(&mut self, counts: &Counts) {
        let form = "game=seven-colours&opponent=8&setup=size%3D1000";
        self.send(counts, "a game on a million cells", &self.post("/games", FORM_LINE, "", form));
    }

    /// A game that is begun and given up at once.
    fn resign(&mut self, counts: &Counts) {
        let mut stream = connect_from(self.source, self.address);
        let form = "game=flood&opponent=8&side=second&setup=width%3D50";
        let _ = stream.write_all(&self.post("/games", FORM_LINE, "", form));
        let mut text = String::new();
        let _ = stream.read_to_string(&mut text);
        counts.note("a game that is given up", status_of(text.as_bytes()));
        let line = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(str::to_owned);
        if let (Some(path), Some(cookie)) = (line("location: "), line("set-cookie: ")) {
            let cookie = format!("; {}", cookie.split(';').next().unwrap());
            let said = self.post(&format!("{path}/say"), JSON_LINE, &cookie, "\"resign\"");
            self.send(counts, "giving up", &said);
        }
    }

    fn fills(&mut self, counts: &Counts) {
        let parts: Vec<u32> = (0..10_000).chain(0..2_000).collect();
        let stroke = json!({ "brush": "A", "parts": parts, "fill": true });
        let edit = json!({ "game": "seven-colours", "setup": "size=100,seed=1", "strokes": [stroke] });
        self.send(counts, "fills over 12,000 parts", &self.post("/edit.json", JSON_LINE, "", &edit.to_string()));
    }

    fn boards(&mut self, counts: &Counts) {
        for setup in ["size%3D1000", "size%3D50"] {
            let path = format!("/board.json?game=seven-colours&setup={setup}");
            self.send(counts, "a large board", &request("GET", &path, &[&self.browser], ""));
        }
    }

    /// Half a request, and many whose answers are never read.
    fn slow(&mut self, _: &Counts) {
        self.hold(b"GET /games HTTP/1.1\r\nhost: local");
        let board = "GET /board.json?game=seven-colours&setup=size%3D50 HTTP/1.1\r\nhost: localhost\r\n\r\n";
        self.hold(board.repeat(50).as_bytes());
    }

    fn think(&mut self, counts: &Counts) {
        let analyse =
            format!("GET /analyse/events?game=othello HTTP/1.1\r\nhost: localhost\r\n{}\r\n\r\n", self.browser);
        self.hold(analyse.as_bytes());
        let path = "/learn/insight.json?game=seven-colours&setup=size%3D20&strategy=alphabeta";
        self.send(counts, "a strategy at work", &request("GET", path, &[&self.browser], ""));
    }
}
