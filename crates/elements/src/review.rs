//! A review as a replay shows it: a value for each position, a note for each move that lost something, and where on the
//! board the better one would have been.

use joute_catalog::{Judgement, PlyReview, Review, Summary};
use joute_games::AnyGame;
use joute_games::view::{BoardView, Style};
use serde::Serialize;

/// What `<joute-replay>` shows of a review, which may still grow.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct ReplayReview {
    /// Nodes that each position got.
    pub nodes: u64,
    /// What each position is worth to First, as far as is known.
    pub values: Vec<f64>,
    /// The moves that lost something, in order.
    pub notes: Vec<ReviewNote>,
    /// First's and Second's moves in brief.
    pub summary: [Summary; 2],
    /// Whether every position has been looked at.
    pub complete: bool,
}

/// A move that lost something.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReviewNote {
    /// The ply, from 1.
    pub ply: usize,
    /// How bad it was.
    pub kind: Judgement,
    /// What it gave away.
    pub loss: f64,
    /// The better move and what is expected after it, spaces between.
    pub line: String,
    /// The parts of the board that show the better move, in the position before.
    pub parts: Vec<usize>,
    /// Whether that is the result of perfect play.
    pub exact: bool,
}

impl ReplayReview {
    /// All that a review tells; `positions` are those of its game.
    pub fn of(review: &Review, positions: &[AnyGame]) -> ReplayReview {
        let mut shown = ReplayReview::default();
        shown.update(review, positions);
        shown
    }

    /// Adds what the review has come to know since the last time.
    pub fn update(&mut self, review: &Review, positions: &[AnyGame]) {
        self.nodes = review.nodes;
        self.summary = review.summary;
        self.complete = review.is_complete;
        let known = self.values.len();
        self.values.extend(review.values.iter().skip(known).map(|value| tenths(*value)));
        for (index, ply) in review.plies.iter().enumerate().skip(known) {
            self.notes.extend(note(index, ply, positions.get(index)));
        }
    }
}

fn note(index: usize, ply: &PlyReview, before: Option<&AnyGame>) -> Option<ReviewNote> {
    let kind = ply.judgement.filter(|judgement| *judgement != Judgement::Good)?;
    let best = ply.best.first()?;
    Some(ReviewNote {
        ply: index + 1,
        kind,
        loss: tenths(ply.loss),
        line: ply.best.join(" "),
        parts: before.map_or_else(Vec::new, |before| parts_of(before, best)),
        exact: ply.is_exact,
    })
}

/// Where a move is played; a colour is played nowhere, and shows by what it would take.
fn parts_of(before: &AnyGame, mv: &str) -> Vec<usize> {
    let view = before.view();
    if !matches!(view.style, Style::Mosaic | Style::Network) {
        return view.parts.iter().position(|part| part.mv.as_deref() == Some(mv)).into_iter().collect();
    }
    let mut after = before.clone();
    match after.try_play(mv) {
        Ok(_) => taken(&view, &after.view()),
        Err(_) => Vec::new(),
    }
}

fn taken(before: &BoardView, after: &BoardView) -> Vec<usize> {
    let pairs = before.parts.iter().zip(&after.parts).enumerate();
    pairs.filter(|(_, (old, new))| old.owner != new.owner).map(|(number, _)| number).collect()
}

fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}
