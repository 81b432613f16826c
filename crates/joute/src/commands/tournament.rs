//! `joute tournament`: a whole event from one file, run or resumed.

mod admission;
mod class_list;
mod copies;
mod entrants;
mod file;
mod ladder;
mod prepared;
mod progress;
pub(crate) mod report;
mod settings;
mod students;
mod submissions;
mod trial;
mod unpack;
mod zip;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::anyhow;
use clap::Args;
use joute_referee::{Rule, parse_duration};
use joute_tournament::format::FORMATS;

use crate::commands::match_command::{recorded, workshop_in};
use crate::failure::{Failure, Result};
use crate::interrupt;
use crate::rule_options::{RuleOptions, Taken};
use crate::{output, position};
pub(crate) use prepared::Prepared;
use settings::Settings;

/// What Ctrl-C means here.
const STOPPING: &str = "stopping: the games in progress are given up, and played again when the tournament goes on (Ctrl-C again to stop at once)";

/// Run a tournament from a file, or go on with one.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  joute tournament cup.toml\n  joute tournament cup.toml --jobs 4 --json\n  \
                  joute tournament --format round-robin --game othello greedy positional mobility random\n  \
                  joute tournament --format swiss --game flood --setup width=10 --games 4 --data results players/*.so\n\n\
                  Results live in a folder named after the file, beside it. Started again, the same command goes on where it\n\
                  was stopped, whatever stopped it. docs/tournaments.md shows whole files.")]
pub(crate) struct Tournament {
    /// A file (TOML) that describes it; with --format, the players instead.
    #[arg(required = true, value_name = "FILE or PLAYERS")]
    words: Vec<String>,
    #[arg(long, requires = "game", help = format!("The format: {}", listed_formats()))]
    format: Option<String>,
    /// The game.
    #[arg(long, value_parser = position::game_names(), requires = "format")]
    game: Option<String>,
    /// Board and rules of the game.
    #[arg(long, requires = "format")]
    setup: Option<String>,
    /// Games of each match; even, since each board is played with seats swapped.
    #[arg(long, requires = "format")]
    games: Option<String>,
    #[command(flatten)]
    limits: RuleOptions<Limits>,
    /// All other rules of a game as one text: clock=cpu,opening=4,...
    #[arg(long, value_name = "RULES", requires = "format")]
    rules: Option<String>,
    /// What results are worth: points, report-002 or tally.
    #[arg(long, requires = "format")]
    scoring: Option<String>,
    /// What a tied match means: both (have won) or replay.
    #[arg(long, requires = "format")]
    ties: Option<String>,
    /// How often a tied match is played again, or tied rounds that make co-winners.
    #[arg(long, requires = "format")]
    replays: Option<String>,
    /// Rounds of a Swiss event, how often all meet in a round robin, or about how many matches of each end a ladder.
    #[arg(long, requires = "format")]
    rounds: Option<String>,
    /// What a ladder ranks by: rating or score.
    #[arg(long, requires = "format")]
    rank_by: Option<String>,
    /// Seed numbers of the players: listed (in their order) or drawn.
    #[arg(long, requires = "format")]
    seeding: Option<String>,
    /// Everything random comes from it; with a file, instead of the file's.
    #[arg(long, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// How many games at once; with a file, instead of the file's.
    #[arg(long, allow_negative_numbers = true)]
    jobs: Option<usize>,
    /// The folder of the results.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The store of the games instead of a file in the folder: with postgres://USER@HOST/DATABASE other machines play, too
    /// (`joute worker`); --jobs 0 then plays none here.
    #[arg(long, value_name = "STORE")]
    store: Option<String>,
    /// How long whoever schedules may be silent before another may take its place.
    #[arg(long, value_name = "TIME", requires = "store", default_value = "30s")]
    lease: String,
    /// Write every conversation with a program to a file of its own in this folder.
    #[arg(long, value_name = "DIR")]
    conversation: Option<PathBuf>,
    /// Run programs without a sandbox: only those you trust.
    #[arg(long)]
    no_sandbox: bool,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// The rules with options of their own; the others are given as one text.
#[derive(Debug)]
pub(crate) struct Limits;

impl Taken for Limits {
    const REQUIRES: Option<&'static str> = Some("format");

    fn takes(key: &str) -> bool {
        ["time", "move_time"].contains(&key)
    }

    fn default(_rule: &Rule) -> Option<String> {
        None
    }
}

impl Tournament {
    pub(crate) fn run(&self) -> Result {
        let settings = self.settings()?;
        let stop = Arc::default();
        let folder = self.data.clone().unwrap_or_else(|| settings.data.clone());
        let workshop = workshop_in(&settings.folder, self.no_sandbox)?.stopped_by(Arc::clone(&stop));
        let workshop = recorded(workshop, self.conversation.as_deref())?;
        let mut prepared = Prepared::new(settings, folder, workshop)?;
        interrupt::listen(&stop, STOPPING)?;
        let progress = progress::Bar::new(prepared.names()?);
        let summary = prepared.play(&stop, &progress)?;
        progress.finish();
        prepared.report(&summary)?;
        if self.json {
            output::print_json_as_declared(&summary)?;
        } else {
            output::print(&report::text(&summary, prepared.folder()));
        }
        let stopped = stop.load(Ordering::Relaxed) && !summary.complete;
        Ok(if stopped { ExitCode::from(1) } else { ExitCode::SUCCESS })
    }

    fn settings(&self) -> Result<Settings> {
        let mut settings = if self.format.is_some() {
            Settings::of_options(&self.options(), &self.words)?
        } else {
            let [path] = &self.words[..] else {
                return Err(Failure::usage(anyhow!(
                    "{} words: expected one file, or --format and --game with the players",
                    self.words.len()
                )));
            };
            file::read(Path::new(path))?
        };
        settings.seed = self.seed.unwrap_or(settings.seed);
        settings.jobs = self.jobs.unwrap_or(settings.jobs);
        if let Some(store) = &self.store {
            settings.set("store", store).map_err(|expected| Failure::usage(anyhow!("--store: {expected}")))?;
        }
        let lease = parse_duration(&self.lease).filter(|time| !time.is_zero());
        settings.lease =
            lease.ok_or_else(|| Failure::usage(anyhow!("--lease {}: expected a time such as 30s", self.lease)))?;
        settings.is_confined = !self.no_sandbox;
        settings.check_jobs("--jobs")?;
        Ok(settings)
    }

    /// What was given, by the key that a file has for it.
    fn options(&self) -> Vec<(&'static str, &str)> {
        let options = [
            ("format", &self.format),
            ("game", &self.game),
            ("setup", &self.setup),
            ("games", &self.games),
            ("rules", &self.rules),
            ("scoring", &self.scoring),
            ("ties", &self.ties),
            ("replays", &self.replays),
            ("rounds", &self.rounds),
            ("rank_by", &self.rank_by),
            ("seeding", &self.seeding),
        ];
        let options = options.into_iter().filter_map(|(key, value)| Some((key, value.as_deref()?)));
        options.chain(self.limits.given()).collect()
    }
}

/// The names of all there are.
fn listed_formats() -> String {
    let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    names.join(", ")
}
