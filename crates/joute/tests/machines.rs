//! A tournament on several machines: whatever dies, the results are those of one process.
//!
//!   JOUTE_MACHINES=20        repeats it so often, with other instants (once)
//!   JOUTE_MACHINES_GAMES=100 games of each match (20): ten matches
//!   JOUTE_SEED=7             what the instants are drawn from
#![cfg(all(target_os = "linux", feature = "postgres"))]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use joute_games::random::{Generator, Seed};
use joute_store::{
    Access, EventId, GameId, NewWorker, OwnerId, Portions, Refusals, Store, StoreLocation, TakenTask, WorkerState,
};
use joute_testkit::postgres::PostgresServer;
use joute_testkit::wait;

use crate::support::told;

const JOUTE: &str = env!("CARGO_BIN_EXE_joute");
/// A library that shifts the clock of a program.
const FAKETIME: &str = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";
/// A lease that no test outlives.
const LONG: Duration = Duration::from_secs(3600);
/// Long enough for a busy machine, short enough to wait for.
const LEASE: &str = "2s";
/// More games than are ever committed at once.
const TOGETHER: u64 = 16;
/// Games wait before they are stored until so many may be, once it is said: a fault strikes before the end however quick everybody is.
const GATE: &str = "CREATE TABLE gate AS SELECT 9223372036854775807 AS most;
CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN WHILE NEW.id > (SELECT most FROM gate) LOOP PERFORM pg_sleep(0.01); END LOOP; RETURN NEW; END $$;
CREATE TRIGGER games_wait BEFORE INSERT ON game FOR EACH ROW EXECUTE FUNCTION wait_at_gate();";

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The file of a tournament of ten matches between players whose moves follow from their seeds.
fn file(folder: &Path, games: u64) -> String {
    let path = folder.join("league.toml");
    let players = r#"["greedy", "random", "positional", "mobility", "greedy:ties=random"]"#;
    let text = format!(
        "format = \"round-robin\"\ngame = \"othello\"\nsetup = \"size=6\"\nseed = 5\ngames = {games}\njobs = 2\nplayers = {players}\n"
    );
    fs::write(&path, text).unwrap();
    path.display().to_string()
}

fn start(words: &[&str], environment: &[(&str, &str)]) -> Child {
    let mut command = Command::new(JOUTE);
    command.args(words).envs(environment.iter().copied()).stdin(Stdio::null()).stdout(Stdio::null());
    command.stderr(Stdio::null()).spawn().unwrap()
}

fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
}

/// What every game came to, in the order of play: match, game, and its course without clocks.
fn outcome(store: &dyn Store, event: EventId) -> Vec<(u32, u32, String)> {
    let results = store.results(event).unwrap();
    let told = |id: GameId| {
        let game = store.game(id).unwrap().unwrap();
        let moves: Vec<String> = game.plies.into_iter().filter_map(|ply| ply.mv).collect();
        format!("{} {:?} {:?} {:?} {}", game.start, game.players, game.ending, game.tally, moves.join(" "))
    };
    results.iter().map(|result| (result.match_index, result.game, told(result.id))).collect()
}

struct Shared {
    server: PostgresServer,
    address: String,
    store: std::sync::Arc<dyn Store>,
    workers: Vec<Child>,
    generator: Generator,
}

impl Shared {
    fn new(seed: u64) -> Shared {
        let server = PostgresServer::start();
        let address = server.new_address();
        let location: StoreLocation = address.parse().unwrap();
        let store = location.with_patience(wait::PATIENCE).open(Access::Create).unwrap();
        let shared = Shared { server, address, store, workers: Vec::new(), generator: Seed(seed).generator() };
        shared.sql(GATE);
        shared
    }

    fn sql(&self, sql: &str) {
        let (_, schema) = self.address.rsplit_once("%3D").unwrap();
        self.server.sql(&format!("SET search_path = {schema}; {sql}"));
    }

    fn let_through(&self, most: u64) {
        self.sql(&format!("UPDATE gate SET most = {most}"));
    }

    fn hire(&mut self, name: &str, folder: &Path, environment: &[(&str, &str)]) {
        let cache = folder.join(name).display().to_string();
        let words = [
            "worker",
            "--store",
            &self.address,
            "--jobs",
            "1",
            "--name",
            name,
            "--lease",
            LEASE,
            "--batch",
            "3",
            "--cache",
            &cache,
        ];
        let mut command = Command::new(JOUTE);
        command.args(words).envs(environment.iter().copied()).stdin(Stdio::null()).stdout(Stdio::null());
        let log = fs::File::create(folder.join(format!("{name}.log"))).unwrap();
        self.workers.push(command.stderr(log).spawn().unwrap());
    }

    /// Starts whoever schedules, and waits until it does.
    fn schedule(&self, file: &str, data: &str) -> Child {
        let words = ["tournament", file, "--store", &self.address, "--data", data, "--jobs", "0", "--lease", LEASE];
        let before = self.leads();
        let child = start(&words, &[]);
        wait::until("whoever schedules", || (self.leads() != before).then_some(()));
        child
    }

    /// How often somebody has begun to schedule.
    fn leads(&self) -> String {
        let schema = self.address.rsplit("%3D").next().unwrap();
        self.server.sql(&format!("SELECT sum(token) FROM {schema}.lead"))
    }

    fn state(&self, name: &str) -> Option<WorkerState> {
        let workers = self.store.queue().unwrap().workers().unwrap();
        workers.into_iter().find(|state| state.worker.name == name)
    }

    fn stored(&self) -> u64 {
        let event = self.store.events().unwrap().first().map(|known| known.id);
        event.map_or(0, |event| self.store.results(event).unwrap().len() as u64)
    }

    /// Waits until a number of games between these is stored, drawn anew; few more are before it is asked for again.
    fn until_between(&mut self, least: u64, most: u64) {
        let wanted = least + self.generator.below(most - least);
        self.let_through(most + TOGETHER);
        wait::until("games", || (self.stored() >= wanted).then_some(()));
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        for worker in &mut self.workers {
            let _ = worker.kill();
            let _ = worker.wait();
        }
    }
}

/// Everything that may happen to machines, at instants drawn from a seed.
fn survives(expected: &[(u32, u32, String)], folder: &Path, file: &str, seed: u64) {
    let games = expected.len() as u64;
    let mut shared = Shared::new(seed);
    shared.let_through(0);
    for name in ["killed", "stopped", "steady"] {
        shared.hire(name, folder, &[]);
    }
    assert!(
        Path::new(FAKETIME).exists(),
        "this test needs {FAKETIME} (Debian: faketime); scripts/install-tools installs it"
    );
    let late = [
        ("LD_PRELOAD", FAKETIME),
        ("FAKETIME", "+1h"),
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
        ("DONT_FAKE_MONOTONIC", "1"),
    ];
    shared.hire("an hour ahead", folder, &late);
    let data = folder.join("shared").display().to_string();
    let mut tournament = shared.schedule(file, &data);
    shared.until_between(1, games / 8);
    tournament.kill().unwrap();
    tournament.wait().unwrap();
    tournament = shared.schedule(file, &data);
    shared.until_between(games / 8, games / 4);
    shared.server.kill();
    shared.server.restart();
    shared.until_between(games / 4, games / 2);
    shared.workers[0].kill().unwrap();
    shared.until_between(games / 2, games * 3 / 4);
    signal(&shared.workers[1], "-STOP");
    shared.until_between(games * 3 / 4, games * 7 / 8);
    shared.server.kill();
    shared.server.restart();
    assert!(shared.stored() < games, "everything struck before the end");
    shared.let_through(games);
    assert!(tournament.wait().unwrap().success(), "the tournament comes to its end without the two");
    signal(&shared.workers[1], "-CONT");
    for worker in &shared.workers[1..] {
        signal(worker, "-TERM");
    }
    for (worker, name) in shared.workers[1..].iter_mut().zip(["stopped", "steady", "an hour ahead"]) {
        let how = worker.wait().unwrap();
        let said = fs::read_to_string(folder.join(format!("{name}.log"))).unwrap();
        assert!(how.success(), "a worker that is drained ends well: {name}, {how}: {said}");
    }
    let event = shared.store.events().unwrap()[0].id;
    assert_eq!(outcome(&*shared.store, event), expected, "none lost, none twice, all the same");
    let machines = shared.store.game(1).unwrap().unwrap().labels.remove("machine");
    assert!(machines.is_some_and(|name| !name.is_empty()), "a record says where it was played");
    assert!(shared.store.queue().unwrap().backlog().unwrap().is_empty());
    assert!(shared.store.check().unwrap().is_whole());
}

#[test]
fn several_machines_come_to_the_same_as_one_process() {
    let folder = tempfile::tempdir().unwrap();
    let file = file(folder.path(), number("JOUTE_MACHINES_GAMES", 20));
    let data = folder.path().join("alone");
    let words = ["tournament", &file, "--data", &data.display().to_string()];
    assert!(start(&words, &[]).wait().unwrap().success());
    let alone = StoreLocation::in_folder(&data).open(Access::ReadOnly).unwrap();
    let expected = outcome(&*alone, alone.events().unwrap()[0].id);
    assert_eq!(expected.len() as u64, 10 * number("JOUTE_MACHINES_GAMES", 20));
    for round in 0..number("JOUTE_MACHINES", 1) {
        let seed = number("JOUTE_SEED", 1) + round;
        let (begun, folder) = (Instant::now(), tempfile::tempdir_in(folder.path()).unwrap());
        survives(&expected, folder.path(), &file, seed);
        eprintln!("seed {seed}: {} games, {:.1} s", expected.len(), begun.elapsed().as_secs_f64());
    }
}

/// Stops a worker while it has tasks in hand; how many they are.
fn stop_with_tasks(shared: &Shared, worker: &Child, name: &str) -> u64 {
    wait::until("a worker with tasks", || {
        signal(worker, "-STOP");
        // What it has just told the server is done there all the same, also where that waits at the gate.
        shared.let_through(shared.stored() + TOGETHER);
        wait::until("a server that is done", || is_idle(shared).then_some(()));
        let left = shared.state(name).map_or(0, |state| state.tasks);
        if left == 0 {
            signal(worker, "-CONT");
        }
        (left > 0).then_some(left)
    })
}

/// Whether nobody's statement is under way.
fn is_idle(shared: &Shared) -> bool {
    let sql = "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid()";
    shared.server.sql(sql) == "0"
}

#[test]
fn what_a_worker_brings_that_slept_for_too_long_counts_for_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut shared = Shared::new(1);
    let file = file(folder.path(), 20);
    shared.hire("sleeper", folder.path(), &[]);
    let data = folder.path().join("data").display().to_string();
    let mut tournament = shared.schedule(&file, &data);
    shared.until_between(1, 50);
    let asleep = stop_with_tasks(&shared, &shared.workers[0], "sleeper");
    wait::until("the end of its lease", || (!shared.state("sleeper")?.is_alive).then_some(()));
    // Somebody else takes all that there is, and then what the sleeper had.
    let queue = shared.store.queue().unwrap();
    let known = shared.state("sleeper").unwrap().worker;
    let other = queue.join(&NewWorker { name: "other".to_owned(), ..known }, LONG).unwrap();
    let mut taken: Vec<TakenTask> = Vec::new();
    wait::until("the tasks of the sleeper", || {
        taken.extend(queue.take(other, &Refusals::default(), &Portions::of(1000)).unwrap());
        (shared.state("sleeper")?.tasks == 0).then_some(())
    });
    let before = shared.stored();
    assert!(before < 200, "there is much left to play");
    signal(&shared.workers[0], "-CONT");
    let log = folder.path().join("sleeper.log");
    wait::until("that it was refused", || {
        fs::read_to_string(&log).unwrap().contains("games were played for nothing").then_some(())
    });
    assert_eq!(shared.stored(), before, "{asleep} tasks were played for nothing");
    shared.let_through(200);
    give_all_back(&shared, other, &taken);
    assert!(tournament.wait().unwrap().success(), "it plays on");
    assert_eq!(shared.stored(), 200);
    assert!(shared.store.check().unwrap().is_whole());
}

/// Somebody leaves, and what it has taken is free.
fn give_all_back(shared: &Shared, owner: OwnerId, taken: &[TakenTask]) {
    let tickets: Vec<_> = taken.iter().map(|task| task.ticket).collect();
    shared.store.queue().unwrap().give_back(&tickets).unwrap();
    shared.store.leave(owner).unwrap();
}

/// What a server answers.
fn answer(place: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(place).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {place}\r\nConnection: close\r\n\r\n").unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

/// A program that runs until it is stopped, and what it says first that has an address of figures in it: its place.
fn with_figures(words: &[&str]) -> (Child, String) {
    let mut command = Command::new(JOUTE);
    let mut program =
        command.args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let streams: [Box<dyn Read + Send>; 2] =
        [Box::new(program.stdout.take().unwrap()), Box::new(program.stderr.take().unwrap())];
    let (said, heard) = std::sync::mpsc::channel();
    for stream in streams {
        let said = said.clone();
        // Read to the end, so that nobody waits for whoever listens.
        std::thread::spawn(move || {
            for line in BufReader::new(stream).lines().map_while(Result::ok) {
                let place = line.split_once("http://").and_then(|(_, rest)| rest.split_once("/metrics"));
                place.map(|(place, _)| said.send(place.to_owned()));
            }
        });
    }
    (program, heard.recv_timeout(wait::PATIENCE).unwrap())
}

/// The figures of a page as Prometheus reads it: each line is a comment or a name, perhaps labels, and a number, and every figure was
/// announced with its kind.
fn figures(place: &str) -> Vec<(String, f64)> {
    let page = answer(place, "/metrics");
    let (head, body) = page.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200") && head.contains("text/plain; version=0.0.4"), "{head}");
    let mut known = "";
    let mut figures = Vec::new();
    for line in body.lines() {
        if let Some(announced) = line.strip_prefix("# TYPE ") {
            let (name, kind) = announced.split_once(' ').unwrap();
            assert!(["counter", "gauge"].contains(&kind), "{line}");
            known = name;
        } else if !line.starts_with("# HELP ") {
            let (name, value) = line.rsplit_once(' ').unwrap();
            let (bare, labels) = name.split_once('{').map_or((name, None), |(bare, labels)| (bare, Some(labels)));
            assert_eq!(bare, known, "{line}");
            assert!(labels.is_none_or(|labels| labels.ends_with("\"}") && labels.contains("=\"")), "{line}");
            figures.push((name.to_owned(), value.parse().unwrap()));
        }
    }
    figures
}

fn figure(place: &str, name: &str) -> f64 {
    let figures = figures(place);
    figures.iter().find(|(known, _)| known == name).unwrap_or_else(|| panic!("{name} in {figures:?}")).1
}

#[test]
fn figures_tell_what_a_worker_does_and_what_waits() {
    let folder = tempfile::tempdir().unwrap();
    let mut shared = Shared::new(1);
    let cache = folder.path().join("cache").display().to_string();
    let (worker, own) = with_figures(&[
        "worker",
        "--store",
        &shared.address,
        "--name",
        "ada",
        "--jobs",
        "1",
        "--cache",
        &cache,
        "--metrics",
        "127.0.0.1:0",
    ]);
    shared.workers.push(worker);
    assert_eq!(figure(&own, "joute_worker_games_total"), 0.0);
    let (workers, all) = with_figures(&["workers", "--store", &shared.address, "--metrics", "127.0.0.1:0"]);
    shared.workers.push(workers);
    wait::until("the worker", || {
        figures(&all).iter().any(|(name, _)| name.starts_with("joute_worker_up{")).then_some(())
    });
    let file = file(folder.path(), 4);
    let data = folder.path().join("data").display().to_string();
    let words = ["tournament", &file, "--store", &shared.address, "--data", &data, "--jobs", "0"];
    assert!(start(&words, &[]).wait().unwrap().success());
    wait::until("what was settled", || (figure(&own, "joute_worker_games_total") == 40.0).then_some(()));
    assert_eq!(figure(&own, "joute_worker_tasks_taken_total"), 20.0);
    let of_ada = |name: &str| {
        let figures = figures(&all);
        figures.iter().find(|(known, _)| known.starts_with(&format!("{name}{{worker=\"ada\",machine="))).unwrap().1
    };
    assert_eq!((of_ada("joute_worker_games"), of_ada("joute_worker_up")), (40.0, 1.0));
    assert!(answer(&own, "/").contains("joute_worker_games_total 40"));
}

/// What a match says as an object, without what clocks say.
fn told_of_match(words: &[&str]) -> serde_json::Value {
    let done = Command::new(JOUTE).args(words).arg("--json").stdin(Stdio::null()).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let mut value: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap();
    for player in value["players"].as_array_mut().unwrap() {
        player.as_object_mut().unwrap().remove("seconds");
    }
    value
}

#[test]
fn a_test_hears_the_pairs_of_many_workers_in_their_order() {
    let folder = tempfile::tempdir().unwrap();
    let mut shared = Shared::new(1);
    for name in ["one", "two", "three"] {
        shared.hire(name, folder.path(), &[]);
    }
    let address = shared.address.clone();
    // The test decides long before the last game.
    let common =
        ["match", "greedy", "random", "--game", "othello", "--setup", "size=6", "--seed", "9", "--games", "4000"];
    let alone = [&common[..], &["--sprt", "0,200"]].concat();
    let expected = told_of_match(&alone);
    let decided = expected["games"].as_u64().unwrap();
    assert!(decided > 4 && decided < 2000, "{expected}");
    let elsewhere = [&alone[..], &["--store", &address, "--jobs", "0"]].concat();
    assert_eq!(told_of_match(&elsewhere), expected);
    let stored = shared.stored();
    assert!(stored >= decided, "what was played beyond is kept and not heard");
    assert_eq!(told_of_match(&elsewhere), expected, "the same match goes on where it was, and is over");
    let drawn = [
        "match",
        "positional",
        "random",
        "--game",
        "othello",
        "--setup",
        "size=6",
        "--games",
        "31",
        "--order",
        "drawn",
    ];
    let elsewhere = [&drawn[..], &["--store", &address]].concat();
    assert_eq!(told_of_match(&elsewhere), told_of_match(&drawn));
}

/// How a worker ended, and what it said.
fn ended(worker: Child) -> (Option<i32>, String) {
    let done = worker.wait_with_output().unwrap();
    (done.status.code(), String::from_utf8_lossy(&done.stderr).into_owned())
}

fn spoken(words: &[&str]) -> Child {
    let mut command = Command::new(JOUTE);
    command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn a_worker_ends_after_so_many_games_and_keeps_its_name_to_itself() {
    let folder = tempfile::tempdir().unwrap();
    let shared = Shared::new(1);
    let file = file(folder.path(), 20);
    let [data, cache] = ["shared", "cache"].map(|name| folder.path().join(name).display().to_string());
    let worker = |name: &'static str, more: &[&'static str]| {
        let words = ["worker", "--store", &shared.address, "--jobs", "1", "--name", name, "--cache", &cache];
        spoken(&[&words[..], more].concat())
    };
    let short = worker("short", &["--drain-after", "10"]);
    let mut tournament = start(&["tournament", &file, "--store", &shared.address, "--data", &data, "--jobs", "0"], &[]);
    let (code, said) = ended(short);
    assert_eq!(code, Some(0), "{said}");
    let played = shared.store.queue().unwrap().workers().unwrap();
    assert!(played.iter().all(|state| state.games >= 10), "{played:?}");
    let one = worker("twin", &["--batch", "1"]);
    wait::until("the first twin", || {
        let workers = shared.store.queue().unwrap().workers().unwrap();
        workers.into_iter().find(|state| state.worker.name == "twin" && state.is_alive)
    });
    let two = worker("twin", &["--batch", "1"]);
    let (code, said) = ended(one);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("another worker that is called twin has taken its place"), "{said}");
    assert!(tournament.wait().unwrap().success(), "the other goes on");
    signal(&two, "-TERM");
    assert_eq!(ended(two).0, Some(0));
}

#[test]
fn who_is_not_let_in_is_told_at_once() {
    let shared = Shared::new(1);
    let elsewhere = shared.address.replace("/postgres?", "/nowhere?");
    let (code, said) = ended(spoken(&["worker", "--store", &elsewhere]));
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("does not exist") && said.contains("expected a user"), "{said}");
}

#[test]
fn a_file_has_no_workers_and_is_not_made_for_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let (code, said) = ended(spoken(&["worker", "--store", &file.display().to_string()]));
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("a file is for one machine; expected postgres://") && !file.exists(), "{said}");
}

#[test]
fn figures_that_cannot_be_had_are_told_as_trouble_and_nobody_waits_for_whoever_asks_slowly() {
    let mut shared = Shared::new(1);
    let address = format!("{}&patience=0", shared.address);
    let (program, place) = with_figures(&["workers", "--store", &address, "--metrics", "127.0.0.1:0"]);
    shared.workers.push(program);
    assert!(figures(&place).is_empty());
    // Whoever never comes to an end, however much it sends, is not waited for.
    let mut slow = TcpStream::connect(&place).unwrap();
    let is_over = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(std::sync::atomic::Ordering::Relaxed) && slow.write_all(b"x").is_ok() {
                std::thread::sleep(Duration::from_millis(20));
            }
        });
        assert!(answer(&place, "/metrics").starts_with("HTTP/1.1 200"));
        is_over.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    shared.server.kill();
    let told = answer(&place, "/metrics");
    assert!(told.starts_with("HTTP/1.1 503"), "{told}");
    shared.server.restart();
    wait::until("figures", || answer(&place, "/metrics").starts_with("HTTP/1.1 200").then_some(()));
}

#[test]
fn a_server_on_the_same_database_shows_who_plays() {
    let folder = tempfile::tempdir().unwrap();
    // One that does not end while somebody looks.
    let file = folder.path().join("climbing.toml");
    fs::write(&file, "format = \"ladder\"\ngame = \"othello\"\nplayers = [\"greedy\", \"random\"]\n").unwrap();
    let file = file.display().to_string();
    let mut shared = Shared::new(1);
    shared.hire("ada-1815", folder.path(), &[]);
    let data = folder.path().join("data").display().to_string();
    let mut command = Command::new(JOUTE);
    command.args(["serve", "--port", "0", "--data", &data, "--store", &shared.address]);
    let mut server = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut first).unwrap();
    shared.workers.push(server);
    let place = first.trim().strip_prefix("http://").unwrap().trim_end_matches('/').to_owned();
    wait::until("the worker", || answer(&place, "/workers").contains("ada-1815").then_some(()));
    let results = folder.path().join("shared").display().to_string();
    let address = shared.address.clone();
    let words = ["tournament", &file, "--store", &address, "--data", &results, "--jobs", "0", "--lease", LEASE];
    shared.workers.push(start(&words, &[]));
    wait::until("what it plays", || answer(&place, "/workers").contains("plays climbing").then_some(()));
    let listed = || told(&["workers", "--store", &address]);
    wait::until("the same in the list", || listed().contains("plays climbing").then_some(()));
    let figures = answer(&place, "/metrics");
    assert!(figures.contains("joute_worker_up{worker=\"ada-1815\""), "{figures}");
    assert!(figures.contains("joute_games_playing 0"), "{figures}");
    assert!(answer(&place, "/").starts_with("HTTP/1.1 200"));
}
