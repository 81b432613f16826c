//! Moves alone, a game on each line. What follows `#` or `%` is a comment; spaces, move numbers and missing passes are
//! tolerated.

use joute_games::AnyGame;
use joute_referee::GameRecord;

use crate::Context;
use crate::place::{ReadError, WriteError};
use crate::told;

/// The game of a transcript that nobody says anything about.
const USUAL_GAME: &str = "othello";

pub(crate) fn read(text: &str, context: &Context) -> Result<Vec<GameRecord>, ReadError> {
    let game = context.game.as_deref().unwrap_or(USUAL_GAME);
    let start = told::start(game, &context.setup).map_err(ReadError::file)?;
    let mut records = Vec::new();
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let moves = line.split(['#', '%']).next().unwrap_or_default();
        if !moves.trim().is_empty() {
            records.push(game_of(&start, moves).map_err(|what| ReadError::line(index + 1, what))?);
        }
    }
    Ok(records)
}

fn game_of(start: &AnyGame, moves: &str) -> Result<GameRecord, String> {
    let played = start.clone().play_text(moves).map_err(|error| error.to_string())?;
    Ok(told::record(start, &played, [String::new(), String::new()]))
}

pub(crate) fn write(records: &[GameRecord]) -> Result<String, WriteError> {
    let mut text = String::new();
    for (index, record) in records.iter().enumerate() {
        let line = line(record).map_err(|what| WriteError::new(index, what))?;
        text += &(line + "\n");
    }
    Ok(text)
}

fn line(record: &GameRecord) -> Result<String, String> {
    let positions = told::positions(record)?;
    let usual = told::start(&record.game, &record.setup).map_err(|error| error.to_string())?;
    if usual != positions[0] {
        return Err("it does not begin at the usual start, which a transcript cannot tell".to_owned());
    }
    if positions[0].setup().contains("seed=") {
        return Err("its board was drawn, which a transcript cannot tell".to_owned());
    }
    let moves: Vec<&str> = told::moves(record)?.into_iter().map(|(_, _, mv)| mv).collect();
    Ok(text_of(&moves))
}

/// A pass follows from the moves around it, except where it is the last thing that happened. A blank line would be no
/// game, so one without moves is the number of the move that was not played.
fn text_of(moves: &[&str]) -> String {
    let Some((last, earlier)) = moves.split_last() else { return "1.".to_owned() };
    earlier.iter().filter(|mv| **mv != "pass").chain([last]).copied().collect()
}
