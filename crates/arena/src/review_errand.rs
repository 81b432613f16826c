//! Reviews of finished games that are made on other machines.
//!
//! ```text
//! whoever wants one ──offer──► document "review-errand" ◄──take, by its version── worker
//!                   ◄─what is known so far── the same document, now and then
//!                   ◄─the whole review── the reviews of the store, when the document goes
//! ```
//!
//! A review is the same on every machine, so that it makes no difference who makes it. Whoever offered an errand takes it back when nobody
//! begins it, or when nothing was heard of its worker for long.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use joute_catalog::{REVIEW_VERSION, Review, Reviewer};
use joute_referee::GameRecord;
use joute_store::{Document, DocumentChange, Doing, Result, Store, StoreError, StoreErrorKind, Write};
use serde::{Deserialize, Serialize};

use crate::Doings;

/// What a worker says that it does when it makes reviews as well.
pub const REVIEWS: &str = "reviews";

const KIND: &str = "review-errand";
/// How often a worker says what it knows.
const PULSE: Duration = Duration::from_millis(400);

/// A review that is to be made, as it is kept.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Errand {
    /// The game, and what its review is kept by.
    record: String,
    review_key: String,
    /// Which form of a review is wanted: whoever makes another leaves it alone.
    version: u32,
    worker: Option<String>,
    /// What is known so far.
    review: Option<Review>,
}

/// How an errand stands.
#[derive(Debug, Clone, PartialEq)]
pub struct ReviewErrand {
    /// Grows with every sign of life.
    pub sign: u64,
    /// Whether somebody has begun.
    pub is_begun: bool,
    /// What is known so far.
    pub review: Option<Review>,
}

/// Whether somebody is there who makes reviews.
pub fn has_reviewers(store: &dyn Store) -> bool {
    let Some(queue) = store.queue() else { return false };
    let is_able = |abilities: &[String]| abilities.iter().any(|one| one == REVIEWS);
    queue.workers().is_ok_and(|all| all.iter().any(|one| one.is_alive && is_able(&one.worker.abilities)))
}

/// Offers the review of a game. Those whose keys come first are made first.
pub fn offer_review(store: &dyn Store, key: &str, record: &GameRecord, review_key: &str) -> Result<()> {
    take_back_review(store, key)?;
    let errand = Errand {
        record: record.to_json(),
        review_key: review_key.to_owned(),
        version: REVIEW_VERSION,
        worker: None,
        review: None,
    };
    apply(store, &[Write::Document(DocumentChange::new(KIND, key, text(store, &errand)?))]).map(drop)
}

/// How an errand stands; nothing where it is gone: then the review is kept, or will not be made by anybody else.
pub fn review_errand(store: &dyn Store, key: &str) -> Result<Option<ReviewErrand>> {
    let Some(document) = store.document(KIND, key)? else { return Ok(None) };
    let errand = read(store, &document)?;
    Ok(Some(ReviewErrand { sign: document.version, is_begun: errand.worker.is_some(), review: errand.review }))
}

/// Takes an errand back, also from somebody who has begun.
pub fn take_back_review(store: &dyn Store, key: &str) -> Result<()> {
    while let Some(document) = store.document(KIND, key)? {
        if apply(store, &[Write::Document(DocumentChange::delete(KIND, &document))])? {
            break;
        }
    }
    Ok(())
}

/// Makes one review, if one is offered that nobody has: which game's. It is given back as soon as `stop` is set.
pub fn make_review(store: &dyn Store, worker: &str, doings: &Doings, stop: &AtomicBool) -> Result<Option<String>> {
    for document in store.documents(KIND, "", 50)? {
        let Ok(mut errand) = read(store, &document) else { continue };
        if errand.worker.is_some() || errand.version != REVIEW_VERSION {
            continue;
        }
        errand.worker = Some(worker.to_owned());
        let change = DocumentChange::update(KIND, &document, text(store, &errand)?);
        if apply(store, &[Write::Document(change)])? {
            let _at_it = doings.begin(Doing::Reviews);
            return carry_out(store, &document.key, errand, stop);
        }
    }
    Ok(None)
}

fn carry_out(store: &dyn Store, key: &str, mut errand: Errand, stop: &AtomicBool) -> Result<Option<String>> {
    let reviewer = GameRecord::from_json(&errand.record).ok().and_then(|record| Reviewer::new(&record, None).ok());
    // Whoever wanted it is told why by trying it themselves.
    let Some(mut reviewer) = reviewer else { return give_up(store, key) };
    let mut since = Instant::now();
    loop {
        if !reviewer.step(stop) {
            return give_up(store, key);
        }
        let review = reviewer.review();
        if !review.is_complete && since.elapsed() < PULSE {
            continue;
        }
        since = Instant::now();
        let Some(document) = own(store, key, &errand)? else { return Ok(None) };
        if review.is_complete {
            let whole = serde_json::to_string(review).map_err(|error| unavailable(store, &error.to_string()))?;
            let kept = Write::Review { record: errand.review_key.as_str().into(), review: whole.into() };
            let gone = Write::Document(DocumentChange::delete(KIND, &document));
            return Ok(apply(store, &[kept, gone])?.then(|| errand.review_key.clone()));
        }
        errand.review = Some(review.clone());
        let told = DocumentChange::update(KIND, &document, text(store, &errand)?);
        if !apply(store, &[Write::Document(told)])? {
            return Ok(None);
        }
    }
}

/// The document, as long as it is this worker's.
fn own(store: &dyn Store, key: &str, errand: &Errand) -> Result<Option<Document>> {
    let Some(document) = store.document(KIND, key)? else { return Ok(None) };
    let is_own = read(store, &document)?.worker == errand.worker;
    Ok(is_own.then_some(document))
}

fn give_up(store: &dyn Store, key: &str) -> Result<Option<String>> {
    take_back_review(store, key).map(|()| None)
}

fn read(store: &dyn Store, document: &Document) -> Result<Errand> {
    serde_json::from_str(&document.text).map_err(|error| unavailable(store, &error.to_string()))
}

fn text(store: &dyn Store, errand: &Errand) -> Result<String> {
    serde_json::to_string(errand).map_err(|error| unavailable(store, &error.to_string()))
}

fn unavailable(store: &dyn Store, why: &str) -> StoreError {
    let kind = StoreErrorKind::Unknown { what: "a review".to_owned(), value: why.to_owned() };
    StoreError { place: store.place().to_owned(), kind, cause: None }
}

/// Whether nobody was quicker.
fn apply(store: &dyn Store, writes: &[Write<'_>]) -> Result<bool> {
    match store.apply(writes) {
        Ok(_) => Ok(true),
        Err(error) if matches!(error.kind, StoreErrorKind::Changed { .. }) => Ok(false),
        Err(error) => Err(error),
    }
}
