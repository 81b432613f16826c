//! The project's own records, one JSON object on each line.

use joute_referee::GameRecord;

use crate::place::ReadError;

pub(crate) fn read(text: &str) -> Result<Vec<GameRecord>, ReadError> {
    let text = text.trim_start_matches('\u{feff}');
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(index, line)| GameRecord::from_json(line).map_err(|error| ReadError::line(index + 1, error))).collect()
}

pub(crate) fn write(records: &[GameRecord]) -> String {
    records.iter().map(|record| record.to_json() + "\n").collect()
}
