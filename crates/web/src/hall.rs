//! All games of the server: begun, found, taken up again after a restart, and put away when nobody is there.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use joute_catalog::find_game;
use joute_games::random::Seed;
use joute_games::{NoFiles, Side};
use joute_players::Workshop;
use joute_referee::{GameRecord, Identity, MatchRules};
use joute_store::{Access, GameId, Hold, LEASE, Lock, NewGame, Ownership, Store, StoreLocation};
use tokio::sync::broadcast;

use crate::room::{Room, RoomError, SharedStore, is_person};
use crate::seats::Keys;

/// How long a finished game stays at hand, and an unfinished one that nobody watches.
const STAY: [Duration; 2] = [Duration::from_secs(600), Duration::from_secs(3600)];

/// The most games that are played at once; each has two threads.
const AT_ONCE: usize = 500;

/// A game somebody wants to play or see.
#[derive(Debug, Clone)]
pub(crate) struct GameRequest {
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
    /// As whom this server holds its games.
    owner: Ownership,
    pub(crate) keys: Keys,
    rooms: Mutex<BTreeMap<GameId, Arc<Room>>>,
    /// What each game went on as. It is held while a game is made from another, so that two who ask get one game.
    heirs: Mutex<Heirs>,
    changes: broadcast::Sender<GameId>,
}

/// Games that came of others, by the number of the other.
#[derive(Default)]
struct Heirs {
    /// A move was taken back: the game goes on under this number and no longer under its own.
    continued: BTreeMap<GameId, GameId>,
    /// Rematches.
    followed: BTreeMap<GameId, GameId>,
}

impl Heirs {
    fn read(store: &dyn Store) -> Result<Heirs, RoomError> {
        let heirs = |label| -> Result<BTreeMap<GameId, GameId>, RoomError> {
            let labelled = store.labelled(label)?.into_iter();
            Ok(labelled.filter_map(|(heir, of)| Some((of.parse().ok()?, heir))).collect())
        };
        Ok(Heirs { continued: heirs(CONTINUES)?, followed: heirs(FOLLOWS)? })
    }
}

impl Hall {
    /// Opens the store of a folder and goes on with every game that was not over and is not played elsewhere.
    pub(crate) fn open(folder: &Path, lock: &Lock, workshop: Workshop) -> Result<Hall, RoomError> {
        let store = StoreLocation::in_folder(folder).open(Access::Create)?;
        let owner = Ownership::take(&store, &format!("server at {}", lock.name()), LEASE)?;
        let heirs = Mutex::new(Heirs::read(&*store)?);
        let keys = Keys::of_folder(folder).map_err(|error| RoomError::Secret(error.to_string()))?;
        let hall =
            Hall { workshop, store, owner, keys, rooms: Mutex::default(), heirs, changes: broadcast::channel(1024).0 };
        hall.resume()?;
        Ok(hall)
    }

    fn resume(&self) -> Result<(), RoomError> {
        let unfinished = self.store.unfinished()?;
        let waiting = unfinished.into_iter().rev().filter(|game| game.event.is_none() && game.owner.is_none());
        // Older ones go on as soon as somebody looks at them.
        let ids: Vec<GameId> =
            waiting.map(|game| game.game).filter(|id| self.heir(*id).is_none()).take(AT_ONCE).collect();
        for hold in self.store.claim(self.owner.id(), &ids)? {
            // A game of an older version that can no longer be seated must not keep the others from going on.
            if let Err(error) = self.resume_game(hold) {
                crate::server::log_error(&format!("game {} cannot go on: {error}", hold.game));
            }
        }
        Ok(())
    }

    fn resume_game(&self, hold: Hold) -> Result<(), RoomError> {
        match self.store.game(hold.game)? {
            Some(record) => self.seat(hold.game, record, Some(hold)).map(drop),
            None => Ok(()),
        }
    }

    /// Seats the players of a game, which is claimed unless it is held already; two who ask at once get the same room.
    fn seat(&self, id: GameId, record: GameRecord, hold: Option<Hold>) -> Result<Arc<Room>, RoomError> {
        let mut rooms = self.rooms();
        if let Some(room) = rooms.get(&id) {
            return Ok(Arc::clone(room));
        }
        let hold = match hold {
            Some(hold) => hold,
            None => self.store.claim(self.owner.id(), &[id])?.pop().ok_or(RoomError::Elsewhere(id))?,
        };
        let room = Room::open(hold, record, &self.workshop, Arc::clone(&self.store), self.changes.clone())?;
        rooms.insert(id, Arc::clone(&room));
        drop(rooms);
        let _ = self.changes.send(id);
        Ok(room)
    }

    /// Begins a game.
    pub(crate) fn begin(&self, wish: &GameRequest) -> Result<GameId, RoomError> {
        if self.playing().len() >= AT_ONCE {
            return Err(RoomError::Full(AT_ONCE));
        }
        self.begin_record(self.record_of(wish)?)
    }

    fn begin_record(&self, record: GameRecord) -> Result<GameId, RoomError> {
        let total = crate::room::start_of(&record)?.total();
        let hold = self.store.begin_game(self.owner.id(), NewGame::of(&record, total))?;
        self.seat(hold.game, record, Some(hold))?;
        Ok(hold.game)
    }

    fn record_of(&self, wish: &GameRequest) -> Result<GameRecord, RoomError> {
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
        Ok(GameRecord::new(&start, &wish.rules, [seat(Side::First)?, seat(Side::Second)?], seed))
    }

    /// A game that is played, or was until a moment ago; one that nobody watched is taken up again.
    pub(crate) fn room(&self, id: GameId) -> Option<Arc<Room>> {
        if let Some(room) = self.rooms().get(&id) {
            return Some(Arc::clone(room));
        }
        let record = self.stored(id).filter(|record| record.ending.is_none() && self.heir(id).is_none())?;
        self.seat(id, record, None).ok()
    }

    /// A game that is at hand.
    pub(crate) fn open_room(&self, id: GameId) -> Option<Arc<Room>> {
        self.rooms().get(&id).cloned()
    }

    /// The number under which a game goes on since a move was taken back.
    pub(crate) fn heir(&self, id: GameId) -> Option<GameId> {
        self.heirs().continued.get(&id).copied()
    }

    /// A game by its number, finished or not.
    pub(crate) fn record(&self, id: GameId) -> Option<GameRecord> {
        let room = self.rooms().get(&id).cloned();
        room.map(|room| room.record()).or_else(|| self.stored(id))
    }

    fn stored(&self, id: GameId) -> Option<GameRecord> {
        self.store.game(id).ok().flatten()
    }

    /// Takes back the last move of a person who plays against a program: the game goes on under a new number from the
    /// position before it, and the old one stays as it was.
    pub(crate) fn undo(&self, room: &Room, side: Side) -> Result<Option<GameId>, RoomError> {
        let mut heirs = self.heirs();
        let mut record = room.record();
        if let Some(next) = heirs.continued.get(&room.id) {
            return Ok(Some(*next));
        }
        let can = !is_person(&record.players[side.other()].locator) && record.ending.is_none();
        let Some(kept) = record.plies.iter().rposition(|ply| ply.side == side && !ply.forced).filter(|_| can) else {
            return Ok(None);
        };
        record.plies.truncate(kept);
        record.labels = BTreeMap::from([(CONTINUES.to_owned(), room.id.to_string())]);
        let id = self.begin_record(record)?;
        heirs.continued.insert(room.id, id);
        room.move_to(id);
        Ok(Some(id))
    }

    /// The same players on the same kind of board, seats swapped. Two people asking get one game.
    pub(crate) fn rematch(&self, room: &Room) -> Result<GameId, RoomError> {
        let mut heirs = self.heirs();
        if let Some(next) = heirs.followed.get(&room.id) {
            return Ok(*next);
        }
        let old = room.record();
        let [first, second] = old.players.each_ref().map(|player| (player.locator.clone(), Some(player.name.clone())));
        let wish = GameRequest {
            seats: [second, first],
            rules: old.rules.parse().map_err(RoomError::Rules)?,
            seed: Seed(old.seed).child(1).0 >> 12,
            position: None,
            setup: open_again(&old),
            game: old.game,
        };
        let mut record = self.record_of(&wish)?;
        record.labels.insert(FOLLOWS.to_owned(), room.id.to_string());
        let id = self.begin_record(record)?;
        heirs.followed.insert(room.id, id);
        room.offer(id);
        Ok(id)
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
            let [over, waiting] = STAY;
            let stay = if room.is_over() { over } else { waiting };
            room.listeners() == 0 && room.idle() > stay
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
    pub(crate) fn store(&self) -> &dyn Store {
        &*self.store
    }

    fn heirs(&self) -> MutexGuard<'_, Heirs> {
        self.heirs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn rooms(&self) -> MutexGuard<'_, BTreeMap<GameId, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A label: the number of the game that this one goes on from.
const CONTINUES: &str = "continues";
/// A label: the number of the game that this one is the rematch of.
const FOLLOWS: &str = "follows";

/// The setup of a game without the seed of its board, so that the rematch gets a board of its own.
fn open_again(record: &GameRecord) -> String {
    let keys = record.setup.split(',').filter(|key| !key.starts_with("seed="));
    keys.collect::<Vec<_>>().join(",")
}
