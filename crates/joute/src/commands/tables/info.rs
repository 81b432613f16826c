//! `joute tables info`: which layers are there, and what their positions come to.

use std::path::Path;
use std::process::ExitCode;

use joute_search::awale::StandardRules;
use joute_search::awale::tables::{Contents, FileError, Layer, Totals, path, positions};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Act, Options};
use crate::failure::Result;
use crate::output;
use crate::text_table::table;

pub(super) struct Info;

/// The endgame tables of Awalé in a folder.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TableList<'a> {
    /// The rules they hold for.
    rules: &'static str,
    /// Where they are.
    folder: &'a Path,
    /// One entry for each number of seeds that there is a table for.
    layers: Vec<TableLayer>,
}

/// The table of all positions with so many seeds on the board.
#[derive(Debug, Serialize, JsonSchema)]
struct TableLayer {
    /// Seeds on the board.
    seeds: u32,
    /// Positions of the table.
    positions: usize,
    /// The size of its file.
    bytes: u64,
    /// Positions that the side to move wins for sure.
    wins: u64,
    /// Positions that are sure to be neither won nor lost.
    draws: u64,
    /// Positions that the side to move loses for sure.
    losses: u64,
    /// Positions whose value depends on what came before.
    open: u64,
    /// The mean of all values that are sure, in seeds for the side to move.
    mean: f64,
}

impl Act for Info {
    fn act<R: StandardRules>(self, options: &Options) -> Result {
        let folder = options.folder()?;
        let (mut found, mut damaged) = (Vec::new(), Vec::new());
        for seeds in 0..=options.seeds {
            match described::<R>(&folder, seeds) {
                Ok(layer) => found.push(layer),
                Err(error) if error.is_missing() => {}
                Err(error) => damaged.push(error),
            }
        }
        if options.json {
            let layers = found.iter().map(TableLayer::of).collect();
            output::print_json(&TableList { rules: R::NAME, folder: &folder, layers })?;
        } else if found.is_empty() && damaged.is_empty() {
            output::print(&format!("no tables of {} in {}\n", R::NAME, folder.display()));
        } else {
            let rows: Vec<Vec<String>> = found.iter().map(row).collect();
            output::print(&table(&["seeds", "positions", "bytes", "wins", "draws", "losses", "open", "mean"], &rows));
        }
        damaged.iter().for_each(|error| output::note(&format!("joute: {error}")));
        Ok(if damaged.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// The seeds of a layer, the size of its file and what its positions come to.
fn described<R: StandardRules>(folder: &Path, seeds: u32) -> std::result::Result<(u32, u64, Totals), FileError> {
    let (contents, _) = Contents::read(&path(folder, R::NAME, seeds))?;
    Ok((seeds, contents.bytes, Layer::read::<R>(folder, seeds)?.totals()))
}

fn mean(totals: &Totals) -> f64 {
    totals.sum as f64 / (totals.wins + totals.draws + totals.losses).max(1) as f64
}

fn row((seeds, bytes, totals): &(u32, u64, Totals)) -> Vec<String> {
    let numbers = [positions(*seeds) as u64, *bytes, totals.wins, totals.draws, totals.losses, totals.open];
    let mut row = vec![seeds.to_string()];
    row.extend(numbers.iter().map(u64::to_string));
    row.push(format!("{:.5}", mean(totals)));
    row
}

impl TableLayer {
    fn of((seeds, bytes, totals): &(u32, u64, Totals)) -> TableLayer {
        TableLayer {
            seeds: *seeds,
            positions: positions(*seeds),
            bytes: *bytes,
            wins: totals.wins,
            draws: totals.draws,
            losses: totals.losses,
            open: totals.open,
            mean: mean(totals),
        }
    }
}
