//! All games of the server: begun, found, taken up again after a restart, and put away when nobody is there.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use joute_catalog::find_game;
use joute_games::random::Seed;
use joute_games::{NoFiles, Side};
use joute_players::Workshop;
use joute_referee::{GameRecord, Identity, MatchRules};
use joute_store::{GameId, NewGame, SqliteStore, Store};
use tokio::sync::broadcast;

use crate::room::{Room, RoomError, SharedStore, is_person, locked};
use crate::seats::Keys;

/// How long a finished game stays at hand, and an unfinished one that nobody watches.
const STAY: [Duration; 2] = [Duration::from_secs(600), Duration::from_secs(3600)];

/// A game somebody wants to play or see.
#[derive(Debug, Clone)]
pub(crate) struct Wish {
    pub(crate) game: String,
    pub(crate) setup: String,
    /// A position to start from instead of the setup's own.
    pub(crate) position: Option<String>,
    /// Who sits where: `human` or a built-in player, and what they are called if not by their own name.
    pub(crate) seats: [(String, Option<String>); 2],
    pub(crate) rules: MatchRules,
    pub(crate) seed: u64,
}

/// The games of the server.
pub(crate) struct Hall {
    workshop: Workshop,
    store: SharedStore,
    pub(crate) keys: Keys,
    rooms: Mutex<BTreeMap<GameId, Arc<Room>>>,
    changes: broadcast::Sender<GameId>,
}

impl Hall {
    /// Opens the store of a folder and goes on with every game that was not over.
    pub(crate) fn open(folder: &Path, workshop: Workshop) -> Result<Hall, RoomError> {
        let store = SqliteStore::open(&folder.join("games.sqlite"))?;
        let keys = Keys::of_folder(folder).map_err(|error| RoomError::Rules(error.to_string()))?;
        let hall = Hall {
            workshop,
            store: Arc::new(Mutex::new(store)),
            keys,
            rooms: Mutex::default(),
            changes: broadcast::channel(1024).0,
        };
        hall.resume()?;
        Ok(hall)
    }

    fn resume(&self) -> Result<(), RoomError> {
        let unfinished = locked(&self.store).unfinished()?;
        let mut records = BTreeMap::new();
        for id in unfinished {
            if let Some(record) = locked(&self.store).game(id)? {
                records.insert(id, record);
            }
        }
        let continued: BTreeSet<GameId> = records.values().filter_map(continues).collect();
        for (id, record) in records {
            if continued.contains(&id) {
                continue;
            }
            // A game of an older version that can no longer be seated must not keep the others from going on.
            if let Err(error) = self.seat(id, record) {
                crate::server::complain(&format!("game {id} cannot go on: {error}"));
            }
        }
        Ok(())
    }

    fn seat(&self, id: GameId, record: GameRecord) -> Result<Arc<Room>, RoomError> {
        let room = Room::open(id, record, &self.workshop, Arc::clone(&self.store), self.changes.clone())?;
        self.rooms().insert(id, Arc::clone(&room));
        let _ = self.changes.send(id);
        Ok(room)
    }

    /// Begins a game.
    pub(crate) fn begin(&self, wish: &Wish) -> Result<GameId, RoomError> {
        self.begin_record(self.record_of(wish)?)
    }

    fn begin_record(&self, record: GameRecord) -> Result<GameId, RoomError> {
        let total = crate::room::start_of(&record)?.total();
        let id = locked(&self.store).begin_game(&NewGame { spot: None, record: &record, total })?;
        self.seat(id, record)?;
        Ok(id)
    }

    fn record_of(&self, wish: &Wish) -> Result<GameRecord, RoomError> {
        let entry = find_game(&wish.game).ok_or_else(|| RoomError::Game(wish.game.clone()))?;
        let seed = Seed(wish.seed);
        let mut start = entry.setup(&wish.setup, &NoFiles)?.start(seed.purpose("board").0)?;
        if let Some(position) = &wish.position {
            start = start.at(position)?;
        }
        let seat = |side: Side| -> Result<Identity, RoomError> {
            let (locator, name) = &wish.seats[side];
            let entrant = self.workshop.entrant(locator)?;
            entrant.check(&start)?;
            let own = entrant.identity.clone();
            Ok(Identity { name: name.clone().unwrap_or_else(|| own.name.clone()), ..own })
        };
        Ok(GameRecord {
            version: joute_referee::VERSION,
            game: wish.game.clone(),
            setup: start.setup(),
            start: start.position(),
            files: start.attachments().into_iter().map(|(hash, text)| (hash, text.to_string())).collect(),
            rules: wish.rules.to_string(),
            players: [seat(Side::First)?, seat(Side::Second)?],
            seed: wish.seed,
            plies: Vec::new(),
            ending: None,
            tally: start.tallies(),
            labels: BTreeMap::new(),
        })
    }

    /// A game that is played, or was until a moment ago; one that nobody watched is taken up again.
    pub(crate) fn room(&self, id: GameId) -> Option<Arc<Room>> {
        if let Some(room) = self.rooms().get(&id) {
            return Some(Arc::clone(room));
        }
        let record = self.stored(id).filter(|record| record.ending.is_none())?;
        self.seat(id, record).ok()
    }

    /// A game by its number, finished or not.
    pub(crate) fn record(&self, id: GameId) -> Option<GameRecord> {
        let room = self.rooms().get(&id).cloned();
        room.map(|room| room.record()).or_else(|| self.stored(id))
    }

    fn stored(&self, id: GameId) -> Option<GameRecord> {
        locked(&self.store).game(id).ok().flatten()
    }

    /// Takes back the last move of a person who plays against a program: the game goes on under a new number from the
    /// position before it, and the old one stays as it was.
    pub(crate) fn undo(&self, room: &Room, side: Side) -> Result<Option<GameId>, RoomError> {
        let mut record = room.record();
        let can = !is_person(&record.players[side.other()].locator) && record.ending.is_none();
        let Some(kept) = record.plies.iter().rposition(|ply| ply.side == side && !ply.forced).filter(|_| can) else {
            return Ok(None);
        };
        record.plies.truncate(kept);
        record.labels.insert(CONTINUES.to_owned(), room.id.to_string());
        let id = self.begin_record(record)?;
        room.move_to(id);
        Ok(Some(id))
    }

    /// The same players on the same kind of board, seats swapped. Two people asking get one game.
    pub(crate) fn rematch(&self, room: &Room) -> Result<GameId, RoomError> {
        let old = room.record();
        if let Some(next) = self.rooms().values().find(|next| follows(next) == Some(room.id)) {
            return Ok(next.id);
        }
        let [first, second] = old.players.each_ref().map(|player| (player.locator.clone(), Some(player.name.clone())));
        let wish = Wish {
            seats: [second, first],
            rules: old.rules.parse().map_err(|error| RoomError::Rules(format!("{error}")))?,
            seed: Seed(old.seed).child(1).0 >> 12,
            position: None,
            setup: open_again(&old),
            game: old.game,
        };
        let mut record = self.record_of(&wish)?;
        record.labels.insert(FOLLOWS.to_owned(), room.id.to_string());
        self.begin_record(record)
    }

    /// Games that are being played, newest first.
    pub(crate) fn playing(&self) -> Vec<Arc<Room>> {
        self.rooms().values().rev().filter(|room| !room.is_over()).cloned().collect()
    }

    /// The numbers of games as something happens in them.
    pub(crate) fn listen(&self) -> broadcast::Receiver<GameId> {
        self.changes.subscribe()
    }

    /// Puts away what nobody looks at.
    pub(crate) fn sweep(&self) {
        let is_stale = |room: &Arc<Room>| {
            room.listeners() == 0 && room.idle() > STAY[usize::from(!room.is_over())] && room.people() != [false; 2]
                || room.is_over() && room.idle() > STAY[0] && room.listeners() == 0
        };
        let mut rooms = self.rooms();
        let stale: Vec<GameId> = rooms.values().filter(|room| is_stale(room)).map(|room| room.id).collect();
        for id in stale {
            if let Some(room) = rooms.remove(&id) {
                room.close();
            }
        }
    }

    /// Stops every game where it stands; all of them go on when the server starts again.
    pub(crate) fn close(&self) {
        self.rooms().values().for_each(|room| room.close());
    }

    /// The store.
    pub(crate) fn store(&self) -> MutexGuard<'_, SqliteStore> {
        locked(&self.store)
    }

    fn rooms(&self) -> MutexGuard<'_, BTreeMap<GameId, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A label: the number of the game that this one goes on from.
const CONTINUES: &str = "continues";
/// A label: the number of the game that this one is the rematch of.
const FOLLOWS: &str = "follows";

fn continues(record: &GameRecord) -> Option<GameId> {
    record.labels.get(CONTINUES)?.parse().ok()
}

fn follows(room: &Room) -> Option<GameId> {
    room.record().labels.get(FOLLOWS)?.parse().ok()
}

/// The setup of a game without the seed of its board, so that the rematch gets a board of its own.
fn open_again(record: &GameRecord) -> String {
    let keys = record.setup.split(',').filter(|key| !key.starts_with("seed="));
    keys.collect::<Vec<_>>().join(",")
}
