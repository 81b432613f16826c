//! `joute export`: stored games in other formats.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use clap::Args;
use joute_notation::{Format, write, write_wthor};
use joute_referee::GameRecord;
use schemars::JsonSchema;
use serde::Serialize;

use crate::commands::replay::file;
use crate::failure::{Failure, Result};
use crate::output;

/// Write stored games in other formats: transcripts, WTHOR, GGF, OBF, OGN.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  joute export games.jsonl --format ggf -o games.ggf\n  \
                  joute export games.jsonl --game 3 --format transcript\n  joute export games.jsonl -o games.ogn\n  \
                  joute export games.jsonl -o games.wtb\n\n\
                  Formats: json, transcript, wthor, ggf, obf, ogn; the name of --output tells which, or --format.\n\
                  A WTHOR base is three files: the .JOU and .TRN files with the names are written beside it.")]
pub(crate) struct Export {
    /// Game records, one JSON object on each line; - reads standard input.
    file: PathBuf,
    /// Which game of the file, counted from 1; all without it.
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    /// The format, if the name of the output does not tell it.
    #[arg(long)]
    format: Option<Format>,
    /// Where the games go; standard output without it.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// One JSON object that says what was written; needs --output.
    #[arg(long, requires = "output")]
    json: bool,
}

/// What was written in another format.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ExportedGames<'a> {
    /// The format that was written: `transcript`, `wthor`, `ggf`, `obf`, `ogn` or `json`.
    format: &'static str,
    /// How many games there were.
    games: usize,
    /// The file they were written to.
    output: &'a Path,
}

impl Export {
    pub(crate) fn run(&self) -> Result {
        let format = self.format()?;
        let records = self.chosen(file::read(&self.file)?)?;
        match &self.output {
            Some(path) => {
                for (path, bytes) in files(format, &records, path)? {
                    std::fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
                }
                self.report(format, records.len(), path)?;
            }
            None if format == Format::Wthor => {
                return Err(Failure::usage(anyhow!("a WTHOR base is several files: say where with --output FILE.wtb")));
            }
            None => {
                output::print_data(&String::from_utf8_lossy(&write(format, &records).map_err(anyhow::Error::from)?))
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    fn format(&self) -> Result<Format> {
        let named = self.output.as_deref().and_then(Path::file_name).and_then(OsStr::to_str);
        self.format.or(named.and_then(Format::of_file_name)).ok_or_else(|| {
            Failure::usage(anyhow!("which format? Say --format, one of json, transcript, wthor, ggf, obf, ogn"))
        })
    }

    fn chosen(&self, mut records: Vec<GameRecord>) -> Result<Vec<GameRecord>> {
        match self.game {
            None => Ok(records),
            Some(number) if (1..=records.len()).contains(&number) => Ok(vec![records.swap_remove(number - 1)]),
            Some(number) => {
                let count = records.len();
                Err(Failure::usage(anyhow!("there is no game {number}: the file has {count}")))
            }
        }
    }

    fn report(&self, format: Format, games: usize, path: &Path) -> Result<()> {
        if self.json {
            output::print_json(&ExportedGames { format: format.name(), games, output: path })?;
        } else {
            output::print(&format!("{games} games written to {}\n", path.display()));
        }
        Ok(())
    }
}

/// What is written where.
fn files(format: Format, records: &[GameRecord], path: &Path) -> Result<Vec<(PathBuf, Vec<u8>)>> {
    if format != Format::Wthor {
        return Ok(vec![(path.to_owned(), write(format, records).map_err(anyhow::Error::from)?)]);
    }
    let base = write_wthor(records).map_err(anyhow::Error::from)?;
    Ok(vec![
        (path.to_owned(), base.games),
        (path.with_extension("JOU"), base.players),
        (path.with_extension("TRN"), base.tournaments),
    ])
}
