//! `joute players`: who may sit at the table.

pub(crate) mod explain;
pub(crate) mod kinds;

use std::process::ExitCode;

use clap::Args;
use joute_catalog::{BUILT_INS, BuiltInEntry, Parameter};
use schemars::JsonSchema;
use serde::Serialize;

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

/// The built-in players.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct PlayerList {
    /// One entry for each player.
    players: Vec<PlayerDescription>,
}

/// A built-in player.
#[derive(Debug, Serialize, JsonSchema)]
struct PlayerDescription {
    /// What it is called on the command line.
    name: &'static str,
    /// How it plays.
    summary: &'static str,
    /// The games it plays; empty stands for every game.
    games: Vec<&'static str>,
    /// What can be set behind a colon: `greedy:ties=random`.
    parameters: Vec<ParameterDescription>,
}

/// A parameter of a built-in player, or an option of a kind of players.
#[derive(Debug, Serialize, JsonSchema)]
struct ParameterDescription {
    /// What it is called.
    name: &'static str,
    /// The values it takes, in words.
    values: &'static str,
    /// Its value when it is not given.
    default: &'static str,
    /// What it means.
    meaning: &'static str,
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
            output::print_json_as_declared(&explanation)?;
        } else {
            output::print(&explanation.text());
        }
        Ok(())
    }

    fn list_kinds(&self) -> Result<()> {
        let workshop = workshop(true)?;
        if self.json {
            output::print_json(&kinds::KindList::of(workshop.kinds()))?;
        } else {
            output::print(&kinds::text(workshop.kinds()));
        }
        Ok(())
    }

    fn list(&self) -> Result<()> {
        let plays = |entry: &&BuiltInEntry| self.game.as_deref().is_none_or(|game| entry.plays(game));
        let players: Vec<&BuiltInEntry> = BUILT_INS.iter().filter(plays).collect();
        if self.json {
            let players = players.iter().map(|entry| PlayerDescription::of(entry)).collect();
            output::print_json(&PlayerList { players })?;
        } else {
            let texts: Vec<String> = players.iter().map(|entry| as_text(entry)).collect();
            output::print(&texts.concat());
        }
        Ok(())
    }
}

impl PlayerDescription {
    fn of(entry: &BuiltInEntry) -> PlayerDescription {
        PlayerDescription {
            name: entry.name,
            summary: entry.summary,
            games: entry.games(),
            parameters: entry.parameters.iter().map(ParameterDescription::of).collect(),
        }
    }
}

fn as_text(entry: &BuiltInEntry) -> String {
    let games = entry.games();
    let games = if games.is_empty() { "every game".to_owned() } else { games.join(", ") };
    let text = format!("{}  ({games})\n", entry.name) + &wrapped("    ", entry.summary, wrap::width());
    text + &entry.parameters.iter().map(parameter_text).collect::<String>()
}

impl ParameterDescription {
    fn of(parameter: &Parameter) -> ParameterDescription {
        let Parameter { name, meaning, values, default } = parameter;
        ParameterDescription { name, values, default, meaning }
    }
}

fn parameter_text(parameter: &Parameter) -> String {
    let Parameter { name, meaning, values, default } = parameter;
    let described = format!("{name}: {meaning} [{values}; default {default}]");
    format!("    {}", wrapped("      ", &described, wrap::width()).trim_start())
}
