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
use joute_store::{GameId, Hold, LEASE, NewGame, Ownership, Store, StoreError, Write};
use tokio::runtime::Handle;
use tokio::sync::broadcast;

use crate::card;
use crate::live_game::{Announce, LiveGame};
use crate::room::{Room, RoomError, is_person, start_of};
use crate::seats::Keys;
use crate::server::log_error;
use crate::store_handle::StoreHandle;

/// How long a finished game stays at hand, and an unfinished one that nobody watches.
const STAY: [Duration; 2] = [Duration::from_secs(600), Duration::from_secs(3600)];

/// The most games that are played at once.
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
    /// Who invites the other side, where a friend is to sit there.
    pub(crate) host: Option<Side>,
}

/// The games of the server.
pub(crate) struct Hall {
    workshop: Workshop,
    store: StoreHandle,
    /// As whom this server holds its games.
    owner: Ownership,
    pub(crate) keys: Keys,
    rooms: Mutex<BTreeMap<GameId, Arc<Room>>>,
    /// Held while a game that was put away is taken up again.
    taking_up: tokio::sync::Mutex<()>,
    heirs: Mutex<Heirs>,
    /// What lists of games show, as JSON.
    cards: broadcast::Sender<Arc<str>>,
    /// Where games are played.
    runtime: Handle,
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
    fn read(store: &dyn Store) -> Result<Heirs, StoreError> {
        let heirs = |label| -> Result<BTreeMap<GameId, GameId>, StoreError> {
            let labelled = store.labelled(label)?.into_iter();
            Ok(labelled.filter_map(|(heir, of)| Some((of.parse().ok()?, heir))).collect())
        };
        Ok(Heirs { continued: heirs(CONTINUES)?, followed: heirs(FOLLOWS)? })
    }
}

impl Hall {
    /// Goes on with every game of a store that was not over and is not played elsewhere, as an owner of this name. The keys
    /// of seats are in the folder.
    pub(crate) fn open(
        store: Arc<dyn Store>,
        owner: &str,
        folder: &Path,
        workshop: Workshop,
        runtime: Handle,
    ) -> Result<Hall, RoomError> {
        let heirs = Mutex::new(Heirs::read(&*store)?);
        let keys = Keys::of_folder(folder).map_err(|error| RoomError::Internal(error.to_string()))?;
        let hall = Hall {
            workshop,
            owner: Ownership::take(&store, owner, LEASE)?,
            store: StoreHandle::new(store),
            keys,
            rooms: Mutex::default(),
            taking_up: tokio::sync::Mutex::default(),
            heirs,
            cards: broadcast::channel(1024).0,
            runtime,
        };
        hall.resume()?;
        Ok(hall)
    }

    fn resume(&self) -> Result<(), RoomError> {
        let store = self.store.store();
        // Older ones go on as soon as somebody looks at them.
        let unfinished = store.unfinished()?.into_iter().rev();
        let waiting = unfinished.filter(|game| game.event.is_none() && game.owner.is_none()).map(|game| game.game);
        let ids: Vec<GameId> = waiting.filter(|id| self.heir(*id).is_none()).take(AT_ONCE).collect();
        for hold in store.claim(self.owner.id(), &ids)? {
            let Some(record) = store.game(hold.game)? else { continue };
            // A game of an older version that can no longer be seated must not keep the others from going on.
            if let Err(error) = self.seat(hold, record) {
                log_error(&format!("game {} cannot go on: {error}", hold.game));
            }
        }
        Ok(())
    }

    /// Seats the players of a game; two who ask at once get the same room.
    fn seat(&self, hold: Hold, record: GameRecord) -> Result<Arc<Room>, RoomError> {
        let start = start_of(&record)?;
        let (room, inputs) = Room::new(hold.game, record, start)?;
        let announce = self.announce();
        let game =
            LiveGame::new(Arc::clone(&room), inputs, hold, &self.workshop, self.store.clone(), Arc::clone(&announce))?;
        let mut rooms = self.rooms();
        if let Some(room) = rooms.get(&hold.game).filter(|room| !room.is_abandoned()) {
            return Ok(Arc::clone(room));
        }
        rooms.insert(hold.game, Arc::clone(&room));
        drop(rooms);
        announce(&room);
        self.runtime.spawn(game.run());
        Ok(room)
    }

    /// Tells those who look at the list of games how one stands; nothing is made where nobody looks.
    fn announce(&self) -> Announce {
        let cards = self.cards.clone();
        Arc::new(move |room| {
            if cards.receiver_count() > 0 {
                let _ = cards.send(card::json(room));
            }
        })
    }

    /// Begins a game.
    pub(crate) async fn begin(&self, wish: &GameRequest) -> Result<GameId, RoomError> {
        if self.playing().len() >= AT_ONCE {
            return Err(RoomError::Full(AT_ONCE));
        }
        self.begin_record(self.record_of(wish)?).await
    }

    async fn begin_record(&self, record: GameRecord) -> Result<GameId, RoomError> {
        let game = NewGame::owned(record.clone(), start_of(&record)?.total());
        let begun = self.store.write(Write::Begin { owner: self.owner.id(), game }).await?;
        let hold = begun.hold().ok_or_else(|| RoomError::Internal("the store has kept something else".to_owned()))?;
        self.seat(hold, record)?;
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
        let mut record = GameRecord::new(&start, &wish.rules, [seat(Side::First)?, seat(Side::Second)?], seed);
        record.labels.extend(wish.host.map(|side| (HOST.to_owned(), side.to_string())));
        Ok(record)
    }

    /// A game that is played, or was until a moment ago; one that nobody watched is taken up again.
    pub(crate) async fn room(&self, id: GameId) -> Option<Arc<Room>> {
        if let Some(room) = self.open_room(id) {
            return Some(room);
        }
        let is_unfinished = self.stored(id).await.is_some_and(|record| record.ending.is_none());
        if !is_unfinished || self.heir(id).is_some() {
            return None;
        }
        // A game that is claimed again is lost to whoever has claimed it before: one at a time.
        let _taking_up = self.taking_up.lock().await;
        match self.open_room(id) {
            Some(room) => Some(room),
            None => self.take_up(id).await.ok(),
        }
    }

    async fn take_up(&self, id: GameId) -> Result<Arc<Room>, RoomError> {
        let owner = self.owner.id();
        // It is read when nobody else may write it any more.
        let claimed = self.store.read(move |store| Ok((store.claim(owner, &[id])?.pop(), store.game(id)?)));
        let (Some(hold), Some(record)) = claimed.await? else { return Err(RoomError::Elsewhere(id)) };
        self.seat(hold, record)
    }

    /// A game that is at hand.
    pub(crate) fn open_room(&self, id: GameId) -> Option<Arc<Room>> {
        self.rooms().get(&id).filter(|room| !room.is_abandoned()).cloned()
    }

    /// The number under which a game goes on since a move was taken back.
    pub(crate) fn heir(&self, id: GameId) -> Option<GameId> {
        self.heirs().continued.get(&id).copied()
    }

    /// A game by its number, finished or not.
    pub(crate) async fn record(&self, id: GameId) -> Option<GameRecord> {
        match self.open_room(id) {
            Some(room) => Some(room.record()),
            None => self.stored(id).await,
        }
    }

    async fn stored(&self, id: GameId) -> Option<GameRecord> {
        self.store.read(move |store| store.game(id)).await.ok().flatten()
    }

    /// The latest games, newest first.
    pub(crate) async fn latest(&self, limit: u32) -> Vec<(GameId, GameRecord)> {
        let read = self.store.read(move |store| {
            let games = store.latest(limit)?.into_iter().map(|id| Ok(store.game(id)?.map(|record| (id, record))));
            games.filter_map(Result::transpose).collect()
        });
        read.await.unwrap_or_default()
    }

    /// Takes back the last move of a person who plays against a program: the game goes on under a new number from the
    /// position before it, and the old one stays as it was.
    pub(crate) async fn undo(&self, room: &Room, side: Side) -> Result<Option<GameId>, RoomError> {
        let _succession = room.succession.lock().await;
        if let Some(next) = self.heir(room.id) {
            return Ok(Some(next));
        }
        let mut record = room.record();
        let can = !is_person(&record.players[side.other()].locator) && record.ending.is_none();
        let Some(kept) = record.plies.iter().rposition(|ply| ply.side == side && !ply.forced).filter(|_| can) else {
            return Ok(None);
        };
        record.plies.truncate(kept);
        record.labels = BTreeMap::from([(CONTINUES.to_owned(), room.id.to_string())]);
        let id = self.begin_record(record).await?;
        self.heirs().continued.insert(room.id, id);
        room.move_to(id);
        Ok(Some(id))
    }

    /// The same players on the same kind of board, seats swapped. Two people asking get one game.
    pub(crate) async fn rematch(&self, room: &Room) -> Result<GameId, RoomError> {
        let _succession = room.succession.lock().await;
        let known = self.heirs().followed.get(&room.id).copied();
        if let Some(next) = known {
            return Ok(next);
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
            // Both have their seats already, and take those of the new game with them.
            host: None,
        };
        let mut record = self.record_of(&wish)?;
        record.labels.insert(FOLLOWS.to_owned(), room.id.to_string());
        let id = self.begin_record(record).await?;
        self.heirs().followed.insert(room.id, id);
        room.offer(id);
        Ok(id)
    }

    /// Games that are being played, newest first.
    pub(crate) fn playing(&self) -> Vec<Arc<Room>> {
        let rooms: Vec<Arc<Room>> = self.rooms().values().rev().cloned().collect();
        rooms.into_iter().filter(|room| !room.is_over() && !room.is_abandoned()).collect()
    }

    /// What lists of games show of one as something happens in it, made once for all who look.
    pub(crate) fn listen(&self) -> broadcast::Receiver<Arc<str>> {
        self.cards.subscribe()
    }

    /// Puts away what nobody looks at.
    pub(crate) fn sweep(&self) {
        let is_stale = |room: &Arc<Room>| {
            let [over, waiting] = STAY;
            let stay = if room.is_over() { over } else { waiting };
            room.listeners() == 0 && room.snapshot().idle() > stay
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
    pub(crate) fn store(&self) -> &StoreHandle {
        &self.store
    }

    fn heirs(&self) -> MutexGuard<'_, Heirs> {
        self.heirs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn rooms(&self) -> MutexGuard<'_, BTreeMap<GameId, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A label: the side that may invite the other, and is shown its link.
pub(crate) const HOST: &str = "host";
/// A label: the number of the game that this one goes on from.
const CONTINUES: &str = "continues";
/// A label: the number of the game that this one is the rematch of.
const FOLLOWS: &str = "follows";

/// The setup of a game without the seed of its board, so that the rematch gets a board of its own.
fn open_again(record: &GameRecord) -> String {
    let keys = record.setup.split(',').filter(|key| !key.starts_with("seed="));
    keys.collect::<Vec<_>>().join(",")
}
