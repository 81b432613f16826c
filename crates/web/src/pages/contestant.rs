//! `/tournament/{name}/player/{player}`: a player of a tournament: how it stands, its rating over time, whom it met, its versions, its
//! games and faults.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use axum::extract::{Path, State};
use joute_arena::Account;
use joute_games::Side;
use joute_messages::{Language, Localize, message};
use joute_report::{fault_name, points, rating_chart};
use joute_store::GameResult;
use joute_tournament::changes::PlayerChange;
use joute_tournament::summary::{EventSummary, Standing};
use maud::{Markup, html};
use tokio::task::spawn_blocking;

use super::class::team;
use super::layout;
use super::replay::encoded;
use super::tournaments::style;
use crate::class::privacy::team_of;
use crate::failure::Failure;
use crate::server::Site;
use crate::tournaments::Tournament;
use crate::tournaments::stream::found;
use crate::visitor::Visitor;

/// The latest games that are listed.
const LISTED: usize = 60;

/// Where the page of a player is.
pub(crate) fn address(slug: &str, player: &str) -> String {
    format!("/tournament/{}/player/{}", encoded(slug), encoded(player))
}

pub(crate) async fn page(
    State(site): State<Arc<Site>>,
    Path((name, player)): Path<(String, String)>,
    visitor: Visitor,
) -> Result<Markup, Failure> {
    let (_, tournament) = found(&site, &name)?;
    // All results are looked at: not on a thread that answers others.
    let made = spawn_blocking(move || made(&tournament, &player, &visitor));
    made.await.map_err(|error| Failure::internal(&error))?
}

fn made(tournament: &Tournament, player: &str, visitor: &Visitor) -> Result<Markup, Failure> {
    let language = visitor.language;
    let view = tournament.view();
    let summary = &view.account.summary;
    let nobody = || Failure::missing(message!("class-error-nobody", name = player.to_owned()));
    let standing = summary.standings.iter().find(|line| line.name == player).ok_or_else(nobody)?;
    let home = format!("/tournament/{}", encoded(&tournament.slug));
    let may_read = visitor.standing.as_ref().is_none_or(|who| who.may_read_logs_of(team_of(player)));
    let body = html! {
        (style())
        p.way { a href=(home) { (summary.name) } }
        section.card {
            h1 { (player) }
            @if visitor.standing.is_some() && !team_of(player).is_empty() { p { a href=(team::address(team_of(player))) { (team_of(player)) } } }
            (facts(standing, language))
            @if let Some(chart) = rating_chart(summary, Some(player), language) {
                img.history alt=(language.text("ladder-history")) src=(chart);
            }
        }
        (versions(summary, player, may_read, language))
        div.columns {
            (meetings(summary, player, &tournament.slug, language))
            (games(&view.account, player, (&home, may_read), language))
        }
    };
    Ok(layout::page(visitor, player, None, &body))
}

fn facts(standing: &Standing, language: Language) -> Markup {
    let t = |key| language.text(key);
    html! {
        dl.chips {
            div { dt { (t("report-rank")) } dd { (standing.rank) } }
            @if let Some(form) = &standing.form {
                div { dt { (t("ladder-rating")) } dd { (format!("{:.0} ({:.0} – {:.0})", form.rating, form.low, form.high)) } }
                div { dt { (t("ladder-crashes")) } dd { (form.crashes) } }
            }
            div { dt { (t("contestant-won-drawn-lost")) } dd { (standing.wins) " / " (standing.draws) " / " (standing.losses) } }
            div { dt { (t("label-fault")) } dd { (standing.faults.total()) } }
        }
    }
}

/// How it has changed: when it came, and every newer version.
fn versions(summary: &EventSummary, player: &str, may_read: bool, language: Language) -> Markup {
    // Why somebody was refused is told in the words of their compiler.
    let is_own = |change: &&PlayerChange| {
        change.name() == Some(player) && (may_read || !matches!(change, PlayerChange::Refused { .. }))
    };
    let changes: Vec<(u64, String)> = summary
        .history
        .iter()
        .flat_map(|note| note.changes.iter().filter(is_own).map(|change| (note.games, change.message().text(language))))
        .collect();
    let present = summary.players.iter().find(|one| one.name == player).and_then(|one| one.version.clone());
    html! {
        @if !changes.is_empty() || present.is_some() {
            section.card.spaced {
                h2 { (language.text("contestant-versions")) }
                ul {
                    @for (games, change) in &changes { li { (message!("contestant-after-games", count = *games).text(language)) ": " (change) } }
                    @if let Some(version) = present { li { (language.text("contestant-present")) ": " code { (version.chars().take(12).collect::<String>()) } } }
                }
            }
        }
    }
}

/// Points for and against, and how many games, by name with each who was met.
pub(crate) fn met<'a>(summary: &'a EventSummary, player: &str) -> BTreeMap<&'a str, ([f64; 2], usize)> {
    let mut met: BTreeMap<&str, ([f64; 2], usize)> = BTreeMap::new();
    for played in &summary.matches {
        let Some(at) = played.players.iter().position(|name| name == player) else { continue };
        let (sum, games) = met.entry(played.players[1 - at].as_str()).or_default();
        sum[0] += played.points[at];
        sum[1] += played.points[1 - at];
        *games += played.games.len();
    }
    met
}

/// The same as a table.
fn meetings(summary: &EventSummary, player: &str, slug: &str, language: Language) -> Markup {
    let title = language.text("contestant-head-to-head");
    html! {
        section.card {
            h2 { (title) }
            div.scroll tabindex="0" role="region" aria-label=(title) { table {
                thead { tr {
                    th scope="col" { (language.text("report-player")) }
                    th.n scope="col" { (language.text("label-played-games")) }
                    th.n scope="col" { (language.text("label-result")) }
                } }
                tbody { @for (other, (sum, games)) in met(summary, player) { tr {
                    th scope="row" { a href=(address(slug, other)) { (other) } }
                    td.n { (games) }
                    td.n { (points(sum[0])) " – " (points(sum[1])) }
                } } }
            } }
        }
    }
}

/// The latest games, each with its fault where it has one; what was seen of it for those who may read that.
pub(crate) fn games(account: &Account, player: &str, (home, may_read): (&str, bool), language: Language) -> Markup {
    let summary = &account.summary;
    let results: HashMap<u64, &GameResult> = account.results.iter().map(|result| (result.id, result)).collect();
    let own = summary.matches.iter().rev().filter(|played| played.players.iter().any(|name| name == player));
    let own = own.flat_map(|played| played.games.iter().rev().map(move |id| (played, *id))).take(LISTED);
    let title = language.text("tournament-finished-games");
    let is_of_class = !team_of(player).is_empty();
    html! {
        section.card {
            h2 { (title) }
            div.scroll tabindex="0" role="region" aria-label=(title) { table {
                thead { tr {
                    th.n scope="col" { (language.text("label-number")) }
                    th scope="col" { (language.text("contestant-against")) }
                    th scope="col" { (language.text("label-result")) }
                    th scope="col" { (language.text("label-fault")) }
                } }
                tbody { @for (played, id) in own {
                    @let other = played.players.iter().find(|name| *name != player).map_or("", String::as_str);
                    @let fault = summary.faults.iter().find(|fault| fault.game == id);
                    tr {
                        td.n { a href={ (home) "/game/" (id) } { (id) } }
                        td { (other) }
                        td { @if let Some(result) = results.get(&id) { (result_of(result, played.players[0] == player, language)) } }
                        td { @if let Some(fault) = fault {
                            span.bad { (fault_name(&fault.kind, language)) } " " span.soft { (fault.player) }
                            @if may_read && fault.player == player { details { summary { (language.text("contestant-what-was-seen")) } pre { (fault.evidence) } } }
                        }
                        @if may_read && is_of_class { " " a href={ (home) "/game/" (id) "/said" } { (language.text("class-said")) } }
                        }
                    }
                } }
            } }
        }
    }
}

/// What a game came to for one of the two, with what each had at its end.
fn result_of(result: &GameResult, is_first_of_match: bool, language: Language) -> Markup {
    let side = if is_first_of_match == result.swapped { Side::Second } else { Side::First };
    let key = match result.outcome.winner() {
        Some(winner) if winner == side => "contestant-won",
        Some(_) => "contestant-lost",
        None => "contestant-drawn",
    };
    let [own, other] = [side, side.other()].map(|side| result.tally[side.index()]);
    html! { span.bad[key == "contestant-lost"] { (language.text(key)) } " " span.soft { (own) " – " (other) } }
}
