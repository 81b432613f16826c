//! Server-sent events of tournaments. Each is one `news`: boards that have changed, parts of the page that have, or both;
//! it is made once for all who read the same language. Whoever falls behind gets everything as it stands.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Sse;
use axum::response::sse::Event;
use joute_messages::{Language, message};
use serde_json::json;
use tokio_stream::wrappers::BroadcastStream;
use tokio_stream::wrappers::errors::BroadcastStreamRecvError;
use tokio_stream::{Stream, StreamExt, once};

use super::{Tournament, TournamentEvent, Tournaments};
use crate::failure::Failure;
use crate::server::Site;
use crate::stream::alive;
use crate::visitor::Visitor;

type Heard = Result<(usize, TournamentEvent), BroadcastStreamRecvError>;

/// One piece of news as JSON; boards and parts are JSON already.
pub(super) fn news(boards: &[Arc<str>], parts: &str) -> Arc<str> {
    format!("{{\"boards\":[{}],\"parts\":{parts}}}", boards.join(",")).into()
}

fn event(news: &str) -> Event {
    Event::default().event("news").data(news)
}

/// `/tournament/{name}/events`.
pub(crate) async fn one(
    State(site): State<Arc<Site>>,
    Path(name): Path<String>,
    visitor: Visitor,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Failure> {
    let (index, tournament) = found(&site, &name)?;
    let language = visitor.language;
    let changes = BroadcastStream::new(site.tournaments.listen());
    let now = once(whole(&tournament, language));
    let told = move |heard: Heard| match heard {
        Ok((of, _)) if of != index => None,
        Ok((_, TournamentEvent::Table(news))) => Some(event(&news)),
        Ok((_, TournamentEvent::Sheet)) => Some(event(&tournament.sheet_news(language))),
        Err(BroadcastStreamRecvError::Lagged(_)) => Some(whole(&tournament, language)),
    };
    Ok(Sse::new(now.chain(changes.filter_map(told)).map(Ok)).keep_alive(alive()))
}

fn whole(tournament: &Tournament, language: Language) -> Event {
    let boards: Vec<Arc<str>> = tournament.cards().into_iter().map(|card| card.full).collect();
    event(&news(&boards, &tournament.sheet(language)))
}

/// A tournament by its name in addresses.
pub(crate) fn found(site: &Site, name: &str) -> Result<(usize, Arc<Tournament>), Failure> {
    site.tournaments.find(name).ok_or_else(|| Failure::missing(message!("error-no-such-tournament")))
}

/// `/tournaments/events`: the list, as it changes.
pub(crate) async fn many(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    Sse::new(everywhere(site, visitor.language).map(Ok)).keep_alive(alive())
}

/// The list of all tournaments, and the boards of those that are played here.
pub(crate) fn everywhere(site: Arc<Site>, language: Language) -> impl Stream<Item = Event> {
    let changes = BroadcastStream::new(site.tournaments.listen());
    let now = once(all(&site.tournaments, language));
    let told = move |heard: Heard| match heard {
        Ok((index, TournamentEvent::Table(news))) => {
            site.tournaments.at(index).filter(|tournament| tournament.is_running()).map(|_| event(&news))
        }
        Ok((index, TournamentEvent::Sheet)) => {
            let tournament = site.tournaments.at(index).filter(|tournament| !tournament.is_running());
            let over = tournament.map_or_else(Vec::new, |tournament| tournament.table_ids());
            let over: Vec<Arc<str>> =
                over.into_iter().map(|id| json!({ "id": id, "over": true }).to_string().into()).collect();
            Some(event(&news(&over, &site.tournaments.list_json(language))))
        }
        Err(BroadcastStreamRecvError::Lagged(_)) => Some(all(&site.tournaments, language)),
    };
    now.chain(changes.filter_map(told))
}

fn all(tournaments: &Tournaments, language: Language) -> Event {
    let running = tournaments.all().into_iter().filter(|tournament| tournament.is_running());
    let boards: Vec<Arc<str>> = running.flat_map(|tournament| tournament.cards()).map(|card| card.full).collect();
    event(&news(&boards, &tournaments.list_json(language)))
}
