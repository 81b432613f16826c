//! Draws the tables of a tournament, when somebody looks.

use std::sync::Arc;
use std::time::{Duration, Instant};

use joute_elements::BoardLayout;
use joute_games::AnyGame;
use serde::Serialize;

use super::tables::{Table, Tables};
use crate::class::privacy::hide_evidence;
use crate::frame::{Clock, Frame, board_after, split};
use crate::pages::replay::encoded;

/// The most tables that are shown.
const MOST: usize = 24;

/// What pages get of a table.
#[derive(Debug, Clone)]
pub(crate) struct Card {
    /// With the layout of its board, for those who have not seen this game yet.
    pub(crate) full: Arc<str>,
    /// Without it.
    pub(crate) light: Arc<str>,
}

pub(crate) struct Painter {
    /// The name of the tournament in addresses, and what it is called.
    slug: String,
    name: String,
    drawn: Vec<Option<Drawn>>,
}

struct Drawn {
    begun: u64,
    changed: u64,
    layout: BoardLayout,
    card: Card,
}

#[derive(Serialize)]
struct CardContent<'a> {
    id: String,
    game: String,
    href: String,
    title: &'a str,
    names: [&'a str; 2],
    frame: Frame,
    interest: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<&'a BoardLayout>,
}

impl Painter {
    pub(crate) fn new(slug: &str, name: &str) -> Painter {
        Painter { slug: slug.to_owned(), name: name.to_owned(), drawn: Vec::new() }
    }

    /// Draws what has changed, all of it for newcomers, whose clocks must be right at once. Gives what those get who have
    /// seen what was there before.
    pub(crate) fn paint(&mut self, tables: &Tables, all: bool) -> Vec<Arc<str>> {
        self.drawn.resize_with(tables.count().min(MOST), || None);
        (0..self.drawn.len()).filter_map(|table| self.paint_one(table, tables, all)).collect()
    }

    fn paint_one(&mut self, table: usize, tables: &Tables, all: bool) -> Option<Arc<str>> {
        let last = self.drawn[table].take();
        let since = last.as_ref().filter(|_| !all).map_or(0, |drawn| drawn.changed);
        let Some(now) = tables.changed_since(table, since) else {
            self.drawn[table] = last;
            return None;
        };
        let same = last.filter(|drawn| drawn.begun == now.begun);
        let is_new = same.is_none();
        let layout = same.map_or_else(|| split(board_after(None, None, now.follower.game())).0, |drawn| drawn.layout);
        let card = self.card(table, &now, &layout);
        let told = Arc::clone(if is_new { &card.full } else { &card.light });
        self.drawn[table] = Some(Drawn { begun: now.begun, changed: now.changed, layout, card });
        Some(told)
    }

    /// All tables as they were drawn last.
    pub(crate) fn cards(&self) -> Vec<Card> {
        self.drawn.iter().flatten().map(|drawn| drawn.card.clone()).collect()
    }

    /// What pages call a table.
    pub(crate) fn id(&self, table: usize) -> String {
        format!("{}/{table}", self.slug)
    }

    fn card(&self, index: usize, table: &Table, layout: &BoardLayout) -> Card {
        let record = table.record();
        // The clocks of a game that is over stand where they stood.
        let thought = |since: Instant| if record.ending.is_some() { Duration::ZERO } else { since.elapsed() };
        let clock =
            table.asked.map_or_else(Clock::default, |(view, side, since)| Clock::of(view, side, thought(since)));
        let game = table.follower.game();
        let mut content = CardContent {
            id: self.id(index),
            game: format!("{}.{}", table.spot.0 + 1, table.spot.1 + 1),
            href: format!("/tournament/{}", encoded(&self.slug)),
            title: &self.name,
            names: record.players.each_ref().map(|player| player.name.as_str()),
            frame: without_evidence(Frame::of(record, table.follower.before(), game, clock).only_watched()),
            interest: interest(game, record.plies.len(), record.ending.is_some()),
            layout: None,
        };
        let light = json(&content);
        content.layout = Some(layout);
        Card { full: json(&content), light }
    }
}

/// What a program wrote when it failed is told where somebody may read it.
fn without_evidence(mut frame: Frame) -> Frame {
    hide_evidence(frame.ending.as_mut(), |_| true);
    frame
}

fn json(content: &CardContent<'_>) -> Arc<str> {
    // Numbers and texts always have a JSON form.
    serde_json::to_string(content).unwrap_or_else(|_| "{}".to_owned()).into()
}

/// How worth watching a game is, on the scale of the games that people play here.
fn interest(game: &AnyGame, plies: usize, is_over: bool) -> f64 {
    let [first, second] = game.tallies().map(f64::from);
    let closeness = 1.0 - (first - second).abs() / f64::from(game.total().max(1));
    let progress = (plies as f64 / 20.0).min(1.0);
    if is_over { 0.0 } else { 2.0 * closeness + progress }
}
