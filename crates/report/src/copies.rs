//! A page for the teacher: who is like whom, and where, side by side. It is no part of the report that everybody sees.

use std::ops::RangeInclusive;

use joute_elements::ReplayBundle;
use joute_messages::{Language, message};
use joute_tournament::copies::{Likeness, Passage, Submission, groups};
use maud::{Markup, html};

use crate::page;

/// Of so many pairs the passages are shown; the others are in the table alone.
const MOST_SHOWN: usize = 60;
/// So many passages of a pair are shown, the longest ones.
const MOST_PASSAGES: usize = 12;
/// So many lines of a passage are shown.
const MOST_LINES: usize = 60;

/// The page.
pub fn copies_page(event: &str, submissions: &[Submission], found: &[Likeness], language: Language) -> String {
    let t = |key| language.text(key);
    let title = message!("copies-title", event = event.to_owned()).text(language);
    let body = html! {
        header.top.slim { div.wide { div.title { h1 { (title) } (page::theme_button(language)) } } }
        main.wide {
            section.card {
                p.soft { (t("copies-about")) }
                @if found.is_empty() { p { (t("copies-none")) } }
                @for group in groups(submissions.len(), found) {
                    p { strong { (group.iter().map(|&at| submissions[at].name.as_str()).collect::<Vec<_>>().join(", ")) } }
                }
                @if !found.is_empty() { (table(submissions, found, language)) }
            }
            @for (number, likeness) in found.iter().enumerate().take(MOST_SHOWN) {
                (pair(number, submissions, likeness, language))
            }
        }
        footer.wide.soft { p { (page::made_with(language)) } }
    };
    page::page(&title, &body, &ReplayBundle::default().to_packed(), language)
}

fn table(submissions: &[Submission], found: &[Likeness], language: Language) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(language.text("copies-signs")) {
            table data-sortable {
                thead { tr {
                    th scope="col" { "#" }
                    th scope="col" { (language.text("label-players")) }
                    th scope="col" { (language.text("copies-signs")) }
                } }
                tbody { @for (number, likeness) in found.iter().enumerate() { tr {
                    td { a href={ "#pair-" (number + 1) } { (number + 1) } }
                    th scope="row" { (names(submissions, likeness).join(" – ")) }
                    td { (signs(likeness, language)) }
                } } }
            }
        }
    }
}

fn names<'a>(submissions: &'a [Submission], likeness: &Likeness) -> [&'a str; 2] {
    likeness.pair.map(|at| submissions[at].name.as_str())
}

/// What speaks for a copy, in words.
pub fn signs(likeness: &Likeness, language: Language) -> String {
    let mut signs: Vec<String> = Vec::new();
    if likeness.same_file {
        signs.push(language.text("copies-same-file").to_owned());
    }
    if likeness.share > 0.0 {
        signs.push(message!("copies-share", share = (likeness.share * 100.0).round()).text(language));
    }
    if likeness.same_play {
        signs.push(language.text("copies-same-play").to_owned());
    }
    signs.join(", ")
}

fn pair(number: usize, submissions: &[Submission], likeness: &Likeness, language: Language) -> Markup {
    let names = names(submissions, likeness);
    html! {
        section.card id={ "pair-" (number + 1) } {
            h2 { (number + 1) ". " (names.join(" – ")) }
            p { (signs(likeness, language)) }
            @for passage in likeness.passages.iter().take(MOST_PASSAGES) {
                div.beside {
                    @for side in 0..2 { (side_of(&submissions[likeness.pair[side]], passage, side, language)) }
                }
            }
        }
    }
}

fn side_of(submission: &Submission, passage: &Passage, side: usize, language: Language) -> Markup {
    let Some(source) = submission.sources.get(passage.files[side]) else { return html! {} };
    let lines = &passage.lines[side];
    let (first, last) = (*lines.start(), *lines.end());
    let place = message!("copies-lines", file = source.name.clone(), first = first, last = last).text(language);
    html! {
        figure {
            figcaption { strong { (submission.name) } " " span.soft { (place) } }
            pre tabindex="0" { (excerpt(&source.text, lines)) }
        }
    }
}

fn excerpt(text: &str, lines: &RangeInclusive<u32>) -> String {
    let (first, last) = (*lines.start() as usize, *lines.end() as usize);
    let numbered = text.lines().enumerate().skip(first - 1).take((last + 1 - first).min(MOST_LINES));
    let mut shown: Vec<String> = numbered.map(|(at, line)| format!("{:4}  {line}", at + 1)).collect();
    if last + 1 - first > MOST_LINES {
        shown.push("      …".to_owned());
    }
    shown.join("\n")
}
