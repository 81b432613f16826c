//! SQLite as a store: it promises what every store does, and strangers, damaged files and unknown values are refused.

use std::path::PathBuf;
use std::sync::Arc;

use crate::conformance;
use crate::conformance::{Place, announce, record, won};
use joute_store::{Access, Lock, NewGame, Spot, Store, StoreErrorKind, StoreLocation};

struct TempStore {
    folder: tempfile::TempDir,
}

impl TempStore {
    fn new() -> TempStore {
        TempStore { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("games.sqlite")
    }

    fn location(&self) -> StoreLocation {
        StoreLocation::in_folder(self.folder.path())
    }

    /// The file itself, for those who tamper with it.
    fn file(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(self.path()).unwrap()
    }
}

impl Place for TempStore {
    fn open(&self) -> Arc<dyn Store> {
        self.location().open(Access::Create).unwrap()
    }

    fn open_to_read(&self) -> Arc<dyn Store> {
        self.location().open(Access::ReadOnly).unwrap()
    }
}

#[test]
fn it_is_a_store_like_any_other() {
    for (name, case) in conformance::cases() {
        eprintln!("{name}");
        case(&TempStore::new());
    }
}

#[test]
fn the_file_itself_refuses_changes() {
    let temp = TempStore::new();
    let store = temp.open();
    store.keep(vec![NewGame::of(&record(["a", "b"], won()), 64)]).unwrap();
    let changed = temp.file().execute("UPDATE game SET outcome = 1", []);
    assert!(changed.unwrap_err().to_string().contains("never changed"));
    let deleted = temp.file().execute("DELETE FROM game", []);
    assert!(deleted.unwrap_err().to_string().contains("never deleted"));
}

/// Changes a stored game behind the program's back.
fn tampered(change: &str) -> (TempStore, u64) {
    let temp = TempStore::new();
    let store = temp.open();
    let event = announce(&*store, "cup");
    let fault = joute_referee::Fault::crash("signal");
    let ending = joute_referee::Ending::Forfeit { by: joute_games::Side::First, fault };
    let spot = Spot { event, match_index: 0, game: 0, swapped: false };
    let record = record(["a", "b"], Some(ending));
    let game = store.keep(vec![NewGame::of(&record, 64).at(spot)]).unwrap()[0];
    drop(store);
    let file = temp.file();
    file.execute_batch("DROP TRIGGER finished_games_stay; DROP TRIGGER courses_stay").unwrap();
    file.execute_batch(change).unwrap();
    (temp, game)
}

#[test]
fn an_unknown_value_is_an_error_that_names_it() {
    for (change, expected) in [
        ("UPDATE game SET outcome = 7", "the outcome of a game is 7, which cannot be understood"),
        ("UPDATE game SET outcome = -1", "the outcome of a game is -1"),
        ("UPDATE game SET how = 9", "the way a game ended is 9"),
        ("UPDATE game SET how = NULL", "the way a game ended is nothing"),
        ("UPDATE game SET reason = 6", "the fault of a game is 6"),
        ("UPDATE game SET reason = NULL", "the fault of a game is nothing"),
    ] {
        let (temp, game) = tampered(change);
        let store = temp.open_to_read();
        let event = store.events().unwrap()[0].id;
        for error in [store.game(game).map(drop).unwrap_err(), store.results(event).map(drop).unwrap_err()] {
            assert!(error.to_string().contains(expected), "{change}: {error}");
        }
    }
    for (change, expected) in [
        ("UPDATE game SET how = 2, reason = 7", "the reason of an ending is 7"),
        ("UPDATE text SET text = '[' WHERE id = (SELECT labels FROM course)", "the labels of game 1 is ["),
        ("UPDATE terms SET files = '{}'", "the list of a game's files is {}"),
        ("UPDATE course SET moves = 'f5 d6 c3'", "the course of game 1 is f5 d6 c3"),
    ] {
        let (temp, game) = tampered(change);
        let error = temp.open_to_read().game(game).unwrap_err();
        assert!(error.to_string().contains(expected), "{change}: {error}");
        assert!(matches!(error.kind, StoreErrorKind::Unknown { .. }));
    }
    for (change, expected) in [
        ("UPDATE fault SET kind = 3", "the kind of a fault is 3"),
        ("UPDATE fault SET side = 2", "the side of a fault is 2"),
    ] {
        let (temp, _) = tampered(change);
        let store = temp.open_to_read();
        let error = store.faults(store.events().unwrap()[0].id).unwrap_err();
        assert!(error.to_string().contains(expected), "{change}: {error}");
    }
}

#[test]
fn a_gap_among_plies_is_told() {
    let temp = TempStore::new();
    let game = temp.open().keep(vec![NewGame::of(&record(["a", "b"], None), 64)]).unwrap()[0];
    temp.file().execute("DELETE FROM ply WHERE ply = 0", []).unwrap();
    let error = temp.open_to_read().game(game).unwrap_err();
    assert!(error.to_string().contains("ply 0 of game 1 is missing"), "{error}");
}

#[test]
fn looking_for_a_store_makes_none() {
    let temp = TempStore::new();
    for access in [Access::ReadOnly, Access::Existing] {
        let error = temp.location().open(access).map(drop).unwrap_err();
        assert!(matches!(error.kind, StoreErrorKind::Unavailable { .. }), "{error}");
        assert!(error.cause.is_some() && error.place.ends_with("games.sqlite"));
    }
    assert!(!temp.path().exists());
    std::fs::write(temp.path(), "").unwrap();
    let error = temp.location().open(Access::ReadOnly).map(drop).unwrap_err();
    assert_eq!(error.kind, StoreErrorKind::NotOurs, "an empty file is no store yet");
}

#[test]
fn strangers_are_refused() {
    let temp = TempStore::new();
    let refused = || temp.location().open(Access::Create).map(drop).unwrap_err();
    let letter = "a letter, and quite a long one, to be sure that it is read as some text and no database";
    std::fs::write(temp.path(), letter).unwrap();
    assert!(refused().to_string().contains("not a store of games"), "{}", refused());
    std::fs::remove_file(temp.path()).unwrap();
    temp.file().execute_batch("CREATE TABLE recipes (name TEXT)").unwrap();
    assert_eq!(refused().kind, StoreErrorKind::NotOurs);
    std::fs::remove_file(temp.path()).unwrap();
    drop(temp.open());
    temp.file().pragma_update(None, "user_version", 9).unwrap();
    let message = refused().to_string();
    assert!(message.contains("this store has version 9, and this program knows versions up to 7"), "{message}");
    assert_eq!(refused().kind, StoreErrorKind::Newer { version: 9, known: 7 });
    let read = temp.location().open(Access::ReadOnly).map(drop).unwrap_err();
    assert_eq!(read.kind, StoreErrorKind::Newer { version: 9, known: 7 });
}

#[test]
fn a_damaged_file_is_told() {
    let temp = TempStore::new();
    let store = temp.open();
    let event = announce(&*store, "cup");
    let record = record(["a", "b"], won());
    let game = |game| NewGame::of(&record, 64).at(Spot { event, match_index: 0, game, swapped: false });
    store.keep((0..500).map(game).collect()).unwrap();
    drop(store);
    let mut bytes = std::fs::read(temp.path()).unwrap();
    bytes[8192..].fill(0x5a);
    std::fs::write(temp.path(), bytes).unwrap();
    let error = temp.location().open(Access::Create).and_then(|store| store.results(event)).unwrap_err();
    assert!(error.to_string().contains("damaged"), "{error}");
    assert!(matches!(error.kind, StoreErrorKind::Corrupt { .. }));
}

#[test]
fn a_place_is_read_as_it_is_written() {
    for text in ["games.sqlite", "/a folder/games", "sqlite:games.sqlite", "C:games"] {
        let location: StoreLocation = text.parse().unwrap();
        assert_eq!(location.to_string(), text.trim_start_matches("sqlite:"));
    }
    for text in ["", "sqlite:", "mysql://somewhere/games"] {
        let error = text.parse::<StoreLocation>().unwrap_err().to_string();
        assert!(error.contains("names no store: expected a file"), "{error}");
    }
}

/// Half of an address is not taken for the name of a file, which would be made and never be found.
#[cfg(feature = "postgres")]
#[test]
fn what_is_nearly_an_address_is_refused_without_its_secrets() {
    for text in
        ["postgres:ann:p@ss@db/games", "postgresql:/ann:p@ss@db", "postgres://ann:p@ss@db:port/games?password=p@ss"]
    {
        let error = text.parse::<StoreLocation>().unwrap_err().to_string();
        assert!(error.contains("names no store") && error.contains("postgres://USER@HOST/DATABASE"), "{error}");
        assert!(error.contains("ann@db") && !error.contains("ss@"), "{error}");
    }
}

#[test]
fn one_program_at_a_time() {
    let temp = TempStore::new();
    let lock = Lock::take(temp.folder.path()).unwrap();
    let error = Lock::take(temp.folder.path()).unwrap_err();
    assert!(error.to_string().contains(&format!("in use by process {} on ", std::process::id())), "{error}");
    assert!(matches!(error.kind, StoreErrorKind::Busy { .. }));
    let name = lock.name().to_owned();
    drop(lock);
    assert_eq!(Lock::take(temp.folder.path()).unwrap().name(), name);
}
