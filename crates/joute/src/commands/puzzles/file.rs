//! Files of puzzles: a puzzle a line, and before those of one making a line that says how they were made.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use joute_catalog::{Puzzle, PuzzleTally};
use serde::{Deserialize, Serialize};

use crate::failure::{Failure, Result};

/// How the puzzles after it were made, and how far that has come.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Head {
    pub(super) game: String,
    pub(super) setup: String,
    /// The file of records that they were taken from; nothing where games were played for it.
    pub(super) records: Option<PathBuf>,
    pub(super) seed: u64,
    pub(super) nodes: u64,
    pub(super) deep: u64,
    /// The most puzzles of one game.
    pub(super) each: u32,
    pub(super) tally: PuzzleTally,
}

/// The puzzles of a file, with what stands before them.
pub(super) struct PuzzleFile {
    pub(super) heads: Vec<Head>,
    pub(super) puzzles: Vec<Puzzle>,
}

impl PuzzleFile {
    /// Reads a file, or says what is wrong with it and in which line.
    pub(super) fn read(path: &Path) -> Result<PuzzleFile> {
        let name = path.display();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"));
        let text = text.map_err(Failure::usage)?;
        let mut file = PuzzleFile { heads: Vec::new(), puzzles: Vec::new() };
        for (number, line) in (1..).zip(text.lines()) {
            if let Some(comment) = line.strip_prefix('#') {
                file.heads.extend(serde_json::from_str::<Head>(comment));
            } else if !line.trim().is_empty() {
                let wrong = |error| Failure::usage(anyhow!("{name}, line {number}: {error}"));
                file.puzzles.push(line.parse().map_err(wrong)?);
            }
        }
        Ok(file)
    }

    /// Writes the file whole or not at all: a making that is stopped leaves what there was before.
    pub(super) fn write(&self, path: &Path) -> Result<()> {
        let heads = self.heads.iter().map(|head| serde_json::to_string(head).map(|head| format!("# {head}\n")));
        let heads: String = heads.collect::<serde_json::Result<_>>().context("a head has a JSON form")?;
        let lines: String = self.puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let beside = path.with_file_name(format!(".{name}.part"));
        let written = std::fs::File::create(&beside)
            .and_then(|mut file| file.write_all((heads + &lines).as_bytes()).and_then(|()| file.sync_all()))
            .and_then(|()| std::fs::rename(&beside, path));
        if written.is_err() {
            let _ = std::fs::remove_file(&beside);
        }
        Ok(written.with_context(|| format!("cannot write {}", path.display()))?)
    }
}

/// A bar that says how long the rest will take.
pub(super) fn progress(from: u64, to: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(to), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len}, {eta} left; {msg}") {
        bar.set_style(style);
    }
    bar.set_position(from);
    bar.reset_eta();
    bar
}
