//! Reviews of finished games: begun by whoever asks first, told to all who look on, kept for good.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::sse::Event;
use axum::response::{IntoResponse, Response, Sse};
use joute_catalog::{REVIEW_VERSION, Review, Reviewer, positions_of};
use joute_elements::FilmReview;
use joute_store::{GameId, Store};
use tokio::sync::watch;
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

use crate::failure::Failure;
use crate::server::{Site, complain};
use crate::stream::alive;

/// The most games that are reviewed or wait for it; each needs some memory.
const AT_ONCE: usize = 16;

/// What is known of a game, as a replay shows it; those who look on get the latest.
type Known = watch::Receiver<Arc<str>>;

/// The reviews that are being made.
#[derive(Default)]
pub(crate) struct Reviews {
    running: Mutex<BTreeMap<GameId, Known>>,
    stop: Arc<AtomicBool>,
}

impl Reviews {
    /// Whether a game is being reviewed.
    pub(crate) fn is_running(&self, id: GameId) -> bool {
        self.running().contains_key(&id)
    }

    /// Ends them all; they are begun anew when somebody asks again.
    pub(crate) fn close(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn running(&self) -> MutexGuard<'_, BTreeMap<GameId, Known>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The review of a game that is kept; one that an older program wrote is made again.
pub(crate) fn kept(site: &Site, id: GameId) -> Option<Review> {
    let text = site.hall.store().review(id).ok().flatten()?;
    serde_json::from_str(&text).ok().filter(|review: &Review| review.version == REVIEW_VERSION)
}

/// A review in the making.
struct Desk {
    site: Arc<Site>,
    id: GameId,
    reviewer: Reviewer,
    shown: FilmReview,
    teller: watch::Sender<Arc<str>>,
}

impl Desk {
    /// One position more; false when there is nothing more to do. It is kept before it is told to be complete.
    fn step(&mut self) -> bool {
        if !self.reviewer.step(&self.site.reviews.stop) {
            return false;
        }
        let review = self.reviewer.review();
        if review.is_complete {
            self.keep(review);
        }
        self.shown.update(review, self.reviewer.positions());
        self.teller.send_replace(json(&self.shown));
        !review.is_complete
    }

    fn keep(&self, review: &Review) {
        let text = serde_json::to_string(review).unwrap_or_default();
        if let Err(error) = self.site.hall.store().keep_review(self.id, &text) {
            complain(&format!("the review of game {} cannot be kept: {error}", self.id));
        }
    }
}

fn json(shown: &FilmReview) -> Arc<str> {
    serde_json::to_string(shown).unwrap_or_default().into()
}

/// `POST /game/{id}/review`: begins the review of a game that is over, unless it is there or under way already.
pub(crate) async fn begin(State(site): State<Arc<Site>>, Path(id): Path<GameId>) -> Result<StatusCode, Failure> {
    let missing = || Failure::missing(format!("there is no game {id}"));
    let record = site.hall.record(id).ok_or_else(missing)?;
    if record.ending.is_none() {
        return Err(Failure::forbidden("a game gets its review when it is over"));
    }
    if kept(&site, id).is_some() {
        return Ok(StatusCode::OK);
    }
    let mut running = site.reviews.running();
    if running.contains_key(&id) {
        return Ok(StatusCode::ACCEPTED);
    }
    if running.len() >= AT_ONCE {
        return Err(Failure::busy(format!("{AT_ONCE} games are being reviewed already; please try again later")));
    }
    let reviewer = Reviewer::new(&record, None).map_err(Failure::bad)?;
    let shown = FilmReview::default();
    let (teller, known) = watch::channel(json(&shown));
    running.insert(id, known);
    tokio::spawn(work(Desk { site: Arc::clone(&site), id, reviewer, shown, teller }));
    Ok(StatusCode::ACCEPTED)
}

/// Goes through a game. Every position waits for its turn to think, so that hints at a table need not wait for a whole review.
async fn work(mut desk: Desk) {
    let (site, id) = (Arc::clone(&desk.site), desk.id);
    while let Ok(permit) = Arc::clone(&site.thinkers).acquire_owned().await {
        let step = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            let goes_on = desk.step();
            (desk, goes_on)
        });
        match step.await {
            Ok((same, true)) => desk = same,
            _ => break,
        }
    }
    site.reviews.running().remove(&id);
}

/// `/game/{id}/review/events`: what is known, at once and after every position.
pub(crate) async fn events(
    State(site): State<Arc<Site>>,
    Path(id): Path<GameId>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Failure> {
    let running = site.reviews.running().get(&id).cloned();
    let known = match running {
        Some(known) => known,
        None => watch::channel(json(&shown(&site, id)?)).1,
    };
    let event = |known: Arc<str>| Ok(Event::default().event("review").data(&*known));
    Ok(Sse::new(WatchStream::new(known).map(event)).keep_alive(alive()))
}

/// The review that is kept, as a replay shows it.
fn shown(site: &Site, id: GameId) -> Result<FilmReview, Failure> {
    let missing = || Failure::missing(format!("game {id} has no review"));
    let review = kept(site, id).ok_or_else(missing)?;
    let record = site.hall.record(id).ok_or_else(missing)?;
    Ok(FilmReview::of(&review, &positions_of(&record).map_err(Failure::bad)?))
}

/// `/game/{id}/review.json`: the whole review, as `joute replay --review --json` has it.
pub(crate) async fn whole(State(site): State<Arc<Site>>, Path(id): Path<GameId>) -> Result<Response, Failure> {
    let review = kept(&site, id).ok_or_else(|| Failure::missing(format!("game {id} has no review")))?;
    let text = serde_json::to_string(&review).unwrap_or_default();
    Ok(([(CONTENT_TYPE, "application/json")], text).into_response())
}
