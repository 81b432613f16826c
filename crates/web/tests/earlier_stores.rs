//! Games of an earlier server go on, and those that another server plays are left to it.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::support::Arena;
use joute_store::{Access, GameId, Store, StoreLocation};
use joute_testkit::wait::until;
use serde_json::Value;

/// A game between two programs, of which three plies were played.
const WATCHED: GameId = 6;

/// What a server of an earlier program left when it was killed; see `data/` in the tests of the store.
fn left_behind() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let left = Path::new(env!("CARGO_MANIFEST_DIR")).join("../store/tests/data/server_2.sqlite");
    std::fs::copy(left, folder.path().join("games.sqlite")).unwrap();
    folder
}

fn plies(arena: &Arena, game: GameId) -> usize {
    let record: Value = serde_json::from_str(&arena.get(&format!("/game/{game}/record.json")).body).unwrap();
    record["plies"].as_array().unwrap().len()
}

fn owners(store: &dyn Store) -> Vec<(GameId, Option<String>)> {
    store.unfinished().unwrap().into_iter().map(|game| (game.game, game.owner)).collect()
}

#[test]
fn games_of_an_earlier_server_go_on() {
    let folder = left_behind();
    let arena = Arena::on(folder.path());
    let _watching = arena.ask(format!("GET /game/{WATCHED}/events HTTP/1.1\r\nhost: localhost\r\n\r\n").as_bytes());
    until("another ply", || (plies(&arena, WATCHED) > 3).then_some(()));
    assert_eq!([1, 2, 5].map(|game| plies(&arena, game)), [0, 2, 0]);
    assert_eq!(arena.get("/game/2").status, 200);
    let listed = BufReader::new(arena.ask(b"GET /watch/events HTTP/1.1\r\nhost: localhost\r\n\r\n"));
    assert!(listed.lines().map_while(Result::ok).any(|line| line.starts_with("data: {\"id\":2,")), "it is on the list");
}

#[test]
fn what_another_server_plays_is_left_to_it_until_it_goes() {
    let folder = left_behind();
    let store: Arc<dyn Store> = StoreLocation::in_folder(folder.path()).open(Access::Create).unwrap();
    let other = store.register("another server", Duration::from_secs(3600)).unwrap();
    let hold = store.claim(other, &[WATCHED]).unwrap()[0];
    let arena = Arena::on(folder.path());
    let ours =
        |(_, owner): &(GameId, Option<String>)| owner.as_ref().is_some_and(|name| name.starts_with("server at "));
    assert!(!owners(&*store).iter().any(ours), "nothing is taken up before somebody looks");
    for game in [1, 2, 5] {
        assert_eq!(arena.get(&format!("/game/{game}")).status, 200);
    }
    let held = owners(&*store);
    assert_eq!(held.iter().filter(|game| ours(game)).map(|(game, _)| *game).collect::<Vec<_>>(), [1, 2, 5]);
    assert_eq!(held.last(), Some(&(WATCHED, Some("another server".to_owned()))));
    assert_eq!(arena.get(&format!("/game/{WATCHED}")).status, 200, "it can be looked at");
    assert_eq!(owners(&*store), held, "looking at it takes nothing away");
    store.leave(other).unwrap();
    until("another ply", || {
        // Whoever looks before the game is taken up is told that nobody plays it.
        let _watching = arena.ask(format!("GET /game/{WATCHED}/events HTTP/1.1\r\nhost: localhost\r\n\r\n").as_bytes());
        std::thread::sleep(Duration::from_millis(50));
        (plies(&arena, WATCHED) > 3).then_some(())
    });
    let late = store.game(1).unwrap().unwrap();
    assert!(store.finish(hold, joute_store::NewGame::of(&late, 64)).is_err(), "whoever had it may write no more");
    drop(arena);
    until("the server to leave", || owners(&*store).iter().all(|(_, owner)| owner.is_none()).then_some(()));
}
