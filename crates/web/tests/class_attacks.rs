//! What strangers, and people of a class who mean no good, send to it over plain HTTP. Files that are hostile themselves are in
//! `joute/tests/class_hostile.rs`, where there is a sandbox to check them in. `JOUTE_SEED` draws other requests, and `JOUTE_CASES` more.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::support::class::{Class, api, generous, hand_in, joined, token_of};
use crate::support::{Answer, Arena, FORM, FORM_LINE, JSON_LINE, request};
use joute_games::random::{Generator, Seed};
use joute_testkit::properties::{cases, seed};
use joute_testkit::wait::until;
use joute_web::{ADDRESSES, Limits, Patience, Role};
use serde_json::Value;

/// A part of a page that would run if anybody left it as it is.
const SCRIPT: &str = "<script>alert";

/// What comes back before the body, and the body where it ends.
fn answered(arena: &Arena, asked: &[u8], is_endless: bool) -> Answer {
    if !is_endless {
        return arena.send(asked);
    }
    let lines = BufReader::new(arena.ask(asked)).lines().map_while(Result::ok);
    Answer::read(&lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join("\r\n"))
}

#[test]
fn every_address_refuses_posts_of_other_sites_and_foreign_names() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::on(folder.path());
    let before = class.arena.get_as("/class/people", &class.teacher).body;
    let cookie = format!("cookie: {}", class.teacher);
    for (method, pattern, _) in ADDRESSES {
        let path = pattern.replace(['{', '}'], "");
        let sent =
            |line: &str| class.arena.send(&request(method, &path, &[&cookie, FORM_LINE, line], "name=evil")).status;
        assert_eq!(sent("host: evil.example"), 421, "{method} {path}");
        if *method != "GET" {
            for line in ["origin: http://evil.example", "origin: null", "sec-fetch-site: same-site"] {
                assert_eq!(sent(line), 403, "{method} {path}, {line}");
            }
        }
    }
    assert_eq!(class.arena.get_as("/class/people", &class.teacher).body, before, "nothing was done");
}

#[test]
fn what_lets_in_is_worth_nothing_elsewhere_and_nothing_afterwards() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [class, other] = folders.each_ref().map(|folder| Class::on(folder.path()));
    let arena = &class.arena;
    let ada = class.player("Ada");
    let (secret, token) = (ada.split_once('=').unwrap().1, token_of(arena, &ada));
    assert_eq!(api(arena, "GET", "me", &token, "").0, 200);
    assert_eq!(api(arena, "GET", "me", secret, "").0, 401, "a cookie is no token");
    assert_eq!(arena.get_as("/class/account", &format!("session={token}")).status, 303, "a token is no cookie");
    let link = class.invitation("role=player&uses=2");
    let in_link = link.rsplit('/').next().unwrap();
    assert_eq!(arena.get_as("/class/account", &format!("session={in_link}")).status, 303, "a link is no cookie");
    assert_eq!(api(arena, "GET", "me", in_link, "").0, 401, "and no token");
    // The same people, another server.
    other.player("Ada");
    assert_eq!(other.arena.get_as("/class/account", &ada).status, 303);
    assert_eq!(api(&other.arena, "GET", "me", &token, "").0, 401);
    assert_eq!(other.arena.post(&link, FORM, "", "name=Eve").status, 404);
    // Whoever was removed keeps nothing, and whoever takes their name gets nothing of theirs.
    assert_eq!(arena.post("/class/people/ada/remove", FORM, &class.teacher, "").status, 303);
    let again = joined(arena, &link, "Ada", "");
    assert_eq!(arena.get_as("/class/account", &ada).status, 303);
    assert_eq!(api(arena, "GET", "me", &token, "").0, 401);
    assert_eq!(arena.get_as("/class/account", &again).status, 200);
}

#[test]
fn whoever_sends_a_byte_now_and_then_is_given_up_and_others_hand_in() {
    let folder = tempfile::tempdir().unwrap();
    let brief = Duration::from_secs(2);
    let patience = Patience { body: brief, ..Limits::default().patience };
    let class = Class::with(folder.path(), Limits { patience, ..generous() });
    let arena = &class.arena;
    let [ada, bob] = ["Ada", "Bob"].map(|name| class.player(name));
    let head = |cookie: &str| {
        format!(
            "POST /class/submissions?file=slow.py HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncookie: {cookie}\r\ncontent-length: 4000\r\n\r\n"
        )
    };
    // Enough of them for every turn that there is, and many from one person.
    let others = ["Eve", "Mallory", "Oscar", "Trudy"].map(|name| class.player(name));
    let each = others.iter().flat_map(|cookie| [cookie, cookie]);
    let slow: Vec<TcpStream> = each.chain([&ada; 30]).map(|cookie| arena.ask(head(cookie).as_bytes())).collect();
    let given_up: Vec<_> = slow.into_iter().map(|stream| std::thread::spawn(move || dribbled(stream))).collect();
    // On a busy machine whoever is quick may be too slow as well, and tries again.
    let quick = |cookie: &str| {
        until("a file that is taken", || (hand_in(arena, cookie, "quick.py", "print(1)").status == 202).then_some(()));
    };
    quick(&bob);
    assert_eq!(arena.get_as("/class/players", &bob).status, 200);
    let statuses: Vec<u16> = given_up.into_iter().map(|one| one.join().unwrap()).collect();
    assert!(statuses.iter().all(|status| [408, 429].contains(status)), "{statuses:?}");
    assert!(statuses.contains(&408) && statuses.contains(&429), "{statuses:?}");
    assert!(!folder.path().join("class/versions/ada").exists(), "nothing of it was kept");
    // She may hand in again.
    quick(&ada);
}

/// Sends a byte now and then until the other side has had enough; what it says.
fn dribbled(mut stream: TcpStream) -> u16 {
    let mut sending = stream.try_clone().unwrap();
    std::thread::spawn(move || {
        while sending.write_all(b"x").is_ok() {
            std::thread::sleep(Duration::from_millis(50));
        }
    });
    let mut text = Vec::new();
    let _ = stream.read_to_end(&mut text);
    let _ = stream.shutdown(std::net::Shutdown::Both);
    Answer::read(&String::from_utf8_lossy(&text)).status
}

#[test]
fn bodies_that_do_not_say_how_long_they_are_end_at_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::with(folder.path(), Limits { upload: 64 << 10, ..generous() });
    let ada = class.player("Ada");
    let head = format!(
        "POST /class/submissions?file=x.py HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncookie: {ada}\r\ntransfer-encoding: chunked\r\n\r\n"
    );
    let piece = format!("1000\r\n{}\r\n", "x".repeat(0x1000));
    let endless = class.arena.send(format!("{head}{}", piece.repeat(64)).as_bytes());
    assert!(endless.status == 413 || endless.status == 0, "{}", endless.status);
    let short = class.arena.send(format!("{head}8\r\nprint(1)\r\n0\r\n\r\n").as_bytes());
    assert_eq!(short.status, 202, "{}", short.body);
    // A length that promises more than comes is never a file.
    let head = format!(
        "POST /class/submissions?file=y.py HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncookie: {ada}\r\ncontent-length: 100\r\n\r\nprint("
    );
    let stream = class.arena.ask(head.as_bytes());
    stream.shutdown(std::net::Shutdown::Write).unwrap();
    let mut text = String::new();
    let _ = { stream }.read_to_string(&mut text);
    assert!(!text.starts_with("HTTP/1.1 2"), "{text}");
    assert!(!folder.path().join("class/versions/ada/y.py").exists());
}

#[test]
fn script_in_whatever_people_may_name_is_shown_and_never_run() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::on(folder.path());
    let arena = &class.arena;
    let word = "%3Cscript%3Ealert(1)%3C%2Fscript%3E%22%27%3E%E2%80%AE%1B%5B31m";
    let settings = format!("name={word}&open=yes&passwords=yes");
    assert_eq!(arena.post("/class/settings", FORM, &class.teacher, &settings).status, 303);
    let link = class.invitation(&format!("role=player&uses=5&team={word}"));
    let ada = joined(arena, &link, word, "");
    let own = arena.get_as("/class/account", &ada).body;
    assert!(own.contains("&lt;script&gt;"), "{own}");
    hand_in(arena, &ada, "x.py", "<script>alert(1)</script>");
    let pages = [
        "/class".to_owned(),
        "/class/people".to_owned(),
        "/class/audit".to_owned(),
        "/class/account".to_owned(),
        "/class/account/export".to_owned(),
        "/class/players".to_owned(),
        "/class/permissions".to_owned(),
        format!("/class/join/{word}"),
        format!("/class/sign-in?back={word}"),
        format!("/tournament/{word}"),
        format!("/tournament/{word}/player/{word}"),
        format!("/nowhere/{word}"),
    ];
    for cookie in [&class.teacher, &ada, ""] {
        for path in &pages {
            let answer = arena.get_as(path, cookie);
            let kind = answer.headers.get("content-type").cloned().unwrap_or_default();
            let is_page = kind.starts_with("text/html");
            assert!(!is_page || !answer.body.contains(SCRIPT), "{path}: {}", answer.body);
            assert!(!is_page || !answer.body.contains(['\u{202e}', '\u{1b}']), "{path}: {}", answer.body);
            assert_eq!(answer.headers["x-content-type-options"], "nosniff", "{path}");
            let policy = &answer.headers["content-security-policy"];
            assert!(policy.contains("script-src 'self'") && !policy.contains("unsafe"), "{path}: {policy}");
        }
    }
    let answer = arena.post(&format!("/class/player/{word}/{word}/withdraw"), FORM, &ada, "");
    assert!(answer.is_refusal() && !answer.body.contains(SCRIPT), "{}", answer.body);
}

/// Requests of one run.
const REQUESTS: u32 = 300;

/// What values are made of.
const WORDS: [&str; 30] = [
    "ada",
    "dove.py",
    "1",
    "0",
    "-1",
    "18446744073709551616",
    "1e400",
    "teacher",
    "player",
    "visitor",
    "othello",
    "size=6",
    "graph=/etc/passwd",
    "swiss",
    "ladder",
    "level-1",
    "level-99",
    "ada/dove.py",
    "yes",
    "null",
    "[]",
    "..",
    "../../etc/passwd",
    "%",
    "\0",
    "\r\nset-cookie: session=x",
    "\u{e9}\u{202e}",
    "<script>alert(1)</script>",
    "';drop table documents;--",
    "python",
];

/// What forms and objects have.
const KEYS: [&str; 20] = [
    "name",
    "password",
    "back",
    "role",
    "uses",
    "team",
    "open",
    "passwords",
    "game",
    "setup",
    "move_ms",
    "format",
    "games",
    "number",
    "opponent",
    "file",
    "version",
    "account",
    "languages",
    "old",
];

struct Drawer(Generator);

impl Drawer {
    fn below(&mut self, most: usize) -> usize {
        self.0.below(most as u64) as usize
    }

    fn word(&mut self) -> String {
        let word = WORDS[self.below(WORDS.len())];
        if self.below(15) == 0 { word.repeat(1 + self.below(400)) } else { word.to_owned() }
    }

    fn escaped(&mut self) -> String {
        self.word().bytes().map(|byte| format!("%{byte:02X}")).collect()
    }

    fn form(&mut self) -> String {
        let pairs: Vec<String> =
            (0..self.below(6)).map(|_| format!("{}={}", KEYS[self.below(KEYS.len())], self.escaped())).collect();
        pairs.join("&")
    }

    fn json(&mut self) -> String {
        let value = |drawer: &mut Drawer| match drawer.below(6) {
            0 => Value::from(drawer.below(100)),
            1 => Value::from(drawer.below(2) == 0),
            2 => Value::Null,
            3 => Value::from(vec![drawer.word()]),
            _ => Value::from(drawer.word()),
        };
        let pairs = (0..self.below(6)).map(|_| (KEYS[self.below(KEYS.len())].to_owned(), value(self)));
        let text = Value::Object(pairs.collect()).to_string();
        if self.below(8) == 0 { text.chars().take(self.below(20)).collect() } else { text }
    }

    /// An address with its gaps filled, what is sent to it, and whether the answer may never end.
    fn request(&mut self, cookie: &str) -> (Vec<u8>, bool) {
        let (method, pattern, _) = ADDRESSES[self.below(ADDRESSES.len())];
        let parts: Vec<String> = pattern
            .split('/')
            .map(|part| if part.starts_with('{') { self.escaped() } else { part.to_owned() })
            .collect();
        let path = format!("{}?{}", parts.join("/"), self.form());
        let (kind, body) = if self.below(2) == 0 { (FORM_LINE, self.form()) } else { (JSON_LINE, self.json()) };
        let is_endless = pattern.ends_with("/events");
        (request(method, &path, &[kind, &format!("cookie: {cookie}")], &body), is_endless)
    }
}

#[test]
fn made_up_requests_of_everybody_are_answered_and_break_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::on(folder.path());
    let arena = &class.arena;
    let mut drawer = Drawer(Seed(seed()).purpose("class requests").generator());
    let links = ["player", "teacher"].map(|role| class.invitation(&format!("role={role}&uses=500")));
    let mut cookies = [String::new(), String::new(), String::new()];
    for number in 0..cases(REQUESTS).cases {
        let who = drawer.below(Role::ALL.len());
        // Some of these sign whoever asks out.
        if who > 0 && arena.get_as("/class/account", &cookies[who]).status != 200 {
            cookies[who] = joined(arena, &links[who - 1], &format!("Somebody {number}"), "");
        }
        let (asked, is_endless) = drawer.request(&cookies[who]);
        let answer = answered(arena, &asked, is_endless);
        let told = || format!("request {number}: {}: {}", String::from_utf8_lossy(&asked), answer.body);
        assert!((200..500).contains(&answer.status) || answer.status == 503, "{} to {}", answer.status, told());
        let kind = answer.headers.get("content-type").map(String::as_str).unwrap_or_default();
        assert!(!kind.starts_with("text/html") || !answer.body.contains(SCRIPT), "{}", told());
        assert!(!kind.starts_with("text/plain"), "{}", told());
        if !is_endless && kind.starts_with("application/json") && answer.headers.contains_key("content-length") {
            assert!(serde_json::from_str::<Value>(&answer.body).is_ok(), "{}", told());
        }
    }
    assert_eq!(arena.get("/class").status, 200);
    let outside: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(outside.iter().all(|name| ["class", "data"].contains(&name.to_str().unwrap())), "{outside:?}");
}
