//! Everything from real games to measured weights: the steps one after the other, each skipped where it is done already.

use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, Result};
use joute_search::othello::engine::Weights;

use crate::data::Data;
use crate::self_play::Play;
use crate::{fit, label, measure, read_weights, self_play};

/// What to do.
#[derive(Debug, clap::Args)]
pub(crate) struct All {
    /// The folder with the .wtb files of the WTHOR base.
    wthor: PathBuf,
    /// The file of weights to write.
    output: PathBuf,
    /// Generations of the engine's own games, each with the weights of the one before: how many games, and how deep each move is
    /// searched.
    #[arg(long, value_delimiter = ',', default_value = "50000:4,100000:6", value_name = "GAMES:DEPTH,...")]
    plan: Vec<Generation>,
}

/// One generation of the engine's own games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Generation {
    games: u64,
    depth: u32,
}

impl FromStr for Generation {
    type Err = String;

    fn from_str(text: &str) -> Result<Generation, String> {
        let numbers = text.split_once(':').and_then(|(games, depth)| Some((games.parse().ok()?, depth.parse().ok()?)));
        let generation = numbers.map(|(games, depth)| Generation { games, depth });
        let usable = generation.filter(|generation| generation.games > 0 && (1..=60).contains(&generation.depth));
        usable.ok_or_else(|| format!("{text:?}: expected GAMES:DEPTH such as 20000:6, the depth from 1 to 60"))
    }
}

/// Labels, fits, plays and fits again, and measures what came of it.
pub(crate) fn run(asked: &All, work: &Path) -> Result<()> {
    label::run(&asked.wthor, work)?;
    let mut weights = fitted(work, 0)?;
    for (number, generation) in (1_u64..).zip(&asked.plan) {
        let Generation { games, depth } = *generation;
        let player: &'static Weights = Box::leak(Box::new(read_weights(&weights)?));
        self_play::run(Play { games, depth, seed: number }, player, &asked.wthor, work)?;
        weights = fitted(work, number)?;
    }
    fs::copy(&weights, &asked.output).with_context(|| format!("cannot write {}", asked.output.display()))?;
    measure::print(&read_weights(&weights)?, &Data::read(work, 100)?.held_back);
    Ok(())
}

/// The weights after so many generations, fitted to all samples there are unless that was done before.
fn fitted(work: &Path, generation: u64) -> Result<PathBuf> {
    let target = work.join(format!("weights-{generation}.bin"));
    if !target.exists() {
        let data = Data::read(work, 100)?;
        eprintln!("generation {generation}: {} positions of {} games to learn from", data.train.len(), data.games);
        let unfinished = target.with_extension("unfinished");
        let written =
            fs::write(&unfinished, fit::run(&data)?.to_bytes()).and_then(|()| fs::rename(&unfinished, &target));
        written.with_context(|| format!("cannot write {}", target.display()))?;
    }
    Ok(target)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generation_is_a_number_of_games_and_a_depth() {
        assert_eq!("500:4".parse(), Ok(Generation { games: 500, depth: 4 }));
        for wrong in ["", "500", "0:4", "500:0", "500:61", "a:b", "500:4:2"] {
            assert!(wrong.parse::<Generation>().is_err_and(|error| error.contains("GAMES:DEPTH")), "{wrong}");
        }
    }
}
