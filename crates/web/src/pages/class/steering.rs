//! Forms and buttons by which a teacher begins the ladder and cups, pauses them, goes on, ends them, and adds a round.

use std::sync::Arc;

use axum::extract::{Form, Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use joute_messages::Language;
use joute_report::format_name;
use joute_tournament::format::FORMATS;
use maud::{Markup, html};

use crate::assets::VERSION;
use crate::class::access::{Caller, InClass};
use crate::class::events::CupRequest;
use crate::class::steering::{cup_begun, ended, extended, gone_on, ladder_begun, paused, takes_rounds};
use crate::class::{Action, Class};
use crate::failure::Failure;
use crate::pages::replay::encoded;
use crate::server::Site;
use crate::tournaments::{Phase, Tournament};
use crate::visitor::Visitor;

/// The forms that begin a ladder and cups.
pub(super) fn forms(class: &Class, language: Language) -> Markup {
    let t = |key| language.text(key);
    html! {
        section.card.spaced id="tournaments" {
            h2 { (t("class-tournaments")) }
            @if !class.has_ladder() {
                form method="post" action="/class/ladder" { button.primary-small type="submit" { (t("class-begin-ladder")) } }
            }
            form.fields method="post" action="/class/cups" {
                h3 { (t("class-new-cup")) }
                label { (t("new-tournament-name")) input name="name" maxlength="60" autocomplete="off"; }
                label { (t("label-format")) select name="format" {
                    @for format in FORMATS.iter().filter(|format| format.is_offered) { option value=(format.name) { (format_name(format.name, language)) } } } }
                label { (t("new-tournament-games-match")) select name="games" { @for games in [2, 4, 10] { option value=(games) { (games) } } } }
                button type="submit" { (t("class-begin-cup")) }
            }
        }
    }
}

fn page_of(tournament: &Arc<Tournament>) -> Response {
    Redirect::to(&format!("/tournament/{}", encoded(&tournament.slug))).into_response()
}

/// `POST /class/ladder`.
pub(crate) async fn ladder(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
) -> Result<Response, Failure> {
    Ok(page_of(&ladder_begun(&site, &class, &caller).await?))
}

/// `POST /class/cups`.
pub(crate) async fn cup(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
    Form(wish): Form<CupRequest>,
) -> Result<Response, Failure> {
    Ok(page_of(&cup_begun(&site, &class, &caller, &wish).await?))
}

/// The buttons of a tournament, for whoever may steer it.
pub(crate) fn buttons(tournament: &Tournament, visitor: &Visitor) -> Markup {
    let may = visitor.standing.as_ref().is_some_and(|standing| standing.may(Action::Steer));
    if !may || tournament.file().is_none() {
        return html! {};
    }
    let address = |what: &str| format!("/tournament/{}/{what}", encoded(&tournament.slug));
    let view = tournament.view();
    let t = |key| visitor.language.text(key);
    html! {
        script type="module" src={ "/static/class.js?" (VERSION) } {}
        @if let Phase::Stopped(why) = &view.phase { p.trouble { (why) } }
        // Which of them are shown hangs on how it stands, which changes while somebody looks: the style of the page sees to it.
        div.links.steering {
            form.while-played method="post" action=(address("pause")) { button type="submit" { (t("class-pause")) } }
            form.while-paused method="post" action=(address("go-on")) { button type="submit" { (t("class-go-on")) } }
            @if takes_rounds(&view.account.summary.format) {
                form.while-still method="post" action=(address("extend")) { button type="submit" { (t("class-extend")) } }
            }
            form.while-open method="post" action=(address("end")) data-sure=(t("class-end-it")) { button type="submit" { (t("class-end")) } }
        }
    }
}

/// `POST /tournament/{name}/pause`.
pub(crate) async fn pause(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Response, Failure> {
    Ok(page_of(&paused(&site, &class, &caller, &name).await?))
}

/// `POST /tournament/{name}/go-on`.
pub(crate) async fn go_on(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Response, Failure> {
    Ok(page_of(&gone_on(&site, &class, &caller, &name).await?))
}

/// `POST /tournament/{name}/end`.
pub(crate) async fn end(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Response, Failure> {
    Ok(page_of(&ended(&site, &class, &caller, &name).await?))
}

/// `POST /tournament/{name}/extend`.
pub(crate) async fn extend(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Response, Failure> {
    Ok(page_of(&extended(&site, &class, &caller, &name).await?))
}
