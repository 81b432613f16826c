//! `joute workers`: who plays for a store, where, what, how fast, and when it was last heard of.

use std::io::IsTerminal;
use std::process::ExitCode;

use anyhow::anyhow;
use clap::Args;
use joute_messages::{Language, message, visible_line};
use joute_store::{Access, Backlog, Crews, Store, StoreError, WorkerState};
use schemars::JsonSchema;
use serde::Serialize;

use super::worker::Place;
use crate::failure::{Failure, Result};
use crate::metrics;
use crate::output;
use crate::text_table::table;

/// Show who plays for a store: where, what, how fast, and when it was last heard of.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  joute workers --store postgres://joute@db.example/joute\n  joute workers --json\n  \
                  joute workers --metrics 127.0.0.1:9465    # figures of the whole queue for Prometheus, until it is stopped"
)]
pub(crate) struct Workers {
    #[command(flatten)]
    place: Place,
    /// Show figures for Prometheus at this address until it is stopped.
    #[arg(long, value_name = "ADDRESS", conflicts_with = "json")]
    metrics: Option<std::net::SocketAddr>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// Who plays for a store, and what waits.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct WorkerList {
    /// Workers that were heard of within a week, the latest first.
    workers: Vec<ListedWorker>,
    /// What is in the queue, by event.
    queue: Vec<ListedBacklog>,
}

/// A worker.
#[derive(Debug, Serialize, JsonSchema)]
struct ListedWorker {
    /// What it is called.
    name: String,
    /// The machine it runs on.
    machine: String,
    /// Whether its lease lasts.
    alive: bool,
    /// What it does.
    doing: String,
    /// How many games it plays at once.
    jobs: u32,
    /// How many processors it has.
    cores: u32,
    /// Games that it has played and that count.
    games: u64,
    /// Games a second of late.
    games_per_second: f64,
    /// Pairs of games that it has taken and not settled.
    tasks: u64,
    /// How many seconds ago it came.
    age_seconds: f64,
    /// How many seconds ago it was heard of.
    silence_seconds: f64,
    /// The same for people.
    #[serde(skip)]
    heard_of: String,
    /// What it can do.
    abilities: Vec<String>,
    /// The version of Joute it is.
    version: String,
}

/// What is left of an event in the queue.
#[derive(Debug, Serialize, JsonSchema)]
struct ListedBacklog {
    /// The number of the event.
    event: i64,
    /// Its name.
    name: String,
    /// Pairs of games that nobody has taken.
    waiting: u64,
    /// Pairs of games that somebody plays.
    taken: u64,
}

impl Workers {
    pub(crate) fn run(&self) -> Result {
        let work = |error: StoreError| Failure::Work(error.into());
        let store = self.place.location()?.open(Access::ReadOnly).map_err(work)?;
        if let Some(address) = self.metrics {
            let served = metrics::serve(address, move || figures(&*store));
            let address = served.map_err(|error| Failure::usage(anyhow!("--metrics {address}: {error}")))?;
            output::print(&format!("http://{address}/metrics\n"));
            loop {
                std::thread::park();
            }
        }
        let list = list(&*store).map_err(work)?;
        if self.json {
            output::print_json(&list)?;
        } else {
            let width = if std::io::stdout().is_terminal() { output::width() } else { usize::MAX };
            output::print(&list.text(width));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The figures of a store, unless it cannot be read at the moment.
fn figures(store: &dyn Store) -> metrics::Page {
    let crews = Crews::of(store).map_err(|error| error.to_string())?;
    Ok(crews.map(|crews| crews.figures()).unwrap_or_default())
}

/// Who plays for a store.
fn list(store: &dyn Store) -> std::result::Result<WorkerList, StoreError> {
    let crews = Crews::of(store)?.unwrap_or_default();
    let named = |(name, backlog): (String, Backlog)| ListedBacklog {
        event: backlog.event.0,
        name,
        waiting: backlog.waiting,
        taken: backlog.taken,
    };
    let workers = crews.workers.into_iter().map(listed).collect();
    Ok(WorkerList { workers, queue: crews.backlog.into_iter().map(named).collect() })
}

fn listed(state: WorkerState) -> ListedWorker {
    let (doing, heard_of) = (state.doing(Language::EN), state.heard_of().to_string());
    let WorkerState { worker, pulse, is_alive, age, silence, games, tasks } = state;
    ListedWorker {
        heard_of,
        name: worker.name,
        machine: worker.machine,
        alive: is_alive,
        doing,
        jobs: worker.jobs,
        cores: worker.cores,
        games,
        games_per_second: pulse.rate,
        tasks,
        age_seconds: age.as_secs_f64(),
        silence_seconds: silence.as_secs_f64(),
        abilities: worker.abilities,
        version: worker.version,
    }
}

/// What is told of a worker, in its columns.
const COLUMNS: [&str; 8] = ["worker", "machine", "doing", "jobs", "games", "games/s", "taken", "heard of"];

impl WorkerList {
    /// A table; where that is too wide, a line for each worker and one below it for each of its figures.
    fn text(&self, width: usize) -> String {
        let t = |key| Language::EN.text(key);
        let row = |worker: &ListedWorker| {
            let doing = if worker.alive { &worker.doing } else { t("workers-gone") };
            vec![
                worker.name.clone(),
                worker.machine.clone(),
                doing.to_owned(),
                worker.jobs.to_string(),
                worker.games.to_string(),
                format!("{:.1}", worker.games_per_second),
                worker.tasks.to_string(),
                worker.heard_of.clone(),
            ]
        };
        let rows: Vec<Vec<String>> = self.workers.iter().map(row).collect();
        let mut text = table(&COLUMNS, &rows);
        if rows.is_empty() {
            text = format!("{}\n", t("workers-none"));
        } else if text.lines().any(|line| line.chars().count() > width) {
            text = rows.iter().map(|row| in_lines(row)).collect();
        }
        for left in &self.queue {
            let ListedBacklog { name, waiting, taken, .. } = left;
            let waiting = message!("workers-waiting", event = name.clone(), waiting = *waiting, taken = *taken);
            text += &format!("{waiting}\n");
        }
        text
    }
}

/// A worker in several lines.
fn in_lines(row: &[String]) -> String {
    let figures = COLUMNS.iter().zip(row).skip(1);
    let figures: String = figures.map(|(name, figure)| format!("  {name}: {}\n", visible_line(figure))).collect();
    format!("{}\n{figures}", row.first().map(|name| visible_line(name)).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_terminal_has_a_line_for_each_figure() {
        let worker = ListedWorker {
            name: "lab-3-4242-9f2c".to_owned(),
            machine: "lab-3".to_owned(),
            alive: true,
            doing: "plays a cup".to_owned(),
            jobs: 2,
            cores: 2,
            games: 1234,
            games_per_second: 3.25,
            tasks: 5,
            age_seconds: 60.0,
            silence_seconds: 2.0,
            heard_of: "2 s ago".to_owned(),
            abilities: Vec::new(),
            version: "1".to_owned(),
        };
        let list = WorkerList { workers: vec![worker], queue: Vec::new() };
        assert_eq!(list.text(80).lines().count(), 3, "a table");
        let narrow = list.text(40);
        assert!(narrow.lines().all(|line| line.chars().count() <= 40), "{narrow}");
        assert!(narrow.starts_with("lab-3-4242-9f2c\n  machine: lab-3\n  doing: plays a cup\n"), "{narrow}");
        assert!(narrow.ends_with("  heard of: 2 s ago\n"), "{narrow}");
    }
}
