//! Streams of events of a class: whoever may not listen any more hears nothing any more.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpStream;

use crate::support::class::{Class, hand_in, joined, players_page};
use crate::support::cups::{Gates, class_with_cups, with_versions};
use crate::support::{Arena, FORM, request};

/// Listens; as soon as something was heard.
fn listening(arena: &Arena, path: &str, cookie: &str) -> BufReader<TcpStream> {
    let mut stream = BufReader::new(arena.ask(&request("GET", path, &[&format!("cookie: {cookie}")], "")));
    let mut line = String::new();
    while !line.starts_with("event:") {
        line.clear();
        assert!(stream.read_line(&mut line).unwrap() > 0, "{path} ended at once");
    }
    stream
}

/// What is heard until it ends.
fn rest(mut stream: BufReader<TcpStream>) -> String {
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

#[test]
fn whoever_is_removed_or_signs_out_hears_nothing_more() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::on(folder.path());
    let arena = &class.arena;
    let other = joined(arena, &class.invitation("role=teacher&uses=1"), "Alan", "");
    let [ada, bob] = ["Ada", "Bob"].map(|name| class.player(name));
    let removed = listening(arena, "/class/players/events", &other);
    let [signed_out, everywhere] = [&ada, &bob].map(|cookie| listening(arena, "/class/players/events", cookie));
    let stays = listening(arena, "/class/players/events", &class.teacher);
    assert_eq!(arena.post("/class/people/alan/remove", FORM, &class.teacher, "").status, 303);
    assert_eq!(arena.post("/class/sign-out", FORM, &ada, "").status, 303);
    assert_eq!(arena.post("/class/account/sessions", FORM, &bob, "").status, 303);
    let eve = class.player("Eve");
    assert_eq!(hand_in(arena, &eve, "late.py", "print(1)").status, 202);
    players_page(arena, &class.teacher, "eve/late.py");
    for stream in [removed, signed_out, everywhere] {
        assert!(!rest(stream).contains("eve/late.py"));
    }
    assert!(stays.lines().map_while(Result::ok).any(|line| line.contains("eve/late.py")), "a teacher goes on hearing");
}

#[test]
fn a_class_that_is_closed_sends_outsiders_nothing_more() {
    let folder = tempfile::tempdir().unwrap();
    with_versions(folder.path(), &["ada/dove.py", "bob/ark.py"]);
    let class = class_with_cups(folder.path(), &Gates::waiting());
    let arena = &class.arena;
    class.open_to_outsiders(true);
    assert_eq!(arena.post("/class/cups", FORM, &class.teacher, "name=Cup&format=swiss&games=2").status, 303);
    let paths = ["/tournament/cup/events", "/tournaments/events", "/watch/events"];
    let outside = paths.map(|path| listening(arena, path, ""));
    let mut inside = listening(arena, "/tournament/cup/events", &class.teacher);
    class.open_to_outsiders(false);
    outside.into_iter().for_each(|stream| drop(rest(stream)));
    assert_eq!(arena.post("/tournament/cup/pause", FORM, &class.teacher, "").status, 303);
    assert!(inside.read_line(&mut String::new()).unwrap() > 0, "who belongs to the class goes on hearing");
}
