//! `joute store`: a store as a whole, whatever kind it is.

mod backup;

use std::io::IsTerminal;
use std::process::ExitCode;

use anyhow::anyhow;
use clap::{Args, Subcommand};
use joute_store::{Access, Copied, StoreError, StoreLocation, copy_store};
use schemars::JsonSchema;
use serde::Serialize;

use crate::failure::{Failure, Result};
use crate::output;

/// Copy a store from one kind to another, or a folder while its stores are written.
#[derive(Debug, Args)]
pub(crate) struct StoreCommand {
    #[command(subcommand)]
    command: StoreAction,
}

#[derive(Debug, Subcommand)]
enum StoreAction {
    /// Copy everything of a store into another, which is empty or holds the beginning of the same.
    Copy(Copy),
    /// Copy a folder with all stores in it while they are written.
    Backup(backup::Backup),
}

/// Copy everything of a store into another, which is empty or holds the beginning of the same.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  joute store copy cup/games.sqlite postgres://joute@db.example/joute\n  \
                  joute store copy postgres://joute@db.example/joute term.sqlite\n\n\
                  Numbers of games and events stay what they are. A copy that was broken off goes on where it was. Nobody may\n\
                  write either store meanwhile; the queue, workers and owners are not copied.")]
struct Copy {
    /// The store that is read: a file, or postgres://USER@HOST/DATABASE.
    from: String,
    /// The store that is written.
    to: String,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// What came of a copy.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct CopiedStore {
    /// Events that were copied now.
    events: u64,
    /// Games that were copied now.
    games: u64,
    /// Games that were there from an earlier attempt.
    before: u64,
}

impl StoreCommand {
    pub(crate) fn run(&self) -> Result {
        match &self.command {
            StoreAction::Copy(copy) => copy.run(),
            StoreAction::Backup(backup) => backup.run(),
        }
    }
}

impl Copy {
    fn run(&self) -> Result {
        let location = |text: &str| text.parse::<StoreLocation>().map_err(Failure::usage);
        let (from, to) = (location(&self.from)?, location(&self.to)?);
        if from == to {
            return Err(Failure::usage(anyhow!("{from} is both: expected two stores")));
        }
        let work = |error: StoreError| Failure::Work(error.into());
        let (from, to) = (from.open(Access::ReadOnly).map_err(work)?, to.open(Access::Create).map_err(work)?);
        let mut lines = 0;
        let tell = |done: u64, last: u64| {
            if std::io::stderr().is_terminal() {
                output::redraw(lines, &format!("{done} of {last} games\n"));
                lines = 1;
            }
        };
        let Copied { events, games, before } = copy_store(&*from, &*to, tell).map_err(work)?;
        if self.json {
            output::print_json(&CopiedStore { events, games, before })?;
        } else {
            let earlier = if before > 0 { format!("; {before} games were there before") } else { String::new() };
            output::print(&format!("{events} events and {games} games were copied{earlier}\n"));
        }
        Ok(ExitCode::SUCCESS)
    }
}
