//! Connections that break while a worker takes and settles: what was done is done once, and nobody is left with a task that it
//! does not know of.
#![cfg(feature = "postgres")]

use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::unix::net::{UnixListener, UnixStream};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::conformance::{announce, record, won};
use joute_store::{
    Access, EventId, NewGame, NewTask, NewWorker, OwnerId, Portions, Refusals, Spot, Store, StoreLocation, TakenTask,
};
use joute_testkit::postgres::PostgresServer;

const LONG: Duration = Duration::from_secs(3600);

/// What happens to the next thing that somebody says.
const NOTHING: u8 = 0;
/// It is done, and the connection breaks before the answer.
const NO_ANSWER: u8 = 1;
/// The connection breaks, and the server hears of it later.
const LATE: u8 = 2;

/// Stands between a store and its server, and breaks connections.
struct Between {
    folder: tempfile::TempDir,
    breaks: Arc<AtomicU8>,
    /// What lets go what is late, and what tells that the server has dealt with it.
    late: (Sender<()>, Receiver<()>),
}

impl Between {
    fn new() -> Between {
        let folder = tempfile::tempdir_in("/tmp").unwrap();
        let listener = UnixListener::bind(folder.path().join(".s.PGSQL.5432")).unwrap();
        let breaks = Arc::new(AtomicU8::new(NOTHING));
        let ((let_go, held), (dealt, done)) = (channel(), channel());
        let (own, late) = (Arc::clone(&breaks), Arc::new(Mutex::new((held, dealt))));
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let server = UnixStream::connect(PostgresServer::shared().folder().join(".s.PGSQL.5432")).unwrap();
                let ends = || (client.try_clone().unwrap(), server.try_clone().unwrap());
                let ((breaks, late), (asks, hears)) = ((Arc::clone(&own), Arc::clone(&late)), (ends(), ends()));
                std::thread::spawn(move || forward(asks, &breaks, &late));
                let breaks = Arc::clone(&own);
                std::thread::spawn(move || answer(hears, &breaks));
            }
        });
        Between { folder, breaks, late: (let_go, done) }
    }

    fn breaks(&self, how: u8) {
        self.breaks.store(how, Ordering::SeqCst);
    }

    fn address(&self, schema: &str) -> String {
        let folder = self.folder.path().display().to_string().replace('/', "%2F");
        format!("postgres://tester@{folder}/postgres?sslmode=disable&options=-c%20search_path%3D{schema}")
    }
}

/// What a store says to its server.
fn forward(
    (mut client, mut server): (UnixStream, UnixStream),
    breaks: &AtomicU8,
    late: &Mutex<(Receiver<()>, Sender<()>)>,
) {
    let mut bytes = [0; 65_536];
    while let Ok(count @ 1..) = client.read(&mut bytes) {
        let is_late = breaks.compare_exchange(LATE, NOTHING, Ordering::SeqCst, Ordering::SeqCst).is_ok();
        if is_late {
            let _ = client.shutdown(Shutdown::Both);
            late.lock().unwrap().0.recv().unwrap();
        }
        if server.write_all(&bytes[..count]).is_err() {
            break;
        }
        if is_late {
            // To the end, so that it has answered.
            let _ = server.shutdown(Shutdown::Write);
            let _ = server.read_to_end(&mut Vec::new());
            late.lock().unwrap().1.send(()).unwrap();
        }
    }
    let _ = server.shutdown(Shutdown::Both);
}

/// What the server says to the store.
fn answer((mut client, mut server): (UnixStream, UnixStream), breaks: &AtomicU8) {
    let mut bytes = [0; 65_536];
    while let Ok(count @ 1..) = server.read(&mut bytes) {
        if breaks.compare_exchange(NO_ANSWER, NOTHING, Ordering::SeqCst, Ordering::SeqCst).is_ok() {
            break;
        }
        if client.write_all(&bytes[..count]).is_err() {
            // What is late is read by whoever let it go.
            return;
        }
    }
    let _ = client.shutdown(Shutdown::Both);
}

struct Place {
    between: Between,
    store: Arc<dyn Store>,
    event: EventId,
    worker: OwnerId,
}

impl Place {
    /// A worker that has done everything once: from now on it says one thing at a time.
    fn new() -> Place {
        let schema = PostgresServer::shared().new_address().rsplit("%3D").next().unwrap().to_owned();
        let between = Between::new();
        let location: StoreLocation = between.address(&schema).parse().unwrap();
        let store = location.open(Access::Create).unwrap();
        let event = announce(&*store, "cup");
        let owner = store.register("scheduler", LONG).unwrap();
        let queue = store.queue().unwrap();
        let lead = queue.lead(event, owner, "").unwrap();
        let task = |match_index| NewTask {
            match_index,
            first_game: 0,
            body: match_index.to_string(),
            needs: Vec::new(),
            players: Vec::new(),
            cores: 1,
        };
        queue.offer(lead, &(0..9).map(task).collect::<Vec<_>>()).unwrap();
        let text = || "worker".to_owned();
        let worker =
            NewWorker { name: text(), machine: text(), abilities: Vec::new(), jobs: 1, cores: 1, version: text() };
        let worker = queue.join(&worker, LONG).unwrap();
        let place = Place { between, store, event, worker };
        assert_eq!(place.settle(&place.take(1)), [true]);
        place
    }

    fn take(&self, most: u32) -> Vec<TakenTask> {
        self.store.queue().unwrap().take(self.worker, &Refusals::default(), &Portions::of(most)).unwrap()
    }

    fn settle(&self, tasks: &[TakenTask]) -> Vec<bool> {
        let record = record(["a", "b"], won());
        let game = |match_index, game| {
            NewGame::of(&record, 64).at(Spot { event: self.event, match_index, game, swapped: game == 1 })
        };
        let pair = |task: &TakenTask| {
            let match_index = task.body.parse().unwrap();
            (task.ticket, vec![game(match_index, 0), game(match_index, 1)])
        };
        let played: Vec<_> = tasks.iter().map(pair).collect();
        self.store.queue().unwrap().settle(self.worker, &played).unwrap()
    }

    fn waiting_and_taken(&self) -> (u64, u64) {
        let backlog = self.store.queue().unwrap().backlog().unwrap();
        backlog.first().map_or((0, 0), |left| (left.waiting, left.taken))
    }
}

#[test]
fn what_was_taken_and_nobody_heard_of_is_recalled() {
    let place = Place::new();
    place.between.breaks(NO_ANSWER);
    let taken = place.take(3);
    assert_eq!(taken.iter().map(|task| task.body.as_str()).collect::<Vec<_>>(), ["1", "2", "3"]);
    assert_eq!(place.between.breaks.load(Ordering::SeqCst), NOTHING, "it broke");
    assert_eq!(place.waiting_and_taken(), (5, 3));
    assert_eq!(place.settle(&taken), [true, true, true]);
}

#[test]
fn what_was_settled_and_nobody_heard_of_counts_once() {
    let place = Place::new();
    let mut taken = place.take(3);
    place.store.queue().unwrap().give_back(&[taken[1].ticket]).unwrap();
    place.between.breaks(NO_ANSWER);
    assert_eq!(place.settle(&taken), [true, false, true], "which of them counted is known");
    assert_eq!(place.between.breaks.load(Ordering::SeqCst), NOTHING, "it broke");
    assert_eq!(place.store.results(place.event).unwrap().len(), 6);
    taken.remove(1);
    assert_eq!(place.settle(&taken), [false, false]);
    assert!(place.store.check().unwrap().is_whole());
}

#[test]
fn what_comes_too_late_is_not_done() {
    let place = Place::new();
    place.between.breaks(LATE);
    let taken = place.take(3);
    assert_eq!((taken.len(), place.waiting_and_taken()), (3, (5, 3)), "it is asked for once more");
    place.between.late.0.send(()).unwrap();
    place.between.late.1.recv().unwrap();
    assert_eq!(place.waiting_and_taken(), (5, 3), "the server has heard of both");
    assert_eq!(place.settle(&taken), [true, true, true]);
    assert_eq!(place.waiting_and_taken(), (5, 0));
}
