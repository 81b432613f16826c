//! `joute games`: what there is to play.

use std::process::ExitCode;

use clap::Args;
use joute_catalog::{GAMES, GameEntry};
use joute_messages::Language;
use schemars::JsonSchema;
use serde::Serialize;

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

/// The games.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct GameList {
    /// One entry for each game.
    games: Vec<GameDescription>,
}

/// A game.
#[derive(Debug, Serialize, JsonSchema)]
struct GameDescription {
    /// What it is called on the command line.
    name: &'static str,
    /// What people call it.
    title: &'static str,
    /// What it is about.
    summary: &'static str,
    /// What people call the side that moves first, then the other.
    sides: [String; 2],
    /// What is counted: `cells`, `discs`, `seeds`.
    unit: &'static str,
    /// What can be set in `--setup`: board and rules.
    setup: Vec<SetupKeyDescription>,
    /// Setups worth trying.
    examples: &'static [&'static str],
    /// How a position is written.
    position: &'static str,
    /// How a move is written.
    #[serde(rename = "move")]
    mv: &'static str,
    /// What the author of a player may try first, the easiest idea before the others.
    ideas: &'static [&'static str],
    /// Evaluations that the built-in player `alphabeta` can use.
    heuristics: Vec<&'static str>,
}

/// Something that can be set in `--setup`.
#[derive(Debug, Serialize, JsonSchema)]
struct SetupKeyDescription {
    /// What stands before the equals sign.
    key: &'static str,
    /// The values it takes, in words.
    values: &'static str,
    /// Its value when it is not given.
    default: &'static str,
    /// What it means.
    meaning: &'static str,
}

impl Games {
    pub(crate) fn run(&self) -> Result {
        let chosen = |entry: &&GameEntry| self.game.as_deref().is_none_or(|name| name == entry.info.name);
        let games: Vec<&GameEntry> = GAMES.iter().filter(chosen).collect();
        if self.json {
            let games = games.iter().map(|entry| GameDescription::of(entry)).collect();
            output::print_json(&GameList { games })?;
        } else {
            let texts: Vec<String> = games.iter().map(|entry| as_text(entry)).collect();
            output::print(&texts.join("\n"));
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl GameDescription {
    fn of(entry: &GameEntry) -> GameDescription {
        let info = entry.info;
        let meaning = |key| info.meaning(key, Language::EN);
        let setup = info.setup_keys.iter().map(|key| SetupKeyDescription {
            key: key.key,
            values: key.values,
            default: key.default,
            meaning: meaning(key),
        });
        GameDescription {
            name: info.name,
            title: info.title(Language::EN),
            summary: info.summary(Language::EN),
            sides: joute_games::Side::BOTH.map(|side| info.side(side, Language::EN)),
            unit: info.unit,
            setup: setup.collect(),
            examples: info.examples,
            position: info.position_help(Language::EN),
            mv: info.move_help(Language::EN),
            ideas: info.ideas,
            heuristics: entry.heuristics(),
        }
    }
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
