//! The page of one game: the board to play on or to watch, and what people say to it.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Form, Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::{HeaderValue, SET_COOKIE};
use axum::response::{IntoResponse, Redirect, Response};
use joute_catalog::{LEVELS, find_game, player_of_level};
use joute_games::Side;
use joute_messages::{Language, message};
use joute_referee::MatchRules;
use joute_store::GameId;
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;
use serde_json::json;

use super::seat::seated;
use super::{layout, replay};
use crate::client::Client;
use crate::failure::{Failure, no_such_game_message};
use crate::game_request::{GameRequest, HOST};
use crate::manners::{sit, token_of};
use crate::names::{self, LONGEST, Person, UNNAMED, guest_number, tidy};
use crate::notes::{Note, PHRASES};
use crate::room::{Room, layout_json};
use crate::server::Site;
use crate::visitor::{Visitor, name_cookie};
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
    /// What whoever begins it wants to be called.
    #[serde(default)]
    name: Option<String>,
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
        let participant = || ("human".to_owned(), Some(UNNAMED.to_owned()));
        // Everybody reads it in their own language; the record has one.
        let program = |level: u8| {
            let name = message!("label-level", number = level).text(Language::EN);
            (player_of_level(entry.info.name, level).to_owned(), Some(name))
        };
        let (own, other, seat) = match self.opponent.as_str() {
            "friend" => (participant(), participant(), Some(side)),
            "watch" => (program(6), program(5), None),
            level => {
                let level = level.parse().ok().filter(|level| LEVELS.contains(level));
                let level = level.ok_or_else(|| Failure::bad(&message!("error-opponent")))?;
                (participant(), program(level), Some(side))
            }
        };
        let host = seat.filter(|_| self.opponent == "friend");
        let seats = if side == Side::First { [own, other] } else { [other, own] };
        let mut rules = MatchRules::default();
        // `5m+3s` is five minutes and three seconds for every move.
        let (time, increment) = self.time.split_once('+').unwrap_or((&self.time, "0"));
        let time = if time.is_empty() { "-" } else { time };
        rules.set("time", time).map_err(|error| Failure::bad(&error))?;
        rules.set("increment", increment).map_err(|error| Failure::bad(&error))?;
        let named = self.rest.get(&format!("setup-{}", self.game));
        let setup = self.setup.as_ref().or(named).cloned().unwrap_or_default();
        let position = self.position.as_ref().or_else(|| self.rest.get(&format!("position-{}", self.game)));
        let position = position.cloned().filter(|position| !position.is_empty());
        let mut note = if host.is_some() { Note::opened_now() } else { Note::default() };
        if let Some(side) = seat {
            let name = self.name.as_deref().map_or_else(|| visitor.name(), tidy);
            note.people[side] = Some(Person { name, guest: guest_number(visitor.id()) });
        }
        Ok((GameRequest { game: self.game.clone(), setup, position, seats, rules, seed, host, note }, seat))
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
        Ok((id, holding)) => {
            let mut answer = seated(id, holding.as_ref(), Redirect::to(&format!("/game/{id}")));
            let name = form.name.as_deref().map(|name| name_cookie(tidy(name).as_deref()));
            if let Some(cookie) = name.and_then(|cookie| HeaderValue::from_str(&cookie).ok()) {
                answer.headers_mut().append(SET_COOKIE, cookie);
            }
            answer
        }
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
    if let Some(successor) = site.hall.successor(id) {
        return to_successor(&site, id, successor, &visitor).await;
    }
    let holding = site.hall.seats.held_or_taken(id, visitor.key(id)).await;
    let seat = holding.as_ref().map(|holding| holding.side);
    let stays = |room: &Arc<Room>| seat.is_some() || room.snapshot().note().is_closed;
    let room = match site.hall.room(&client, id).await {
        // Whoever plays stays at the table when the game is over; others see how it went.
        Ok(None) if view.replay.is_none() => site.hall.finished_room(&client, id).await.filter(stays),
        Ok(room) => room.filter(|room| !room.is_over() || view.replay.is_none() && stays(room)),
        Err(error) if seat.is_some() => return Failure::from(error).page(&visitor),
        Err(_) => None,
    };
    if let Some(room) = room {
        if let Some(side) = seat {
            sit(&site, &room, side, &visitor).await;
        }
        let invitation = invitation(&site, &room, seat).await;
        let is_large = room.is_large();
        let absence = site.hall.manners.absence;
        let table = Table { room, seat, invitation, is_taken: view.taken.is_some(), visitor, absence };
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
    /// How long somebody must be away to have left.
    absence: Duration,
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
            "people": people,
            "invitation": self.invitation,
            "moves": record.plies.iter().map(|ply| ply.mv.clone()).collect::<Vec<_>>(),
            "against": against_program,
            "game": record.game,
            "setup": record.setup,
            "position": record.start,
            "name": visitor.name(),
            "absence": self.absence.as_millis() as u64,
        });
        let data = format!("{{\"start\":{start},\"layout\":{},\"frame\":{}}}", layout_json(&room.start), room.frame());
        let names = names::in_language(&record, Some(room.snapshot().note()), language);
        let title = format!("{}: {} – {}", words::title_of(language, &record.game), names[0], names[1]);
        let body = html! {
            h1.visually-hidden { (title) }
            @if self.is_taken && seat.is_none() { p.notice role="status" { (language.text("play-seat-taken")) } }
            div.table data-table {
                section.board-side aria-label=(language.text("label-board")) {
                    div.stage data-stage {
                        (self.player_card(self.bottom().other(), &names))
                        joute-board playable[seat.is_some()] flipped[self.bottom() == Side::Second] {}
                        (self.player_card(self.bottom(), &names))
                    }
                }
                section.panel aria-label=(language.text("label-played-game")) {
                    // One place for all that is said, so that nothing below it moves.
                    div.said {
                        p.status data-status role="status" {}
                        p.trouble data-trouble role="alert" hidden {}
                        (self.question())
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
                    @if self.seat.is_some() && !against_program {
                        button type="button" data-do="draw" { (language.text("play-offer-draw")) }
                        button type="button" data-do="undo" { (language.text("play-ask-takeback")) }
                    }
                    (self.steps())
                    @if people != [true; 2] {
                        button type="button" data-do="evaluate" aria-pressed="false" { (language.text("play-evaluation")) }
                    }
                    button type="button" data-do="link" { (language.text("play-copy-link")) }
                    button type="button" data-do="flip" { (language.text("play-flip")) }
                    (layout::board_choices(language))
                    @if self.seat.is_some() && !against_program { (phrases(language)) }
                    @if self.seat.is_some() {
                        label.option { input type="checkbox" data-option="confirm"; " " (language.text("play-confirm-moves")) }
                        label.option { input type="checkbox" data-option="notify"; " " (language.text("play-notify")) }
                        button type="button" data-do="device" { (language.text("play-other-device")) }
                    }
                }))
            }
        }
    }

    /// Whose side is at the bottom: one's own.
    fn bottom(&self) -> Side {
        self.seat.unwrap_or(Side::First)
    }

    /// Who sits there. One's own name can be changed where it stands.
    fn player_card(&self, side: Side, names: &[String; 2]) -> Markup {
        let is_own = self.seat == Some(side);
        let own = self.visitor.language.text("play-your-name");
        html! {
            div.player data-player=(side.index()) {
                span class={ "sign side-" (side.index()) } data-sign aria-hidden="true" {}
                @if is_own {
                    input.name data-own-name maxlength=(LONGEST) value=[self.visitor.name()] placeholder=(names[side])
                        aria-label=(own) title=(own) autocomplete="nickname" spellcheck="false";
                } @else {
                    span.name data-name { (names[side]) }
                }
                span.count data-count {}
                span.clock data-clock hidden {}
            }
        }
    }

    /// What one is asked, or may claim: one question at a time.
    fn question(&self) -> Markup {
        html! {
            @if self.seat.is_some() {
                div.question data-question role="group" hidden {
                    span data-question-text role="status" {}
                    button type="button" data-answer="0" {}
                    button type="button" data-answer="1" {}
                }
                p.chat data-chat role="log" hidden {}
            }
        }
    }

    /// Steps through what was played, while the game goes on.
    fn steps(&self) -> Markup {
        let language = self.visitor.language;
        html! {
            span.steps {
                button type="button" data-do="back" aria-label=(language.text("replay-previous")) title=(language.text("replay-previous")) { "◀" }
                button type="button" data-do="forward" aria-label=(language.text("replay-next")) title=(language.text("replay-next")) { "▶" }
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
                    button type="button" data-do="invite" { (language.text("play-copy-invitation")) }
                    button type="button" data-do="close" { (language.text("play-close-table")) }
                }
            }
            p.invitation data-watch hidden {
                (language.text("play-link-to-watch"))
                input readonly aria-label=(language.text("play-link-to-watch")) data-watch-link;
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

/// What may be said to the other, and nothing else.
fn phrases(language: Language) -> Markup {
    html! {
        select data-phrases aria-label=(language.text("play-say")) {
            option value="" { (language.text("play-say")) "…" }
            @for phrase in PHRASES {
                option value=(phrase) { (language.text(&format!("table-phrase-{phrase}"))) }
            }
        }
    }
}

/// Leads from a game to the one that goes on from it. Whoever has a seat keeps it: this page may be asked for before the answer
/// to the move that was taken back has brought its cookie.
async fn to_successor(site: &Site, id: GameId, successor: GameId, visitor: &Visitor) -> Response {
    let mut inherited = None;
    if let Some(holding) = site.hall.seats.held_or_taken(id, visitor.key(id)).await {
        let token = token_of(&holding, id, visitor);
        inherited = site.hall.seats.inherit(successor, holding.side, &token).await.ok().flatten();
    }
    seated(successor, inherited.as_ref(), Redirect::to(&format!("/game/{successor}")))
}
