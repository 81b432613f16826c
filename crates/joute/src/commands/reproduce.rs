//! `joute reproduce`: the reports' experiments, stated beside measured.

mod progress;
pub(crate) mod tell;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, anyhow};
use clap::Args;
use joute_experiments::{EXPERIMENTS, Effort, Experiment, ExperimentError, Lab, Report, find, page};

use crate::failure::{Failure, Result};
use crate::output;
pub(super) use progress::Bar;

/// Measure again what the five reports state, and say plainly where it differs.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  joute reproduce --list\n  joute reproduce --quick\n  \
                  joute reproduce hegemony-greedy contacts-greedy --jobs 2\n  joute reproduce --html reproduce.html\n  \
                  joute reproduce mirror --json\n\n\
                  The same seed gives the same figures whatever the number of jobs; only times differ.")]
pub(crate) struct Reproduce {
    /// Experiments by name; all that do not take an hour when none is named.
    names: Vec<String>,
    /// Fewer games: a minute instead of some, and wider intervals.
    #[arg(long)]
    quick: bool,
    /// Everything random comes from it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads; as many as the machine has when it is not said.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
    /// Write a page with everything in it, pictures included.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write reproduce.md and its pictures into this folder.
    #[arg(long, value_name = "DIR")]
    markdown: Option<PathBuf>,
    /// List the experiments with what they state, and run none.
    #[arg(long, conflicts_with_all = ["quick", "json", "html", "markdown"])]
    list: bool,
}

impl Reproduce {
    pub(crate) fn run(&self) -> Result {
        let chosen = self.chosen()?;
        if self.list {
            output::print(&tell::list(&chosen));
            return Ok(ExitCode::SUCCESS);
        }
        let stop = stop_flag()?;
        let (reports, interrupted) = self.run_all(&chosen, &stop)?;
        if interrupted && reports.is_empty() {
            return Err(Failure::Work(anyhow!("stopped before an experiment was over")));
        }
        self.write_files(&reports)?;
        if self.json {
            output::print_json(&tell::Reproduction {
                experiments: reports.iter().map(tell::ExperimentResult::of).collect(),
                seed: self.seed,
                quick: self.quick,
                interrupted,
            })?;
        } else {
            output::print(&tell::text(&reports));
        }
        Ok(if interrupted { ExitCode::from(1) } else { ExitCode::SUCCESS })
    }

    fn chosen(&self) -> Result<Vec<&'static Experiment>> {
        if self.names.is_empty() {
            return Ok(EXPERIMENTS.iter().filter(|experiment| self.list || !experiment.only_by_name).collect());
        }
        let known = |name: &String| find(name).ok_or_else(|| Failure::usage(unknown(name)));
        self.names.iter().map(known).collect()
    }

    /// Runs the experiments one after another; what was over before an interruption counts.
    fn run_all(&self, chosen: &[&'static Experiment], stop: &AtomicBool) -> Result<(Vec<Report>, bool)> {
        let bar = Bar::new(chosen.iter().map(|experiment| u64::from(experiment.weight)).sum());
        let effort = if self.quick { Effort::Quick } else { Effort::Full };
        let lab = Lab::new(self.seed, effort, self.jobs(), stop, &bar);
        let mut reports = Vec::new();
        for experiment in chosen {
            bar.begin(experiment);
            match experiment.run(&lab) {
                Ok(report) => reports.push(report),
                Err(ExperimentError::Stopped) => return Ok((reports, true)),
                Err(error) => return Err(Failure::Work(anyhow!("{}: {error}", experiment.name))),
            }
            bar.end(experiment);
        }
        Ok((reports, false))
    }

    fn jobs(&self) -> usize {
        let machine = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or_else(machine, usize::from)
    }

    fn how(&self) -> String {
        let quick = if self.quick { " --quick" } else { "" };
        let names = if self.names.is_empty() { String::new() } else { format!(" {}", self.names.join(" ")) };
        format!(
            "Measured by `joute reproduce{names}{quick} --seed {}`, version {}.",
            self.seed,
            env!("CARGO_PKG_VERSION")
        )
    }

    fn write_files(&self, reports: &[Report]) -> Result<()> {
        if let Some(file) = &self.html {
            write(file, &page::html(reports, &self.how()))?;
        }
        let Some(folder) = &self.markdown else { return Ok(()) };
        let pictures = folder.join("pictures").join("reproduce");
        std::fs::create_dir_all(&pictures).with_context(|| format!("cannot make {}", pictures.display()))?;
        for figure in reports.iter().flat_map(|report| &report.findings.figures) {
            write(&pictures.join(format!("{}.svg", figure.name)), &figure.svg)?;
        }
        write(&folder.join("reproduce.md"), &page::markdown(reports, &self.how(), "pictures/reproduce"))
    }
}

fn unknown(name: &str) -> anyhow::Error {
    let names: Vec<&str> = EXPERIMENTS.iter().map(|experiment| experiment.name).collect();
    anyhow!("there is no experiment called {name:?}; there are {}", names.join(", "))
}

fn write(file: &Path, text: &str) -> Result<()> {
    std::fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))?;
    output::note(&format!("wrote {}", file.display()));
    Ok(())
}

/// Set at the first Ctrl-C; the second one ends the program at once.
fn stop_flag() -> Result<Arc<AtomicBool>> {
    crate::interrupt::flag("stopping: what is over counts (Ctrl-C again to stop at once)")
}
