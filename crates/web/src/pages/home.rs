//! The first page: choose a game, an opponent and a side, and play at once.

use std::sync::Arc;

use axum::extract::{Query, State};
use joute_catalog::{DEFAULT_LEVEL, GAMES, LEVELS};
use joute_report::Language;
use maud::{Markup, html};
use serde::Deserialize;

use super::layout;
use crate::picture::picture;
use crate::server::Site;
use crate::visitor::Visitor;
use crate::words;

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
    let title = language.say("Play", "Jouer");
    let running = site.hall.playing().len();
    let body = html! {
        section.hero {
            h1 { (language.say("A good game, at once", "Une bonne partie, tout de suite")) }
            p { (games(language)) " " (language.say(
                "against programs of eight levels, or against a friend by link.",
                "contre des programmes de huit niveaux, ou contre un ami par lien.",
            )) }
            @if running > 0 {
                p { a href="/watch" { (running) " " (language.say("being played now", "en cours")) } }
            }
        }
        (form(language, &chosen))
    };
    layout::page(&visitor, title, None, &body)
}

/// Every game by its title: `Flood, Othello and Awalé`.
fn games(language: Language) -> String {
    let titles: Vec<_> = GAMES.iter().map(|entry| words::title(language, entry.info)).collect();
    match titles.split_last() {
        Some((last, others)) if !others.is_empty() => {
            format!("{} {} {last}", others.join(", "), language.say("and", "et"))
        }
        _ => titles.concat(),
    }
}

fn form(language: Language, chosen: &Chosen) -> Markup {
    let first = chosen.game.as_deref().unwrap_or(GAMES[0].info.name);
    html! {
        form.play-form action="/games" method="post" {
            fieldset.games {
                legend { (language.say("Game", "Jeu")) }
                @for entry in GAMES {
                    label.game {
                        input type="radio" name="game" value=(entry.info.name) checked[entry.info.name == first];
                        (picture(entry.info.name))
                        span.name { (words::title(language, entry.info)) }
                    }
                }
            }
            @if let Some(position) = &chosen.position {
                input type="hidden" name="position" value=(position);
                input type="hidden" name="setup" value=(chosen.setup.as_deref().unwrap_or_default());
                p.note { (language.say("From the position you chose.", "À partir de la position choisie.")) }
            } @else {
                fieldset.row {
                    legend { (language.say("Board", "Plateau")) }
                    @for entry in GAMES {
                        select name={ "setup-" (entry.info.name) } data-game=(entry.info.name)
                            aria-label={ (language.say("Board of", "Plateau de")) " " (words::title(language, entry.info)) } {
                            @for offered in entry.offered {
                                option value=(offered.text) { (language.say(offered.name[0], offered.name[1])) }
                            }
                        }
                    }
                }
            }
            fieldset.row {
                legend { (language.say("Opponent", "Adversaire")) }
                select name="opponent" aria-label=(language.say("Opponent", "Adversaire")) {
                    @for level in LEVELS {
                        option value=(level) selected[level == DEFAULT_LEVEL] { (language.say("Level", "Niveau")) " " (level) }
                    }
                    option value="friend" { (language.say("A friend, by link", "Un ami, par lien")) }
                    option value="watch" { (language.say("Nobody: let two programs play", "Personne : deux programmes jouent")) }
                }
                select name="side" aria-label=(language.say("Your side", "Votre camp")) {
                    option value="first" { (language.say("You begin", "Vous commencez")) }
                    option value="second" { (language.say("You answer", "Vous répondez")) }
                    option value="drawn" { (language.say("Chance decides", "Le hasard décide")) }
                }
                select name="time" aria-label=(language.say("Clock", "Pendule")) {
                    option value="-" { (language.say("No clock", "Sans pendule")) }
                    option value="3m" { "3 min" }
                    option value="5m" { "5 min" }
                    option value="10m" { "10 min" }
                    option value="30m" { "30 min" }
                }
            }
            button.primary type="submit" { (language.say("Play", "Jouer")) }
        }
    }
}
