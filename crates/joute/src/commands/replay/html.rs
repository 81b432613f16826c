//! Stored games as a page that needs nothing beside itself.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use joute_catalog::Review;
use joute_elements::{LogLimits, ReplayBundle};
use joute_messages::{Language, message};
use joute_referee::{Ending, GameRecord};
use joute_report::replay_page;

use crate::failure::{Failure, Result};
use crate::output;

/// More than this makes a page that no browser likes.
const MOST_GAMES: usize = 2_000;

/// Writes the chosen game, or all of them, as a page.
pub(super) fn write(
    records: &[GameRecord],
    reviews: &[(usize, Review)],
    chosen: Option<usize>,
    path: &Path,
    language: Language,
) -> Result {
    let numbers: Vec<usize> = chosen.map_or_else(|| (0..records.len()).collect(), |index| vec![index]);
    if numbers.len() > MOST_GAMES {
        let count = numbers.len();
        return Err(Failure::usage(anyhow!(
            "a page holds up to {MOST_GAMES} games, and there are {count}: choose one with --game N"
        )));
    }
    let mut bundle = ReplayBundle::new(LogLimits::default());
    let mut names = Vec::new();
    for index in numbers {
        let id = index as u64 + 1;
        let review = reviews.iter().find(|(of, _)| *of == index).map(|(_, review)| review);
        bundle.add_reviewed(id, &records[index], review).with_context(|| format!("game {id}"))?;
        names.push((id, name(id, &records[index])));
    }
    let title = match names.as_slice() {
        [(_, only)] => only.clone(),
        _ => message!("replay-many-games", count = names.len()).text(language),
    };
    let page = replay_page(&title, &names, &bundle, language);
    std::fs::write(path, page).with_context(|| format!("cannot write {}", path.display()))?;
    output::note(&format!("wrote {}", path.display()));
    Ok(ExitCode::SUCCESS)
}

fn name(id: u64, record: &GameRecord) -> String {
    let [first, second] = record.players.each_ref().map(|player| player.name.as_str());
    let [one, two] = record.tally;
    let fault = record.ending.as_ref().and_then(Ending::fault).map(|(_, fault)| format!(", {}", fault.kind));
    format!("{id}. {first} {one} – {two} {second}{}", fault.unwrap_or_default())
}
