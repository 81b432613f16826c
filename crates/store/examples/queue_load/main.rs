//! Many workers on one queue without any games: what the database itself can do.
//!
//!   queue_load STORE WORKERS GAMES PAIRS_AT_ONCE [MILLISECONDS_A_PAIR]
//!   queue_load STORE WORKERS GAMES bare
//!
//! `bare` is what to compare with: the barest queue that there can be in the same database, one statement that takes a row and
//! one that deletes it, each a transaction, without leases or games.
//!
//! Each worker is a thread with connections of its own, as a program on another machine would have; a game is a record of sixty
//! plies. Says how long it took, how many were taken and settled a second, and what went wrong first.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a measurement that cannot go on must fail, and tells what it found"
)]

mod bare;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use joute_games::{Outcome, Side};
use joute_referee::{Ending, GameRecord, Identity, PlyRecord};
use joute_store::{Access, EventId, NewEvent, NewGame, NewTask, NewWorker, Portions, Refusals, Spot, StoreLocation};

/// How long whoever finds nothing waits before it asks again, as a worker does.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

fn record() -> GameRecord {
    let identity =
        |name: &str| Identity { name: name.into(), locator: name.into(), version: "1".into(), runtime: None };
    let ply = |number: usize| PlyRecord {
        side: if number.is_multiple_of(2) { Side::First } else { Side::Second },
        mv: Some("f5".to_owned()),
        forced: false,
        wall_ns: 12_345,
        cpu_ns: None,
        score: None,
        log: None,
    };
    GameRecord {
        version: 1,
        game: "othello".to_owned(),
        setup: "size=8".to_owned(),
        start: "a position".to_owned(),
        files: BTreeMap::new(),
        rules: "time=1s".to_owned(),
        players: [identity("one"), identity("two")],
        seed: 1,
        plies: (0..60).map(ply).collect(),
        ending: Some(Ending::Played { outcome: Outcome::First }),
        tally: [40, 24],
        labels: BTreeMap::from([("machine".to_owned(), "lab".to_owned())]),
    }
}

struct Load {
    location: StoreLocation,
    event: EventId,
    pairs: u64,
    batch: u32,
    play: Duration,
    settled: AtomicU64,
    calls: AtomicU64,
    failures: AtomicU64,
}

impl Load {
    fn work(&self, number: u64) {
        let store = match self.location.open(Access::Existing) {
            Ok(store) => store,
            Err(error) => {
                if self.failures.fetch_add(1, Ordering::Relaxed) == 0 {
                    println!("a worker stays away: {error}");
                }
                return;
            }
        };
        let queue = store.queue().unwrap();
        let name = format!("worker {number}");
        let worker =
            NewWorker { name, machine: "lab".into(), abilities: Vec::new(), jobs: 1, cores: 1, version: "1".into() };
        let owner = queue.join(&worker, Duration::from_secs(600)).unwrap();
        let record = record();
        let mut pause = FIRST_PAUSE;
        while self.settled.load(Ordering::Relaxed) < self.pairs {
            self.calls.fetch_add(1, Ordering::Relaxed);
            let taken = queue.take(owner, &Refusals::default(), &Portions::of(self.batch)).unwrap();
            if taken.is_empty() {
                std::thread::sleep(pause);
                pause = (pause * 2).min(LONGEST_PAUSE);
                continue;
            }
            pause = FIRST_PAUSE;
            std::thread::sleep(self.play * taken.len() as u32);
            let games = |body: &str| {
                let match_index = body.parse().unwrap();
                let game = |game| {
                    NewGame::of(&record, 64).at(Spot { event: self.event, match_index, game, swapped: game == 1 })
                };
                vec![game(0), game(1)]
            };
            let played: Vec<_> = taken.iter().map(|task| (task.ticket, games(&task.body))).collect();
            let settled = queue.settle(owner, &played).unwrap();
            self.settled.fetch_add(settled.iter().filter(|counts| **counts).count() as u64, Ordering::Relaxed);
        }
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| words[at].parse::<u64>().expect("a number");
    let (workers, games) = (number(1), number(2));
    if words[3] == "bare" {
        return bare::run(&words[0], workers, games / 2);
    }
    let batch = number(3) as u32;
    let play = Duration::from_millis(words.get(4).map_or(0, |text| text.parse().expect("milliseconds")));
    let location: StoreLocation = words[0].parse().unwrap();
    let location = location.with_patience(Duration::from_secs(600));
    let store = location.open(Access::Create).unwrap();
    let (name, format) = ("load".to_owned(), "round-robin".to_owned());
    let event = store.add_event(&NewEvent { name, format, description: "{}".into(), entries: Vec::new() }).unwrap();
    let owner = store.register("load", Duration::from_secs(3600)).unwrap();
    let lead = store.queue().unwrap().lead(event, owner, "{}").unwrap();
    let begun = Instant::now();
    let pairs: Vec<u32> = (0..(games / 2) as u32).collect();
    for some in pairs.chunks(10_000) {
        let task = |&match_index: &u32| NewTask {
            match_index,
            first_game: 0,
            body: match_index.to_string(),
            needs: Vec::new(),
            players: vec!["1".to_owned(), "2".to_owned()],
            cores: 1,
        };
        store.queue().unwrap().offer(lead, &some.iter().map(task).collect::<Vec<_>>()).unwrap();
    }
    println!("{} pairs offered in {:.1} s", pairs.len(), begun.elapsed().as_secs_f64());
    let zero = AtomicU64::default;
    let load = Load {
        location,
        event,
        pairs: pairs.len() as u64,
        batch,
        play,
        settled: zero(),
        calls: zero(),
        failures: zero(),
    };
    let begun = Instant::now();
    std::thread::scope(|scope| {
        (0..workers).for_each(|number| {
            drop(scope.spawn({
                let load = &load;
                move || load.work(number)
            }))
        });
    });
    let took = begun.elapsed().as_secs_f64();
    let settled = load.settled.load(Ordering::Relaxed) * 2;
    println!(
        "{workers} workers: {settled} games in {took:.1} s, {:.0} a second; {:.0} claims a second; {} workers could not connect",
        settled as f64 / took,
        load.calls.load(Ordering::Relaxed) as f64 / took,
        load.failures.load(Ordering::Relaxed),
    );
    assert_eq!(store.results(event).unwrap().len() as u64, settled);
}
