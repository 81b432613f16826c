//! `joute ladder`: the ladder of a class as it stands.

use std::process::ExitCode;

use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::class_server::TokenOption;
use crate::failure::Result;
use crate::output;
use crate::text_table::table;

/// Show the ladder of a class.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  joute ladder --at https://joute.school.example\n  JOUTE_TOKEN=joute_... joute ladder --json\n\n\
                  A class that is closed to outsiders wants a token, from *My account*."
)]
pub(crate) struct Ladder {
    /// The address of the class; if not given, that in `JOUTE_SERVER`, or else http://localhost:8080.
    #[arg(long, visible_alias = "server", value_name = "URL")]
    at: Option<String>,
    #[command(flatten)]
    token: TokenOption,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// The ladder of a class.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct LadderTable {
    /// Its name in addresses: `/tournament/NAME`.
    name: String,
    /// The table, the best first.
    standings: Vec<Rung>,
}

/// A line of the ladder.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Rung {
    /// From 1; equal merit, equal rank.
    rank: u32,
    /// `TEAM/FILE`.
    player: String,
    /// Glicko-2, on the scale of Elo.
    rating: Option<f64>,
    /// The lower end of its 95 % interval.
    low: Option<f64>,
    /// The upper end.
    high: Option<f64>,
    /// Games of the present version.
    games: u32,
    /// Of them, those that its own crash ended.
    crashes: u32,
}

impl Ladder {
    pub(crate) fn run(&self) -> Result {
        let ladder: LadderTable = self.token.connect(self.at.as_deref())?.get("ladder")?;
        if self.json {
            output::print_json(&ladder)?;
        } else {
            output::print(&ladder.text());
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl LadderTable {
    fn text(&self) -> String {
        let number = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.0}"));
        let row = |rung: &Rung| {
            vec![
                rung.rank.to_string(),
                rung.player.clone(),
                number(rung.rating),
                number(rung.low),
                number(rung.high),
                rung.games.to_string(),
                rung.crashes.to_string(),
            ]
        };
        let rows: Vec<_> = self.standings.iter().map(row).collect();
        table(&["rank", "player", "rating", "low", "high", "games", "crashes"], &rows)
    }
}
