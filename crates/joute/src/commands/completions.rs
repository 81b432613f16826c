//! `joute completions SHELL`.

use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::cli::Cli;
use crate::failure::Result;
use crate::output;

/// Print completions for a shell.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  joute completions bash > ~/.local/share/bash-completion/completions/joute")]
pub(crate) struct Completions {
    /// The shell.
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self) -> Result {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "joute", &mut script);
        output::print_data(&String::from_utf8_lossy(&script));
        Ok(ExitCode::SUCCESS)
    }
}
