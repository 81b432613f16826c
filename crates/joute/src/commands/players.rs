//! `joute players`: who may sit at the table.

mod explain;
mod kinds;

use std::process::ExitCode;

use clap::Args;
use joute_catalog::{BUILT_INS, BuiltInEntry, Parameter};
use serde_json::json;

use crate::commands::match_command::{refused, workshop};
use crate::failure::Result;
use crate::wrap::{self, wrapped};
use crate::{output, position};
use explain::Explanation;

/// List the built-in players with their parameters, the kinds of players, or explain how a player is understood.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  joute players --game flood\n  joute players --json\n  \
                  joute players --kinds\n  joute players --explain mix:1,2\n  joute players --explain 'exe:python3 bot.py?keep=yes'\n\n\
                  A player is named by a locator: a built-in name, with parameters behind a colon (oracle:4,\n\
                  greedy:ties=random); a file (bot.py, ./bot, player.so, player.wasm); or a kind and what it runs, with options\n\
                  behind a question mark (exe:./bot --deep?memory=256). --kinds lists the kinds.")]
pub(crate) struct Players {
    /// Only players of this game.
    #[arg(long, value_parser = position::game_names())]
    game: Option<String>,
    /// Explain what this locator means, without starting anything.
    #[arg(long, value_name = "LOCATOR", conflicts_with = "game")]
    explain: Option<String>,
    /// List the kinds of players instead: how they are named, and their options.
    #[arg(long, conflicts_with_all = ["game", "explain"])]
    kinds: bool,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

impl Players {
    pub(crate) fn run(&self) -> Result {
        match &self.explain {
            Some(locator) => self.explain(locator)?,
            None if self.kinds => self.list_kinds()?,
            None => self.list()?,
        }
        Ok(ExitCode::SUCCESS)
    }

    fn explain(&self, locator: &str) -> Result<()> {
        // Nothing is started, so there is nothing to confine.
        let entrant = workshop(true)?.entrant(locator).map_err(refused)?;
        let explanation = Explanation::of(&entrant)?;
        if self.json {
            output::print_json(&explanation)?;
        } else {
            output::print(&explanation.text());
        }
        Ok(())
    }

    fn list_kinds(&self) -> Result<()> {
        let workshop = workshop(true)?;
        if self.json {
            output::print_json(&kinds::json(workshop.kinds()))?;
        } else {
            output::print(&kinds::text(workshop.kinds()));
        }
        Ok(())
    }

    fn list(&self) -> Result<()> {
        let plays = |entry: &&BuiltInEntry| self.game.as_deref().is_none_or(|game| entry.plays(game));
        let players: Vec<&BuiltInEntry> = BUILT_INS.iter().filter(plays).collect();
        if self.json {
            let players: Vec<_> = players.iter().map(|entry| as_json(entry)).collect();
            output::print_json(&json!({ "players": players }))?;
        } else {
            let texts: Vec<String> = players.iter().map(|entry| as_text(entry)).collect();
            output::print(&texts.concat());
        }
        Ok(())
    }
}

fn as_json(entry: &BuiltInEntry) -> serde_json::Value {
    let parameters: Vec<_> = entry.parameters.iter().map(parameter_json).collect();
    json!({ "name": entry.name, "summary": entry.summary, "games": entry.games(), "parameters": parameters })
}

fn as_text(entry: &BuiltInEntry) -> String {
    let games = entry.games();
    let games = if games.is_empty() { "every game".to_owned() } else { games.join(", ") };
    let text = format!("{}  ({games})\n", entry.name) + &wrapped("    ", entry.summary, wrap::width());
    text + &entry.parameters.iter().map(parameter_text).collect::<String>()
}

fn parameter_json(parameter: &Parameter) -> serde_json::Value {
    let Parameter { name, meaning, values, default } = parameter;
    json!({ "name": name, "values": values, "default": default, "meaning": meaning })
}

fn parameter_text(parameter: &Parameter) -> String {
    let Parameter { name, meaning, values, default } = parameter;
    let described = format!("{name}: {meaning} [{values}; default {default}]");
    format!("    {}", wrapped("      ", &described, wrap::width()).trim_start())
}
