//! `joute puzzles verify`: every puzzle of a file looked at again, with as much effort as one likes.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::anyhow;
use clap::Args;
use joute_catalog::{Discard, Puzzle, Verdict, judge_puzzle};
use schemars::JsonSchema;
use serde::Serialize;

use super::file::{PuzzleFile, progress};
use crate::failure::{Failure, Result};
use crate::{interrupt, output};

/// Check puzzles.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  joute puzzles verify puzzles.txt --nodes 1000000 -o checked.txt\n\n\
                  It ends with 1 where a puzzle does not hold; with --output those that hold are written, and only those.")]
pub(crate) struct Verify {
    /// The file of puzzles.
    file: PathBuf,
    /// Positions to look at for each, and as many for each move by a solver where there is one.
    #[arg(long, default_value_t = 2_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Where those go that hold.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// Puzzles that were looked at again.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct VerifiedPuzzles {
    /// Positions that the search looked at for each.
    nodes: u64,
    /// Puzzles that were looked at.
    looked_at: usize,
    /// Puzzles that hold.
    hold: usize,
    /// Of those, puzzles in which every value is the result of perfect play.
    exact: usize,
    /// Puzzles in which another move is better.
    changed: usize,
    /// Puzzles in which another move is nearly as good.
    closer: usize,
}

impl Verify {
    pub(crate) fn run(&self) -> Result {
        let mut file = PuzzleFile::read(&self.file)?;
        let stop = interrupt::flag("stopping (Ctrl-C again to stop at once)")?;
        let bar = progress(0, file.puzzles.len() as u64);
        let mut found = VerifiedPuzzles { nodes: self.nodes, ..VerifiedPuzzles::default() };
        let mut holding = Vec::new();
        for (number, puzzle) in (1..).zip(std::mem::take(&mut file.puzzles)) {
            let verdict = self.judge(number, &puzzle, &stop)?;
            if stop.load(Ordering::Relaxed) {
                break;
            }
            found.note(verdict);
            if matches!(verdict, Verdict::Holds { .. }) {
                holding.push(puzzle);
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        // Half a file in place of a whole one would be a loss.
        if let Some(path) = self.output.as_ref().filter(|_| !stop.load(Ordering::Relaxed)) {
            file.puzzles = holding;
            file.write(path)?;
        }
        self.tell(&found)?;
        let is_sound = found.hold == found.looked_at && !stop.load(Ordering::Relaxed);
        Ok(if is_sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn judge(&self, number: usize, puzzle: &Puzzle, stop: &AtomicBool) -> Result<Verdict> {
        let wrong = |why: String| Failure::usage(anyhow!("{}, puzzle {number}: {why}", self.file.display()));
        let game = puzzle.start().map_err(|error| wrong(error.to_string()))?;
        if !game.legal_texts().iter().any(|mv| mv == puzzle.solution()) {
            return Err(wrong(format!("{} is no legal move", puzzle.solution())));
        }
        judge_puzzle(&game, puzzle.solution(), self.nodes, stop).map_err(Failure::usage)
    }

    fn tell(&self, found: &VerifiedPuzzles) -> Result<()> {
        if self.json {
            output::print_json(found)?;
            return Ok(());
        }
        let VerifiedPuzzles { nodes, looked_at, hold, exact, changed, closer } = found;
        output::print(&format!(
            "{hold} of {looked_at} puzzles hold by {nodes} positions each, {exact} of them by the results of perfect play; in \
             {changed} another move is better, in {closer} another is nearly as good.\n"
        ));
        Ok(())
    }
}

impl VerifiedPuzzles {
    fn note(&mut self, verdict: Verdict) {
        self.looked_at += 1;
        match verdict {
            Verdict::Holds { is_exact } => {
                self.hold += 1;
                self.exact += usize::from(is_exact);
            }
            Verdict::Fails(Discard::Changed) => self.changed += 1,
            Verdict::Fails(_) => self.closer += 1,
        }
    }
}
