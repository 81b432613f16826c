//! A damaged store made anew: all that can be read of it, game by game, and games that are known otherwise. Games keep their
//! numbers, and what was there before is put aside.

use std::collections::{BTreeMap, HashSet};
use std::fs::OpenOptions;
use std::io::Read;
use std::path::{Path, PathBuf};

use rusqlite::types::Value;
use rusqlite::{Connection, params, params_from_iter};

use super::ledger::Remembered;
use super::medium::beside;
use super::read::{self, SEALED};
use super::{SqliteStore, locked, schema};
use crate::error::{Checked, Problem};
use crate::integrity::gone;
use crate::{Access, EventId, GameId, Loss, NewGame, Result, Spot, StoredEvent, Write};

/// A game that is known from somewhere else than the store.
#[derive(Debug, Clone)]
pub struct Found {
    /// The number that it had.
    pub id: Option<GameId>,
    /// The game.
    pub game: NewGame<'static>,
}

/// What came of making a store anew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rebuilt {
    /// Games that could be read.
    pub read: u64,
    /// Games that were found elsewhere.
    pub found: u64,
    /// What could not be saved.
    pub losses: Vec<Loss>,
    /// Where the files are that were there before.
    pub aside: Vec<PathBuf>,
}

/// Tables that follow from events and games, and those of programs that use the store at the moment.
const MADE_ANEW: &[&str] = &[
    "player",
    "player_version",
    "text",
    "file",
    "terms",
    "event",
    "entry",
    "game",
    "course",
    "ply",
    "log",
    "fault",
    "seal",
    "integrity",
    "lost",
    "owner",
    "hold",
];

/// Games in one transaction.
const TOGETHER: usize = 500;

pub(crate) fn rebuild(path: &Path, others: impl FnOnce(&[StoredEvent]) -> Vec<Found>) -> Result<Rebuilt> {
    rebuild_checked(path, others).map_err(|problem| problem.at(&path.display().to_string()))
}

fn rebuild_checked(path: &Path, others: impl FnOnce(&[StoredEvent]) -> Vec<Found>) -> Checked<Rebuilt> {
    let remembered = Remembered::read(path);
    let damaged = DamagedStore::open(path)?;
    let events = damaged.events(&remembered);
    let others = others(&events);
    let fresh = beside(path, "-new");
    for ending in ["", "-wal", "-shm", "-ledger"] {
        let _ = std::fs::remove_file(beside(&fresh, ending));
    }
    let mut making = Making::new(SqliteStore::open_unchecked(&fresh, Access::Create)?, &remembered);
    making.events(&events)?;
    making.games(&damaged, others)?;
    making.other_tables(&damaged)?;
    let Making { store, read, found, losses, .. } = making;
    drop(store);
    let aside = put_aside(path)?;
    for ending in ["", "-ledger"] {
        std::fs::rename(beside(&fresh, ending), beside(path, ending))?;
    }
    Ok(Rebuilt { read, found, losses, aside })
}

/// Moves the files of a store out of the way, to names that nothing has.
fn put_aside(path: &Path) -> Checked<Vec<PathBuf>> {
    let numbered = |number: u32| beside(path, &format!("-damaged-{number}"));
    let number = (1..).find(|&number| !numbered(number).exists()).unwrap_or(1);
    let mut aside = Vec::new();
    for ending in ["", "-wal", "-shm", "-ledger"] {
        let (from, to) = (beside(path, ending), beside(&numbered(number), ending));
        if from.exists() {
            std::fs::rename(from, &to)?;
            aside.push(to);
        }
    }
    Ok(aside)
}

/// What is left of a store: a copy, so that nothing happens to the original.
struct DamagedStore {
    /// None where nothing can be read of it at all.
    connection: Option<(Connection, i64)>,
    _copy: tempfile::TempDir,
}

impl DamagedStore {
    fn open(path: &Path) -> Checked<DamagedStore> {
        let copy = tempfile::tempdir_in(path.parent().filter(|folder| folder.is_dir()).unwrap_or(Path::new(".")))?;
        let copied = copy.path().join("games.sqlite");
        if path.exists() {
            std::fs::copy(path, &copied)?;
            if beside(path, "-wal").exists() {
                std::fs::copy(beside(path, "-wal"), beside(&copied, "-wal"))?;
            }
            let _ = lengthen(&copied);
        }
        let opened = Connection::open(&copied).map_err(Problem::from).and_then(|mut connection| {
            let version = schema::recognise(&mut connection)?;
            Ok((connection, version))
        });
        Ok(DamagedStore { connection: opened.ok().filter(|(_, version)| *version > 0), _copy: copy })
    }

    fn events(&self, remembered: &Remembered) -> Vec<StoredEvent> {
        let read = self.connection.as_ref().and_then(|(connection, _)| read::events(connection).ok());
        let mut events: BTreeMap<EventId, StoredEvent> =
            read.into_iter().flatten().map(|stored| (stored.id, stored)).collect();
        for (&id, event) in &remembered.events {
            let id = EventId(id);
            events.entry(id).or_insert_with(|| StoredEvent { id, event: event.clone() });
        }
        events.into_values().collect()
    }

    /// The largest number that anything in it tells.
    fn last(&self) -> GameId {
        let Some((connection, _)) = &self.connection else { return 0 };
        let tables = ["SELECT max(id) FROM game", "SELECT max(game) FROM course", "SELECT max(game) FROM seal"];
        let last = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, Option<i64>>(0)).ok().flatten();
        tables.into_iter().filter_map(last).max().unwrap_or(0).max(0).cast_unsigned()
    }

    /// A game, if it is what was stored.
    fn game(&self, id: GameId) -> Option<NewGame<'static>> {
        let (connection, version) = self.connection.as_ref()?;
        let whole = read::game(connection, *version, id).ok()??;
        let (_, spot, total) = read::placed(connection, id).ok()??;
        let game = NewGame::owned(whole, total);
        Some(match spot {
            Some(spot) => game.at(spot),
            None => game,
        })
    }

    /// Whether the store knew that the game was lost.
    fn had_lost(&self, id: GameId) -> bool {
        let Some((connection, SEALED..)) = &self.connection else { return false };
        let known = connection.prepare_cached("SELECT 1 FROM lost WHERE game = ?");
        known.and_then(|mut known| known.exists([id.cast_signed()])).unwrap_or(false)
    }

    /// The tables that are taken over row by row: whatever belongs to no game's record.
    fn other_tables(&self) -> Vec<String> {
        let Some((connection, _)) = &self.connection else { return Vec::new() };
        let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
        let names: Vec<String> = read::rows(connection, sql, [], |row| row.get(0)).unwrap_or_default();
        names.into_iter().filter(|name| !MADE_ANEW.contains(&name.as_str())).collect()
    }

    /// As many rows of a table as can be read.
    fn rows(&self, table: &str) -> Vec<Vec<Value>> {
        let Some((connection, _)) = &self.connection else { return Vec::new() };
        let Ok(mut statement) = connection.prepare(&format!("SELECT * FROM {table}")) else { return Vec::new() };
        let columns = statement.column_count();
        let Ok(mut rows) = statement.query([]) else { return Vec::new() };
        let mut found = Vec::new();
        while let Ok(Some(row)) = rows.next() {
            let values: rusqlite::Result<Vec<Value>> = (0..columns).map(|column| row.get(column)).collect();
            found.extend(values.ok());
        }
        found
    }
}

/// SQLite reads nothing of a file that is shorter than it says itself; of one whose end is empty it reads the rest.
fn lengthen(path: &Path) -> std::io::Result<()> {
    let mut file = OpenOptions::new().read(true).write(true).open(path)?;
    let mut head = [0; 32];
    file.read_exact(&mut head)?;
    let page = match u16::from_be_bytes([head[16], head[17]]) {
        1 => 65_536,
        page => u64::from(page),
    };
    let pages = u64::from(u32::from_be_bytes([head[28], head[29], head[30], head[31]]));
    let wanted = (page * pages).min(1 << 40);
    if head.starts_with(b"SQLite format 3\0") && file.metadata()?.len() < wanted {
        // The missing part takes no room on the disk.
        file.set_len(wanted)?;
    }
    Ok(())
}

/// The new store while it is filled.
struct Making<'a> {
    store: SqliteStore,
    remembered: &'a Remembered,
    /// Games of events that are in it: none counts twice.
    spots: HashSet<(EventId, u32, u32)>,
    waiting: Vec<(Option<GameId>, NewGame<'static>)>,
    read: u64,
    found: u64,
    losses: Vec<Loss>,
}

impl<'a> Making<'a> {
    fn new(store: SqliteStore, remembered: &'a Remembered) -> Making<'a> {
        let (spots, waiting, losses) = (HashSet::new(), Vec::new(), Vec::new());
        Making { store, remembered, spots, waiting, read: 0, found: 0, losses }
    }

    fn events(&mut self, events: &[StoredEvent]) -> Checked<()> {
        for stored in events {
            self.write(Some(stored.id.0), vec![Write::Event(std::borrow::Cow::Borrowed(&stored.event))])?;
        }
        Ok(())
    }

    fn games(&mut self, damaged: &DamagedStore, others: Vec<Found>) -> Checked<()> {
        let (numbered, rest): (Vec<Found>, Vec<Found>) = others.into_iter().partition(|found| found.id.is_some());
        let mut numbered: BTreeMap<GameId, NewGame<'static>> =
            numbered.into_iter().filter_map(|found| Some((found.id?, found.game))).collect();
        let remembered = self.remembered.last_game();
        let last = damaged.last().max(remembered.unwrap_or(0)).max(numbered.keys().last().copied().unwrap_or(0));
        let mut lost = Vec::new();
        for id in 1..=last {
            match (damaged.game(id), numbered.remove(&id)) {
                (Some(game), _) if self.is_whole(id, &game) => self.keep(Some(id), game, false)?,
                (_, Some(game)) => self.keep(Some(id), game, true)?,
                (Some(game), None) => {
                    self.losses.push(self.shortened(id, &game));
                    self.keep(Some(id), game, false)?;
                }
                (None, None) => lost.push(id),
            }
        }
        for found in rest {
            self.keep(None, found.game, true)?;
        }
        self.flush()?;
        self.give_up(&lost)?;
        self.losses.extend(gone(lost.into_iter().filter(|&id| !damaged.had_lost(id))));
        Ok(())
    }

    /// Whether a game has as much as the ledger says.
    fn is_whole(&self, id: GameId, game: &NewGame<'_>) -> bool {
        let has_ended = game.record.outcome().is_some();
        let plies = self.remembered.plies.get(&id).copied().unwrap_or(0) as usize;
        has_ended || (!self.remembered.ended.contains(&id) && plies <= game.record.plies.len())
    }

    fn shortened(&self, game: GameId, kept: &NewGame<'_>) -> Loss {
        match self.remembered.plies.get(&game) {
            Some(&plies) => Loss::Plies { game, kept: plies, there: kept.record.plies.len() as u32 },
            None => Loss::Damaged { game, what: "it had ended, and its end is gone".to_owned() },
        }
    }

    fn keep(&mut self, id: Option<GameId>, game: NewGame<'static>, is_found: bool) -> Checked<()> {
        let is_new = match (game.spot, game.record.outcome()) {
            (Some(Spot { event, match_index, game, .. }), Some(_)) => self.spots.insert((event, match_index, game)),
            _ => true,
        };
        if !is_new {
            return Ok(());
        }
        self.waiting.push((id, game));
        if is_found {
            self.found += 1
        } else {
            self.read += 1
        }
        if self.waiting.len() >= TOGETHER { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Checked<()> {
        let waiting = std::mem::take(&mut self.waiting);
        let numbers: Vec<Option<i64>> = waiting.iter().map(|(id, _)| id.map(u64::cast_signed)).collect();
        let writes: Vec<Write<'static>> = waiting.into_iter().map(|(_, game)| Write::Game(game)).collect();
        self.write_all(&numbers, &writes)
    }

    fn write(&mut self, number: Option<i64>, writes: Vec<Write<'_>>) -> Checked<()> {
        self.write_all(&[number], &writes)
    }

    fn write_all(&mut self, numbers: &[Option<i64>], writes: &[Write<'_>]) -> Checked<()> {
        let Some(writer) = &self.store.writer else { return Ok(()) };
        let written = locked(writer).transaction(|writer| {
            let numbered = numbers.iter().zip(writes);
            numbered
                .map(|(number, write)| {
                    writer.number = *number;
                    writer.apply(write)
                })
                .collect::<Checked<Vec<_>>>()
        })?;
        if let Some(ledger) = &self.store.ledger {
            locked(ledger).add(writes, &written);
        }
        Ok(())
    }

    /// What could not be saved is not missed again.
    fn give_up(&mut self, lost: &[GameId]) -> Checked<()> {
        let Some(writer) = &self.store.writer else { return Ok(()) };
        locked(writer).transaction(|writer| {
            for game in lost {
                writer.run("INSERT INTO lost (game) VALUES (?)", params![game.cast_signed()])?;
            }
            Ok(())
        })
    }

    /// What is not of a game's record, such as reviews, as far as this program has a place for it.
    fn other_tables(&mut self, damaged: &DamagedStore) -> Checked<()> {
        let Some(writer) = &self.store.writer else { return Ok(()) };
        for table in damaged.other_tables() {
            let rows = damaged.rows(&table);
            locked(writer).transaction(|writer| {
                for row in rows {
                    let gaps = vec!["?"; row.len()].join(", ");
                    // What does not fit any more is left out.
                    let _ =
                        writer.run(&format!("INSERT OR IGNORE INTO {table} VALUES ({gaps})"), params_from_iter(row));
                }
                Ok(())
            })?;
        }
        Ok(())
    }
}
