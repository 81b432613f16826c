//! Tables at which somebody of a class plays against a player that was handed in.

use crate::support::class::{Class, hand_in, players_page};
use crate::support::{Answer, Arena, FORM, Seat};
use joute_testkit::wait::until;
use serde_json::json;

/// Begins a table against the first version of a file of ada's.
fn begin(arena: &Arena, cookie: &str, file: &str, side: &str) -> Answer {
    arena.post(&format!("/class/player/ada/{file}/1/play"), FORM, cookie, &format!("side={side}"))
}

/// The seat that somebody was given, together with who they are.
fn seat<'a>(arena: &'a Arena, who: &str, answer: &Answer) -> Seat<'a> {
    assert_eq!(answer.status, 303, "{}", answer.body);
    let cookie = format!("{who}; {}", answer.cookie());
    Seat { arena, path: answer.headers["location"].clone(), cookie }
}

/// A class in which ada has handed in a player, which was accepted.
fn class_with(folder: &std::path::Path, word: &str) -> (Class, String) {
    let class = Class::on(folder);
    let form = "name=Algorithms&open=yes&passwords=yes&game=othello+&move_ms=200";
    assert_eq!(class.arena.post("/class/settings", FORM, &class.teacher, form).status, 303);
    let ada = class.player("Ada");
    assert_eq!(hand_in(&class.arena, &ada, "dove.wasm", word).status, 202);
    players_page(&class.arena, &ada, "class-state-playing");
    (class, ada)
}

#[test]
fn one_plays_against_one_s_own_player_and_a_teacher_against_any() {
    let folder = tempfile::tempdir().unwrap();
    let (class, ada) = class_with(folder.path(), "good");
    let arena = &class.arena;
    for page in ["/class/players", "/class/player/ada/dove.wasm/1"] {
        assert!(arena.get_as(page, &ada).body.contains("action=\"/class/player/ada/dove.wasm/1/play\""), "{page}");
    }
    let table = seat(arena, &ada, &begin(arena, &ada, "dove.wasm", "second"));
    assert_eq!(table.moves(1).len(), 1, "the program begins");
    let page = table.page();
    assert!(page.contains("ada/dove.wasm 1") && page.contains("playable"), "{page}");
    let answer =
        table.frame()["board"]["moves"].as_array().unwrap().iter().find_map(|mv| mv.as_str().map(str::to_owned));
    assert_eq!(table.say(&json!({ "move": answer.unwrap() })).status, 200);
    table.moves(3);
    // A move is taken back, and the game goes on under another number.
    let next = table.say(&json!("undo"));
    assert_eq!(next.status, 200, "{}", next.body);
    let teacher = seat(arena, &class.teacher, &begin(arena, &class.teacher, "dove.wasm", "second"));
    teacher.moves(1);
    // Nobody else does, and nobody against what was not accepted.
    let eve = class.player("Eve");
    assert_eq!(begin(arena, &eve, "dove.wasm", "first").status, 403);
    assert_eq!(begin(arena, &ada, "owl.wasm", "first").status, 404);
    assert_eq!(hand_in(arena, &ada, "bad.py", "print(1)").status, 202);
    players_page(arena, &ada, "class-state-refused");
    assert_eq!(begin(arena, &ada, "bad.py", "first").status, 400);
    assert_eq!(begin(arena, "", "dove.wasm", "first").status, 401);
}

#[test]
fn each_person_has_one_table_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let (class, ada) = class_with(folder.path(), "good");
    let arena = &class.arena;
    let first = seat(arena, &ada, &begin(arena, &ada, "dove.wasm", "second"));
    first.moves(1);
    let second = seat(arena, &ada, &begin(arena, &ada, "dove.wasm", "second"));
    assert!(first.frame()["table"]["closed"].as_bool().unwrap(), "the one before is closed");
    second.moves(1);
    let other = seat(arena, &class.teacher, &begin(arena, &class.teacher, "dove.wasm", "second"));
    assert!(!second.frame()["table"]["closed"].as_bool().unwrap(), "those of others are not");
    assert_eq!(other.say(&json!("resign")).status, 200);
    other.ending();
    let again = other.say(&json!("rematch"));
    assert_eq!(again.status, 200, "{}", again.body);
}

#[test]
fn a_table_outlives_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let (class, ada) = class_with(folder.path(), "good");
    let table = seat(&class.arena, &ada, &begin(&class.arena, &ada, "dove.wasm", "second"));
    table.moves(1);
    let (path, cookie) = (table.path.clone(), table.cookie.clone());
    drop(class.arena);
    let arena = Class::again(folder.path());
    let table = Seat { arena: &arena, path, cookie };
    let first =
        table.frame()["board"]["moves"].as_array().unwrap().iter().find_map(|mv| mv.as_str().map(str::to_owned));
    assert_eq!(table.say(&json!({ "move": first.unwrap() })).status, 200);
    table.moves(3);
}

#[test]
fn what_a_program_writes_at_a_table_is_for_its_team() {
    let folder = tempfile::tempdir().unwrap();
    let (class, ada) = class_with(folder.path(), "fails");
    let arena = &class.arena;
    let table = seat(arena, &ada, &begin(arena, &ada, "dove.wasm", "second"));
    let path = &table.path;
    until("the ending", || arena.get(&format!("{path}/record.json")).body.contains("\"fault\"").then_some(()));
    let eve = class.player("Eve");
    for address in ["", "/record.json", "/replay.json", "?replay"] {
        let seen = |cookie: &str| arena.get_as(&format!("{path}{address}"), cookie).body.contains("the trace of");
        assert!(!seen("") && !seen(&eve), "{address}");
    }
    for own in [&ada, &class.teacher] {
        assert!(arena.get_as(&format!("{path}/record.json"), own).body.contains("the trace of a program"));
    }
}
