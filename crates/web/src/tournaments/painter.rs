//! Draws the tables of a tournament, when somebody looks: each from where it was drawn last.

use std::sync::Arc;
use std::time::{Duration, Instant};

use joute_games::AnyGame;
use serde_json::{Value, json};

use super::tables::{Table, Tables};
use crate::frame::{Clock, Frame};
use crate::pages::replay::encoded;
use crate::room::{layout_json, start_of};

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

/// A table that looks different now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) table: usize,
    /// Whether it is another game than before.
    pub(crate) is_new: bool,
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
    plies: usize,
    game: AnyGame,
    before: Option<AnyGame>,
    layout: Value,
    card: Card,
}

impl Painter {
    pub(crate) fn new(slug: &str, name: &str) -> Painter {
        Painter { slug: slug.to_owned(), name: name.to_owned(), drawn: Vec::new() }
    }

    /// Draws what has changed; all of it for newcomers, whose clocks must be right at once.
    pub(crate) fn paint(&mut self, tables: &Tables, all: bool) -> Vec<Change> {
        self.drawn.resize_with(tables.count().min(MOST), || None);
        (0..self.drawn.len()).filter_map(|table| self.paint_one(table, tables, all)).collect()
    }

    fn paint_one(&mut self, table: usize, tables: &Tables, all: bool) -> Option<Change> {
        let last = self.drawn[table].take();
        let since = last.as_ref().filter(|_| !all).map_or(0, |drawn| drawn.changed);
        let Some(now) = tables.changed_since(table, since) else {
            self.drawn[table] = last;
            return None;
        };
        let same = last.filter(|drawn| drawn.begun == now.begun);
        let is_new = same.is_none();
        let mut drawn = same.or_else(|| Drawn::begin(&now))?;
        drawn.follow(&now);
        drawn.card = self.card(table, &now, &drawn);
        self.drawn[table] = Some(drawn);
        Some(Change { table, is_new })
    }

    /// The table as it was drawn last.
    pub(crate) fn card_of(&self, table: usize) -> Option<Card> {
        Some(self.drawn.get(table)?.as_ref()?.card.clone())
    }

    /// All tables as they were drawn last.
    pub(crate) fn cards(&self) -> Vec<Card> {
        self.drawn.iter().flatten().map(|drawn| drawn.card.clone()).collect()
    }

    /// What pages call a table.
    pub(crate) fn id(&self, table: usize) -> String {
        format!("{}/{table}", self.slug)
    }

    fn card(&self, index: usize, table: &Table, drawn: &Drawn) -> Card {
        let record = &table.record;
        // The clocks of a game that is over stand where they stood.
        let thought = |since: Instant| if record.ending.is_some() { Duration::ZERO } else { since.elapsed() };
        let clock =
            table.asked.map_or_else(Clock::default, |(view, side, since)| Clock::of(view, side, thought(since)));
        let frame = Frame::of(record, drawn.before.as_ref(), &drawn.game, clock).only_watched();
        let mut card = json!({
            "id": self.id(index),
            "game": format!("{}.{}", table.spot.0 + 1, table.spot.1 + 1),
            "href": format!("/tournament/{}", encoded(&self.slug)),
            "title": self.name,
            "names": record.players.each_ref().map(|player| player.name.clone()),
            "frame": frame,
            "interest": interest(&drawn.game, record.plies.len(), record.ending.is_some()),
        });
        let light = card.to_string().into();
        card["layout"] = drawn.layout.clone();
        Card { full: card.to_string().into(), light }
    }
}

impl Drawn {
    fn begin(table: &Table) -> Option<Drawn> {
        let game = start_of(&table.record).ok()?;
        let layout = serde_json::from_str(&layout_json(&game)).ok()?;
        let card = Card { full: "{}".into(), light: "{}".into() };
        Some(Drawn { begun: table.begun, changed: 0, plies: 0, game, before: None, layout, card })
    }

    /// Plays what was played since.
    fn follow(&mut self, table: &Table) {
        for ply in &table.record.plies[self.plies..] {
            self.before = Some(self.game.clone());
            // The referee has played it already; a lost turn has no move.
            match ply.mv.as_deref().map(|mv| self.game.try_play(mv)) {
                Some(_) => {}
                None => self.game.skip_turn(),
            }
        }
        self.plies = table.record.plies.len();
        self.changed = table.changed;
    }
}

/// How worth watching a game is, on the scale of the games that people play here.
fn interest(game: &AnyGame, plies: usize, is_over: bool) -> f64 {
    let [first, second] = game.tallies().map(f64::from);
    let closeness = 1.0 - (first - second).abs() / f64::from(game.total().max(1));
    let progress = (plies as f64 / 20.0).min(1.0);
    if is_over { 0.0 } else { 2.0 * closeness + progress }
}
