//! `joute games`: what there is to play.

use std::process::ExitCode;

use clap::Args;
use joute_catalog::{GAMES, GameEntry};
use joute_messages::Language;
use serde_json::json;

use crate::failure::Result;
use crate::wrap::{self, wrapped};
use crate::{output, position};

/// List the games with their setups and texts.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  joute games\n  joute games flood\n  joute games --json")]
pub(crate) struct Games {
    /// Only this game.
    #[arg(value_parser = position::game_names())]
    game: Option<String>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

impl Games {
    pub(crate) fn run(&self) -> Result {
        let chosen = |entry: &&GameEntry| self.game.as_deref().is_none_or(|name| name == entry.info.name);
        let games: Vec<&GameEntry> = GAMES.iter().filter(chosen).collect();
        if self.json {
            let games: Vec<_> = games.iter().map(|entry| as_json(entry)).collect();
            output::print_json(&json!({ "games": games }))?;
        } else {
            let texts: Vec<String> = games.iter().map(|entry| as_text(entry)).collect();
            output::print(&texts.join("\n"));
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn as_json(entry: &GameEntry) -> serde_json::Value {
    let info = entry.info;
    let keys: Vec<_> = info
        .setup_keys
        .iter()
        .map(|key| json!({ "key": key.key, "values": key.values, "default": key.default, "meaning": info.meaning(key, Language::EN) }))
        .collect();
    json!({
        "name": info.name,
        "title": info.title(Language::EN),
        "summary": info.summary(Language::EN),
        "sides": joute_games::Side::BOTH.map(|side| info.side(side, Language::EN)),
        "unit": info.unit,
        "setup": keys,
        "examples": info.examples,
        "position": info.position_help(Language::EN),
        "move": info.move_help(Language::EN),
        "ideas": info.ideas,
        "heuristics": entry.heuristics(),
    })
}

fn as_text(entry: &GameEntry) -> String {
    let info = entry.info;
    let width = wrap::width();
    let mut text = format!("{} ({})\n", info.name, info.title(Language::EN));
    text += &wrapped("  ", info.summary(Language::EN), width);
    text += "\n  setup\n";
    let longest = info.setup_keys.iter().map(|key| key.key.len()).max().unwrap_or(0);
    for key in info.setup_keys {
        let indent = " ".repeat(longest + 6);
        let described = wrapped(
            &indent,
            &format!("{} [{}; default {}]", info.meaning(key, Language::EN), key.values, key.default),
            width,
        );
        text += &format!("    {:longest$}  {}", key.key, described.trim_start());
    }
    for example in info.examples {
        let example = if example.is_empty() { "(nothing: the defaults)" } else { example };
        text += &format!("    e.g. {example}\n");
    }
    text += &wrapped("  ", &format!("position: {}", info.position_help(Language::EN)), width);
    text += &wrapped("  ", &format!("move: {}", info.move_help(Language::EN)), width);
    let heuristics = entry.heuristics();
    if !heuristics.is_empty() {
        text += &wrapped("  ", &format!("heuristics of alphabeta: {}", heuristics.join(", ")), width);
    }
    text
}
