//! Attacks by request, one of each kind: whoever asks for much gets little of it, and everybody else is served all the while.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::support;
use crate::support::{Answer, Arena, FORM_LINE, JSON_LINE, browser, generous, options, request};
use joute_testkit::wait::{PATIENCE, until};
use joute_web::{Limits, Options, Patience, Server, Share};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use serde_json::{Value, json};

fn limited(folder: &Path, limits: Limits) -> Arena {
    Arena::of(Server::open(Options { limits, ..options(folder) }).unwrap(), Arc::default())
}

fn begin(arena: &Arena, source: [u8; 4], visitor: u32, form: &str) -> Answer {
    arena.send_from(source, &request("POST", "/games", &[FORM_LINE, &browser(visitor)], form))
}

fn usage(arena: &Arena) -> Value {
    serde_json::from_str(&arena.get("/usage.json").body).unwrap()
}

const HOME: [u8; 4] = [127, 0, 0, 1];
const ELSEWHERE: [u8; 4] = [127, 0, 0, 2];
const OTHELLO: &str = "game=othello&opponent=1&side=first&time=-";
/// The largest board that is offered, which takes some megabytes.
const LARGE: &str = "game=seven-colours&opponent=1&side=first&time=-&setup=size%3D50";

#[test]
fn boards_beyond_what_is_offered_are_refused_before_they_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let rows = format!("B{}", vec!["R".repeat(51); 51].join("/").split_off(1));
    let wide = format!("game=flood&position={rows}%201%200,1%20-%20-");
    for board in ["game=seven-colours&setup=size%3D1000", "game=flood&setup=width%3D1000", &wide] {
        let refused = arena.get(&format!("/board.json?{board}"));
        assert_eq!(refused.status, 400, "{board}");
        let error: Value = serde_json::from_str(&refused.body).unwrap();
        assert_eq!(error["error"], "boards have at most 2500 cells here");
        assert_eq!(arena.post("/games", support::FORM, "", &format!("{board}&opponent=1")).status, 400, "{board}");
        assert_eq!(arena.get(&format!("/analyse/events?{board}")).status, 400, "{board}");
    }
    assert_eq!(arena.post("/games", support::FORM, "", LARGE).status, 303);
    // What the editor draws beyond that says so.
    let drawn = arena.post("/edit.json", "application/json", "", r#"{"game":"seven-colours","setup":"size=60"}"#);
    let drawn: Value = serde_json::from_str(&drawn.body).unwrap();
    assert_eq!((&drawn["can_play"], &drawn["can_analyse"]), (&json!(false), &json!(false)));
    assert!(drawn["note"].as_str().unwrap().contains("at most 2500 cells"), "{}", drawn["note"]);
}

#[test]
fn a_visitor_has_a_small_share_and_an_address_a_large_one() {
    let folder = tempfile::tempdir().unwrap();
    let games_each = Share { visitor: 2, address: 3 };
    let arena = limited(folder.path(), Limits { games_each, ..generous() });
    let begun = |source, visitor| begin(&arena, source, visitor, OTHELLO).status;
    assert_eq!([begun(HOME, 1), begun(HOME, 1), begun(HOME, 1)], [303, 303, 429]);
    assert_eq!([begun(HOME, 2), begun(HOME, 3)], [303, 429], "an address has enough as well");
    assert_eq!(begun(ELSEWHERE, 3), 303, "and another one has a share of its own");
    let french = ["accept-language: fr", FORM_LINE, &browser(1)];
    let told = arena.send(&request("POST", "/games", &french, OTHELLO));
    assert!(told.body.contains("vos parties sont déjà ouvertes"), "{}", told.body);
}

#[test]
fn whoever_begins_games_without_end_fills_no_disk() {
    let folder = tempfile::tempdir().unwrap();
    let begun_each = Share { visitor: 2, address: 100 };
    let arena = limited(folder.path(), Limits { begun_each, ..generous() });
    let begun = |visitor| begin(&arena, HOME, visitor, OTHELLO).status;
    assert_eq!([begun(1), begun(1), begun(1), begun(2)], [303, 303, 429, 303]);
}

#[test]
fn games_that_are_over_give_up_their_places() {
    let folder = tempfile::tempdir().unwrap();
    let arena = limited(folder.path(), Limits { memory: Limits::LEAST_MEMORY, ..generous() });
    let size = usage(&arena)["games"]["size"].as_u64().unwrap();
    for number in 0..12 {
        let seat = arena.begin(LARGE);
        seat.say(&json!("resign"));
        let record = format!("{}/record.json", seat.path);
        until("the end", || arena.get(&record).body.contains("resignation").then_some(()));
        assert!(usage(&arena)["games"]["taken"].as_u64().unwrap() <= size, "game {number}");
    }
}

#[test]
fn when_the_memory_is_used_up_games_are_refused_and_pages_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let arena = limited(folder.path(), Limits { memory: Limits::LEAST_MEMORY, ..generous() });
    let refused = (0..40).map(|_| arena.post("/games", support::FORM, "", LARGE)).find(|answer| answer.status != 303);
    let refused = refused.expect("there is an end to every memory");
    assert_eq!(refused.status, 503);
    assert!(refused.body.contains("no memory left"), "{}", refused.body);
    for path in ["/", "/game/1", "/watch", "/games", "/learn"] {
        assert_eq!(arena.get(path).status, 200, "{path}");
    }
    assert_eq!(arena.post("/games", support::FORM, "", OTHELLO).status, 303, "a small one still fits");
}

#[test]
fn programs_play_each_other_only_while_somebody_watches_and_nothing_is_taken_up_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let shows: Vec<_> = (0..3).map(|_| arena.begin_watched("game=othello&opponent=watch")).collect();
    let watching = arena.ask(format!("GET {}/events HTTP/1.1\r\nhost: localhost\r\n\r\n", shows[1]).as_bytes());
    // By then the others, begun at the same time, would have moved as well.
    until("ten plies", || (plies(&arena, &shows[1]) >= 10).then_some(()));
    assert_eq!((plies(&arena, &shows[0]), plies(&arena, &shows[2])), (0, 0), "nobody watches");
    drop(watching);
    drop(arena);
    let arena = Arena::on(folder.path());
    assert_eq!(usage(&arena)["games"]["taken"], 0, "what was put away costs nothing");
    assert_eq!(arena.get(&shows[0]).status, 200);
    assert_eq!(usage(&arena)["games"]["count"], 1);
}

fn plies(arena: &Arena, path: &str) -> usize {
    let record: Value = serde_json::from_str(&arena.get(&format!("{path}/record.json")).body).unwrap();
    record["plies"].as_array().unwrap().len()
}

#[test]
fn a_board_of_fills_takes_as_long_as_it_is_large() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let edit = |strokes: Value| {
        let body = json!({ "game": "seven-colours", "setup": "size=100,seed=1", "strokes": strokes }).to_string();
        arena.post("/edit.json", "application/json", "", &body)
    };
    let parts: Vec<u32> = (0..10_000).chain(0..2_000).collect();
    std::thread::scope(|scope| {
        let filled = scope.spawn(|| edit(json!([{ "brush": "A", "parts": parts, "fill": true }])));
        assert_eq!(arena.get("/").status, 200);
        assert_eq!(filled.join().unwrap().status, 200);
    });
    let stroke = json!({ "brush": "B", "parts": [4_950], "fill": true });
    let many = edit(json!(vec![stroke; 2_000]));
    assert_eq!((many.status, many.body.contains("more strokes")), (400, true), "{}", many.body);
    let long = "x".repeat(300 << 10);
    let refused = arena.post("/edit.json", "application/json", "", &long);
    assert!(refused.status == 413 || refused.status == 0, "{}", refused.status);
}

#[test]
fn a_visitor_who_waits_for_much_is_told_so_and_others_are_served() {
    let folder = tempfile::tempdir().unwrap();
    let thoughts_each = Share { visitor: 2, address: 100 };
    let arena = limited(folder.path(), Limits { thoughts_each, ..generous() });
    let analyse = |visitor: u32| {
        let head =
            format!("GET /analyse/events?game=othello HTTP/1.1\r\nhost: localhost\r\n{}\r\n\r\n", browser(visitor));
        arena.ask(head.as_bytes())
    };
    // More than any machine of these tests has threads, all of them busy for half a minute.
    let _busy: Vec<TcpStream> = (0..64).map(analyse).collect();
    let table = arena.begin(OTHELLO);
    let advice = arena.send(&request("GET", &format!("{}/advice", table.path), &[&browser(1_000)], ""));
    assert_eq!(advice.status, 200, "{}", advice.body);
    let own: Vec<TcpStream> = (0..3).map(|_| analyse(77)).collect();
    let last = until("a refusal", || {
        let mut seen = vec![0; 4_096];
        own.iter().find_map(|mut stream| {
            stream.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
            let length = stream.read(&mut seen).unwrap_or(0);
            let text = String::from_utf8_lossy(&seen[..length]).into_owned();
            text.contains("\"final\":true").then_some(text)
        })
    });
    assert!(last.contains("\"moves\":[]"), "{last}");
}

/// So many who never get to the end of what they send.
fn slow(arena: &Arena) -> Vec<TcpStream> {
    let post =
        "POST /edit.json HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{";
    let half = ["", "GET / HT", "GET / HTTP/1.1\r\nhost: loc", post];
    (0..300).map(|number| arena.ask(half[number % half.len()].as_bytes())).collect()
}

/// Asks for much and reads nothing: more than the system itself keeps for anybody.
fn greedy(arena: &Arena) -> TcpStream {
    let stream = arena.ask(b"");
    let wish = "GET /static/board.js HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(2_000);
    let mut sending = stream.try_clone().unwrap();
    // It comes to its end when everything was sent, or when the server has hung up.
    std::thread::spawn(move || sending.write_all(wish.as_bytes()));
    stream
}

#[test]
fn those_who_are_slow_leave_others_served() {
    let folder = tempfile::tempdir().unwrap();
    let patience = Patience { head: PATIENCE, body: PATIENCE, read: PATIENCE };
    let arena = limited(folder.path(), Limits { patience, ..generous() });
    let (slow, _greedy) = (slow(&arena), greedy(&arena));
    for path in ["/", "/watch", "/learn", "/games"] {
        assert_eq!(arena.get(path).status, 200, "{path}");
    }
    for mut stream in slow {
        stream.set_nonblocking(true).unwrap();
        let nothing_yet = stream.read(&mut [0]).unwrap_err();
        assert_eq!(nothing_yet.kind(), ErrorKind::WouldBlock, "all of them were there");
    }
}

#[test]
fn those_who_are_slow_are_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let brief = Duration::from_millis(700);
    let patience = Patience { head: brief, body: brief, read: brief };
    let arena = limited(folder.path(), Limits { patience, ..generous() });
    let (slow, mut greedy) = (slow(&arena), greedy(&arena));
    for mut stream in slow {
        let mut seen = String::new();
        let _ = stream.read_to_string(&mut seen);
        assert!(seen.is_empty() || seen.starts_with("HTTP/1.1 408"), "{seen}");
    }
    // Nobody has read a byte when the server hangs up on what it has not heard yet; what the system has kept is all there is.
    until("an end", || {
        let mut ended = [PollFd::new(&greedy, PollFlags::empty())];
        poll(&mut ended, Some(&Timespec::default())).unwrap();
        ended[0].revents().intersects(PollFlags::HUP | PollFlags::ERR).then_some(())
    });
    let mut seen = Vec::new();
    let _ = greedy.read_to_end(&mut seen);
    let script = until("the script", || Some(arena.get("/static/board.js")).filter(|answer| answer.status == 200));
    assert!(seen.len() < 2_000 * script.body.len(), "{} bytes", seen.len());
}

#[test]
fn an_address_has_its_share_of_connections() {
    let folder = tempfile::tempdir().unwrap();
    let arena = limited(folder.path(), Limits { connections_of_address: 20, ..generous() });
    let held: Vec<TcpStream> = (0..20).map(|_| support::connect_from(ELSEWHERE, arena.address)).collect();
    until("a refusal", || (arena.send_from(ELSEWHERE, &request("GET", "/", &[], "")).status == 0).then_some(()));
    assert_eq!(arena.get("/").status, 200, "others are served");
    drop(held);
    until("a place", || (arena.send_from(ELSEWHERE, &request("GET", "/", &[], "")).status == 200).then_some(()));
}

#[test]
fn behind_a_proxy_everybody_has_a_share_of_their_own_and_nobody_else_is_believed() {
    let folder = tempfile::tempdir().unwrap();
    let games_each = Share { visitor: 1, address: 1 };
    let limits = Limits { games_each, connections_of_address: 20, proxies: vec![ELSEWHERE.into()], ..generous() };
    let arena = limited(folder.path(), limits);
    let begun = |source, address: &str| {
        let lines = [FORM_LINE, &browser(1), &format!("x-forwarded-for: 10.0.0.1, {address}")];
        arena.send_from(source, &request("POST", "/games", &lines, OTHELLO)).status
    };
    let _held: Vec<TcpStream> = (0..40).map(|_| support::connect_from(ELSEWHERE, arena.address)).collect();
    assert_eq!(["192.0.2.1", "192.0.2.1", "192.0.2.2"].map(|address| begun(ELSEWHERE, address)), [303, 429, 303]);
    assert_eq!(["192.0.2.3", "192.0.2.4"].map(|address| begun(HOME, address)), [303, 429], "nobody else is believed");
}

#[test]
fn pages_of_other_sites_and_foreign_names_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { hosts: vec!["arena.example".to_owned()], ..generous() };
    let arena = limited(folder.path(), limits);
    let post = |lines: &[&str]| arena.send(&request("POST", "/games", &[&[FORM_LINE], lines].concat(), OTHELLO)).status;
    assert_eq!(post(&["origin: http://evil.example"]), 403);
    assert_eq!(post(&["origin: null"]), 403);
    assert_eq!(post(&["sec-fetch-site: cross-site"]), 403);
    assert_eq!(post(&["origin: http://localhost", "sec-fetch-site: same-origin"]), 303);
    assert_eq!(post(&["host: arena.example", "origin: https://arena.example"]), 303);
    let get = |host: &str| arena.send(&request("GET", "/", &[&format!("host: {host}")], "")).status;
    assert_eq!([get("evil.example"), get("arena.example"), get("127.0.0.1:8080"), get("[::1]")], [421, 200, 200, 200]);
    // A proxy may have looked at the one or the other.
    let twice = |first: &str, second: &str| arena.send(&request("GET", "/", &[first, second], "")).status;
    assert_eq!(twice("host: arena.example", "host: evil.example"), 421);
    assert_eq!(twice("host: arena.example", "host: arena.example"), 421);
    let whole = |path: &str| arena.send(&request("GET", path, &["host: arena.example"], "")).status;
    assert_eq!([whole("http://evil.example/"), whole("http://arena.example/")], [421, 200]);
    let told = arena.send(&request("GET", "/board.json?game=othello", &["host: evil.example"], ""));
    let error: Value = serde_json::from_str(&told.body).unwrap();
    assert!(error["error"].as_str().unwrap().contains("--host"), "{error}");
}

#[test]
fn what_promises_json_refuses_in_json_and_pages_refuse_in_pages() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let post =
        |path: &str, kind: &str, body: &str| arena.send(&request("POST", path, &[kind, "accept-language: fr"], body));
    let json = [
        arena.get("/board.json"),
        arena.get("/board.json?game=othello&seed=x"),
        arena.get("/learn/try.json"),
        arena.get("/learn/insight.json?game=othello"),
        arena.get("/game/x/record.json"),
        arena.get("/game/x/advice"),
        arena.get("/game/999/events"),
        arena.get("/nothing.json"),
        post("/edit.json", JSON_LINE, "{"),
        post("/edit.json", FORM_LINE, "game=othello"),
        post("/game/1/say", JSON_LINE, "7"),
        post("/board.json", JSON_LINE, "{}"),
        post("/game/x/review", JSON_LINE, ""),
    ];
    for (number, answer) in json.iter().enumerate() {
        assert!(answer.is_refusal(), "{number}: {}", answer.status);
        assert!(answer.headers["content-type"].starts_with("application/json"), "{number}: {:?}", answer.headers);
        let told: Value = serde_json::from_str(&answer.body).unwrap();
        assert!(told["error"].is_string(), "{number}: {told}");
    }
    assert!(json[8].body.contains("incompréhensible"), "{}", json[8].body);
    for path in ["/game/x", "/embed/999", "/embed/x", "/game/999", "/language/xx", "/tournament/none", "/learn/chess"] {
        let answer = arena.get(path);
        assert!(
            answer.is_refusal() && answer.headers["content-type"].starts_with("text/html"),
            "{path}: {:?}",
            answer.headers
        );
        assert!(!answer.body.contains("u64"), "{path}");
    }
}
