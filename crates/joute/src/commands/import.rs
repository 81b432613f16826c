//! `joute import`: games of other formats, as records of ours.

use std::ffi::OsStr;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, anyhow};
use clap::Args;
use joute_games::othello::wthor;
use joute_notation::{Context, Format, Names, read, write};
use schemars::JsonSchema;
use serde::Serialize;

use crate::failure::{Failure, Result};
use crate::{output, position};

/// Read games of other formats: transcripts, WTHOR, GGF, OBF, OGN.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  joute import WTH_2003.wtb -o games.jsonl\n  joute import games.ggf -o games.jsonl\n  \
                  joute import openings.txt --game awale --setup rules=awari\n  \
                  echo f5d6c3d3c4 | joute import - --format transcript\n\n\
                  Formats: json, transcript, wthor, ggf, obf, ogn; the file's name tells which, or --format.\n\
                  Names of WTHOR players and tournaments come from the .JOU and .TRN files beside it."
)]
pub(crate) struct Import {
    /// The file; - reads standard input.
    file: PathBuf,
    /// The game of a transcript.
    #[arg(long, value_parser = position::game_names())]
    game: Option<String>,
    /// The setup of a transcript.
    #[arg(long, default_value = "", hide_default_value = true)]
    setup: String,
    /// The format, if the file's name does not tell it.
    #[arg(long)]
    format: Option<Format>,
    /// Where the records go, one JSON object a line; standard output without it.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// One JSON object that says what was read; needs --output.
    #[arg(long, requires = "output")]
    json: bool,
}

/// What was read from another format.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ImportedGames<'a> {
    /// The format that was read: `transcript`, `wthor`, `ggf`, `obf`, `ogn` or `json`.
    format: &'static str,
    /// How many games there were.
    games: usize,
    /// The file they were written to.
    output: &'a Path,
}

impl Import {
    pub(crate) fn run(&self) -> Result {
        let format = self.format()?;
        let name = self.file.display();
        let bytes = bytes(&self.file).with_context(|| format!("cannot read {name}")).map_err(Failure::usage)?;
        let names = if format == Format::Wthor { self.names()? } else { Names::default() };
        let context = Context { game: self.game.clone(), setup: self.setup.clone(), names };
        let records = read(format, &bytes, &context).map_err(|error| anyhow!("{name}: {error}"))?;
        let lines = write(Format::Json, &records).context("records have a JSON form")?;
        match &self.output {
            None => output::print(&String::from_utf8_lossy(&lines)),
            Some(path) => {
                std::fs::write(path, lines).with_context(|| format!("cannot write {}", path.display()))?;
                self.report(format, records.len(), path)?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    fn format(&self) -> Result<Format> {
        let guessed = self.file.file_name().and_then(OsStr::to_str).and_then(Format::of_file_name);
        self.format.or(guessed).ok_or_else(|| {
            let name = self.file.display();
            Failure::usage(anyhow!("the name {name} does not tell the format: say it with --format"))
        })
    }

    fn report(&self, format: Format, games: usize, path: &Path) -> Result<()> {
        if self.json {
            output::print_json(&ImportedGames { format: format.name(), games, output: path })?;
        } else {
            output::print(&format!("{games} games of {} written to {}\n", self.file.display(), path.display()));
        }
        Ok(())
    }

    /// The names of players and tournaments in the files beside a WTHOR file, where there are some.
    fn names(&self) -> Result<Names> {
        let read = |ending: &str, parse: fn(&[u8]) -> std::result::Result<Vec<String>, wthor::WthorError>| {
            let Some(path) = self.beside(ending) else {
                return Ok(Vec::new());
            };
            let bytes = bytes(&path).with_context(|| format!("cannot read {}", path.display()))?;
            parse(&bytes).with_context(|| format!("{}", path.display()))
        };
        Ok(Names { players: read("jou", wthor::players)?, tournaments: read("trn", wthor::tournaments)? })
    }

    /// The file with this ending in the same folder: the one that is called alike, or the only one.
    fn beside(&self, ending: &str) -> Option<PathBuf> {
        let folder = self.file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let has_ending = |path: &PathBuf| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending));
        let mut found: Vec<PathBuf> =
            std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).filter(has_ending).collect();
        found.sort();
        let alike = found.iter().find(|path| path.file_stem() == self.file.file_stem()).cloned();
        alike.or_else(|| if found.len() == 1 { found.pop() } else { None })
    }
}

/// The largest file that is read.
const LARGEST: u64 = 1 << 30;

pub(super) fn bytes(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let length = if path == Path::new("-") {
        std::io::stdin().take(LARGEST + 1).read_to_end(&mut bytes)?
    } else {
        std::fs::File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?
    };
    if length as u64 > LARGEST {
        return Err(std::io::Error::other(format!("larger than {LARGEST} bytes")));
    }
    Ok(bytes)
}
