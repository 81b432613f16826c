//! Streams of events end when whoever listens may not any more: who it is and what they may do is asked again whenever that may have
//! changed, before anything else is sent.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, BodyDataStream, Bytes};
use axum::http::header::CONTENT_TYPE;
use axum::response::Response;
use tokio::time::{Instant, Interval, interval_at};
use tokio_stream::Stream;
use tokio_stream::wrappers::WatchStream;

use super::access::{Credentials, Standing};
use super::{Action, Class};

/// How often it is asked again also where nothing was heard: sessions grow old.
const ANEW: Duration = Duration::from_secs(60);

type Asking = Pin<Box<dyn Future<Output = bool> + Send>>;

/// By what somebody was let in.
#[derive(Clone)]
pub(super) struct Ticket {
    pub(super) class: Arc<Class>,
    pub(super) credentials: Credentials,
    pub(super) standing: Standing,
    pub(super) action: Action,
}

impl Ticket {
    /// Whether it is the same person still, who may do the same still.
    async fn holds(self) -> bool {
        let now = self.class.standing(self.credentials).await;
        now.is_ok_and(|now| {
            now.account() == self.standing.account() && now.role() == self.standing.role() && now.may(self.action)
        })
    }
}

/// A body that ends when the ticket does not hold any more.
struct Guarded {
    body: BodyDataStream,
    ticket: Ticket,
    changes: WatchStream<u64>,
    clock: Interval,
    asking: Option<Asking>,
}

impl Stream for Guarded {
    type Item = Result<Bytes, axum::Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        loop {
            if let Some(asking) = &mut this.asking {
                if !ready!(asking.as_mut().poll(context)) {
                    return Poll::Ready(None);
                }
                this.asking = None;
            }
            let is_changed = Pin::new(&mut this.changes).poll_next(context).is_ready();
            if !is_changed && this.clock.poll_tick(context).is_pending() {
                return Pin::new(&mut this.body).poll_next(context);
            }
            this.asking = Some(Box::pin(this.ticket.clone().holds()));
        }
    }
}

/// The answer, which ends with the ticket where it is a stream of events.
pub(super) fn guarded(answer: Response, ticket: Ticket) -> Response {
    let is_stream =
        answer.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"));
    if !is_stream {
        return answer;
    }
    let changes = WatchStream::from_changes(ticket.class.standings.subscribe());
    let clock = interval_at(Instant::now() + ANEW, ANEW);
    answer
        .map(|body| Body::from_stream(Guarded { body: body.into_data_stream(), ticket, changes, clock, asking: None }))
}
