//! Records of a match as JSON lines: kept as they come, read again to go on.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use joute_arena::Fixtures;
use joute_players::Entrant;
use joute_referee::GameRecord;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::failure::Result;
use crate::{machine, output};

/// Appends records to a file; each line is whole when it is there, and says when, by what and on what it was played.
pub(crate) struct Keeper {
    file: File,
    path: PathBuf,
    machine: String,
}

impl Keeper {
    pub(crate) fn open(path: &Path) -> Result<Keeper> {
        let opened = OpenOptions::new().create(true).read(true).append(true).open(path);
        let file = opened.with_context(|| format!("cannot write {}", path.display()))?;
        let mut keeper = Keeper { file, path: path.to_owned(), machine: machine::in_words() };
        keeper.mend().with_context(|| format!("cannot write {}", path.display()))?;
        Ok(keeper)
    }

    /// Adds records; an error names the file.
    pub(crate) fn keep(&mut self, records: &[GameRecord]) -> io::Result<()> {
        let lines: String = records.iter().map(|record| self.signed(record).to_json() + "\n").collect();
        let named =
            |error: io::Error| io::Error::new(error.kind(), format!("cannot write {}: {error}", self.path.display()));
        self.file.write_all(lines.as_bytes()).map_err(named)
    }

    /// A record that stands alone: with the date, the version of this program and the machine.
    fn signed(&self, record: &GameRecord) -> GameRecord {
        let mut record = record.clone();
        let signs =
            [("date", now()), ("joute", env!("CARGO_PKG_VERSION").to_owned()), ("machine", self.machine.clone())];
        record.labels.extend(signs.map(|(label, text)| (label.to_owned(), text)));
        record
    }

    /// A crash may have cut the last line short: what is added must not be glued to it, and a piece of a record would
    /// spoil the file for every reader. Anything else is left where it is.
    fn mend(&mut self) -> io::Result<()> {
        let Some((begin, line)) = last_open_line(&mut self.file)? else {
            return Ok(());
        };
        let text = String::from_utf8_lossy(&line);
        if text.starts_with(RECORD) && GameRecord::from_json(&text).is_err() {
            output::note(&format!("{}: the last record was cut short and is taken away", self.path.display()));
            self.file.set_len(begin)
        } else {
            self.file.write_all(b"\n")
        }
    }
}

/// The time in UTC as ISO 8601 has it, to the second.
fn now() -> String {
    let now = OffsetDateTime::now_utc();
    now.replace_nanosecond(0).unwrap_or(now).format(&Rfc3339).unwrap_or_default()
}

/// How the line of a record begins.
const RECORD: &str = "{\"version\":";

/// Where the last line begins and what it holds, if no newline ends it. Devices and pipes have no last line.
fn last_open_line(file: &mut File) -> io::Result<Option<(u64, Vec<u8>)>> {
    let mut end = if file.metadata()?.is_file() { file.seek(SeekFrom::End(0))? } else { 0 };
    let mut line = Vec::new();
    while end > 0 {
        let begin = end.saturating_sub(1 << 16);
        let mut block = vec![0; (end - begin) as usize];
        file.seek(SeekFrom::Start(begin))?;
        file.read_exact(&mut block)?;
        let newline = block.iter().rposition(|&byte| byte == b'\n');
        let kept = newline.map_or(0, |at| at + 1);
        line.splice(..0, block.drain(kept..));
        end = begin;
        if newline.is_some() {
            end = begin + kept as u64;
            break;
        }
    }
    Ok((!line.is_empty()).then_some((end, line)))
}

/// Those of some records that are games of this very match, by number.
pub(crate) fn known(
    records: &[GameRecord],
    fixtures: &Fixtures<'_>,
    entrants: [&Entrant; 2],
) -> BTreeMap<u64, GameRecord> {
    let numbered = |record: &GameRecord| Some((number_in_match(record, fixtures, entrants)?, record.clone()));
    records.iter().filter_map(numbered).collect()
}

/// The records of a file. Lines that are no records are passed over.
pub(crate) fn all(path: &Path) -> Result<Vec<GameRecord>> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let lines = bytes.split(|&byte| byte == b'\n').map(String::from_utf8_lossy);
    Ok(lines.filter_map(|line| GameRecord::from_json(&line).ok()).collect())
}

/// The number of the game, from 0, if the very same game would be played again: same board, seats, rules, seed and
/// versions of the players.
fn number_in_match(record: &GameRecord, fixtures: &Fixtures<'_>, entrants: [&Entrant; 2]) -> Option<u64> {
    let number = record.labels.get("game")?.parse::<u64>().ok()?.checked_sub(1)?;
    // The seed tells most strangers apart before any board is made.
    let is_close = record.seed == fixtures.seed.purpose("game").child(number).0 && record.ending.is_some();
    let fixture = if is_close { fixtures.game(number).ok()? } else { return None };
    let rules = if fixture.swapped { fixtures.rules.swapped() } else { fixtures.rules.clone() };
    let seated = if fixture.swapped { [entrants[1], entrants[0]] } else { entrants };
    let same_players = record.players.iter().zip(seated).all(|(player, entrant)| {
        player.locator == entrant.identity.locator && player.version == entrant.identity.version
    });
    let same_board = record.game == fixture.start.info().name
        && record.setup == fixture.start.setup()
        && record.start == fixture.start.position();
    (same_players && same_board && record.rules == rules.to_string()).then_some(number)
}
