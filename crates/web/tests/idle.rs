//! A game that waits for somebody costs nothing. Alone in its process, since it counts what all threads do.
#![cfg(target_os = "linux")]

use std::time::Duration;

use crate::support::Arena;
use crate::support::threads::Threads;

const GAMES: u64 = 30;

#[test]
fn games_that_wait_wake_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::on(folder.path());
    for side in ["first", "second"] {
        for _ in 0..GAMES / 2 {
            let seat = arena.begin(&format!("game=othello&opponent=1&side={side}&time=5m"));
            // Whoever sits second waits for the program's first move.
            seat.moves(usize::from(side == "second"));
        }
    }
    // What was begun by then comes to an end; a game that looks around would do so for ever.
    let quiet = (0..40).any(|_| {
        let before = Threads::now();
        std::thread::sleep(Duration::from_secs(1));
        before.since().sleeps < GAMES / 2
    });
    assert!(quiet, "threads wake up again and again while everybody waits");
}
