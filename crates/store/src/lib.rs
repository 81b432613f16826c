//! Keeps players, events, matches and games for good.
//!
//! [`Store`] is the border: today an SQLite file ([`SqliteStore`]) implements it, one day a server for several machines.
//! Nothing that was stored is ever changed: a game is written once when it has ended, a player with other contents is a
//! new version, and a verdict stands. Games in progress can be stored ply by ply, so that they are known after a crash.

mod error;
mod lock;
mod plies;
mod sqlite;

use joute_games::{Outcome, Side};
use joute_referee::{FaultKind, GameRecord, PlyRecord};
use joute_tournament::scoring::Scoring;
use joute_tournament::summary::{FaultCounts, FaultNote};

pub use error::StoreError;
pub use lock::Lock;
pub use sqlite::SqliteStore;

/// What every call returns.
pub type Result<T> = std::result::Result<T, StoreError>;

/// The number of a game in its store.
pub type GameId = u64;

/// The number of an event in its store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId(pub i64);

/// An event as it is announced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEvent {
    /// Its name.
    pub name: String,
    /// The format by name.
    pub format: String,
    /// Everything that makes it this event and no other, as its keeper writes it.
    pub description: String,
    /// Who takes part, by seed number.
    pub entries: Vec<Entry>,
}

/// Somebody who takes part, or was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The name, unique in the event.
    pub name: String,
    /// How it was named.
    pub locator: String,
    /// The content hash, where there is one.
    pub version: Option<String>,
    /// Why it was not let in.
    pub refused: Option<String>,
}

/// An event of the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEvent {
    /// Its number.
    pub id: EventId,
    /// What was announced.
    pub event: NewEvent,
}

/// Where in an event a game belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// The event.
    pub event: EventId,
    /// The index of the match, from 0.
    pub match_index: u32,
    /// The number of the game within the match, from 0, replays included.
    pub game: u32,
    /// Whether the second player of the match has the first seat.
    pub swapped: bool,
}

/// A match as it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMatch {
    /// Its index in the event, from 0.
    pub match_index: u32,
    /// The round, from 1.
    pub round: u32,
    /// The part of the draw.
    pub bracket: Option<&'static str>,
    /// The place within the round.
    pub slot: u32,
    /// Both players by seed number.
    pub players: [usize; 2],
}

/// How a match ended.
#[derive(Debug, Clone, PartialEq)]
pub struct NewVerdict {
    /// The index of the match.
    pub match_index: u32,
    /// The winner's seed number; none when both are held to have won.
    pub winner: Option<usize>,
    /// What decided.
    pub decided_by: &'static str,
    /// The points of both.
    pub points: [f64; 2],
}

/// A game to be kept.
#[derive(Debug, Clone, Copy)]
pub struct NewGame<'a> {
    /// Where it belongs, if it belongs to an event.
    pub spot: Option<Spot>,
    /// The record; without plies when the game begins.
    pub record: &'a GameRecord,
    /// All there is to have on its board, which some scorings need.
    pub total: u32,
}

/// The result of a finished game, in brief.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameResult {
    /// The game.
    pub id: GameId,
    /// The index of its match.
    pub match_index: u32,
    /// Its number within the match.
    pub game: u32,
    /// Whether the second player of the match had the first seat.
    pub swapped: bool,
    /// Who won.
    pub outcome: Outcome,
    /// Whose fault ended it.
    pub fault: Option<(Side, FaultKind)>,
    /// The final tallies.
    pub tally: [u32; 2],
    /// All there was to have.
    pub total: u32,
}

/// A player's line of the standings.
#[derive(Debug, Clone, PartialEq)]
pub struct StandingLine {
    /// The player.
    pub name: String,
    /// Games won, drawn and lost.
    pub games: [u32; 3],
    /// Points by the scoring that was asked for.
    pub points: f64,
    /// Its faults.
    pub faults: FaultCounts,
}

/// All games of one player in the first seat against another in the second.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrossCell {
    /// Who moved first, and who second.
    pub players: [String; 2],
    /// Won, drawn and lost by the first.
    pub games: [u32; 3],
}

/// A game as its player remembers it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryLine {
    /// The game.
    pub game: GameId,
    /// The event, if it belongs to one.
    pub event: Option<String>,
    /// The player's version at the time.
    pub version: String,
    /// The opponent.
    pub opponent: String,
    /// The seat.
    pub side: Side,
    /// Who won; nothing while it is played.
    pub outcome: Option<Outcome>,
    /// When it ended, in seconds since 1970.
    pub ended: Option<u64>,
}

/// Where results live.
///
/// A call that returns has done its work for good; a call that fails has done nothing.
pub trait Store: Send {
    /// All events, oldest first.
    fn events(&self) -> Result<Vec<StoredEvent>>;

    /// Announces an event.
    fn add_event(&mut self, event: &NewEvent) -> Result<EventId>;

    /// Takes down matches and verdicts; those that are known already stay as they are.
    fn keep_matches(&mut self, event: EventId, matches: &[NewMatch], verdicts: &[NewVerdict]) -> Result<()>;

    /// A game begins: what is known before its first ply, and the plies of its record if it has some.
    fn begin_game(&mut self, game: &NewGame<'_>) -> Result<GameId>;

    /// One more ply of a game in progress.
    fn append(&mut self, game: GameId, ply: u32, played: &PlyRecord) -> Result<()>;

    /// A game in progress has ended.
    fn finish(&mut self, game: GameId, finished: &NewGame<'_>) -> Result<()>;

    /// Keeps whole games, all or none.
    fn keep(&mut self, games: &[NewGame<'_>]) -> Result<Vec<GameId>>;

    /// Finished games of an event, by match and number.
    fn results(&self, event: EventId) -> Result<Vec<GameResult>>;

    /// A game, finished or not.
    fn game(&self, id: GameId) -> Result<Option<GameRecord>>;

    /// Games that began and have not ended, oldest first.
    fn unfinished(&self) -> Result<Vec<GameId>>;

    /// Keeps what an engine thought of a game, in place of what was kept before. The game is named by the hash of its record,
    /// and may be one of another store.
    fn keep_review(&mut self, record: &str, review: &str) -> Result<()>;

    /// What an engine thought of a game, as it was kept.
    fn review(&self, record: &str) -> Result<Option<String>>;

    /// The latest games, finished or not, newest first.
    fn latest(&self, limit: u32) -> Result<Vec<GameId>>;

    /// Games whose record has a label, with what it says, oldest first.
    fn labelled(&self, label: &str) -> Result<Vec<(GameId, String)>>;

    /// Games, points and faults of each player of an event, or of all games.
    fn standings(&self, event: Option<EventId>, scoring: Scoring) -> Result<Vec<StandingLine>>;

    /// Who did how well against whom.
    fn cross_table(&self, event: Option<EventId>) -> Result<Vec<CrossCell>>;

    /// All finished games between two players, by name: won, drawn and lost by the first named, and the games.
    fn head_to_head(&self, one: &str, two: &str) -> Result<([u32; 3], Vec<GameId>)>;

    /// A player's games, newest first.
    fn history(&self, name: &str, limit: u32) -> Result<Vec<HistoryLine>>;

    /// Faults with their evidence, in the order of the games.
    fn faults(&self, event: Option<EventId>) -> Result<Vec<FaultNote>>;
}
