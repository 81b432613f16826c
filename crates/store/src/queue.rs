//! Games that wait for whoever has time to play them, on whatever machine: the queue of a store that several machines share.
//!
//! A task is a pair of games, or what is missing of one, and goes to one worker whole. Whoever takes it gets a ticket; when a
//! worker has been silent for longer than its lease, its tasks go to others and its tickets are worth nothing.

use std::time::Duration;

use crate::{EventId, GameId, GameResult, NewGame, OwnerId, Result};

/// Games to be played together on one machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTask {
    /// The index of the match.
    pub match_index: u32,
    /// The first of its games; no two tasks of a match have the same.
    pub first_game: u32,
    /// What whoever plays it must know, as its writer puts it.
    pub body: String,
    /// What a worker must be able to do.
    pub needs: Vec<String>,
    /// The versions of those who play, for workers that cannot seat one of them.
    pub players: Vec<String>,
    /// How many processors each of its games needs.
    pub cores: u32,
}

/// The right to settle a task, until it goes to somebody else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket {
    /// The task.
    pub task: i64,
    /// Another each time the task changes hands.
    pub token: i64,
}

/// What a worker does not take: what it has found that it cannot seat, or cannot make sense of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Refusals {
    /// Versions of players.
    pub players: Vec<String>,
    /// Whole events.
    pub events: Vec<EventId>,
    /// Single tasks.
    pub tasks: Vec<i64>,
}

/// How many tasks a worker takes at once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Portions {
    /// The most of an event.
    pub usual: u32,
    /// The most of these events.
    pub of_events: Vec<(EventId, u32)>,
}

impl Portions {
    /// The same of every event.
    pub fn of(most: u32) -> Portions {
        Portions { usual: most, of_events: Vec::new() }
    }
}

/// A task that somebody has taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenTask {
    /// The right to settle it.
    pub ticket: Ticket,
    /// The event it belongs to.
    pub event: EventId,
    /// What was said about it.
    pub body: String,
    /// How many processors each of its games needs.
    pub cores: u32,
}

/// The right to schedule the games of an event, until somebody else has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lead {
    /// The event.
    pub event: EventId,
    /// Grows each time the event changes hands.
    pub token: i64,
}

/// What a worker says of itself when it comes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewWorker {
    /// What it is called; whoever comes under the same name takes its place.
    pub name: String,
    /// The machine it runs on.
    pub machine: String,
    /// What it can do.
    pub abilities: Vec<String>,
    /// How many games it plays at once.
    pub jobs: u32,
    /// How many processors it has: it gets no game that needs more.
    pub cores: u32,
    /// The program it is.
    pub version: String,
}

/// What a worker says of itself again and again.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Pulse {
    /// Games a second of late.
    pub rate: f64,
    /// What it does, or has done a moment ago; nothing while it waits.
    pub doing: Vec<Doing>,
}

/// Something that a worker does.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doing {
    /// It plays games of an event of this name.
    Plays(String),
    /// It checks a player that was handed in.
    Checks,
    /// It reviews a game.
    Reviews,
}

/// How a store keeps what a worker does; what it plays stands before the name of the event.
const PLAYS: &str = "plays ";
const CHECKS: &str = "checks a player";
const REVIEWS: &str = "reviews a game";

impl Doing {
    /// As a store keeps it, one thing a line.
    #[cfg_attr(not(feature = "postgres"), expect(dead_code, reason = "a file has no workers"))]
    pub(crate) fn kept(all: &[Doing]) -> String {
        let line = |doing: &Doing| match doing {
            Doing::Plays(event) => format!("{PLAYS}{}\n", event.replace(['\n', '\r'], " ")),
            Doing::Checks => format!("{CHECKS}\n"),
            Doing::Reviews => format!("{REVIEWS}\n"),
        };
        all.iter().map(line).collect()
    }

    /// As it was kept; what another version of the program says is passed over.
    #[cfg_attr(not(feature = "postgres"), expect(dead_code, reason = "a file has no workers"))]
    pub(crate) fn read(text: &str) -> Vec<Doing> {
        let read = |line: &str| match line {
            CHECKS => Some(Doing::Checks),
            REVIEWS => Some(Doing::Reviews),
            line => line.strip_prefix(PLAYS).map(|name| Doing::Plays(name.to_owned())),
        };
        text.lines().filter_map(read).collect()
    }
}

/// A worker as the store knows it.
#[derive(Debug, Clone, PartialEq)]
pub struct WorkerState {
    /// What it said when it came.
    pub worker: NewWorker,
    /// What it said last.
    pub pulse: Pulse,
    /// Whether its lease lasts.
    pub is_alive: bool,
    /// How long ago it came.
    pub age: Duration,
    /// How long ago it was heard of.
    pub silence: Duration,
    /// Games that it has played and that count.
    pub games: u64,
    /// Tasks that it has taken and not settled.
    pub tasks: u64,
}

/// How much of an event is left in the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backlog {
    /// The event.
    pub event: EventId,
    /// Tasks that nobody has taken.
    pub waiting: u64,
    /// Tasks that somebody plays.
    pub taken: u64,
}

/// The queue of a store.
///
/// Like every call of a store, one that returns has done its work for good; one that fails has done nothing. Taking tasks is
/// the exception: a server that crashes may forget it, and what was taken is then somebody else's.
pub trait Queue: Send + Sync {
    /// Becomes the one who schedules the games of an event, and says what workers must know about it. Refused as busy while
    /// another owner does whose lease lasts.
    fn lead(&self, event: EventId, owner: OwnerId, charter: &str) -> Result<Lead>;

    /// What workers must know about an event.
    fn charter(&self, event: EventId) -> Result<Option<String>>;

    /// Offers games to whoever has time. What is offered already, or played, is passed over.
    fn offer(&self, lead: Lead, tasks: &[NewTask]) -> Result<()>;

    /// Takes back what nobody has taken: the match and first game of each.
    fn withdraw(&self, lead: Lead) -> Result<Vec<(u32, u32)>>;

    /// What has come of an event since a game, in the order in which it came.
    fn results_after(&self, event: EventId, last: GameId) -> Result<Vec<GameResult>>;

    /// Keeps a file under its hash; one that is there stays.
    fn keep_file(&self, hash: &str, bytes: &[u8]) -> Result<()>;

    /// Which of these files are not kept yet.
    fn missing_files(&self, hashes: &[String]) -> Result<Vec<String>>;

    /// A file by its hash.
    fn file(&self, hash: &str) -> Result<Option<Vec<u8>>>;

    /// A worker comes: an owner, for as long as it is heard of.
    fn join(&self, worker: &NewWorker, lease: Duration) -> Result<OwnerId>;

    /// A worker is still there.
    fn pulse(&self, worker: OwnerId, pulse: &Pulse) -> Result<()>;

    /// Takes up to so many tasks of one event that the worker is able to play, the oldest first, but for those that it has refused.
    /// Events that have some take turns. Rows that others are just taking are skipped, not waited for.
    fn take(&self, worker: OwnerId, refused: &Refusals, most: &Portions) -> Result<Vec<TakenTask>>;

    /// Tasks were played: their games are kept and the tasks are gone, but for those that went to somebody else meanwhile.
    /// Whether each counted.
    fn settle(&self, worker: OwnerId, played: &[(Ticket, Vec<NewGame<'_>>)]) -> Result<Vec<bool>>;

    /// Gives tasks back that were not played.
    fn give_back(&self, tickets: &[Ticket]) -> Result<()>;

    /// Every worker that was heard of within a week, the latest first.
    fn workers(&self) -> Result<Vec<WorkerState>>;

    /// What is in the queue, by event.
    fn backlog(&self) -> Result<Vec<Backlog>>;
}
