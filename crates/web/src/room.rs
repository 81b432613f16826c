//! One game that people play or watch: the referee on its thread, the record in the store, the latest frame for whoever
//! comes in, and frames as they happen for whoever is there.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use joute_arena::{Pace, Sitting, SittingPlan, TableNews};
use joute_catalog::find_game;
use joute_games::random::Seed;
use joute_games::{AnyGame, ParseError, SetupError, Side};
use joute_messages::{Localize, Message, localized_error, message};
use joute_players::{Answer, EntrantError, Workshop};
use joute_referee::{ClockView, Ending, Event, GameRecord, MatchRules, Reason, RecordError, RulesError};
use joute_store::{GameId, Hold, NewGame, Store, StoreError};
use tokio::sync::broadcast;

use crate::failure::no_such_game_message;
use crate::frame::{Clock, Frame, board_after, split};

/// How many frames a spectator may fall behind before it gets the latest instead.
const BEHIND: usize = 64;
/// A program that answers at once would leave no time to see one's own move.
const ANSWERING: Duration = Duration::from_millis(350);
/// Between two moves when programs play each other.
const WATCHING: Duration = Duration::from_millis(700);

/// The store, shared by all games.
pub(crate) type SharedStore = Arc<dyn Store>;

/// A game that cannot be opened.
#[derive(Debug)]
pub(crate) enum RoomError {
    /// Nobody knows its game.
    Game(String),
    /// Its setup makes no board.
    Setup(SetupError),
    /// Its start is no position.
    Start(ParseError),
    /// Its moves cannot be played.
    Record(RecordError),
    /// A player cannot be seated.
    Entrant(EntrantError),
    /// Its rules cannot be read.
    Rules(RulesError),
    /// The secret of the seats cannot be read.
    Secret(String),
    /// Too many are played already.
    Full(usize),
    /// Another server on the same store plays it.
    Elsewhere(GameId),
    /// The store did not take it.
    Store(StoreError),
}

impl Localize for RoomError {
    fn message(&self) -> Message {
        let internal = |error: &dyn std::error::Error| message!("error-internal", why = error.to_string());
        match self {
            RoomError::Game(name) => no_such_game_message(name),
            RoomError::Setup(error) => error.message(),
            RoomError::Start(error) => error.message(),
            RoomError::Record(error) => internal(error),
            RoomError::Entrant(error) => internal(error),
            RoomError::Rules(error) => message!("error-stored-rules", error = error.message()),
            RoomError::Secret(why) => message!("error-internal", why = why.clone()),
            RoomError::Full(count) => message!("error-rooms-full", count = *count),
            RoomError::Elsewhere(id) => message!("error-played-elsewhere", id = id.to_string()),
            RoomError::Store(error) => internal(error),
        }
    }
}

localized_error!(RoomError);

/// Errors that are what makes a game impossible to open.
macro_rules! causes {
    ($($variant:ident: $error:ty),+ $(,)?) => {
        $(impl From<$error> for RoomError {
            fn from(error: $error) -> RoomError {
                RoomError::$variant(error)
            }
        })+
    };
}

causes!(Setup: SetupError, Start: ParseError, Record: RecordError, Entrant: EntrantError, Store: StoreError);

/// What those who listen hear.
#[derive(Debug, Clone)]
pub(crate) enum RoomEvent {
    /// The game as it stands now.
    Frame(Arc<str>),
    /// What a person said was no move.
    Refused(Side, Message),
}

enum Input {
    News(TableNews),
    Say(Side, Answer),
    Close,
}

/// A game in progress, or one that has just ended.
pub(crate) struct Room {
    pub(crate) id: GameId,
    /// The right to write it.
    hold: Hold,
    pub(crate) start: AnyGame,
    state: Mutex<State>,
    frames: broadcast::Sender<RoomEvent>,
    inputs: Mutex<Sender<Input>>,
}

struct State {
    record: GameRecord,
    game: AnyGame,
    before: Option<AnyGame>,
    asked: Option<(ClockView, Side, Instant)>,
    moved: Option<GameId>,
    rematch: Option<GameId>,
    frame: Arc<str>,
    touched: Instant,
}

/// The position a record starts from.
pub(crate) fn start_of(record: &GameRecord) -> Result<AnyGame, RoomError> {
    let entry = find_game(&record.game).ok_or_else(|| RoomError::Game(record.game.clone()))?;
    Ok(entry.setup(&record.setup, &record.attachments())?.start(0)?.at(&record.start)?)
}

impl Room {
    /// Seats everybody where the record left them. `tell_hall` hears the number of the room at every change.
    pub(crate) fn open(
        hold: Hold,
        record: GameRecord,
        workshop: &Workshop,
        store: SharedStore,
        tell_hall: broadcast::Sender<GameId>,
    ) -> Result<Arc<Room>, RoomError> {
        let start = start_of(&record)?;
        let mut positions = record.replay(&start)?;
        let game = positions.pop().unwrap_or_else(|| start.clone());
        let (inputs, received) = channel();
        let sitting = sit(&record, &start, workshop, inputs.clone())?;
        let state = State {
            frame: Frame::of(&record, positions.last(), &game, Clock::default()).json().into(),
            before: positions.pop(),
            game,
            asked: None,
            moved: None,
            rematch: None,
            touched: Instant::now(),
            record,
        };
        let room = Arc::new(Room {
            id: hold.game,
            hold,
            start,
            state: Mutex::new(state),
            frames: broadcast::channel(BEHIND).0,
            inputs: Mutex::new(inputs),
        });
        let running = Arc::clone(&room);
        std::thread::spawn(move || running.run(sitting, &received, &store, &tell_hall));
        Ok(room)
    }

    fn run(
        &self,
        mut sitting: Sitting,
        inputs: &Receiver<Input>,
        store: &SharedStore,
        hall: &broadcast::Sender<GameId>,
    ) {
        // The ply that was answered last: what is said twice must not wait to become the answer to a later question.
        let mut answered = None;
        while let Ok(input) = inputs.recv() {
            match input {
                Input::Say(side, Answer::Resign) => {
                    sitting.stop();
                    self.happen(self.resignation(side), store, hall);
                    return;
                }
                Input::Say(side, _) if self.ply_of(side).is_none() => {
                    self.refuse(side, message!("error-not-your-turn"))
                }
                // Whoever has just moved and clicks again is told nothing: it is no mistake worth a word.
                Input::Say(side, _) if self.ply_of(side) == answered => {}
                Input::Say(side, answer) => {
                    answered = self.ply_of(side);
                    sitting.say(side, answer);
                }
                Input::News(TableNews::Refused { side, why }) => {
                    answered = None;
                    self.refuse(side, why);
                }
                Input::News(TableNews::Event(event)) => {
                    let has_ended = matches!(event, Event::Ended { .. });
                    self.happen(event, store, hall);
                    if has_ended {
                        return;
                    }
                }
                Input::Close => {
                    sitting.stop();
                    return;
                }
            }
        }
    }

    /// Somebody may give up at any time, which the referee would hear at their next turn only.
    fn resignation(&self, side: Side) -> Event {
        let ending = Ending::Adjudicated { outcome: side.other().into(), reason: Reason::Resignation };
        Event::Ended { ending, tally: self.state().game.tallies() }
    }

    /// The number of the ply to come when it is this side's turn.
    fn ply_of(&self, side: Side) -> Option<usize> {
        let state = self.state();
        (!state.game.is_over() && state.game.turn() == side).then_some(state.record.plies.len())
    }

    fn refuse(&self, side: Side, why: Message) {
        let _ = self.frames.send(RoomEvent::Refused(side, why));
    }

    fn happen(&self, event: Event, store: &SharedStore, hall: &broadcast::Sender<GameId>) {
        if let Err(error) = self.take(event, store) {
            // The game goes on for those who play it; what could not be stored is said where the server speaks.
            crate::server::log_error(&format!("game {}: {error}", self.id));
        }
        let _ = hall.send(self.id);
    }

    /// Stores what happened, and then shows it.
    fn take(&self, event: Event, store: &SharedStore) -> Result<(), StoreError> {
        let mut state = self.state();
        state.touched = Instant::now();
        let stored = match &event {
            Event::Played { ply, played, .. } => store.append(self.hold, *ply, played),
            _ => Ok(()),
        };
        match event {
            Event::Opened { .. } => {}
            Event::Asked { side, clock, .. } => state.asked = Some((clock, side, Instant::now())),
            // A server that stops gives its games up: they go on when it starts again.
            Event::Ended { ending: Ending::Aborted, .. } => return stored,
            event => state.apply(event),
        }
        let finished = match state.record.ending.is_some() {
            true => store.finish(self.hold, NewGame::of(&state.record, self.start.total())),
            false => Ok(()),
        };
        state.refresh();
        let _ = self.frames.send(RoomEvent::Frame(Arc::clone(&state.frame)));
        stored.and(finished)
    }

    /// Hands in what a person says.
    pub(crate) fn say(&self, side: Side, answer: Answer) {
        self.send(Input::Say(side, answer));
    }

    /// Ends the game here without a result.
    pub(crate) fn close(&self) {
        self.send(Input::Close);
    }

    /// Says that the game goes on under another number, and ends it here.
    pub(crate) fn move_to(&self, id: GameId) {
        self.change(|state| state.moved = Some(id));
        self.close();
    }

    /// Says that somebody wants to play again, and where.
    pub(crate) fn offer(&self, id: GameId) {
        self.change(|state| state.rematch = Some(id));
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state();
        change(&mut state);
        state.refresh();
        let _ = self.frames.send(RoomEvent::Frame(Arc::clone(&state.frame)));
    }

    fn send(&self, input: Input) {
        let _ = self.inputs.lock().unwrap_or_else(PoisonError::into_inner).send(input);
    }

    /// The game as it stands, with clocks of this moment.
    pub(crate) fn frame(&self) -> Arc<str> {
        let mut state = self.state();
        state.refresh();
        Arc::clone(&state.frame)
    }

    /// Everything that happens from now on.
    pub(crate) fn listen(&self) -> broadcast::Receiver<RoomEvent> {
        self.frames.subscribe()
    }

    /// How many are listening.
    pub(crate) fn listeners(&self) -> usize {
        self.frames.receiver_count()
    }

    /// The record so far.
    pub(crate) fn record(&self) -> GameRecord {
        self.state().record.clone()
    }

    /// The position as it stands.
    pub(crate) fn game(&self) -> AnyGame {
        self.state().game.clone()
    }

    /// Whether it has ended, or goes on elsewhere.
    pub(crate) fn is_over(&self) -> bool {
        let state = self.state();
        state.record.ending.is_some() || state.moved.is_some()
    }

    /// How long nothing has happened.
    pub(crate) fn idle(&self) -> Duration {
        self.state().touched.elapsed()
    }

    /// Which seats people have.
    pub(crate) fn people(&self) -> [bool; 2] {
        self.state().record.players.each_ref().map(|player| is_person(&player.locator))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn apply(&mut self, event: Event) {
        if let Event::Played { played, .. } = &event {
            let before = self.game.clone();
            match played.mv.as_deref().map(|mv| self.game.try_play(mv)) {
                Some(_) => {}
                None => self.game.skip_turn(),
            }
            self.before = Some(before);
        }
        self.record.apply(event);
    }

    fn refresh(&mut self) {
        let clock = match self.asked {
            Some((view, side, since)) => Clock::of(view, side, since.elapsed()),
            None => Clock::default(),
        };
        let frame = Frame::of(&self.record, self.before.as_ref(), &self.game, clock);
        let frame = Frame { moved: self.moved, rematch: self.rematch, ..frame };
        self.frame = frame.json().into();
    }
}

/// Whether a locator names a person.
pub(crate) fn is_person(locator: &str) -> bool {
    locator == "human" || locator.starts_with("human:")
}

fn sit(record: &GameRecord, start: &AnyGame, workshop: &Workshop, inputs: Sender<Input>) -> Result<Sitting, RoomError> {
    let rules: MatchRules = record.rules.parse().map_err(RoomError::Rules)?;
    let [first, second] = record.players.each_ref().map(|player| workshop.entrant(&player.locator));
    let entrants = [first?, second?];
    let has_person = record.players.iter().any(|player| is_person(&player.locator));
    let inputs = Mutex::new(inputs);
    let plan = SittingPlan {
        start,
        entrants: [&entrants[0], &entrants[1]],
        identities: record.players.clone(),
        rules: &rules,
        seed: Seed(record.seed),
        prefix: record.prefix(start, record.plies.len())?,
        pace: Pace::of(if has_person { ANSWERING } else { WATCHING }),
    };
    let tell = Arc::new(move |news| {
        let _ = inputs.lock().unwrap_or_else(PoisonError::into_inner).send(Input::News(news));
    });
    Ok(Sitting::begin_telling(plan, tell)?)
}

/// The layout of a game's board, as JSON.
pub(crate) fn layout_json(start: &AnyGame) -> String {
    serde_json::to_string(&split(board_after(None, None, start)).0).unwrap_or_else(|_| "{}".to_owned())
}
