//! `joute man`: the pages of the manual, made from the same words as `--help`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, CommandFactory};
use clap_mangen::Man;

use crate::cli::Cli;
use crate::failure::Result;
use crate::output;

/// Write the pages of the manual: one for the program and one for each command.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  joute man > joute.1\n  joute man --dir ~/.local/share/man/man1 && man joute-match"
)]
pub(crate) struct Manual {
    /// The folder for all pages; without it the page of the program goes to standard output.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Manual {
    pub(crate) fn run(&self) -> Result {
        let mut program = Cli::command();
        program.build();
        let Some(folder) = &self.dir else {
            output::print_data(&page(program)?);
            return Ok(ExitCode::SUCCESS);
        };
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let commands: Vec<clap::Command> = program.get_subcommands().cloned().collect();
        write(folder, "joute", program)?;
        for command in commands.into_iter().filter(|command| command.get_name() != "help") {
            let name = format!("joute-{}", command.get_name());
            write(folder, &name, command.clone().name(name.clone()))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn page(command: clap::Command) -> Result<String> {
    let mut text = Vec::new();
    Man::new(command).render(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

fn write(folder: &Path, name: &str, command: clap::Command) -> Result<()> {
    let path = folder.join(format!("{name}.1"));
    std::fs::write(&path, page(command)?).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(())
}
