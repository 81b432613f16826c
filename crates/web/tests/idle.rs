//! A game that waits for somebody costs nothing. Alone in its process, since it counts what all threads do.
#![cfg(target_os = "linux")]

use crate::support::Arena;
use joute_testkit::threads::until_quiet;

const GAMES: usize = 30;
/// Fewer than one that looks around every 80 ms.
const MOST: u64 = 8;

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
    until_quiet(std::process::id(), MOST);
}
