//! Which version of a player plays: the latest that was accepted, in whatever order checks end, unless somebody has chosen another.

use std::fs;
use std::path::Path;

use crate::support::FORM;
use crate::support::class::{Class, generous, hand_in, players_page};
use crate::support::cups::keep_version;
use joute_store::{Access, StoreLocation};
use joute_web::Limits;

const PLAYER: &str = "ada/dove.wasm";

/// A version as the page of players says how it stands.
fn stands(number: u32, state: &str) -> String {
    format!("data-key=\"{PLAYER}/{number:06}\" data-state=\"class-state-{state}\"")
}

/// What plays on the ladder, where anything does.
fn playing(folder: &Path) -> Option<String> {
    fs::read_to_string(folder.join("class/submissions").join(PLAYER)).ok()
}

/// A class that checks two files at once, and somebody of it.
fn class_of_ada(folder: &Path) -> (Class, String) {
    let class = Class::with(folder, Limits { checks: 2, ..generous() });
    let ada = class.player("Ada");
    (class, ada)
}

#[test]
fn what_was_handed_in_last_plays_in_whatever_order_checks_end() {
    let folder = tempfile::tempdir().unwrap();
    let (class, ada) = class_of_ada(folder.path());
    let arena = &class.arena;
    let leave = folder.path().join("leave");
    assert_eq!(hand_in(arena, &ada, "dove.wasm", &format!("waits {}", leave.display())).status, 202);
    assert_eq!(hand_in(arena, &ada, "dove.wasm", "two").status, 202);
    players_page(arena, &ada, &stands(2, "playing"));
    fs::write(&leave, "").unwrap();
    let page = players_page(arena, &ada, &stands(1, "accepted"));
    assert!(page.contains(&stands(2, "playing")), "{page}");
    assert_eq!(playing(folder.path()).as_deref(), Some("two"));
}

#[test]
fn after_a_restart_the_latest_of_those_that_waited_plays() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("data")).unwrap();
    let store = StoreLocation::in_folder(&folder.path().join("data")).open(Access::Create).unwrap();
    (1..=3).for_each(|number| keep_version(folder.path(), &*store, PLAYER, number, "waiting", false));
    drop(store);
    let class = Class::on(folder.path());
    players_page(&class.arena, &class.teacher, &stands(1, "accepted"));
    players_page(&class.arena, &class.teacher, &stands(2, "accepted"));
    players_page(&class.arena, &class.teacher, &stands(3, "playing"));
}

#[test]
fn what_somebody_has_chosen_stays_when_a_version_is_accepted_that_waited() {
    let folder = tempfile::tempdir().unwrap();
    let (class, ada) = class_of_ada(folder.path());
    let arena = &class.arena;
    assert_eq!(hand_in(arena, &ada, "dove.wasm", "one").status, 202);
    players_page(arena, &ada, &stands(1, "playing"));
    let choices = [("activate", "number=1", Some("one")), ("withdraw", "", None)];
    for (number, (deed, form, plays)) in (2..).zip(choices) {
        let leave = folder.path().join(deed);
        assert_eq!(hand_in(arena, &ada, "dove.wasm", &format!("waits {}", leave.display())).status, 202);
        assert_eq!(arena.post(&format!("/class/player/{PLAYER}/{deed}"), FORM, &ada, form).status, 303);
        fs::write(&leave, "").unwrap();
        players_page(arena, &ada, &stands(number, "accepted"));
        assert_eq!(playing(folder.path()).as_deref(), plays, "{deed}");
    }
    // What comes afterwards plays by itself again.
    assert_eq!(hand_in(arena, &ada, "dove.wasm", "four").status, 202);
    players_page(arena, &ada, &stands(4, "playing"));
}
