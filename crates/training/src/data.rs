//! All samples there are, and which of them are for what.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use joute_games::random::finish;

use crate::sample::{self, Sample};

/// The games of this year are for the final measurement and for nothing else.
pub(crate) const HELD_BACK_YEAR: u16 = 2019;

/// The games of this year say when fitting goes on to no good.
pub(crate) const CHECK_YEAR: u16 = 2013;

/// One in so many files of the engine's own games does the same.
const CHECK_EVERY: u64 = 20;

/// What a sample is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Learning.
    Train,
    /// Knowing when to stop.
    Check,
    /// The final measurement.
    HeldBack,
}

impl Part {
    fn of(sample: &Sample) -> Part {
        match sample.year {
            HELD_BACK_YEAR => Part::HeldBack,
            CHECK_YEAR => Part::Check,
            _ => Part::Train,
        }
    }
}

/// Every sample, by what it is for.
#[derive(Debug, Default)]
pub(crate) struct Data {
    pub(crate) train: Vec<Sample>,
    pub(crate) check: Vec<Sample>,
    pub(crate) held_back: Vec<Sample>,
    /// Games that samples for learning come from.
    pub(crate) games: u64,
}

impl Data {
    /// Reads every file of samples in a folder; of the games for learning only so many percent, whole games.
    pub(crate) fn read(work: &Path, percent: u64) -> Result<Data> {
        let entries = fs::read_dir(work).with_context(|| format!("cannot read the folder {}", work.display()))?;
        let mut files: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.retain(|path| path.extension().is_some_and(|extension| extension == "samples"));
        files.sort();
        ensure!(!files.is_empty(), "no samples in {}: label games first", work.display());
        let mut data = Data::default();
        let mut game = 0;
        let mut own = 0;
        for file in files {
            let is_own = file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("self-play"));
            own += u64::from(is_own);
            if is_own && own % CHECK_EVERY == 0 {
                data.check.extend(sample::read(&file)?);
            } else {
                data.add(&sample::read(&file)?, percent, &mut game);
            }
        }
        Ok(data)
    }

    /// A game's samples stand together, the latest position first.
    fn add(&mut self, samples: &[Sample], percent: u64, game: &mut u64) {
        let mut last = u32::MAX;
        for sample in samples {
            let empties = sample.board.count_empties();
            let is_new = empties <= last;
            last = empties;
            *game += u64::from(is_new);
            match Part::of(sample) {
                Part::HeldBack => self.held_back.push(*sample),
                Part::Check => self.check.push(*sample),
                Part::Train if finish(*game) % 100 < percent => {
                    self.games += u64::from(is_new);
                    self.train.push(*sample);
                }
                Part::Train => {}
            }
        }
    }
}
