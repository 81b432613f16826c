//! The board editor's side of the server: boards are drawn from setups, painted in strokes, and say what is wrong in the
//! visitor's language; what can be played is played.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use joute_players::Workshop;
use joute_sandbox::Launcher;
use joute_web::{Options, Server};
use serde_json::{Value, json};

/// A server on a thread of its own.
struct Arena {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Arena {
    fn on(folder: &Path) -> Arena {
        let workshop = Workshop::new(Launcher::new("/nowhere"), "/");
        let options = Options { address: ([127, 0, 0, 1], 0).into(), folder: folder.to_owned(), workshop };
        let server = Server::open(options).unwrap();
        let address = server.address().unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let thread = std::thread::spawn(move || server.run(&flag).unwrap());
        Arena { address, stop, thread: Some(thread) }
    }

    /// The status and the body of an answer.
    fn ask(&self, method: &str, path: &str, kind: &str, language: &str, body: &str) -> (u16, String) {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\naccept-language: {language}\r\n\
             content-type: {kind}\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let _ = stream.write_all(&[head.as_bytes(), body.as_bytes()].concat());
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    fn edit_in(&self, language: &str, edit: &Value) -> (u16, Value) {
        let (status, body) = self.ask("POST", "/edit.json", "application/json", language, &edit.to_string());
        (status, serde_json::from_str(&body).unwrap_or(Value::String(body)))
    }

    fn edit(&self, edit: &Value) -> Value {
        let (status, answer) = self.edit_in("en", edit);
        assert_eq!(status, 200, "{edit}: {answer}");
        answer
    }

    fn refusal(&self, edit: &Value) -> String {
        let (status, answer) = self.edit_in("en", edit);
        assert!((400..500).contains(&status), "{edit}: {answer}");
        answer["error"].as_str().unwrap_or_default().to_owned()
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn arena() -> (tempfile::TempDir, Arena) {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    (folder, arena)
}

#[test]
fn every_game_is_drawn_with_its_brushes_and_painted() {
    let (_folder, arena) = arena();
    let boards = [
        ("seven-colours", "size=8,obstacles=10,seed=4"),
        ("flood", "graph=square,width=8,seed=4"),
        ("flood", "graph=donut,width=6,seed=4"),
        ("flood", "graph=hgraph,width=6,seed=4"),
        ("flood", "graph=torus,width=8,colouring=symmetric,seed=4"),
        ("othello", "size=6"),
        ("awale", "rules=kalah"),
    ];
    for (game, setup) in boards {
        let drawn = arena.edit(&json!({ "game": game, "setup": setup }));
        assert_eq!((&drawn["can_play"], &drawn["can_analyse"]), (&json!(true), &json!(true)), "{game}");
        for pair in setup.split(',') {
            let (key, value) = pair.split_once('=').unwrap();
            assert_eq!(drawn["fields"][key], value, "{game}: the form shows what the setup says");
        }
        let brush = drawn["brushes"][1]["key"].as_str().unwrap();
        let stroke = json!({ "brush": brush, "parts": [1, 2] });
        let painted = arena.edit(&json!({ "game": game, "setup": drawn["setup"], "position": drawn["position"],
            "strokes": [stroke], "turn": "second" }));
        assert_ne!(painted["position"], drawn["position"], "{game}");
        assert_eq!((&painted["setup"], &painted["turn"]), (&drawn["setup"], &json!("second")));
        let moves = painted["board"]["moves"].as_array().unwrap();
        assert!(moves.iter().all(Value::is_null), "an editor offers no moves");
        // What was painted is a position for everybody else too.
        let form =
            form(&[("game", game), ("setup", text(&painted, "setup")), ("position", text(&painted, "position"))]);
        assert_eq!(arena.ask("GET", &format!("/board.json?{form}"), "-", "en", "").0, 200);
        let wish = format!("{form}&opponent=1&side=second&time=-");
        assert_eq!(arena.ask("POST", "/games", "application/x-www-form-urlencoded", "en", &wish).0, 303, "{game}");
    }
}

fn text<'a>(answer: &'a Value, key: &str) -> &'a str {
    answer[key].as_str().unwrap()
}

fn form(pairs: &[(&str, &str)]) -> String {
    let escaped = |text: &str| text.bytes().map(|byte| format!("%{byte:02X}")).collect::<String>();
    pairs.iter().map(|(key, value)| format!("{key}={}", escaped(value))).collect::<Vec<_>>().join("&")
}

#[test]
fn one_request_paints_many_strokes_and_fills_regions() {
    let (_folder, arena) = arena();
    let position = "BBRR/BBRR/GGGG/YYYY 1 0,15 - -";
    let strokes = json!([{ "brush": "#", "parts": [5, 6] }, { "brush": "P", "parts": [8], "fill": true }]);
    let edit =
        json!({ "game": "flood", "setup": "width=4,colours=8,seed=1", "position": position, "strokes": strokes });
    assert_eq!(arena.edit(&edit)["position"], "BBRR/B##R/PPPP/YYYY 1 0,15 - -");
    let cleared = json!({ "game": "othello", "position": null, "clear": true });
    let cleared = arena.edit(&cleared);
    assert_eq!(cleared["position"], format!("{} X", "-".repeat(64)));
    assert_eq!((&cleared["can_play"], &cleared["can_analyse"]), (&json!(false), &json!(true)));
    assert!(text(&cleared, "note").contains("over"));
}

#[test]
fn what_is_no_position_yet_is_drawn_and_told_in_the_visitors_language() {
    let (_folder, arena) = arena();
    let stroke = json!([{ "brush": "#", "parts": [0] }]);
    let edit = json!({ "game": "flood", "setup": "width=4,seed=1", "strokes": stroke });
    let edited = arena.edit(&edit);
    assert_eq!((&edited["can_play"], &edited["can_analyse"]), (&json!(false), &json!(false)));
    assert!(text(&edited, "note").starts_with("Player 1 starts on an obstacle"));
    let french = arena.edit_in("fr-FR", &edit).1;
    assert!(text(&french, "note").starts_with("Le joueur 1 part d’un obstacle"));
    assert!(french["brushes"].as_array().unwrap().iter().any(|brush| brush["label"] == "bleu"));
    let (_, wrong) = arena.edit_in("fr", &json!({ "game": "othello", "position": "x" }));
    assert!(text(&wrong, "error").contains("on attend"));
}

#[test]
fn whatever_is_asked_for_is_answered() {
    let (_folder, arena) = arena();
    for edit in [
        json!({}),
        json!([]),
        json!({ "game": 7 }),
        json!({ "game": "othello", "strokes": [{ "brush": "X", "parts": [-1] }] }),
        json!({ "game": "othello", "turn": "third" }),
    ] {
        arena.refusal(&edit);
    }
    assert!(arena.refusal(&json!({ "game": "chess" })).contains("no game is called"));
    let stroke =
        |brush: &str, part: u64| json!({ "game": "othello", "strokes": [{ "brush": brush, "parts": [part] }] });
    assert!(arena.refusal(&stroke("X", 64)).contains("parts 0 to 63"));
    assert!(arena.refusal(&stroke("pink", 0)).contains("X O -"));
    for setup in ["size=1000", "size=101"] {
        assert!(arena.refusal(&json!({ "game": "seven-colours", "setup": setup })).contains("at most 10000"));
    }
    let rows = vec!["B".repeat(200); 200].join("/");
    let huge = json!({ "game": "flood", "position": format!("{rows} 1 0,1 - -") });
    assert!(arena.refusal(&huge).contains("at most 10000"));
    assert!(arena.refusal(&json!({ "game": "flood", "setup": "graph=donut,width=10" })).contains("divisible by 3"));
    assert!(arena.refusal(&json!({ "game": "flood", "setup": "graph=/etc/passwd" })).contains("no file can be read"));
    assert_eq!(arena.ask("POST", "/edit.json", "application/json", "en", "{").0, 400);
    assert_eq!(arena.ask("GET", "/editor?game=flood&position=%00", "-", "en", "").0, 200);
}
