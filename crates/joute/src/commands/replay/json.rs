//! Replayed games for programs.

use std::collections::BTreeMap;

use joute_games::{AnyGame, Outcome};
use joute_referee::{Ending, GameRecord, Identity, PlyRecord};
use schemars::JsonSchema;
use serde::Serialize;

use super::stored_game::StoredGame;

/// A game of a file of records, with every position of it.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ReplayedGame<'a> {
    /// Which game of the file it is, from 1.
    number: usize,
    /// How many games the file has.
    games: usize,
    /// The version of the form of the record.
    version: u32,
    /// The game by name.
    game: &'a str,
    /// Board and rules of the game, as `--setup` takes them.
    setup: &'a str,
    /// The position the players began from, as `--position` takes it.
    start: &'a str,
    /// The rules of the match, every limit included: `time=120s,...`.
    rules: &'a str,
    /// The players: who moved first, then who moved second.
    players: &'a [Identity; 2],
    /// The seed of the game.
    seed: u64,
    /// What the keeper of the record notes: `date`, `joute` (the version), `machine` and so on.
    labels: &'a BTreeMap<String, String>,
    /// Every position, the start first.
    positions: Vec<String>,
    /// Cells, discs or seeds of both players at every position.
    tallies: &'a [[u32; 2]],
    /// The moves; nothing where a turn was lost.
    moves: Vec<Option<&'a str>>,
    /// What was played, turn by turn.
    plies: &'a [PlyRecord],
    /// The positions, by their numbers from 0, at which the other player got ahead.
    lead_changes: Vec<usize>,
    /// How the game ended; nothing where it did not.
    ending: Option<&'a Ending>,
    /// Who won; nothing where nobody did and the game was not drawn.
    outcome: Option<Outcome>,
    /// Cells, discs or seeds of both players at the end.
    tally: [u32; 2],
    /// All there is to have.
    total: u32,
}

impl ReplayedGame<'_> {
    /// The record with every position and tally; `number` is which game of how many.
    pub(super) fn of(game: &StoredGame, number: [usize; 2]) -> ReplayedGame<'_> {
        let record = &game.record;
        ReplayedGame {
            number: number[0],
            games: number[1],
            version: record.version,
            game: &record.game,
            setup: &record.setup,
            start: &record.start,
            rules: &record.rules,
            players: &record.players,
            seed: record.seed,
            labels: &record.labels,
            positions: game.positions.iter().map(AnyGame::position).collect(),
            tallies: &game.tallies,
            moves: record.plies.iter().map(|ply| ply.mv.as_deref()).collect(),
            plies: &record.plies,
            lead_changes: game.lead_changes(),
            ending: record.ending.as_ref(),
            outcome: record.outcome(),
            tally: record.tally,
            total: game.last().total(),
        }
    }
}

/// The games of a file of records.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RecordList<'a> {
    /// One entry for each game.
    games: Vec<ListedGame<'a>>,
}

/// A game of a file of records, in brief.
#[derive(Debug, Serialize, JsonSchema)]
struct ListedGame<'a> {
    /// Which game of the file it is, from 1.
    number: usize,
    /// The game by name.
    game: &'a str,
    /// Board and rules of the game, as `--setup` takes them.
    setup: &'a str,
    /// The names of the players: who moved first, then who moved second.
    players: [&'a str; 2],
    /// Who won; nothing where nobody did and the game was not drawn.
    outcome: Option<Outcome>,
    /// Cells, discs or seeds of both players at the end.
    tally: [u32; 2],
    /// How the game ended; nothing where it did not.
    ending: Option<&'a Ending>,
    /// How many turns it took.
    plies: usize,
}

impl RecordList<'_> {
    /// What there is in a file of several games.
    pub(super) fn of(records: &[GameRecord]) -> RecordList<'_> {
        RecordList { games: records.iter().enumerate().map(ListedGame::of).collect() }
    }
}

impl<'a> ListedGame<'a> {
    fn of((index, record): (usize, &'a GameRecord)) -> ListedGame<'a> {
        ListedGame {
            number: index + 1,
            game: &record.game,
            setup: &record.setup,
            players: record.players.each_ref().map(|player| player.name.as_str()),
            outcome: record.outcome(),
            tally: record.tally,
            ending: record.ending.as_ref(),
            plies: record.plies.len(),
        }
    }
}
