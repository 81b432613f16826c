//! Events and games to be stored.

use std::collections::BTreeMap;

use joute_games::{Outcome, Side};
use joute_referee::{Ending, GameRecord, Identity, PlyRecord};
use joute_store::{Entry, EventId, Hold, NewEvent, NewGame, OwnerId, Spot, Store};

fn identity(name: &str, version: &str) -> Identity {
    Identity { name: name.to_owned(), locator: name.to_owned(), version: version.to_owned(), runtime: None }
}

pub(crate) fn ply(side: Side, mv: &str, log: Option<&str>) -> PlyRecord {
    let log = log.map(str::to_owned);
    PlyRecord { side, mv: Some(mv.to_owned()), forced: false, wall_ns: 12_345, cpu_ns: Some(7), score: None, log }
}

pub(crate) fn record(names: [&str; 2], ending: Option<Ending>) -> GameRecord {
    GameRecord {
        version: 1,
        game: "othello".to_owned(),
        setup: "size=8".to_owned(),
        start: "a position".to_owned(),
        files: BTreeMap::from([("abc".to_owned(), "a graph".to_owned())]),
        rules: "time=1s".to_owned(),
        players: names.map(|name| identity(name, "1")),
        seed: u64::MAX - 3,
        plies: vec![ply(Side::First, "f5", None), ply(Side::Second, "d6", Some("thinking"))],
        ending,
        tally: [40, 24],
        labels: BTreeMap::from([("opening".to_owned(), "f5 d6".to_owned())]),
    }
}

pub(crate) fn won() -> Option<Ending> {
    Some(Ending::Played { outcome: Outcome::First })
}

pub(crate) fn event(name: &str) -> NewEvent {
    let entry = |name: &str| Entry { name: name.to_owned(), locator: name.to_owned(), version: None, refused: None };
    NewEvent {
        name: name.to_owned(),
        format: "swiss".to_owned(),
        description: "{}".to_owned(),
        entries: vec![entry("a"), entry("b")],
    }
}

pub(crate) fn announce(store: &dyn Store, name: &str) -> EventId {
    store.add_event(&event(name)).unwrap()
}

pub(crate) fn spot(event: EventId, match_index: u32, game: u32) -> Spot {
    Spot { event, match_index, game, swapped: game % 2 == 1 }
}

/// A game without plies that somebody plays.
pub(crate) fn begun(store: &dyn Store, owner: OwnerId) -> Hold {
    let mut record = record(["a", "b"], None);
    record.plies.clear();
    store.begin_game(owner, NewGame::of(&record, 64)).unwrap()
}
