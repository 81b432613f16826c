//! Stores of earlier programs open and go on. `data/` has two that a program of version 2 left when it was killed: the games of
//! a server, and a cup that is half played.

use std::path::{Path, PathBuf};
use std::time::Duration;

use joute_games::Outcome;
use joute_referee::PlyRecord;
use joute_store::{Access, EventId, NewGame, StoreLocation};

const SERVER: &str = "server_2.sqlite";
const CUP: &str = "cup_2.sqlite";

/// A version 1 is a version 2 without reviews.
const BACK_TO_1: &str = "DROP TABLE review; PRAGMA user_version = 1;";

/// A copy of what an earlier program left, brought back to a yet earlier version.
fn old(folder: &Path, name: &str, back: &str) -> PathBuf {
    let path = folder.join("games.sqlite");
    std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name), &path).unwrap();
    rusqlite::Connection::open(&path).unwrap().execute_batch(back).unwrap();
    path
}

fn version(path: &Path) -> i64 {
    let file = rusqlite::Connection::open(path).unwrap();
    file.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
}

#[test]
fn games_in_progress_of_every_version_go_on() {
    for (back, before) in [("", 2), (BACK_TO_1, 1)] {
        let folder = tempfile::tempdir().unwrap();
        let path = old(folder.path(), SERVER, back);
        assert_eq!(version(&path), before);
        let store = StoreLocation::file(&path).open(Access::Create).unwrap();
        assert_eq!(version(&path), 7);
        let unfinished = store.unfinished().unwrap();
        let ids: Vec<_> = unfinished.iter().map(|game| game.game).collect();
        assert_eq!(ids, [1, 2, 4, 5, 6]);
        assert!(unfinished.iter().all(|game| game.owner.is_none() && game.event.is_none()));
        let owner = store.register("server", Duration::from_secs(3600)).unwrap();
        let holds = store.claim(owner, &ids).unwrap();
        assert_eq!(holds.len(), 5);
        let mut record = store.game(2).unwrap().unwrap();
        let moves: Vec<_> = record.plies.iter().filter_map(|ply| ply.mv.as_deref()).collect();
        assert_eq!(moves, ["d3", "c3"]);
        let ply = PlyRecord { mv: Some("f3".to_owned()), ..record.plies[0].clone() };
        store.append(holds[1], 2, &ply).unwrap();
        record.plies.push(ply);
        assert_eq!(store.game(2).unwrap().unwrap(), record);
        assert_eq!(store.labelled("continues").unwrap(), [(5, "4".to_owned())]);
        assert_eq!(store.game(3).unwrap().unwrap().outcome(), Some(Outcome::Second));
        store.keep_review("a1b2", "{}").unwrap();
        assert_eq!(store.seats(2).unwrap(), [None, None], "seats of earlier programs are free");
    }
}

#[test]
fn events_of_every_version_go_on() {
    for back in ["", BACK_TO_1] {
        let folder = tempfile::tempdir().unwrap();
        let path = old(folder.path(), CUP, back);
        let store = StoreLocation::file(&path).open(Access::Create).unwrap();
        let events = store.events().unwrap();
        assert_eq!((events.len(), events[0].id, events[0].event.entries.len()), (1, EventId(1), 4));
        let results = store.results(EventId(1)).unwrap();
        let played: Vec<_> = results.iter().map(|result| (result.match_index, result.game)).collect();
        assert_eq!(played, [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)]);
        let games: Vec<_> = results.iter().map(|result| store.game(result.id).unwrap().unwrap()).collect();
        let spot = joute_store::Spot { event: EventId(1), match_index: 2, game: 1, swapped: true };
        store.keep(vec![NewGame::of(&games[0], 36).at(spot)]).unwrap();
        assert_eq!(store.results(EventId(1)).unwrap().len(), 6);
    }
}

#[test]
fn an_old_store_is_read_without_being_changed() {
    for (back, before) in [("", 2), (BACK_TO_1, 1)] {
        let folder = tempfile::tempdir().unwrap();
        let path = old(folder.path(), SERVER, back);
        let store = StoreLocation::file(&path).open(Access::ReadOnly).unwrap();
        assert_eq!(store.unfinished().unwrap().len(), 5);
        assert_eq!(store.review("a1b2").unwrap(), None);
        assert_eq!(store.seats(2).unwrap(), [None, None]);
        assert_eq!(store.note(2).unwrap(), None);
        assert_eq!(store.document("account", "ada").unwrap(), None);
        assert!(store.documents("account", "", 9).unwrap().is_empty() && store.document_kinds().unwrap().is_empty());
        assert_eq!(store.latest(9).unwrap().len(), 6);
        assert_eq!(store.game(2).unwrap().unwrap().plies.len(), 2);
        drop(store);
        assert_eq!(version(&path), before);
    }
}

#[test]
fn what_earlier_programs_stored_needs_no_sum_and_what_follows_has_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = old(folder.path(), CUP, "");
    let store = StoreLocation::file(&path).open(Access::Create).unwrap();
    let game = store.game(1).unwrap().unwrap();
    let new = store.keep(vec![NewGame::of(&game, 36)]).unwrap()[0];
    assert!(store.check().unwrap().is_whole());
    drop(store);
    let file = rusqlite::Connection::open(&path).unwrap();
    let sealed = file.query_row("SELECT count(*), max(game) FROM seal", [], |row| Ok((row.get(0)?, row.get(1)?)));
    assert_eq!(sealed, Ok((1, new.cast_signed())));
    drop(file);
    drop(StoreLocation::file(&path).open(Access::Create).unwrap());
}

#[test]
fn what_earlier_programs_took_down_of_matches_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = old(folder.path(), CUP, "");
    drop(StoreLocation::file(&path).open(Access::Create).unwrap());
    let file = rusqlite::Connection::open(&path).unwrap();
    let count = |table: &str| file.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get::<_, i64>(0));
    assert_eq!((count("match").unwrap(), count("verdict").unwrap()), (4, 2));
}
