//! `joute puzzles make`: games are played or read, and their positions looked at until there are enough puzzles.

use std::collections::HashSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::anyhow;
use clap::Args;
use joute_catalog::{Discard, Puzzle, PuzzleEffort, PuzzleTally, Source, make_puzzle, positions_of, practice_game};
use joute_games::random::Seed;
use joute_games::{AnyGame, canonical_form};
use joute_referee::GameRecord;
use schemars::JsonSchema;
use serde::Serialize;

use super::file::{Head, PuzzleFile, progress};
use crate::commands::replay::file::read;
use crate::failure::{Failure, Result};
use crate::{interrupt, output, position};

/// Games without a puzzle before it is said that there are not enough.
const IN_VAIN: u64 = 500;
/// Plies between two puzzles of one game, which would otherwise be the same idea.
const APART: usize = 6;
/// Plies of a game before its first puzzle: openings are learned by heart.
const FIRST_PLY: usize = 8;
/// What was found is written this often.
const SAVED_EVERY: Duration = Duration::from_secs(5);

/// Make puzzles of one game.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  joute puzzles make awale --count 100 --seed 7 -o awale.txt\n\n\
                  The same seed gives the same puzzles. Ctrl-C ends with what was found, and --resume goes on.")]
pub(crate) struct Make {
    /// The game: seven-colours, flood, othello or awale.
    #[arg(value_parser = position::game_names())]
    game: String,
    /// Board and rules; a small board without it.
    #[arg(long)]
    setup: Option<String>,
    /// Take positions from these games, one JSON object a line, instead of playing some.
    #[arg(long, value_name = "FILE", conflicts_with = "setup")]
    records: Option<PathBuf>,
    /// How many puzzles.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// The most puzzles of one game.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    each: u32,
    /// Positions of the short search, by which most are thrown away.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Positions of the long search, by which the rest are checked.
    #[arg(long, default_value_t = 500_000, value_parser = clap::value_parser!(u64).range(1..))]
    deep: u64,
    /// Everything random comes from it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the puzzles go.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Go on where the file ends.
    #[arg(long)]
    resume: bool,
    /// One JSON object that says what came of the positions.
    #[arg(long)]
    json: bool,
}

/// Where positions come from.
enum Games {
    Played(Source),
    Read(Vec<GameRecord>),
}

impl Make {
    pub(crate) fn run(&self) -> Result {
        let games = self.games()?;
        let mut file = self.begin(&games)?;
        let stop = interrupt::flag("ending with what was found (Ctrl-C again to stop at once)")?;
        let is_enough = self.fill(&games, &mut file, &stop)?;
        file.write(&self.output)?;
        self.tell(&file.heads[0])?;
        Ok(if is_enough { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn games(&self) -> Result<Games> {
        let entry = position::entry(&self.game)?;
        let Some(path) = &self.records else {
            let setup = self.setup.as_deref().unwrap_or(entry.small);
            return Ok(Games::Played(entry.setup(setup, &position::Disk::here()).map_err(Failure::usage)?));
        };
        let mut records = read(path)?;
        records.retain(|record| record.game == self.game);
        if records.is_empty() {
            return Err(Failure::usage(anyhow!("{} has no game of {}", path.display(), self.game)));
        }
        Seed(self.seed).purpose("puzzle-records").generator().shuffle(&mut records);
        Ok(Games::Read(records))
    }

    /// The file to begin with: an empty one, or what was there.
    fn begin(&self, games: &Games) -> Result<PuzzleFile> {
        let setup = if let Games::Played(source) = games { source.text().to_owned() } else { String::new() };
        let head = Head {
            game: self.game.clone(),
            setup,
            records: self.records.clone(),
            seed: self.seed,
            nodes: self.nodes,
            deep: self.deep,
            each: self.each,
            tally: PuzzleTally::default(),
        };
        let name = self.output.display();
        if !self.output.exists() {
            return Ok(PuzzleFile { heads: vec![head], puzzles: Vec::new() });
        }
        if !self.resume {
            return Err(Failure::usage(anyhow!("{name} is there already: --resume goes on with it")));
        }
        let file = PuzzleFile::read(&self.output)?;
        match &file.heads[..] {
            [found] if Head { tally: PuzzleTally::default(), ..found.clone() } == head => Ok(file),
            _ => Err(Failure::usage(anyhow!("{name} was made otherwise: --resume needs the same options as before"))),
        }
    }

    /// Looks at game after game; whether there were enough puzzles.
    fn fill(&self, games: &Games, file: &mut PuzzleFile, stop: &AtomicBool) -> Result<bool> {
        let mut seen = HashSet::new();
        for puzzle in &file.puzzles {
            seen.insert(canonical_form(&puzzle.start().map_err(Failure::usage)?.view()));
        }
        let bar = progress(file.puzzles.len() as u64, u64::from(self.count));
        let (mut in_vain, mut saved) = (0, Instant::now());
        while file.puzzles.len() < self.count as usize && in_vain < IN_VAIN {
            let tally = &file.heads[0].tally;
            bar.set_message(format!("{} positions of {} games", tally.positions, tally.games));
            let Some(found) = self.of_game(games, &mut file.heads[0].tally, &mut seen, stop)? else { break };
            in_vain = if found.is_empty() { in_vain + 1 } else { 0 };
            file.puzzles.extend(found);
            bar.set_position(file.puzzles.len() as u64);
            if saved.elapsed() > SAVED_EVERY {
                file.write(&self.output)?;
                saved = Instant::now();
            }
        }
        bar.finish_and_clear();
        Ok(file.puzzles.len() >= self.count as usize)
    }

    /// The puzzles of the next game; nothing where there is no other, or where it was stopped within it.
    fn of_game(
        &self,
        games: &Games,
        tally: &mut PuzzleTally,
        seen: &mut HashSet<Vec<u32>>,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Puzzle>>> {
        let Some(positions) = self.positions(games, tally.games)? else { return Ok(None) };
        let mut order: Vec<usize> = (FIRST_PLY.min(positions.len())..positions.len()).collect();
        Seed(self.seed).purpose("puzzle-order").child(tally.games).generator().shuffle(&mut order);
        let (mut found, mut plies, mut counted) = (Vec::new(), Vec::<usize>::new(), *tally);
        for ply in order {
            if found.len() >= self.each as usize || stop.load(Ordering::Relaxed) {
                break;
            }
            if plies.iter().any(|other| ply.abs_diff(*other) < APART) {
                continue;
            }
            let came = self.of_position(&positions[ply], seen, stop)?;
            counted.note(came.as_ref().map(|_| ()).map_err(|discard| *discard));
            if let Ok(puzzle) = came {
                found.push(puzzle);
                plies.push(ply);
            }
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        counted.games += 1;
        *tally = counted;
        Ok(Some(found))
    }

    fn of_position(
        &self,
        game: &AnyGame,
        seen: &mut HashSet<Vec<u32>>,
        stop: &AtomicBool,
    ) -> Result<std::result::Result<Puzzle, Discard>> {
        let effort = PuzzleEffort { nodes: self.nodes, deep: self.deep };
        let form = canonical_form(&game.view());
        if seen.contains(&form) {
            return Ok(Err(Discard::Alike));
        }
        let made = make_puzzle(game, effort, stop).map_err(Failure::usage)?.map(without_seed);
        if made.is_ok() && !stop.load(Ordering::Relaxed) {
            seen.insert(form);
        }
        Ok(made)
    }

    /// The positions of a game by its number.
    fn positions(&self, games: &Games, number: u64) -> Result<Option<Vec<AnyGame>>> {
        match games {
            Games::Played(source) => {
                let seed = Seed(self.seed).purpose("puzzles").child(number);
                let start = source.start(seed.purpose("board").0).map_err(Failure::usage)?;
                Ok(Some(practice_game(&start, seed).map_err(Failure::usage)?))
            }
            Games::Read(records) => {
                let record = usize::try_from(number).ok().and_then(|number| records.get(number));
                Ok(record.map(positions_of).transpose().map_err(Failure::usage)?)
            }
        }
    }

    fn tell(&self, head: &Head) -> Result<()> {
        let tally = &head.tally;
        if self.json {
            let made = MadePuzzles { game: &self.game, seed: self.seed, nodes: self.nodes, deep: self.deep, tally };
            output::print_json(&made)?;
            return Ok(());
        }
        let PuzzleTally { games, positions, no_choice, alike, even, obvious, changed, closer, kept } = tally;
        output::print(&format!(
            "{kept} puzzles of {positions} positions of {games} games, seed {}. Thrown away: {no_choice} with fewer than three \
             moves, {alike} seen before, {even} with no move clearly best, {obvious} obvious, {changed} in which the long search \
             prefers another move, {closer} in which it finds another nearly as good.\n",
            self.seed
        ));
        if *kept < u64::from(self.count) {
            output::note(&format!("joute: {kept} of {} puzzles found", self.count));
        }
        Ok(())
    }
}

/// A puzzle whose setup does not name the seed of its board, where the position says everything.
fn without_seed(puzzle: Puzzle) -> Puzzle {
    let setup = puzzle.setup.split(',').filter(|part| !part.starts_with("seed=")).collect::<Vec<_>>().join(",");
    let shorter = Puzzle { setup, ..puzzle.clone() };
    let is_same = |one: &AnyGame, other: &AnyGame| one == other && one.view() == other.view();
    match (shorter.start(), puzzle.start()) {
        (Ok(one), Ok(other)) if is_same(&one, &other) => shorter,
        _ => puzzle,
    }
}

/// What came of the positions that puzzles were looked for in.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MadePuzzles<'a> {
    /// The game by name.
    game: &'a str,
    /// Everything random came from it.
    seed: u64,
    /// Positions that the short search looked at.
    nodes: u64,
    /// Positions that the long search looked at.
    deep: u64,
    /// How many became puzzles, and why the others did not.
    tally: &'a PuzzleTally,
}
