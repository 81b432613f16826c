//! Figures of the store: what keeping a game costs beside playing it, its size, and how quickly 100,000 games answer.

use std::cell::OnceCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Instant;

use anyhow::Context;
use joute_arena::{MatchPlan, Starts, run_match};
use joute_catalog::find_game;
use joute_games::NoFiles;
use joute_players::Workshop;
use joute_referee::{GameRecord, MatchRules};
use joute_store::{Access, EventId, NewEvent, NewGame, Spot, Store, StoreLocation};
use joute_tournament::scoring::Scoring;

use super::Measurement;
use super::measure::Effort;
use super::rules::measurement;
use crate::commands::match_command::launcher;

/// Games of a full store.
const MANY: u32 = 100_000;
/// Games that go into one transaction, as when a runner is busy.
const BATCH: usize = 500;

/// Every figure of the store.
pub(super) fn measurements() -> Vec<Measurement> {
    let full: Rc<OnceCell<Full>> = Rc::default();
    let mut all = vec![
        measurement("store: share of playing, greedy Othello", "x", |effort| share(effort, "greedy", 2000)),
        measurement("store: share of playing, alphabeta:depth=2 Othello", "x", |effort| {
            share(effort, "alphabeta:depth=2", 400)
        }),
        measurement("store: share of playing, alphabeta:depth=4 Othello", "x", |effort| {
            share(effort, "alphabeta:depth=4", 100)
        }),
    ];
    let query = |name: &str, ask: fn(&Full) -> anyhow::Result<usize>| {
        let full = Rc::clone(&full);
        let run = move |effort: Effort| Full::of(&full, effort)?.milliseconds(effort, ask);
        Measurement { name: format!("store of 100,000 games: {name}"), unit: "ms", run: Box::new(run) }
    };
    all.push(query("the latest 100", |full| Ok(full.0.store.latest(100)?.len())));
    all.push(query("a game by its number", |full| {
        Ok(full.0.store.game(u64::from(MANY) / 2)?.map_or(0, |game| game.plies.len()))
    }));
    all.push(query("all results, to resume", |full| Ok(full.0.store.results(full.0.event)?.len())));
    let size = Rc::clone(&full);
    let run = move |effort: Effort| Full::of(&size, effort)?.bytes_per_game();
    all.push(Measurement { name: "store of 100,000 games: size".to_owned(), unit: "bytes/game", run: Box::new(run) });
    all
}

/// Othello games between two players, and the seconds they took.
fn play(players: [&str; 2], games: u32) -> anyhow::Result<(Vec<GameRecord>, f64)> {
    let workshop = Workshop::new(launcher()?, "/");
    let entrants = [workshop.entrant(players[0])?, workshop.entrant(players[1])?];
    let source = find_game("othello").context("no such game")?.setup("", &NoFiles)?;
    let plan = MatchPlan {
        first: 0,
        starts: Starts::Boards,
        source: &source,
        entrants: [&entrants[0], &entrants[1]],
        rules: MatchRules::default(),
        seed: 1,
        games,
        jobs: 1,
        scoring: Scoring::default(),
        sprt: None,
        known: Default::default(),
        wants_records: true,
    };
    let mut records = Vec::new();
    let clock = Instant::now();
    run_match(&plan, &AtomicBool::new(false), |played| {
        records.extend_from_slice(played.records);
        Ok(())
    })?;
    Ok((records, clock.elapsed().as_secs_f64()))
}

/// Seconds of storing for each second of playing, both on one thread.
fn share(effort: Effort, player: &str, games: u32) -> anyhow::Result<Vec<f64>> {
    effort.each(|| {
        let (records, playing) = play([player, "random"], effort.rounds(games))?;
        let bench = BenchStore::new()?;
        let clock = Instant::now();
        bench.keep(&records, records.len() as u32)?;
        Ok(clock.elapsed().as_secs_f64() / playing)
    })
}

/// A store in a folder of its own, which goes with it.
struct BenchStore {
    folder: PathBuf,
    store: Arc<dyn Store>,
    event: EventId,
}

impl BenchStore {
    fn new() -> anyhow::Result<BenchStore> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("joute-bench-store-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let store = StoreLocation::in_folder(&folder).open(Access::Create)?;
        let [name, format, description] = ["bench", "round-robin", "{}"].map(str::to_owned);
        let event = store.add_event(&NewEvent { name, format, description, entries: Vec::new() })?;
        Ok(BenchStore { folder, store, event })
    }

    /// Keeps so many games, the same ones again and again as games of other matches.
    fn keep(&self, records: &[GameRecord], games: u32) -> anyhow::Result<()> {
        let event = self.event;
        let numbers: Vec<u32> = (0..games).collect();
        for batch in numbers.chunks(BATCH) {
            let kept: Vec<NewGame<'_>> = batch
                .iter()
                .map(|&number| {
                    let spot = Spot { event, match_index: number / 2, game: number % 2, swapped: number % 2 == 1 };
                    NewGame::of(&records[number as usize % records.len()], 64).at(spot)
                })
                .collect();
            self.store.keep(kept)?;
        }
        Ok(())
    }
}

impl Drop for BenchStore {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A store with 100,000 games of four players.
struct Full(BenchStore);

impl Full {
    fn of(cell: &OnceCell<Full>, effort: Effort) -> anyhow::Result<&Full> {
        if cell.get().is_none() {
            let _ = cell.set(Full::new(effort)?);
        }
        cell.get().context("there is no store")
    }

    fn new(effort: Effort) -> anyhow::Result<Full> {
        let mut records = Vec::new();
        for players in
            [["greedy", "positional"], ["mobility", "greedy"], ["positional", "mobility"], ["random", "greedy"]]
        {
            records.extend(play(players, effort.rounds(400))?.0);
        }
        let bench = BenchStore::new()?;
        bench.keep(&records, MANY)?;
        Ok(Full(bench))
    }

    fn milliseconds(&self, effort: Effort, ask: fn(&Full) -> anyhow::Result<usize>) -> anyhow::Result<Vec<f64>> {
        effort.each(|| {
            let clock = Instant::now();
            anyhow::ensure!(ask(self)? > 0, "the store has no answer");
            Ok(clock.elapsed().as_secs_f64() * 1000.0)
        })
    }

    fn bytes_per_game(&self) -> anyhow::Result<Vec<f64>> {
        let size = |name: &str| std::fs::metadata(self.0.folder.join(name)).map_or(0, |file| file.len());
        Ok(vec![(size("games.sqlite") + size("games.sqlite-wal")) as f64 / f64::from(MANY)])
    }
}
