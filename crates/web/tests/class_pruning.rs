//! What a class keeps for so long and no longer, and what strangers cannot fill it with.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::support::class::{Class, joined};
use crate::support::{FORM, browser, request};
use joute_store::{Access, DocumentChange, Store, StoreLocation, Write};
use joute_testkit::wait::until;
use serde_json::{Value, json};

fn keep(store: &dyn Store, kind: &'static str, key: String, told: &Value) {
    store.apply(&[Write::Document(DocumentChange::new(kind, key, told.to_string()))]).unwrap();
}

fn keep_deed(store: &dyn Store, when: u64, about: &str) {
    let told = json!({ "when": when, "who": "ada", "what": "submitted", "about": about, "from": "127.0.0.1" });
    keep(store, "audit", format!("{:016x}-0", u64::MAX - when), &told);
}

/// What is kept of a kind.
fn kept(store: &dyn Store, kind: &str) -> Vec<String> {
    store.documents(kind, "", 100).unwrap().into_iter().map(|document| document.key).collect()
}

#[test]
fn what_is_good_for_nothing_any_more_is_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let place = StoreLocation::in_folder(&folder.path().join("data"));
    std::fs::create_dir_all(folder.path().join("data")).unwrap();
    let store = place.open(Access::Create).unwrap();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let (day, later) = (24 * 3600, now + 3600);
    for (key, until) in [("old", now - 1), ("good", later)] {
        keep(&*store, "session", key.to_owned(), &json!({ "account": "ada", "since": 1, "until": until }));
        keep(&*store, "token", key.to_owned(), &json!({ "account": "ada", "since": until - 365 * day }));
    }
    let opens = json!({ "new": { "role": "player", "team": "reds" } });
    for (key, uses, until) in [("old", 1, now - 1), ("used", 0, later), ("good", 1, later)] {
        keep(&*store, "link", key.to_owned(), &json!({ "opens": opens, "uses": uses, "until": until }));
    }
    keep_deed(&*store, now - 731 * day, "ancient");
    keep_deed(&*store, now - 700 * day, "recent");
    drop(store);
    let class = Class::on(folder.path());
    let audit = || class.arena.get_as("/api/v1/audit", &class.teacher).body;
    until("what is not kept to go", || (!audit().contains("ancient")).then_some(()));
    assert!(audit().contains("recent"));
    drop(class);
    let store = place.open(Access::Create).unwrap();
    assert_eq!(kept(&*store, "token"), ["good"]);
    for kind in ["session", "link"] {
        let kept = kept(&*store, kind);
        let is_there = |key: &str| kept.iter().any(|one| one == key);
        assert!(is_there("good") && !is_there("old") && !is_there("used"), "{kind}: {kept:?}");
    }
}

#[test]
fn strangers_cannot_fill_the_record_of_what_was_done() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::on(folder.path());
    joined(&class.arena, &class.invitation("role=player&uses=1"), "Ada", "correct horse");
    for number in 0..25 {
        for name in [format!("nobody{number}"), "ada".to_owned()] {
            let lines = [&browser(number), crate::support::FORM_LINE];
            let form = format!("name={name}&password=wrong-password");
            assert_eq!(class.arena.send(&request("POST", "/class/sign-in", &lines, &form)).status, 403);
        }
    }
    let audit: Value = serde_json::from_str(&class.arena.get_as("/api/v1/audit", &class.teacher).body).unwrap();
    let refused = audit.as_array().unwrap().iter().filter(|deed| deed["what"] == "sign-in-refused");
    let (of_ada, of_others): (Vec<_>, Vec<_>) = refused.partition(|deed| deed["about"] == "ada");
    assert_eq!((of_ada.len(), of_others.len()), (20, 20));
    let good = class.arena.post("/class/sign-in", FORM, "", "name=ada&password=correct%20horse");
    assert_eq!(good.status, 303);
}
