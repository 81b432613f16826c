//! What the tests with real programs share: a table to seat them at, and a look for what they leave behind.
#![allow(dead_code, reason = "each test program uses a part")]

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use joute_catalog::find_game;
use joute_games::random::Seed;
use joute_games::{Files, NoFiles, SetupError};
use joute_players::Workshop;
use joute_referee::{Conditions, Finished, Identity, Player, play_game};
use joute_sandbox::Launcher;
use joute_testkit::programs::Programs;

/// Programs, and the program under test as the launcher of its own sandbox.
pub(crate) struct Hall {
    pub(crate) programs: Programs,
    pub(crate) workshop: Workshop,
}

/// How programs are confined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Walls {
    Sandbox,
    None,
}

impl Hall {
    pub(crate) fn new(walls: Walls) -> Hall {
        let launcher = Launcher::new(env!("CARGO_BIN_EXE_joute")).subcommand("__sandbox");
        let workshop = Workshop::new(launcher, "/");
        let workshop = if walls == Walls::None { workshop.without_sandbox() } else { workshop };
        Hall { programs: Programs::new(), workshop }
    }

    /// One game between two locators.
    pub(crate) fn play(&self, seats: [&str; 2], game: &str, setup: &str, rules: &str) -> Finished {
        let [mut first, mut second] = seats.map(|locator| self.workshop.entrant(locator).unwrap().player().unwrap());
        play([&mut *first, &mut *second], game, setup, rules)
    }

    /// One game of a player that may have played before, against a built-in one.
    pub(crate) fn play_again(&self, player: &mut dyn Player, rules: &str) -> Finished {
        let mut other = self.workshop.entrant("greedy").unwrap().player().unwrap();
        play([player, &mut *other], "seven-colours", "size=6,colours=4,seed=1", rules)
    }
}

/// The only file that a setup can name here.
pub(crate) const RING: &str = "vertices 6\nedge 0 1\nedge 1 2\nedge 2 3\nedge 3 4\nedge 4 5\nedge 5 0\nstarts 0 3\n";

struct RingFile;

impl Files for RingFile {
    fn text(&self, name: &str) -> Result<Arc<str>, SetupError> {
        if name == "ring.graph" { Ok(RING.into()) } else { NoFiles.text(name) }
    }
}

pub(crate) fn play(players: [&mut dyn Player; 2], game: &str, setup: &str, rules: &str) -> Finished {
    let source = find_game(game).unwrap().setup(setup, &RingFile).unwrap();
    let conditions = Conditions {
        rules: &rules.parse().unwrap(),
        seed: Seed(1),
        identities: &[Identity::default(), Identity::default()],
        prefix: &[],
        stop: &AtomicBool::new(false),
        labels: &BTreeMap::new(),
    };
    play_game(source.start(1).unwrap(), players, &conditions, None)
}

/// A word for a command line that no other process has.
pub(crate) fn marker() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("marker-{}-{}-end", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Processes whose command line contains a word: programs, and the launchers they came from.
pub(crate) fn processes_with(word: &str) -> Vec<String> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " ")).filter(|line| line.contains(word)).collect()
}

/// Everything that players wrote besides their moves.
pub(crate) fn logs(finished: &Finished) -> String {
    let logs = finished.plies.iter().filter_map(|ply| ply.details.as_ref()?.log.as_deref());
    logs.collect::<Vec<_>>().join("\n")
}
