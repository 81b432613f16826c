//! `joute worker`: plays games of tournaments that other machines schedule.

mod along;
mod checks;
mod log;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::anyhow;
use clap::Args;
use joute_arena::bell;
use joute_arena::check::CHECKS;
use joute_arena::{CONFINED, Crew, CrewNews, CrewSummary, REVIEWS, run_crew};
use joute_messages::Language;
use joute_referee::parse_duration;
use joute_store::{Access, NewWorker, Store, StoreError, StoreErrorKind, StoreLocation};

use super::doctor::found_tools;
use super::match_command::workshop_in;
use crate::failure::{Failure, Result};
use crate::kinds::cache_folder;
use crate::metrics::{self, Figures};
use crate::{interrupt, machine};
pub(crate) use along::{Along, play_along};
use log::{Log, LogKind};

/// How long a server that is away is waited for before a worker says so and tries again.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long it waits before it tries to reach a server again.
const PAUSE: Duration = Duration::from_secs(1);

/// Play games of tournaments that other machines schedule.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  joute worker --store postgres://joute@db.example/joute\n  \
                  joute worker --store postgres://joute@db.example/joute --jobs 8 --name lab-3 --drain-after 55m\n  \
                  JOUTE_STORE=postgres://joute@db.example/joute PGPASSWORD=... joute worker --log json --metrics 127.0.0.1:9464\n\n\
                  SIGTERM or Ctrl-C drains: what was begun is played to its end, the rest goes to others. A worker that is\n\
                  killed loses nothing: its games go to others when its lease is over. docs/many-machines.md tells the rest.")]
pub(crate) struct Worker {
    #[command(flatten)]
    place: Place,
    /// How many games at once; as many as there are processors unless told otherwise.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: Option<u32>,
    /// How many processors it has for games that need several; as many as there are unless told otherwise.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    cores: Option<u32>,
    /// What it is called; whoever comes under the same name takes its place. Machine, process and four letters unless told.
    #[arg(long)]
    name: Option<String>,
    /// How long it may be silent before its games go to others.
    #[arg(long, default_value = "30s", value_name = "TIME")]
    lease: String,
    /// The most pairs of games that it takes at once; as many as it plays within a second unless told otherwise.
    #[arg(long, value_name = "PAIRS", value_parser = clap::value_parser!(u32).range(1..=1024))]
    batch: Option<u32>,
    /// Drain after so many games (500), or after a time (55m).
    #[arg(long, value_name = "GAMES or TIME")]
    drain_after: Option<String>,
    /// Where files of players are kept; a folder of this user's cache unless told otherwise.
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// Show figures for Prometheus at this address, e.g. 127.0.0.1:9464.
    #[arg(long, value_name = "ADDRESS")]
    metrics: Option<std::net::SocketAddr>,
    /// What is written to standard error: text, or json with one object a line.
    #[arg(long, default_value = "text")]
    log: LogKind,
    /// Run programs without a sandbox: only those you trust.
    #[arg(long)]
    no_sandbox: bool,
}

/// Where the store of several machines is.
#[derive(Debug, Args)]
pub(crate) struct Place {
    /// The store: postgres://USER@HOST/DATABASE; without it, what JOUTE_STORE says. A password stands better in PGPASSWORD.
    #[arg(long, value_name = "STORE")]
    store: Option<String>,
}

impl Place {
    pub(crate) fn location(&self) -> Result<StoreLocation> {
        let text = self.store.clone().or_else(|| std::env::var("JOUTE_STORE").ok());
        let text =
            text.ok_or_else(|| Failure::usage(anyhow!("there is no store: expected --store, or JOUTE_STORE")))?;
        text.parse().map_err(Failure::usage)
    }
}

impl Worker {
    pub(crate) fn run(&self) -> Result {
        let lease = duration("--lease", &self.lease)?;
        let location = self.place.location()?.with_patience(PATIENCE);
        if !location.is_server() {
            let why = anyhow!("{location}: a file is for one machine; expected postgres://USER@HOST/DATABASE");
            return Err(Failure::usage(why));
        }
        let drain: Arc<AtomicBool> = Arc::default();
        let drain_after = self.drain_after(&drain)?;
        let cache = self.cache_folder()?;
        let log = Log::new(self.log);
        let figures = Arc::new(Figures::default());
        if let Some(address) = self.metrics {
            let figures = Arc::clone(&figures);
            let served = metrics::serve(address, move || Ok(figures.text()));
            log.metrics(served.map_err(|error| Failure::usage(anyhow!("--metrics {address}: {error}")))?);
        }
        let stopping = Arc::clone(&drain);
        interrupt::call_when_ended(Language::EN.text("worker-draining"), move || {
            stopping.store(true, Ordering::Relaxed);
            bell::ring();
        })?;
        let no_sandbox = self.no_sandbox;
        let workshop = move |folder: &Path| workshop_in(folder, no_sandbox).map_err(|failure| failure.to_string());
        let worker = self.introduction(&cache)?;
        let doings = Arc::default();
        let checking = checks::begin(&location, &worker, &cache, self.no_sandbox, &drain, &doings, log);
        // What a crew has played that failed later counts as well.
        let sum = Mutex::new(CrewSummary::default());
        let summary = || *sum.lock().unwrap_or_else(PoisonError::into_inner);
        let hear = |news: CrewNews<'_>| {
            if let CrewNews::Settled { games, lost } = news {
                let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
                (sum.games, sum.lost) = (sum.games + games, sum.lost + lost);
            }
            figures.hear(&news);
            log.hear(&news);
        };
        // The crew knows nothing of a sudden end: whoever asks twice ends the program.
        let halt = AtomicBool::new(false);
        let mut is_known = false;
        while !drain.load(Ordering::Relaxed) {
            let Some(store) = self.reach(&location, is_known, &drain, &log)? else { break };
            if !std::mem::replace(&mut is_known, true) {
                log.joined(&worker, &location.to_string());
            }
            let crew = Crew {
                store: &store,
                worker: worker.clone(),
                lease,
                cache: cache.clone(),
                workshop: &workshop,
                drain: &drain,
                halt: &halt,
                most: self.batch.map(|most| most as usize),
                drain_after: drain_after.map(|most| most.saturating_sub(summary().games)),
                doings: &doings,
                hear: &hear,
            };
            match run_crew(&crew) {
                Ok(_) => break,
                Err(error) if is_away(&error, is_known) => {
                    log.hear(&CrewNews::Trouble(&error));
                    std::thread::sleep(PAUSE);
                }
                Err(error) => return Err(Failure::Work(error.into())),
            }
        }
        // A check that was begun is finished, like the games.
        drain.store(true, Ordering::Relaxed);
        bell::ring();
        let _ = checking.join();
        log.left(&summary());
        Ok(ExitCode::SUCCESS)
    }

    /// The store; a server that is away is waited for.
    fn reach(
        &self,
        location: &StoreLocation,
        is_known: bool,
        drain: &AtomicBool,
        log: &Log,
    ) -> Result<Option<Arc<dyn Store>>> {
        let mut told: Option<(Instant, String)> = None;
        while !drain.load(Ordering::Relaxed) {
            match location.open(Access::Create) {
                Ok(store) => return Ok(Some(store)),
                Err(error) if is_away(&error, is_known) => {
                    let why = error.to_string();
                    // A server that is away all night is no news every second.
                    if told.as_ref().is_none_or(|(when, before)| *before != why || when.elapsed() >= PATIENCE) {
                        log.hear(&CrewNews::Trouble(&error));
                        told = Some((Instant::now(), why));
                    }
                    std::thread::sleep(PAUSE);
                }
                Err(error) => return Err(Failure::Work(error.into())),
            }
        }
        Ok(None)
    }

    /// Games after which it drains; where a time is told, that sets the flag.
    fn drain_after(&self, drain: &Arc<AtomicBool>) -> Result<Option<u64>> {
        let Some(text) = &self.drain_after else { return Ok(None) };
        if let Ok(games) = text.parse() {
            return Ok(Some(games));
        }
        let (time, drain) = (duration("--drain-after", text)?, Arc::clone(drain));
        std::thread::spawn(move || {
            std::thread::sleep(time);
            drain.store(true, Ordering::Relaxed);
            bell::ring();
        });
        Ok(None)
    }

    fn cache_folder(&self) -> Result<PathBuf> {
        let usual = || cache_folder().map(|folder| folder.join("joute/workers"));
        let folder = self.cache.clone().or_else(usual);
        let folder =
            folder.ok_or_else(|| Failure::usage(anyhow!("there is no folder for files: expected --cache DIR")))?;
        Ok(std::path::absolute(folder)?)
    }

    /// What it says of itself.
    fn introduction(&self, cache: &Path) -> Result<NewWorker> {
        let machine = machine::name();
        let name = self
            .name
            .clone()
            .unwrap_or_else(|| format!("{machine}-{}-{}", std::process::id(), machine::drawn_letters()));
        let cores = self.cores.unwrap_or_else(|| machine::processors() as u32);
        let jobs = self.jobs.unwrap_or(cores);
        let mut abilities = abilities(cache, self.no_sandbox)?;
        abilities.extend([CHECKS, REVIEWS].map(str::to_owned));
        Ok(NewWorker { name, machine, abilities, jobs, cores, version: env!("CARGO_PKG_VERSION").to_owned() })
    }
}

/// Whether a server may well answer later. One that does not let a worker in that it has let in before, or has no room any more, is
/// being mended.
fn is_away(error: &StoreError, is_known: bool) -> bool {
    match error.kind {
        StoreErrorKind::Unavailable { .. } => true,
        StoreErrorKind::NotLetIn { .. } | StoreErrorKind::Full => is_known,
        _ => false,
    }
}

/// What this machine can do: confine programs, kinds of players that can be seated, and tools that they need.
pub(crate) fn abilities(folder: &Path, no_sandbox: bool) -> Result<Vec<String>> {
    let tools = found_tools();
    let workshop = workshop_in(folder, no_sandbox)?;
    let has = |need: &&str| tools.iter().any(|tool| tool == need);
    let kinds = workshop.kinds().iter().filter(|kind| !kind.is_left_out() && kind.needs().iter().all(&has));
    let kinds = kinds.map(|kind| kind.info().name.to_owned());
    let mut abilities: Vec<String> = kinds.chain(tools.iter().cloned()).collect();
    if !no_sandbox && workshop.sandbox().is_ok() {
        abilities.push(CONFINED.to_owned());
    }
    abilities.sort();
    abilities.dedup();
    Ok(abilities)
}

fn duration(option: &str, text: &str) -> Result<Duration> {
    let told = parse_duration(text).filter(|time| !time.is_zero());
    told.ok_or_else(|| Failure::usage(anyhow!("{option} {text}: expected a time such as 30s or 55m")))
}
