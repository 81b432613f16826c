//! The queue of a store: every task is played once, whoever dies, and whoever comes late is refused.
#![cfg(feature = "postgres")]

use std::sync::Arc;
use std::time::Duration;

use crate::conformance::{announce, record, won};
use joute_games::Side;
use joute_referee::{Ending, Fault, FaultKind, GameRecord};
use joute_store::{
    Access, DocumentChange, EventId, Lead, NewGame, NewTask, NewWorker, OwnerId, Portions, Pulse, Queue, Refusals,
    Spot, Store, StoreErrorKind, StoreLocation, TakenTask, Write, copy_store,
};
use joute_testkit::postgres::PostgresServer;

/// A lease that no test outlives, and one that is over at once.
const LONG: Duration = Duration::from_secs(3600);
const OVER: Duration = Duration::ZERO;

/// Nothing is refused.
const NONE: Refusals = Refusals { players: Vec::new(), events: Vec::new(), tasks: Vec::new() };

struct Place {
    store: Arc<dyn Store>,
    event: EventId,
    lead: Lead,
}

impl Place {
    fn new() -> Place {
        Place::on(PostgresServer::shared())
    }

    fn on(server: &PostgresServer) -> Place {
        Place::at(&server.new_address())
    }

    fn at(address: &str) -> Place {
        let location: StoreLocation = address.parse().unwrap();
        let store = location.open(Access::Create).unwrap();
        let event = announce(&*store, "cup");
        let owner = store.register("scheduler", LONG).unwrap();
        let lead = store.queue().unwrap().lead(event, owner, "charter").unwrap();
        Place { store, event, lead }
    }

    fn queue(&self) -> &dyn Queue {
        self.store.queue().unwrap()
    }

    fn offer(&self, matches: std::ops::Range<u32>) {
        let task = |match_index| task(match_index, &[]);
        self.queue().offer(self.lead, &matches.map(task).collect::<Vec<_>>()).unwrap();
    }

    fn join(&self, name: &str, abilities: &[&str], lease: Duration) -> OwnerId {
        self.queue().join(&worker(name, abilities), lease).unwrap()
    }

    /// Two games for each task; whether each counted.
    fn settle(&self, worker: OwnerId, tasks: &[TakenTask]) -> Vec<bool> {
        let record = record(["a", "b"], won());
        let game = |match_index, game| {
            NewGame::of(&record, 64).at(Spot { event: self.event, match_index, game, swapped: game == 1 })
        };
        let played = tasks.iter().map(|task| {
            let match_index = task.body.parse().unwrap();
            (task.ticket, vec![game(match_index, 0), game(match_index, 1)])
        });
        self.queue().settle(worker, &played.collect::<Vec<_>>()).unwrap()
    }
}

fn task(match_index: u32, needs: &[&str]) -> NewTask {
    NewTask {
        match_index,
        first_game: 0,
        body: match_index.to_string(),
        needs: needs.iter().map(ToString::to_string).collect(),
        players: vec!["v1".to_owned(), format!("v{match_index}")],
        cores: 1,
    }
}

fn worker(name: &str, abilities: &[&str]) -> NewWorker {
    NewWorker {
        name: name.to_owned(),
        machine: "lab".to_owned(),
        abilities: abilities.iter().map(ToString::to_string).collect(),
        jobs: 1,
        cores: 2,
        version: "1".to_owned(),
    }
}

fn bodies(tasks: &[TakenTask]) -> Vec<&str> {
    tasks.iter().map(|task| task.body.as_str()).collect()
}

#[test]
fn a_task_is_taken_once_and_settled_once() {
    let place = Place::new();
    place.offer(0..4);
    place.offer(2..5);
    let [one, two] = ["one", "two"].map(|name| place.join(name, &[], LONG));
    let mine = place.queue().take(one, &NONE, &Portions::of(2)).unwrap();
    assert_eq!(bodies(&mine), ["0", "1"], "the oldest first, and what is offered twice is there once");
    let others = place.queue().take(two, &NONE, &Portions::of(99)).unwrap();
    assert_eq!(bodies(&others), ["2", "3", "4"]);
    assert!(place.queue().take(one, &NONE, &Portions::of(9)).unwrap().is_empty());
    assert_eq!(place.settle(one, &mine), [true, true]);
    assert_eq!(place.settle(one, &mine), [false, false], "what was settled is no task any more");
    place.queue().give_back(&[others[0].ticket]).unwrap();
    assert_eq!(place.settle(two, &others), [false, true, true], "what was given back is not settled");
    assert_eq!(bodies(&place.queue().take(one, &NONE, &Portions::of(9)).unwrap()), ["2"]);
    place.offer(0..2);
    assert!(
        place.queue().take(two, &NONE, &Portions::of(9)).unwrap().is_empty(),
        "what was played is not offered again"
    );
    let results = place.queue().results_after(place.event, 2).unwrap();
    assert_eq!(
        results.iter().map(|result| result.id).collect::<Vec<_>>(),
        (3..=8).collect::<Vec<_>>(),
        "no number is left out"
    );
    assert!(place.store.check().unwrap().is_whole());
}

#[test]
fn nobody_takes_more_than_was_asked_for_whatever_the_server_thinks_of_the_queue() {
    let server = PostgresServer::shared();
    let address = server.new_address();
    let place = Place::at(&address);
    let [one, two] = ["one", "two"].map(|name| place.join(name, &[], LONG));
    place.offer(0..50);
    let first = place.queue().take(one, &NONE, &Portions::of(99)).unwrap();
    place.settle(one, &first);
    // By itself the server looks now and then: between two tournaments it finds nothing.
    let schema = address.rsplit("%3D").next().unwrap();
    server.sql(&format!("ANALYZE {schema}.task"));
    place.offer(50..350);
    assert_eq!(bodies(&place.queue().take(one, &NONE, &Portions::of(2)).unwrap()), ["50", "51"]);
    assert_eq!(place.queue().take(two, &NONE, &Portions::of(3)).unwrap().len(), 3);
    let backlog = place.queue().backlog().unwrap();
    assert_eq!((backlog[0].waiting, backlog[0].taken), (295, 5), "the rest is for others");
}

#[test]
fn a_pair_that_is_kept_already_is_over() {
    let place = Place::new();
    place.offer(0..2);
    let worker = place.join("worker", &[], LONG);
    let taken = place.queue().take(worker, &NONE, &Portions::of(9)).unwrap();
    let record = record(["a", "b"], won());
    let game =
        |game| NewGame::of(&record, 64).at(Spot { event: place.event, match_index: 0, game, swapped: game == 1 });
    place.store.keep(vec![game(0), game(1)]).unwrap();
    assert_eq!(place.settle(worker, &taken), [false, true], "nothing is stored twice, and the rest counts");
    assert!(place.queue().backlog().unwrap().is_empty(), "and nobody plays it again");
}

#[test]
fn what_a_silent_worker_had_goes_to_others() {
    let place = Place::new();
    place.offer(0..2);
    let late = place.join("late", &[], OVER);
    let mine = place.queue().take(late, &NONE, &Portions::of(9)).unwrap();
    let quick = place.join("quick", &[], LONG);
    let taken = place.queue().take(quick, &NONE, &Portions::of(1)).unwrap();
    assert_eq!((mine.len(), bodies(&taken)), (2, vec!["0"]));
    assert_eq!(place.settle(late, &mine), [false, false], "a late worker overwrites nothing");
    assert_eq!(place.settle(quick, &taken), [true]);
    assert_eq!(place.store.results(place.event).unwrap().len(), 2);
    place.join("late", &[], LONG);
    let forgotten = place.queue().take(late, &NONE, &Portions::of(1)).unwrap_err().kind;
    assert!(matches!(forgotten, StoreErrorKind::Missing { .. }), "another came under its name");
    let state = place.queue().workers().unwrap().into_iter().find(|state| state.worker.name == "quick").unwrap();
    assert_eq!((state.games, state.is_alive, state.tasks), (2, true, 0));
}

#[test]
fn whoever_was_forgotten_and_took_a_task_again_settles_it_once() {
    let place = Place::new();
    place.offer(0..1);
    let late = place.join("late", &[], OVER);
    let before = place.queue().take(late, &NONE, &Portions::of(9)).unwrap();
    let again = place.queue().take(late, &NONE, &Portions::of(9)).unwrap();
    assert_eq!((bodies(&before), bodies(&again)), (vec!["0"], vec!["0"]));
    assert_ne!(before[0].ticket, again[0].ticket);
    let both = [before[0].clone(), again[0].clone()];
    assert_eq!(place.settle(late, &both), [false, true], "both come at once, and the one that lasts counts");
    assert_eq!(place.store.results(place.event).unwrap().len(), 2);
}

#[test]
fn what_was_refused_is_not_taken_again() {
    let place = Place::new();
    let spaced = NewTask { players: vec!["joute 0.1.0".to_owned()], ..task(0, &[]) };
    place.queue().offer(place.lead, &[spaced, task(1, &[]), task(2, &[])]).unwrap();
    let worker = place.join("worker", &[], LONG);
    let all = place.queue().take(worker, &NONE, &Portions::of(9)).unwrap();
    assert_eq!(bodies(&all), ["0", "1", "2"]);
    let give_back = |taken: &[TakenTask]| {
        place.queue().give_back(&taken.iter().map(|task| task.ticket).collect::<Vec<_>>()).unwrap();
    };
    give_back(&all);
    let left = |refused: Refusals| {
        let taken = place.queue().take(worker, &refused, &Portions::of(9)).unwrap();
        give_back(&taken);
        taken.into_iter().map(|task| task.body).collect::<Vec<_>>()
    };
    let version = Refusals { players: vec!["joute 0.1.0".to_owned()], ..NONE };
    assert_eq!(left(version), ["1", "2"], "a version with a space in it");
    assert_eq!(left(Refusals { tasks: vec![all[1].ticket.task], ..NONE }), ["0", "2"], "one task");
    assert!(left(Refusals { events: vec![place.event], ..NONE }).is_empty(), "an event");
}

#[test]
fn what_a_worker_that_leaves_had_is_free_at_once() {
    let place = Place::new();
    place.offer(0..2);
    let [gone, other] = ["gone", "other"].map(|name| place.join(name, &[], LONG));
    let mine = place.queue().take(gone, &NONE, &Portions::of(9)).unwrap();
    place.store.leave(gone).unwrap();
    let taken = place.queue().take(other, &NONE, &Portions::of(9)).unwrap();
    assert_eq!((mine.len(), bodies(&taken)), (2, vec!["0", "1"]));
    assert_eq!(place.settle(gone, &mine), [false, false]);
    assert_eq!(place.settle(other, &taken), [true, true]);
}

#[test]
fn workers_get_what_they_can_seat() {
    let place = Place::new();
    let large = NewTask { cores: 4, ..task(3, &[]) };
    let tasks = [task(0, &["ocaml", "sandbox"]), task(1, &["sandbox"]), task(2, &[]), large];
    place.queue().offer(place.lead, &tasks).unwrap();
    let plain = place.join("plain", &["python3"], LONG);
    assert_eq!(bodies(&place.queue().take(plain, &NONE, &Portions::of(9)).unwrap()), ["2"]);
    let able = place.join("able", &["ocaml", "sandbox", "wasm"], LONG);
    let refused = Refusals { players: vec!["v0".to_owned()], ..NONE };
    assert_eq!(
        bodies(&place.queue().take(able, &refused, &Portions::of(9)).unwrap()),
        ["1"],
        "but for those it has refused"
    );
    let backlog = place.queue().backlog().unwrap();
    assert_eq!((backlog[0].waiting, backlog[0].taken), (2, 2));
    let roomy = NewWorker { cores: 4, ..worker("roomy", &[]) };
    let roomy = place.queue().join(&roomy, LONG).unwrap();
    let taken = place.queue().take(roomy, &NONE, &Portions::of(9)).unwrap();
    assert_eq!((bodies(&taken), taken[0].cores), (vec!["3"], 4), "a game of four processors is for who has four");
    assert_eq!(place.queue().withdraw(place.lead).unwrap(), [(0, 0)], "what nobody has taken");
}

#[test]
fn a_server_that_crashes_may_forget_claims_and_nothing_else() {
    // By itself it writes what nobody waits for after ten seconds.
    let server = PostgresServer::start_with(&["listen_addresses=", "wal_writer_delay=10s"], &[]);
    let place = Place::on(&server);
    place.offer(0..4);
    let [one, two] = ["one", "two"].map(|name| place.join(name, &[], LONG));
    let first = place.queue().take(one, &NONE, &Portions::of(2)).unwrap();
    assert_eq!(place.settle(one, &first), [true, true]);
    let forgotten = place.queue().take(one, &NONE, &Portions::of(9)).unwrap();
    server.kill();
    server.restart();
    assert_eq!(place.store.results(place.event).unwrap().len(), 4, "what was settled is there for good");
    let others = place.queue().take(two, &NONE, &Portions::of(9)).unwrap();
    let is_ours = |task: &TakenTask| forgotten.iter().any(|own| own.ticket == task.ticket);
    assert!(!others.iter().any(is_ours), "no two claims have the same ticket");
    let settled = [place.settle(one, &forgotten), place.settle(two, &others)].concat();
    assert_eq!(settled.iter().filter(|counts| **counts).count(), 2, "each pair counts once, whoever has it now");
    assert_eq!(place.store.results(place.event).unwrap().len(), 8);
    assert!(place.queue().backlog().unwrap().is_empty() && place.store.check().unwrap().is_whole());
}

#[test]
fn one_program_at_a_time_schedules_an_event() {
    let place = Place::new();
    let other = place.store.register("other", LONG).unwrap();
    let refused = place.queue().lead(place.event, other, "").unwrap_err();
    assert_eq!(refused.kind, StoreErrorKind::Busy { by: "scheduler".to_owned() });
    let again = place.store.register("scheduler", LONG).unwrap();
    let lead = place.queue().lead(place.event, again, "charter 2").unwrap();
    let late = place.queue().offer(place.lead, &[task(0, &[])]).unwrap_err();
    assert!(matches!(late.kind, StoreErrorKind::Busy { .. }), "{late}");
    place.queue().offer(lead, &[task(0, &[])]).unwrap();
    assert_eq!(place.queue().charter(place.event).unwrap().as_deref(), Some("charter 2"));
}

#[test]
fn files_are_kept_by_their_hashes() {
    let place = Place::new();
    let bytes = [0, 1, 255];
    place.queue().keep_file("ab", &bytes).unwrap();
    place.queue().keep_file("ab", &bytes).unwrap();
    assert_eq!(place.queue().file("ab").unwrap().as_deref(), Some(&bytes[..]));
    assert_eq!(place.queue().missing_files(&["ab".to_owned(), "cd".to_owned()]).unwrap(), ["cd"]);
    assert_eq!(place.queue().file("cd").unwrap(), None);
}

#[test]
fn a_store_is_copied_to_the_other_kind_and_back() {
    let place = Place::new();
    let folder = tempfile::tempdir().unwrap();
    let [there, back] =
        ["there", "back"].map(|name| StoreLocation::file(folder.path().join(name)).open(Access::Create).unwrap());
    let record = record(["a", "b"], won());
    let game = |game| NewGame::of(&record, 64).at(Spot { event: place.event, match_index: 0, game, swapped: false });
    let ids = place.store.keep(vec![game(0), game(1)]).unwrap();
    place.store.keep_review("a1", "a review").unwrap();
    place.store.apply_one(joute_store::Write::Note { game: ids[1], text: "a note".into() }).unwrap();
    let copied = copy_store(&*place.store, &*there, |_, _| ()).unwrap();
    assert_eq!((copied.events, copied.games, copied.before), (1, 2, 0));
    place.store.keep(vec![game(2)]).unwrap();
    let copied = copy_store(&*place.store, &*there, |_, _| ()).unwrap();
    assert_eq!((copied.events, copied.games, copied.before), (0, 1, 2), "it goes on where it was");
    let fresh = PostgresServer::shared().new_address().parse::<StoreLocation>().unwrap().open(Access::Create).unwrap();
    copy_store(&*there, &*fresh, |_, _| ()).unwrap();
    copy_store(&*fresh, &*back, |_, _| ()).unwrap();
    for store in [&there, &fresh, &back] {
        assert_eq!(store.events().unwrap(), place.store.events().unwrap());
        assert_eq!(store.results(place.event).unwrap(), place.store.results(place.event).unwrap());
        assert_eq!(store.game(2).unwrap(), place.store.game(2).unwrap());
        assert_eq!(
            (store.note(2).unwrap().as_deref(), store.review("a1").unwrap().as_deref()),
            (Some("a note"), Some("a review"))
        );
        assert!(store.check().unwrap().is_whole());
    }
    announce(&*back, "league");
    assert!(copy_store(&*place.store, &*back, |_, _| ()).unwrap_err().to_string().contains("something else"));
}

#[test]
fn a_copy_goes_on_only_where_what_is_there_is_as_it_was() {
    let place = Place::new();
    let folder = tempfile::tempdir().unwrap();
    let there = StoreLocation::file(folder.path().join("there")).open(Access::Create).unwrap();
    let player = place.store.register("player", LONG).unwrap();
    let ended = record(["a", "b"], won());
    let begun = GameRecord { ending: None, plies: Vec::new(), ..ended.clone() };
    let hold = place.store.begin_game(player, NewGame::of(&begun, 64)).unwrap();
    place.store.keep(vec![NewGame::of(&ended, 64)]).unwrap();
    let write = |seen: u64, text: &'static str| {
        let (kind, key) = ("account".into(), "ann".into());
        place.store.apply_one(Write::Document(DocumentChange { kind, key, seen, text: Some(text.into()) })).unwrap();
    };
    let copy = || copy_store(&*place.store, &*there, |_, _| ()).map_err(|error| error.to_string());
    write(0, "one");
    copy().unwrap();
    assert_eq!(copy().unwrap().games, 0, "once more is no more");
    assert_eq!(there.unfinished().unwrap().len(), 1);
    write(1, "two");
    assert!(copy().unwrap_err().contains("something else in it (account ann)"));
    write(2, "one");
    for (ply, played) in (0..).zip(&ended.plies) {
        place.store.append(hold, ply, played).unwrap();
    }
    place.store.finish(hold, NewGame::of(&ended, 64)).unwrap();
    assert!(copy().unwrap_err().contains("something else in it (game 1)"));
    assert_eq!(there.unfinished().unwrap().len(), 1, "nothing was changed");
}

#[test]
fn what_a_silent_worker_had_is_free_while_there_is_other_work() {
    let place = Place::new();
    place.offer(0..4);
    let [silent, other] = [("silent", OVER), ("other", LONG)].map(|(name, lease)| place.join(name, &[], lease));
    place.queue().take(silent, &NONE, &Portions::of(2)).unwrap();
    place.queue().pulse(other, &Pulse::default()).unwrap();
    let taken = place.queue().take(other, &NONE, &Portions::of(3)).unwrap();
    assert_eq!(bodies(&taken), ["0", "1", "2"], "what has waited longest comes first");
}

#[test]
fn events_take_turns() {
    let place = Place::new();
    place.offer(0..100);
    let ladder = announce(&*place.store, "ladder");
    let owner = place.store.register("other", LONG).unwrap();
    let lead = place.queue().lead(ladder, owner, "").unwrap();
    place.queue().offer(lead, &[task(0, &[]), task(1, &[]), task(2, &[])]).unwrap();
    let worker = place.join("worker", &[], LONG);
    let take = |most: &Portions| {
        let taken = place.queue().take(worker, &NONE, most).unwrap();
        taken.iter().map(|task| (task.event, task.body.clone())).collect::<Vec<_>>()
    };
    let of = |event, bodies: &[&str]| bodies.iter().map(|body| (event, (*body).to_owned())).collect::<Vec<_>>();
    assert_eq!(take(&Portions::of(2)), of(place.event, &["0", "1"]));
    assert_eq!(take(&Portions::of(2)), of(ladder, &["0", "1"]), "a large event does not keep a later one from playing");
    assert_eq!(take(&Portions::of(2)), of(place.event, &["2", "3"]));
    let portions = Portions { usual: 1, of_events: vec![(ladder, 0), (place.event, 3)] };
    assert_eq!(take(&portions), of(place.event, &["4", "5", "6"]), "nothing of an event that is not wanted now");
    assert_eq!(take(&Portions::of(9)), of(ladder, &["2"]));
    assert_eq!(take(&Portions::of(1)), of(place.event, &["7"]));
    assert_eq!(take(&Portions::of(1)), of(place.event, &["8"]), "where one alone has some, it has every turn");
}

#[test]
fn logs_and_faults_of_games_that_workers_played_are_kept() {
    let place = Place::new();
    place.offer(0..2);
    let worker = place.join("worker", &[], LONG);
    let taken = place.queue().take(worker, &NONE, &Portions::of(2)).unwrap();
    let fault = Fault { kind: FaultKind::Illegal, evidence: "a1".to_owned() };
    let records = [record(["a", "b"], won()), record(["b", "a"], Some(Ending::Forfeit { by: Side::First, fault }))];
    let spot = |match_index, game| Spot { event: place.event, match_index, game, swapped: false };
    let pair = |(task, at): (&TakenTask, u32)| {
        (task.ticket, vec![NewGame::of(&records[0], 64).at(spot(at, 0)), NewGame::of(&records[1], 64).at(spot(at, 1))])
    };
    // The first of the two is somebody else's by now.
    place.queue().give_back(&[taken[0].ticket]).unwrap();
    let played: Vec<_> = taken.iter().zip(0..).map(pair).collect();
    assert_eq!(place.queue().settle(worker, &played).unwrap(), [false, true]);
    let games = place.store.games(&[2, 1, 9]).unwrap();
    assert_eq!(games[0].as_ref().unwrap().ending, records[1].ending);
    assert_eq!(games[1].as_ref().unwrap().plies, records[0].plies, "with what was said of each ply");
    assert!(games[2].is_none());
    assert_eq!(place.store.faults(place.event).unwrap().len(), 1);
    assert!(place.store.check().unwrap().is_whole());
}
