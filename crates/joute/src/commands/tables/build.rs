//! `joute tables build`: works out the layers that are not there yet, one after the other.

use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use joute_search::awale::StandardRules;
use joute_search::awale::tables::{Contents, Layer, Tables, Watcher, path, positions};
use rustix::time::{ClockId, clock_gettime};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Act, Options};
use crate::failure::Result;
use crate::text_table::table;
use crate::{interrupt, output};

pub(super) struct Build;

/// Endgame tables of Awalé that were worked out.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct BuiltTables<'a> {
    /// The rules they hold for.
    rules: &'a str,
    /// Whether all tables are there that were asked for.
    complete: bool,
    /// One entry for each table, by the seeds on the board.
    layers: Vec<BuiltLayer>,
}

/// The table of all positions with so many seeds on the board.
#[derive(Debug, Serialize, JsonSchema)]
struct BuiltLayer {
    /// Seeds on the board.
    seeds: u32,
    /// Positions of the table.
    positions: usize,
    /// The size of its file.
    bytes: u64,
    /// How long it took by the clock; nothing where the table was there.
    seconds: Option<f64>,
    /// How long it took all processors together; nothing where the table was there.
    cpu: Option<f64>,
}

/// What came of a layer.
struct Built {
    seeds: u32,
    positions: usize,
    bytes: u64,
    /// Of the clock and of all processors, unless the layer was there.
    seconds: Option<(f64, f64)>,
}

impl Act for Build {
    fn act<R: StandardRules>(self, options: &Options) -> Result {
        let folder = options.folder()?;
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let stop =
            interrupt::flag("stopping; the layers that are done are kept, the same command goes on with the next")?;
        let progress = Progress::new(options.seeds, &stop);
        let mut tables = Tables::<R>::default();
        let mut built = Vec::new();
        while tables.next_seeds() <= options.seeds {
            let Some(layer) = next_layer(&mut tables, options, &folder, &progress)? else { break };
            progress.done(layer.positions);
            built.push(layer);
        }
        progress.bar.finish_and_clear();
        let is_whole = tables.next_seeds() > options.seeds;
        report(R::NAME, &built, is_whole, options)?;
        Ok(if is_whole { ExitCode::SUCCESS } else { ExitCode::from(130) })
    }
}

/// Reads the next layer, or works it out where its file is missing or damaged; `None` when it was stopped.
fn next_layer<R: StandardRules>(
    tables: &mut Tables<R>,
    options: &Options,
    folder: &std::path::Path,
    progress: &Progress<'_>,
) -> Result<Option<Built>> {
    let seeds = tables.next_seeds();
    let positions = positions(seeds);
    progress.begin(seeds);
    match Layer::read::<R>(folder, seeds) {
        Ok(layer) => {
            tables.push(layer);
            let (contents, _) = Contents::read(&path(folder, R::NAME, seeds)).map_err(anyhow::Error::from)?;
            return Ok(Some(Built { seeds, positions, bytes: contents.bytes, seconds: None }));
        }
        Err(error) if error.is_missing() => {}
        Err(error) => progress.bar.suspend(|| output::note(&format!("joute: {error}; it is worked out again"))),
    }
    let (clock, cpu) = (Instant::now(), processor_time());
    let Some(layer) = tables.grow(options.threads(), progress) else { return Ok(None) };
    let seconds = (clock.elapsed().as_secs_f64(), (processor_time() - cpu).as_secs_f64());
    let bytes = layer.write::<R>(folder, options.threads()).map_err(anyhow::Error::from)?;
    Ok(Some(Built { seeds, positions, bytes, seconds: Some(seconds) }))
}

/// What all threads of this program have used.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

fn report(rules: &str, built: &[Built], is_whole: bool, options: &Options) -> Result<()> {
    if options.json {
        let layers = built.iter().map(Built::json).collect();
        return Ok(output::print_json(&BuiltTables { rules, complete: is_whole, layers })?);
    }
    let rows: Vec<Vec<String>> = built.iter().map(Built::row).collect();
    output::print(&table(&["seeds", "positions", "bytes", "bits each", "seconds", "CPU", "M positions/CPU s"], &rows));
    Ok(())
}

impl Built {
    fn row(&self) -> Vec<String> {
        let bits = self.bytes as f64 * 8.0 / self.positions as f64;
        let mut row =
            vec![self.seeds.to_string(), self.positions.to_string(), self.bytes.to_string(), format!("{bits:.2}")];
        row.extend(match self.seconds {
            None => ["there", "", ""].map(str::to_owned),
            Some((wall, cpu)) => {
                [format!("{wall:.2}"), format!("{cpu:.2}"), format!("{:.2}", self.positions as f64 / cpu / 1e6)]
            }
        });
        row
    }

    fn json(&self) -> BuiltLayer {
        let (seconds, cpu) = self.seconds.unzip();
        BuiltLayer { seeds: self.seeds, positions: self.positions, bytes: self.bytes, seconds, cpu }
    }
}

/// A bar over all positions of all layers, on a terminal only.
struct Progress<'a> {
    bar: ProgressBar,
    stop: &'a AtomicBool,
    /// Positions of the layers that are done.
    done: std::sync::atomic::AtomicU64,
}

impl<'a> Progress<'a> {
    fn new(seeds: u32, stop: &'a AtomicBool) -> Progress<'a> {
        let bar = ProgressBar::new((0..=seeds).map(|seeds| positions(seeds) as u64).sum());
        let watched = std::io::stderr().is_terminal();
        bar.set_draw_target(if watched { ProgressDrawTarget::stderr_with_hz(5) } else { ProgressDrawTarget::hidden() });
        if let Ok(style) = ProgressStyle::with_template("{bar:24} {percent}% of {len} positions  {msg}  {eta} left") {
            bar.set_style(style);
        }
        Progress { bar, stop, done: 0.into() }
    }

    fn begin(&self, seeds: u32) {
        self.bar.set_message(format!("{seeds} seeds"));
    }

    fn done(&self, positions: usize) {
        self.bar.set_position(self.done.fetch_add(positions as u64, Ordering::Relaxed) + positions as u64);
    }
}

impl Watcher for Progress<'_> {
    fn known(&self, share: f64, positions: usize) {
        self.bar.set_position(self.done.load(Ordering::Relaxed) + (share * positions as f64) as u64);
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
