//! Makes the weights of the Othello engine, step by step, for `joute train othello`: `docs/othello-training.md` tells how.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "each step tells what it does and what came of it")]

#[cfg(test)]
mod accelerator;
mod all;
mod book;
mod data;
mod fit;
mod label;
mod margins;
mod measure;
mod people;
mod sample;
mod self_play;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use data::Data;
use joute_search::othello::engine::Weights;

/// Make the weights of the Othello engine from real games and from games it plays with itself.
///
/// Every step leaves whole files in the working folder and skips what is there already: after anything, the same command
/// goes on.
#[derive(Debug, Args)]
pub struct Training {
    /// The folder for everything on the way.
    #[arg(long, default_value = "othello-training")]
    work: PathBuf,
    #[command(subcommand)]
    step: Step,
}

#[derive(Debug, Subcommand)]
enum Step {
    /// Does all of it: solves, fits, plays, fits again, measures.
    All(all::All),
    /// Solves the ends of real games.
    Label {
        /// The folder with the .wtb files of the WTHOR base.
        wthor: PathBuf,
    },
    /// Plays games of the engine with itself.
    SelfPlay {
        /// The folder with the .wtb files of the WTHOR base, where games begin.
        wthor: PathBuf,
        /// The file of weights to play with; without it those of the program.
        #[arg(long)]
        weights: Option<PathBuf>,
        #[command(flatten)]
        play: self_play::Play,
    },
    /// Fits weights to all samples there are.
    Fit {
        /// The file of weights to write.
        output: PathBuf,
        /// How many percent of the games to learn from.
        #[arg(long, default_value_t = 100)]
        percent: u64,
    },
    /// Measures weights on the games that were held back.
    Measure {
        /// The file of weights.
        weights: PathBuf,
        /// A file of samples to measure on instead of those in the working folder.
        #[arg(long)]
        samples: Option<PathBuf>,
    },
    /// Makes an opening book of the most common positions of real games.
    Book {
        /// The folder with the .wtb files of the WTHOR base.
        wthor: PathBuf,
        /// The file of the book; one that is there is gone on with.
        output: PathBuf,
        /// How many positions.
        #[arg(long, default_value_t = 1000)]
        positions: usize,
        /// How many positions are looked at for each.
        #[arg(long, default_value_t = 1_000_000)]
        nodes: u64,
    },
    /// Rates the players of real games and tells how they err, and which level of the program errs like them.
    People {
        /// The folder with the .wtb files of the WTHOR base.
        wthor: PathBuf,
        #[command(flatten)]
        study: people::Study,
    },
    /// Compares shallow with deep searches: what probable cuts are made from.
    Margins {
        /// A file of samples.
        samples: PathBuf,
        /// Positions for each number of empty squares.
        #[arg(long, default_value_t = 200)]
        positions: usize,
    },
}

/// Takes the step that was asked for.
pub fn run(training: &Training) -> Result<()> {
    let work = &training.work;
    std::fs::create_dir_all(work).with_context(|| format!("cannot make the folder {}", work.display()))?;
    match &training.step {
        Step::All(all) => all::run(all, work),
        Step::Label { wthor } => label::run(wthor, work),
        Step::SelfPlay { wthor, weights, play } => {
            let weights = match weights {
                Some(path) => Box::leak(Box::new(read_weights(path)?)),
                None => Weights::embedded(),
            };
            self_play::run(*play, weights, wthor, work)
        }
        Step::Fit { output, percent } => {
            let data = Data::read(work, *percent)?;
            eprintln!("{} positions of {} games to learn from", data.train.len(), data.games);
            let bytes = fit::run(&data)?.to_bytes();
            eprintln!("{} bytes of weights", bytes.len());
            std::fs::write(output, bytes).with_context(|| format!("cannot write {}", output.display()))
        }
        Step::Measure { weights, samples } => {
            let samples = match samples {
                Some(path) => sample::read(path)?,
                None => Data::read(work, 100)?.held_back,
            };
            measure::print(&read_weights(weights)?, &samples);
            Ok(())
        }
        Step::Book { wthor, output, positions, nodes } => book::run(wthor, output, *positions, *nodes),
        Step::People { wthor, study } => people::run(wthor, study),
        Step::Margins { samples, positions } => {
            margins::print(Weights::embedded(), &sample::read(samples)?, *positions);
            Ok(())
        }
    }
}

fn read_weights(path: &Path) -> Result<Weights> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Weights::from_bytes(&bytes).with_context(|| format!("cannot use {}", path.display()))
}
