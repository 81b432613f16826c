//! Records of a match as JSON lines: kept as they come, read again to go on.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use anyhow::Context;
use joute_players::Entrant;
use joute_referee::{GameRecord, MatchRules};

use crate::failure::{Failure, Result};

/// Appends records to a file; each line is whole when it is there.
pub(super) struct Keeper(File);

impl Keeper {
    pub(super) fn open(path: &Path) -> Result<Keeper> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        Ok(Keeper(file.with_context(|| format!("cannot write {}", path.display()))?))
    }

    pub(super) fn keep(&mut self, records: &[GameRecord]) -> io::Result<()> {
        let lines: String = records.iter().map(|record| record.to_json() + "\n").collect();
        self.0.write_all(lines.as_bytes())
    }
}

/// The games of this very match that a file holds, by number. A last line cut short by a crash is passed over.
pub(super) fn known(
    path: &Path,
    game: &str,
    seed: u64,
    rules: &MatchRules,
    entrants: &[Entrant; 2],
) -> Result<BTreeMap<u64, GameRecord>> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(error) => {
            return Err(Failure::Work(anyhow::Error::new(error).context(format!("cannot read {}", path.display()))));
        }
    };
    let mut known = BTreeMap::new();
    for line in BufReader::new(file).lines() {
        let line = line.with_context(|| format!("cannot read {}", path.display()))?;
        let Ok(record) = GameRecord::from_json(&line) else {
            continue;
        };
        let number =
            record.labels.get("game").and_then(|number| number.parse::<u64>().ok()).filter(|&number| number > 0);
        if let Some(number) = number.filter(|&number| belongs(&record, number - 1, game, seed, rules, entrants)) {
            known.insert(number - 1, record);
        }
    }
    Ok(known)
}

/// A record belongs to the match if the same game would be played again: same game, rules, seed and versions.
fn belongs(
    record: &GameRecord,
    number: u64,
    game: &str,
    seed: u64,
    rules: &MatchRules,
    entrants: &[Entrant; 2],
) -> bool {
    let expected = joute_games::random::Seed(seed).purpose("game").child(number).0;
    let mut recorded: Vec<(&str, &str)> =
        record.players.iter().map(|p| (p.locator.as_str(), p.version.as_str())).collect();
    let mut wanted: Vec<(&str, &str)> =
        entrants.iter().map(|e| (e.identity.locator.as_str(), e.identity.version.as_str())).collect();
    recorded.sort_unstable();
    wanted.sort_unstable();
    record.game == game && record.seed == expected && record.rules == rules.to_string() && recorded == wanted
}
