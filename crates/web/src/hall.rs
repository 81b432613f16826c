//! All games of the server: begun, found, taken up again after a restart, and put away when nobody is there.

mod succession;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use joute_games::AnyGame;
use joute_messages::{Language, Message};
use joute_players::Workshop;
use joute_referee::GameRecord;
use joute_store::{GameId, Hold, LEASE, NewGame, Ownership, Store, StoreError, Write};
use tokio::runtime::Handle;
use tokio::sync::broadcast;
use tokio::task::block_in_place;

use succession::Successors;
pub(crate) use succession::last_own;

use crate::client::Client;
use crate::failure::Failure;
use crate::game_request::{GameRequest, record_of, served_again};
use crate::limits::{Manners, Share};
use crate::live_game::{LiveGame, Service};
use crate::names;
use crate::notes::Note;
use crate::places::{Place, Places};
use crate::pool::Pool;
use crate::programs::{Programs, until_left};
use crate::quota::Rate;
use crate::room::{Room, RoomError, Snapshot};
use crate::seats::{Seats, Secret};
use crate::store_handle::StoreHandle;

/// How long a game that nobody watches stays at hand: one that is over or goes on only while somebody watches, one that waits for
/// somebody, and one whose clock runs meanwhile.
const STAY: [Duration; 3] = [Duration::from_secs(30), Duration::from_secs(600), Duration::from_secs(3600)];

/// How long it takes until what somebody said is no longer counted.
const PHRASES: Duration = Duration::from_secs(30);

/// How many cards a list of games may fall behind; each is as large as a board.
const CARDS: usize = 64;

/// What games are played with.
pub(crate) struct HallOptions {
    pub(crate) workshop: Arc<Workshop>,
    /// Where programs think.
    pub(crate) thinkers: Arc<Pool>,
    /// Where boards are worked out.
    pub(crate) boards: Arc<Pool>,
    pub(crate) places: Places,
    /// Tables with programs of a class.
    pub(crate) programs: Programs,
    /// How long people wait for each other.
    pub(crate) manners: Manners,
    /// Where games are played.
    pub(crate) runtime: Handle,
}

/// The games of the server.
pub(crate) struct Hall {
    service: Service,
    places: Places,
    programs: Programs,
    pub(crate) manners: Manners,
    /// What people say to each other.
    pub(crate) phrases: Rate,
    /// As whom this server holds its games.
    owner: Ownership,
    pub(crate) seats: Seats,
    rooms: Mutex<BTreeMap<GameId, Arc<Room>>>,
    /// Held while a game that was put away is taken up again.
    taking_up: tokio::sync::Mutex<()>,
    successors: Mutex<Successors>,
    /// Held while a game is made from another one, so that two who ask get one game.
    succession: tokio::sync::Mutex<()>,
    /// Where games are played.
    runtime: Handle,
}

impl Hall {
    /// The games of a store, for an owner of this name. None is taken up before somebody looks at it. The secret of the seats is in
    /// the folder.
    pub(crate) fn open(
        store: Arc<dyn Store>,
        owner: &str,
        folder: &Path,
        options: HallOptions,
    ) -> Result<Hall, RoomError> {
        let successors = Mutex::new(Successors::read(&*store)?);
        let secret = Secret::of_folder(folder).map_err(|error| RoomError::Internal(error.to_string()))?;
        let owner = Ownership::take(&store, owner, LEASE)?;
        let store = StoreHandle::new(store);
        let HallOptions { workshop, thinkers, boards, places, programs, manners, runtime } = options;
        let cards = broadcast::channel(CARDS).0;
        Ok(Hall {
            seats: Seats::new(secret, store.clone()),
            service: Service { workshop, store, thinkers, boards, cards },
            places,
            programs,
            manners,
            phrases: Rate::new(Share { visitor: manners.phrases, address: 60 * manners.phrases }, PHRASES),
            owner,
            rooms: Mutex::default(),
            taking_up: tokio::sync::Mutex::default(),
            successors,
            succession: tokio::sync::Mutex::default(),
            runtime,
        })
    }

    /// Seats the players of a game; two who ask at once get the same room.
    fn seat(
        &self,
        hold: Hold,
        (record, note): (GameRecord, Note),
        start: AnyGame,
        place: Place,
    ) -> Result<Arc<Room>, RoomError> {
        let client = place.client.clone();
        let ticket = self.programs.ticket(&note)?;
        let (room, inputs) = Room::new(hold.game, record, note, start, Some(place))?;
        let game = match ticket {
            None => LiveGame::new(Arc::clone(&room), inputs, hold, self.service.clone(), (client, None))?,
            Some(_) => {
                let service = Service { thinkers: Arc::clone(&self.programs.thinkers), ..self.service.clone() };
                // What was handed in may have to be unpacked first.
                block_in_place(|| LiveGame::new(Arc::clone(&room), inputs, hold, service, (client, ticket)))?
            }
        };
        let mut rooms = self.rooms();
        if let Some(room) = rooms.get(&hold.game).filter(|room| !room.is_abandoned()) {
            return Ok(Arc::clone(room));
        }
        rooms.insert(hold.game, Arc::clone(&room));
        drop(rooms);
        self.service.announce(&room);
        self.runtime.spawn(game.run());
        Ok(room)
    }

    /// Works out a board when it is somebody's turn.
    async fn work_out<T: Send + 'static>(
        &self,
        client: &Client,
        work: impl FnOnce() -> Result<T, RoomError> + Send + 'static,
    ) -> Result<T, RoomError> {
        self.service
            .boards
            .wait_for(client, work)
            .await
            .unwrap_or_else(|| Err(RoomError::Internal("the server stops".to_owned())))
    }

    /// A place for a game, where somebody's share and the memory allow it.
    fn place(&self, client: &Client, start: &AnyGame) -> Result<Place, RoomError> {
        let rooms = || self.rooms().values().cloned().collect();
        self.places.find(client, start, rooms, |room| self.put_away(room))
    }

    fn put_away(&self, room: &Room) {
        self.rooms().remove(&room.id);
        room.put_away();
    }

    /// Begins a game for somebody.
    pub(crate) async fn begin(&self, client: &Client, request: GameRequest) -> Result<GameId, RoomError> {
        self.places.count_begun(client)?;
        self.leave_programs(&request.note, true).await;
        let (workshop, note) = (Arc::clone(&self.service.workshop), request.note.clone());
        let (record, start) = self.work_out(client, move || record_of(&workshop, &request)).await?;
        self.begin_record(client, (record, note), start).await
    }

    /// Whoever begins a table with a program of a class leaves the one that they have: for good, or where it goes on elsewhere.
    async fn leave_programs(&self, note: &Note, for_good: bool) {
        if note.challenger.is_none() {
            return;
        }
        let is_theirs = |room: &&Arc<Room>| room.snapshot().note().challenger == note.challenger;
        let own: Vec<Arc<Room>> = self.rooms().values().filter(is_theirs).cloned().collect();
        for room in &own {
            let close = self.amend(room, |note, shown| {
                note.is_closed = note.is_closed || for_good && !shown.is_over();
                Ok(())
            });
            // A disk that takes nothing has been told of; the table is left all the same.
            let _ = close.await;
            room.close();
        }
        until_left(&own).await;
    }

    async fn begin_record(
        &self,
        client: &Client,
        (record, note): (GameRecord, Note),
        start: AnyGame,
    ) -> Result<GameId, RoomError> {
        let place = self.place(client, &start)?;
        let game = NewGame::owned(record.clone(), start.total());
        let begun = self.service.store.write(Write::Begin { owner: self.owner.id(), game }).await?;
        let hold = begun.hold().ok_or_else(|| RoomError::Internal("the store has kept something else".to_owned()))?;
        if note != Note::default() {
            self.service.store.write(Write::Note { game: hold.game, text: note.json().into() }).await?;
        }
        self.seat(hold, (record, note), start, place)?;
        Ok(hold.game)
    }

    /// A game that is played, or was until a moment ago; one that was put away is taken up again for whoever asks.
    pub(crate) async fn room(&self, client: &Client, id: GameId) -> Result<Option<Arc<Room>>, RoomError> {
        if let Some(room) = self.open_room(id) {
            self.close_if_lapsed(&room).await;
            return Ok(Some(room));
        }
        let stored = self.kept(id).await;
        let is_open = |(record, note): &(GameRecord, Option<Note>)| {
            record.ending.is_none() && !note.as_ref().is_some_and(|note| self.is_closed(note))
        };
        if !stored.as_ref().is_some_and(is_open) || self.successor(id).is_some() {
            return Ok(None);
        }
        // A game that is claimed again is lost to whoever has claimed it before: one at a time.
        let _taking_up = self.taking_up.lock().await;
        match self.open_room(id) {
            Some(room) => Ok(Some(room)),
            None => self.take_up(client, id).await.map(Some),
        }
    }

    /// The table of a game that is over, as it was left; nobody plays at it.
    pub(crate) async fn finished_room(&self, client: &Client, id: GameId) -> Option<Arc<Room>> {
        let (record, note) = self.kept(id).await?;
        let mut note = note.unwrap_or_default();
        note.is_closed = record.ending.is_none() && self.is_closed(&note);
        if record.ending.is_none() && !note.is_closed {
            return None;
        }
        let left = self.work_out(client, move || {
            let start = served_again(&record)?;
            Room::new(id, record, note, start, None).map(|(room, _)| room)
        });
        let room = left.await.ok()?;
        room.restore(self.rematch_of(id));
        Some(room)
    }

    /// A table, whether the game is over or not: those who sit at one that is over may still ask each other for another.
    pub(crate) async fn table(&self, client: &Client, id: GameId) -> Result<Option<Arc<Room>>, RoomError> {
        if let Some(room) = self.room(client, id).await? {
            return Ok(Some(room));
        }
        let _taking_up = self.taking_up.lock().await;
        if let Some(room) = self.open_room(id) {
            return Ok(Some(room));
        }
        let room = if self.successor(id).is_some() { None } else { self.finished_room(client, id).await };
        if let Some(room) = &room {
            room.keep_place(self.place(client, &room.start)?);
            self.rooms().insert(id, Arc::clone(room));
        }
        Ok(room)
    }

    /// Whether a table is closed without a result, or should be.
    fn is_closed(&self, note: &Note) -> bool {
        note.is_closed || note.is_lapsed(self.manners.invitation)
    }

    /// Whether the table of this number is closed without a result.
    pub(crate) async fn is_closed_table(&self, id: GameId) -> bool {
        let kept = self.kept(id).await;
        kept.is_some_and(|(record, note)| record.ending.is_none() && note.is_some_and(|note| self.is_closed(&note)))
    }

    /// Changes what is known about a table; it is stored first and shown then. Where it is refused, nothing is changed.
    pub(crate) async fn amend(
        &self,
        room: &Room,
        change: impl FnOnce(&mut Note, &Snapshot) -> Result<(), Message>,
    ) -> Result<(), Failure> {
        let _one = room.amending.lock().await;
        let shown = room.snapshot();
        let mut note = shown.note().clone();
        change(&mut note, &shown).map_err(|why| Failure::bad(&why))?;
        if note == *shown.note() {
            return Ok(());
        }
        let write = Write::Note { game: room.id, text: note.json().into() };
        self.service.store.write(write).await.map_err(|error| Failure::internal(&error))?;
        let is_closing = note.is_closed;
        room.show_note(note);
        self.service.announce(room);
        if is_closing {
            room.close();
        }
        Ok(())
    }

    /// Closes tables that nobody came to.
    pub(crate) async fn close_lapsed(&self) {
        let rooms: Vec<Arc<Room>> = self.rooms().values().cloned().collect();
        for room in rooms {
            self.close_if_lapsed(&room).await;
        }
    }

    async fn close_if_lapsed(&self, room: &Room) {
        let shown = room.snapshot();
        if !shown.is_over() && self.is_closed(shown.note()) {
            let closed = self.amend(room, |note, _| {
                note.is_closed = true;
                Ok(())
            });
            // A disk that takes nothing is tried again before long.
            let _ = closed.await;
        }
    }

    async fn take_up(&self, client: &Client, id: GameId) -> Result<Arc<Room>, RoomError> {
        let record = self.stored(id).await.ok_or(RoomError::Elsewhere(id))?;
        let start = self.work_out(client, move || served_again(&record)).await?;
        let place = self.place(client, &start)?;
        let owner = self.owner.id();
        // It is read when nobody else may write it any more.
        let claimed = self.service.store.read(move |store| Ok((store.claim(owner, &[id])?.pop(), kept(store, id)?)));
        let (Some(hold), Some((record, note))) = claimed.await? else { return Err(RoomError::Elsewhere(id)) };
        self.seat(hold, (record, note.unwrap_or_default()), start, place)
    }

    /// A game that is at hand.
    pub(crate) fn open_room(&self, id: GameId) -> Option<Arc<Room>> {
        self.rooms().get(&id).filter(|room| !room.is_abandoned()).cloned()
    }

    /// A game by its number, finished or not.
    pub(crate) async fn record(&self, id: GameId) -> Option<GameRecord> {
        match self.open_room(id) {
            Some(room) => Some(room.record()),
            None => self.stored(id).await,
        }
    }

    /// A game by its number, with its people by the names that somebody of this language reads.
    pub(crate) async fn named_record(&self, id: GameId, language: Language) -> Option<GameRecord> {
        let (mut record, note) = match self.open_room(id) {
            Some(room) => (room.record(), Some(room.snapshot().note().clone())),
            None => self.kept(id).await?,
        };
        let names = names::in_language(&record, note.as_ref(), language);
        record.players.iter_mut().zip(names).for_each(|(player, name)| player.name = name);
        Some(record)
    }

    async fn kept(&self, id: GameId) -> Option<(GameRecord, Option<Note>)> {
        self.service.store.read(move |store| kept(store, id)).await.ok().flatten()
    }

    async fn stored(&self, id: GameId) -> Option<GameRecord> {
        self.service.store.read(move |store| store.game(id)).await.ok().flatten()
    }

    /// The latest games, newest first.
    pub(crate) async fn latest(&self, limit: u32) -> Vec<(GameId, GameRecord, Option<Note>)> {
        let read = self.service.store.read(move |store| {
            let games = store
                .latest(limit)?
                .into_iter()
                .map(|id| Ok(kept(store, id)?.map(|(record, note)| (id, record, note))));
            games.filter_map(Result::transpose).collect::<Result<Vec<_>, StoreError>>()
        });
        let mut games = read.await.unwrap_or_default();
        for note in games.iter_mut().filter_map(|(_, record, note)| note.as_mut().filter(|_| record.ending.is_none())) {
            note.is_closed = self.is_closed(note);
        }
        games
    }

    /// Games that are being played, newest first.
    pub(crate) fn playing(&self) -> Vec<Arc<Room>> {
        let rooms: Vec<Arc<Room>> = self.rooms().values().rev().cloned().collect();
        rooms.into_iter().filter(|room| !room.is_over() && !room.is_abandoned()).collect()
    }

    /// What lists of games show of one as something happens in it, made once for all who look.
    pub(crate) fn listen(&self) -> broadcast::Receiver<Arc<str>> {
        let listener = self.service.cards.subscribe();
        self.playing().iter().for_each(|room| room.look());
        listener
    }

    /// Puts away what nobody looks at.
    pub(crate) fn sweep(&self) {
        let is_stale = |room: &Arc<Room>| {
            let shown = room.snapshot();
            let is_show = shown.people() == [false; 2] && self.service.cards.receiver_count() == 0;
            let stay = match shown.is_over() || is_show {
                true => STAY[0],
                false => STAY[1 + usize::from(shown.is_timed())],
            };
            room.is_unwatched() && shown.idle() > stay
        };
        let stale: Vec<Arc<Room>> = self.rooms().values().filter(|room| is_stale(room)).cloned().collect();
        stale.iter().for_each(|room| self.put_away(room));
    }

    /// Stops every game where it stands; all of them go on when the server starts again.
    pub(crate) fn close(&self) {
        self.rooms().values().for_each(|room| room.close());
        self.programs.thinkers.close();
    }

    /// The store.
    pub(crate) fn store(&self) -> &StoreHandle {
        &self.service.store
    }

    fn rooms(&self) -> MutexGuard<'_, BTreeMap<GameId, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A game of the store, and what was noted about its table.
fn kept(store: &dyn Store, id: GameId) -> Result<Option<(GameRecord, Option<Note>)>, StoreError> {
    let Some(record) = store.game(id)? else { return Ok(None) };
    Ok(Some((record, Note::read(store.note(id)?.as_deref()))))
}
