//! What lists of games show of one: made once when something happens, for everybody who looks.

use std::sync::Arc;
use std::time::Duration;

use joute_catalog::find_game;
use joute_elements::BoardLayout;
use joute_messages::{Message, message};
use joute_store::GameId;
use serde::Serialize;
use serde_json::json;

use crate::frame::Frame;
use crate::room::{Room, Snapshot};

#[derive(Serialize)]
struct Card<'a> {
    id: GameId,
    title: Message,
    frame: Frame,
    layout: &'a BoardLayout,
    interest: f64,
}

/// The card of a game; of one that is over only that it is.
pub(crate) fn json(room: &Room) -> Arc<str> {
    let shown = room.snapshot();
    if shown.is_over() {
        return json!({ "id": room.id, "over": true }).to_string().into();
    }
    let record = shown.record();
    let card = Card {
        id: room.id,
        title: match find_game(&record.game) {
            Some(entry) => message!(format!("title-{}", entry.info.name)),
            None => Message::literal(record.game.clone()),
        },
        frame: shown.frame(),
        layout: &room.layout,
        interest: interest(&shown, room.listeners()),
    };
    // Numbers and texts always have a JSON form.
    serde_json::to_string(&card).unwrap_or_else(|_| "{}".to_owned()).into()
}

/// How worth watching a game is: people, a close score, and not only just begun.
fn interest(shown: &Snapshot, listeners: usize) -> f64 {
    // A table where nothing happens is no show, whoever sits at it.
    if shown.idle() > Duration::from_secs(60) {
        return 0.0;
    }
    let game = shown.game();
    let [first, second] = game.tallies().map(f64::from);
    let closeness = 1.0 - (first - second).abs() / f64::from(game.total().max(1));
    let people = shown.people().into_iter().filter(|&is_person| is_person).count() as f64;
    let progress = (shown.record().plies.len() as f64 / 20.0).min(1.0);
    2.0 * closeness + people + progress + (listeners as f64 / 10.0).min(2.0)
}
