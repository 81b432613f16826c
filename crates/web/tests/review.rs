//! Reviews of finished games over plain HTTP: one for all who ask, none while a game goes on, and kept for good.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

use crate::support::{Arena, Seat};
use joute_games::content_hash;
use joute_store::{Access, StoreLocation};
use joute_testkit::wait::{PATIENCE, until};
use serde_json::{Value, json};

/// A short game between two people: two moves, and one gives up.
fn given_up(arena: &Arena) -> String {
    let seat = arena.begin("game=othello&opponent=friend&side=first&time=-&setup-othello=size%3D6");
    let path = seat.path.clone();
    assert_eq!(arena.post(&format!("{path}/review"), "text/plain", "", "").status, 403, "no help at the table");
    seat.say(&json!({ "move": "c2" }));
    seat.moves(1);
    assert_eq!(arena.post(&format!("{path}/review"), "text/plain", "", "").status, 403, "nor later");
    assert_eq!(arena.get(&format!("{path}/review/events")).status, 404);
    seat.say(&json!("resign"));
    until("the ending", || json_at(arena, &format!("{path}/record.json"))["ending"].is_object().then_some(()));
    path
}

fn json_at(arena: &Arena, path: &str) -> Value {
    serde_json::from_str(&arena.get(path).body).unwrap_or(Value::Null)
}

/// The events of a review until it is complete.
fn events(arena: &Arena, path: &str) -> Vec<Value> {
    let mut stream = TcpStream::connect(arena.address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    write!(stream, "GET {path}/review/events HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
    let mut told = Vec::new();
    for line in BufReader::new(stream).lines() {
        let line = line.unwrap();
        assert!(!line.contains(" 404 "), "{line}");
        let Some(data) = line.strip_prefix("data: ") else { continue };
        told.push(serde_json::from_str::<Value>(data).unwrap());
        if told.last().unwrap()["complete"] == true {
            break;
        }
    }
    told
}

#[test]
fn a_finished_game_is_reviewed_once_and_the_review_outlives_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let path = given_up(&arena);
    assert!(arena.get(&format!("{path}?replay")).body.contains("Computer review"));
    assert_eq!(json_at(&arena, &format!("{path}/replay.json"))["replays"][0].get("review"), None);
    let ask = || arena.post(&format!("{path}/review"), "text/plain", "", "").status;
    let answers = std::thread::scope(|scope| [scope.spawn(ask), scope.spawn(ask)].map(|one| one.join().unwrap()));
    assert!(answers.iter().all(|status| [200, 202].contains(status)), "{answers:?}");
    let told = events(&arena, &path);
    let last = told.last().unwrap();
    assert_eq!((last["complete"].clone(), last["values"].as_array().unwrap().len()), (json!(true), 2));
    assert_eq!(ask(), 200, "it is there already");
    assert_eq!(events(&arena, &path), std::slice::from_ref(last), "who comes later gets it at once");
    let whole = json_at(&arena, &format!("{path}/review.json"));
    assert_eq!(whole["plies"].as_array().unwrap().len(), 1);
    drop(arena);
    let arena = Arena::on(folder.path());
    assert_eq!(&json_at(&arena, &format!("{path}/replay.json"))["replays"][0]["review"], last);
    assert_eq!(json_at(&arena, &format!("{path}/review.json")), whole);
    assert!(!arena.get(&format!("{path}?replay")).body.contains("Computer review"), "nothing more to ask for");
}

#[test]
fn a_review_of_another_version_is_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    let path = given_up(&arena);
    drop(arena);
    let id = path.rsplit('/').next().unwrap().parse().unwrap();
    let store = StoreLocation::in_folder(folder.path());
    let record = store.open(Access::Create).unwrap().game(id).unwrap().unwrap();
    let key = content_hash(record.to_json().as_bytes());
    for junk in [json!({ "version": 0 }).to_string(), "nonsense".to_owned()] {
        store.open(Access::Create).unwrap().keep_review(&key, &junk).unwrap();
        let arena = Arena::on(folder.path());
        assert_eq!(arena.get(&format!("{path}/review.json")).status, 404);
        assert_eq!(json_at(&arena, &format!("{path}/replay.json"))["replays"][0].get("review"), None);
        assert_eq!(arena.post(&format!("{path}/review"), "text/plain", "", "").status, 202);
        assert_eq!(events(&arena, &path).last().unwrap()["complete"], true);
        drop(arena);
    }
}

#[test]
fn what_is_no_game_has_no_review() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    for number in ["0", "999", "-1", "99999999999999999999", "x"] {
        assert!(arena.post(&format!("/game/{number}/review"), "text/plain", "", "").is_refusal(), "{number}");
        assert!(arena.get(&format!("/game/{number}/review.json")).is_refusal(), "{number}");
        assert!(arena.get(&format!("/game/{number}/review/events")).is_refusal(), "{number}");
    }
    let seat: Seat<'_> = arena.begin("game=awale&opponent=1&side=first&time=-");
    assert_eq!(arena.get(&format!("{}/review.json", seat.path)).status, 404);
}
