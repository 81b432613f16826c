//! The podium and the table of standings.

use joute_messages::{Language, message};
use joute_tournament::format::byes_count;
use joute_tournament::summary::{EventSummary, Standing};
use maud::{Markup, html};

use crate::changes::absence_text;
use crate::number;

/// The first three, once the event is over.
pub fn podium(summary: &EventSummary, language: Language) -> Markup {
    let best: Vec<&Standing> = summary.standings.iter().filter(|standing| standing.rank <= 3).take(6).collect();
    if !summary.complete || best.is_empty() {
        return html! {};
    }
    html! {
        ol.podium {
            @for standing in best {
                li class={ "rank-" (standing.rank) } {
                    (medal(standing.rank))
                    span.name { (standing.name) }
                    span.soft {
                        (record(standing)) " · " (number::points(standing.points)) " " (number::points_word(standing.points, language))
                    }
                }
            }
        }
    }
}

fn medal(rank: u32) -> Markup {
    html! {
        svg.medal viewBox="0 0 40 48" aria-hidden="true" {
            path.ribbon d="M9 0h8l6 16h-8zM31 0h-8l-6 16h8z" {}
            circle.coin cx="20" cy="30" r="16" {}
            text x="20" y="36.5" { (rank) }
        }
    }
}

fn record(standing: &Standing) -> String {
    format!("{} – {} – {}", standing.wins, standing.draws, standing.losses)
}

/// The section with the table.
pub fn section(summary: &EventSummary, language: Language) -> Markup {
    let t = |key| language.text(key);
    let columns = Columns::of(summary);
    html! {
        section #standings .card {
            h2 { (t("report-standings")) }
            div.scroll tabindex="0" role="region" aria-label=(t("report-standings")) {
                table #standings-table data-sortable {
                    thead { tr {
                        th.n scope="col" { (t("report-rank")) }
                        th scope="col" { (t("report-player")) }
                        @if columns.score { th.n scope="col" { (t("report-match-score")) } }
                        @if columns.score { th.n scope="col" { "Buchholz" } }
                        @if columns.form { th.n scope="col" { (t("ladder-rating")) } }
                        @if columns.form { th.n scope="col" { (t("ladder-score")) } }
                        th.n scope="col" { (t("report-points")) }
                        th.n scope="col" { (t("report-matches-won")) }
                        th.n scope="col" { (t("report-won")) }
                        th.n scope="col" { (t("report-games-drawn")) }
                        th.n scope="col" { (t("report-lost")) }
                        th.n scope="col" { (t("report-faults")) }
                        @if columns.byes { th.n scope="col" { (t("report-byes")) } }
                        @if columns.out { th.n scope="col" { (t("report-out-in-round")) } }
                        @if columns.absence { th scope="col" { (t("report-remark")) } }
                    } }
                    tbody { @for standing in &summary.standings { (row(standing, &columns, language)) } }
                }
            }
            @if columns.score { p.soft { (t("report-swiss-ranks-by")) } }
            (refused(summary, language))
        }
    }
}

/// Columns that not every event has.
struct Columns {
    score: bool,
    byes: bool,
    out: bool,
    absence: bool,
    form: bool,
}

impl Columns {
    fn of(summary: &EventSummary) -> Columns {
        let any = |has: fn(&Standing) -> bool| summary.standings.iter().any(has);
        Columns {
            score: any(|standing| standing.score.is_some() || standing.buchholz.is_some()),
            byes: byes_count(&summary.format) && any(|standing| standing.byes > 0),
            out: any(|standing| standing.out_in.is_some()),
            absence: any(|standing| standing.absence.is_some()),
            form: any(|standing| standing.form.is_some()),
        }
    }
}

/// Where a player went out of an elimination.
pub fn exit_text(standing: &Standing, language: Language) -> Option<String> {
    let round = standing.out_in?;
    Some(if standing.out_in_final { language.text("report-final").to_owned() } else { round.to_string() })
}

fn row(standing: &Standing, columns: &Columns, language: Language) -> Markup {
    let faults = standing.faults;
    let total = faults.overtime + faults.illegal + faults.crash;
    let kinds =
        message!("report-fault-counts", overtime = faults.overtime, illegal = faults.illegal, crash = faults.crash)
            .text(language);
    html! {
        tr {
            td.n { (standing.rank) }
            th scope="row" { (standing.name) }
            @if columns.score { td.n { strong { (standing.score.map(number::points).unwrap_or_default()) } } }
            @if columns.score { td.n { (standing.buchholz.map(number::points).unwrap_or_default()) } }
            @if columns.form { td.n { strong { (standing.form.as_ref().map(|form| format!("{:.0}", form.rating)).unwrap_or_default()) } } }
            @if columns.form { td.n { (standing.form.as_ref().map(|form| number::points(form.score)).unwrap_or_default()) } }
            td.n { @if columns.score { (number::points(standing.points)) } @else { strong { (number::points(standing.points)) } } }
            td.n { (standing.matches[0]) @if standing.matches[1] > 0 { span.soft { " +" (standing.matches[1]) "=" } } }
            td.n { (standing.wins) }
            td.n { (standing.draws) }
            td.n { (standing.losses) }
            td.n.bad[total > 0] title=[(total > 0).then_some(kinds)] { (total) }
            @if columns.byes { td.n { (standing.byes) } }
            @if columns.out { td.n { (exit_text(standing, language).unwrap_or_default()) } }
            @if columns.absence { td { (standing.absence.as_ref().map(|absence| absence_text(absence, language)).unwrap_or_default()) } }
        }
    }
}

/// Those who were not let in, and why.
fn refused(summary: &EventSummary, language: Language) -> Markup {
    let refused: Vec<_> =
        summary.players.iter().filter_map(|player| Some((player, player.refused.as_ref()?))).collect();
    html! {
        @if !refused.is_empty() {
            h3 { (language.text("report-not-let-in")) }
            ul.refused { @for (player, why) in refused { li { strong { (player.name) } " – " span.words { (why) } } } }
        }
    }
}
