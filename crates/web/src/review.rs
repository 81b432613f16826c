//! Reviews of finished games: begun by whoever asks first, told to all who look on, kept for good.

mod elsewhere;

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::{FromRequestParts, Path, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::response::sse::Event;
use axum::response::{IntoResponse, Response, Sse};
use joute_catalog::{REVIEW_VERSION, Review, Reviewer, positions_of};
use joute_elements::ReplayReview;
use joute_games::content_hash;
use joute_messages::message;
use joute_referee::GameRecord;
use joute_store::{GameId, Write};
use tokio::sync::{Semaphore, SemaphorePermit, watch};
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

use elsewhere::Elsewhere;

use crate::client::Client;
use crate::failure::Failure;
use crate::game_request::check_served;
use crate::limits::Share;
use crate::memory::Held;
use crate::quota::{Quota, Ticket};
use crate::server::{Site, log_error};
use crate::stream::alive;

/// The most games that are reviewed or wait for it, for strangers and for people of a class apart.
const AT_ONCE: usize = 100;

/// How many of them are gone through at once: each has a table for as long as it takes.
const IN_HAND: usize = 2;
/// What a review takes while it is gone through: the table, and the positions of the game.
const MEMORY: usize = 20 << 20;
/// How long that is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// What is known of a game, as a replay shows it; those who look on get the latest.
type Known = watch::Receiver<Arc<str>>;
type Teller = watch::Sender<Arc<str>>;

/// A review that was begun.
struct Running {
    known: Known,
    is_of_class: bool,
}

/// The reviews that are being made.
pub(crate) struct Reviews {
    /// By the hash of the record.
    running: Mutex<BTreeMap<String, Running>>,
    /// Those that are gone through.
    in_hand: Semaphore,
    /// Of these, those for strangers: where there is a class, its people never wait for all of them.
    of_strangers: Semaphore,
    quota: Quota,
    stop: Arc<AtomicBool>,
}

impl Reviews {
    pub(crate) fn new(share: Share, has_class: bool) -> Reviews {
        Reviews {
            running: Mutex::default(),
            in_hand: Semaphore::new(IN_HAND),
            of_strangers: Semaphore::new(if has_class { IN_HAND - 1 } else { IN_HAND }),
            quota: Quota::new(share),
            stop: Arc::default(),
        }
    }

    /// A place for the review of a game, and whoever is told of it; nothing where it is under way.
    fn enter(&self, key: &str, client: &Client) -> Result<Option<(Ticket, Teller)>, Failure> {
        let mut running = self.running();
        if running.contains_key(key) {
            return Ok(None);
        }
        let is_of_class = client.origin.is_of_class();
        if running.values().filter(|one| one.is_of_class == is_of_class).count() >= AT_ONCE {
            return Err(Failure::busy(message!("error-reviews-full", count = AT_ONCE)));
        }
        let ticket = self.quota.take(client).map_err(|enough| Failure::enough(enough.of("waiting")))?;
        let (teller, known) = watch::channel(json(&ReplayReview::default()));
        running.insert(key.to_owned(), Running { known, is_of_class });
        Ok(Some((ticket, teller)))
    }

    /// Waits for the turn of somebody's review.
    async fn turn(&self, client: &Client) -> Option<(Option<SemaphorePermit<'_>>, SemaphorePermit<'_>)> {
        let of_strangers =
            if client.origin.is_of_class() { None } else { Some(self.of_strangers.acquire().await.ok()?) };
        Some((of_strangers, self.in_hand.acquire().await.ok()?))
    }

    /// Whether a game is being reviewed.
    pub(crate) fn is_running(&self, record: &GameRecord) -> bool {
        self.running().contains_key(&key(record))
    }

    /// Ends them all; they are begun anew when somebody asks again.
    pub(crate) fn close(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn running(&self) -> MutexGuard<'_, BTreeMap<String, Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The review of a game that is kept; one that an older program wrote is made again.
pub(crate) async fn kept(site: &Site, record: &GameRecord) -> Option<Review> {
    let key = key(record);
    let text = site.hall.store().read(move |store| store.review(&key)).await.ok().flatten()?;
    serde_json::from_str(&text).ok().filter(|review: &Review| review.version == REVIEW_VERSION)
}

/// A review in the making.
struct ReviewJob {
    site: Arc<Site>,
    key: String,
    _memory: Held,
    reviewer: Reviewer,
    shown: ReplayReview,
    teller: watch::Sender<Arc<str>>,
}

impl ReviewJob {
    /// Tells what is known, and whether there is more to do. A review is kept before it is told to be complete.
    async fn tell(&mut self) -> bool {
        let is_complete = self.reviewer.review().is_complete;
        if is_complete {
            self.keep().await;
        }
        self.shown.update(self.reviewer.review(), self.reviewer.positions());
        self.teller.send_replace(json(&self.shown));
        !is_complete
    }

    async fn keep(&mut self) {
        let text = serde_json::to_string(self.reviewer.review()).unwrap_or_default();
        let write = Write::Review { record: self.key.clone().into(), review: text.into() };
        if let Err(error) = self.site.hall.store().write(write).await {
            log_error(&format!("a review cannot be kept: {error}"));
        }
    }
}

fn json(shown: &ReplayReview) -> Arc<str> {
    serde_json::to_string(shown).unwrap_or_default().into()
}

/// What a review is kept by: whoever has played the same game the same way gets the same review.
fn key(record: &GameRecord) -> String {
    content_hash(record.to_json().as_bytes())
}

/// The game that an address names: one of the hall, or one of a tournament.
pub(crate) struct Subject(GameRecord);

impl FromRequestParts<Arc<Site>> for Subject {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Subject, Failure> {
        let missing = || Failure::missing(message!("error-no-stored-game"));
        let names = Path::<BTreeMap<String, String>>::from_request_parts(parts, site).await.map_err(|_| missing())?;
        let id: GameId = names.get("id").and_then(|id| id.parse().ok()).ok_or_else(missing)?;
        let record = match names.get("name") {
            Some(name) => match site.tournaments.find(name) {
                Some((_, tournament)) => tournament.game(id).await,
                None => None,
            },
            None => site.hall.record(id).await,
        };
        record.map(Subject).ok_or_else(missing)
    }
}

/// `POST .../review`: begins the review of a game that is over, unless it is there or under way already.
pub(crate) async fn begin(
    State(site): State<Arc<Site>>,
    client: Client,
    Subject(record): Subject,
) -> Result<StatusCode, Failure> {
    if record.ending.is_none() {
        return Err(Failure::forbidden(message!("error-review-unfinished")));
    }
    if kept(&site, &record).await.is_some() {
        return Ok(StatusCode::OK);
    }
    check_served(&record)?;
    if let Some((ticket, teller)) = site.reviews.enter(&key(&record), &client)? {
        tokio::spawn(work(Arc::clone(&site), ticket, record, teller));
    }
    Ok(StatusCode::ACCEPTED)
}

/// Has a worker go through a game, or does so when there is room for it.
async fn work(site: Arc<Site>, ticket: Ticket, record: GameRecord, teller: watch::Sender<Arc<str>>) {
    let (key, client) = (key(&record), ticket.client.clone());
    let elsewhere = Elsewhere { site: &site, client: &client, record: &record, teller: &teller };
    if elsewhere.is_made().await {
        site.reviews.running().remove(&key);
        return;
    }
    if let Some(_turn) = site.reviews.turn(&client).await {
        let memory = site.memory.games.take_within(PATIENCE, MEMORY).await;
        let made = site.thinkers.wait_for(&client, move || Reviewer::new(&record, None)).await;
        if let (Some(Ok(reviewer)), Some(memory)) = (made, memory) {
            let shown = ReplayReview::default();
            let site = Arc::clone(&site);
            go_through(client, ReviewJob { site, key: key.clone(), _memory: memory, reviewer, shown, teller }).await;
        }
    }
    site.reviews.running().remove(&key);
}

/// Every position waits for its turn to think, so that hints at a table need not wait for a whole review.
async fn go_through(client: Client, mut job: ReviewJob) {
    let thinkers = Arc::clone(&job.site.thinkers);
    loop {
        let step = thinkers.wait_for(&client, move || {
            let goes_on = job.reviewer.step(&job.site.reviews.stop);
            (job, goes_on)
        });
        match step.await {
            Some((same, true)) => job = same,
            _ => return,
        }
        if !job.tell().await {
            return;
        }
    }
}

/// `.../review/events`: what is known, at once and after every position.
pub(crate) async fn events(
    State(site): State<Arc<Site>>,
    Subject(record): Subject,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Failure> {
    let running = site.reviews.running().get(&key(&record)).map(|running| running.known.clone());
    let known = match running {
        Some(known) => known,
        None => watch::channel(json(&shown(&site, &record).await?)).1,
    };
    let event = |known: Arc<str>| Ok(Event::default().event("review").data(&*known));
    Ok(Sse::new(WatchStream::new(known).map(event)).keep_alive(alive()))
}

/// The review that is kept, as a replay shows it.
async fn shown(site: &Site, record: &GameRecord) -> Result<ReplayReview, Failure> {
    let review = kept(site, record).await.ok_or_else(unreviewed)?;
    Ok(ReplayReview::of(&review, &positions_of(record).map_err(|error| Failure::internal(&error))?))
}

fn unreviewed() -> Failure {
    Failure::missing(message!("error-no-review"))
}

/// `.../review.json`: the whole review, as `joute replay --review --json` has it.
pub(crate) async fn whole(State(site): State<Arc<Site>>, Subject(record): Subject) -> Result<Response, Failure> {
    let review = kept(&site, &record).await.ok_or_else(unreviewed)?;
    let text = serde_json::to_string(&review).unwrap_or_default();
    Ok(([(CONTENT_TYPE, "application/json")], text).into_response())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

    use super::*;
    use crate::client::Origin;

    #[tokio::test]
    async fn strangers_leave_people_of_a_class_a_place_and_a_turn() {
        let reviews = Reviews::new(Share { visitor: 2, address: 8 }, true);
        let stranger = |number: usize| Client {
            origin: Origin::Stranger([127, 0, 0, u8::try_from(number).unwrap()].into()),
            visitor: "".into(),
        };
        let ada = Client { origin: Origin::Member([127, 0, 0, 1].into()), visitor: "ada".into() };
        let places: Vec<_> =
            (0..AT_ONCE).map(|number| reviews.enter(&number.to_string(), &stranger(number)).ok().unwrap()).collect();
        assert!(places.iter().all(Option::is_some));
        assert!(reviews.enter("one more", &stranger(AT_ONCE)).is_err(), "they have enough");
        assert!(reviews.enter("0", &stranger(AT_ONCE)).ok().unwrap().is_none(), "it is under way");
        assert!(reviews.enter("of ada", &ada).ok().unwrap().is_some());
        // As many of theirs as there may be are gone through.
        let _first = reviews.turn(&stranger(0)).await.unwrap();
        let others = stranger(1);
        let mut second = std::pin::pin!(reviews.turn(&others));
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        assert!(second.as_mut().poll(&mut context).is_pending(), "strangers have not all the turns");
        let mut of_ada = std::pin::pin!(reviews.turn(&ada));
        assert!(of_ada.as_mut().poll(&mut context).is_ready());
    }
}
