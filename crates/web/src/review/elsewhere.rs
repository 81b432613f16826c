//! Reviews by workers of the database, where there are any: the server tells what they find, and has its own processors for others.

use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use joute_arena::{ReviewErrand, has_reviewers, offer_review, review_errand, take_back_review};
use joute_catalog::{Review, positions_of};
use joute_elements::ReplayReview;
use joute_referee::GameRecord;
use joute_store::Result;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::{json, kept, key};
use crate::client::Client;
use crate::server::Site;

/// It is looked for news when something was written, no more often than this, and now and then for silence.
const GLANCE: Duration = Duration::from_millis(200);
const LOOK: Duration = Duration::from_secs(1);
/// How long somebody is waited for who begins, and how long for whoever has begun and is silent.
const BEGINNING: Duration = Duration::from_secs(2);
const SILENCE: Duration = Duration::from_secs(30);

/// A review that somebody else is to make.
pub(super) struct Elsewhere<'a> {
    pub(super) site: &'a Site,
    pub(super) client: &'a Client,
    pub(super) record: &'a GameRecord,
    pub(super) teller: &'a watch::Sender<Arc<str>>,
}

impl Elsewhere<'_> {
    /// Whether somebody has made it, and it is kept.
    pub(super) async fn is_made(&self) -> bool {
        let key = self.key();
        if !self.is_offered(&key).await.unwrap_or(false) {
            return false;
        }
        if self.is_left_to_others(&key).await
            && let Some(review) = kept(self.site, self.record).await
        {
            self.tell(review).await;
            return true;
        }
        // Trouble with the database is told by whoever writes the review that is made here.
        let _ = self.site.hall.store().work(move |store| take_back_review(store, &key)).await;
        false
    }

    /// What it is offered by: people of a class come first.
    fn key(&self) -> String {
        let who = if self.client.place.is_of_class() { "class" } else { "strangers" };
        format!("{who}-{}", key(self.record))
    }

    async fn is_offered(&self, errand: &str) -> Result<bool> {
        let (errand, record, kept_by) = (errand.to_owned(), self.record.clone(), key(self.record));
        let offer = move |store: &dyn joute_store::Store| {
            let has = has_reviewers(store);
            if has {
                offer_review(store, &errand, &record, &kept_by)?;
            }
            Ok(has)
        };
        self.site.hall.store().work(offer).await
    }

    /// Waits, and tells what is known, until nothing is offered any more; false where nobody begins, or goes on.
    async fn is_left_to_others(&self, key: &str) -> bool {
        let mut seen = (0, Instant::now());
        let Ok(mut watch) = self.site.hall.store().work(|store| Ok(store.watch())).await else { return false };
        while !self.site.reviews.stop.load(Ordering::Relaxed) {
            sleep(GLANCE).await;
            let _ = timeout(LOOK, poll_fn(|context| watch.poll_changed(context))).await;
            let errand = key.to_owned();
            let errand = self.site.hall.store().read(move |store| review_errand(store, &errand)).await;
            let Ok(errand) = errand else { return false };
            let Some(ReviewErrand { sign, is_begun, review }) = errand else { return true };
            if sign != seen.0 {
                seen = (sign, Instant::now());
                if let Some(review) = review {
                    self.tell(review).await;
                }
            }
            if seen.1.elapsed() > if is_begun { SILENCE } else { BEGINNING } {
                return false;
            }
        }
        false
    }

    async fn tell(&self, review: Review) {
        let record = self.record.clone();
        let shown = move || positions_of(&record).ok().map(|positions| json(&ReplayReview::of(&review, &positions)));
        if let Some(shown) = self.site.boards.wait_for(self.client, shown).await.flatten() {
            self.teller.send_replace(shown);
        }
    }
}
