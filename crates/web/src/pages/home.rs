//! The first page: choose a game, an opponent and a side, and play at once.

use std::sync::Arc;

use axum::extract::{Query, State};
use joute_catalog::{DEFAULT_LEVEL, GAMES, LEVELS};
use joute_messages::{Language, message};
use maud::{Markup, html};
use serde::Deserialize;

use super::layout;
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
        (form(language, &chosen))
    };
    layout::page(&visitor, title, None, &body)
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

fn form(language: Language, chosen: &Chosen) -> Markup {
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
                    }
                }
            }
            @if let Some(position) = &chosen.position {
                input type="hidden" name="position" value=(position);
                input type="hidden" name="setup" value=(chosen.setup.as_deref().unwrap_or_default());
                p.note { (language.text("home-from-position-you-chose")) }
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
                    option value="3m" { "3 min" }
                    option value="5m" { "5 min" }
                    option value="10m" { "10 min" }
                    option value="30m" { "30 min" }
                }
            }
            button.primary type="submit" { (language.text("home-play")) }
        }
    }
}
