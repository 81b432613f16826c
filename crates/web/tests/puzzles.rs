//! Puzzles, analysis, previews and export over plain HTTP: what the server judges, and what it says to those who ask nonsense.

use crate::support::Arena;
use serde_json::Value;

fn arena() -> (tempfile::TempDir, Arena) {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    (folder, arena)
}

fn told(arena: &Arena, path: &str) -> Value {
    let answer = arena.get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    serde_json::from_str(&answer.body).unwrap()
}

/// Moves that can be played on a board as pages get it.
fn legal(board: &Value) -> Vec<String> {
    let parts = board["moves"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let buttons = board["buttons"].as_array().into_iter().flatten().filter(|button| button["legal"] == true);
    let mut all: Vec<String> =
        parts.chain(buttons.filter_map(|button| button["move"].as_str())).map(str::to_owned).collect();
    all.sort();
    all.dedup();
    all
}

#[test]
fn a_puzzle_of_every_game_is_shown_tried_and_solved() {
    let (_folder, arena) = arena();
    for game in ["seven-colours", "flood", "othello", "awale"] {
        let puzzle = told(&arena, &format!("/puzzle.json?game={game}&rating=1200&seed=7"));
        assert_eq!(puzzle["game"], game);
        let id = &puzzle["id"];
        let moves = legal(&puzzle["board"]);
        assert!(moves.len() >= 3, "{game}: {moves:?}");
        let solution = told(&arena, &format!("/puzzle/solution.json?id={id}"));
        let right = solution["line"][0].as_str().unwrap();
        assert_eq!(solution["boards"].as_array().unwrap().len(), solution["line"].as_array().unwrap().len());
        let done = told(&arena, &format!("/puzzle/try.json?id={id}&move={right}"));
        assert_eq!((&done["done"], &done["reply"]), (&Value::Bool(true), &Value::Null), "{game} {done}");
        let wrong = moves.iter().find(|mv| *mv != right).unwrap();
        let missed = told(&arena, &format!("/puzzle/try.json?id={id}&move={wrong}"));
        assert_eq!(missed["done"], false);
        assert!(missed["said"].as_str().unwrap().starts_with(wrong.as_str()), "{missed}");
        assert!(legal(&missed["board"]).is_empty(), "another try begins at the beginning");
        let analysis = arena.get(solution["analysis"].as_str().unwrap());
        assert_eq!(analysis.status, 200);
        assert_eq!(arena.get(&format!("/puzzles/{id}")).status, 200);
    }
}

#[test]
fn the_puzzle_of_a_day_is_the_same_for_everybody() {
    let (_folder, arena) = arena();
    let of_day = |day: u32| told(&arena, &format!("/puzzle.json?day={day}"))["id"].clone();
    assert_eq!(of_day(20_000), of_day(20_000));
    assert_ne!(of_day(20_000), of_day(20_001));
}

#[test]
fn who_asks_for_what_is_not_there_hears_it_in_words() {
    let (_folder, arena) = arena();
    for (path, status) in [
        ("/puzzles/0", 404),
        ("/puzzles/x", 404),
        ("/puzzle.json?id=99999999", 404),
        ("/puzzle.json?game=chess", 404),
        ("/puzzle/try.json?id=1&move=nonsense", 400),
        ("/puzzle/solution.json?id=0", 404),
        ("/game/999/preview.png", 404),
        ("/game/999/export/json", 404),
        ("/preview.png?game=chess", 404),
    ] {
        let answer = arena.get(path);
        assert_eq!(answer.status, status, "{path}: {}", answer.body);
        assert!(!answer.body.contains("Cannot parse"), "{path}: {}", answer.body);
    }
}

#[test]
fn a_board_says_what_its_beginning_is_called() {
    let (_folder, arena) = arena();
    let opening = |moves: &str| told(&arena, &format!("/board.json?game=othello&moves={moves}"))["opening"].clone();
    assert_eq!(opening("f5%20d6%20c3%20d3%20c4"), "Tiger");
    assert_eq!(opening("f5%20d6%20c3%20d3%20c4%20f4"), "Tiger", "what comes after it still is one");
    assert_eq!(opening("f5"), Value::Null);
}

#[test]
fn a_game_has_a_picture_for_links_and_is_exported_in_every_format_that_holds_it() {
    let (_folder, arena) = arena();
    let seat = arena.begin("game=othello&setup-othello=&opponent=1&side=first&time=-");
    let path = seat.path.split('?').next().unwrap().to_owned();
    let page = arena.get(&path);
    let picture = format!("http://localhost{path}/preview.png");
    assert!(page.body.contains(&format!("<meta property=\"og:image\" content=\"{picture}\"")), "{}", page.body);
    assert_eq!(arena.get(&format!("{path}/preview.png")).headers["content-type"], "image/png");
    assert_eq!(arena.get("/preview.png?game=awale&moves=F").headers["content-type"], "image/png");
    for format in ["json", "transcript", "ggf", "obf", "wthor"] {
        let answer = arena.get(&format!("{path}/export/{format}"));
        assert!(answer.status == 200 || answer.status == 400, "{format}: {}", answer.body);
        assert!(!answer.body.is_empty());
    }
    assert_eq!(arena.get(&format!("{path}/export/pgn")).status, 404);
    assert_eq!(arena.get(&format!("{path}/export/ogn")).status, 400, "that is for another game");
    assert!(arena.get("/").body.contains("data-unfinished"), "the browser says which games it plays");
}
