//! `joute replay --review`: what the engine thinks of every move of a stored game, as a table or as JSON.

use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use joute_catalog::{Judgement, PlyReview, Review, Reviewer};
use joute_games::{GameInfo, Outcome, Side};
use joute_messages::{Language, visible_line};
use joute_referee::GameRecord;
use schemars::JsonSchema;
use serde::Serialize;

use super::stored_game::StoredGame;
use super::words;
use crate::failure::Result;
use crate::{interrupt, output, score_text, text_table};

/// What Ctrl-C ends.
pub(super) fn stop_flag() -> Result<Arc<AtomicBool>> {
    interrupt::flag("ending with what is known (Ctrl-C again to stop at once)")
}

/// Goes through a game, with a bar on a terminal.
pub(super) fn make(record: &GameRecord, nodes: Option<u64>, stop: &AtomicBool) -> anyhow::Result<Review> {
    let mut reviewer = Reviewer::new(record, nodes).context("the game cannot be reviewed")?;
    let bar = bar(reviewer.positions().len() as u64);
    while reviewer.step(stop) {
        bar.set_position(reviewer.review().values.len() as u64);
    }
    bar.finish_and_clear();
    Ok(reviewer.into_review())
}

fn bar(positions: u64) -> ProgressBar {
    let bar = ProgressBar::new(positions);
    let watched = std::io::stderr().is_terminal();
    bar.set_draw_target(if watched { ProgressDrawTarget::stderr_with_hz(5) } else { ProgressDrawTarget::hidden() });
    if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} positions  {eta} left") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Reviews a game and tells what it found.
pub(super) fn tell(game: &StoredGame, nodes: Option<u64>, as_json: bool) -> Result {
    let review = make(&game.record, nodes, &*stop_flag()?)?;
    if as_json {
        output::print_json(&ReviewedGame::of(game, &review))?;
    } else {
        output::print(&account(game, &review));
    }
    Ok(ExitCode::SUCCESS)
}

/// A game of a file of records, with what an engine thinks of every move.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ReviewedGame<'a> {
    /// The game by name.
    game: &'a str,
    /// Board and rules of the game, as `--setup` takes them.
    setup: &'a str,
    /// The names of the players: who moved first, then who moved second.
    players: [&'a str; 2],
    /// Who won; nothing where nobody did and the game was not drawn.
    outcome: Option<Outcome>,
    /// Cells, discs or seeds of both players at the end.
    tally: [u32; 2],
    /// What the engine thinks of it.
    review: &'a Review,
}

impl<'a> ReviewedGame<'a> {
    fn of(game: &'a StoredGame, review: &'a Review) -> ReviewedGame<'a> {
        let record = &game.record;
        ReviewedGame {
            game: &record.game,
            setup: &record.setup,
            players: record.players.each_ref().map(|player| player.name.as_str()),
            outcome: record.outcome(),
            tally: record.tally,
            review,
        }
    }
}

fn account(game: &StoredGame, review: &Review) -> String {
    let info = game.last().info();
    let seats = Side::BOTH.map(|side| words::seat(game, side));
    let mut text = format!("{}: {} against {}\n\n", info.title(Language::EN), seats[0], seats[1]);
    let rows: Vec<Vec<String>> =
        review.plies.iter().enumerate().map(|(index, ply)| row(info, index + 1, ply)).collect();
    text += &text_table::table(&["ply", "side", "move", "value", "loss", "judgement", "better"], &rows);
    text += "\n";
    let counts = ["player", "moves", "inaccuracies", "mistakes", "blunders", "average loss"];
    text += &text_table::table(&counts, &Side::BOTH.map(|side| summary(game, review, side)));
    text += &format!("\nValues in {} with {}, {} nodes for each position", review.unit, review.player, review.nodes);
    text += if review.is_complete { ".\n" } else { "; it was stopped on the way.\n" };
    text
}

/// `12  Black  f5  White +3  -6  mistake  d3 c4 e3`
fn row(info: &GameInfo, number: usize, ply: &PlyReview) -> Vec<String> {
    let lead = if ply.side == Side::First { ply.value } else { -ply.value };
    let exact = if ply.is_exact { " exact" } else { "" };
    let is_better = ply.judgement > Some(Judgement::Good) || ply.mv.is_none();
    vec![
        number.to_string(),
        info.side(ply.side, Language::EN).to_owned(),
        ply.mv.as_deref().map_or_else(|| "turn lost".to_owned(), |mv| visible_line(mv).into_owned()),
        score_text::lead(info, lead) + exact,
        if ply.loss == 0.0 { String::new() } else { score_text::signed(-ply.loss) },
        judgement(ply.judgement).to_owned(),
        if is_better { ply.best.join(" ") } else { String::new() },
    ]
}

fn judgement(judgement: Option<Judgement>) -> &'static str {
    match judgement {
        None | Some(Judgement::Good) => "",
        Some(Judgement::Inaccuracy) => "inaccuracy",
        Some(Judgement::Mistake) => "mistake",
        Some(Judgement::Blunder) => "blunder",
    }
}

fn summary(game: &StoredGame, review: &Review, side: Side) -> Vec<String> {
    let one = &review.summary[side];
    let counts = [one.moves, one.inaccuracies, one.mistakes, one.blunders].map(|count| count.to_string());
    let average = format!("{:.1}", one.average_loss);
    std::iter::once(words::seat(game, side)).chain(counts).chain([average]).collect()
}
