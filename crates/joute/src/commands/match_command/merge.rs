//! `joute match --merge`: one match from the records of several files.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::anyhow;
use joute_arena::{MergedMatch, merge_records};
use joute_tournament::scoring::Scoring;
use joute_tournament::statistics::Bounds;

use super::{records, report, tell};
use crate::failure::{Failure, Result};
use crate::output;

/// Reads the files and tells what all their games come to.
pub(super) fn run(files: &[PathBuf], scoring: Scoring, sprt: Option<Bounds>, as_json: bool) -> Result {
    let read: Vec<_> = files.iter().map(|path| records::all(path)).collect::<Result<_>>()?;
    if let Some((path, _)) = files.iter().zip(&read).find(|(_, records)| records.is_empty()) {
        return Err(Failure::Work(anyhow!("{}: no records of games in it", path.display())));
    }
    let merged = merge_records(&read, scoring).map_err(|error| Failure::Work(error.into()))?;
    remarks(&merged).for_each(|remark| output::note(&remark));
    let report = report::Report {
        game: &merged.game,
        setup: merged.setup.clone(),
        rules: &merged.rules,
        scoring,
        seed: None,
        names: merged.players.each_ref().map(|player| player.name.clone()),
        score: &merged.score,
        sprt,
        planned: merged.score.games(),
        interrupted: false,
    };
    tell(&report, as_json)?;
    Ok(ExitCode::SUCCESS)
}

/// What somebody who puts records together should know of them.
fn remarks(merged: &MergedMatch) -> impl Iterator<Item = String> {
    let counted = [
        (merged.repeated, "were there more than once and count once"),
        (merged.unfinished, "were not finished and count nothing"),
        (merged.unpaired, "have lost the other half of their pair: they count as games, not as a pair"),
    ];
    counted.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} games {what}"))
}
