//! Whoever has nothing to do costs nothing.
#![cfg(target_os = "linux")]

use std::fs;

use crate::support::class::{Class, GOOD};
use joute_testkit::threads::until_quiet;
use joute_testkit::wait::until;

/// It is 13: two files are looked at five times a second for what others write into them, and once a second everybody who waits
/// looks at what nobody told them. One that looked around every 80 ms would be seen.
const MOST: u64 = 19;

#[test]
fn a_ladder_that_waits_for_players_wakes_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::new(folder.path());
    class.post("/class/settings", &class.teacher, "name=A&game=othello+size%3D6&move_ms=2000");
    let (token, file) = (class.token_of("Ada"), folder.path().join("dove.py"));
    fs::write(&file, GOOD).unwrap();
    let (code, out, err) = class.joute(&token, &["submit", file.to_str().unwrap()]);
    assert_eq!(code, 0, "{out}{err}");
    class.post("/class/ladder", &class.teacher, "");
    until("the ladder", || {
        let (_, ladder) = class.api("GET", "ladder", &token, "");
        (ladder["standings"].as_array()?.len() == 1).then_some(())
    });
    until_quiet(class.id(), MOST);
}

/// It is 19: it hears of changes over a connection that is looked after five times a second, and asks for tasks once a second.
#[cfg(feature = "postgres")]
const MOST_OF_A_WORKER: u64 = 25;

#[cfg(feature = "postgres")]
#[test]
fn a_worker_without_work_wakes_seldom() {
    use std::process::{Command, Stdio};

    use joute_store::{Access, StoreLocation};
    use joute_testkit::postgres::PostgresServer;

    let (server, folder) = (PostgresServer::start(), tempfile::tempdir().unwrap());
    let address = server.new_address();
    let store = address.parse::<StoreLocation>().unwrap().open(Access::Create).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_joute"));
    command.args(["worker", "--store", &address, "--jobs", "1", "--name", "idle", "--cache"]).arg(folder.path());
    let mut worker = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    until("the worker", || {
        let workers = store.queue().unwrap().workers().unwrap();
        workers.iter().any(|one| one.is_alive).then_some(())
    });
    let seen = std::panic::catch_unwind(|| until_quiet(worker.id(), MOST_OF_A_WORKER));
    worker.kill().unwrap();
    worker.wait().unwrap();
    seen.unwrap();
}
