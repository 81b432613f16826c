//! The list of games that were played here.

use std::sync::Arc;

use axum::extract::State;
use joute_messages::Language;
use joute_referee::GameRecord;
use joute_store::GameId;
use maud::{Markup, html};

use super::layout;
use crate::server::Site;
use crate::visitor::Visitor;
use crate::words;

/// How many games are listed.
const LISTED: u32 = 100;

/// `/games`.
pub(crate) async fn page(State(site): State<Arc<Site>>, visitor: Visitor) -> Markup {
    let language = visitor.language;
    let title = language.text("label-played-games");
    let games = site.hall.latest(LISTED).await;
    let body = html! {
        section.card {
            h1 { (title) }
            @if games.is_empty() {
                p { (language.text("archive-nothing-was-played-here-yet")) }
            } @else {
                table {
                    thead { tr {
                        th scope="col" { (language.text("label-number")) }
                        th scope="col" { (language.text("label-game")) }
                        th scope="col" { (language.text("label-players")) }
                        th scope="col" { (language.text("label-result")) }
                        th scope="col" { (language.text("label-moves")) }
                    } }
                    tbody { @for (id, record) in &games { (row(*id, record, language)) } }
                }
            }
        }
    };
    layout::page(&visitor, title, None, &body)
}

fn row(id: GameId, record: &GameRecord, language: Language) -> Markup {
    let game = words::title_of(language, &record.game);
    html! {
        tr {
            td { a href={ "/game/" (id) } { (id) } }
            td { (game) }
            td { (record.players[0].name) " – " (record.players[1].name) }
            td {
                @match record.outcome() {
                    Some(_) => { (record.tally[0]) " – " (record.tally[1]) },
                    None => { "…" },
                }
            }
            td { (record.plies.len()) }
        }
    }
}
