//! Values for the positions of real games: exact ones near the end, and before that what perfect play made of the game.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use joute_games::othello::wthor::{Games, Record};
use joute_games::othello::{Othello, OthelloSetup};
use joute_games::{Game, Side};
use joute_search::othello::engine::{Board, ExactSolver};

use crate::sample::{self, Origin, Sample};

/// From so many empty squares on every position is solved.
const SOLVED: u32 = 16;

/// Labels the games of every year that has not been labelled yet.
pub(crate) fn run(wthor: &Path, work: &Path) -> Result<()> {
    let mut solver = ExactSolver::with_bytes(64 << 20);
    for path in game_files(wthor)? {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let target = work.join(format!("{name}.samples"));
        if target.exists() {
            continue;
        }
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let games = Games::parse(&bytes).with_context(|| format!("{} is no file of games", path.display()))?;
        let labelled = games.records.iter().flat_map(|record| samples_of(&mut solver, record, games.year));
        let samples: Vec<Sample> = labelled.collect();
        sample::write(&target, &samples)?;
        eprintln!("{name}: {} games, {} positions", games.records.len(), samples.len());
    }
    Ok(())
}

pub(crate) fn game_files(wthor: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(wthor).with_context(|| format!("cannot read the folder {}", wthor.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("wtb")));
    files.sort();
    ensure!(!files.is_empty(), "no .wtb files in {}", wthor.display());
    Ok(files)
}

/// The positions of a game with their values; nothing of a record that breaks the rules, or of one broken off early.
fn samples_of(solver: &mut ExactSolver, record: &Record, year: u16) -> Vec<Sample> {
    let Some(positions) = positions_of(record) else { return Vec::new() };
    let mut samples = Vec::with_capacity(positions.len());
    // The value for First, backwards from the end: the latest position is solved fastest.
    let mut value = None;
    for game in positions.iter().rev() {
        let board = Board::from(game);
        let sign = if game.turn() == Side::First { 1 } else { -1 };
        let is_solved = board.count_empties() <= SOLVED;
        if is_solved {
            let guess = value.map_or(0, |value: i32| sign * value);
            value = Some(sign * solver.solve_near(board, guess).score);
        }
        let Some(value) = value else { return Vec::new() };
        let origin = if is_solved { Origin::Exact } else { Origin::Outcome };
        samples.push(Sample { board, score: (sign * value) as i8, origin, year });
    }
    samples
}

/// The positions in which a side had a choice to make, the last one not over.
fn positions_of(record: &Record) -> Option<Vec<Othello>> {
    let replay = record.replay().ok()?;
    let mut game = Othello::start(&OthelloSetup::default()).ok()?;
    let mut positions = Vec::with_capacity(replay.moves.len());
    for mv in replay.moves {
        if !mv.is_pass() {
            positions.push(game);
        }
        game.play(mv);
    }
    Some(positions)
}
