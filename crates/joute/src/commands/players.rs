//! `joute players`: who may sit at the table.

use std::process::ExitCode;

use clap::Args;
use joute_catalog::{BUILT_INS, BuiltInEntry};
use serde_json::json;

use crate::failure::Result;
use crate::{output, position};

/// List the built-in players with their parameters.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  joute players --game flood\n  joute players --json")]
pub(crate) struct Players {
    /// Only players of this game.
    #[arg(long, value_parser = position::game_names())]
    game: Option<String>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

impl Players {
    pub(crate) fn run(&self) -> Result {
        let plays = |entry: &&BuiltInEntry| self.game.as_deref().is_none_or(|game| entry.plays(game));
        let players: Vec<&BuiltInEntry> = BUILT_INS.iter().filter(plays).collect();
        if self.json {
            let players: Vec<_> = players.iter().map(|entry| as_json(entry)).collect();
            output::print_json(&json!({ "players": players }))?;
        } else {
            let texts: Vec<String> = players.iter().map(|entry| as_text(entry)).collect();
            output::print(&texts.concat());
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn as_json(entry: &BuiltInEntry) -> serde_json::Value {
    let parameters: Vec<_> = entry
        .parameters
        .iter()
        .map(|p| json!({ "name": p.name, "values": p.values, "default": p.default, "meaning": p.meaning }))
        .collect();
    json!({ "name": entry.name, "summary": entry.summary, "games": entry.games, "parameters": parameters })
}

fn as_text(entry: &BuiltInEntry) -> String {
    let games = if entry.games.is_empty() { "every game".to_owned() } else { entry.games.join(", ") };
    let mut text = format!("{}  ({games})\n    {}\n", entry.name, entry.summary);
    for parameter in entry.parameters {
        text += &format!(
            "    {}: {} [{}; default {}]\n",
            parameter.name, parameter.meaning, parameter.values, parameter.default
        );
    }
    text
}
