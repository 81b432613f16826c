//! Documents: by kind and key, in order, and changed only by those who have seen what they change.

use std::sync::{Arc, Barrier};

use joute_store::{Document, DocumentChange, Store, StoreErrorKind, Write};

use super::{Case, Place};

pub(super) const CASES: &[(&str, Case)] = &[
    ("documents are kept by kind and key", by_kind_and_key),
    ("documents are told in order and in pieces", in_order),
    ("a document is changed by those who have seen it", seen_first),
    ("of many who change a document at once each change counts", at_once),
    ("documents are written with the rest or not at all", with_the_rest),
];

fn add(store: &dyn Store, kind: &str, key: &str, text: &str) -> joute_store::Result<()> {
    store.apply_one(Write::Document(DocumentChange::new(kind, key, text))).map(drop)
}

fn get(store: &dyn Store, key: &str) -> Document {
    store.document("account", key).unwrap().unwrap()
}

fn by_kind_and_key(place: &dyn Place) {
    let store = place.open();
    assert_eq!(store.document("account", "ada").unwrap(), None);
    assert!(store.document_kinds().unwrap().is_empty());
    add(&*store, "session", "ada", "another").unwrap();
    add(&*store, "account", "ada", "{\"name\": \"Ada\"}").unwrap();
    add(&*store, "account", "Zoé 'quoted' %_\u{1F600}", "").unwrap();
    drop(store);
    let store = place.open_to_read();
    let ada = Document { key: "ada".to_owned(), version: 1, text: "{\"name\": \"Ada\"}".to_owned() };
    assert_eq!(store.document("account", "ada").unwrap(), Some(ada));
    assert_eq!(get(&*store, "Zoé 'quoted' %_\u{1F600}").text, "");
    assert_eq!(store.document("session", "ada").unwrap().unwrap().text, "another");
    assert_eq!(store.document_kinds().unwrap(), ["account", "session"]);
}

fn in_order(place: &dyn Place) {
    let store = place.open();
    for key in ["b", "a", "É", "aa", "B", "c"] {
        add(&*store, "account", key, key).unwrap();
    }
    add(&*store, "other", "ab", "not this one").unwrap();
    let keys = |after: &str, limit| {
        let documents = store.documents("account", after, limit).unwrap();
        documents.into_iter().map(|document| document.key).collect::<Vec<_>>()
    };
    assert_eq!(keys("", 100), ["B", "a", "aa", "b", "c", "É"], "in the order of bytes");
    assert_eq!(keys("a", 2), ["aa", "b"]);
    assert!(keys("É", 9).is_empty());
}

fn seen_first(place: &dyn Place) {
    let store = place.open();
    add(&*store, "account", "ada", "one").unwrap();
    let changed = |error: joute_store::StoreError| matches!(error.kind, StoreErrorKind::Changed { .. });
    assert!(changed(add(&*store, "account", "ada", "again").unwrap_err()), "it is there already");
    let first = get(&*store, "ada");
    let update = |seen: &Document, text: &str| {
        store.apply_one(Write::Document(DocumentChange::update("account", seen, text.to_owned()))).map(drop)
    };
    let delete = |seen: &Document| store.apply_one(Write::Document(DocumentChange::delete("account", seen))).map(drop);
    update(&first, "two").unwrap();
    assert!(changed(update(&first, "lost").unwrap_err()));
    assert!(changed(delete(&first).unwrap_err()));
    let second = get(&*store, "ada");
    assert_eq!((second.version, second.text.as_str()), (2, "two"));
    delete(&second).unwrap();
    assert_eq!(store.document("account", "ada").unwrap(), None);
    assert!(changed(update(&second, "lost").unwrap_err()), "what is deleted cannot be changed");
    add(&*store, "account", "ada", "anew").unwrap();
    assert_eq!(get(&*store, "ada").version, 1);
}

fn at_once(place: &dyn Place) {
    const THREADS: usize = 4;
    const TIMES: usize = 10;
    let store = place.open();
    add(&*store, "account", "count", "0").unwrap();
    let together = Arc::new(Barrier::new(THREADS));
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            let (store, together) = (Arc::clone(&store), Arc::clone(&together));
            scope.spawn(move || {
                together.wait();
                (0..TIMES).for_each(|_| count_one(&*store));
            });
        }
    });
    assert_eq!(get(&*store, "count").text, (THREADS * TIMES).to_string());
}

fn count_one(store: &dyn Store) {
    loop {
        let seen = get(store, "count");
        let next = (seen.text.parse::<u32>().unwrap() + 1).to_string();
        match store.apply_one(Write::Document(DocumentChange::update("account", &seen, next))) {
            Ok(_) => return,
            Err(error) => assert!(matches!(error.kind, StoreErrorKind::Changed { .. }), "{error}"),
        }
    }
}

fn with_the_rest(place: &dyn Place) {
    let store = place.open();
    add(&*store, "account", "ada", "one").unwrap();
    let new = |key: &'static str| Write::Document(DocumentChange::new("account", key, "new"));
    let error = store.apply(&[new("bob"), new("ada"), new("cem")]).unwrap_err();
    assert!(error.kind.is_about_one_write(), "{error}");
    assert!(error.to_string().contains("account ada has changed"), "{error}");
    assert_eq!(store.document("account", "bob").unwrap(), None);
    let each = store.apply_each(&[new("bob"), new("ada"), new("cem")]);
    assert_eq!(each.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
}
