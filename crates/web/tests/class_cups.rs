//! Cups and matches of a class, whatever happens to those who play in them, who begin them, and to the server.

use std::io::Read;
use std::net::TcpStream;
use std::path::Path;

use crate::support::class::Class;
use crate::support::cups::{Gates, again, again_after, class_with_cups, class_with_matches, version, with_versions};
use crate::support::{Answer, FORM, FORM_LINE, request};
use joute_store::{DocumentChange, Write};
use joute_testkit::wait::until;
use serde_json::Value;

const PLAYERS: [&str; 3] = ["ada/dove.py", "bob/ark.py", "eve/evil.py"];

/// A class of three students who have handed in.
fn begun(folder: &Path, gates: &Gates) -> Class {
    with_versions(folder, &PLAYERS);
    let class = class_with_cups(folder, gates);
    ["Ada", "Bob", "Eve"].iter().for_each(|name| drop(class.player(name)));
    class
}

fn cup(class: &Class) -> Answer {
    class.arena.post("/class/cups", FORM, &class.teacher, "name=Cup&format=swiss&games=2")
}

fn post(class: &Class, path: &str) -> Answer {
    class.arena.post(path, FORM, &class.teacher, "")
}

/// What comes back of something that was asked for.
fn read(mut stream: TcpStream) -> Answer {
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    Answer::read(&text)
}

/// A tournament as programs see it, as soon as it stands so.
fn until_is(class: &Class, name: &str, state: &str) -> Value {
    until(&format!("{name} is {state}"), || {
        let told = told(class, name)?;
        (told["event"]["state"] == state).then_some(told)
    })
}

fn told(class: &Class, name: &str) -> Option<Value> {
    let answer = class.arena.get_as(&format!("/api/v1/tournaments/{name}"), &class.teacher);
    (answer.status == 200).then(|| serde_json::from_str(&answer.body).unwrap())
}

fn is_there(folder: &Path, player: &str) -> bool {
    folder.join("class").join(version(player, 1)).exists()
}

#[test]
fn whoever_is_removed_plays_the_cup_to_its_end_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let gates = Gates::waiting();
    let class = begun(folder.path(), &gates);
    assert_eq!(cup(&class).status, 303);
    until_is(&class, "cup", "running");
    assert_eq!(post(&class, "/class/people/eve/remove").status, 303);
    assert!(is_there(folder.path(), "eve/evil.py"), "the cup plays with it");
    assert_eq!(post(&class, "/tournament/cup/pause").status, 303);
    until_is(&class, "cup", "paused");
    let gone_on = post(&class, "/tournament/cup/go-on");
    assert_eq!(gone_on.status, 303, "{}", gone_on.body);
    // A server that was stopped meanwhile goes on as well.
    let class = again(folder.path(), class, &gates);
    until_is(&class, "cup", "running");
    assert_eq!(cup(&class).status, 303);
    let next = until_is(&class, "cup-2", "running");
    assert_eq!(next["standings"].as_array().unwrap().len(), 2, "{next}");
    Gates::open(&gates.play);
    let over = until_is(&class, "cup", "finished");
    assert!(over["standings"].to_string().contains("eve/evil.py"), "{over}");
    until_is(&class, "cup-2", "finished");
    // What nothing plays with any more goes with the next who leaves, if not before.
    assert_eq!(post(&class, "/class/people/bob/remove").status, 303);
    assert!(["eve/evil.py", "bob/ark.py"].iter().all(|player| !is_there(folder.path(), player)));
    assert!(is_there(folder.path(), "ada/dove.py"));
}

#[test]
fn a_cup_is_begun_and_written_down_when_whoever_began_it_has_gone() {
    let folder = tempfile::tempdir().unwrap();
    let gates = Gates::default();
    let class = begun(folder.path(), &gates);
    let cookie = format!("cookie: {}", class.teacher);
    let asked = request("POST", "/class/cups", &[&cookie, FORM_LINE], "name=Cup&format=swiss&games=2");
    let asked = class.arena.ask(&asked);
    until("the file", || folder.path().join("class/cups/1.toml").exists().then_some(()));
    drop(asked);
    // The server hears of it with what else it does.
    (0..50).for_each(|_| assert_eq!(class.arena.get("/class").status, 200));
    Gates::open(&gates.ready);
    until_is(&class, "cup", "running");
    let audit = || class.arena.get_as("/class/audit", &class.teacher).body;
    until("what was done", || audit().contains("<td>cup</td>").then_some(()));
    let class = again(folder.path(), class, &gates);
    until_is(&class, "cup", "running");
}

#[test]
fn others_are_steered_while_a_cup_is_made_ready() {
    let folder = tempfile::tempdir().unwrap();
    let gates = Gates::waiting();
    let class = begun(folder.path(), &gates);
    assert_eq!(cup(&class).status, 303);
    until_is(&class, "cup", "running");
    Gates::close(&gates.ready);
    let cookie = format!("cookie: {}", class.teacher);
    let asked = request("POST", "/class/cups", &[&cookie, FORM_LINE], "name=Cup&format=swiss&games=2");
    let second = class.arena.ask(&asked);
    until("the file", || folder.path().join("class/cups/2.toml").exists().then_some(()));
    assert_eq!(post(&class, "/tournament/cup/end").status, 303);
    until_is(&class, "cup", "ended");
    assert!(told(&class, "cup-2").is_none());
    Gates::open(&gates.ready);
    assert_eq!(read(second).status, 303);
    until_is(&class, "cup-2", "running");
}

#[test]
fn those_who_begin_matches_at_the_same_moment_begin_no_more_than_may_be_played() {
    let folder = tempfile::tempdir().unwrap();
    with_versions(folder.path(), &PLAYERS);
    let gates = Gates::default();
    let class = class_with_matches(folder.path(), &gates, 1);
    let cookies = ["Ada", "Bob", "Eve"].map(|name| class.player(name));
    let asked = |(player, cookie): (&str, &String)| {
        let lines = [&*format!("cookie: {cookie}"), FORM_LINE];
        class.arena.ask(&request("POST", &format!("/class/player/{player}/match"), &lines, "opponent=level-1"))
    };
    let asked: Vec<TcpStream> = PLAYERS.into_iter().zip(&cookies).map(asked).collect();
    until("the file", || folder.path().join("class/matches/1.toml").exists().then_some(()));
    // The server hears of all of them with what else it does.
    (0..50).for_each(|_| assert_eq!(class.arena.get("/class").status, 200));
    Gates::open(&gates.ready);
    let mut statuses: Vec<u16> = asked.into_iter().map(|stream| read(stream).status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 429, 429]);
}

#[test]
fn a_cup_of_which_nothing_was_written_down_is_shown_and_paused() {
    let folder = tempfile::tempdir().unwrap();
    let gates = Gates::waiting();
    let class = begun(folder.path(), &gates);
    assert_eq!(cup(&class).status, 303);
    let class = again_after(folder.path(), class, &gates, |store| {
        let kept = store.document("tournament", "cups/1.toml").unwrap().unwrap();
        store.apply(&[Write::Document(DocumentChange::delete("tournament", &kept))]).unwrap();
    });
    until_is(&class, "cup", "paused");
    assert_eq!(post(&class, "/tournament/cup/go-on").status, 303);
    Gates::open(&gates.play);
    until_is(&class, "cup", "finished");
}

#[test]
fn a_cup_that_was_never_made_ready_is_begun_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let gates = Gates::waiting();
    let class = begun(folder.path(), &gates);
    assert_eq!(cup(&class).status, 303);
    let results = folder.path().join("class/cups/1");
    // As if the server had been killed before.
    let class = again_after(folder.path(), class, &gates, |_| std::fs::remove_dir_all(&results).unwrap());
    until_is(&class, "cup", "running");
}

#[test]
fn a_round_that_is_refused_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let gates = Gates::waiting();
    Gates::open(&gates.play);
    let class = begun(folder.path(), &gates);
    assert_eq!(cup(&class).status, 303);
    until_is(&class, "cup", "finished");
    let [file, versions] = ["cups/1.toml", "versions/eve"].map(|name| folder.path().join("class").join(name));
    let text = || std::fs::read_to_string(&file).unwrap();
    let before = text();
    let away = folder.path().join("away");
    std::fs::rename(&versions, &away).unwrap();
    for _ in 0..3 {
        assert_eq!(post(&class, "/tournament/cup/extend").status, 400);
        assert_eq!(text(), before);
    }
    std::fs::rename(&away, &versions).unwrap();
    assert_eq!(post(&class, "/tournament/cup/extend").status, 303);
    assert_ne!(text(), before);
}

#[test]
fn a_cup_that_was_ended_is_over_for_good_and_needs_nobody_s_player() {
    let folder = tempfile::tempdir().unwrap();
    let gates = Gates::waiting();
    let class = begun(folder.path(), &gates);
    let ada = class.player("Ada Lovelace");
    assert_eq!(cup(&class).status, 303);
    until_is(&class, "cup", "running");
    assert!(class.arena.get_as("/tournament/cup", &class.teacher).body.contains("action=\"/tournament/cup/end\""));
    assert_eq!(class.arena.post("/tournament/cup/end", FORM, &ada, "").status, 403);
    assert_eq!(post(&class, "/class/people/eve/remove").status, 303);
    assert!(is_there(folder.path(), "eve/evil.py"), "the cup plays with it");
    assert_eq!(post(&class, "/tournament/cup/end").status, 303);
    until_is(&class, "cup", "ended");
    for again in ["go-on", "extend", "end"] {
        assert_eq!(post(&class, &format!("/tournament/cup/{again}")).status, 400, "{again}");
    }
    let audit = class.arena.get_as("/class/audit", &class.teacher).body;
    assert!(audit.contains("<td>ended</td><td>cup</td>"), "{audit}");
    let class = again(folder.path(), class, &gates);
    until_is(&class, "cup", "ended");
    assert_eq!(post(&class, "/tournament/cup/go-on").status, 400);
    assert!(!class.arena.get_as("/class", &class.teacher).body.contains("/tournament/cup\""), "it is not played");
    until("what eve handed in to go", || (!is_there(folder.path(), "eve/evil.py")).then_some(()));
}

#[test]
fn a_cup_that_cannot_go_on_is_shown_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let gates = Gates::waiting();
    let class = begun(folder.path(), &gates);
    assert_eq!(cup(&class).status, 303);
    std::fs::remove_dir_all(folder.path().join("class/versions/eve")).unwrap();
    let class = again(folder.path(), class, &gates);
    let stopped = until_is(&class, "cup", "stopped");
    assert_eq!(stopped["standings"].as_array().unwrap().len(), 3, "{stopped}");
    let page = class.arena.get_as("/tournament/cup", &class.teacher).body;
    assert!(page.contains("entity not found"), "{page}");
    assert!(!page.contains(folder.path().to_str().unwrap()), "{page}");
    let page = class.arena.get_as("/tournament/cup", &class.player("Ida")).body;
    assert!(page.contains("is-stopped") && !page.contains("entity not found"), "{page}");
}
