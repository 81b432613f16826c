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
            p { (language.say(
                "Seven Colours, Flood, Othello and Awalé against programs of eight levels, or against a friend by link.",
                "Sept Couleurs, Flood, Othello et Awalé contre des programmes de huit niveaux, ou contre un ami par lien.",
            )) }
            @if running > 0 {
                p { a href="/watch" { (running) " " (language.say("being played now", "en cours")) } }
            }
        }
        (form(language, &chosen))
    };
    layout::page(&visitor, title, None, &body)
}

/// Setups worth offering by name, in both languages.
pub(crate) fn setups(game: &str) -> &'static [(&'static str, &'static str, &'static str)] {
    match game {
        "seven-colours" => &[
            ("size=15", "15 × 15", "15 × 15"),
            ("size=20", "20 × 20", "20 × 20"),
            ("size=30", "30 × 30", "30 × 30"),
            ("size=15,board=random", "15 × 15, not symmetric", "15 × 15, non symétrique"),
        ],
        "flood" => &[
            ("width=12", "12 × 12", "12 × 12"),
            ("graph=donut,width=12", "Donut", "Anneau"),
            ("graph=torus,width=10", "Torus", "Tore"),
            ("graph=hgraph,width=12", "H", "H"),
        ],
        "othello" => &[("", "8 × 8", "8 × 8"), ("size=6", "6 × 6", "6 × 6"), ("size=10", "10 × 10", "10 × 10")],
        "awale" => &[("", "Abapa", "Abapa"), ("rules=awari", "Awari", "Awari")],
        _ => &[("", "Standard", "Standard")],
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
                            @for (setup, english, french) in setups(entry.info.name) {
                                option value=(setup) { (language.say(english, french)) }
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
