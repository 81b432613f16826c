//! Joute, the program: one file per subcommand in `commands`, everything else in the crates beside it.

mod cli;
mod commands;
mod failure;
mod output;
mod position;
mod styled;
mod text_table;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match commands::run(cli::Cli::parse()) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}
