//! Stores that have lost something: it is told at opening what, and a store is made anew from what is left and from records.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::conformance::{announce, event, ply, record, won};
use joute_games::Side;
use joute_store::{Access, EventId, Found, Loss, NewGame, Rebuilt, Spot, Store, StoreErrorKind, StoreLocation};

struct Kept {
    folder: tempfile::TempDir,
}

impl Kept {
    fn new() -> Kept {
        Kept { folder: tempfile::tempdir().unwrap() }
    }

    fn location(&self) -> StoreLocation {
        StoreLocation::in_folder(self.folder.path())
    }

    fn open(&self) -> Arc<dyn Store> {
        self.location().open(Access::Create).unwrap()
    }

    fn path(&self, ending: &str) -> PathBuf {
        self.folder.path().join(format!("games.sqlite{ending}"))
    }

    /// What is told to be lost when the store is opened.
    fn losses(&self) -> Vec<Loss> {
        match self.location().open(Access::Create).map(drop).unwrap_err().kind {
            StoreErrorKind::Damaged { losses } => losses,
            other => panic!("{other}"),
        }
    }

    fn rebuild(&self, others: Vec<Found>) -> Rebuilt {
        self.location().rebuild(|_| others).unwrap()
    }
}

fn spot(game: u32) -> Spot {
    Spot { event: EventId(1), match_index: 0, game, swapped: game % 2 == 1 }
}

/// A cup with so many games.
fn cup(games: u32) -> Kept {
    let kept = Kept::new();
    let store = kept.open();
    announce(&*store, "cup");
    for game in 0..games {
        store.keep(vec![NewGame::of(&record(["a", "b"], won()), 64).at(spot(game))]).unwrap();
    }
    kept
}

/// A store in use, copied as it would be found after a crash: with its log.
fn crashed(store: &Kept) -> Kept {
    let copy = Kept::new();
    for ending in ["", "-wal", "-ledger"] {
        if store.path(ending).exists() {
            fs::copy(store.path(ending), copy.path(ending)).unwrap();
        }
    }
    copy
}

#[test]
fn an_emptied_store_is_not_begun_anew() {
    for empty in [|path: PathBuf| fs::write(path, "").unwrap(), |path: PathBuf| fs::remove_file(path).unwrap()] {
        let kept = cup(3);
        empty(kept.path(""));
        let expected = [Loss::Event { name: "cup".to_owned() }, Loss::Games { first: 1, last: 3 }];
        assert_eq!(kept.losses(), expected);
        let error = kept.location().open(Access::ReadOnly).map(drop).unwrap_err().to_string();
        assert!(
            error.contains("something is lost: the event cup is gone; games 1 to 3 are gone; `joute rebuild"),
            "{error}"
        );
    }
}

#[test]
fn a_log_that_was_cut_short_is_told() {
    let kept = cup(2);
    let store = kept.open();
    let owner = store.register("server", Duration::from_secs(3600)).unwrap();
    let mut begun = record(["a", "b"], None);
    begun.plies.clear();
    let hold = store.begin_game(owner, NewGame::of(&begun, 64)).unwrap();
    store.append(hold, 0, &ply(Side::First, "f5", None)).unwrap();
    let length = fs::metadata(kept.path("-wal")).unwrap().len();
    store.append(hold, 1, &ply(Side::Second, "d6", None)).unwrap();
    store.keep(vec![NewGame::of(&record(["a", "b"], won()), 64)]).unwrap();
    let found = crashed(&kept);
    assert!(found.open().check().unwrap().is_whole(), "a crash alone loses nothing");
    let found = crashed(&kept);
    fs::OpenOptions::new().write(true).open(found.path("-wal")).unwrap().set_len(length).unwrap();
    assert_eq!(found.losses(), [Loss::Games { first: 4, last: 4 }, Loss::Plies { game: 3, kept: 2, there: 1 }]);
    let rebuilt = found.rebuild(Vec::new());
    assert_eq!((rebuilt.read, rebuilt.found), (3, 0));
    assert_eq!(rebuilt.losses, [Loss::Plies { game: 3, kept: 2, there: 1 }, Loss::Games { first: 4, last: 4 }]);
    let store = found.open();
    assert_eq!(store.game(3).unwrap().unwrap().plies.len(), 1, "it goes on from there");
    assert_eq!(store.events().unwrap()[0].event, event("cup"));
    let next = store.keep(vec![NewGame::of(&record(["a", "b"], won()), 64)]).unwrap();
    assert_eq!(next, [5], "the number of a game that is lost is never given again");
    drop(store);
    fs::write(found.path(""), "").unwrap();
    found.rebuild(Vec::new());
    let next = found.open().keep(vec![NewGame::of(&record(["a", "b"], won()), 64)]).unwrap();
    assert_eq!(next, [6], "whatever is lost again");
}

#[test]
fn a_game_that_is_not_what_was_stored_is_told() {
    for (change, expected) in [
        ("UPDATE game SET first_tally = 41 WHERE id = 2", "its sum is another"),
        ("UPDATE game SET swapped = 0 WHERE id = 2", "its sum is another"),
        ("UPDATE course SET moves = 'f5 d7' WHERE game = 2", "its sum is another"),
        ("UPDATE log SET text = 'thinking!' WHERE game = 2", "its sum is another"),
        ("DELETE FROM course WHERE game = 2", "a part of it is gone"),
        ("DELETE FROM seal WHERE game = 2", "its sum is missing"),
        ("UPDATE course SET clock = x'00' WHERE game = 2", "the course of game 2 is f5 d6"),
    ] {
        let kept = cup(3);
        let file = rusqlite::Connection::open(kept.path("")).unwrap();
        file.execute_batch("DROP TRIGGER finished_games_stay; DROP TRIGGER courses_stay").unwrap();
        file.execute_batch(change).unwrap();
        drop(file);
        let losses = kept.losses();
        assert!(
            matches!(&losses[..], [Loss::Damaged { game: 2, what }] if what.contains(expected)),
            "{change}: {losses:?}"
        );
        let reading = kept.location().open(Access::ReadOnly).unwrap();
        assert_eq!(reading.game(1).unwrap().unwrap().plies.len(), 2, "the others can be read");
        assert!(!matches!(reading.game(2), Ok(Some(_))), "{change}");
        assert_eq!(reading.check().unwrap().losses, losses);
        drop(reading);
        let rebuilt = kept.rebuild(Vec::new());
        assert_eq!((rebuilt.read, &rebuilt.losses[..]), (2, &[Loss::Games { first: 2, last: 2 }][..]), "{change}");
        let store = kept.open();
        let played: Vec<_> = store.results(EventId(1)).unwrap().iter().map(|result| (result.id, result.game)).collect();
        assert_eq!(played, [(1, 0), (3, 2)], "{change}: numbers stay, and what is lost can be played again");
        assert_eq!(store.game(2).unwrap(), None);
    }
}

#[test]
fn a_gap_among_games_is_told() {
    let kept = cup(5);
    let file = rusqlite::Connection::open(kept.path("")).unwrap();
    file.execute_batch("DROP TRIGGER games_stay; PRAGMA foreign_keys = OFF; DELETE FROM game WHERE id IN (2, 3)")
        .unwrap();
    drop(file);
    fs::remove_file(kept.path("-ledger")).unwrap();
    assert_eq!(kept.losses(), [Loss::Games { first: 2, last: 3 }], "without the ledger as well");
}

#[test]
fn a_ledger_that_was_damaged_itself_is_made_good_at_opening() {
    for damage in [|path: PathBuf| fs::write(path, "").unwrap(), |path: PathBuf| fs::remove_file(path).unwrap()] {
        let kept = cup(3);
        let store = kept.open();
        store.keep(vec![NewGame::of(&record(["c", "d"], None), 64)]).unwrap();
        drop(store);
        damage(kept.path("-ledger"));
        drop(kept.open());
        fs::write(kept.path(""), "").unwrap();
        assert_eq!(kept.losses(), [Loss::Event { name: "cup".to_owned() }, Loss::Games { first: 1, last: 4 }]);
    }
}

#[test]
fn games_before_one_that_the_ledger_knows_were_there_as_well() {
    let kept = cup(2);
    let before = fs::read(kept.path("")).unwrap();
    let store = kept.open();
    for game in 2..6 {
        store.keep(vec![NewGame::of(&record(["a", "b"], won()), 64).at(spot(game))]).unwrap();
    }
    drop(store);
    // Of the ledger only its last line is left.
    let ledger = fs::read_to_string(kept.path("-ledger")).unwrap();
    fs::write(kept.path("-ledger"), ledger.lines().last().unwrap()).unwrap();
    fs::write(kept.path(""), before).unwrap();
    assert_eq!(kept.losses(), [Loss::Games { first: 3, last: 6 }]);
}

#[test]
fn a_truncated_file_gives_back_what_is_left() {
    let kept = cup(200);
    let whole = fs::metadata(kept.path("")).unwrap().len();
    let mut least = u64::MAX;
    for part in [9, 7, 5, 3, 1] {
        let cut = crashed(&kept);
        fs::OpenOptions::new().write(true).open(cut.path("")).unwrap().set_len(whole * part / 10).unwrap();
        let error = cut.location().open(Access::Create).map(drop).unwrap_err().to_string();
        assert!(error.contains("damaged") && error.contains("joute rebuild"), "{error}");
        let rebuilt = cut.rebuild(Vec::new());
        assert!(rebuilt.read <= least, "a shorter file gives no more");
        least = rebuilt.read;
        let lost: u64 = rebuilt
            .losses
            .iter()
            .map(|loss| if let Loss::Games { first, last } = loss { last - first + 1 } else { 0 })
            .sum();
        assert_eq!(rebuilt.read + lost, 200, "{part}/10: every game is read or told to be lost");
        let store = cut.open();
        assert_eq!(store.results(EventId(1)).unwrap().len() as u64, rebuilt.read);
        assert!(store.check().unwrap().is_whole());
        assert!(rebuilt.aside.iter().all(|path| path.exists()), "what was there is kept");
    }
}

#[test]
fn records_give_back_the_rest() {
    let kept = cup(4);
    let before = kept.open().results(EventId(1)).unwrap();
    fs::write(kept.path(""), "").unwrap();
    let game = |number: u32| NewGame::owned(record(["a", "b"], won()), 64).at(spot(number));
    let others = vec![
        Found { id: Some(1), game: game(0) },
        Found { id: Some(3), game: game(2) },
        Found { id: Some(4), game: game(3) },
        Found { id: None, game: game(1) },
        Found { id: None, game: game(3) },
    ];
    let rebuilt = kept.rebuild(others);
    assert_eq!((rebuilt.read, rebuilt.found), (0, 4), "no game counts twice");
    let store = kept.open();
    assert_eq!(store.events().unwrap()[0].event, event("cup"), "the ledger knows the event");
    let after = store.results(EventId(1)).unwrap();
    assert_eq!(
        after.iter().map(|result| (result.game, result.swapped)).collect::<Vec<_>>(),
        before.iter().map(|result| (result.game, result.swapped)).collect::<Vec<_>>()
    );
    assert_eq!(store.game(3).unwrap().unwrap().plies.len(), 2);
}

#[test]
fn a_whole_store_is_rebuilt_as_it_was() {
    let kept = cup(3);
    let store = kept.open();
    store.keep_review("a1b2", "good").unwrap();
    store.keep(vec![NewGame::of(&record(["c", "d"], None), 64)]).unwrap();
    let read = |store: &dyn Store| {
        let games: Vec<_> = (1..=4).map(|id| store.game(id).unwrap().unwrap()).collect();
        (games, store.results(EventId(1)).unwrap(), store.events().unwrap(), store.review("a1b2").unwrap())
    };
    let before = read(&*store);
    drop(store);
    let rebuilt = kept.rebuild(Vec::new());
    assert_eq!((rebuilt.read, rebuilt.found, rebuilt.losses.len()), (4, 0, 0));
    assert_eq!(read(&*kept.open()), before);
}
