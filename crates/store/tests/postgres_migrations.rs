//! Databases of earlier programs open and go on: the tables of each version, made as its program made them.
#![cfg(feature = "postgres")]

use std::time::Duration;

use crate::conformance::{announce, record, won};
use joute_store::{
    Access, EventId, NewGame, NewTask, NewWorker, Portions, Refusals, Spot, Store, StoreErrorKind, StoreLocation,
};
use joute_testkit::postgres::PostgresServer;

const LONG: Duration = Duration::from_secs(3600);

/// What each version has added.
const SCHEMAS: [&str; 5] = [
    include_str!("../src/postgres/schema_1.sql"),
    include_str!("../src/postgres/schema_2.sql"),
    include_str!("../src/postgres/schema_3.sql"),
    include_str!("../src/postgres/schema_4.sql"),
    include_str!("../src/postgres/schema_5.sql"),
];

/// Tables that are in every version what they were in the first.
const KEPT: [&str; 13] = [
    "player",
    "player_version",
    "text",
    "labels",
    "file",
    "terms",
    "event",
    "entry",
    "game",
    "course",
    "log",
    "seal",
    "review",
];

/// The first version with a queue.
const QUEUES: usize = 2;

fn schema_of(address: &str) -> &str {
    address.rsplit("%3D").next().unwrap()
}

fn open(address: &str, access: Access) -> joute_store::Result<std::sync::Arc<dyn Store>> {
    address.parse::<StoreLocation>().unwrap().open(access)
}

fn spot(event: EventId, match_index: u32, game: u32) -> Spot {
    Spot { event, match_index, game, swapped: game == 1 }
}

/// A database as a program of this version left it: a pair that is played, and three more, one of which a worker has taken that
/// is gone.
fn old(version: usize) -> String {
    let server = PostgresServer::shared();
    let [now, before] = [(); 2].map(|()| server.new_address());
    let store = open(&now, Access::Create).unwrap();
    let event = announce(&*store, "cup");
    let record = record(["a", "b"], won());
    let game = |game| NewGame::of(&record, 64).at(spot(event, 0, game));
    store.keep(vec![game(0), game(1)]).unwrap();
    let (source, schema) = (schema_of(&now), schema_of(&before));
    server.sql(&format!(
        "SET search_path = {schema}; CREATE TABLE joute_store (version bigint NOT NULL); \
         INSERT INTO joute_store VALUES ({version}); {}",
        SCHEMAS[..version].join("\n")
    ));
    let copy =
        |table: &str| format!("INSERT INTO {schema}.{table} OVERRIDING SYSTEM VALUE SELECT * FROM {source}.{table};");
    let task = |number: u32, owner: &str| format!(", (1, {number}, 0, '{number}', '{{}}', '{{v{number}}}', {owner})");
    let counted = |table: &str| format!("SELECT setval(pg_get_serial_sequence('{schema}.{table}', 'id'), 100);");
    let counted = ["player", "player_version"].map(counted).concat();
    server.sql(&format!("{} {counted} UPDATE {schema}.counter SET games = 2", KEPT.map(copy).concat()));
    if version >= QUEUES {
        let tasks = [task(1, "99"), task(2, "NULL"), task(3, "NULL")].concat();
        server.sql(&format!(
            "INSERT INTO {schema}.task (event, match, first, body, needs, players, owner) VALUES {}",
            tasks.trim_start_matches(", ")
        ));
    }
    before
}

fn version(address: &str) -> String {
    PostgresServer::shared().sql(&format!("SELECT version FROM {}.joute_store", schema_of(address)))
}

#[test]
fn databases_of_every_version_go_on() {
    for before in 1..=SCHEMAS.len() {
        let address = old(before);
        assert_eq!(version(&address), before.to_string());
        let reader = open(&address, Access::ReadOnly).unwrap();
        assert_eq!(reader.game(1).unwrap().unwrap().plies.len(), 2);
        assert_eq!(version(&address), before.to_string(), "who only reads changes nothing");
        let store = open(&address, Access::Existing).unwrap();
        assert_eq!(version(&address), SCHEMAS.len().to_string());
        let event = store.events().unwrap()[0].id;
        let queue = store.queue().unwrap();
        let owner = store.register("scheduler", LONG).unwrap();
        let lead = queue.lead(event, owner, "charter").unwrap();
        let next = NewTask {
            match_index: 4,
            first_game: 0,
            body: "4".to_owned(),
            needs: Vec::new(),
            players: Vec::new(),
            cores: 1,
        };
        queue.offer(lead, &[next]).unwrap();
        let text = || "worker".to_owned();
        let worker =
            NewWorker { name: text(), machine: text(), abilities: Vec::new(), jobs: 1, cores: 1, version: text() };
        let worker = queue.join(&worker, LONG).unwrap();
        let taken = queue.take(worker, &Refusals::default(), &Portions::of(9)).unwrap();
        let bodies: Vec<&str> = taken.iter().map(|task| task.body.as_str()).collect();
        let expected: &[&str] = match before {
            ..QUEUES => &["4"],
            // What belonged to nobody any more was freed by the fourth.
            QUEUES..4 => &["1", "2", "3", "4"],
            _ => &["2", "3", "4"],
        };
        assert_eq!(bodies, expected, "of version {before}");
        let record = record(["a", "c"], won());
        let pair =
            |at| vec![NewGame::of(&record, 64).at(spot(event, at, 0)), NewGame::of(&record, 64).at(spot(event, at, 1))];
        let played: Vec<_> = taken.iter().map(|task| (task.ticket, pair(task.body.parse().unwrap()))).collect();
        assert!(queue.settle(worker, &played).unwrap().into_iter().all(|counts| counts));
        let results = store.results(event).unwrap();
        assert_eq!(results.iter().map(|result| result.id).max(), Some(2 + 2 * taken.len() as u64));
        assert!(store.check().unwrap().is_whole());
    }
}

#[test]
fn a_database_of_a_later_program_is_refused() {
    let address = old(SCHEMAS.len());
    PostgresServer::shared().sql(&format!("UPDATE {}.joute_store SET version = 99", schema_of(&address)));
    for access in [Access::Create, Access::ReadOnly] {
        let refused = open(&address, access).err().unwrap().kind;
        assert_eq!(refused, StoreErrorKind::Newer { version: 99, known: SCHEMAS.len() as i64 });
    }
}
