//! The page of an event.

use joute_elements::ReplayBundle;
use joute_tournament::format::{find_format, is_knockout};
use joute_tournament::summary::EventSummary;
use maud::{Markup, html};

use crate::games::{self, GameNote};
use crate::language::Language;
use crate::{bracket, cross_table, page, ratings, standings};

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
        nav.parts aria-label=(language.say("Parts of the report", "Parties du rapport")) {
            div.wide { @for (id, name) in parts(summary, language) { a href={ "#" (id) } { (name) } } }
        }
        main.wide {
            (bracket::section(summary, &|played| Some(format!("#match-{}", played.number)), language))
            (standings::section(summary, language))
            (cross_table::section(summary, language))
            (ratings::section(summary, language))
            (ratings::first_mover(summary, language))
            (ratings::faults(summary, language))
            (games::section(summary, notes, language))
        }
        footer.wide.soft {
            p { (language.say("Rules of the matches", "Règles des rencontres")) ": " code { (summary.rules) } }
            p { (language.say("Made with", "Fait avec")) " Joute " (env!("CARGO_PKG_VERSION")) }
        }
        (dialog(language))
    };
    page::page(&summary.name, &body, &bundle.to_packed(), language)
}

fn chips(summary: &EventSummary, notes: &[GameNote], language: Language) -> Markup {
    let t = |english, french| language.say(english, french);
    let setup = if summary.setup.is_empty() { "–" } else { &summary.setup };
    let state = if summary.complete { t("finished", "terminé") } else { t("still running", "en cours") };
    html! {
        dl.chips {
            div { dt { (t("Game", "Jeu")) } dd { (summary.game) } }
            div { dt { (t("Setup", "Réglage")) } dd { (setup) } }
            div { dt { (t("Format", "Formule")) } dd { (format_name(&summary.format, language)) } }
            div { dt { (t("Players", "Joueurs")) } dd { (summary.players.len()) } }
            div { dt { (t("Games", "Parties")) } dd { (notes.len()) } }
            div { dt { (t("Scoring", "Barème")) } dd { (summary.scoring) } }
            div { dt { (t("Seed", "Graine")) } dd { (summary.seed) } }
            div { dt { (t("State", "État")) } dd { (state) } }
        }
    }
}

/// What a format is called.
pub fn format_name(format: &str, language: Language) -> &str {
    find_format(format).map_or(format, |entry| language.say(entry.title[0], entry.title[1]))
}

/// The sections that the page has, by id.
fn parts(summary: &EventSummary, language: Language) -> Vec<(&'static str, &'static str)> {
    let t = |english, french| language.say(english, french);
    let parts = [
        (is_knockout(&summary.format), "bracket", t("Bracket", "Tableau")),
        (true, "standings", t("Standings", "Classement")),
        (!summary.standings.is_empty() && summary.standings.len() <= 64, "cross", t("Cross table", "Tableau croisé")),
        (!summary.ratings.is_empty(), "ratings", t("Ratings", "Cotes")),
        (summary.first_mover.iter().sum::<u32>() > 0, "first", t("First move", "Premier coup")),
        (true, "faults", t("Faults", "Fautes")),
        (true, "matches", t("Matches", "Rencontres")),
    ];
    parts.into_iter().filter(|(is_there, ..)| *is_there).map(|(_, id, name)| (id, name)).collect()
}

/// Where a game is replayed; the script fills it.
fn dialog(language: Language) -> Markup {
    let close = language.say("Close", "Fermer");
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
            div.tabs role="group" aria-label=(language.say("Games of the match", "Parties de la rencontre")) {}
            joute-replay #replay {}
        }
    }
}
