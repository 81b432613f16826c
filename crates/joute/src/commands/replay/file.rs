//! Game records from a file: one on each line, or a single one spread over many lines; or from the store of a tournament.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, anyhow};
use joute_referee::{GameRecord, RecordError};
use joute_store::{Access, Store, StoreErrorKind, StoreLocation};
use serde::de::IgnoredAny;

use crate::failure::{Failure, Result};

/// The records of a file, at least one; `-` is standard input.
pub(crate) fn read(path: &Path) -> Result<Vec<GameRecord>> {
    let name = path.display();
    let bytes = bytes(path).with_context(|| format!("cannot read {name}")).map_err(Failure::usage)?;
    let text = String::from_utf8(bytes).map_err(|_| anyhow!("{name} is not a text file"))?;
    Ok(records(&text).with_context(|| format!("{name}"))?)
}

/// The game with this number in a folder of results.
pub(super) fn stored(number: &Path, folder: &Path) -> Result<GameRecord> {
    let text = number.to_string_lossy();
    let id: u64 = text.parse().map_err(|_| {
        Failure::usage(anyhow!("{text:?}: with --data, expected the number of a game, as results.json lists them"))
    })?;
    let store = StoreLocation::in_folder(folder).open(Access::ReadOnly).map_err(Failure::usage)?;
    let found = store.game(id).context("cannot read the game")?;
    found.ok_or_else(|| missing(&*store, id, folder))
}

/// A game that is not there was never there, or is lost: that is not the same.
fn missing(store: &dyn Store, id: u64, folder: &Path) -> Failure {
    match store.check() {
        Ok(found) if found.is_whole() => Failure::usage(anyhow!("{}: there is no game {id}", folder.display())),
        Ok(found) => {
            let losses = StoreErrorKind::Damaged { losses: found.losses };
            Failure::Work(anyhow!("{}: there is no game {id}: {losses}", folder.display()))
        }
        Err(error) => Failure::Work(anyhow!("{}: there is no game {id}: {error}", folder.display())),
    }
}

fn bytes(path: &Path) -> std::io::Result<Vec<u8>> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    std::fs::read(path)
}

/// The records of a text, or what is wrong with it and on which line.
fn records(text: &str) -> anyhow::Result<Vec<GameRecord>> {
    let text = text.trim_start_matches('\u{feff}');
    let lines = || text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let (first_number, first_line) = lines().next().ok_or_else(|| anyhow!("there is no game record in it"))?;
    let is_single = first_line.trim() == "{" || serde_json::from_str::<IgnoredAny>(text).is_ok();
    if is_single {
        let start = text.find('{').unwrap_or(0);
        return Ok(vec![record(&text[start..], first_number)?]);
    }
    lines().map(|(number, line)| record(line, number)).collect()
}

/// One record; `lines_before` says where in the file it begins.
fn record(text: &str, lines_before: usize) -> anyhow::Result<GameRecord> {
    GameRecord::from_json(text).map_err(|error| match error {
        RecordError::Json(error) => {
            // The message of the parser counts lines from the beginning of the record.
            let message = error.to_string();
            let what = message.rsplit_once(" at line ").map_or(message.as_str(), |(what, _)| what);
            let line = lines_before + error.line().max(1);
            anyhow!("line {line}, column {}: not a game record: {what}", error.column())
        }
        other => anyhow!("line {}: {other}", lines_before + 1),
    })
}

#[cfg(test)]
mod tests {
    use super::records;

    const RECORD: &str = r#"{"version":1,"game":"othello","setup":"","start":"","rules":"","players":[{"name":"a","locator":"a","version":"1"},{"name":"b","locator":"b","version":"1"}],"seed":1,"plies":[],"ending":null,"tally":[2,2]}"#;

    fn problem(text: &str) -> String {
        format!("{:#}", records(text).unwrap_err())
    }

    #[test]
    fn lines_and_a_single_object_are_read() {
        assert_eq!(records(RECORD).unwrap().len(), 1);
        assert_eq!(records(&format!("\u{feff}{RECORD}\r\n\n{RECORD}\n")).unwrap().len(), 2);
        let pretty: serde_json::Value = serde_json::from_str(RECORD).unwrap();
        let pretty = serde_json::to_string_pretty(&pretty).unwrap();
        assert_eq!(records(&format!("\n\n{pretty}\n")).unwrap().len(), 1);
    }

    #[test]
    fn problems_say_the_line() {
        assert_eq!(problem(" \n"), "there is no game record in it");
        assert!(problem("hello").starts_with("line 1, column 1: not a game record: expected value"));
        assert!(
            problem(&format!("{RECORD}\n{}", &RECORD[..40])).starts_with("line 2, column 40: not a game record: EOF")
        );
        assert!(
            problem(&format!("{}\n{RECORD}", &RECORD[..40])).starts_with("line 1, column 40: not a game record: EOF")
        );
        assert!(problem("{\n  \"version\": 1,\n  oops\n}").starts_with("line 3, column 3: not a game record"));
        assert!(problem(r#"{"version":1}"#).contains("missing field `game`"));
        assert!(problem("[1,2]").starts_with("line 1"));
        let later = RECORD.replace("\"version\":1,\"game", "\"version\":9,\"game");
        assert!(problem(&format!("{RECORD}\n{later}")).starts_with("line 2: this record has version 9"));
    }
}
