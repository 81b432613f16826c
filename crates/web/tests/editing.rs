//! The board editor's side of the server: boards are drawn from setups, painted in strokes, and say what is wrong in the
//! visitor's language; what can be played is played.

use crate::support::{Arena, FORM};
use serde_json::{Value, json};

/// What comes of an edit: the status and the answer.
fn edit_in(arena: &Arena, language: &str, edit: &Value) -> (u16, Value) {
    let body = edit.to_string();
    let head = format!(
        "POST /edit.json HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\naccept-language: {language}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    let answer = arena.send(&[head.as_bytes(), body.as_bytes()].concat());
    (answer.status, serde_json::from_str(&answer.body).unwrap_or(Value::String(answer.body)))
}

fn edited(arena: &Arena, edit: &Value) -> Value {
    let (status, answer) = edit_in(arena, "en", edit);
    assert_eq!(status, 200, "{edit}: {answer}");
    answer
}

fn refusal(arena: &Arena, edit: &Value) -> String {
    let (status, answer) = edit_in(arena, "en", edit);
    assert!((400..500).contains(&status), "{edit}: {answer}");
    answer["error"].as_str().unwrap_or_default().to_owned()
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
        let drawn = edited(&arena, &json!({ "game": game, "setup": setup }));
        assert_eq!((&drawn["can_play"], &drawn["can_analyse"]), (&json!(true), &json!(true)), "{game}");
        for pair in setup.split(',') {
            let (key, value) = pair.split_once('=').unwrap();
            assert_eq!(drawn["fields"][key], value, "{game}: the form shows what the setup says");
        }
        let brush = drawn["brushes"][1]["key"].as_str().unwrap();
        let stroke = json!({ "brush": brush, "parts": [1, 2] });
        let painted = edited(
            &arena,
            &json!({ "game": game, "setup": drawn["setup"], "position": drawn["position"],
            "strokes": [stroke], "turn": "second" }),
        );
        assert_ne!(painted["position"], drawn["position"], "{game}");
        assert_eq!((&painted["setup"], &painted["turn"]), (&drawn["setup"], &json!("second")));
        let moves = painted["board"]["moves"].as_array().unwrap();
        assert!(moves.iter().all(Value::is_null), "an editor offers no moves");
        // What was painted is a position for everybody else too.
        let form =
            form(&[("game", game), ("setup", text(&painted, "setup")), ("position", text(&painted, "position"))]);
        assert_eq!(arena.get(&format!("/board.json?{form}")).status, 200);
        let wish = format!("{form}&opponent=1&side=second&time=-");
        assert_eq!(arena.post("/games", FORM, "", &wish).status, 303, "{game}");
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
    assert_eq!(edited(&arena, &edit)["position"], "BBRR/B##R/PPPP/YYYY 1 0,15 - -");
    let cleared = json!({ "game": "othello", "position": null, "clear": true });
    let cleared = edited(&arena, &cleared);
    assert_eq!(cleared["position"], format!("{} X", "-".repeat(64)));
    assert_eq!((&cleared["can_play"], &cleared["can_analyse"]), (&json!(false), &json!(true)));
    assert!(text(&cleared, "note").contains("over"));
}

#[test]
fn what_is_no_position_yet_is_drawn_and_told_in_the_visitors_language() {
    let (_folder, arena) = arena();
    let stroke = json!([{ "brush": "#", "parts": [0] }]);
    let edit = json!({ "game": "flood", "setup": "width=4,seed=1", "strokes": stroke });
    let edited = edited(&arena, &edit);
    assert_eq!((&edited["can_play"], &edited["can_analyse"]), (&json!(false), &json!(false)));
    assert!(text(&edited, "note").starts_with("Player 1 starts on an obstacle"));
    let french = edit_in(&arena, "fr-FR", &edit).1;
    assert!(text(&french, "note").starts_with("Le joueur 1 part d’un obstacle"));
    assert!(french["brushes"].as_array().unwrap().iter().any(|brush| brush["label"] == "bleu"));
    let (_, wrong) = edit_in(&arena, "fr", &json!({ "game": "othello", "position": "x" }));
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
        refusal(&arena, &edit);
    }
    assert!(refusal(&arena, &json!({ "game": "chess" })).contains("no game is called"));
    let stroke =
        |brush: &str, part: u64| json!({ "game": "othello", "strokes": [{ "brush": brush, "parts": [part] }] });
    assert!(refusal(&arena, &stroke("X", 64)).contains("parts 0 to 63"));
    assert!(refusal(&arena, &stroke("pink", 0)).contains("X O -"));
    for setup in ["size=1000", "size=101"] {
        assert!(refusal(&arena, &json!({ "game": "seven-colours", "setup": setup })).contains("at most 10000"));
    }
    let rows = vec!["B".repeat(200); 200].join("/");
    let huge = json!({ "game": "flood", "position": format!("{rows} 1 0,1 - -") });
    assert!(refusal(&arena, &huge).contains("at most 10000"));
    assert!(refusal(&arena, &json!({ "game": "flood", "setup": "graph=donut,width=10" })).contains("divisible by 3"));
    assert!(refusal(&arena, &json!({ "game": "flood", "setup": "graph=/etc/passwd" })).contains("no file can be read"));
    assert_eq!(arena.post("/edit.json", "application/json", "", "{").status, 400);
    assert_eq!(arena.get("/editor?game=flood&position=%00").status, 200);
}
