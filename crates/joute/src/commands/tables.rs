//! `joute tables`: endgame tables of Awalé, worked out, checked and described.

pub(crate) mod build;
pub(crate) mod francois;
pub(crate) mod info;
pub(crate) mod verify;

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Subcommand, ValueEnum};
use joute_games::awale::{Abapa, Awari};
use joute_search::awale::StandardRules;
use joute_search::awale::tables::{MOST_SEEDS, default_folder};

use crate::failure::{Failure, Result};

/// Work out, check and describe endgame tables of Awalé.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  joute tables build --rules awari --seeds 16\n  joute tables verify --rules awari --seeds 16\n  joute tables info\n  joute tables francois --pits 3 --seeds 3\n\nTables are kept in the folder that --folder or JOUTE_TABLES names, else in ~/.local/share/joute/tables."
)]
pub(crate) struct Tables {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Work out all layers up to some number of seeds; those that are there stay, Ctrl-C stops, the same command goes on.
    #[command(visible_alias = "awale")]
    Build(Options),
    /// Check every value of the files against the values its moves lead to.
    Verify(Options),
    /// Say which tables are there: positions, results, sizes.
    Info(Options),
    /// Solve small boards under the rules of `francois` outright, with moves that starve the opponent illegal.
    Francois(francois::Francois),
}

/// What every action is told.
#[derive(Debug, Args)]
struct Options {
    /// The rules.
    #[arg(long, value_enum, default_value = "abapa")]
    rules: TableRules,
    /// The most seeds on the board.
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(0..=i64::from(MOST_SEEDS)))]
    seeds: u32,
    /// Where the tables are.
    #[arg(long, visible_alias = "dir")]
    folder: Option<PathBuf>,
    /// How many threads work; 0 is as many as there are processors.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=256))]
    threads: u32,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// Rules there are tables for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TableRules {
    Abapa,
    Awari,
}

/// Something to do with the tables of some rules.
trait Act {
    fn act<R: StandardRules>(self, options: &Options) -> Result;
}

impl Tables {
    pub(crate) fn run(&self) -> Result {
        match &self.action {
            Action::Build(options) => options.with_rules(build::Build),
            Action::Verify(options) => options.with_rules(verify::Verify),
            Action::Info(options) => options.with_rules(info::Info),
            Action::Francois(command) => command.run(),
        }
    }
}

impl Options {
    fn with_rules(&self, action: impl Act) -> Result {
        match self.rules {
            TableRules::Abapa => action.act::<Abapa>(self),
            TableRules::Awari => action.act::<Awari>(self),
        }
    }

    fn folder(&self) -> Result<PathBuf> {
        let folder = self.folder.clone().or_else(default_folder);
        folder.context("nobody says where tables are: give --folder or set JOUTE_TABLES").map_err(Failure::usage)
    }

    fn threads(&self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        if self.threads == 0 { processors() } else { self.threads as usize }
    }
}
