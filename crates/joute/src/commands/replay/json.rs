//! Replayed games as JSON.

use joute_referee::GameRecord;
use serde_json::{Value, json};

use super::stored_game::StoredGame;
use joute_games::AnyGame;

/// The record with every position and tally; `number` is which game of how many.
pub(super) fn game(game: &StoredGame, number: [usize; 2]) -> Value {
    let record = &game.record;
    json!({
        "number": number[0],
        "games": number[1],
        "version": record.version,
        "game": record.game,
        "setup": record.setup,
        "start": record.start,
        "rules": record.rules,
        "players": record.players,
        "seed": record.seed,
        "labels": record.labels,
        "positions": game.positions.iter().map(AnyGame::position).collect::<Vec<_>>(),
        "tallies": game.tallies,
        "moves": record.plies.iter().map(|ply| &ply.mv).collect::<Vec<_>>(),
        "plies": record.plies,
        "lead_changes": game.lead_changes(),
        "ending": record.ending,
        "outcome": record.outcome(),
        "tally": record.tally,
        "total": game.last().total(),
    })
}

/// What there is in a file of several games.
pub(super) fn list(records: &[GameRecord]) -> Value {
    let games: Vec<Value> = records
        .iter()
        .enumerate()
        .map(|(index, record)| {
            json!({
                "number": index + 1,
                "game": record.game,
                "setup": record.setup,
                "players": record.players.iter().map(|player| &player.name).collect::<Vec<_>>(),
                "outcome": record.outcome(),
                "tally": record.tally,
                "ending": record.ending,
                "plies": record.plies.len(),
            })
        })
        .collect();
    json!({ "games": games })
}
