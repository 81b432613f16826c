//! `joute rebuild`: a store that has lost something, checked and made anew.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use clap::Args;
use joute_arena::found_game;
use joute_referee::GameRecord;
use joute_store::{Access, Found, Integrity, Lock, Loss, Rebuilt, StoreLocation, StoredEvent};
use schemars::JsonSchema;
use serde::Serialize;

use super::tournament::report::RECORDS;
use crate::failure::{Failure, Result};
use crate::output;

/// Check the store of a folder, and make a damaged one anew from what can be read and from records.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  joute rebuild cup --check\n  joute rebuild cup\n  joute rebuild joute-data\n  \
                  joute rebuild cup --records elsewhere/games.jsonl\n\n\
                  A folder of results and the data of a server are rebuilt alike. Games keep their numbers; the file that\n\
                  was damaged is kept beside the new one. What a tournament has lost for good is played again when\n\
                  the tournament goes on.")]
pub(crate) struct Rebuild {
    /// The folder: results of a tournament, or the data of a server.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Only look: says what is lost and changes nothing.
    #[arg(long, conflicts_with = "records")]
    check: bool,
    /// Records of games, one JSON object on each line, besides the folder's own games.jsonl; may be given again.
    #[arg(long, value_name = "FILE")]
    records: Vec<PathBuf>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// What looking at the store of a folder found.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct StoreCheck {
    /// How many games were looked at.
    games: u64,
    /// What was kept and is no longer there as it was, in a sentence each; empty for a store that is whole.
    losses: Vec<String>,
}

/// What came of making a store anew.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RebuiltStore {
    /// Games that could be read from the old store.
    read: u64,
    /// Games that were put back from records.
    found: u64,
    /// What could not be saved, in a sentence each.
    losses: Vec<String>,
    /// Where the files are that were there before.
    aside: Vec<String>,
}

impl Rebuild {
    pub(crate) fn run(&self) -> Result {
        let location = StoreLocation::in_folder(&self.folder);
        if !self.folder.is_dir() {
            return Err(Failure::usage(anyhow!("{}: expected a folder", self.folder.display())));
        }
        if self.check {
            let store = location.open(Access::ReadOnly).map_err(|error| Failure::Work(error.into()))?;
            return self.tell_check(&store.check().map_err(|error| Failure::Work(error.into()))?);
        }
        let _lock = Lock::take(&self.folder).map_err(|error| Failure::Work(error.into()))?;
        let records = self.known_records()?;
        let rebuilt = location.rebuild(|events| put_back(records, events));
        self.tell(&rebuilt.map_err(|error| Failure::Work(error.into()))?)
    }

    /// The records of every file, with the file they are from. A line that is none is told and passed over.
    fn known_records(&self) -> Result<Vec<(String, GameRecord)>> {
        let own = self.folder.join(RECORDS);
        let own = own.exists().then_some(own);
        let mut records = Vec::new();
        for path in own.iter().chain(&self.records) {
            let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()));
            let text = String::from_utf8_lossy(&bytes.map_err(Failure::usage)?).into_owned();
            for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
                let place = format!("{}, line {}", path.display(), number + 1);
                match GameRecord::from_json(line) {
                    Ok(record) => records.push((place, record)),
                    Err(error) => output::note(&format!("{place} is left out: {error}")),
                }
            }
        }
        Ok(records)
    }

    fn tell_check(&self, found: &Integrity) -> Result {
        if self.json {
            output::print_json(&StoreCheck { games: found.games, losses: words(&found.losses) })?;
        } else if found.is_whole() {
            output::print(&format!("{} games, and nothing is lost\n", found.games));
        } else {
            output::print(&(list(&found.losses) + "nothing was changed; without --check it is made anew\n"));
        }
        Ok(if found.is_whole() { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }

    fn tell(&self, rebuilt: &Rebuilt) -> Result {
        let Rebuilt { read, found, losses, aside } = rebuilt;
        let aside: Vec<String> = aside.iter().map(|path| path.display().to_string()).collect();
        if self.json {
            output::print_json(&RebuiltStore { read: *read, found: *found, losses: words(losses), aside })?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut text = format!("{read} games could be read, {found} were found among records\n") + &list(losses);
        if !aside.is_empty() {
            text += &format!("what was there before is kept: {}\n", aside.join(", "));
        }
        output::print(&text);
        Ok(ExitCode::SUCCESS)
    }
}

/// Games that can be put back; the others are told and left out.
fn put_back(records: Vec<(String, GameRecord)>, events: &[StoredEvent]) -> Vec<Found> {
    let mut games = Vec::new();
    for (place, record) in records {
        match found_game(record, events) {
            Ok(found) => games.push(found),
            Err(why) => output::note(&format!("{place} is left out: {why}")),
        }
    }
    games
}

fn words(losses: &[Loss]) -> Vec<String> {
    losses.iter().map(Loss::to_string).collect()
}

fn list(losses: &[Loss]) -> String {
    losses.iter().map(|loss| format!("lost: {loss}\n")).collect()
}
