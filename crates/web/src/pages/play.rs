//! The page of one game: the board to play on or to watch, and what people say to it.

use std::sync::Arc;

use axum::extract::{Form, Path, Query, State};
use axum::http::StatusCode;
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

use super::seat::seated;
use super::{layout, replay};
use crate::client::Client;
use crate::failure::{Failure, no_such_game_message, not_played};
use crate::hall::{GameRequest, HOST};
use crate::room::{Room, layout_json};
use crate::seats::Holding;
use crate::server::Site;
use crate::visitor::Visitor;
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

/// `POST /games`: begins a game, gives its maker a seat and goes there.
pub(crate) async fn begin(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    client: Client,
    Form(form): Form<NewGame>,
) -> Response {
    let begun = async {
        let (wish, seat) = form.wish(&visitor)?;
        let id = site.hall.begin(&client, wish).await?;
        let holding = match seat {
            Some(side) => site.hall.seats.take(id, side).await.map_err(|error| Failure::internal(&error))?,
            None => None,
        };
        Ok::<_, Failure>((id, holding))
    };
    match begun.await {
        Ok((id, holding)) => seated(id, holding.as_ref(), Redirect::to(&format!("/game/{id}"))),
        Err(failure) => failure.page(&visitor),
    }
}

/// What is wanted of a game's page.
#[derive(Debug, Deserialize)]
pub(crate) struct View {
    /// Its replay, even for those who played it a moment ago.
    replay: Option<String>,
    /// Whether somebody came by an invitation that was used before.
    taken: Option<String>,
}

/// `/game/{id}`: the game while it is played, its replay afterwards.
pub(crate) async fn page(
    State(site): State<Arc<Site>>,
    Path(id): Path<GameId>,
    Query(view): Query<View>,
    visitor: Visitor,
    client: Client,
) -> Response {
    if let Some(heir) = site.hall.heir(id) {
        return to_heir(&site, id, heir, &visitor).await;
    }
    let holding = site.hall.seats.held_or_taken(id, visitor.key(id)).await;
    let seat = holding.as_ref().map(|holding| holding.side);
    let room = match site.hall.room(&client, id).await {
        // Whoever plays stays at the table when the game is over; others see how it went.
        Ok(None) if seat.is_some() && view.replay.is_none() => site.hall.finished_room(&client, id).await,
        Ok(room) => room.filter(|room| !room.is_over() || seat.is_some() && view.replay.is_none()),
        Err(error) if seat.is_some() => return Failure::from(error).page(&visitor),
        Err(_) => None,
    };
    if let Some(room) = room {
        let invitation = invitation(&site, &room, seat).await;
        let is_large = room.is_large();
        let table = Table { room, seat, invitation, is_taken: view.taken.is_some(), visitor };
        let page =
            if is_large { site.boards.wait_for(&client, move || table.page()).await } else { Some(table.page()) };
        return match page {
            Some(page) => seated(id, holding.as_ref(), page),
            None => Failure::busy(message!("error-no-memory")).into_response(),
        };
    }
    match site.hall.record(id).await {
        Some(record) => replay::page(&site, id, &record, &visitor).await.into_response(),
        None => {
            let why = visitor.language.text("play-there-no-game-this-number");
            layout::error_page(&visitor, StatusCode::NOT_FOUND, why)
        }
    }
}

/// The link for a friend, while nobody has followed it: only whoever invites may see it.
async fn invitation(site: &Site, room: &Room, seat: Option<Side>) -> Option<String> {
    let side = seat?;
    if room.record().labels.get(HOST).is_none_or(|host| *host != side.to_string()) {
        return None;
    }
    let key = site.hall.seats.invitation(room.id, side.other()).await?;
    Some(format!("/game/{}/seat/{key}", room.id))
}

/// The page of a game as one of those sees it who play or look on.
struct Table {
    room: Arc<Room>,
    seat: Option<Side>,
    invitation: Option<String>,
    is_taken: bool,
    visitor: Visitor,
}

impl Table {
    fn page(&self) -> Markup {
        let Table { room, visitor, .. } = self;
        let seat = self.seat;
        let language = visitor.language;
        let record = room.record();
        let people = room.people();
        let against_program = seat.is_some_and(|side| !people[side.other()]);
        let start = json!({
            "id": room.id,
            "seat": seat.map(Side::index),
            "names": record.players.each_ref().map(|player| player.name.clone()),
            "people": people,
            "invitation": self.invitation,
            "moves": record.plies.iter().map(|ply| ply.mv.clone()).collect::<Vec<_>>(),
            "against": against_program,
        });
        let data = format!("{{\"start\":{start},\"layout\":{},\"frame\":{}}}", layout_json(&room.start), room.frame());
        let title = title(&record, language);
        let body = html! {
            h1.visually-hidden { (title) }
            @if self.is_taken && seat.is_none() { p.notice role="status" { (language.text("play-seat-taken")) } }
            div.table data-table {
                section.board-side aria-label=(language.text("label-board")) {
                    div.stage data-stage {
                        (player_card(1, &record))
                        joute-board playable[seat.is_some()] {}
                        (player_card(0, &record))
                    }
                }
                section.panel aria-label=(language.text("label-played-game")) {
                    // One place for all that is said, so that nothing below it moves.
                    div.said {
                        p.status data-status role="status" {}
                        p.trouble data-trouble role="alert" hidden {}
                        div.bar-of-lead data-lead hidden {
                            span data-lead-bar {}
                            span.text data-lead-text {}
                        }
                    }
                    (self.buttons(people, against_program))
                    (self.links())
                    h2.of-moves { (language.text("label-moves")) }
                    ol.moves data-moves tabindex="0" aria-label=(language.text("label-moves")) {}
                }
            }
            script #game type="application/json" { (PreEscaped(data.replace('<', "\\u003c"))) }
        };
        layout::page_of_one_screen(visitor, &title, Some("play.js"), &body)
    }

    fn buttons(&self, people: [bool; 2], against_program: bool) -> Markup {
        let language = self.visitor.language;
        html! {
            div.buttons {
                @if against_program {
                    button type="button" data-do="hint" { (language.text("play-hint")) }
                    button type="button" data-do="undo" { (language.text("play-take-back")) }
                }
                @if self.seat.is_some() {
                    button type="button" data-do="resign" { (language.text("play-resign")) }
                    button type="button" data-do="rematch" hidden { (language.text("play-rematch")) }
                }
                a.button data-after href={ "/game/" (self.room.id) "?replay" } hidden { (language.text("label-replay")) }
                (layout::more(language, &html! {
                    @if people != [true; 2] {
                        button type="button" data-do="evaluate" aria-pressed="false" { (language.text("play-evaluation")) }
                    }
                    button type="button" data-do="link" { (language.text("play-copy-link")) }
                    @if self.seat.is_some() {
                        button type="button" data-do="device" { (language.text("play-other-device")) }
                    }
                }))
            }
        }
    }

    /// What opens seats: the friend's, and one's own elsewhere.
    fn links(&self) -> Markup {
        let language = self.visitor.language;
        html! {
            @if self.invitation.is_some() {
                p.invitation data-invitation {
                    (language.text("play-send-your-friend-this-link"))
                    input readonly aria-label=(language.text("play-link-for-your-friend")) data-invitation-link;
                }
            }
            @if self.seat.is_some() {
                p.invitation data-device hidden {
                    (language.text("play-open-on-other-device"))
                    input readonly aria-label=(language.text("play-link-for-other-device")) data-device-link;
                }
            }
        }
    }
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
    client: Client,
    Json(saying): Json<Saying>,
) -> Result<Response, Failure> {
    let holding = site.hall.seats.held_or_taken(id, visitor.key(id)).await;
    let holding = holding.ok_or_else(|| Failure::forbidden(message!("error-only-players")))?;
    let side = holding.side;
    let token = token_of(&holding, id, &visitor);
    if matches!(saying, Saying::Rematch) {
        let record = site.hall.record(id).await.ok_or_else(|| not_played(id))?;
        if record.ending.is_none() {
            return Err(Failure::bad(&message!("error-not-over")));
        }
        let next = site.hall.rematch(&client, id, record).await?;
        // Seats are swapped.
        return inherited(&site, next, side.other(), &token).await;
    }
    // Whoever takes a move back twice goes on where the first time led.
    if let (Saying::Undo, Some(next)) = (&saying, site.hall.heir(id)) {
        return inherited(&site, next, side, &token).await;
    }
    let room = site.hall.room(&client, id).await?.ok_or_else(|| not_played(id))?;
    match saying {
        Saying::Move(text) if text.len() > 40 => return Err(Failure::bad(&message!("error-no-move"))),
        Saying::Move(text) => room.say(side, Answer::Move(text)),
        Saying::Resign => room.say(side, Answer::Resign),
        Saying::Undo | Saying::Rematch => {
            let next = site.hall.undo(&client, &room, side).await?;
            let next = next.ok_or_else(|| Failure::bad(&message!("error-nothing-to-take-back")))?;
            return inherited(&site, next, side, &token).await;
        }
    }
    Ok(seated(id, Some(&holding), Json(Value::Null)))
}

/// Leads from a game to the one that goes on from it. Whoever has a seat keeps it: this page may be asked for before the answer
/// to the move that was taken back has brought its cookie.
async fn to_heir(site: &Site, id: GameId, heir: GameId, visitor: &Visitor) -> Response {
    let mut inherited = None;
    if let Some(holding) = site.hall.seats.held_or_taken(id, visitor.key(id)).await {
        let token = token_of(&holding, id, visitor);
        inherited = site.hall.seats.inherit(heir, holding.side, &token).await.ok().flatten();
    }
    seated(heir, inherited.as_ref(), Redirect::to(&format!("/game/{heir}")))
}

/// The token by which a visitor holds a seat: the one that they have just been given, or the one that they brought.
fn token_of(holding: &Holding, id: GameId, visitor: &Visitor) -> String {
    holding.token.as_deref().or(visitor.key(id)).unwrap_or_default().to_owned()
}

/// The number of a game that goes on from another one, with the seat that its holder has in it.
async fn inherited(site: &Site, id: GameId, side: Side, token: &str) -> Result<Response, Failure> {
    let holding = site.hall.seats.inherit(id, side, token).await.map_err(|error| Failure::internal(&error))?;
    Ok(seated(id, holding.as_ref(), Json(json!({ "game": id }))))
}
