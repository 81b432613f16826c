//! Othello positions, one on each line: the squares row by row (`X`, `O`, `-`), a space, the side to move, and after a
//! semicolon whatever a solver noted, such as `F5:+2;`. What follows `%` or `#` is a comment.

use joute_referee::GameRecord;

use crate::place::{ReadError, WriteError};
use crate::told;

/// The game of this format.
pub(crate) const GAME: &str = "othello";

pub(crate) fn read(text: &str) -> Result<Vec<GameRecord>, ReadError> {
    let mut records = Vec::new();
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.split(['%', '#']).next().unwrap_or_default().trim();
        if !line.is_empty() {
            records.push(position(line).map_err(|what| ReadError::line(index + 1, what))?);
        }
    }
    Ok(records)
}

fn position(line: &str) -> Result<GameRecord, String> {
    let (position, notes) = line.split_once(';').unwrap_or((line, ""));
    let squares = position.split_whitespace().next().unwrap_or_default().chars().count();
    let size = match squares {
        16 => 4,
        36 => 6,
        64 => 8,
        100 => 10,
        _ => return Err(format!("a position of {squares} squares, expected 16, 36, 64 or 100 of X, O and -")),
    };
    let start = told::start(GAME, &format!("size={size}")).map_err(|error| error.to_string())?;
    let start = start.at(position.trim()).map_err(|error| error.to_string())?;
    let mut record = told::record(&start, &[], [String::new(), String::new()]);
    told::label(&mut record, "obf", notes);
    Ok(record)
}

/// A record without moves is a position; of a game, every position at which somebody had to move is written.
pub(crate) fn write(records: &[GameRecord]) -> Result<String, WriteError> {
    let mut text = String::new();
    for (index, record) in records.iter().enumerate() {
        told::expect_game(record, GAME).map_err(|what| WriteError::new(index, what))?;
        let positions = told::positions(record).map_err(|what| WriteError::new(index, what))?;
        let notes = record.labels.get("obf").map(|notes| format!(" {notes}")).unwrap_or_default();
        let asked = positions.iter().take(record.plies.len().max(1));
        asked.for_each(|position| text += &format!("{};{notes}\n", position.position()));
    }
    Ok(text)
}
