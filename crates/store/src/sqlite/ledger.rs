//! The ledger: a small file beside the store that says what was written, so that a store which has lost its end, or all of
//! it, is noticed. SQLite itself cannot tell: a log that was cut short or an empty file is a sound database to it.
//!
//! What was committed gets a line here. It is added after the commit and never waited for: the ledger may know less than the
//! store, and never more. Events stand in it whole, so that a store can be made again from records.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::{Entry, GameId, NewEvent, Write, Written};

/// A ledger longer than this is written anew, in short, when somebody opens it alone.
const LONG: u64 = 1 << 20;

/// One line: what one write did.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Line {
    /// Games that have ended, as ranges.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    ended: Vec<[GameId; 2]>,
    /// Games in progress, with how many plies they have.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    plies: BTreeMap<GameId, u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    events: Vec<Announced>,
}

/// An event as it was announced.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Announced {
    id: i64,
    name: String,
    format: String,
    description: String,
    /// Name, locator, version and why it was refused.
    entries: Vec<(String, String, Option<String>, Option<String>)>,
}

/// What a ledger says was kept.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Remembered {
    pub(super) ended: BTreeSet<GameId>,
    pub(super) plies: BTreeMap<GameId, u32>,
    pub(super) events: BTreeMap<i64, NewEvent>,
}

impl Remembered {
    /// Whether anything was kept at all.
    pub(super) fn is_empty(&self) -> bool {
        self.ended.is_empty() && self.plies.is_empty() && self.events.is_empty()
    }

    /// The largest number that a game has.
    pub(super) fn last_game(&self) -> Option<GameId> {
        self.ended.last().max(self.plies.keys().last()).copied()
    }

    /// Whether this knows nothing that the other does not.
    fn is_in(&self, other: &Remembered) -> bool {
        let knows_plies = |(game, plies): (&GameId, &u32)| {
            other.ended.contains(game) || other.plies.get(game).is_some_and(|known| known >= plies)
        };
        self.ended.is_subset(&other.ended)
            && self.plies.iter().all(knows_plies)
            && self.events.keys().all(|event| other.events.contains_key(event))
    }

    /// What the ledger beside a store says; nothing where there is none. Lines that were cut short are passed over.
    pub(super) fn read(store: &Path) -> Remembered {
        let bytes = std::fs::read(path(store)).unwrap_or_default();
        let mut remembered = Remembered::default();
        for line in bytes.split(|&byte| byte == b'\n') {
            if let Ok(line) = serde_json::from_slice::<Line>(line) {
                remembered.take_in(line);
            }
        }
        remembered
    }

    fn take_in(&mut self, line: Line) {
        for [first, last] in line.ended {
            self.ended.extend(first..=last);
        }
        self.plies.extend(line.plies);
        self.plies.retain(|game, _| !self.ended.contains(game));
        self.events.extend(line.events.into_iter().map(|announced| (announced.id, announced.event())));
    }

    /// All of it as one line.
    fn line(&self) -> Line {
        let events = self.events.iter().map(|(&id, event)| Announced::of(id, event)).collect();
        Line { ended: ranges(self.ended.iter().copied()), plies: self.plies.clone(), events }
    }
}

impl Announced {
    fn of(id: i64, event: &NewEvent) -> Announced {
        let NewEvent { name, format, description, entries } = event.clone();
        let parts = |entry: Entry| (entry.name, entry.locator, entry.version, entry.refused);
        Announced { id, name, format, description, entries: entries.into_iter().map(parts).collect() }
    }

    fn event(self) -> NewEvent {
        let Announced { name, format, description, entries, .. } = self;
        let entry = |(name, locator, version, refused)| Entry { name, locator, version, refused };
        NewEvent { name, format, description, entries: entries.into_iter().map(entry).collect() }
    }
}

/// Where the ledger of a store is.
pub(super) fn path(store: &Path) -> PathBuf {
    let mut name = store.as_os_str().to_owned();
    name.push("-ledger");
    name.into()
}

/// A ledger that is written. Several programs may write one: each line is one call.
pub(super) struct Ledger(File);

impl Ledger {
    /// Opens the ledger of a store. Where it cannot be had nothing is written down, and losses are noticed less well.
    pub(super) fn open(store: &Path) -> Option<Ledger> {
        let file = OpenOptions::new().create(true).read(true).append(true).open(path(store)).ok()?;
        let mut ledger = Ledger(file);
        ledger.shorten();
        // Whoever writes shares this lock, so that nobody shortens what others add to.
        ledger.0.lock_shared().ok()?;
        Some(ledger)
    }

    /// Says what a store holds where the ledger does not know all of it: it was damaged itself, or is new.
    pub(super) fn catch_up(&mut self, contents: &Remembered, remembered: &Remembered) {
        if !contents.is_in(remembered) {
            self.write(&contents.line());
        }
    }

    /// Says what was written.
    pub(super) fn add(&mut self, writes: &[Write<'_>], written: &[Written]) {
        let mut line = Line::default();
        let mut ended = Vec::new();
        for (write, written) in writes.iter().zip(written) {
            match write {
                Write::Event(event) => {
                    line.events.extend(written.event().map(|id| Announced::of(id.0, event)));
                }
                Write::Game(game) | Write::Begin { game, .. } => {
                    let Some(id) = written.game() else { continue };
                    match game.record.outcome() {
                        Some(_) => ended.push(id),
                        None => drop(line.plies.insert(id, game.record.plies.len() as u32)),
                    }
                }
                Write::Ply { hold, ply, .. } => drop(line.plies.insert(hold.game, ply + 1)),
                Write::Finish { hold, game } if game.record.outcome().is_some() => ended.push(hold.game),
                Write::Finish { .. }
                | Write::Review { .. }
                | Write::Seat { .. }
                | Write::Note { .. }
                | Write::Document(_) => {}
            }
        }
        line.ended = ranges(ended);
        if line != Line::default() {
            self.write(&line);
        }
    }

    /// Without waiting for the disk, and without complaint: a store that takes a game must not fail for this.
    fn write(&mut self, line: &Line) {
        if let Ok(text) = serde_json::to_string(line) {
            // What was cut short before is ended by the first sign.
            let _ = self.0.write_all(format!("\n{text}\n").as_bytes());
        }
    }

    fn shorten(&mut self) {
        let is_long = self.0.metadata().is_ok_and(|file| file.len() > LONG);
        if !is_long || self.0.try_lock().is_err() {
            return;
        }
        let mut bytes = Vec::new();
        let read = self.0.seek(SeekFrom::Start(0)).and_then(|_| self.0.read_to_end(&mut bytes));
        if read.is_ok() {
            let mut remembered = Remembered::default();
            let lines = bytes.split(|&byte| byte == b'\n');
            lines.filter_map(|line| serde_json::from_slice(line).ok()).for_each(|line| remembered.take_in(line));
            // In place, since others may be about to open this very file.
            if self.0.set_len(0).is_ok() {
                self.write(&remembered.line());
            }
        }
        let _ = self.0.unlock();
    }
}

/// Numbers as ranges of those that follow each other.
fn ranges(numbers: impl IntoIterator<Item = GameId>) -> Vec<[GameId; 2]> {
    let mut ranges: Vec<[GameId; 2]> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some([_, last]) if *last + 1 == number => *last = number,
            _ => ranges.push([number, number]),
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

    use super::*;

    #[test]
    fn lines_add_up_and_pieces_are_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().join("games");
        assert!(Remembered::read(&store).is_empty());
        let mut ledger = Ledger::open(&store).unwrap();
        ledger.write(&Line { plies: BTreeMap::from([(4, 2)]), ..Line::default() });
        ledger.0.write_all(b"\n{\"ended\":[[1,").unwrap();
        ledger.write(&Line { ended: vec![[1, 3]], plies: BTreeMap::from([(4, 3)]), events: vec![] });
        let remembered = Remembered::read(&store);
        assert_eq!((remembered.ended.len(), remembered.plies[&4]), (3, 3));
        ledger.write(&Line { ended: vec![[4, 4]], ..Line::default() });
        assert!(Remembered::read(&store).plies.is_empty(), "a game that has ended is no longer in progress");
    }

    #[test]
    fn a_long_ledger_says_the_same_in_short() {
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().join("games");
        let mut ledger = Ledger::open(&store).unwrap();
        for number in 1..40_000 {
            ledger.write(&Line { ended: vec![[number, number]], ..Line::default() });
            ledger.write(&Line { plies: BTreeMap::from([(100_000, number as u32)]), ..Line::default() });
        }
        let before = Remembered::read(&store);
        assert!(std::fs::metadata(path(&store)).unwrap().len() > LONG);
        drop(ledger);
        drop(Ledger::open(&store).unwrap());
        assert_eq!(Remembered::read(&store), before);
        assert!(std::fs::metadata(path(&store)).unwrap().len() < 200);
    }
}
