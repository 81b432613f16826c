//! How those who take part have changed, and the matches that no longer count.

use joute_messages::{Language, Localize, message};
use joute_tournament::summary::{Absence, EventSummary};
use maud::{Markup, html};

use crate::games::{GameNote, game_links};

/// The section; nothing for an event that went on as it was announced.
pub(crate) fn section(summary: &EventSummary, notes: &[GameNote], language: Language) -> Markup {
    if summary.history.is_empty() {
        return html! {};
    }
    html! {
        section #changes .card {
            h2 { (language.text("report-changes")) }
            ul { @for note in &summary.history { @for change in &note.changes {
                li {
                    (change.localized(language))
                    span.soft { " – " (message!("report-after-games", count = note.games as i64).text(language)) }
                }
            } } }
            @if !summary.annulled.is_empty() {
                h3 { (language.text("report-annulled")) }
                ul { @for played in &summary.annulled { li {
                    (played.players[0]) " – " (played.players[1]) ": " (game_links(played, notes, language))
                } } }
            }
        }
    }
}

/// That a player is no longer there, in words.
pub fn absence_text(absence: &Absence, language: Language) -> String {
    let key = if absence.disqualified { "report-disqualified" } else { "report-withdrawn" };
    let how = language.text(key);
    absence.reason.as_ref().map_or_else(|| how.to_owned(), |reason| format!("{how}: {reason}"))
}
