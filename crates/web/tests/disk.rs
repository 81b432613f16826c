//! Disks that are slow or full: pages do not wait for them, and what is not stored is not shown.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::support;
use crate::support::stores::{Disk, TroubledStore};
use crate::support::{Arena, Seat};
use joute_store::{Access, StoreLocation};
use serde_json::{Value, json};

const GAME: &str = "game=othello&opponent=friend&side=first&time=-";

fn troubled(folder: &Path) -> (Arena, Arc<TroubledStore>) {
    let store = StoreLocation::in_folder(folder).open(Access::Create).unwrap();
    let store = TroubledStore::new(store, Disk::Well);
    (Arena::keeping(folder, Arc::clone(&store) as _), store)
}

/// Says a move, and comes back when it has reached a disk that does not take it.
fn say_in_vain(seat: &Seat<'_>, store: &TroubledStore, disk: Disk) {
    store.set(disk);
    let writes = store.writes.load(Ordering::SeqCst);
    assert_eq!(seat.say(&json!({ "move": "d3" })).status, 200);
    store.until_writes(writes + 1);
}

fn plies(seat: &Seat<'_>) -> usize {
    let record: Value = serde_json::from_str(&seat.arena.get(&format!("{}/record.json", seat.path)).body).unwrap();
    record["plies"].as_array().unwrap().len()
}

#[test]
fn no_page_waits_for_a_disk_and_no_ply_is_shown_before_it_is_stored() {
    let folder = tempfile::tempdir().unwrap();
    let (arena, store) = troubled(folder.path());
    let (seat, other) = (arena.begin(GAME), arena.begin(GAME));
    say_in_vain(&seat, &store, Disk::Stuck);
    // Somebody else's move waits behind it, and somebody wants another game.
    assert_eq!(other.say(&json!({ "move": "c4" })).status, 200);
    let request = format!(
        "POST /games HTTP/1.1\r\nhost: localhost\r\ncontent-type: {}\r\ncontent-length: {}\r\n\r\n{GAME}",
        support::FORM,
        GAME.len()
    );
    let _waits_for_its_game = arena.ask(request.as_bytes());
    for path in ["/", "/watch", "/tv", "/games", "/tournaments", "/learn", &seat.path, &other.path] {
        assert_eq!(arena.get(path).status, 200, "{path} is answered while the disk is stuck");
    }
    assert_eq!((plies(&seat), plies(&other)), (0, 0), "nothing is shown that is not stored");
    store.set(Disk::Well);
    assert_eq!((seat.moves(1), other.moves(1)), (vec!["d3".to_owned()], vec!["c4".to_owned()]));
}

#[test]
fn a_game_on_a_full_disk_waits_until_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let (arena, store) = troubled(folder.path());
    let seat = arena.begin(GAME);
    say_in_vain(&seat, &store, Disk::Full);
    // It is tried again, and still nothing is shown.
    store.until_writes(store.writes.load(Ordering::SeqCst) + 1);
    assert_eq!(plies(&seat), 0);
    assert_eq!(arena.get(&seat.path).status, 200);
    store.set(Disk::Well);
    assert_eq!(seat.moves(1), ["d3"]);
}

#[test]
fn a_server_stops_while_a_disk_is_full_and_the_game_goes_on_later() {
    let folder = tempfile::tempdir().unwrap();
    let (arena, store) = troubled(folder.path());
    let seat = arena.begin(GAME);
    let (path, cookie) = (seat.path.clone(), seat.cookie.clone());
    say_in_vain(&seat, &store, Disk::Full);
    drop((arena, store));
    let arena = Arena::on(folder.path());
    let seat = Seat { arena: &arena, path, cookie };
    assert_eq!(plies(&seat), 0);
    seat.say(&json!({ "move": "d3" }));
    assert_eq!(seat.moves(1), ["d3"]);
}
