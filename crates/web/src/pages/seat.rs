//! Links that open seats: an invitation, and the link by which somebody goes on with their game on another device.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Json, Redirect, Response};
use joute_messages::message;
use joute_store::GameId;
use maud::html;
use serde_json::{Value, json};

use super::layout;
use crate::failure::Failure;
use crate::seats::{Holding, Opened};
use crate::server::Site;
use crate::visitor::{Visitor, kept_cookie, seat_cookie};

/// An answer that has the browser keep its seat, where there is something new to keep.
pub(crate) fn seated(game: GameId, holding: Option<&Holding>, answer: impl IntoResponse) -> Response {
    match holding.and_then(|holding| holding.token.clone()) {
        Some(token) => {
            let cookie = kept_cookie(seat_cookie(game), token).path(format!("/game/{game}")).http_only(true);
            ([(SET_COOKIE, cookie.to_string())], answer).into_response()
        }
        None => answer.into_response(),
    }
}

/// `/game/{id}/seat/{key}`: asks whoever opens a link whether they want the seat. Looking takes nothing: programs that show what is
/// behind a link look as well.
pub(crate) async fn page(
    State(site): State<Arc<Site>>,
    Path((id, key)): Path<(GameId, String)>,
    visitor: Visitor,
) -> Response {
    let there = Redirect::to(&format!("/game/{id}"));
    // Somebody who sits already has opened the link meant for the other, or their own; at a table that is closed nobody sits down.
    if site.hall.seats.held(id, visitor.key(id)).await.is_some() || site.hall.is_closed_table(id).await {
        return there.into_response();
    }
    let language = visitor.language;
    match site.hall.seats.opened(id, &key).await {
        Opened::Seat(_) => {
            let title = language.text("seat-title");
            let body = html! {
                section.card.narrow {
                    h1 { (title) }
                    p { (language.text("seat-yours")) }
                    form method="post" data-at-once { button.primary type="submit" { (language.text("seat-take")) } }
                }
            };
            layout::page(&visitor, title, Some("seat.js"), &body).into_response()
        }
        Opened::Taken => Redirect::to(&format!("/game/{id}?taken")).into_response(),
        Opened::Nothing => {
            let why = language.text("play-this-link-opens-no-seat");
            layout::error_page(&visitor, StatusCode::NOT_FOUND, why)
        }
    }
}

/// `POST /game/{id}/seat/{key}`: takes the seat.
pub(crate) async fn take(
    State(site): State<Arc<Site>>,
    Path((id, key)): Path<(GameId, String)>,
    visitor: Visitor,
) -> Response {
    let there = format!("/game/{id}");
    if site.hall.seats.held(id, visitor.key(id)).await.is_some() || site.hall.is_closed_table(id).await {
        return Redirect::to(&there).into_response();
    }
    match site.hall.seats.open(id, &key).await {
        Ok(Some(holding)) => seated(id, Some(&holding), Redirect::to(&there)),
        Ok(None) => Redirect::to(&format!("{there}?taken")).into_response(),
        Err(error) => Failure::internal(&error).page(&visitor),
    }
}

/// `POST /game/{id}/device`: the link by which the holder of a seat takes it to another device.
pub(crate) async fn device(
    State(site): State<Arc<Site>>,
    Path(id): Path<GameId>,
    visitor: Visitor,
) -> Result<Json<Value>, Failure> {
    let only_players = || Failure::forbidden(message!("error-only-players"));
    let side = site.hall.seats.held(id, visitor.key(id)).await.ok_or_else(only_players)?;
    let key = site.hall.seats.moving_key(id, side).await.ok_or_else(only_players)?;
    Ok(Json(json!({ "link": format!("/game/{id}/seat/{key}") })))
}
