//! Tournaments: the list of them, the page of one as it is played, its games to replay and its files.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use joute_messages::{Language, message};
use joute_referee::GameRecord;
use joute_report::{format_name, policy};
use joute_store::GameId;
use joute_tournament::summary::{EventSummary, MatchSummary};
use maud::{Markup, html};
use tokio::task::spawn_blocking;

use super::class::{said, steering};
use super::replay::{analysis, encoded, film_of, review_offer};
use super::{contestant, layout, new_tournament};
use crate::assets::VERSION;
use crate::class::Action;
use crate::class::privacy::shown_to;
use crate::client::Client;
use crate::failure::Failure;
use crate::server::Site;
use crate::tournaments::stream::found;
use crate::tournaments::{Tournament, game_title, plain_list};
use crate::visitor::Visitor;

/// The files of a tournament that pages link to, besides its report.
const FILES: [&str; 7] =
    ["results.json", "standings.csv", "matches.csv", "games.csv", "cross-table.csv", "ratings.csv", "faults.csv"];

/// What pages of tournaments look like, besides what every page has.
pub(crate) fn style() -> Markup {
    html! {
        link rel="stylesheet" href={ "/static/event.css?" (VERSION) };
        link rel="stylesheet" href={ "/static/tournament.css?" (VERSION) };
    }
}

/// `/tournaments`.
pub(crate) async fn list(State(site): State<Arc<Site>>, visitor: Visitor) -> Markup {
    let language = visitor.language;
    let title = language.text("tournament-tournaments");
    let body = html! {
        (style())
        section.card data-news="/tournaments/events" {
            h1 { (title) }
            div data-part="list" { (plain_list(&site.tournaments, false, language)) }
            @if site.tournaments.all().is_empty() { (how_to(may_begin(&visitor), language)) }
        }
        @if site.organiser.is_some() && may_begin(&visitor) { (new_tournament::form(language)) }
    };
    layout::page(&visitor, title, Some("watch.js"), &body)
}

/// Whether somebody may begin one: everybody, or whoever steers a class.
fn may_begin(visitor: &Visitor) -> bool {
    visitor.standing.as_ref().is_none_or(|standing| standing.may(Action::Steer))
}

/// How tournaments come here, for those who may bring some.
fn how_to(may_begin: bool, language: Language) -> Markup {
    html! {
        p { (language.text("tournament-this-server-shows-no-tournament")) }
        @if may_begin {
            p { (language.text("tournament-play-one-here-or-follow")) }
            pre { "joute serve --tournament cup.toml\njoute serve --results cup" }
        }
    }
}

/// `/tournament/{name}`.
pub(crate) async fn page(State(site): State<Arc<Site>>, Path(name): Path<String>, visitor: Visitor) -> Response {
    let language = visitor.language;
    let (_, tournament) = match found(&site, &name) {
        Ok(found) => found,
        Err(failure) => return failure.page(&visitor),
    };
    // Long tables take long: not on a thread that answers others.
    let making = Arc::clone(&tournament);
    let parts = match spawn_blocking(move || making.parts(language)).await {
        Ok(parts) => parts,
        Err(error) => return Failure::internal(&error).page(&visitor),
    };
    let view = tournament.view();
    let summary = &view.account.summary;
    let events = format!("/tournament/{}/events", encoded(&tournament.slug));
    let body = html! {
        (style())
        div.tournament data-news=(events) {
            header.card {
                h1 { (summary.name) }
                (facts(summary, language))
                div data-part="progress" { (parts.progress) }
                div data-part="podium" { (parts.podium) }
            }
            section data-tables hidden aria-labelledby="tables" {
                h2 #tables data-part="tables" { (parts.tables) }
                div.boards data-boards data-fixed aria-live="off" {}
            }
            (steering::buttons(&tournament, &visitor))
            div data-part="bracket" { (parts.bracket) }
            div.columns {
                div data-part="standings" { (parts.standings) }
                div data-part="games" { (parts.games) }
            }
            div data-part="cross" { (parts.cross) }
            (players(&tournament.slug, summary, language))
            @if may_take_reports(&visitor) { (downloads(&tournament.slug, language)) }
        }
    };
    layout::page(&visitor, &summary.name, Some("watch.js"), &body).into_response()
}

/// A page for each player.
fn players(slug: &str, summary: &EventSummary, language: Language) -> Markup {
    html! {
        section.card aria-labelledby="players" {
            h2 #players { (language.text("label-players")) }
            p.links { @for line in &summary.standings { a.button href=(contestant::address(slug, &line.name)) { (line.name) } } }
        }
    }
}

/// Whether somebody may have whole reports, in which everybody's logs stand.
fn may_take_reports(visitor: &Visitor) -> bool {
    visitor.standing.as_ref().is_none_or(|standing| standing.may(Action::TakeReports))
}

fn facts(summary: &EventSummary, language: Language) -> Markup {
    let t = |key| language.text(key);
    html! {
        dl.chips {
            div { dt { (t("label-game")) } dd { (game_title(summary, language)) } }
            @if !summary.setup.is_empty() { div { dt { (t("label-event-setup")) } dd { (summary.setup) } } }
            div { dt { (t("label-format")) } dd { (format_name(&summary.format, language)) } }
            div { dt { (t("label-players")) } dd { (summary.standings.len()) } }
            div { dt { (t("label-scoring")) } dd { (summary.scoring) } }
            div { dt { (t("label-seed")) } dd { (summary.seed) } }
        }
    }
}

fn downloads(slug: &str, language: Language) -> Markup {
    let address = |file: &str| format!("/tournament/{}/files/{file}", encoded(slug));
    html! {
        section.card aria-labelledby="files" {
            h2 #files { (language.text("tournament-to-take-away")) }
            p.links {
                a.button href=(address("report.html")) { (language.text("tournament-the-whole-report")) }
                @for file in FILES { a.button href=(address(file)) download={ (slug) "-" (file) } { (file) } }
            }
        }
    }
}

/// `/tournament/{name}/files/{file}`: the report and its tables as they stand now.
pub(crate) async fn file(
    State(site): State<Arc<Site>>,
    Path((name, file)): Path<(String, String)>,
    visitor: Visitor,
    client: Client,
) -> Result<Response, Failure> {
    let language = visitor.language;
    let (_, tournament) = found(&site, &name)?;
    let slug = tournament.slug.clone();
    // Thousands of games are read for it: not on a thread that answers others.
    let files = site.boards.run(&client, move || tournament.report(language)).await?;
    let (name, text) = files
        .texts
        .iter()
        .find(|(name, _)| *name == file)
        .ok_or_else(|| Failure::missing(message!("error-no-such-file")))?;
    let kind = match name.rsplit('.').next() {
        Some("html") => {
            // The page stands alone, with its own script inside it: it runs that very script and nothing else.
            let own = format!("{}; frame-ancestors 'none'", policy());
            let kind = "text/html; charset=utf-8".to_owned();
            return Ok(([(CONTENT_TYPE, kind), (CONTENT_SECURITY_POLICY, own)], text.clone()).into_response());
        }
        Some("json") => "application/json",
        _ => "text/csv; charset=utf-8",
    };
    // Header lines are plain letters; a browser takes the name from the link anyway.
    let ascii: String = slug.chars().filter(char::is_ascii).collect();
    let disposition = format!("attachment; filename=\"{ascii}-{name}\"");
    Ok(([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, disposition)], text.clone()).into_response())
}

async fn game_of(tournament: &Tournament, id: GameId) -> Result<GameRecord, Failure> {
    tournament.game(id).await.ok_or_else(|| Failure::missing(message!("error-no-such-tournament-game")))
}

/// `/tournament/{name}/game/{id}`: a game to step through, among the others of its match.
pub(crate) async fn game(
    State(site): State<Arc<Site>>,
    Path((name, id)): Path<(String, GameId)>,
    visitor: Visitor,
) -> Response {
    let shown = async {
        let (_, tournament) = found(&site, &name)?;
        Ok::<_, Failure>((game_of(&tournament, id).await?, tournament))
    };
    match shown.await {
        Ok((record, tournament)) => game_page(&site, &tournament, id, &record, &visitor).await.into_response(),
        Err(failure) => failure.page(&visitor),
    }
}

async fn game_page(site: &Site, tournament: &Tournament, id: GameId, record: &GameRecord, visitor: &Visitor) -> Markup {
    let language = visitor.language;
    let title = format!("{} – {}", record.players[0].name, record.players[1].name);
    let home = format!("/tournament/{}", encoded(&tournament.slug));
    let address = |tail: &str| format!("{home}/game/{id}/{tail}");
    let review = review_offer(site, &address("review"), record, language).await;
    let view = tournament.view();
    let summary = &view.account.summary;
    let of_match = summary.matches.iter().find(|played| played.games.contains(&id));
    let download = html! {
        a.button href=(address("record.json")) download={ (tournament.slug) "-" (id) ".json" } { (language.text("label-download-the-record")) }
    };
    let body = html! {
        (style())
        div.of-tournament {
            p.way { a href=(home) { (summary.name) } @if let Some(played) = of_match { " › " (match_name(played, language)) } }
            h1.visually-hidden { (title) }
            @if let Some(played) = of_match { (siblings(played, id, &home, language)) }
        }
        joute-replay data-replay=(address("replay.json")) {
            div data-tools {
                (review)
                div.buttons {
                    a.button data-analyse href=(analysis(record)) { (language.text("label-analyse")) }
                    @match said::address(&home, id, record, visitor.standing.as_ref()) {
                        // Three buttons are more than a telephone has room for.
                        Some(said) => {
                            a.button.only-wide href=(said) { (language.text("class-said")) }
                            (layout::more(language, &html! {
                                a.button.only-narrow href=(said) { (language.text("class-said")) }
                                (download)
                            }))
                        }
                        None => { (download) }
                    }
                }
            }
        }
    };
    layout::page_of_one_screen(visitor, &title, Some("replay-page.js"), &body)
}

fn match_name(played: &MatchSummary, language: Language) -> String {
    let round = joute_report::round_name(played, language);
    message!("tournament-match-of-round", round = round, number = played.number).text(language)
}

/// The games of a match, to go from one to another.
fn siblings(played: &MatchSummary, id: GameId, home: &str, language: Language) -> Markup {
    html! {
        @if played.games.len() > 1 {
            nav.siblings aria-label=(language.text("label-games-match")) {
                @for (index, other) in played.games.iter().enumerate() {
                    a.button href={ (home) "/game/" (other) } aria-current=[(*other == id).then_some("page")] {
                        (message!("replay-game", number = index + 1).text(language))
                    }
                }
            }
        }
    }
}

/// `/tournament/{name}/game/{id}/record.json`.
pub(crate) async fn record(
    State(site): State<Arc<Site>>,
    Path((name, id)): Path<(String, GameId)>,
    visitor: Visitor,
) -> Result<Response, Failure> {
    let (_, tournament) = found(&site, &name)?;
    let record = shown_to(visitor.standing.as_ref(), game_of(&tournament, id).await?);
    Ok(([(CONTENT_TYPE, "application/json")], record.to_json()).into_response())
}

/// `/tournament/{name}/game/{id}/replay.json`.
pub(crate) async fn replay(
    State(site): State<Arc<Site>>,
    Path((name, id)): Path<(String, GameId)>,
    (visitor, client): (Visitor, Client),
) -> Result<Response, Failure> {
    let (_, tournament) = found(&site, &name)?;
    let record = game_of(&tournament, id).await?;
    film_of(&site, &client, id, record, visitor.standing.as_ref()).await
}
