//! `joute tables info`: which layers are there, and what their positions come to.

use std::process::ExitCode;

use joute_search::awale::StandardRules;
use joute_search::awale::tables::{Contents, Layer, Totals, path, positions};
use serde_json::{Value, json};

use super::{Act, Options};
use crate::failure::Result;
use crate::output;
use crate::text_table::table;

pub(super) struct Info;

impl Act for Info {
    fn act<R: StandardRules>(self, options: &Options) -> Result {
        let folder = options.folder()?;
        let mut found = Vec::new();
        for seeds in 0..=options.seeds {
            let Ok((contents, _)) = Contents::read(&path(&folder, R::NAME, seeds)) else { continue };
            let totals = Layer::read::<R>(&folder, seeds).map_err(anyhow::Error::from)?.totals();
            found.push((seeds, contents.bytes, totals));
        }
        if options.json {
            let layers: Vec<Value> = found.iter().map(json_of).collect();
            output::print_json(&json!({ "rules": R::NAME, "folder": folder, "layers": layers }))?;
        } else if found.is_empty() {
            output::print(&format!("no tables of {} in {}\n", R::NAME, folder.display()));
        } else {
            let rows: Vec<Vec<String>> = found.iter().map(row).collect();
            output::print(&table(&["seeds", "positions", "bytes", "wins", "draws", "losses", "open", "mean"], &rows));
        }
        Ok(ExitCode::SUCCESS)
    }
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

fn json_of((seeds, bytes, totals): &(u32, u64, Totals)) -> Value {
    json!({
        "seeds": seeds, "positions": positions(*seeds), "bytes": bytes, "wins": totals.wins, "draws": totals.draws,
        "losses": totals.losses, "open": totals.open, "mean": mean(totals),
    })
}
