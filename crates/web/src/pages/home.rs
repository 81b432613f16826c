//! The first page: choose a game, an opponent and a side, and play at once.

use std::sync::Arc;

use axum::extract::{Query, State};
use joute_catalog::{DEFAULT_LEVEL, GAMES, LEVELS};
use joute_messages::{Language, message};
use maud::{Markup, html};
use serde::Deserialize;

use super::layout;
use crate::names::LONGEST;
use crate::picture::picture;
use crate::server::Site;
use crate::visitor::Visitor;

/// What the form starts with.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Chosen {
    game: Option<String>,
    setup: Option<String>,
    position: Option<String>,
}

/// `/`.
pub(crate) async fn page(State(site): State<Arc<Site>>, Query(chosen): Query<Chosen>, visitor: Visitor) -> Markup {
    let language = visitor.language;
    let title = language.text("home-play");
    let running = site.hall.playing().len();
    let body = html! {
        section.hero {
            h1 { (language.text("home-good-game-at-once")) }
            p { (message!("home-opponents", games = games(language)).text(language)) }
            @if running > 0 {
                p { a href="/watch" { (message!("home-running", count = running).text(language)) } }
            }
        }
        (unfinished(language))
        (form(&visitor, &chosen))
        (ways_on(language))
        (levels(language))
    };
    layout::page(&visitor, title, Some("home.js"), &body)
}

/// Games that this browser plays and has not finished: it alone knows which, so that its script fills them in.
fn unfinished(language: Language) -> Markup {
    html! {
        section.card.unfinished data-unfinished hidden {
            h2 { (language.text("home-go-on")) }
            p.links {}
        }
    }
}

/// What else there is for somebody who looks round.
fn ways_on(language: Language) -> Markup {
    let ways = [("/learn", "home-way-learn"), ("/puzzles", "home-way-puzzles"), ("/analyse", "home-way-analyse")];
    html! {
        section.cards.ways { @for (address, key) in ways { a.card href=(address) { (language.text(key)) } } }
    }
}

/// How strong the levels are, where that was measured.
fn levels(language: Language) -> Markup {
    let measured: Vec<_> = GAMES.iter().filter(|entry| !entry.measured.is_empty()).collect();
    html! {
        details.card.levels {
            summary { (language.text("home-levels")) }
            p.soft { (language.text("home-levels-how")) }
            table {
                thead { tr {
                    th scope="col" { (language.text("home-level")) }
                    @for entry in &measured { th scope="col" { (entry.info.title(language)) } }
                } }
                tbody {
                    @for (index, level) in LEVELS.enumerate() {
                        tr {
                            td { (level) }
                            @for entry in &measured {
                                td { @if let Some(elo) = entry.level_elo().get(index) { (format!("{elo:+}")) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Every game by its title: `Flood, Othello and Awalé`.
fn games(language: Language) -> String {
    let titles: Vec<&str> = GAMES.iter().map(|entry| entry.info.title(language)).collect();
    match titles.split_last() {
        Some((last, others)) if !others.is_empty() => {
            message!("home-list", others = others.join(", "), last = *last).text(language)
        }
        _ => titles.concat(),
    }
}

/// The clocks to choose from: minutes for a game, and seconds that every move adds.
const CLOCKS: [(&str, u32, u32); 7] = [
    ("1m+1s", 1, 1),
    ("3m", 3, 0),
    ("3m+2s", 3, 2),
    ("5m+3s", 5, 3),
    ("10m", 10, 0),
    ("15m+10s", 15, 10),
    ("30m", 30, 0),
];

fn clock(language: Language, minutes: u32, seconds: u32) -> String {
    match seconds {
        0 => message!("home-minutes", minutes = minutes).text(language),
        _ => message!("home-minutes-and-seconds", minutes = minutes, seconds = seconds).text(language),
    }
}

fn form(visitor: &Visitor, chosen: &Chosen) -> Markup {
    let language = visitor.language;
    let first = chosen.game.as_deref().unwrap_or(GAMES[0].info.name);
    html! {
        form.play-form action="/games" method="post" {
            fieldset.games {
                legend { (language.text("label-game")) }
                @for entry in GAMES {
                    label.game {
                        input type="radio" name="game" value=(entry.info.name) checked[entry.info.name == first];
                        (picture(entry.info.name))
                        span.name { (entry.info.title(language)) }
                        span.summary { (entry.info.summary(language)) }
                    }
                }
            }
            @if let Some(position) = &chosen.position {
                // It is a position of this game alone: whoever chooses another one after all gets that one's usual board.
                input type="hidden" name={ "position-" (first) } value=(position);
                input type="hidden" name={ "setup-" (first) } value=(chosen.setup.as_deref().unwrap_or_default());
                p.note data-game=(first) { (language.text("home-from-position-you-chose")) }
            } @else {
                fieldset.row {
                    legend { (language.text("label-board")) }
                    @for entry in GAMES {
                        select name={ "setup-" (entry.info.name) } data-game=(entry.info.name)
                            aria-label=(message!("label-board-of", game = entry.info.title(language)).text(language)) {
                            @for offered in entry.offered {
                                option value=(offered.text) { (language.text(offered.name)) }
                            }
                        }
                    }
                }
            }
            fieldset.row {
                legend { (language.text("home-opponent")) }
                select name="opponent" aria-label=(language.text("home-opponent")) {
                    @for level in LEVELS {
                        option value=(level) selected[level == DEFAULT_LEVEL] { (message!("label-level", number = level).text(language)) }
                    }
                    option value="friend" { (language.text("home-friend-by-link")) }
                    option value="watch" { (language.text("home-nobody-let-two-programs-play")) }
                }
                select name="side" aria-label=(language.text("home-your-side")) {
                    option value="first" { (language.text("home-you-begin")) }
                    option value="second" { (language.text("home-you-answer")) }
                    option value="drawn" { (language.text("home-chance-decides")) }
                }
                select name="time" aria-label=(language.text("home-clock")) {
                    option value="-" { (language.text("home-no-clock")) }
                    @for (value, minutes, seconds) in CLOCKS {
                        option value=(value) { (clock(language, minutes, seconds)) }
                    }
                }
                input name="name" maxlength=(LONGEST) value=[visitor.name()] placeholder=(language.text("home-your-name"))
                    aria-label=(language.text("home-your-name")) autocomplete="nickname" spellcheck="false";
            }
            button.primary type="submit" { (language.text("home-play")) }
        }
    }
}
