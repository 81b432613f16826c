//! Pages that teach the games: their rules, each with a board to try it on.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use joute_catalog::{GAMES, find_game};
use maud::{Markup, html};

use super::layout;
use super::lessons::LESSONS;
use crate::visitor::Visitor;

/// `/learn`.
pub(crate) async fn index(visitor: Visitor) -> Markup {
    let language = visitor.language;
    let title = language.say("Learn", "Apprendre");
    let body = html! {
        h1 { (title) }
        div.cards {
            @for entry in GAMES {
                article.card {
                    h2 { a href={ "/learn/" (entry.info.name) } { (entry.info.title) } }
                    p { (entry.info.summary) }
                }
            }
        }
    };
    layout::page(&visitor, title, None, &body)
}

/// `/learn/{game}`.
pub(crate) async fn page(Path(game): Path<String>, visitor: Visitor) -> Response {
    let language = visitor.language;
    let Some(entry) = find_game(&game) else {
        let why = language.say("There is no such game.", "Ce jeu n’existe pas.");
        return layout::sorry(&visitor, StatusCode::NOT_FOUND, why);
    };
    let lessons = LESSONS.iter().filter(|lesson| lesson.game == entry.info.name);
    let body = html! {
        h1 { (entry.info.title) }
        div.lessons {
            @for lesson in lessons {
                section.card.lesson data-lesson data-game=(lesson.game) data-setup=(lesson.setup) data-position=(lesson.position) {
                    div {
                        h2 { (language.say(lesson.title[0], lesson.title[1])) }
                        p { (language.say(lesson.text[0], lesson.text[1])) }
                        button type="button" data-again { (language.say("Again", "Recommencer")) }
                    }
                    joute-board playable {}
                }
            }
        }
        p { a.button href={ "/?game=" (entry.info.name) } { (language.say("Play it", "Y jouer")) } }
    };
    layout::page(&visitor, entry.info.title, Some("learn.js"), &body).into_response()
}
