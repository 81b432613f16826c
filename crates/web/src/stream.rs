//! Server-sent events: frames of one game, or of all of them. What is sent is made once for all who listen.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use joute_store::GameId;
use serde_json::json;
use tokio_stream::wrappers::BroadcastStream;
use tokio_stream::wrappers::errors::BroadcastStreamRecvError;
use tokio_stream::{Stream, StreamExt, iter};

use crate::card;
use crate::client::Client;
use crate::failure::{Failure, not_played};
use crate::room::{Room, RoomEvent};
use crate::server::Site;
use crate::tournaments::stream::everywhere;
use crate::visitor::Visitor;

/// What a page of one game hears.
type Events = Pin<Box<dyn Stream<Item = Result<Event, Infallible>> + Send>>;

/// What a stream sends when nothing happens, so that dead connections are noticed.
pub(crate) fn alive() -> KeepAlive {
    KeepAlive::new().interval(Duration::from_secs(15))
}

fn frame(json: &str) -> Event {
    Event::default().event("frame").data(json)
}

/// `/game/{id}/events`: the game as it stands, and then every frame. Whoever falls behind gets the latest one.
pub(crate) async fn game(
    State(site): State<Arc<Site>>,
    Path(id): Path<GameId>,
    visitor: Visitor,
    client: Client,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Failure> {
    // A page that was away when the game moved hears of it when it comes back.
    if let Some(successor) = site.hall.successor(id) {
        let moved: Events = Box::pin(iter([Ok(frame(&json!({ "moved": successor }).to_string()))]));
        return Ok(Sse::new(moved).keep_alive(alive()));
    }
    let seat = site.hall.seats.held(id, visitor.key(id)).await;
    // Those who sit at a table may ask each other for another game when it is over.
    let room = match seat {
        Some(_) => site.hall.table(&client, id).await?,
        None => site.hall.room(&client, id).await?,
    };
    let room = room.ok_or_else(|| not_played(id))?;
    let open = seat.map(|side| room.open_page(side));
    let language = visitor.language;
    let news = BroadcastStream::new(room.listen());
    let shown = Arc::clone(&room);
    let first =
        if room.is_large() { site.boards.wait_for(&client, move || shown.frame()).await } else { Some(room.frame()) };
    let now = iter(first.map(|json| frame(&json)));
    let told = move |room: &Room, told: Result<RoomEvent, BroadcastStreamRecvError>| match told {
        Ok(RoomEvent::Frame(json)) => Some(frame(&json)),
        Ok(RoomEvent::Refused(side, why)) if Some(side) == seat => {
            Some(Event::default().event("refused").data(why.text(language)))
        }
        Ok(RoomEvent::Refused(..)) => None,
        Err(BroadcastStreamRecvError::Lagged(_)) => Some(frame(&room.frame())),
    };
    let stream = now.chain(news.filter_map(move |news| {
        // Gone with the stream, which is gone with the page.
        let _open = &open;
        told(&room, news)
    }));
    let stream: Events = Box::pin(stream.map(Ok));
    Ok(Sse::new(stream).keep_alive(alive()))
}

/// `/watch/events`: every game that is being played, those of tournaments among them, and then each as it changes.
pub(crate) async fn hall(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    client: Client,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let tournaments = everywhere(Arc::clone(&site), visitor.language);
    let changes = BroadcastStream::new(site.hall.listen());
    let listed: Vec<Arc<Room>> = site.hall.playing().into_iter().filter(|room| room.is_listed()).take(MOST).collect();
    // One at a time, when the one before is on its way: whoever reads slowly holds no more than that.
    let now = iter(listed).then(move |room| {
        let (site, client) = (Arc::clone(&site), client.clone());
        async move { site.boards.wait_for(&client, move || card(&card::json(&room))).await }
    });
    let games = now.filter_map(|event| event).chain(changes.filter_map(|change| Some(card(&change.ok()?))));
    Sse::new(games.merge(tournaments).map(Ok)).keep_alive(alive())
}

/// The most boards of the list of games.
const MOST: usize = 24;

fn card(json: &str) -> Event {
    Event::default().event("game").data(json)
}
