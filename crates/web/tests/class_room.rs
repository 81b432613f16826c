//! What a team may have of everything, and that its oldest goes when there is more.

use std::path::Path;

use crate::support::class::{Class, hand_in, players_page};
use crate::support::cups::{Gates, again, again_after, class_with_cups, keep_version, version, with_versions};
use crate::support::{Answer, FORM};
use joute_testkit::wait::until;

/// The most matches of a team, and the most versions.
const MATCHES: u32 = 20;
const VERSIONS: u32 = 200;

fn begin_match(class: &Class, player: &str, cookie: &str, opponent: &str) -> Answer {
    class.arena.post(&format!("/class/player/{player}/match"), FORM, cookie, &format!("opponent={opponent}"))
}

fn home_of(class: &Class, player: &str, cookie: &str, opponent: &str) -> String {
    let begun = begin_match(class, player, cookie, opponent);
    assert_eq!(begun.status, 303, "{}", begun.body);
    begun.headers["location"].clone()
}

#[test]
fn the_oldest_matches_of_a_team_go_when_they_are_over() {
    let folder = tempfile::tempdir().unwrap();
    let gates = Gates::waiting();
    with_versions(folder.path(), &["ada/dove.py", "bob/ark.py"]);
    let class = class_with_cups(folder.path(), &gates);
    let [ada, bob] = ["Ada", "Bob"].map(|name| class.player(name));
    let other = home_of(&class, "bob/ark.py", &bob, "level-1");
    let oldest = home_of(&class, "ada/dove.py", &ada, "level-1");
    let newer: Vec<String> = (1..MATCHES).map(|_| home_of(&class, "ada/dove.py", &ada, "level-2")).collect();
    assert_eq!(begin_match(&class, "ada/dove.py", &ada, "level-3").status, 429, "none is over");
    Gates::open(&gates.play);
    for home in newer.iter().chain([&oldest, &other]) {
        let told = format!("/api/v1/tournaments/{}", home.trim_start_matches("/tournament/"));
        until("the end", || class.arena.get_as(&told, &ada).body.contains("\"finished\"").then_some(()));
    }
    // Whoever has played it puts the last things down first.
    let next = until("room for one more", || {
        let begun = begin_match(&class, "ada/dove.py", &ada, "level-3");
        (begun.status == 303).then(|| begun.headers["location"].clone())
    });
    let is_shown = |home: &String| class.arena.get_as(home, &ada).status == 200;
    let shown = newer.iter().chain([&oldest]).filter(|home| is_shown(home)).count();
    assert_eq!(shown, MATCHES as usize - 1);
    assert!(is_shown(&next) && is_shown(&other));
    let matches = std::fs::read_dir(folder.path().join("class/matches")).unwrap();
    let names = matches.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    assert_eq!(names.filter(|name| name.ends_with(".toml")).count(), MATCHES as usize + 1);
    let class = again(folder.path(), class, &gates);
    until("those that are left", || {
        let all = class.arena.get_as("/api/v1/tournaments", &ada).body;
        let all: serde_json::Value = serde_json::from_str(&all).unwrap();
        (all.as_array().unwrap().len() == MATCHES as usize + 1).then_some(())
    });
    // Nobody is at any of them now: of those that are left the oldest goes.
    home_of(&class, "ada/dove.py", &ada, "level-4");
    assert_eq!(class.arena.get_as(&oldest, &ada).status, 404);
    assert!([&next, &other].iter().all(|home| class.arena.get_as(home, &ada).status == 200));
}

#[test]
fn the_oldest_versions_of_a_team_go_but_for_what_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let gates = Gates::waiting();
    with_versions(folder.path(), &["ada/dove.py", "bob/ark.py"]);
    let class = class_with_cups(folder.path(), &gates);
    let ada = class.player("Ada");
    let cup = class.arena.post("/class/cups", FORM, &class.teacher, "name=Cup&format=swiss&games=2");
    assert_eq!(cup.status, 303);
    let class = again_after(folder.path(), class, &gates, |store| {
        // The one that the cup plays with plays nowhere else any more.
        keep_again(folder.path(), store, "ada/dove.py", 1, "accepted", false);
        (2..VERSIONS).for_each(|number| keep_version(folder.path(), store, "ada/dove.py", number, "refused", false));
        keep_version(folder.path(), store, "ada/dove.py", VERSIONS, "accepted", true);
    });
    until("the cup", || (class.arena.get_as("/tournament/cup", &ada).status == 200).then_some(()));
    let is_there = |number| folder.path().join("class").join(version("ada/dove.py", number)).exists();
    for next in [VERSIONS + 1, VERSIONS + 2] {
        let taken = hand_in(&class.arena, &ada, "dove.py", "print(1)");
        assert_eq!(taken.status, 202, "{}", taken.body);
        assert!(taken.body.contains(&format!("\"version\":{next}")), "{}", taken.body);
        // A version that waits is never deleted.
        players_page(&class.arena, &ada, &format!("ada/dove.py/{next:06}\" data-state=\"class-state-refused"));
    }
    let gone: Vec<u32> = (1..=VERSIONS + 2).filter(|&number| !is_there(number)).collect();
    assert_eq!(gone, [2, 3], "the cup plays with the first");
    let listed = class.arena.get_as("/class/players", &ada).body;
    assert!(!listed.contains("ada/dove.py/000002") && listed.contains("ada/dove.py/000001"));
}

/// A version that is there already, in another state.
fn keep_again(folder: &Path, store: &dyn joute_store::Store, player: &str, number: u32, state: &str, is_active: bool) {
    let seen = store.document("submission", &format!("{player}/{number:06}")).unwrap().unwrap();
    let change = joute_store::DocumentChange::delete("submission", &seen);
    store.apply(&[joute_store::Write::Document(change)]).unwrap();
    keep_version(folder, store, player, number, state, is_active);
}
