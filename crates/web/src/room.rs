//! One game that people play or watch, as handlers see it: the game as it was shown last, and events for whoever listens.
//! [`LiveGame`](crate::live_game::LiveGame) plays it. Nobody waits here: every lock is held for as long as it takes to copy a
//! pointer.

mod error;
mod snapshot;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use joute_catalog::find_game;
use joute_elements::BoardLayout;
use joute_games::{AnyGame, Outcome, Side};
use joute_messages::Message;
use joute_players::Answer;
use joute_referee::{Event, Follower, GameRecord, Reason};
use joute_store::GameId;
use tokio::sync::{broadcast, mpsc};

pub(crate) use error::RoomError;
pub(crate) use snapshot::Snapshot;

use crate::client::Client;
use crate::frame::{board_after, split};
use crate::notes::Note;
use crate::places::Place;

/// How many frames a spectator may fall behind before it gets the latest instead.
const BEHIND: usize = 16;
/// Boards of more parts take long to draw, and boards of yet more are on no list.
const LARGE: usize = 200;
const LISTED: usize = 900;
/// What may wait to be heard; what is said beyond that is not.
const SAID: usize = 64;
/// Of these, what is left for those who close the game.
const RESERVED: usize = 8;

/// What those who listen hear.
#[derive(Debug, Clone)]
pub(crate) enum RoomEvent {
    /// The game as it stands now.
    Frame(Arc<str>),
    /// What a person said was no move, or cannot be kept at the moment.
    Refused(Side, Message),
}

/// What comes in from outside.
#[derive(Debug)]
pub(crate) enum Input {
    /// A person says something, having seen so many plies, when it was this side's turn.
    Say { side: Side, answer: Answer, seen: usize, turn: Option<Side> },
    /// People have agreed on a draw, or one of them claims the result, having seen so many plies.
    End { outcome: Outcome, reason: Reason, seen: usize },
    /// Somebody looks.
    Watched,
    /// The game ends here without a result.
    Close,
}

/// A game in progress, or one that has just ended.
pub(crate) struct Room {
    pub(crate) id: GameId,
    pub(crate) start: AnyGame,
    /// What never changes about its board.
    pub(crate) layout: BoardLayout,
    layout_parts: usize,
    shown: Mutex<Arc<Snapshot>>,
    listeners: broadcast::Sender<RoomEvent>,
    /// Held while a frame is told, so that none overtakes a later one.
    telling: Mutex<()>,
    inputs: mpsc::Sender<Input>,
    /// Ends the thoughts of its programs.
    pub(crate) stop: Arc<AtomicBool>,
    /// For whom it is played, and what it takes for that; gone when it is put away.
    pub(crate) client: Option<Client>,
    place: Mutex<Option<Place>>,
    /// Held while the note is changed.
    pub(crate) amending: tokio::sync::Mutex<()>,
    /// How many pages of each side are open.
    pages: Mutex<[usize; 2]>,
}

/// A page of somebody who plays, for as long as it is open.
pub(crate) struct OpenPage(Arc<Room>, Side);

impl Drop for OpenPage {
    fn drop(&mut self) {
        self.0.count_page(self.1, usize::saturating_sub);
    }
}

/// The position a record starts from.
pub(crate) fn start_of(record: &GameRecord) -> Result<AnyGame, RoomError> {
    let entry = find_game(&record.game).ok_or_else(|| RoomError::Game(record.game.clone()))?;
    Ok(entry.setup(&record.setup, &record.attachments())?.start(0)?.at(&record.start)?)
}

impl Room {
    /// A room for a game as far as its record goes, and what comes in from it.
    pub(crate) fn new(
        id: GameId,
        record: GameRecord,
        note: Note,
        start: AnyGame,
        place: Option<Place>,
    ) -> Result<(Arc<Room>, mpsc::Receiver<Input>), RoomError> {
        let follower = Follower::of_record(record, &start)?;
        let (inputs, received) = mpsc::channel(SAID);
        let shown = Snapshot::new(follower, note);
        let board = board_after(None, None, &start);
        let room = Room {
            id,
            layout_parts: board.cells.len(),
            layout: split(board).0,
            start,
            shown: Mutex::new(Arc::new(shown)),
            listeners: broadcast::channel(BEHIND).0,
            telling: Mutex::default(),
            inputs,
            stop: Arc::default(),
            client: place.as_ref().map(|place| place.client.clone()),
            place: Mutex::new(place),
            amending: tokio::sync::Mutex::default(),
            pages: Mutex::default(),
        };
        Ok((Arc::new(room), received))
    }

    /// Shows what happened.
    pub(crate) fn show(&self, event: &Event) {
        self.change(|shown| shown.hear(event));
    }

    /// Shows what is known about the table from now on.
    pub(crate) fn show_note(&self, note: Note) {
        let pages = *self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        self.change(|shown| shown.hear_note(note, pages));
    }

    /// A page of somebody who plays is opened.
    pub(crate) fn open_page(self: &Arc<Room>, side: Side) -> OpenPage {
        self.count_page(side, usize::saturating_add);
        OpenPage(Arc::clone(self), side)
    }

    fn count_page(&self, side: Side, count: fn(usize, usize) -> usize) {
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let before = pages[side];
        pages[side] = count(before, 1);
        if (before == 0) != (pages[side] == 0) {
            let away = (pages[side] == 0).then(Instant::now);
            self.change(|shown| shown.away[side] = away);
        }
    }

    /// People have agreed how it ends, or one of them may say so.
    pub(crate) fn end(&self, outcome: Outcome, reason: Reason) {
        let seen = self.snapshot().record().plies.len();
        self.tell(Input::End { outcome, reason, seen });
    }

    /// Says that the game goes on under another number, and ends it here.
    pub(crate) fn move_to(&self, id: GameId) {
        self.change(|shown| shown.moved = Some(id));
        self.close();
    }

    /// What it takes is paid for from now on.
    pub(crate) fn keep_place(&self, place: Place) {
        *self.place.lock().unwrap_or_else(PoisonError::into_inner) = Some(place);
    }

    /// Remembers at a table that is at hand again where those who sat there went on.
    pub(crate) fn restore(&self, rematch: Option<GameId>) {
        Arc::make_mut(&mut self.shown()).rematch = rematch;
    }

    /// Says that both want to play again, and where.
    pub(crate) fn offer(&self, id: GameId) {
        self.change(|shown| shown.rematch = Some(id));
    }

    fn change(&self, change: impl FnOnce(&mut Snapshot)) {
        change(Arc::make_mut(&mut self.shown()));
        let _order = self.telling.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever comes later begins with the game as it stands then.
        if !self.is_unwatched() {
            let _ = self.listeners.send(RoomEvent::Frame(self.frame()));
        }
    }

    /// Tells a person that what they said does not count.
    pub(crate) fn refuse(&self, side: Side, why: Message) {
        let _ = self.listeners.send(RoomEvent::Refused(side, why));
    }

    /// Hands in what a person says.
    pub(crate) fn say(&self, side: Side, answer: Answer) {
        let now = self.snapshot();
        let turn = (!now.game().is_over()).then(|| now.game().turn());
        self.tell(Input::Say { side, answer, seen: now.record().plies.len(), turn });
    }

    /// Whoever plays it hears of this, unless so much was said that nobody could have meant it.
    fn tell(&self, input: Input) {
        if self.inputs.capacity() > RESERVED {
            let _ = self.inputs.try_send(input);
        }
    }

    /// Says that somebody looks, where that makes it go on.
    pub(crate) fn look(&self) {
        if self.people() == [false; 2] {
            self.tell(Input::Watched);
        }
    }

    /// Ends the game here without a result.
    pub(crate) fn close(&self) {
        self.stop.store(true, Ordering::Relaxed);
        let _ = self.inputs.try_send(Input::Close);
    }

    /// Ends the game here without a result, and gives its place to others.
    pub(crate) fn put_away(&self) {
        self.close();
        drop(self.place.lock().unwrap_or_else(PoisonError::into_inner).take());
    }

    /// The game as it was shown last.
    pub(crate) fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.shown())
    }

    /// The game as it stands, with clocks of this moment.
    pub(crate) fn frame(&self) -> Arc<str> {
        self.snapshot().frame().json().into()
    }

    /// Everything that happens from now on.
    pub(crate) fn listen(&self) -> broadcast::Receiver<RoomEvent> {
        let listener = self.listeners.subscribe();
        self.look();
        listener
    }

    /// Whether making a picture of it takes so long that it is done where others do not wait for it.
    pub(crate) fn is_large(&self) -> bool {
        self.layout_parts > LARGE
    }

    /// Whether lists of games have a place for its board: each who looks at them gets all of it.
    pub(crate) fn is_listed(&self) -> bool {
        self.layout_parts <= LISTED
    }

    /// Whether nobody listens.
    pub(crate) fn is_unwatched(&self) -> bool {
        self.listeners() == 0
    }

    /// How many are listening.
    pub(crate) fn listeners(&self) -> usize {
        self.listeners.receiver_count()
    }

    /// The record so far.
    pub(crate) fn record(&self) -> GameRecord {
        self.snapshot().record().clone()
    }

    /// Whether it has ended, or goes on elsewhere.
    pub(crate) fn is_over(&self) -> bool {
        self.snapshot().is_over()
    }

    /// Whether nobody plays it any more although it is not over: it was closed, or lost to another server.
    pub(crate) fn is_abandoned(&self) -> bool {
        self.inputs.is_closed() && !self.is_over()
    }

    /// Returns as soon as nobody plays it any more.
    pub(crate) async fn left(&self) {
        self.inputs.closed().await;
    }

    /// Which seats people have.
    pub(crate) fn people(&self) -> [bool; 2] {
        self.snapshot().people()
    }

    fn shown(&self) -> MutexGuard<'_, Arc<Snapshot>> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a locator names a person.
pub(crate) fn is_person(locator: &str) -> bool {
    locator == "human" || locator.starts_with("human:")
}

/// The layout of a game's board, as JSON.
pub(crate) fn layout_json(start: &AnyGame) -> String {
    serde_json::to_string(&split(board_after(None, None, start)).0).unwrap_or_else(|_| "{}".to_owned())
}
