//! The analysis board: any position of any game, with lines that change while the engine thinks.

use axum::extract::Query;
use joute_catalog::{GAMES, GameEntry};
use joute_games::NoFiles;
use maud::{Markup, html};
use serde::Deserialize;

use super::layout;
use crate::visitor::Visitor;
use crate::words;

/// Which game is analysed; its position stands in the rest of the address, which the script reads.
#[derive(Debug, Deserialize)]
pub(crate) struct Chosen {
    game: Option<String>,
}

/// The game to begin with: the first that always starts from the same position.
fn usual_game() -> &'static str {
    let always_same = |entry: &&GameEntry| entry.setup("", &NoFiles).is_ok_and(|source| !source.is_open());
    GAMES.iter().find(always_same).map_or(GAMES[0].info.name, |entry| entry.info.name)
}

/// `/analyse`.
pub(crate) async fn page(Query(chosen): Query<Chosen>, visitor: Visitor) -> Markup {
    let language = visitor.language;
    let title = language.say("Analysis board", "Plateau d’analyse");
    let game = chosen.game.as_deref().unwrap_or_else(|| usual_game());
    let body = html! {
        h1 { (title) }
        div.analysis data-analysis data-game=(game) data-depth=(language.say("Depth", "Profondeur"))
            data-nodes=(language.say("positions", "positions")) data-exact=(language.say("exact", "exact")) {
            section.board-side aria-label=(language.say("Board", "Plateau")) {
                joute-board playable {}
                p.trouble data-trouble role="alert" hidden {}
            }
            section.panel aria-label=(language.say("Analysis", "Analyse")) {
                label {
                    (language.say("Game", "Jeu")) " "
                    select data-chooser {
                        @for entry in GAMES {
                            option value=(entry.info.name) selected[entry.info.name == game] { (words::title(language, entry.info)) }
                        }
                    }
                }
                p data-about {}
                table {
                    thead { tr {
                        th scope="col" { (language.say("Move", "Coup")) }
                        th scope="col" { (language.say("Value", "Valeur")) }
                        th scope="col" { (language.say("Expected play", "Suite prévue")) }
                    } }
                    tbody data-lines {}
                }
                div.buttons {
                    button type="button" data-back { "← " (language.say("Back", "Retour")) }
                    button type="button" data-forward { (language.say("Forward", "Suite")) " →" }
                }
                h2 { (language.say("Moves", "Coups")) }
                ol.moves data-moves {}
            }
        }
    };
    layout::page(&visitor, title, Some("analyse.js"), &body)
}
