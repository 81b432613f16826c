//! Requests that nobody would send: drawn from a seed, mutated from those that pages send, and all of them answered. `JOUTE_SEED` draws
//! others, and `JOUTE_CASES` multiplies them.

use crate::support::{Arena, FORM_LINE, JSON_LINE, request};
use joute_games::random::{Generator, Seed};
use joute_testkit::properties::{cases, seed};
use serde_json::Value;

/// Requests of one run.
const REQUESTS: u32 = 400;

/// What addresses are made of.
const PATHS: [&str; 22] = [
    "/board.json",
    "/edit.json",
    "/games",
    "/game/1",
    "/game/1/say",
    "/game/1/advice",
    "/game/1/record.json",
    "/game/1/replay.json",
    "/game/1/seat/0123",
    "/game/1/device",
    "/game/1/review",
    "/game/1/review.json",
    "/embed/1",
    "/learn/try.json",
    "/learn/insight.json",
    "/learn/flood",
    "/language/fr",
    "/picture/othello",
    "/analyse",
    "/editor",
    "/tournaments",
    "/static/board.js",
];

/// What values are made of.
const WORDS: [&str; 40] = [
    "othello",
    "flood",
    "awale",
    "seven-colours",
    "size=8",
    "size=1000",
    "width=12,height=3",
    "graph=donut,width=12",
    "graph=/etc/passwd",
    "rules=kalah,pits=12,seeds=127",
    "colouring=BR/GY",
    "board=AB^/CDE/vFG",
    "BR/GY 1 0,3 - -",
    "AB^/CDE/vFG ^",
    "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S",
    "d3",
    "c3 d3",
    "pass",
    "A",
    "F f",
    "greedy",
    "alphabeta",
    "mcts",
    "turn",
    "friend",
    "watch",
    "8",
    "0",
    "-1",
    "18446744073709551616",
    "1e400",
    "null",
    "true",
    "%",
    "%00",
    "%0d%0a",
    "\u{e9}\u{202e}",
    "<script>",
    "../../etc/passwd",
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
];

const KEYS: [&str; 20] = [
    "game",
    "setup",
    "position",
    "moves",
    "seed",
    "strategy",
    "lesson",
    "move",
    "opponent",
    "side",
    "time",
    "strokes",
    "brush",
    "parts",
    "fill",
    "turn",
    "clear",
    "back",
    "replay",
    "setup-flood",
];

struct Drawer(Generator);

impl Drawer {
    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }

    fn below(&mut self, most: usize) -> usize {
        self.0.below(most as u64) as usize
    }

    /// A word, or some of them run together, or one that was cut and stretched.
    fn value(&mut self) -> String {
        let mut value: String = (0..=self.below(2)).map(|_| self.of(&WORDS)).collect();
        if self.below(4) == 0 {
            let at = (0..=self.below(value.len() + 1)).rev().find(|at| value.is_char_boundary(*at)).unwrap_or(0);
            value.truncate(at);
        }
        if self.below(12) == 0 {
            value = value.repeat(1 + self.below(300));
        }
        value
    }

    fn escaped(&mut self) -> String {
        let is_raw = self.below(5) == 0;
        let escape = |byte: u8| match byte {
            b'a'..=b'z' | b'0'..=b'9' => char::from(byte).to_string(),
            // Not even a program that knows no rules sends these in an address.
            byte if is_raw && byte.is_ascii_graphic() => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        };
        self.value().bytes().map(escape).collect()
    }

    fn query(&mut self) -> String {
        let pairs: Vec<String> = (0..self.below(5)).map(|_| format!("{}={}", self.of(&KEYS), self.escaped())).collect();
        pairs.join("&")
    }

    fn json(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 4 } else { 7 }) {
            0 => Value::from(self.below(20_000)),
            1 => Value::from(self.below(2) == 0),
            2 | 3 => Value::from(self.value()),
            4 => (0..self.below(6)).map(|_| self.json(depth - 1)).collect(),
            _ => {
                let pairs: Vec<(String, Value)> =
                    (0..self.below(6)).map(|_| (self.of(&KEYS).to_owned(), self.json(depth - 1))).collect();
                Value::Object(pairs.into_iter().collect())
            }
        }
    }

    fn request(&mut self) -> Vec<u8> {
        let path = format!("{}?{}", self.of(&PATHS), self.query());
        match self.below(4) {
            0 | 1 => request("GET", &path, &[], ""),
            2 => {
                let body = self.query();
                request("POST", &path, &[FORM_LINE], &body)
            }
            _ => {
                let mut body = self.json(3).to_string();
                if self.below(4) == 0 {
                    let at = (0..=self.below(body.len() + 1)).rev().find(|at| body.is_char_boundary(*at)).unwrap_or(0);
                    body.truncate(at);
                }
                request("POST", &path, &[JSON_LINE], &body)
            }
        }
    }
}

#[test]
fn every_request_is_answered_and_none_breaks_anything() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let seat = arena.begin("game=othello&opponent=1&side=first&time=-");
    let mut drawer = Drawer(Seed(seed()).purpose("requests").generator());
    for number in 0..cases(REQUESTS).cases {
        let asked = drawer.request();
        let answer = arena.send(&asked);
        let told = || format!("request {number}: {}: {}", String::from_utf8_lossy(&asked), answer.body);
        assert!((200..500).contains(&answer.status) || answer.status == 503, "{} to {}", answer.status, told());
        let kind = answer.headers.get("content-type").map(String::as_str).unwrap_or_default();
        if kind.starts_with("application/json") && answer.headers.contains_key("content-length") {
            assert!(serde_json::from_str::<Value>(&answer.body).is_ok(), "{}", told());
        }
        assert!(!kind.starts_with("text/plain"), "{}", told());
    }
    seat.say(&serde_json::json!({ "move": "d3" }));
    seat.moves(2);
}
