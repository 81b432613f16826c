//! Who made how many points against whom.

use std::collections::HashMap;

use joute_messages::Language;
use joute_tournament::summary::EventSummary;
use maud::{Markup, html};

use crate::number;

/// Beyond so many players a cross table is for programs, not for people.
const MOST: usize = 64;

/// What two players made against each other, and their last match.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Meeting {
    /// The points of the one and of the other.
    pub(crate) points: [f64; 2],
    /// The number of the last match.
    pub(crate) last: u32,
}

/// All meetings, by both names.
pub(crate) fn meetings(summary: &EventSummary) -> HashMap<(&str, &str), Meeting> {
    let mut meetings = HashMap::new();
    for played in summary.matches.iter().filter(|played| !played.games.is_empty()) {
        let [one, two] = played.players.each_ref().map(String::as_str);
        for (pair, [own, other]) in [((one, two), [0, 1]), ((two, one), [1, 0])] {
            let meeting = meetings.entry(pair).or_insert(Meeting { points: [0.0; 2], last: played.number });
            meeting.points[0] += played.points[own];
            meeting.points[1] += played.points[other];
            meeting.last = played.number;
        }
    }
    meetings
}

/// The section; nothing when there are too many players.
pub fn section(summary: &EventSummary, language: Language) -> Markup {
    let names: Vec<&str> = summary.standings.iter().map(|standing| standing.name.as_str()).collect();
    if names.is_empty() || names.len() > MOST {
        return html! {};
    }
    let meetings = meetings(summary);
    let title = language.text("report-cross-table");
    html! {
        section #cross .card {
            h2 { (title) }
            p.soft { (language.text("report-points-row-against-column-in")) }
            div.scroll tabindex="0" role="region" aria-label=(title) {
                table.cross {
                    thead { tr {
                        th scope="col" { (language.text("report-player")) }
                        @for (index, name) in names.iter().enumerate() { th scope="col" title=(name) { (index + 1) } }
                    } }
                    tbody { @for (index, row) in names.iter().enumerate() { tr {
                        th scope="row" { span.soft { (index + 1) } " " (row) }
                        @for column in &names { (cell(row, column, &meetings)) }
                    } } }
                }
            }
        }
    }
}

fn cell(row: &str, column: &str, meetings: &HashMap<(&str, &str), Meeting>) -> Markup {
    if row == column {
        return html! { td.self {} };
    }
    let Some(meeting) = meetings.get(&(row, column)) else {
        return html! { td {} };
    };
    let [own, other] = meeting.points;
    let class = if own > other {
        "win"
    } else if own < other {
        "loss"
    } else {
        "tie"
    };
    html! { td class=(class) { a href={ "#match-" (meeting.last) } { (number::points(own)) } } }
}
