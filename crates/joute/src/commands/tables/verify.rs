//! `joute tables verify`: every value of the files against those that its moves lead to.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::anyhow;
use joute_search::awale::StandardRules;
use joute_search::awale::tables::{Disagreement, Layer, Tables, position, positions};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Act, Options};
use crate::failure::Result;
use crate::output;

pub(super) struct Verify;

/// Endgame tables of Awalé that were checked and hold; a value that does not is an error.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct VerifiedTables {
    /// The rules they hold for.
    rules: &'static str,
    /// The most seeds on the board.
    seeds: u32,
    /// Values that were checked.
    checked: usize,
    /// Values that do not follow from those that their moves lead to.
    wrong: u32,
}

/// Positions that a thread checks at a time.
const CHUNK: usize = 1 << 16;

impl Act for Verify {
    fn act<R: StandardRules>(self, options: &Options) -> Result {
        let tables = read::<R>(&options.folder()?, options.seeds)?;
        let mut checked = 0;
        for layer in tables.layers() {
            let seeds = layer.seeds();
            if let Some(wrong) = first_wrong(&tables, seeds, options.threads()) {
                let rows = position(seeds, wrong.number);
                let Disagreement { number, found, expected } = wrong;
                return Err(anyhow!(
                    "{} {seeds} seeds: position {number} ({rows:?}) has {found:?}, its moves say {expected:?}",
                    R::NAME
                )
                .into());
            }
            checked += positions(seeds);
            if !options.json {
                output::print(&format!(
                    "{} {seeds} seeds: {} values agree with their moves\n",
                    R::NAME,
                    positions(seeds)
                ));
            }
        }
        if options.json {
            output::print_json(&VerifiedTables { rules: R::NAME, seeds: options.seeds, checked, wrong: 0 })?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// All layers up to some number of seeds; one that is missing or damaged is an error.
fn read<R: StandardRules>(folder: &Path, seeds: u32) -> Result<Tables<R>> {
    let mut tables = Tables::default();
    for seeds in 0..=seeds {
        let layer = Layer::read::<R>(folder, seeds).map_err(|error| match error.is_missing() {
            true => anyhow!("{error}; joute tables build makes it"),
            false => error.into(),
        })?;
        tables.push(layer);
    }
    Ok(tables)
}

fn first_wrong<R: StandardRules>(tables: &Tables<R>, seeds: u32, threads: usize) -> Option<Disagreement> {
    let (taken, found) = (AtomicUsize::new(0), Mutex::new(None));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let from = taken.fetch_add(CHUNK, Ordering::Relaxed);
                    if from >= positions(seeds) {
                        return;
                    }
                    if let Some(wrong) = tables.disagreement(seeds, from..from + CHUNK) {
                        taken.store(usize::MAX / 2, Ordering::Relaxed);
                        found.lock().unwrap_or_else(std::sync::PoisonError::into_inner).get_or_insert(wrong);
                    }
                }
            });
        }
    });
    found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}
