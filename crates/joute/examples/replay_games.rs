//! Writes the records that the tests of `joute replay` read: `cargo run --example replay_games > games.jsonl`.
//!
//! One game of each kind, one on a graph file, and one that ends with a fault. Times are made up, so that the file
//! and what is printed of it stay the same.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::AtomicBool;

use joute_catalog::{BuiltIn, find_built_in, find_game};
use joute_games::random::Seed;
use joute_games::{AnyGame, Attachments, Files, SetupError};
use joute_referee::{
    Conditions, Ending, Fault, GameRecord, Identity, MatchRules, Player, Reply, Said, Turn, play_game,
};

const GRAPH: &str = include_str!("../tests/data/ring.txt");

/// The graph file under any name.
struct Ring;

impl Files for Ring {
    fn text(&self, _name: &str) -> Result<std::sync::Arc<str>, SetupError> {
        Ok(GRAPH.into())
    }
}

/// A player that talks, and after some moves answers nonsense.
struct Talker {
    inner: BuiltIn,
    moves_left: u32,
    log: Option<String>,
}

impl Player for Talker {
    fn open(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        self.inner.open(turn)
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let replies = turn.game.legal().len();
        if self.moves_left == 0 {
            self.log = Some("searching\nERROR: move buffer is empty".to_owned());
            return Ok(Reply { said: Said::Text("z9".to_owned()), cpu: None, score: None });
        }
        self.moves_left -= 1;
        self.log = Some(format!("{replies} moves to choose from\n\tbest so far looks \x1b[31mfine\x1b[0m"));
        let mut reply = self.inner.choose(turn)?;
        reply.score = Some(f64::from(replies as u32) / 4.0 - 1.0);
        Ok(reply)
    }

    fn close(&mut self, ending: &Ending, tally: [u32; 2]) {
        self.inner.close(ending, tally);
    }

    fn take_log(&mut self) -> Option<String> {
        self.log.take()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout().lock();
    let games = [
        ("seven-colours", "size=8,colours=5,seed=4", u32::MAX),
        ("flood", "graph=donut,width=6,colours=4,seed=3", u32::MAX),
        ("othello", "", u32::MAX),
        ("awale", "", u32::MAX),
        ("flood", "graph=ring.txt,colours=4,seed=3", u32::MAX),
        ("othello", "size=6", 4),
    ];
    for (number, (game, setup, moves_left)) in games.into_iter().enumerate() {
        let entry = find_game(game).ok_or("no such game")?;
        let files: &dyn Files = if setup.contains("ring") { &Ring } else { &Attachments::new() };
        let start = entry.setup(setup, files)?.start(number as u64)?;
        writeln!(out, "{}", record(&start, number as u64, moves_left)?.to_json())?;
    }
    Ok(())
}

fn record(start: &AnyGame, seed: u64, moves_left: u32) -> Result<GameRecord, Box<dyn std::error::Error>> {
    let built_in = |name: &str| -> Result<BuiltIn, Box<dyn std::error::Error>> {
        Ok(BuiltIn::new(find_built_in(name).ok_or("no such player")?, "")?)
    };
    let identity = |name: &str, locator: &str| Identity {
        name: name.to_owned(),
        locator: locator.to_owned(),
        version: "0.1.0".to_owned(),
        runtime: None,
    };
    let (rules, stop) = (MatchRules::default(), AtomicBool::new(false));
    let talks = moves_left < u32::MAX;
    let second = if talks { identity("chatty", "./chatty") } else { identity("greedy", "greedy") };
    let conditions = Conditions {
        rules: &rules,
        seed: Seed(seed),
        identities: &[identity("random", "random"), second],
        prefix: &[],
        stop: &stop,
        labels: &BTreeMap::from([("event".to_owned(), "examples".to_owned())]),
    };
    let mut first = built_in("random")?;
    let finished = if talks {
        let mut second = Talker { inner: built_in("greedy")?, moves_left, log: None };
        play_game(start.clone(), [&mut first, &mut second], &conditions, None)
    } else {
        play_game(start.clone(), [&mut first, &mut built_in("greedy")?], &conditions, None)
    };
    let mut record = finished.record(start, &conditions);
    for (number, ply) in record.plies.iter_mut().enumerate().filter(|(_, ply)| !ply.forced) {
        ply.wall_ns = 37_000 * (1 + number as u64).pow(3);
    }
    Ok(record)
}
