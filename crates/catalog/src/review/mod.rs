//! A finished game looked through by the engine: what every position was worth, what the better move was, and how bad the
//! one that was played.
//!
//! Every position gets the same number of nodes on one thread, never a time, so the same game gets the same review on
//! every machine. All moves of a position are valued by one search to one depth, so that their difference does not hang
//! on how far each was looked at. Where the search sees to the end of the game, its values are exact.

mod judgement;

use std::sync::atomic::{AtomicBool, Ordering};

use joute_games::random::Seed;
use joute_games::{AnyGame, Side};
use joute_referee::{Ending, GameRecord};
use joute_search::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::analysis::{Analyst, AnalystError, GameAnalysis, Question, history_of};
use crate::expert::usual_analyst_within;
use crate::recorded::{ReplayError, positions_of};
pub use judgement::{Judgement, SHARES};

/// The version of the JSON form; a review of another version is made again.
pub const REVIEW_VERSION: u32 = 1;

/// The reviewer's memory in MiB. A small memory is emptied faster, and no position needs more.
const MEMORY: u32 = 16;

/// Nodes for each position of a game with up to 64 things to have: an Othello game takes some seconds on one core.
const MOST_NODES: u64 = 100_000;
/// Fewer would not do for one look at each move.
pub const LEAST_NODES: u64 = 1_000;
/// Moves of a line that are kept.
const LONGEST_LINE: usize = 12;

/// What a review comes to, so far or in all.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Review {
    /// The version of this form of a review, 1 so far.
    pub version: u32,
    /// The built-in player that thought.
    pub player: String,
    /// Nodes of the search for each position.
    pub nodes: u64,
    /// What values count: `cells`, `discs`, `seeds`.
    pub unit: String,
    /// What each position is worth to the player who moved first, the start first and the last position last.
    pub values: Vec<f64>,
    /// What was thought of each turn, in the order of play.
    pub plies: Vec<PlyReview>,
    /// The moves of the first and of the second player, in brief.
    pub summary: [Summary; 2],
    /// Whether every position has been looked at.
    #[serde(rename = "complete")]
    pub is_complete: bool,
}

/// What was thought of one turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlyReview {
    /// Whose turn it was.
    pub side: Side,
    /// What was played; nothing when the turn was lost.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// What the best move is worth to the side to move.
    pub value: f64,
    /// The best move, and what is expected after it.
    pub best: Vec<String>,
    /// What the played move is worth to the side to move.
    pub played: Option<f64>,
    /// What it gives away.
    pub loss: f64,
    /// How bad that is; nothing where there was no choice, or no move.
    pub judgement: Option<Judgement>,
    /// Turns looked ahead.
    pub depth: u32,
    /// Whether the values are the results of perfect play.
    #[serde(rename = "exact")]
    pub is_exact: bool,
}

/// A player's moves in brief.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    /// Moves that were a choice.
    pub moves: u32,
    /// Inaccuracies among them.
    pub inaccuracies: u32,
    /// Mistakes.
    pub mistakes: u32,
    /// Blunders.
    pub blunders: u32,
    /// What such a move gave away on average.
    pub average_loss: f64,
}

impl Summary {
    /// Counts the plies of one side.
    fn of(side: Side, plies: &[PlyReview]) -> Summary {
        let judged = || plies.iter().filter(|ply| ply.side == side && ply.judgement.is_some());
        let count = |judgement| judged().filter(|ply| ply.judgement == Some(judgement)).count() as u32;
        let moves = judged().count() as u32;
        let lost: f64 = judged().map(|ply| ply.loss).sum();
        Summary {
            moves,
            inaccuracies: count(Judgement::Inaccuracy),
            mistakes: count(Judgement::Mistake),
            blunders: count(Judgement::Blunder),
            average_loss: hundredths(lost / f64::from(moves.max(1))),
        }
    }
}

/// A game that cannot be reviewed.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    /// It cannot be played again.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// Nobody thinks about such games.
    #[error(transparent)]
    Analyst(#[from] AnalystError),
}

/// Nodes for each position of a game: fewer on large boards, where each takes longer.
pub fn review_nodes(game: &AnyGame) -> u64 {
    (MOST_NODES * 64 / u64::from(game.total().max(64))).max(LEAST_NODES)
}

/// Makes a review, one position after another, so that whoever asks may show what is known and stop at any time.
pub struct Reviewer {
    analyst: Analyst,
    positions: Vec<AnyGame>,
    moves: Vec<Option<String>>,
    /// What First has more in the end, where the rules of the game or of the match say so.
    result: Option<f64>,
    review: Review,
}

impl Reviewer {
    /// Begins the review of a record, with so many nodes for each position or as many as are usual.
    pub fn new(record: &GameRecord, nodes: Option<u64>) -> Result<Reviewer, ReviewError> {
        let positions = positions_of(record)?;
        let player = usual_analyst_within(&positions[0], MEMORY);
        let analyst = Analyst::new(&player, &positions[0])?;
        let review = Review {
            version: REVIEW_VERSION,
            player,
            nodes: nodes.unwrap_or_else(|| review_nodes(&positions[0])).max(LEAST_NODES),
            unit: positions[0].info().unit.to_owned(),
            values: Vec::with_capacity(positions.len()),
            plies: Vec::with_capacity(record.plies.len()),
            summary: [Summary::default(); 2],
            is_complete: false,
        };
        let moves = record.plies.iter().map(|ply| ply.mv.clone()).collect();
        Ok(Reviewer { result: result_of(record, &positions), analyst, positions, moves, review })
    }

    /// Every position of the game.
    pub fn positions(&self) -> &[AnyGame] {
        &self.positions
    }

    /// What is known.
    pub fn review(&self) -> &Review {
        &self.review
    }

    /// Gives away what is known.
    pub fn into_review(self) -> Review {
        self.review
    }

    /// Looks at one more position; false when there is none, or when it was told to stop.
    pub fn step(&mut self, stop: &AtomicBool) -> bool {
        let at = self.review.values.len();
        let Some(game) = self.positions.get(at) else { return false };
        let turn = game.turn();
        let known = match self.result.filter(|_| at + 1 == self.positions.len()) {
            Some(_) => None,
            None => self.think(at, stop),
        };
        if stop.load(Ordering::Relaxed) {
            return false;
        }
        let value = match (&known, self.result) {
            (Some(analysis), _) => analysis.lead_of_first(turn).unwrap_or_default(),
            (None, Some(result)) if at + 1 == self.positions.len() => result,
            (None, _) => margin(self.positions[at].tallies()),
        };
        self.review.values.push(hundredths(value));
        if let Some(mv) = self.moves.get(at).cloned() {
            self.judge(turn, mv, known.as_ref(), value);
        }
        self.review.is_complete = at + 1 == self.positions.len();
        true
    }

    /// What is known of every move of a position, all of them looked at to the same depth.
    fn think(&mut self, at: usize, stop: &AtomicBool) -> Option<GameAnalysis> {
        let history = history_of(&self.positions[..=at]);
        let limits = Limits { nodes: Some(self.review.nodes), ..Limits::default() };
        let question = Question { game: &self.positions[at], history: &history, limits, seed: Seed(1), stop };
        let mut even = None;
        self.analyst.analyse(&question, &mut |analysis| {
            let is_even = analysis.is_exact || analysis.moves.iter().all(|mv| mv.depth == analysis.depth);
            if analysis.depth > 0 && is_even {
                even = Some(analysis.clone());
            }
        });
        even
    }

    fn judge(&mut self, side: Side, mv: Option<String>, known: Option<&GameAnalysis>, value: f64) {
        let best = known.and_then(GameAnalysis::best);
        let played = known.and_then(|known| known.moves.iter().find(|one| Some(&one.mv) == mv.as_ref()));
        let both = best.zip(played);
        let loss = both.map_or(0.0, |(best, played)| judgement::loss(best, played));
        let is_choice = known.is_some_and(|known| known.moves.len() > 1);
        let total = self.positions[0].total();
        let judgement = both.filter(|_| is_choice).map(|(best, played)| Judgement::of(best, played, total));
        self.review.plies.push(PlyReview {
            side,
            mv,
            value: hundredths(if side == Side::First { value } else { -value }),
            best: best.map_or_else(Vec::new, |best| best.pv.iter().take(LONGEST_LINE).cloned().collect()),
            played: played.map(|played| hundredths(played.score)),
            loss: hundredths(loss),
            judgement,
            depth: known.map_or(0, |known| known.depth),
            is_exact: known.is_some_and(|known| known.is_exact),
        });
        self.review.summary[side] = Summary::of(side, &self.review.plies);
    }
}

/// What First has more at the end of a game that was played out or settled; a game that was given up has no such end.
fn result_of(record: &GameRecord, positions: &[AnyGame]) -> Option<f64> {
    let last = positions.last()?;
    let is_settled = record.ending.as_ref().is_some_and(Ending::is_by_tallies);
    match (is_settled, last.is_over()) {
        (true, _) => Some(margin(record.tally)),
        (false, true) => Some(margin(last.tallies())),
        (false, false) => None,
    }
}

fn margin([first, second]: [u32; 2]) -> f64 {
    f64::from(first) - f64::from(second)
}

/// What is kept of a value: more would only look more certain than it is.
fn hundredths(value: f64) -> f64 {
    let rounded = (value * 100.0).round() / 100.0;
    // Minus zero reads badly.
    if rounded == 0.0 { 0.0 } else { rounded }
}
