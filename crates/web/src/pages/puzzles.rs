//! Puzzles: one board, one move to find, and how well one does, which stays in the browser.

use axum::extract::{Path, Query};
use axum::response::{IntoResponse, Response};
use joute_catalog::GAMES;
use joute_messages::message;
use maud::{Markup, html};
use serde::Deserialize;

use super::layout;
use crate::failure::Failure;
use crate::puzzles::collection;
use crate::visitor::Visitor;

/// What is wanted.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Chosen {
    game: Option<String>,
}

/// `/puzzles`: the puzzle of the day first.
pub(crate) async fn page(Query(chosen): Query<Chosen>, visitor: Visitor) -> Markup {
    shown(&visitor, chosen.game.as_deref(), None)
}

/// `/puzzles/{id}`: one puzzle, as a link names it.
pub(crate) async fn one(Path(id): Path<String>, visitor: Visitor) -> Response {
    let found = id.parse().ok().and_then(|id| collection().get(id));
    match found {
        Some(one) => shown(&visitor, Some(&one.puzzle.game), Some(one.id)).into_response(),
        None => Failure::missing(message!("error-no-such-puzzle")).page(&visitor),
    }
}

fn shown(visitor: &Visitor, game: Option<&str>, id: Option<usize>) -> Markup {
    let language = visitor.language;
    let title = language.text("puzzle-puzzles");
    let body = html! {
        h1 { (title) }
        div.analysis.puzzles data-puzzles data-id=[id] {
            section.board-side aria-label=(language.text("label-board")) {
                p.status data-task {}
                joute-board playable {}
                p.trouble data-trouble role="alert" hidden {}
            }
            section.panel aria-label=(title) {
                label {
                    (language.text("label-game")) " "
                    select data-chooser {
                        option value="all" { (language.text("puzzle-all-games")) " (" (collection().count(None)) ")" }
                        @for entry in GAMES {
                            option value=(entry.info.name) selected[Some(entry.info.name) == game] {
                                (entry.info.title(language)) " (" (collection().count(Some(entry.info.name))) ")"
                            }
                        }
                    }
                }
                p.soft data-about {}
                p.answer data-answer role="status" {}
                div.buttons {
                    button type="button" data-again hidden { (language.text("learn-again")) }
                    button type="button" data-solve { (language.text("puzzle-solution")) }
                    button.primary-small type="button" data-next { (language.text("puzzle-next")) }
                    button type="button" data-daily { (language.text("puzzle-daily")) }
                    a.button data-analyse hidden href="/analyse" { (language.text("label-analyse")) }
                }
                ol.moves data-line aria-label=(language.text("analyse-expected-play")) hidden {}
                dl.figures {
                    div { dt { (language.text("puzzle-rating")) } dd data-rating {} }
                    div { dt { (language.text("puzzle-streak")) } dd data-streak {} }
                    div { dt { (language.text("puzzle-solved")) } dd data-solved {} }
                }
                p.soft { (language.text("puzzle-keys")) }
            }
        }
    };
    layout::page(visitor, title, Some("puzzles.js"), &body)
}
