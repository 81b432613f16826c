//! What a teacher does with tournaments: begins the ladder and cups, pauses them, goes on, and adds a round.

use std::fs;
use std::path::Path as FilePath;
use std::sync::Arc;

use axum::extract::{Form, Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use joute_messages::{Language, message};
use joute_report::format_name;
use joute_tournament::format::{FORMATS, find_format, has_rounds as in_rounds};
use maud::{Markup, html};

use crate::class::access::{Caller, InClass};
use crate::class::events::CupRequest;
use crate::class::{Action, Class};
use crate::failure::Failure;
use crate::pages::replay::encoded;
use crate::server::Site;
use crate::tournaments::stream::found;
use crate::tournaments::{ShownTournament, Tournament};
use crate::visitor::Visitor;

/// The forms that begin a ladder and cups.
pub(super) fn forms(class: &Class, language: Language) -> Markup {
    let t = |key| language.text(key);
    html! {
        section.card.spaced {
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

fn page_of(tournament: &Tournament) -> Response {
    Redirect::to(&format!("/tournament/{}", encoded(&tournament.slug))).into_response()
}

/// `POST /class/ladder`.
pub(crate) async fn ladder(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
) -> Result<Response, Failure> {
    let begun = class.begin_ladder(&site).await?;
    class.note(&caller.standing, "began", &begun.slug).await?;
    Ok(page_of(&begun))
}

/// `POST /class/cups`.
pub(crate) async fn cup(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
    Form(wish): Form<CupRequest>,
) -> Result<Response, Failure> {
    let begun = class.begin_cup(&site, &wish).await?;
    class.note(&caller.standing, "began", &begun.slug).await?;
    Ok(page_of(&begun))
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
        div.links {
            @if tournament.is_running() {
                form method="post" action=(address("pause")) { button type="submit" { (t("class-pause")) } }
            } @else if !tournament.is_over() {
                form method="post" action=(address("go-on")) { button type="submit" { (t("class-go-on")) } }
            }
            @if takes_rounds(&view.account.summary.format) && !tournament.is_running() {
                form method="post" action=(address("extend")) { button type="submit" { (t("class-extend")) } }
            }
        }
    }
}

/// Whether another round can be added.
fn takes_rounds(format: &str) -> bool {
    find_format(format).is_ok_and(|entry| entry.takes_rounds && !entry.is_ladder)
}

/// `POST /tournament/{name}/pause`: games under way are given up, and played again later.
pub(crate) async fn pause(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Response, Failure> {
    let (_, tournament) = found(&site, &name)?;
    tournament.halt();
    class.note_course(&tournament, true).await?;
    class.note(&caller.standing, "paused", &tournament.slug).await?;
    Ok(page_of(&tournament))
}

/// `POST /tournament/{name}/go-on`.
pub(crate) async fn go_on(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Response, Failure> {
    let (index, tournament) = found(&site, &name)?;
    resumed(&site, index, &tournament, |_| Ok(())).await?;
    class.note_course(&tournament, false).await?;
    class.note(&caller.standing, "went-on", &tournament.slug).await?;
    Ok(page_of(&tournament))
}

/// `POST /tournament/{name}/extend`: one round more.
pub(crate) async fn extend(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Response, Failure> {
    let (index, tournament) = found(&site, &name)?;
    let summary = tournament.view().account.summary.clone();
    if !takes_rounds(&summary.format) {
        return Err(Failure::bad(&message!("class-error-no-rounds")));
    }
    let rounds = match in_rounds(&summary.format) {
        true => summary.matches.iter().map(|played| played.round).max().unwrap_or(1),
        false => 1,
    };
    resumed(&site, index, &tournament, move |file| one_round_more(file, rounds)).await?;
    class.note_course(&tournament, false).await?;
    class.note(&caller.standing, "extended", &tournament.slug).await?;
    Ok(page_of(&tournament))
}

/// Changes the file of a tournament that is not played, and has it played.
async fn resumed(
    site: &Arc<Site>,
    index: usize,
    tournament: &Arc<Tournament>,
    change: impl FnOnce(&FilePath) -> std::io::Result<()> + Send + 'static,
) -> Result<(), Failure> {
    let file = tournament.file().map(FilePath::to_owned);
    let (Some(file), Some(organiser)) = (file, site.organiser.clone()) else {
        return Err(Failure::bad(&message!("class-error-played-elsewhere")));
    };
    if tournament.is_running() {
        return Err(Failure::bad(&message!("class-error-running")));
    }
    let prepared = tokio::task::spawn_blocking(move || {
        change(&file).map_err(|error| error.to_string())?;
        organiser.prepared(&file)
    });
    let prepared: Result<ShownTournament, String> = prepared.await.map_err(|error| Failure::internal(&error))?;
    let prepared = prepared.map_err(|why| Failure::bad(&message!("class-error-not-begun", why = why)))?;
    site.tournaments.go_on(index, tournament, prepared);
    Ok(())
}

/// Writes the next number of rounds into a file; `known` are those of a file that says nothing.
fn one_round_more(file: &FilePath, known: u32) -> std::io::Result<()> {
    let text = fs::read_to_string(file)?;
    let is_rounds = |line: &&str| line.split('=').next().is_some_and(|key| key.trim() == "rounds");
    let said = text.lines().find(is_rounds).and_then(|line| line.split('=').nth(1)?.trim().parse::<u32>().ok());
    let others: String = text.lines().filter(|line| !is_rounds(line)).map(|line| format!("{line}\n")).collect();
    fs::write(file, format!("rounds = {}\n{others}", said.unwrap_or(known) + 1))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

    use super::*;

    #[test]
    fn a_round_more_is_written_whatever_the_file_says() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("cup.toml");
        fs::write(&file, "name = \"rounds = 9\"\nplayers = [\n]\n").unwrap();
        for expected in [4, 5] {
            one_round_more(&file, 3).unwrap();
            let text = fs::read_to_string(&file).unwrap();
            assert_eq!(text, format!("rounds = {expected}\nname = \"rounds = 9\"\nplayers = [\n]\n"));
        }
    }
}
