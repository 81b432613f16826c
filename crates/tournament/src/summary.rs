//! What a tournament has come to, told in one value: the command prints it, the report draws it, the web page shows it.

use joute_referee::FaultKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::changes::PlayerChange;
use crate::format::LadderForm;

/// A tournament so far, or as it ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EventSummary {
    /// What the event is called.
    pub name: String,
    /// The format by name, `double-elimination` and so on.
    pub format: String,
    /// The game by name.
    pub game: String,
    /// Board and rules of the game, as `--setup` takes them.
    pub setup: String,
    /// The rules of every game, each limit included: `time=120s,...`.
    pub rules: String,
    /// What results are worth: `points`, `report-002` or `tally`.
    pub scoring: String,
    /// The seed of everything drawn.
    pub seed: u64,
    /// Who takes part, by seed number.
    pub players: Vec<Contestant>,
    /// The order of merit so far.
    pub standings: Vec<Standing>,
    /// Matches played or begun, in the order in which they were made.
    pub matches: Vec<MatchSummary>,
    /// Matches that no longer count, since one of the two has left or is a newer version now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub annulled: Vec<MatchSummary>,
    /// How those who take part have changed since the event was announced, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<ChangeNote>,
    /// Who moved on without playing, and where.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<ByeSummary>,
    /// Maximum-likelihood ratings, in a ladder those of Glicko-2, best first; empty while too little is played.
    pub ratings: Vec<Rated>,
    /// How often the side that moved first won, drew and lost.
    pub first_mover: [u32; 3],
    /// Every fault with its evidence.
    pub faults: Vec<FaultNote>,
    /// Nothing is left to play.
    pub complete: bool,
    /// Games that this run has played; the others were there before.
    pub played_now: u64,
}

/// A player of an event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Contestant {
    /// Its name, unique in the event.
    pub name: String,
    /// How it was named on the command line or in a file.
    pub locator: String,
    /// A hash of the contents of its file or files, or the version of Joute for built-in players, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Why it was not let in; such a player plays nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// How it left, where it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absence: Option<Absence>,
}

/// That a player is no longer there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Absence {
    /// Whether it was put out, and did not leave by itself.
    pub disqualified: bool,
    /// Why, where that was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Changes of who takes part that were made at one time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChangeNote {
    /// How many games had been played.
    pub games: u64,
    /// What changed.
    pub changes: Vec<PlayerChange>,
}

/// One line of the standings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Standing {
    /// The place, from 1; equal standing, equal rank: 6, 6, 8.
    pub rank: u32,
    /// The player's name.
    pub name: String,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Points of the event's scoring.
    pub points: f64,
    /// Faults by kind.
    pub faults: FaultCounts,
    /// Matches won, tied and lost.
    pub matches: [u32; 3],
    /// Matches won and byes, ties as halves, in a Swiss event: what it ranks by first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// How often it moved on without playing.
    #[serde(default)]
    pub byes: u32,
    /// The sum of the opponents' scores, in a Swiss event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub buchholz: Option<f64>,
    /// The round in which it went out, in an elimination.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out_in: Option<u32>,
    /// Whether that was the final.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub out_in_final: bool,
    /// How it left, where it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absence: Option<Absence>,
    /// How it stands in a ladder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<LadderForm>,
}

/// Faults by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct FaultCounts {
    /// Took too long.
    pub overtime: u32,
    /// Said something that is no legal move.
    pub illegal: u32,
    /// Died, or never came up.
    pub crash: u32,
}

impl FaultCounts {
    /// Counts faults of a kind.
    pub fn add(&mut self, kind: FaultKind, count: u32) {
        match kind {
            FaultKind::Overtime => self.overtime += count,
            FaultKind::Illegal => self.illegal += count,
            FaultKind::Crash => self.crash += count,
        }
    }

    /// All of them.
    pub fn total(&self) -> u32 {
        self.overtime + self.illegal + self.crash
    }
}

/// One match of an event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MatchSummary {
    /// Its number in the event, from 1.
    pub number: u32,
    /// The round, from 1, within its bracket where there is one.
    pub round: u32,
    /// The part of the draw, where there are several: `winners`, `losers`, `final`, `reset`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bracket: Option<String>,
    /// Its place within the round from 0, top to bottom, where it is drawn.
    #[serde(default)]
    pub slot: u32,
    /// Both names.
    pub players: [String; 2],
    /// The points that each has made so far.
    pub points: [f64; 2],
    /// A name, `both`, or nothing while it is played.
    pub winner: Option<String>,
    /// `points`, `replay` (points of a replay), `faults`, `seed`, `walkover`; nothing while it is played.
    pub decided_by: Option<String>,
    /// The numbers of its games, replays included, in the order of play: `joute replay NUMBER --data FOLDER` shows one.
    pub games: Vec<u64>,
}

/// A player that moved on without playing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ByeSummary {
    /// The round, as of a match.
    pub round: u32,
    /// The part of the draw, as of a match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bracket: Option<String>,
    /// The place within the round, as of a match.
    pub slot: u32,
    /// The player's name.
    pub player: String,
}

/// One line of the ratings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rated {
    /// The player's name.
    pub name: String,
    /// Elo, with the mean of the event at 0; in a ladder around 1500.
    pub rating: f64,
    /// The lower end of the 95 % interval; nothing where there is none, as for a player that never lost.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

/// What a player did wrong, and in which game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FaultNote {
    /// Who committed it.
    pub player: String,
    /// `overtime`, `illegal` or `crash`.
    pub kind: String,
    /// What happened, in a sentence with its evidence.
    pub evidence: String,
    /// The number of the game.
    pub game: u64,
}
