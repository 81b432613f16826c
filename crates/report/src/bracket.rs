//! The bracket as a picture: boxes that are links to their matches, and lines along which winners go on.

use std::collections::HashMap;

use joute_messages::{Language, message};
use joute_tournament::format::is_knockout;
use joute_tournament::summary::{EventSummary, MatchSummary};
use maud::{Markup, PreEscaped, html};

use crate::bracket_layout::{Layout, Placed, layout};
use crate::games::{decided, shown_name};
use crate::number;

const HEIGHT: f64 = 46.0;
const ROW: f64 = 58.0;
const HEAD: f64 = 34.0;

/// How wide things are drawn.
struct Size {
    /// The id of the frame of a match.
    frame: &'static str,
    /// A match.
    width: f64,
    /// From one round to the next.
    step: f64,
    /// Letters of a name.
    letters: usize,
}

const ROOMY: Size = Size { frame: "match-box", width: 176.0, step: 214.0, letters: 17 };
/// Many rounds stand closer together, so that more of them are seen at once.
const NARROW: Size = Size { frame: "match-box-narrow", width: 116.0, step: 130.0, letters: 9 };

/// Up to so many rounds have all the room.
const MOST_ROOMY: usize = 5;

/// Where the box of a match leads; nowhere yet, perhaps.
pub type Link<'a> = &'a dyn Fn(&MatchSummary) -> Option<String>;

/// The section with the bracket; nothing for an event that has none.
pub fn section(summary: &EventSummary, link: Link<'_>, language: Language) -> Markup {
    if !is_knockout(&summary.format) {
        return html! {};
    }
    let seeds: HashMap<&str, usize> =
        summary.players.iter().enumerate().map(|(index, player)| (player.name.as_str(), index + 1)).collect();
    html! {
        section #bracket .card {
            h2 { (language.text("report-bracket")) }
            (shared_box())
            @for (title, names) in parts(language) {
                @let matches: Vec<_> = summary.matches.iter().filter(|played| names.contains(&part(played))).collect();
                @if !matches.is_empty() {
                    h3 { (title) }
                    div.scroll tabindex="0" role="region" aria-label=(title) {
                        (picture(&layout(matches), &seeds, link, title, language))
                    }
                }
            }
        }
    }
}

/// The frames of matches, drawn once.
fn shared_box() -> Markup {
    html! {
        svg.hidden aria-hidden="true" { defs { @for size in [ROOMY, NARROW] { g id=(size.frame) {
            rect width=(size.width) height=(HEIGHT) rx="7" {}
            path d={ "M0 " (HEIGHT / 2.0) "h" (size.width) } {}
        } } } }
    }
}

/// The parts of a draw in the order in which they are shown.
fn parts(language: Language) -> [(&'static str, &'static [&'static str]); 4] {
    [
        (language.text("bracket-winners-title"), &["winners"]),
        (language.text("bracket-losers-title"), &["losers"]),
        (language.text("report-final"), &["final", "reset"]),
        (language.text("report-all-rounds"), &["other"]),
    ]
}

fn part(played: &MatchSummary) -> &str {
    match played.bracket.as_deref() {
        Some(known @ ("winners" | "losers" | "final" | "reset")) => known,
        _ => "other",
    }
}

fn picture(
    layout: &Layout<'_>,
    seeds: &HashMap<&str, usize>,
    link: Link<'_>,
    title: &str,
    language: Language,
) -> Markup {
    let size = if layout.columns > MOST_ROOMY { NARROW } else { ROOMY };
    let width = layout.columns as f64 * size.step - (size.step - size.width) + 4.0;
    let height = layout.height * ROW + HEAD;
    html! {
        svg.bracket viewBox={ "0 0 " (width) " " (height.round()) } width=(width) height=(height.round())
            role="group" aria-label=(title) {
            @for column in 0..layout.columns { (heading(layout, column, &size, language)) }
            path.wire d=(wires(layout, &size)) {}
            @for placed in &layout.placed { (match_box(placed, &size, seeds, link, language)) }
        }
    }
}

fn heading(layout: &Layout<'_>, column: usize, size: &Size, language: Language) -> Markup {
    let first = layout.placed.iter().find(|placed| placed.column == column);
    let name = first.map(|placed| match placed.played.bracket.as_deref() {
        Some("final") => language.text("report-final").to_owned(),
        Some("reset") => language.text("report-second-match").to_owned(),
        _ => message!("report-round", number = placed.played.round).text(language),
    });
    let x = column as f64 * size.step + size.width / 2.0 + 2.0;
    html! { text.round x=(x) y="16" { (name.unwrap_or_default()) } }
}

fn wires(layout: &Layout<'_>, size: &Size) -> String {
    let wire = |[from, to]: &[usize; 2]| {
        let ((x0, y0), (x1, y1)) = (place(&layout.placed[*from], size), place(&layout.placed[*to], size));
        let (right, middle) = (x0 + size.width, x1 - (size.step - size.width) / 2.0);
        format!("M{right} {}H{middle}V{}H{x1}", (y0 + HEIGHT / 2.0).round(), (y1 + HEIGHT / 2.0).round())
    };
    layout.links.iter().map(wire).collect()
}

/// The upper left corner of a box.
fn place(placed: &Placed<'_>, size: &Size) -> (f64, f64) {
    (placed.column as f64 * size.step + 2.0, (placed.y * ROW + HEAD - ROW / 2.0 + (ROW - HEIGHT) / 2.0).round())
}

fn match_box(
    placed: &Placed<'_>,
    size: &Size,
    seeds: &HashMap<&str, usize>,
    link: Link<'_>,
    language: Language,
) -> Markup {
    let played = placed.played;
    let (x, y) = place(placed, size);
    html! {
        a.m.open[played.winner.is_none()] href=[link(played)] transform={ "translate(" (x) " " (y) ")" } {
            title { (told(played, language)) }
            use href={ "#" (size.frame) } {}
            @for side in 0..2 { (row(played, side, size, seeds, language)) }
        }
    }
}

fn row(played: &MatchSummary, side: usize, size: &Size, seeds: &HashMap<&str, usize>, language: Language) -> Markup {
    let name = played.players[side].as_str();
    let won = played.winner.as_deref().is_some_and(|winner| winner == name || winner == "both");
    let class = if won {
        "w"
    } else if played.winner.is_some() {
        "l"
    } else {
        ""
    };
    let y = if side == 0 { 16 } else { 39 };
    let seed = seeds.get(name);
    html! {
        g class=(class) data-p=[seed] {
            @if won { path.bar d={ "M3.5 " (y - 11) "v14" } {} }
            @if let Some(seed) = seed { text.seed x="22" y=(y) { (seed) } }
            text x="28" y=(y) { (short(shown_name(name, language), size.letters)) }
            text.p x=(size.width - 9.0) y=(y) { (number::points(played.points[side])) }
        }
    }
}

/// The match in a sentence, for those who cannot see the box.
fn told(played: &MatchSummary, language: Language) -> String {
    let [one, two] = played.players.each_ref().map(|name| shown_name(name, language));
    let points = played.points.map(number::points);
    let [one_points, two_points] = points;
    let what = message!(
        "report-match-told",
        number = played.number,
        one = one.to_owned(),
        one_points = one_points,
        two = two.to_owned(),
        two_points = two_points
    );
    match played.winner.as_deref() {
        Some("both") => message!("report-match-both-win", match = what).text(language),
        Some(winner) => {
            let told = message!("report-match-won", match = what, winner = winner.to_owned());
            match played.decided_by.as_deref() {
                None | Some("points") => told.text(language),
                Some(_) => format!("{} ({})", told.text(language), decided(played, language)),
            }
        }
        None => what.text(language),
    }
}

fn short(name: &str, letters: usize) -> PreEscaped<String> {
    let cut = if name.chars().count() > letters {
        name.chars().take(letters - 1).chain(['…']).collect()
    } else {
        name.to_owned()
    };
    html! { (cut) }
}
