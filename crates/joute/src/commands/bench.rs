//! `joute bench`: how fast this machine is at what everything else rests on.

mod measure;
mod referee;
mod rules;
mod search;
mod store;
#[cfg(feature = "wasm")]
mod wasm;

use std::process::ExitCode;

use anyhow::{Context, anyhow};
use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;

use crate::failure::{Failure, Result};
use crate::text_table::table;
use crate::{machine, output};
use measure::{Effort, Spread};

/// Measure how fast rules, playouts and games are on this machine.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  joute bench\n  joute bench --only playouts --quick\n  joute bench --json")]
pub(crate) struct Bench {
    /// Only measurements whose name contains this.
    #[arg(long, default_value = "", hide_default_value = true)]
    only: String,
    /// Shorter runs: rougher figures.
    #[arg(long)]
    quick: bool,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// How fast this machine is at what everything else rests on.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct BenchResult {
    /// What was measured on.
    machine: MachineDescription,
    /// What was measured.
    results: Vec<Measured>,
}

/// A machine, and the program that measured it.
#[derive(Debug, Serialize, JsonSchema)]
struct MachineDescription {
    /// What the processor calls itself, where the system tells.
    cpu: Option<String>,
    /// Processors that the program may use.
    cores: usize,
    /// The architecture: `x86_64` and so on.
    architecture: &'static str,
    /// The operating system.
    system: &'static str,
    /// The instructions that the rules of Othello use.
    othello_kernel: String,
    /// The version of Joute.
    version: &'static str,
}

/// One figure: the median of some rounds, and between what the middle half of them lay.
#[derive(Debug, Clone, Serialize, JsonSchema)]
struct Measured {
    /// What was measured.
    name: String,
    /// The median of all rounds.
    value: f64,
    /// A quarter of the rounds gave less than this.
    low: f64,
    /// A quarter of the rounds gave more than this.
    high: f64,
    /// What the figures count.
    unit: &'static str,
}

/// Something that can be measured: its name, and how; every round gives a figure.
struct Measurement {
    name: String,
    unit: &'static str,
    run: Box<dyn Fn(Effort) -> anyhow::Result<Vec<f64>>>,
}

impl Measurement {
    fn take(self, effort: Effort) -> anyhow::Result<Measured> {
        let Spread { median: value, low, high } = Spread::of((self.run)(effort)?).context("no figure was taken")?;
        Ok(Measured { name: self.name, value, low, high, unit: self.unit })
    }
}

impl Measured {
    fn row(&self) -> Vec<String> {
        let middle = format!("{} to {}", figure(self.low), figure(self.high));
        vec![self.name.clone(), figure(self.value), middle, self.unit.to_owned()]
    }
}

impl Bench {
    pub(crate) fn run(&self) -> Result {
        let effort = if self.quick { Effort::QUICK } else { Effort::FULL };
        let mut results = Vec::new();
        for measurement in measurements().filter(|measurement| measurement.name.contains(&self.only)) {
            output::note(&format!("measuring {} ...", measurement.name));
            results.push(measurement.take(effort)?);
        }
        if results.is_empty() {
            let message = "no measurement has that in its name; try perft, playouts, greedy, minimax, solved, referee, store or wasm";
            return Err(Failure::usage(anyhow!("--only {:?}: {message}", self.only)));
        }
        if self.json {
            output::print_json(&BenchResult { machine: MachineDescription::here(), results })?;
        } else {
            let rows: Vec<Vec<String>> = results.iter().map(Measured::row).collect();
            output::print(&table(&["measurement", "median", "middle half", "unit"], &rows));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Everything that is measured.
fn measurements() -> impl Iterator<Item = Measurement> {
    let all = rules::measurements()
        .into_iter()
        .chain(search::measurements())
        .chain(referee::measurements())
        .chain(store::measurements());
    #[cfg(feature = "wasm")]
    let all = all.chain(wasm::measurements());
    all
}

/// Four significant digits are more than a noisy machine can promise.
fn figure(value: f64) -> String {
    match value {
        value if value >= 100.0 => format!("{value:.0}"),
        value if value >= 10.0 => format!("{value:.1}"),
        value if value >= 0.1 => format!("{value:.3}"),
        value => format!("{value:.4}"),
    }
}

impl MachineDescription {
    fn here() -> MachineDescription {
        MachineDescription {
            cpu: machine::cpu_model(),
            cores: machine::processors(),
            architecture: std::env::consts::ARCH,
            system: std::env::consts::OS,
            othello_kernel: format!("{:?}", rules::othello_kernel()),
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}
