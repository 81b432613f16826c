//! Plays the game of a room, as a task: asks programs on threads that may be busy, and waits for people on none at all. What
//! happens is kept in the store first and shown then.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use joute_arena::SeatedGame;
use joute_catalog::within_level_memory;
use joute_games::random::Seed;
use joute_games::{Outcome, Side};
use joute_messages::{Localize, message};
use joute_players::{Answer, Workshop};
use joute_referee::{Conditions, Ending, Event, GameRecord, Identity, MatchRules, Reason, Referee};
use joute_store::{Hold, NewGame, Write};
use tokio::sync::{broadcast, mpsc};
use tokio::time::timeout_at;

use crate::card;
use crate::client::Client;
use crate::pool::Pool;
use crate::quota::Ticket;
use crate::room::{Input, Room, RoomError, is_person};
use crate::server::log_error;
use crate::store_handle::StoreHandle;

/// A program that answers at once would leave no time to see one's own move.
const ANSWERING: Duration = Duration::from_millis(350);
/// Between two moves when programs play each other.
const WATCHING: Duration = Duration::from_millis(700);
/// How long a store that does not take anything is left alone before it is tried again: the first time, and at most.
const RETRY: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(10)];

/// What a game needs of the server.
#[derive(Clone)]
pub(crate) struct Service {
    pub(crate) workshop: Arc<Workshop>,
    pub(crate) store: StoreHandle,
    /// Where programs think.
    pub(crate) thinkers: Arc<Pool>,
    /// Where boards are worked out.
    pub(crate) boards: Arc<Pool>,
    /// What lists of games show, as JSON.
    pub(crate) cards: broadcast::Sender<Arc<str>>,
}

impl Service {
    /// Tells those who look at the list of games how one stands; nothing is made where nobody looks.
    pub(crate) fn announce(&self, room: &Room) {
        if self.cards.receiver_count() > 0 && room.is_listed() {
            let _ = self.cards.send(card::json(room));
        }
    }
}

/// A game that is being played.
pub(crate) struct LiveGame {
    room: Arc<Room>,
    hold: Hold,
    service: Service,
    /// Whose turn to think it is when a program of this game thinks.
    client: Client,
    /// The right to have a program of a class at the table; it is given back before it shows that the table was left.
    _ticket: Option<Ticket>,
    inputs: mpsc::Receiver<Input>,
    /// Away while a program thinks.
    seated: Option<Box<SeatedGame>>,
    /// Programs move no faster than this.
    pace: Duration,
    /// When the last ply was shown.
    shown: Instant,
    /// How people ended it while something else had to be done first.
    verdict: Option<Verdict>,
    /// What the person to move said before they were asked.
    early: Option<Input>,
}

/// How a game ends by what people say.
type Verdict = (Outcome, Reason);

/// What ends a wait before its time.
enum Interruption {
    Ended(Verdict),
    Closed,
}

/// The game was closed, or cannot go on.
struct Closed;

impl LiveGame {
    /// A game that goes on where its room stands.
    pub(crate) fn new(
        room: Arc<Room>,
        inputs: mpsc::Receiver<Input>,
        hold: Hold,
        service: Service,
        (client, ticket): (Client, Option<Ticket>),
    ) -> Result<LiveGame, RoomError> {
        let record = room.record();
        let has_person = record.players.iter().any(|player| is_person(&player.locator));
        Ok(LiveGame {
            seated: Some(Box::new(seated(&record, &room, &service.workshop)?)),
            pace: if has_person { ANSWERING } else { WATCHING },
            shown: Instant::now(),
            verdict: None,
            early: None,
            room,
            hold,
            service,
            client,
            _ticket: ticket,
            inputs,
        })
    }

    /// Plays until the game is over or the room is closed.
    pub(crate) async fn run(mut self) {
        let ending = self.play().await.unwrap_or(Ending::Aborted);
        if let Some(mut seated) = self.seated.take() {
            let _ = tokio::task::spawn_blocking(move || seated.close(&ending)).await;
        }
    }

    async fn play(&mut self) -> Result<Ending, Closed> {
        let mut event =
            self.busy(|seated, stop| seated.open(stop).unwrap_or_else(|| seated.referee().next(stop))).await?;
        loop {
            self.keep(&event).await?;
            event = self.show(event).await?;
            if matches!(event, Event::Played { .. }) {
                self.early = None;
            }
            event = match (event, self.verdict.take()) {
                (Event::Ended { ending, .. }, _) => return Ok(ending),
                (_, Some((outcome, reason))) => self.referee()?.end(outcome, reason),
                (Event::Asked { side, .. }, None) if self.is_person(side) => self.ask_person(side).await?,
                (Event::Asked { side, .. }, None) => self.ask_program(side).await?,
                (Event::Opened { .. } | Event::Played { .. }, None) => {
                    self.shown = Instant::now();
                    let stop = Arc::clone(&self.room.stop);
                    self.referee()?.next(&stop)
                }
            };
        }
    }

    /// Shows what happened: at once, or where drawing it keeps nobody else waiting.
    async fn show(&mut self, event: Event) -> Result<Event, Closed> {
        let (room, service) = (Arc::clone(&self.room), self.service.clone());
        let work = move || {
            room.show(&event);
            service.announce(&room);
            event
        };
        if self.room.is_large() {
            self.service.boards.wait_for(&self.client, work).await.ok_or(Closed)
        } else {
            Ok(work())
        }
    }

    fn plies(&self) -> usize {
        self.room.snapshot().record().plies.len()
    }

    fn is_person(&self, side: Side) -> bool {
        self.seated.as_ref().is_some_and(|seated| seated.is_person(side))
    }

    fn referee(&mut self) -> Result<&mut Referee, Closed> {
        self.seated.as_mut().map(|seated| seated.referee()).ok_or(Closed)
    }

    /// Waits for a person, for as long as the clock allows. A turn of which the clock does not run takes no time.
    async fn ask_person(&mut self, asked: Side) -> Result<Event, Closed> {
        let is_running = self.room.snapshot().is_clock_running();
        let (since, deadline) = (Instant::now(), self.referee()?.deadline().filter(|_| is_running));
        let used = || if is_running { since.elapsed() } else { Duration::ZERO };
        loop {
            let early = self.early.take();
            let input = if early.is_some() { early } else { self.input(deadline).await };
            let Some(input) = input else { return Ok(self.referee()?.run_out(used())) };
            match input {
                Input::Say { side, answer: Answer::Move(text), seen, .. } if side == asked && seen == self.plies() => {
                    match self.referee()?.enter(&text, used()) {
                        Ok(event) => return Ok(event),
                        Err(error) => self.room.refuse(side, error.message()),
                    }
                }
                input => match self.interruption(input) {
                    Some(Interruption::Ended((outcome, reason))) => return Ok(self.referee()?.end(outcome, reason)),
                    Some(Interruption::Closed) => return Err(Closed),
                    None => {}
                },
            }
        }
    }

    /// Asks a program, not faster than one can watch; its clock begins after that.
    async fn ask_program(&mut self, side: Side) -> Result<Event, Closed> {
        if let Some((outcome, reason)) = self.pause(self.shown + self.pace).await? {
            return Ok(self.referee()?.end(outcome, reason));
        }
        self.until_watched().await?;
        self.busy(move |seated, stop| seated.ask(side, stop)).await
    }

    /// Programs play each other only while somebody looks.
    async fn until_watched(&mut self) -> Result<(), Closed> {
        let is_show = self.room.people() == [false; 2];
        while is_show && self.room.is_unwatched() && self.service.cards.receiver_count() == 0 {
            let input = self.input(None).await.unwrap_or(Input::Close);
            if let Some(Interruption::Closed) = self.interruption(input) {
                return Err(Closed);
            }
        }
        Ok(())
    }

    /// Has the referee do something that takes time, when it is this game's turn. Programs hold memory for as long as it
    /// takes, and none while they wait.
    async fn busy(
        &mut self,
        work: impl FnOnce(&mut SeatedGame, &AtomicBool) -> Event + Send + 'static,
    ) -> Result<Event, Closed> {
        let mut seated = self.seated.take().ok_or(Closed)?;
        let stop = Arc::clone(&self.room.stop);
        let (thinkers, client) = (Arc::clone(&self.service.thinkers), self.client.clone());
        let thought = thinkers.wait_for(&client, move || {
            let event = work(&mut seated, &stop);
            seated.release_memory();
            (seated, event)
        });
        let (done, is_closed) = self.meanwhile(thought).await;
        let (seated, event) = done.ok_or(Closed)?;
        self.seated = Some(seated);
        match (&event, self.verdict) {
            _ if is_closed => Err(Closed),
            // It was cut short because somebody gave up. A move that was played all the same is shown first.
            (Event::Ended { ending: Ending::Aborted, .. }, Some((outcome, reason))) => {
                Ok(self.referee()?.end(outcome, reason))
            }
            _ => Ok(event),
        }
    }

    /// Waits for work that is done elsewhere, which whoever gives up or closes the room cuts short; says whether it was closed.
    async fn meanwhile<T>(&mut self, work: impl Future<Output = T>) -> (T, bool) {
        let mut work = pin!(work);
        let mut is_closed = false;
        loop {
            tokio::select! {
                done = &mut work => return (done, is_closed),
                input = self.inputs.recv(), if !is_closed && self.verdict.is_none() => {
                    match self.interruption(input.unwrap_or(Input::Close)) {
                        Some(Interruption::Ended(verdict)) => self.verdict = Some(verdict),
                        Some(Interruption::Closed) => is_closed = true,
                        None => continue,
                    }
                    self.room.stop.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    /// Waits until a time, unless somebody ends the game.
    async fn pause(&mut self, until: Instant) -> Result<Option<Verdict>, Closed> {
        while let Some(input) = self.input(Some(until)).await {
            match self.interruption(input) {
                Some(Interruption::Ended(verdict)) => return Ok(Some(verdict)),
                Some(Interruption::Closed) => return Err(Closed),
                None => {}
            }
        }
        Ok(None)
    }

    /// What comes in next; nothing when it is too late.
    async fn input(&mut self, deadline: Option<Instant>) -> Option<Input> {
        let input = match deadline {
            Some(deadline) => timeout_at(deadline.into(), self.inputs.recv()).await.ok()?,
            None => self.inputs.recv().await,
        };
        Some(input.unwrap_or(Input::Close))
    }

    /// What is said while nobody waits for it. Whoever has just moved and clicks again is told nothing: it is no mistake
    /// worth a word, and must not count for a later turn.
    fn interruption(&mut self, input: Input) -> Option<Interruption> {
        match input {
            Input::Watched => None,
            Input::Close | Input::Say { answer: Answer::Leave, .. } => Some(Interruption::Closed),
            Input::Say { side, answer: Answer::Resign, .. } => {
                Some(Interruption::Ended((side.other().into(), Reason::Resignation)))
            }
            // What was agreed on before a move that was played since is overtaken by it.
            Input::End { outcome, reason, seen } => {
                (seen == self.plies()).then_some(Interruption::Ended((outcome, reason)))
            }
            Input::Say { side, turn, .. } if turn != Some(side) => {
                self.room.refuse(side, message!("error-not-your-turn"));
                None
            }
            Input::Say { seen, .. } => {
                if seen == self.plies() && self.early.is_none() {
                    self.early = Some(input);
                }
                None
            }
        }
    }

    /// Has the store keep what happened. When it takes nothing, as on a full disk, the game waits until it does.
    async fn keep(&mut self, event: &Event) -> Result<(), Closed> {
        let Some(write) = self.write_of(event)? else { return Ok(()) };
        let mut wait = RETRY[0];
        while let Err(error) = self.service.store.write(write.clone()).await {
            if wait == RETRY[0] {
                log_error(&format!("game {}: {error}", self.room.id));
            }
            if error.kind.is_about_one_write() {
                return Err(Closed);
            }
            Side::BOTH.into_iter().for_each(|side| self.room.refuse(side, message!("error-not-kept")));
            if let Some(verdict) = self.pause(Instant::now() + wait).await? {
                self.verdict = Some(verdict);
            }
            wait = (2 * wait).min(RETRY[1]);
        }
        Ok(())
    }

    fn write_of(&self, event: &Event) -> Result<Option<Write<'static>>, Closed> {
        let hold = self.hold;
        Ok(match event {
            Event::Opened { .. } | Event::Asked { .. } => None,
            Event::Played { ply, played, .. } => {
                Some(Write::Ply { hold, ply: *ply, played: Cow::Owned(played.clone()) })
            }
            // A server that stops gives its games up: they go on when it starts again.
            Event::Ended { ending: Ending::Aborted, .. } => return Err(Closed),
            Event::Ended { .. } => {
                let mut record = self.room.record();
                record.apply(event.clone());
                Some(Write::Finish { hold, game: NewGame::owned(record, self.room.start.total()) })
            }
        })
    }
}

/// Everybody where the record left them.
fn seated(record: &GameRecord, room: &Room, workshop: &Workshop) -> Result<SeatedGame, RoomError> {
    let rules: MatchRules = record.rules.parse().map_err(RoomError::Rules)?;
    let entrant = |player: &Identity| workshop.entrant(&within_level_memory(&record.game, &player.locator));
    let [first, second] = record.players.each_ref().map(entrant);
    let conditions = Conditions {
        rules: &rules,
        seed: Seed(record.seed),
        identities: &record.players,
        prefix: &record.prefix(&room.start, record.plies.len())?,
        stop: &room.stop,
        labels: &BTreeMap::new(),
    };
    Ok(SeatedGame::new(room.start.clone(), [&first?, &second?], &conditions)?)
}
