//! Joute, the program: one file per subcommand in `commands`, everything else in the crates beside it.

mod class_server;
mod cli;
mod commands;
mod failure;
mod interrupt;
mod kinds;
mod machine;
mod metrics;
mod output;
mod position;
mod rule_options;
mod score_text;
mod styled;
mod terminal;
mod text_table;
mod theme;
mod wrap;

use std::process::ExitCode;

use clap::Parser;

/// The hidden first word with which the program starts itself to confine a player.
const SANDBOX: &str = "__sandbox";
/// The hidden first word with which the program starts itself, confined, to load a player's library.
const LIBRARY_HOST: &str = "__library-host";

fn main() -> ExitCode {
    // Before anything else, while there is one thread: this process is about to become somebody else's program.
    let mut words = std::env::args_os().skip(1);
    match words.next() {
        Some(word) if word == SANDBOX => return joute_sandbox::launcher_main(words),
        Some(word) if word == LIBRARY_HOST => return joute_library_host::host_main(words),
        Some(word) if word == kinds::WASM_COMPILER => return kinds::wasm_compiler_main(words),
        _ => {}
    }
    let asked = match cli::Cli::try_parse() {
        Ok(asked) => asked,
        Err(told) => return output::tell_usage(&told),
    };
    match commands::run(asked) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}
