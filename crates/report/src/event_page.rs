//! The page of an event.

use joute_elements::ReplayBundle;
use joute_messages::Language;
use joute_tournament::format::is_knockout;
use joute_tournament::summary::EventSummary;
use maud::{Markup, html};

use crate::games::{self, GameNote};
use crate::{bracket, changes, cross_table, page, ratings, rounds, standings};

/// The whole page.
pub(crate) fn event_page(
    summary: &EventSummary,
    notes: &[GameNote],
    bundle: &ReplayBundle,
    language: Language,
) -> String {
    let body = html! {
        header.top {
            div.wide {
                div.title { h1 { (summary.name) } (page::theme_button(language)) }
                (chips(summary, notes, language))
                (standings::podium(summary, language))
            }
        }
        nav.parts aria-label=(language.text("report-parts-report")) {
            div.wide { @for (id, name) in parts(summary, language) { a href={ "#" (id) } { (name) } } }
        }
        main.wide {
            (bracket::section(summary, &|played| Some(format!("#match-{}", played.number)), language))
            (standings::section(summary, language))
            (rounds::section(summary, language))
            (cross_table::section(summary, language))
            (ratings::section(summary, language))
            (ratings::first_mover(summary, language))
            (ratings::faults(summary, language))
            (games::section(summary, notes, language))
            (changes::section(summary, notes, language))
        }
        footer.wide.soft {
            p { (language.text("report-rules-matches")) " " code { (summary.rules) } }
            p { (page::made_with(language)) }
        }
        (dialog(language))
    };
    page::page(&summary.name, &body, &bundle.to_packed(), language)
}

fn chips(summary: &EventSummary, notes: &[GameNote], language: Language) -> Markup {
    let t = |key| language.text(key);
    let setup = if summary.setup.is_empty() { "–" } else { &summary.setup };
    // Who was not let in plays nothing.
    let players = summary.players.iter().filter(|player| player.refused.is_none()).count();
    let state = if summary.complete { t("label-finished") } else { t("report-still-running") };
    html! {
        dl.chips {
            div { dt { (t("label-game")) } dd { (summary.game) } }
            div { dt { (t("label-event-setup")) } dd { (setup) } }
            div { dt { (t("label-format")) } dd { (format_name(&summary.format, language)) } }
            div { dt { (t("label-players")) } dd { (players) } }
            div { dt { (t("label-played-games")) } dd { (notes.len()) } }
            div { dt { (t("label-scoring")) } dd { (summary.scoring) } }
            div { dt { (t("label-seed")) } dd { (summary.seed) } }
            div { dt { (t("label-state")) } dd { (state) } }
        }
    }
}

/// What a format is called.
pub fn format_name(format: &str, language: Language) -> &str {
    games::named(&format!("format-{format}"), format, language)
}

/// The sections that the page has, by id.
fn parts(summary: &EventSummary, language: Language) -> Vec<(&'static str, &'static str)> {
    let t = |key| language.text(key);
    let parts = [
        (is_knockout(&summary.format), "bracket", t("report-bracket")),
        (true, "standings", t("report-standings")),
        (rounds::is_shown(summary), "rounds", t("report-rounds")),
        (!summary.standings.is_empty() && summary.standings.len() <= 64, "cross", t("report-cross-table")),
        (!summary.ratings.is_empty(), "ratings", t("report-ratings")),
        (summary.first_mover.iter().sum::<u32>() > 0, "first", t("report-first-move")),
        (true, "faults", t("report-faults")),
        (true, "matches", t("report-matches")),
        (!summary.history.is_empty(), "changes", t("report-changes")),
    ];
    parts.into_iter().filter(|(is_there, ..)| *is_there).map(|(_, id, name)| (id, name)).collect()
}

/// Where a game is replayed; the script fills it.
pub(crate) fn dialog(language: Language) -> Markup {
    let close = language.text("report-close");
    html! {
        dialog #viewer aria-labelledby="viewer-title" {
            div.head {
                h2 #viewer-title tabindex="-1" {}
                button.close type="button" data-close aria-label=(close) title=(close) {
                    svg viewBox="0 0 24 24" aria-hidden="true" {
                        path d="M5 6.4 6.4 5 12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6l5.6-5.6z" {}
                    }
                }
            }
            div.tabs role="group" aria-label=(language.text("label-games-match")) {}
            joute-replay #replay {}
        }
    }
}
