//! `joute tables francois`: small boards under the rules of `francois`, solved outright.

use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use joute_games::Game;
use joute_games::awale::{Awale, Custom, GrandSlam, Rules, Setup};
use joute_search::awale::{SolvedGame, solve_acyclic};
use serde_json::json;

use crate::failure::Result;
use crate::output;
use crate::text_table::table;

/// Solve small boards under the rules of `francois` outright.
#[derive(Debug, Args)]
pub(super) struct Francois {
    /// The most pits a side.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=12))]
    pits: u32,
    /// The most seeds in a pit at the start.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=20))]
    seeds: u32,
    /// The most positions of a board, in millions; a larger board is left out.
    #[arg(long, default_value_t = 2)]
    millions: usize,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

impl Francois {
    pub(super) fn run(&self) -> Result {
        let mut boards = Vec::new();
        for pits in 1..=self.pits {
            for seeds in 1..=self.seeds {
                let rules = Rules { grand_slam: GrandSlam::Illegal, ..Rules::FRANCOIS };
                let start = Awale::<Custom>::start(&Setup { rules, pits, seeds }).context("no such board")?;
                boards.push((pits, seeds, solve_acyclic(&start, self.millions * 1_000_000)));
            }
        }
        if self.json {
            let all: Vec<_> = boards.iter().map(json_of).collect();
            output::print_json(&json!({ "rules": "francois,undo=illegal", "boards": all }))?;
        } else {
            let rows: Vec<Vec<String>> = boards.iter().map(row).collect();
            output::print(&table(&["pits", "seeds", "value for South", "best first moves", "positions"], &rows));
        }
        Ok(ExitCode::SUCCESS)
    }
}

type Board = (u32, u32, Option<SolvedGame>);

fn row((pits, seeds, solved): &Board) -> Vec<String> {
    let mut row = vec![pits.to_string(), seeds.to_string()];
    row.extend(match solved {
        Some(solved) => {
            let moves: String = solved.best.iter().map(ToString::to_string).collect();
            [format!("{:+}", solved.margin), moves, solved.positions.to_string()]
        }
        None => ["too large", "", ""].map(str::to_owned),
    });
    row
}

fn json_of((pits, seeds, solved): &Board) -> serde_json::Value {
    let best = solved.as_ref().map(|solved| solved.best.iter().map(ToString::to_string).collect::<Vec<_>>());
    json!({
        "pits": pits, "seeds": seeds, "value": solved.as_ref().map(|solved| solved.margin), "best": best,
        "positions": solved.as_ref().map(|solved| solved.positions),
    })
}
