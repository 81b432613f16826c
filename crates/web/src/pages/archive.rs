//! The list of games that were played here.

use std::sync::Arc;

use axum::extract::State;
use joute_messages::Language;
use joute_referee::{Ending, GameRecord};
use joute_store::GameId;
use maud::{Markup, html};

use super::layout;
use crate::dates;
use crate::game_request::DATE;
use crate::names;
use crate::notes::Note;
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
                        th scope="col" { (language.text("archive-date")) }
                        th scope="col" { (language.text("label-game")) }
                        th scope="col" { (language.text("label-players")) }
                        th scope="col" { (language.text("label-result")) }
                        th scope="col" { (language.text("label-moves")) }
                    } }
                    tbody { @for (id, record, note) in &games { (row(*id, record, note.as_ref(), language)) } }
                }
            }
        }
    };
    layout::page(&visitor, title, None, &body)
}

fn row(id: GameId, record: &GameRecord, note: Option<&Note>, language: Language) -> Markup {
    let game = words::title_of(language, &record.game);
    let names = names::in_language(record, note, language);
    html! {
        tr {
            td { a href={ "/game/" (id) } { (id) } }
            td { (game) }
            td { (date(record)) }
            td { (names[0]) " – " (names[1]) }
            td { (result(record, note, &names, language)) }
            td { (record.plies.len()) }
        }
    }
}

/// When it was begun: a script writes it as the reader's own clock shows it. Earlier programs did not take it down.
fn date(record: &GameRecord) -> Markup {
    let moment = record.labels.get(DATE).and_then(|moment| Some((moment, dates::plain(moment)?)));
    html! {
        @match moment {
            Some((moment, plain)) => { time datetime=(moment) data-local { (plain) } },
            None => { "–" },
        }
    }
}

/// What came of it: the count where that decided, and otherwise what did.
fn result(record: &GameRecord, note: Option<&Note>, names: &[String; 2], language: Language) -> Markup {
    let count = format!("{} – {}", record.tally[0], record.tally[1]);
    let is_counted = record.ending.as_ref().is_some_and(Ending::is_by_tallies);
    html! {
        @match &record.ending {
            None if note.is_some_and(|note| note.is_closed) => { (language.text("archive-closed")) },
            None => { (language.text("ending-running")) },
            Some(ending) => {
                (words::ending(language, ending, names))
                @if is_counted { " · " (count) }
            },
        }
    }
}
