//! A class on a disk that keeps everybody waiting: what is begun is carried out, and those who come at the same moment do not get in each
//! other's way.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::support::class::{Class, api, class_options, generous, hand_in, joined, players_page, token_of};
use crate::support::cups::keep_version;
use crate::support::stores::{Disk, TroubledStore};
use crate::support::{Answer, Arena, FORM_LINE, JSON_LINE, request};
use joute_store::{Access, StoreLocation};
use joute_testkit::wait::until;
use joute_web::{Options, Server};
use serde_json::json;

/// A class on such a disk, which is well as yet.
fn troubled(folder: &Path, versions: &[(&str, u32, bool)]) -> (Class, Arc<TroubledStore>) {
    let place = folder.join("store");
    std::fs::create_dir_all(&place).unwrap();
    let store = StoreLocation::in_folder(&place).open(Access::Create).unwrap();
    for (player, number, is_active) in versions {
        keep_version(folder, &*store, player, *number, "accepted", *is_active);
    }
    let store = TroubledStore::new(store, Disk::Well);
    let options = Options { store: Some(Arc::clone(&store) as _), ..class_options(folder, generous()) };
    let server = Server::open(options).unwrap();
    let link = server.administrator_link().unwrap();
    let arena = Arena::of(server, Arc::default());
    let teacher = joined(&arena, &link, "Grace Hopper", "");
    (Class { arena, teacher }, store)
}

fn post(path: &str, cookie: &str, body: &str) -> Vec<u8> {
    request("POST", path, &[&format!("cookie: {cookie}"), FORM_LINE], body)
}

/// Asks for something that gets stuck on the disk.
fn stuck(class: &Class, store: &TroubledStore, asked: &[u8]) -> TcpStream {
    store.set(Disk::Stuck);
    let writes = store.writes.load(Ordering::SeqCst);
    let stream = class.arena.ask(asked);
    store.until_writes(writes + 1);
    stream
}

/// The server comes to everything that it was asked for before.
fn others_are_answered(class: &Class) {
    (0..50).for_each(|_| assert_eq!(class.arena.get("/class").status, 200));
}

fn answer(mut stream: TcpStream) -> Answer {
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    Answer::read(&text)
}

#[test]
fn what_was_handed_in_is_checked_also_where_whoever_sent_it_has_gone() {
    let folder = tempfile::tempdir().unwrap();
    let (class, store) = troubled(folder.path(), &[]);
    let ada = class.player("Ada");
    let sent = request("POST", "/class/submissions?file=dove.py", &[&format!("cookie: {ada}")], "print(1)");
    drop(stuck(&class, &store, &sent));
    others_are_answered(&class);
    store.set(Disk::Well);
    players_page(&class.arena, &ada, "class-state-refused");
}

#[test]
fn what_plays_is_changed_whole_and_written_down_also_where_whoever_asked_has_gone() {
    let folder = tempfile::tempdir().unwrap();
    let (class, store) = troubled(folder.path(), &[("ada/dove.py", 1, false), ("ada/dove.py", 2, true)]);
    let ada = class.player("Ada");
    for (path, form, what) in [("activate", "number=1", "activated"), ("withdraw", "", "withdrew")] {
        drop(stuck(&class, &store, &post(&format!("/class/player/ada/dove.py/{path}"), &ada, form)));
        others_are_answered(&class);
        store.set(Disk::Well);
        let audit = || class.arena.get_as("/api/v1/audit?most=1", &class.teacher).body;
        until("what was done", || audit().contains(what).then_some(()));
    }
    let page = players_page(&class.arena, &ada, "ada/dove.py/000001");
    assert!(!page.contains("class-state-playing"), "{page}");
}

#[test]
fn two_teachers_who_remove_each_other_leave_one() {
    let folder = tempfile::tempdir().unwrap();
    let (class, store) = troubled(folder.path(), &[]);
    let alan = joined(&class.arena, &class.invitation("role=teacher&uses=1"), "Alan", "");
    let first = stuck(&class, &store, &post("/class/people/alan/remove", &class.teacher, ""));
    let second = class.arena.ask(&post("/class/people/grace-hopper/remove", &alan, ""));
    others_are_answered(&class);
    store.set(Disk::Well);
    assert_eq!(answer(first).status, 303);
    assert!(answer(second).is_refusal());
    assert_eq!(class.arena.get_as("/class/people", &class.teacher).status, 200);
}

#[test]
fn nobody_comes_into_a_team_that_is_being_dissolved() {
    let folder = tempfile::tempdir().unwrap();
    let (class, store) = troubled(folder.path(), &[]);
    let link = class.invitation("role=player&uses=5&team=reds");
    joined(&class.arena, &link, "Ruby", "");
    let removed = stuck(&class, &store, &post("/class/people/ruby/remove", &class.teacher, ""));
    let comes = class.arena.ask(&post(&link, "", "name=Rose"));
    others_are_answered(&class);
    store.set(Disk::Well);
    assert_eq!((answer(removed).status, answer(comes).status), (303, 404));
}

#[test]
fn two_who_change_different_settings_both_do() {
    let folder = tempfile::tempdir().unwrap();
    let (class, store) = troubled(folder.path(), &[]);
    let cookie = format!("cookie: {}", class.teacher);
    let wish = |text: &str| request("PATCH", "/api/v1/class", &[&cookie, JSON_LINE], text);
    let first = stuck(&class, &store, &wish(r#"{"name":"Games"}"#));
    let second = class.arena.ask(&wish(r#"{"move_ms":300}"#));
    others_are_answered(&class);
    store.set(Disk::Well);
    assert_eq!((answer(first).status, answer(second).status), (200, 200));
    let token = token_of(&class.arena, &class.teacher);
    let told = api(&class.arena, "GET", "class", &token, "").1;
    assert_eq!((&told["name"], &told["move_ms"]), (&json!("Games"), &json!(300)));
}

#[test]
fn what_everybody_may_read_costs_nothing_of_the_store() {
    let folder = tempfile::tempdir().unwrap();
    let (class, store) = troubled(folder.path(), &[]);
    let before = store.read_of("session");
    assert_eq!(class.arena.get_as("/static/site.css", &class.teacher).status, 200);
    assert_eq!(store.read_of("session"), before);
    assert_eq!(class.arena.get_as("/class", &class.teacher).status, 200);
    assert_eq!(store.read_of("session"), before + 1);
}

#[test]
fn those_who_look_at_the_same_players_cost_the_store_as_much_as_one() {
    const MANY: usize = 40;
    let folder = tempfile::tempdir().unwrap();
    let (class, store) = troubled(folder.path(), &[("bob/ark.py", 1, true)]);
    let ada = class.player("Ada");
    let line = format!("cookie: {ada}");
    let listen = |_| BufReader::new(class.arena.ask(&request("GET", "/class/players/events", &[&line], "")));
    let until_says = |stream: &mut BufReader<TcpStream>, text: &str| {
        let said = stream.by_ref().lines().map_while(Result::ok).any(|line| line.contains(text));
        assert!(said, "the stream ended before {text}");
    };
    let mut streams: Vec<_> = (0..MANY).map(listen).collect();
    streams.iter_mut().for_each(|stream| until_says(stream, "data:"));
    let before = store.read_of("submission");
    assert_eq!(hand_in(&class.arena, &ada, "dove.py", "print(1)").status, 202);
    streams.iter_mut().for_each(|stream| until_says(stream, "class-state-refused"));
    let read = store.read_of("submission") - before;
    assert!(read < MANY, "{read} reads for {MANY} who look");
}
