//! Tournaments that die: killed at random instants, out of room, started twice. No finished game is lost, none counts
//! twice, and the end is that of an undisturbed run.
#![cfg(target_os = "linux")]

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::cups::{Cup, bare, gated_event};
use joute_games::random::Seed;
use joute_store::{Access, StoreLocation};
use joute_testkit::gate::{Gate, Passage};
use joute_testkit::properties::seed;
use joute_testkit::wait::until;
use serde_json::Value;

/// Kills that are tried; `JOUTE_KILLS=200` tries more.
fn kills() -> u64 {
    std::env::var("JOUTE_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(40)
}

/// Games quick enough for many runs, and matches that wait for each other.
const EVENT: &str = "format = \"double-elimination\"\nties = \"replay\"\ngame = \"othello\"\nseed = 4\njobs = 2\n\
    players = [\"greedy\", \"random\", \"positional\", \"mobility\", \"alphabeta:depth=2\", \"random\"]\n";

fn start(cup: &Cup) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_joute"));
    command.args(["tournament", &cup.file(), "--json"]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn stored(cup: &Cup) -> Vec<(u32, u32)> {
    let path = cup.data().join("games.sqlite");
    let Ok(store) = StoreLocation::file(&path).open(Access::Existing) else { return Vec::new() };
    let Some(event) = store.events().unwrap().first().map(|event| event.id) else { return Vec::new() };
    store.results(event).unwrap().iter().map(|result| (result.match_index, result.game)).collect()
}

/// Waits until more is stored than was known.
fn wait_for_more(known: usize, cup: &Cup) {
    until("another game", || Some(stored(cup).len()).filter(|games| *games > known));
}

/// Kills it while the gate lets these through: at once or when another game counts, and a moment later.
fn kill_one(cup: &Cup, gate: &Gate, passage: Passage, kill: u64) {
    gate.set(passage);
    let known = stored(cup);
    let mut child = start(cup);
    if passage != Passage::Closed {
        wait_for_more(known.len(), cup);
    }
    // Where exactly it strikes is nobody's business, so long as it is somewhere else each time.
    std::thread::sleep(Duration::from_micros(Seed(seed()).child(kill).generator().below(20_000)));
    let seen = stored(cup);
    assert!(child.try_wait().unwrap().is_none(), "kill {kill}: it waits at the gate");
    child.kill().unwrap();
    child.wait().unwrap();
    let after = stored(cup);
    assert!(known.iter().chain(&seen).all(|game| after.contains(game)), "kill {kill}: a finished game is lost");
    let mut once = after.clone();
    once.dedup();
    assert_eq!(once, after, "kill {kill}: a game counts twice");
}

#[test]
fn killed_at_random_instants_it_comes_to_the_same_end() {
    let gate = Gate::new(Passage::Open);
    let event = gated_event(&gate);
    let expected = Cup::new(&event).object(&[]);
    let mut killed = 0;
    while killed < kills() {
        let cup = Cup::new(&event);
        // Several deaths in a row of one event, then the end.
        for passage in [Passage::Closed, Passage::Closed, Passage::First, Passage::Second, Passage::Closed] {
            kill_one(&cup, &gate, passage, killed);
            killed += 1;
        }
        let after = stored(&cup).len();
        gate.set(Passage::Open);
        let told = cup.object(&[]);
        assert_eq!(bare(&told), bare(&expected), "kill {killed}");
        assert_eq!(told["played_now"].as_u64().unwrap() as usize, stored(&cup).len() - after);
    }
}

#[test]
fn two_at_once_do_not_disturb_each_other() {
    let expected = Cup::new(EVENT).object(&[]);
    let cup = Cup::new(EVENT);
    let children: Vec<Child> = (0..3).map(|_| start(&cup)).collect();
    let outputs: Vec<_> = children.into_iter().map(|child| child.wait_with_output().unwrap()).collect();
    let done = outputs.iter().filter(|output| output.status.success()).count();
    assert!(done >= 1, "{outputs:?}");
    for output in outputs.iter().filter(|output| !output.status.success()) {
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && said.contains("in use by process "), "{said}");
        assert!(said.contains("one program at a time"), "{said}");
    }
    assert_eq!(bare(&cup.object(&[])), bare(&expected));
}

/// A disk without room, or as good as: files may not grow beyond a limit.
#[test]
fn without_room_it_stops_and_loses_nothing() {
    let cup = Cup::new(EVENT);
    let expected = Cup::new(EVENT).object(&[]);
    let mut sizes = Vec::new();
    for kilobytes in [40, 100, 130, 160] {
        // The shell's unit is a block of 512 bytes; a signal that cannot be ignored by the child is turned off for it.
        let script = format!("trap '' XFSZ; ulimit -f {}; exec \"$0\" tournament \"$1\" --json", kilobytes * 2);
        let output =
            Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_joute"), &cup.file()]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if !output.status.success() {
            assert_eq!(output.status.code(), Some(1), "{said}");
            assert!(said.contains("cannot be written") || said.contains("cannot write"), "{said}");
            assert!(!said.contains("panicked"), "{said}");
        }
        let games = stored(&cup).len();
        assert!(sizes.iter().all(|&before| before <= games), "{sizes:?}, then {games}: a finished game is lost");
        sizes.push(games);
    }
    assert_eq!(bare(&cup.object(&[])), bare(&expected), "with room it goes on to the same end");
    assert!(sizes[0] < sizes[sizes.len() - 1] || sizes[0] == 0, "{sizes:?}: the limit must have mattered");
}

#[test]
fn ctrl_c_stops_tidily_and_it_goes_on() {
    let gate = Gate::new(Passage::Closed);
    let event = gated_event(&gate);
    let cup = Cup::new(&event);
    let child = start(&cup);
    wait_for_more(0, &cup);
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &told["complete"]), (Some(1), &Value::from(false)), "{said}");
    assert!(said.contains("played again when the tournament goes on"), "{said}");
    assert_eq!(told["played_now"].as_u64().unwrap() as usize, stored(&cup).len());
    gate.set(Passage::Open);
    let end = cup.object(&[]);
    assert_eq!((&end["complete"], bare(&end)), (&Value::from(true), bare(&Cup::new(&event).object(&[]))));
}
