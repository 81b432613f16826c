//! What a store promises: games come back as they were, nothing is stored twice or changed, strangers are refused.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

use std::collections::BTreeMap;
use std::path::PathBuf;

use joute_games::{Outcome, Side};
use joute_referee::{Ending, Fault, GameRecord, Identity, PlyRecord, Reason};
use joute_store::{Entry, EventId, Lock, NewEvent, NewGame, NewMatch, NewVerdict, Spot, SqliteStore, Store};
use joute_tournament::scoring::Scoring;

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

    fn open(&self) -> SqliteStore {
        SqliteStore::open(&self.path()).unwrap()
    }
}

fn identity(name: &str, version: &str) -> Identity {
    Identity { name: name.to_owned(), locator: name.to_owned(), version: version.to_owned(), runtime: None }
}

fn ply(side: Side, mv: &str, log: Option<&str>) -> PlyRecord {
    let log = log.map(str::to_owned);
    PlyRecord { side, mv: Some(mv.to_owned()), forced: false, wall_ns: 12_345, cpu_ns: Some(7), score: None, log }
}

fn record(names: [&str; 2], ending: Option<Ending>) -> GameRecord {
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

fn won() -> Option<Ending> {
    Some(Ending::Played { outcome: Outcome::First })
}

fn announce(store: &mut SqliteStore) -> EventId {
    let entry = |name: &str| Entry { name: name.to_owned(), locator: name.to_owned(), version: None, refused: None };
    let event = NewEvent {
        name: "cup".to_owned(),
        format: "swiss".to_owned(),
        description: "{}".to_owned(),
        entries: vec![entry("a"), entry("b")],
    };
    let id = store.add_event(&event).unwrap();
    assert_eq!(store.events().unwrap()[0].event, event);
    id
}

fn spot(event: EventId, match_index: u32, game: u32) -> Option<Spot> {
    Some(Spot { event, match_index, game, swapped: game % 2 == 1 })
}

#[test]
fn games_come_back_as_they_were() {
    let temp = TempStore::new();
    let mut store = temp.open();
    let endings = [
        Ending::Played { outcome: Outcome::Draw },
        Ending::Forfeit { by: Side::Second, fault: Fault::illegal("answered \"z9\"") },
        Ending::Adjudicated { outcome: Outcome::Second, reason: Reason::Resignation },
        Ending::Adjudicated { outcome: Outcome::Draw, reason: Reason::Cap },
    ];
    for ending in endings {
        let record = record(["a", "b"], Some(ending));
        let ids = store.keep(&[NewGame { spot: None, record: &record, total: 64 }]).unwrap();
        assert_eq!(temp.open().game(ids[0]).unwrap(), Some(record));
    }
    assert_eq!(store.game(99).unwrap(), None);
}

#[test]
fn a_game_in_progress_is_known_after_a_crash() {
    let temp = TempStore::new();
    let mut store = temp.open();
    let event = announce(&mut store);
    let mut begun = record(["a", "b"], None);
    let plies = std::mem::take(&mut begun.plies);
    begun.tally = [0, 0];
    let id = store.begin_game(&NewGame { spot: spot(event, 0, 0), record: &begun, total: 64 }).unwrap();
    store.append(id, 0, &plies[0]).unwrap();
    drop(store);
    let mut store = temp.open();
    let known = store.game(id).unwrap().unwrap();
    assert_eq!((known.plies.as_slice(), &known.ending), (&plies[..1], &None));
    assert_eq!(store.unfinished().unwrap(), [id]);
    assert!(store.results(event).unwrap().is_empty(), "it does not count");
    let mut finished = record(["a", "b"], won());
    finished
        .labels
        .extend([("event", "cup"), ("match", "1"), ("game", "1")].map(|(k, v)| (k.to_owned(), v.to_owned())));
    store.finish(id, &NewGame { spot: spot(event, 0, 0), record: &finished, total: 64 }).unwrap();
    assert_eq!(store.game(id).unwrap(), Some(finished));
    assert_eq!(store.results(event).unwrap().len(), 1);
    assert!(store.unfinished().unwrap().is_empty());
}

#[test]
fn games_are_found_by_what_is_latest_and_by_their_labels() {
    let temp = TempStore::new();
    let mut store = temp.open();
    let plain = record(["a", "b"], won());
    let mut labelled = record(["a", "b"], None);
    labelled.labels.insert("continues".to_owned(), "1".to_owned());
    let kept = |record| NewGame { spot: None, record, total: 64 };
    let ids = store.keep(&[kept(&plain), kept(&labelled), kept(&plain)]).unwrap();
    assert_eq!(store.latest(2).unwrap(), [ids[2], ids[1]]);
    assert_eq!(store.latest(9).unwrap().len(), 3);
    assert_eq!(store.labelled("continues").unwrap(), [(ids[1], "1".to_owned())]);
    assert!(store.labelled("follows").unwrap().is_empty());
}

#[test]
fn no_game_counts_twice_and_a_batch_is_all_or_nothing() {
    let temp = TempStore::new();
    let mut store = temp.open();
    let event = announce(&mut store);
    let record = record(["a", "b"], won());
    let game = |number| NewGame { spot: spot(event, 3, number), record: &record, total: 64 };
    store.keep(&[game(0)]).unwrap();
    let error = store.keep(&[game(1), game(0)]).unwrap_err().to_string();
    assert!(error.contains("game 1 of match 4 is stored already"), "{error}");
    assert_eq!(store.results(event).unwrap().len(), 1, "nothing of the batch was kept");
    store.keep(&[game(1)]).unwrap();
    assert_eq!(store.results(event).unwrap().len(), 2);
    let changed = rusqlite::Connection::open(temp.path()).unwrap().execute("UPDATE game SET outcome = 1", []);
    assert!(changed.unwrap_err().to_string().contains("never changed"));
}

#[test]
fn a_new_version_is_a_new_version_and_queries_add_up() {
    let temp = TempStore::new();
    let mut store = temp.open();
    let event = announce(&mut store);
    let crash = Ending::Forfeit { by: Side::First, fault: Fault::crash("signal") };
    let mut games = [record(["a", "b"], won()), record(["b", "a"], won()), record(["a", "b"], Some(crash))];
    games[2].players[0].version = "2".to_owned();
    for (number, record) in games.iter().enumerate() {
        store.keep(&[NewGame { spot: spot(event, 0, number as u32), record, total: 64 }]).unwrap();
    }
    let lines = store.standings(Some(event), Scoring::Report002).unwrap();
    assert_eq!((lines[0].name.as_str(), lines[0].points, lines[0].games), ("b", 24.0 + 40.0 + 67.0, [2, 0, 1]));
    assert_eq!((lines[1].name.as_str(), lines[1].points, lines[1].faults.crash), ("a", 40.0 + 24.0, 1));
    let lines = store.standings(None, Scoring::Points).unwrap();
    assert_eq!((lines[0].points, lines[1].points), (2.0, 1.0));
    let lines = store.standings(None, Scoring::Tally).unwrap();
    assert_eq!((lines[0].points, lines[1].points), (64.0, -64.0));
    assert_eq!(store.head_to_head("a", "b").unwrap(), ([1, 0, 2], vec![1, 2, 3]));
    assert_eq!(store.head_to_head("a", "nobody").unwrap(), ([0; 3], vec![]));
    let cells = store.cross_table(Some(event)).unwrap();
    assert_eq!(cells.iter().map(|cell| cell.games).collect::<Vec<_>>(), [[1, 0, 1], [1, 0, 0]]);
    let history = store.history("a", 2).unwrap();
    assert_eq!(history.iter().map(|line| line.version.as_str()).collect::<Vec<_>>(), ["2", "1"]);
    let faults = store.faults(Some(event)).unwrap();
    assert_eq!((faults.len(), faults[0].player.as_str(), faults[0].kind.as_str()), (1, "a", "crash"));
}

#[test]
fn matches_and_verdicts_stand() {
    let temp = TempStore::new();
    let mut store = temp.open();
    let event = announce(&mut store);
    let made = NewMatch { match_index: 0, round: 1, bracket: Some("winners"), slot: 0, players: [0, 1] };
    let verdict = NewVerdict { match_index: 0, winner: Some(1), decided_by: "points", points: [0.0, 2.0] };
    let other = NewVerdict { winner: Some(0), ..verdict.clone() };
    store.keep_matches(event, std::slice::from_ref(&made), &[verdict]).unwrap();
    store.keep_matches(event, &[made], &[other]).unwrap();
    let file = rusqlite::Connection::open(temp.path()).unwrap();
    assert_eq!(file.query_row("SELECT winner FROM verdict", [], |row| row.get::<_, i64>(0)).unwrap(), 1);
}

#[test]
fn a_review_is_kept_and_a_later_one_takes_its_place() {
    let temp = TempStore::new();
    let mut store = temp.open();
    assert_eq!(store.review("a1b2").unwrap(), None);
    store.keep_review("a1b2", "{\"plies\":[]}").unwrap();
    store.keep_review("a1b2", "{\"plies\":[1]}").unwrap();
    drop(store);
    let store = temp.open();
    assert_eq!(store.review("a1b2").unwrap().as_deref(), Some("{\"plies\":[1]}"));
    assert_eq!(store.review("a1").unwrap(), None);
}

#[test]
fn a_file_of_the_first_version_is_brought_up_to_date() {
    let temp = TempStore::new();
    let record = record(["a", "b"], won());
    let game = temp.open().keep(&[NewGame { spot: None, record: &record, total: 64 }]).unwrap()[0];
    let file = rusqlite::Connection::open(temp.path()).unwrap();
    file.execute_batch("DROP TABLE review; PRAGMA user_version = 1").unwrap();
    drop(file);
    let mut store = temp.open();
    assert_eq!(store.game(game).unwrap(), Some(record));
    store.keep_review("a1b2", "{}").unwrap();
}

#[test]
fn a_reader_sees_what_is_written_and_changes_nothing() {
    let temp = TempStore::new();
    assert!(SqliteStore::open_to_read(&temp.path()).is_err());
    assert!(!temp.path().exists(), "looking for a store does not make one");
    std::fs::write(temp.path(), "").unwrap();
    assert!(SqliteStore::open_to_read(&temp.path()).is_err(), "an empty file is no store yet");
    let mut writer = temp.open();
    let event = announce(&mut writer);
    let mut reader = SqliteStore::open_to_read(&temp.path()).unwrap();
    let before = reader.state().unwrap();
    assert_eq!(reader.state().unwrap(), before, "nothing has happened");
    let record = record(["a", "b"], won());
    let ids = writer.keep(&[NewGame { spot: spot(event, 0, 0), record: &record, total: 64 }]).unwrap();
    assert_ne!(reader.state().unwrap(), before);
    assert_eq!(reader.results(event).unwrap()[0].id, ids[0]);
    assert!(reader.keep(&[NewGame { spot: None, record: &record, total: 64 }]).is_err());
    drop(writer);
    assert_eq!(SqliteStore::open_to_read(&temp.path()).unwrap().latest(9).unwrap(), ids, "and when nobody writes");
}

#[test]
fn strangers_are_refused() {
    let temp = TempStore::new();
    let refused = || SqliteStore::open(&temp.path()).map(drop).unwrap_err().to_string();
    std::fs::write(
        temp.path(),
        "a letter, and quite a long one, to be sure that it is read as some text and no database",
    )
    .unwrap();
    assert!(refused().contains("not a store of games"), "{}", refused());
    std::fs::remove_file(temp.path()).unwrap();
    rusqlite::Connection::open(temp.path()).unwrap().execute_batch("CREATE TABLE recipes (name TEXT)").unwrap();
    assert!(refused().contains("not a store of games"), "{}", refused());
    std::fs::remove_file(temp.path()).unwrap();
    drop(temp.open());
    rusqlite::Connection::open(temp.path()).unwrap().pragma_update(None, "user_version", 9).unwrap();
    assert!(refused().contains("this store has version 9, and this program knows versions up to 2"), "{}", refused());
    assert!(SqliteStore::open_existing(&temp.folder.path().join("none")).is_err());
}

#[test]
fn a_damaged_file_is_told() {
    let temp = TempStore::new();
    let mut store = temp.open();
    let record = record(["a", "b"], won());
    let games: Vec<NewGame<'_>> = (0..500).map(|_| NewGame { spot: None, record: &record, total: 64 }).collect();
    store.keep(&games).unwrap();
    drop(store);
    let mut bytes = std::fs::read(temp.path()).unwrap();
    bytes[8192..].fill(0x5a);
    std::fs::write(temp.path(), bytes).unwrap();
    let error = SqliteStore::open(&temp.path()).and_then(|store| store.standings(None, Scoring::Points)).unwrap_err();
    assert!(error.to_string().contains("damaged"), "{error}");
}

#[test]
fn one_program_at_a_time() {
    let temp = TempStore::new();
    let lock = Lock::take(temp.folder.path()).unwrap();
    let error = Lock::take(temp.folder.path()).unwrap_err().to_string();
    assert!(error.contains(&format!("in use by process {} on ", std::process::id())), "{error}");
    drop(lock);
    Lock::take(temp.folder.path()).unwrap();
}
