//! The page of one game: the board to play on or to watch, and what people say to it.

use std::sync::Arc;

use axum::extract::{Form, Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Json, Redirect, Response};
use joute_catalog::{LEVELS, find_game, player_of_level};
use joute_games::Side;
use joute_messages::{Language, message};
use joute_players::Answer;
use joute_referee::{GameRecord, MatchRules};
use joute_store::GameId;
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{layout, replay};
use crate::failure::{Failure, no_such_game_message, not_played};
use crate::hall::{GameRequest, HOST};
use crate::room::{Room, layout_json};
use crate::server::Site;
use crate::visitor::{Visitor, kept_cookie, seat_cookie};
use crate::words;

/// The form of a new game. Each game has a setup of its own in it, so that it works without a script.
#[derive(Debug, Deserialize)]
pub(crate) struct NewGame {
    game: String,
    #[serde(default)]
    setup: Option<String>,
    #[serde(default)]
    position: Option<String>,
    #[serde(default)]
    opponent: String,
    #[serde(default)]
    side: String,
    #[serde(default)]
    time: String,
    #[serde(flatten)]
    rest: std::collections::HashMap<String, String>,
}

impl NewGame {
    fn wish(&self, visitor: &Visitor) -> Result<(GameRequest, Option<Side>), Failure> {
        let entry = find_game(&self.game).ok_or_else(|| Failure::bad(&no_such_game_message(&self.game)))?;
        let seed = random_seed().map_err(|error| Failure::internal(&error))?;
        let side = match self.side.as_str() {
            "second" => Side::Second,
            "drawn" if seed % 2 == 1 => Side::Second,
            _ => Side::First,
        };
        let participant = |key| ("human".to_owned(), Some(visitor.language.text(key).to_owned()));
        let program = |level: u8| {
            let name = message!("label-level", number = level).text(visitor.language);
            (player_of_level(entry.info.name, level).to_owned(), Some(name))
        };
        let (own, other, seat) = match self.opponent.as_str() {
            "friend" => (participant("play-name-host"), participant("play-name-friend"), Some(side)),
            "watch" => (program(6), program(5), None),
            level => {
                let level = level.parse().ok().filter(|level| LEVELS.contains(level));
                let level = level.ok_or_else(|| Failure::bad(&message!("error-opponent")))?;
                (participant("play-name-you"), program(level), Some(side))
            }
        };
        let host = seat.filter(|_| self.opponent == "friend");
        let seats = if side == Side::First { [own, other] } else { [other, own] };
        let mut rules = MatchRules::default();
        let time = if self.time.is_empty() { "-" } else { &self.time };
        rules.set("time", time).map_err(|error| Failure::bad(&error))?;
        let named = self.rest.get(&format!("setup-{}", self.game));
        let setup = self.setup.as_ref().or(named).cloned().unwrap_or_default();
        let position = self.position.clone().filter(|position| !position.is_empty());
        Ok((GameRequest { game: self.game.clone(), setup, position, seats, rules, seed, host }, seat))
    }
}

/// Short enough to be read out; only boards and the chances of programs hang on it.
fn random_seed() -> std::io::Result<u64> {
    Ok(u64::from(getrandom::u32()?))
}

fn cookie(site: &Site, id: GameId, side: Side) -> String {
    let key = site.hall.keys.key(id, side);
    kept_cookie(seat_cookie(id), key).path(format!("/game/{id}")).http_only(true).to_string()
}

/// `POST /games`: begins a game, gives its maker a seat and goes there.
pub(crate) async fn begin(State(site): State<Arc<Site>>, visitor: Visitor, Form(form): Form<NewGame>) -> Response {
    let begun = async {
        let (wish, seat) = form.wish(&visitor)?;
        Ok::<_, Failure>((site.hall.begin(&wish).await?, seat))
    };
    let (id, seat) = match begun.await {
        Ok(begun) => begun,
        Err(failure) => return failure.page(&visitor),
    };
    let there = Redirect::to(&format!("/game/{id}"));
    match seat {
        Some(side) => ([(SET_COOKIE, cookie(&site, id, side))], there).into_response(),
        None => there.into_response(),
    }
}

/// `/game/{id}/seat/{key}`: takes the seat that a link offers.
pub(crate) async fn take_seat(
    State(site): State<Arc<Site>>,
    Path((id, key)): Path<(GameId, String)>,
    visitor: Visitor,
) -> Response {
    let there = Redirect::to(&format!("/game/{id}"));
    match site.hall.keys.seat(id, &key) {
        // Somebody who sits already has opened the link meant for the other.
        Some(_) if visitor.key(id).is_some_and(|own| site.hall.keys.seat(id, own).is_some()) => there.into_response(),
        Some(side) => ([(SET_COOKIE, cookie(&site, id, side))], there).into_response(),
        None => {
            let why = visitor.language.text("play-this-link-opens-no-seat");
            layout::error_page(&visitor, StatusCode::NOT_FOUND, why)
        }
    }
}

/// What is wanted of a game's page.
#[derive(Debug, Deserialize)]
pub(crate) struct View {
    /// Its replay, even for those who played it a moment ago.
    replay: Option<String>,
}

/// `/game/{id}`: the game while it is played, its replay afterwards.
pub(crate) async fn page(
    State(site): State<Arc<Site>>,
    Path(id): Path<GameId>,
    Query(view): Query<View>,
    visitor: Visitor,
) -> Response {
    if let Some(heir) = site.hall.heir(id) {
        return Redirect::to(&format!("/game/{heir}")).into_response();
    }
    let seat = visitor.key(id).and_then(|key| site.hall.keys.seat(id, key));
    if let Some(room) = site.hall.room(id).await {
        // Whoever plays stays at the table when the game is over; others see how it went.
        if !room.is_over() || seat.is_some() && view.replay.is_none() {
            return table(&site, &room, seat, &visitor).into_response();
        }
    }
    match site.hall.record(id).await {
        Some(record) => replay::page(&site, id, &record, &visitor).await.into_response(),
        None => {
            let why = visitor.language.text("play-there-no-game-this-number");
            layout::error_page(&visitor, StatusCode::NOT_FOUND, why)
        }
    }
}

fn table(site: &Site, room: &Room, seat: Option<Side>, visitor: &Visitor) -> Markup {
    let language = visitor.language;
    let record = room.record();
    let people = room.people();
    let against_program = seat.is_some_and(|side| !people[side.other()]);
    // Only to whoever invites: the friend's page must not hold the key of the host's seat.
    let is_host = |side: &Side| record.labels.get(HOST).is_some_and(|host| *host == side.to_string());
    let invitation = seat
        .filter(is_host)
        .map(|side| format!("/game/{}/seat/{}", room.id, site.hall.keys.key(room.id, side.other())));
    let start = json!({
        "id": room.id,
        "seat": seat.map(Side::index),
        "names": record.players.each_ref().map(|player| player.name.clone()),
        "people": people,
        "invitation": invitation,
        "moves": record.plies.iter().map(|ply| ply.mv.clone()).collect::<Vec<_>>(),
        "against": against_program,
    });
    let data = format!("{{\"start\":{start},\"layout\":{},\"frame\":{}}}", layout_json(&room.start), room.frame());
    let title = title(&record, language);
    let body = html! {
        h1.visually-hidden { (title) }
        div.table data-table {
            section.board-side aria-label=(language.text("label-board")) {
                (player_card(1, &record))
                joute-board playable[seat.is_some()] {}
                (player_card(0, &record))
            }
            section.panel aria-label=(language.text("label-played-game")) {
                p.status data-status role="status" {}
                div.bar-of-lead data-lead hidden {
                    span data-lead-bar {}
                    span.text data-lead-text {}
                }
                p.trouble data-trouble role="alert" hidden {}
                div.buttons {
                    @if against_program {
                        button type="button" data-do="hint" { (language.text("play-hint")) }
                        button type="button" data-do="undo" { (language.text("play-take-back")) }
                    }
                    @if seat.is_some() {
                        button type="button" data-do="resign" { (language.text("play-resign")) }
                        button type="button" data-do="rematch" hidden { (language.text("play-rematch")) }
                    }
                    @if people != [true; 2] {
                        button type="button" data-do="evaluate" aria-pressed="false" { (language.text("play-evaluation")) }
                    }
                    button type="button" data-do="link" { (language.text("play-copy-link")) }
                    a.button data-after href={ "/game/" (room.id) "?replay" } hidden { (language.text("label-replay")) }
                }
                @if invitation.is_some() {
                    p.invitation data-invitation {
                        (language.text("play-send-your-friend-this-link"))
                        input readonly aria-label=(language.text("play-link-for-your-friend")) data-invitation-link;
                    }
                }
                h2 { (language.text("label-moves")) }
                ol.moves data-moves tabindex="0" aria-label=(language.text("label-moves")) {}
            }
        }
        script #game type="application/json" { (PreEscaped(data.replace('<', "\\u003c"))) }
    };
    layout::page(visitor, &title, Some("play.js"), &body)
}

fn title(record: &GameRecord, language: Language) -> String {
    let game = words::title_of(language, &record.game);
    format!("{game}: {} – {}", record.players[0].name, record.players[1].name)
}

fn player_card(side: usize, record: &GameRecord) -> Markup {
    html! {
        div.player data-player=(side) {
            span class={ "sign side-" (side) } data-sign aria-hidden="true" {}
            span.name { (record.players[side].name) }
            span.count data-count {}
            span.clock data-clock hidden {}
        }
    }
}

/// What somebody says at the table.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Saying {
    Move(String),
    Resign,
    Undo,
    Rematch,
}

/// `POST /game/{id}/say`.
pub(crate) async fn say(
    State(site): State<Arc<Site>>,
    Path(id): Path<GameId>,
    visitor: Visitor,
    Json(saying): Json<Saying>,
) -> Result<Response, Failure> {
    let room = site.hall.room(id).await.ok_or_else(|| not_played(id))?;
    let own = visitor.key(id).and_then(|key| site.hall.keys.seat(id, key));
    let side = own.ok_or_else(|| Failure::forbidden(message!("error-only-players")))?;
    match saying {
        Saying::Move(text) => {
            if text.len() > 40 {
                return Err(Failure::bad(&message!("error-no-move")));
            }
            room.say(side, Answer::Move(text));
            Ok(Json(Value::Null).into_response())
        }
        Saying::Resign => {
            room.say(side, Answer::Resign);
            Ok(Json(Value::Null).into_response())
        }
        Saying::Undo => {
            let next = site.hall.undo(&room, side).await?;
            let next = next.ok_or_else(|| Failure::bad(&message!("error-nothing-to-take-back")))?;
            Ok(seated(&site, next, side))
        }
        Saying::Rematch => {
            if !room.is_over() {
                return Err(Failure::bad(&message!("error-not-over")));
            }
            let next = site.hall.rematch(&room).await?;
            // Seats are swapped.
            Ok(seated(&site, next, side.other()))
        }
    }
}

fn seated(site: &Site, id: GameId, side: Side) -> Response {
    ([(SET_COOKIE, cookie(site, id, side))], Json(json!({ "game": id }))).into_response()
}
