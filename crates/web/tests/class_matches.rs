//! Matches that people of a class begin, as far as their files say: there is nobody here who plays them.

use std::fs;
use std::sync::Arc;

use crate::support::class::{class_options, generous, hand_in, joined, link_of, players_page};
use crate::support::{Arena, FORM};
use joute_web::{Options, Prepare, Server};

/// A server that says what it would play, and its teacher.
fn class_that_tells(folder: &std::path::Path) -> (Arena, String) {
    let tells: Prepare = Box::new(|path| Err(fs::read_to_string(path).unwrap_or_default()));
    let options = Options { prepare: Some(tells), ..class_options(folder, generous()) };
    let server = Server::open(options).unwrap();
    let link = server.administrator_link().unwrap();
    let arena = Arena::of(server, Arc::default());
    let teacher = joined(&arena, &link, "Grace", "");
    (arena, teacher)
}

#[test]
fn a_match_is_played_by_the_version_that_plays() {
    let folder = tempfile::tempdir().unwrap();
    let (arena, teacher) = class_that_tells(folder.path());
    for (version, word) in ["one", "two", "three"].into_iter().enumerate() {
        assert_eq!(hand_in(&arena, &teacher, "dove.wasm", word).status, 202);
        let key = format!("data-key=\"grace/dove.wasm/{:06}\" data-state=\"class-state-playing\"", version + 1);
        players_page(&arena, &teacher, &key);
    }
    let played = || {
        let told = arena.post("/class/player/grace/dove.wasm/match", FORM, &teacher, "opponent=level-1");
        assert_eq!(told.status, 400);
        (1..=3).find(|version| told.body.contains(&format!("00000{version}/dove.wasm"))).unwrap()
    };
    assert_eq!(played(), 3);
    assert_eq!(arena.post("/class/player/grace/dove.wasm/activate", FORM, &teacher, "number=1").status, 303);
    assert_eq!(played(), 1);
    assert_eq!(arena.post("/class/player/grace/dove.wasm/withdraw", FORM, &teacher, "").status, 303);
    assert_eq!(played(), 3, "of what was taken out the latest");
}

#[test]
fn whoever_may_begin_no_tournament_is_offered_no_form() {
    let folder = tempfile::tempdir().unwrap();
    let (arena, teacher) = class_that_tells(folder.path());
    let link = link_of(&arena.post("/class/invitations", FORM, &teacher, "role=player&uses=1"));
    let ada = joined(&arena, &link, "Ada", "");
    assert_eq!(arena.post("/class/settings", FORM, &teacher, "name=Algorithms&open=yes").status, 303);
    let offers = |cookie: &str| arena.get_as("/tournaments", cookie).body.contains("action=\"/tournaments\"");
    assert_eq!([offers(&teacher), offers(&ada), offers("")], [true, false, false]);
}
