//! Games as they are played: all of them, or the most interesting one.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use joute_catalog::find_game;
use joute_messages::{Language, Message, message};
use maud::{Markup, html};
use serde_json::{Value, json};

use super::layout;
use super::tournaments::style;
use crate::room::{Room, layout_json};
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

/// How worth watching a game is: people, a close score, and not only just begun.
fn interest(room: &Room) -> f64 {
    let record = room.record();
    let game = room.game();
    let [first, second] = game.tallies().map(f64::from);
    let closeness = 1.0 - (first - second).abs() / f64::from(game.total().max(1));
    let people = room.people().into_iter().filter(|&is_person| is_person).count() as f64;
    let progress = (record.plies.len() as f64 / 20.0).min(1.0);
    // A table where nothing happens is no show, whoever sits at it.
    let is_asleep = room.idle() > Duration::from_secs(60);
    if is_asleep {
        return 0.0;
    }
    2.0 * closeness + people + progress + (room.listeners() as f64 / 10.0).min(2.0)
}

/// What a list of games shows of one; nothing when it is over.
pub(crate) fn card_json(room: &Room) -> Option<Value> {
    if room.is_over() {
        return None;
    }
    let record = room.record();
    let title = match find_game(&record.game) {
        Some(entry) => message!(format!("title-{}", entry.info.name)),
        None => Message::literal(record.game.clone()),
    };
    let frame: Value = serde_json::from_str(&room.frame()).ok()?;
    let layout: Value = serde_json::from_str(&layout_json(&room.start)).ok()?;
    Some(json!({
        "id": room.id,
        "title": title,
        "names": record.players.each_ref().map(|player| player.name.clone()),
        "frame": frame,
        "layout": layout,
        "interest": interest(room),
    }))
}
