//! `joute train`: makes the weights of an engine from games.

use std::process::ExitCode;

use clap::{Args, Subcommand};
use joute_training::Training;

use crate::failure::Result;

/// Make the weights of an engine from games.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  joute train othello --work training all WTHOR weights.bin --plan 50000:4,100000:6\n  \
                  joute train othello people WTHOR --moves 200 --depth 8\n\n\
                  WTHOR is the folder of that base of real games. Every step leaves whole files in the working folder, and skips what is\n\
                  there already: interrupted, the same command goes on."
)]
pub(crate) struct Train {
    #[command(subcommand)]
    engine: Engine,
}

/// Whose weights.
#[derive(Debug, Subcommand)]
enum Engine {
    Othello(Training),
}

impl Train {
    pub(crate) fn run(&self) -> Result {
        let Engine::Othello(training) = &self.engine;
        joute_training::run(training)?;
        Ok(ExitCode::SUCCESS)
    }
}
