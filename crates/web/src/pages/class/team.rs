//! `/class/team/{team}` and `/class/player/{team}/{file}/{version}`: how the players of a team do in every tournament of the class, the games that
//! they lost, and what became of one version.

use std::sync::Arc;

use axum::extract::{Path, State};
use joute_messages::{Language, message};
use joute_report::{fault_name, rating_chart};
use joute_tournament::format::is_ladder;
use joute_tournament::summary::{Contestant, Standing as Place};
use maud::{Markup, html};
use tokio::task::spawn_blocking;

use super::moment;
use super::players::{check_owner, found as findings_of};
use super::{challenge, source};
use crate::class::access::{Caller, InClass, Standing};
use crate::class::events::latest_ladder;
use crate::class::lost::{LostGame, lost_games};
use crate::class::privacy::team_of;
use crate::class::submissions::Submission;
use crate::failure::Failure;
use crate::pages::replay::encoded;
use crate::pages::tournaments::style;
use crate::pages::{contestant, layout};
use crate::server::Site;
use crate::tournaments::Tournament;
use crate::visitor::Visitor;

/// Where the page of a team is.
pub(crate) fn address(team: &str) -> String {
    format!("/class/team/{}", encoded(team))
}

/// A player of a tournament, as a row of these pages.
struct Row {
    tournament: Arc<Tournament>,
    place: Place,
}

/// Those of every tournament that are meant, the latest tournament first.
fn rows(site: &Site, is_meant: impl Fn(&Tournament, &Contestant) -> bool) -> Vec<Row> {
    let mut rows = Vec::new();
    for tournament in site.tournaments.all().into_iter().rev() {
        let view = tournament.view();
        let summary = &view.account.summary;
        for player in summary.players.iter().filter(|player| is_meant(&tournament, player)) {
            let place = summary.standings.iter().find(|line| line.name == player.name);
            rows.extend(place.map(|place| Row { tournament: Arc::clone(&tournament), place: place.clone() }));
        }
    }
    rows
}

/// `/class/team/{team}`.
pub(crate) async fn page(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    Path(team): Path<String>,
    standing: Standing,
    visitor: Visitor,
) -> Result<Markup, Failure> {
    let language = visitor.language;
    let may_read = standing.may_read_logs_of(&team);
    let (meant, at) = (team.clone(), Arc::clone(&site));
    // All results of all tournaments are looked at: not on a thread that answers others.
    let found = spawn_blocking(move || {
        let rows = rows(&at, |_, player| team_of(&player.name) == meant);
        let lost = at.tournaments.all().iter().rev().flat_map(|one| lost_games(one, &meant)).collect();
        (table(&rows, language), rows.is_empty(), charts(&at, &meant, language), lost)
    });
    let found: (Markup, bool, Vec<Markup>, Vec<LostGame>) = found.await.map_err(|error| Failure::internal(&error))?;
    let (table, has_played_nothing, charts, lost) = found;
    let own = if may_read { class.submissions.of_team(Some(&team)).await? } else { Vec::new() };
    let is_known = class.accounts().await?.iter().any(|(_, account)| account.team == team);
    if has_played_nothing && !is_known {
        return Err(Failure::missing(message!("class-error-nobody", name = team)));
    }
    let body = html! {
        (style())
        section.card {
            h1 { (team) }
            (table)
            @for chart in charts { (chart) }
        }
        @if may_read && !own.is_empty() { (versions(&own, language)) }
        (lost_list(&lost, may_read, language))
    };
    Ok(layout::page(&visitor, &team, None, &body))
}

/// How ratings on the ladder have changed.
fn charts(site: &Site, team: &str, language: Language) -> Vec<Markup> {
    let Some((_, view)) = latest_ladder(&site.tournaments) else { return Vec::new() };
    let summary = &view.account.summary;
    let own = summary.standings.iter().filter(|line| team_of(&line.name) == team);
    let drawn = own.filter_map(|line| Some((line, rating_chart(summary, Some(&line.name), language)?)));
    drawn.map(|(line, chart)| html! { img.history alt={ (line.name) ": " (language.text("ladder-history")) } src=(chart); }).collect()
}

fn table(rows: &[Row], language: Language) -> Markup {
    let t = |key| language.text(key);
    html! {
        @if rows.is_empty() { p.soft { (t("class-nothing-played")) } } @else {
            div.scroll tabindex="0" role="region" aria-label=(t("class-tournaments")) { table {
                thead { tr {
                    th scope="col" { (t("class-tournaments")) }
                    th scope="col" { (t("report-player")) }
                    th.n scope="col" { (t("report-rank")) }
                    th.n scope="col" { (t("ladder-rating")) }
                    th.n scope="col" { (t("contestant-won-drawn-lost")) }
                    th.n scope="col" { (t("label-fault")) }
                } }
                tbody { @for Row { tournament, place } in rows { tr {
                    td { a href={ "/tournament/" (encoded(&tournament.slug)) } { (tournament.view().account.summary.name) } }
                    th scope="row" { a href=(contestant::address(&tournament.slug, &place.name)) { (place.name) } }
                    td.n { (place.rank) }
                    td.n { @if let Some(form) = &place.form { (format!("{:.0}", form.rating)) } @else { "–" } }
                    td.n { (place.wins) " / " (place.draws) " / " (place.losses) }
                    td.n { (place.faults.total()) }
                } } }
            } }
        }
    }
}

fn versions(own: &[Submission], language: Language) -> Markup {
    html! {
        section.card.spaced {
            h2 { (language.text("contestant-versions")) }
            ul { @for one in own { li { a href=(version_address(one)) { (one.file) " " (one.number) } " " span.soft { (moment(one.when)) } } } }
        }
    }
}

fn lost_list(lost: &[LostGame], may_read: bool, language: Language) -> Markup {
    let title = language.text("class-lost");
    html! {
        @if !lost.is_empty() {
            section.card.spaced id="lost" {
                h2 { (title) }
                div.scroll tabindex="0" role="region" aria-label=(title) { table {
                    thead { tr {
                        th scope="col" { (language.text("class-tournaments")) }
                        th.n scope="col" { (language.text("label-number")) }
                        th scope="col" { (language.text("report-player")) }
                        th scope="col" { (language.text("contestant-against")) }
                        th scope="col" { (language.text("label-fault")) }
                    } }
                    tbody { @for game in lost { tr data-lost=(game.page) {
                        td { (game.title) }
                        td.n { a href=(game.page) { (game.game) } }
                        td { (game.player) }
                        td { (game.opponent) " " span.soft { (game.tally[0]) " – " (game.tally[1]) } }
                        td {
                            @if let Some(kind) = &game.fault { span.bad { (fault_name(kind, language)) } }
                            @if may_read { " " a href={ (game.page) "/said" } { (language.text("class-said")) } }
                            @if let Some(seen) = game.evidence.as_deref().filter(|seen| may_read && !seen.is_empty()) {
                                details { summary { (language.text("contestant-what-was-seen")) } pre { (seen) } }
                            }
                        }
                    } } }
                } }
            }
        }
    }
}

/// Where the page of a version is.
pub(crate) fn version_address(one: &Submission) -> String {
    format!("/class/player/{}/{}/{}", encoded(&one.team), encoded(&one.file), one.number)
}

/// `/class/player/{team}/{file}/{version}`.
pub(crate) async fn version_page(
    State(site): State<Arc<Site>>,
    InClass(class): InClass,
    Path((team, file, number)): Path<(String, String, u32)>,
    caller: Caller,
    visitor: Visitor,
) -> Result<Markup, Failure> {
    check_owner(&caller, &team)?;
    let one = class.submissions.get(&team, &file, number).await?;
    let language = visitor.language;
    let name = format!("{team}/{file}");
    let title = format!("{name} {number}");
    let (at, of_version, player) = (Arc::clone(&site), one.clone(), name.clone());
    let played = spawn_blocking(move || played_by(&at, &of_version, &player, language));
    let played = played.await.map_err(|error| Failure::internal(&error))?;
    let body = html! {
        (style())
        p.way { a href="/class/players" { (language.text("class-players")) } " › " a href=(address(&team)) { (team) } }
        section.card {
            h1 { (title) }
            dl.chips {
                div { dt { (language.text("class-when")) } dd { (moment(one.when)) } }
                div { dt { (language.text("class-size")) } dd { (one.bytes) } }
                div { dt { "SHA-256" } dd { code { (one.hash.chars().take(16).collect::<String>()) } } }
            }
            (source::ways(&class, &one, &caller.member, language))
            (challenge::offer(&one, language))
            (findings_of(&one, language))
        }
        (played)
    };
    Ok(layout::page(&visitor, &title, None, &body))
}

/// The tournaments that a version of a player plays in, and its games there. It looks at all results.
fn played_by(site: &Site, one: &Submission, name: &str, language: Language) -> Markup {
    let played = one.path();
    // On the ladder a player goes by one name in all of its versions: there it is the one that plays.
    let rows = rows(site, |tournament, player| {
        let is_on_ladder = is_ladder(&tournament.view().account.summary.format);
        let is_named = player.name == name && is_on_ladder && one.is_active;
        is_named || (!is_on_ladder && std::path::Path::new(&player.locator).ends_with(&played))
    });
    html! {
        section.card.spaced { h2 { (language.text("class-tournaments")) } (table(&rows, language)) }
        @for Row { tournament, place } in &rows {
            @let home = format!("/tournament/{}", encoded(&tournament.slug));
            @let view = tournament.view();
            section.spaced data-tournament=(tournament.slug) {
                h2 { a href=(home) { (view.account.summary.name) } }
                @if let Some(chart) = rating_chart(&view.account.summary, Some(&place.name), language) {
                    img.history alt=(language.text("ladder-history")) src=(chart);
                }
                (contestant::games(&view.account, &place.name, (&home, true), language))
            }
        }
    }
}
