//! Games as they are played: all of them, or the most interesting one.

use std::sync::Arc;

use axum::extract::State;
use joute_messages::Language;
use maud::{Markup, html};

use super::layout;
use super::tournaments::style;
use crate::server::Site;
use crate::tournaments::plain_list;
use crate::visitor::Visitor;

/// `/watch`: boards that change as moves fall.
pub(crate) async fn page(State(site): State<Arc<Site>>, visitor: Visitor) -> Markup {
    let language = visitor.language;
    let title = language.text("watch-watch");
    let body = html! {
        (style())
        section data-news="/watch/events" {
            h1 { (title) }
            div data-part="running" { (plain_list(&site.tournaments, true, language)) }
            p { a.button href="/tv" { (language.text("watch-most-interesting-game")) } }
            div.boards data-boards aria-live="off" {}
            p data-nobody hidden[!site.hall.playing().is_empty()] { (nobody(language)) }
        }
    };
    layout::page(&visitor, title, Some("watch.js"), &body)
}

/// `/tv`: one game, and another when something more interesting goes on.
pub(crate) async fn television(State(site): State<Arc<Site>>, visitor: Visitor) -> Markup {
    let language = visitor.language;
    let title = "Joute TV";
    let body = html! {
        section.television data-news="/watch/events" {
            h1 { (title) }
            div.boards.one data-boards data-one {}
            p data-nobody hidden[!site.hall.playing().is_empty()] { (nobody(language)) }
        }
    };
    layout::page(&visitor, title, Some("watch.js"), &body)
}

fn nobody(language: Language) -> &'static str {
    language.text("watch-nobody-plays")
}
