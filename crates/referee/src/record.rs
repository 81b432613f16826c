//! The record of a game: everything needed to show it, judge it and play it again.

use std::collections::BTreeMap;
use std::time::Duration;

use joute_games::random::Seed;
use joute_games::{AnyGame, Attachments, MoveError, Outcome, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ending::Ending;
use crate::player::Identity;
use crate::ply::{PlayedBy, Ply, PlyDetails};
use crate::rules::MatchRules;

/// The version of the JSON form; a reader refuses a later one.
pub const VERSION: u32 = 1;

/// A game as it is kept. One JSON object; a file of games has one on each line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameRecord {
    /// The version of this form of a record, 1 so far; a reader refuses a later one.
    pub version: u32,
    /// The game by name: `othello`, `awale`, `flood`, `seven-colours`.
    pub game: String,
    /// Board and rules of the game, as `--setup` takes them.
    pub setup: String,
    /// The position the players began from, as `--position` takes it.
    pub start: String,
    /// The contents of the files that the setup names, by their hashes.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
    /// The rules of the match, every limit included: `time=120s,...`.
    pub rules: String,
    /// The players: who moved first, then who moved second.
    pub players: [Identity; 2],
    /// The seed of the game, from which each seat's seed is derived.
    pub seed: u64,
    /// What was played, turn by turn.
    pub plies: Vec<PlyRecord>,
    /// How it ended; nothing while it goes on.
    pub ending: Option<Ending>,
    /// Cells, discs or seeds of the first and of the second player, final when the game has ended.
    pub tally: [u32; 2],
    /// Which event, pair and game it belongs to, and whatever else its keeper notes: `date`, `joute` (the version), `machine`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
}

/// One turn of one side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlyRecord {
    /// Whose turn it was.
    pub side: Side,
    /// The move; nothing when the turn was lost.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Played by the referee, since it was the only move and nobody is asked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forced: bool,
    /// Thinking time by the clock on the wall, in nanoseconds.
    #[serde(default)]
    pub wall_ns: u64,
    /// CPU time, in nanoseconds, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_ns: Option<u64>,
    /// What the player thought of its position, where it said so: for the side to move, in its own unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// What the player wrote besides its move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
}

impl PlyRecord {
    /// A ply of which nothing is known but what was played.
    pub fn new(side: Side, mv: Option<String>, forced: bool) -> PlyRecord {
        PlyRecord { side, mv, forced, wall_ns: 0, cpu_ns: None, score: None, log: None }
    }
}

/// A record that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// Not JSON of this shape.
    #[error("not a game record: {0}")]
    Json(#[from] serde_json::Error),
    /// Written by a later version.
    #[error("this record has version {0}, and this program reads up to {VERSION}: it needs a newer program")]
    Later(u32),
    /// A move in it cannot be played.
    #[error("ply {ply}: {error}")]
    Move {
        /// How many plies come before it.
        ply: usize,
        /// Why.
        error: MoveError,
    },
    /// A ply that belongs to the other side.
    #[error("ply {ply}: it was {turn}'s turn")]
    Turn {
        /// How many plies come before it.
        ply: usize,
        /// Whose turn it was.
        turn: Side,
    },
}

impl GameRecord {
    /// The record of a game of which nothing was played yet.
    pub fn new(start: &AnyGame, rules: &MatchRules, players: [Identity; 2], seed: Seed) -> GameRecord {
        GameRecord {
            version: VERSION,
            game: start.info().name.to_owned(),
            setup: start.setup(),
            start: start.position(),
            files: start.attachments().into_iter().map(|(hash, text)| (hash, text.to_string())).collect(),
            rules: rules.to_string(),
            players,
            seed: seed.0,
            plies: Vec::new(),
            ending: None,
            tally: start.tallies(),
            labels: BTreeMap::new(),
        }
    }

    /// Reads the JSON of one record.
    pub fn from_json(text: &str) -> Result<GameRecord, RecordError> {
        #[derive(Deserialize)]
        struct Version {
            version: u32,
        }
        let Version { version } = serde_json::from_str(text)?;
        if version > VERSION {
            return Err(RecordError::Later(version));
        }
        Ok(serde_json::from_str(text)?)
    }

    /// The JSON of this record, on one line.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|error| format!("{{\"error\":{:?}}}", error.to_string()))
    }

    /// Who won, if it has ended and somebody or nobody did.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ending.as_ref().and_then(Ending::outcome)
    }

    /// The files of the setup, to start the game again.
    pub fn attachments(&self) -> Attachments {
        self.files.iter().map(|(hash, text)| (hash.clone(), text.as_str().into())).collect()
    }

    /// The first plies of the game, to let it go on from there; `start` is the position of [`GameRecord::start`]. Clocks go
    /// on too: what was used is used.
    pub fn prefix(&self, start: &AnyGame, plies: usize) -> Result<Vec<Ply>, RecordError> {
        self.replay(start)?;
        let read = |ply: usize, record: &PlyRecord| -> Result<Ply, RecordError> {
            let code = record.mv.as_deref().map(|mv| start.code(mv)).transpose();
            let details = PlyDetails {
                cpu: record.cpu_ns.map(Duration::from_nanos),
                score: record.score,
                log: record.log.clone(),
            };
            Ok(Ply {
                code: code.map_err(|error| RecordError::Move { ply, error: error.into() })?,
                side: record.side,
                by: if record.forced { PlayedBy::Referee } else { PlayedBy::Player },
                wall: Duration::from_nanos(record.wall_ns),
                details: Some(Box::new(details)),
            })
        };
        self.plies.iter().take(plies).enumerate().map(|(ply, record)| read(ply, record)).collect()
    }

    /// Every position of the game from the first on, each ply judged; `start` is the position of [`GameRecord::start`].
    pub fn replay(&self, start: &AnyGame) -> Result<Vec<AnyGame>, RecordError> {
        let mut positions = vec![start.clone()];
        for (ply, played) in self.plies.iter().enumerate() {
            let mut game = positions[ply].clone();
            if game.turn() != played.side {
                return Err(RecordError::Turn { ply, turn: game.turn() });
            }
            match &played.mv {
                Some(mv) => {
                    game.try_play(mv).map_err(|error| RecordError::Move { ply, error })?;
                }
                None => game.skip_turn(),
            }
            positions.push(game);
        }
        Ok(positions)
    }
}
