//! A stored game: to step through, to download and to put into other pages.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use joute_catalog::Review;
use joute_elements::{LogLimits, ReplayBundle};
use joute_messages::{Language, message};
use joute_referee::GameRecord;
use joute_store::GameId;
use maud::{Markup, html};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::{export, layout};
use crate::class::access::Standing;
use crate::class::privacy::{shown_to, team_of};
use crate::client::Client;
use crate::failure::Failure;
use crate::game_request::check_served;
use crate::review;
use crate::server::Site;
use crate::visitor::Visitor;

/// The page of a game that is over.
pub(crate) async fn page(site: &Site, id: GameId, record: &GameRecord, visitor: &Visitor) -> Markup {
    let language = visitor.language;
    let named = site.hall.named_record(id, language).await;
    let [first, second] = &named.as_ref().unwrap_or(record).players;
    let title = format!("{} – {}", first.name, second.name);
    let address = |tail: &str| format!("/game/{id}/{tail}");
    let analysis = analysis(record);
    let review = review_offer(site, &address("review"), record, visitor.language).await;
    let body = html! {
        h1.visually-hidden { (title) }
        joute-replay data-replay=(address("replay.json")) {
            div data-tools {
                (review)
                div.buttons {
                    a.button data-analyse href=(analysis) { (language.text("label-analyse")) }
                    (layout::more(language, &html! {
                        a.button href=(address("record.json")) download={ "joute-" (id) ".json" } {
                            (language.text("label-download-the-record"))
                        }
                        a.button href={ "/embed/" (id) } { (language.text("replay-page-page-to-embed")) }
                        (layout::board_choices(language))
                    }))
                }
            }
            (export::links(&format!("/game/{id}"), record, language))
        }
    };
    layout::page_of_one_screen(visitor, &title, Some("replay-page.js"), &body)
}

/// The button that asks for a review at an address, where the game is over and has none.
pub(crate) async fn review_offer(site: &Site, address: &str, record: &GameRecord, language: Language) -> Markup {
    let is_offered = record.ending.is_some() && review::kept(site, record).await.is_none();
    let label = language.text("replay-page-computer-review");
    html! {
        @if is_offered {
            div.review data-review=(address) data-running[site.reviews.is_running(record)] {
                button type="button" { (label) }
                progress value="0" aria-label=(label) hidden {}
                p role="status" {}
            }
        }
    }
}

/// Where a game is analysed.
pub(crate) fn analysis(record: &GameRecord) -> String {
    // A turn that was lost is no move: the analysis goes as far as it can.
    let moves: Vec<&str> = record.plies.iter().map_while(|ply| ply.mv.as_deref()).collect();
    format!(
        "/analyse?game={}&setup={}&position={}&moves={}",
        record.game,
        encoded(&record.setup),
        encoded(&record.start),
        encoded(&moves.join(" ")),
    )
}

/// A text as it stands in an address.
pub(crate) fn encoded(text: &str) -> String {
    const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
    utf8_percent_encode(text, PLAIN).to_string()
}

async fn found(site: &Site, id: GameId) -> Result<GameRecord, Failure> {
    let record = site.hall.record(id).await;
    record.ok_or_else(|| Failure::missing(message!("error-no-game-of-id", id = id.to_string())))
}

/// The same, with people by the names that the visitor reads, and without what is not for them.
pub(super) async fn named(site: &Site, id: GameId, visitor: &Visitor) -> Result<GameRecord, Failure> {
    let record = site.hall.named_record(id, visitor.language).await;
    let record = record.ok_or_else(|| Failure::missing(message!("error-no-game-of-id", id = id.to_string())))?;
    let is_of_class = record.players.iter().any(|player| !team_of(&player.name).is_empty());
    Ok(if is_of_class { shown_to(visitor.standing.as_ref(), record) } else { record })
}

/// `/game/{id}/record.json`: the record as the program keeps it.
pub(crate) async fn record(
    State(site): State<Arc<Site>>,
    Path(id): Path<GameId>,
    visitor: Visitor,
) -> Result<Response, Failure> {
    let record = named(&site, id, &visitor).await?;
    let name = format!("attachment; filename=\"joute-{id}.json\"");
    Ok(([(CONTENT_TYPE, "application/json".to_owned()), (CONTENT_DISPOSITION, name)], record.to_json()).into_response())
}

/// `/game/{id}/replay.json`: the game as `<joute-replay>` shows it.
pub(crate) async fn replay(
    State(site): State<Arc<Site>>,
    Path(id): Path<GameId>,
    visitor: Visitor,
    client: Client,
) -> Result<Response, Failure> {
    let (record, named) = (found(&site, id).await?, named(&site, id, &visitor).await?);
    check_served(&record)?;
    // A review is kept by what was played, whatever those who played it are called.
    let review = review::kept(&site, &record).await;
    film(&site, &client, id, (named, review)).await
}

/// A game as `<joute-replay>` shows it, with its review if there is one.
pub(crate) async fn film_of(
    site: &Site,
    client: &Client,
    id: GameId,
    record: GameRecord,
    standing: Option<&Standing>,
) -> Result<Response, Failure> {
    // A review is kept by the whole record, whoever may see which part of it.
    let review = review::kept(site, &record).await;
    film(site, client, id, (shown_to(standing, record), review)).await
}

async fn film(
    site: &Site,
    client: &Client,
    id: GameId,
    (record, review): (GameRecord, Option<Review>),
) -> Result<Response, Failure> {
    let made = site.boards.run(client, move || {
        let mut bundle = ReplayBundle::new(LogLimits::default());
        bundle.add_reviewed(id, &record, review.as_ref()).map_err(|error| Failure::internal(&error))?;
        Ok::<_, Failure>(bundle.to_json())
    });
    Ok(([(CONTENT_TYPE, "application/json")], made.await??).into_response())
}

/// `/embed/{id}`: the replay alone, for a frame of another page.
pub(crate) async fn embed(
    State(site): State<Arc<Site>>,
    Path(id): Path<GameId>,
    visitor: Visitor,
) -> Result<Markup, Failure> {
    let record = named(&site, id, &visitor).await?;
    let title = format!("{} – {}", record.players[0].name, record.players[1].name);
    let body = html! {
        h1.visually-hidden { (title) }
        joute-replay data-replay={ "/game/" (id) "/replay.json" } {}
    };
    Ok(layout::embedded_page(&visitor, &title, Some("replay-page.js"), &body))
}
