//! `joute doctor`: what this machine offers and lacks, and the command that fixes it.

mod tools;

use std::process::ExitCode;

use clap::Args;
use joute_sandbox::{Refusal, Sandbox, SpawnError};
use schemars::JsonSchema;
use serde::Serialize;

use self::tools::{Finding, ToolFound, examine_all};
use crate::commands::match_command::launcher;
use crate::failure::Result;
use crate::kinds::WASM_RUNTIME;
use crate::output;
use crate::text_table::table;

/// Say what this machine offers and lacks, and how to get it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  joute doctor\n  joute doctor --json\n\n\
                  The exit code is 1 where players that are not trusted cannot run.")]
pub(crate) struct Doctor {
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// What this machine offers and lacks.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MachineReport {
    /// What there is to confine players with.
    sandbox: SandboxReport,
    /// Programs and libraries that some kinds of players or commands need.
    tools: Vec<ToolFound>,
    /// What runs WebAssembly players, with its version.
    wasm: &'static str,
}

/// What there is to confine players with.
#[derive(Debug, Serialize, JsonSchema)]
struct SandboxReport {
    /// Whether it is enough to run players that nobody trusts.
    minimum: bool,
    /// The parts of the sandbox.
    layers: Vec<LayerReport>,
    /// What bounds the memory of a player.
    memory: &'static str,
    /// What is missing to run players that nobody trusts.
    missing: Vec<String>,
    /// Commands that help, one for each thing that is missing where there is one.
    fixes: Vec<String>,
}

/// A part of the sandbox.
#[derive(Debug, Serialize, JsonSchema)]
struct LayerReport {
    /// What it is called.
    name: String,
    /// Whether it is used.
    in_force: bool,
}

/// What there is to confine programs with.
struct Confinement {
    /// Each layer, and whether it is in force.
    layers: Vec<(String, bool)>,
    /// What bounds the memory of a program.
    memory: &'static str,
    /// Why players that are not trusted cannot run, if so.
    trouble: Option<Trouble>,
}

struct Trouble {
    missing: Vec<String>,
    fixes: Vec<String>,
}

/// The tools that are here, by their names in one word each.
pub(crate) fn found_tools() -> Vec<String> {
    examine_all().iter().filter_map(Finding::found_name).map(word).collect()
}

/// What a tool is called among the abilities of a worker.
fn word(name: &str) -> String {
    name.to_lowercase().replace(' ', "-")
}

impl Doctor {
    pub(crate) fn run(&self) -> Result {
        let confinement = Confinement::examine()?;
        let findings = examine_all();
        if self.json {
            let tools = findings.iter().map(Finding::json).collect();
            output::print_json(&MachineReport { sandbox: confinement.json(), tools, wasm: WASM_RUNTIME })?;
        } else {
            output::print(
                &(confinement.text()
                    + &format!("\nWebAssembly players\n  run by: {WASM_RUNTIME}\n\n")
                    + &tools_text(&findings)),
            );
        }
        Ok(if confinement.trouble.is_none() { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }
}

impl Confinement {
    fn examine() -> Result<Confinement> {
        Ok(match Sandbox::probe(&launcher()?) {
            Ok(sandbox) => Confinement {
                layers: sandbox.layers().list(),
                memory: sandbox.layers().memory_bound(),
                trouble: sandbox.require_minimum().err().map(Trouble::from),
            },
            Err(error) => Confinement { layers: Vec::new(), memory: "nothing", trouble: Some(Trouble::from(error)) },
        })
    }

    fn json(&self) -> SandboxReport {
        let layer = |(name, on): &(String, bool)| LayerReport { name: name.clone(), in_force: *on };
        let trouble = self.trouble.as_ref();
        SandboxReport {
            minimum: trouble.is_none(),
            layers: self.layers.iter().map(layer).collect(),
            memory: self.memory,
            missing: trouble.map(|trouble| trouble.missing.clone()).unwrap_or_default(),
            fixes: trouble.map(|trouble| trouble.fixes.clone()).unwrap_or_default(),
        }
    }

    fn text(&self) -> String {
        let names = |wanted: bool| -> String {
            let chosen: Vec<&str> =
                self.layers.iter().filter(|(_, on)| *on == wanted).map(|(name, _)| name.as_str()).collect();
            if chosen.is_empty() { "nothing".to_owned() } else { chosen.join(", ") }
        };
        let mut text = format!("Sandbox\n  in force: {}\n  not used: {}\n", names(true), names(false));
        text += &format!("  memory is bounded by: {}\n", self.memory);
        match &self.trouble {
            None => text += "  players that are not trusted can run here\n",
            Some(trouble) => {
                text += &format!("  players that are not trusted cannot run here: {}\n", trouble.missing.join(", "));
                trouble.fixes.iter().for_each(|fix| text += &format!("  to fix it: {fix}\n"));
                text += "  players that you trust can run with --no-sandbox\n";
            }
        }
        text
    }
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Trouble {
        Trouble { missing: refusal.missing, fixes: refusal.fixes }
    }
}

impl From<SpawnError> for Trouble {
    fn from(error: SpawnError) -> Trouble {
        Trouble { missing: vec![format!("{:#}", anyhow::Error::from(error))], fixes: Vec::new() }
    }
}

fn tools_text(findings: &[Finding]) -> String {
    let rows: Vec<Vec<String>> = findings.iter().map(Finding::row).collect();
    let mut text = format!("Programs and libraries\n{}", table(&["what", "for", "found"], &rows));
    let missing: Vec<&Finding> = findings.iter().filter(|finding| !finding.is_there()).collect();
    if !missing.is_empty() {
        text += "\nTo get what is missing (Debian and Ubuntu)\n";
        for finding in missing {
            text += &format!("  {:14} {}\n", finding.name(), finding.fix());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use joute_players::{KINDS, LANGUAGES};

    use super::*;

    #[test]
    fn what_languages_and_kinds_need_is_looked_for() {
        let known: Vec<String> = tools::names().map(word).collect();
        let is_kind = |need: &str| KINDS.iter().any(|kind| kind.info().name == need);
        let needs = LANGUAGES.iter().filter_map(|language| language.needs).chain(KINDS.iter().map(|kind| kind.needs()));
        for need in needs.flatten() {
            assert!(known.iter().any(|tool| tool == need) || is_kind(need), "nobody looks for {need}");
        }
    }
}
