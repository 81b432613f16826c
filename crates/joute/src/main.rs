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

/// The hidden first word with which the program starts itself to confine a player.
const SANDBOX: &str = "__sandbox";

fn main() -> ExitCode {
    // Before anything else, while there is one thread: this process is about to become somebody else's program.
    let mut words = std::env::args_os().skip(1);
    if words.next().is_some_and(|word| word == SANDBOX) {
        return joute_sandbox::launcher_main(words);
    }
    match commands::run(cli::Cli::parse()) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}
