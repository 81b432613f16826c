//! The analysis board: any position of any game, with lines that change while the engine thinks.

use axum::extract::Query;
use joute_catalog::{GAMES, GameEntry};
use joute_games::NoFiles;
use maud::{Markup, html};
use serde::Deserialize;

use super::layout;
use crate::visitor::Visitor;

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
    let title = language.text("analyse-analysis-board");
    let game = chosen.game.as_deref().unwrap_or_else(|| usual_game());
    let body = html! {
        h1 { (title) }
        div.analysis data-analysis data-game=(game) {
            section.board-side aria-label=(language.text("label-board")) {
                joute-board playable {}
                p.trouble data-trouble role="alert" hidden {}
            }
            section.panel aria-label=(language.text("analyse-analysis")) {
                label {
                    (language.text("label-game")) " "
                    select data-chooser {
                        @for entry in GAMES {
                            option value=(entry.info.name) selected[entry.info.name == game] { (entry.info.title(language)) }
                        }
                    }
                }
                p.status { span data-turn role="status" {} " " small.soft data-opening {} }
                label {
                    (language.text("analyse-lines")) " "
                    select data-count { @for count in 1..=5 { option value=(count) selected[count == 3] { (count) } } }
                }
                p.soft data-about {}
                table {
                    thead { tr {
                        th scope="col" { (language.text("label-move")) }
                        th scope="col" { (language.text("label-value")) }
                        th scope="col" { (language.text("analyse-expected-play")) }
                    } }
                    tbody data-lines {}
                }
                div.buttons {
                    button type="button" data-back { "← " (language.text("label-back")) }
                    button type="button" data-forward { (language.text("analyse-forward")) " →" }
                    button type="button" data-best { (language.text("analyse-best")) }
                    button type="button" data-promote { (language.text("analyse-promote")) }
                    button type="button" data-cut { (language.text("analyse-cut")) }
                    button type="button" data-share { (language.text("analyse-share")) }
                }
                input data-address readonly hidden aria-label=(language.text("analyse-share"));
                p.soft data-shared role="status" {}
                h2 { (language.text("label-moves")) }
                ol.moves.tree data-moves {}
                p.soft { (language.text("analyse-keys")) }
            }
        }
    };
    layout::page(&visitor, title, Some("analyse.js"), &body)
}
