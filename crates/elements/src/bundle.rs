//! A bundle: the replays of many games, with what they share written once.

use std::collections::{BTreeMap, HashMap};

use joute_catalog::{ReplayError, Review, positions_of};
use joute_games::AnyGame;
use joute_games::view::{BoardView, Style};
use joute_messages::{message, visible_line};
use joute_referee::GameRecord;
use serde::Serialize;

use crate::board::BoardLayout;
use crate::look::{Look, Looks};
use crate::pack::packed;
use crate::replay::{self, LogLimits, Replay};
use crate::review::ReplayReview;

/// Replays with the layouts, looks and starts they share.
#[derive(Debug, Default)]
pub struct ReplayBundle {
    layouts: Shared<BoardLayout>,
    starts: Shared<Vec<usize>>,
    marks: Vec<BTreeMap<String, usize>>,
    looks: Looks,
    replays: Vec<Replay>,
    limits: LogLimits,
}

/// Values by number, each kept once.
#[derive(Debug)]
struct Shared<T> {
    numbers: HashMap<String, usize>,
    values: Vec<T>,
}

impl<T> Default for Shared<T> {
    fn default() -> Shared<T> {
        Shared { numbers: HashMap::new(), values: Vec::new() }
    }
}

impl<T: Serialize> Shared<T> {
    fn number(&mut self, value: T) -> usize {
        // Grounds and cells are numbers and texts, which always have a JSON form.
        let text = serde_json::to_string(&value).unwrap_or_default();
        let values = &mut self.values;
        *self.numbers.entry(text).or_insert_with(|| {
            values.push(value);
            values.len() - 1
        })
    }
}

#[derive(Serialize)]
struct Written<'a> {
    layouts: &'a [BoardLayout],
    looks: &'a [Look],
    starts: &'a [Vec<usize>],
    /// For each layout: the part where a move is played, for moves that are a place.
    marks: &'a [BTreeMap<String, usize>],
    replays: &'a [Replay],
}

impl ReplayBundle {
    /// An empty bundle that cuts what players wrote.
    pub fn new(limits: LogLimits) -> ReplayBundle {
        ReplayBundle { limits, ..ReplayBundle::default() }
    }

    /// Adds the replay of a record under a number; each move is judged again on the way.
    pub fn add(&mut self, id: u64, record: &GameRecord) -> Result<(), ReplayError> {
        self.add_reviewed(id, record, None)
    }

    /// The same with what an engine thought of the game.
    pub fn add_reviewed(&mut self, id: u64, record: &GameRecord, review: Option<&Review>) -> Result<(), ReplayError> {
        let positions = positions_of(record)?;
        let views: Vec<BoardView> = positions.iter().map(AnyGame::view).collect();
        let mut boards: Vec<Vec<usize>> = views.iter().map(|view| replay::cells(view, &mut self.looks)).collect();
        let changes: Vec<String> = boards.windows(2).map(|pair| replay::difference(&pair[0], &pair[1])).collect();
        let (moves, sides) = replay::moves(record);
        let layout = self.layouts.number(BoardLayout::of(&views[0]));
        self.note_marks(layout, record, &views);
        self.replays.push(Replay {
            id,
            game: message!(format!("title-{}", positions[0].info().name)),
            setup: record.setup.clone(),
            rules: record.rules.clone(),
            players: record.players.each_ref().map(|player| visible_line(&player.name).into_owned()),
            layout,
            start: self.starts.number(boards.swap_remove(0)),
            moves,
            sides,
            changes: changes.join(" "),
            flows: replay::flows(record, &positions),
            tallies: replay::tallies(&positions),
            times: replay::times(record),
            scores: replay::scores(record),
            logs: replay::logs(record, self.limits),
            clock: replay::clock(record),
            ending: replay::ending(record),
            tally: record.tally,
            seed: record.seed.to_string(),
            review: review.map(|review| ReplayReview::of(review, &positions)),
        });
        Ok(())
    }

    /// Learns from the views where each move of a game is played.
    fn note_marks(&mut self, layout: usize, record: &GameRecord, views: &[BoardView]) {
        self.marks.resize_with(self.layouts.values.len(), BTreeMap::new);
        for (view, played) in views.iter().zip(&record.plies) {
            let is_place = !matches!(view.style, Style::Mosaic | Style::Network);
            let Some(mv) = played.mv.as_ref().filter(|_| is_place) else { continue };
            if let Some(part) = view.parts.iter().position(|part| part.mv.as_ref() == Some(mv)) {
                self.marks[layout].insert(mv.clone(), part);
            }
        }
    }

    /// How many replays it holds.
    pub fn len(&self) -> usize {
        self.replays.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.replays.is_empty()
    }

    /// The bundle as `<joute-replay>` reads it.
    pub fn to_json(&self) -> String {
        let written = Written {
            layouts: &self.layouts.values,
            looks: self.looks.all(),
            starts: &self.starts.values,
            marks: &self.marks,
            replays: &self.replays,
        };
        serde_json::to_string(&written).unwrap_or_else(|_| "{}".to_owned())
    }

    /// The same, small enough to stand inside a page.
    pub fn to_packed(&self) -> String {
        packed(&self.to_json())
    }
}
