//! What waiting games cost, and how long pages take while the disk is slow:
//! `cargo run -p joute-web --example load`. Prints figures; needs Linux, whose `/proc` counts.

#![allow(clippy::unwrap_used, reason = "a measurement that cannot go on must fail")]
#![allow(clippy::print_stdout, reason = "figures are what it is for")]

#[path = "../tests/support/mod.rs"]
mod support;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use joute_store::{Access, StoreLocation};
use joute_testkit::threads::{Activity, Threads};
use serde_json::{Value, json};
use support::stores::{Disk, TroubledStore};
use support::{Arena, Seat};

/// Games that wait for somebody.
const GAMES: usize = 100;
/// How long they are watched while they wait.
const WATCHED: Duration = Duration::from_secs(10);
/// Games that are played while pages are asked for.
const PLAYED: usize = 8;
/// Pages asked for.
const PAGES: usize = 400;
const PATHS: [&str; 5] = ["/", "/watch", "/learn", "/tournaments", "/game/1"];

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    waiting(&arena);
    drop(arena);
    let folder = tempfile::tempdir().unwrap();
    let store = StoreLocation::in_folder(folder.path()).open(Access::Create).unwrap();
    let store = TroubledStore::new(store, Disk::Slow(Duration::from_millis(200)));
    slow_disk(&Arena::keeping(folder.path(), store));
}

fn waiting(arena: &Arena) {
    let seats: Vec<Seat<'_>> = (0..GAMES).map(|_| arena.begin("game=othello&opponent=1&side=first&time=-")).collect();
    assert!(seats.iter().all(|seat| seat.moves(0).is_empty()));
    // What helped to begin them goes away after some time.
    std::thread::sleep(Duration::from_secs(15));
    let before = Threads::now();
    std::thread::sleep(WATCHED);
    let Activity { threads, switches, busy, .. } = before.since();
    let seconds = WATCHED.as_secs_f64();
    println!(
        "{GAMES} waiting games: {threads} threads, {:.1} context switches a second, {:.2} % of a core",
        switches as f64 / seconds,
        100.0 * busy.as_secs_f64() / seconds
    );
}

fn slow_disk(arena: &Arena) {
    let seats: Vec<Seat<'_>> = (0..PLAYED).map(|_| arena.begin("game=othello&opponent=1&side=first&time=-")).collect();
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for seat in &seats {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    if !play_once(seat) {
                        break;
                    }
                }
            });
        }
        let mut times: Vec<Duration> = (0..PAGES).map(|page| answer_time(arena, PATHS[page % PATHS.len()])).collect();
        is_over.store(true, Ordering::Relaxed);
        times.sort_unstable();
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
        println!(
            "{PAGES} pages while {PLAYED} games are played on a disk of 200 ms: median {:.1} ms, 99th percentile {:.1} ms, most {:.1} ms",
            at(0.5),
            at(0.99),
            at(1.0)
        );
    });
}

/// A move of a person, as the page would send it; false when the game is over.
fn play_once(seat: &Seat<'_>) -> bool {
    let page = seat.arena.get(&seat.path).body;
    let Some((_, frame)) = page.split_once("\"frame\":") else { return false };
    let frame = serde_json::Deserializer::from_str(frame).into_iter::<Value>().next();
    let Some(Ok(frame)) = frame else { return false };
    if frame["board"]["turn"] == json!(0)
        && let Some(mv) = frame["board"]["moves"].as_array().and_then(|moves| moves.iter().find(|mv| mv.is_string()))
    {
        seat.say(&json!({ "move": mv }));
    }
    std::thread::sleep(Duration::from_millis(50));
    frame["ending"].is_null()
}

fn answer_time(arena: &Arena, path: &str) -> Duration {
    let asked = Instant::now();
    let answer = arena.get(path);
    assert!(answer.status < 400, "{path}: {}", answer.status);
    let time = asked.elapsed();
    std::thread::sleep(Duration::from_millis(10));
    time
}
