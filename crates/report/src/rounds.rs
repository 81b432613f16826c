//! Every round in one column: whom each player met, and what came of it. A long event is seen whole.

use std::collections::{BTreeMap, HashMap};

use joute_messages::{Language, message};
use joute_tournament::format::has_rounds;
use joute_tournament::summary::{EventSummary, MatchSummary};
use maud::{Markup, html};

use crate::number;

/// Beyond so many a table is for programs, not for people.
const MOST_PLAYERS: usize = 128;
const MOST_ROUNDS: u32 = 64;

/// What a player did in a round.
enum Cell<'a> {
    Played(&'a MatchSummary, usize),
    Bye,
}

/// Whether the table says anything: where there are rounds of everybody, and not brackets.
pub(crate) fn is_shown(summary: &EventSummary) -> bool {
    let rounds = summary.matches.iter().map(|played| played.round).max().unwrap_or(0);
    let is_plain = summary.matches.iter().all(|played| played.bracket.is_none());
    is_plain
        && has_rounds(&summary.format)
        && (1..=MOST_ROUNDS).contains(&rounds)
        && (1..=MOST_PLAYERS).contains(&summary.standings.len())
}

/// The section.
pub(crate) fn section(summary: &EventSummary, language: Language) -> Markup {
    if !is_shown(summary) {
        return html! {};
    }
    let rounds = summary.matches.iter().map(|played| played.round).max().unwrap_or(0);
    let places: HashMap<&str, usize> =
        summary.standings.iter().enumerate().map(|(at, line)| (line.name.as_str(), at + 1)).collect();
    let cells = cells(summary);
    let title = language.text("report-rounds");
    html! {
        section #rounds .card {
            h2 { (title) }
            p.soft { (language.text("report-rounds-told")) }
            div.scroll tabindex="0" role="region" aria-label=(title) {
                table.cross.rounds {
                    thead { tr {
                        th scope="col" { (language.text("report-player")) }
                        @for round in 1..=rounds { th scope="col" { (round) } }
                    } }
                    tbody { @for (at, line) in summary.standings.iter().enumerate() { tr {
                        th scope="row" { span.soft { (at + 1) } " " (line.name) }
                        @for round in 1..=rounds { (cell(cells.get(&(line.name.as_str(), round)), &places, language)) }
                    } } }
                }
            }
        }
    }
}

fn cells(summary: &EventSummary) -> BTreeMap<(&str, u32), Cell<'_>> {
    let mut cells = BTreeMap::new();
    for played in &summary.matches {
        for seat in 0..2 {
            cells.insert((played.players[seat].as_str(), played.round), Cell::Played(played, seat));
        }
    }
    for bye in &summary.byes {
        cells.insert((bye.player.as_str(), bye.round), Cell::Bye);
    }
    cells
}

fn cell(cell: Option<&Cell<'_>>, places: &HashMap<&str, usize>, language: Language) -> Markup {
    match cell {
        None => html! { td {} },
        Some(Cell::Bye) => html! { td.soft title=(language.text("decided-bye")) { "–" } },
        Some(Cell::Played(played, seat)) => {
            let other = played.players[1 - seat].as_str();
            let (class, sign) = outcome(played, &played.players[*seat]);
            let [own, made] = [*seat, 1 - seat].map(|seat| number::points(played.points[seat]));
            let told = message!("report-met", other = other.to_owned(), own = own, points = made).text(language);
            let place = places.get(other).map(usize::to_string).unwrap_or_default();
            html! {
                td class=(class) title=(told) { a href={ "#match-" (played.number) } { (sign) (place) } }
            }
        }
    }
}

fn outcome(played: &MatchSummary, name: &str) -> (&'static str, &'static str) {
    match played.winner.as_deref() {
        None => ("", "·"),
        Some("both") => ("tie", "="),
        Some(winner) if winner == name => ("win", "+"),
        Some(_) => ("loss", "−"),
    }
}
