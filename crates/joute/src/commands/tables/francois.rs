//! `joute tables francois`: small boards under the rules of `francois`, solved outright.

use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use joute_games::Game;
use joute_games::awale::{Awale, Custom, GrandSlam, Rules, Setup};
use joute_search::awale::{SolvedGame, solve_acyclic};
use schemars::JsonSchema;
use serde::Serialize;

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
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=10_000))]
    millions: u32,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// Small boards of Awalé under the rules of `francois`, solved outright.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SolvedBoards {
    /// The rules, with what differs from those of `francois`.
    rules: &'static str,
    /// One entry for each board.
    boards: Vec<SolvedBoard>,
}

/// A board and the result of perfect play on it.
#[derive(Debug, Serialize, JsonSchema)]
struct SolvedBoard {
    /// Pits of each side.
    pits: u32,
    /// Seeds in each pit at the start.
    seeds: u32,
    /// What the side that moves first has more in the end; nothing for a board that is too large.
    value: Option<i32>,
    /// The first moves that lead to it.
    best: Option<Vec<String>>,
    /// Positions that were worked out.
    positions: Option<usize>,
}

impl Francois {
    pub(super) fn run(&self) -> Result {
        let mut boards = Vec::new();
        for pits in 1..=self.pits {
            for seeds in 1..=self.seeds {
                let rules = Rules { grand_slam: GrandSlam::Illegal, ..Rules::FRANCOIS };
                let start = Awale::<Custom>::start(&Setup { rules, pits, seeds }).context("no such board")?;
                boards.push((pits, seeds, solve_acyclic(&start, self.millions as usize * 1_000_000)));
            }
        }
        if self.json {
            let boards = boards.iter().map(SolvedBoard::of).collect();
            output::print_json(&SolvedBoards { rules: "francois,undo=illegal", boards })?;
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

impl SolvedBoard {
    fn of((pits, seeds, solved): &Board) -> SolvedBoard {
        let solved = solved.as_ref();
        SolvedBoard {
            pits: *pits,
            seeds: *seeds,
            value: solved.map(|solved| solved.margin),
            best: solved.map(|solved| solved.best.iter().map(ToString::to_string).collect()),
            positions: solved.map(|solved| solved.positions),
        }
    }
}
