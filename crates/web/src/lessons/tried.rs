//! A lesson somebody tries: its board, what the move did, and whether that was it.

use axum::extract::Query;
use axum::response::Json;
use joute_elements::Board;
use joute_games::{AnyGame, Settlement, Side};
use joute_messages::{Language, message};
use serde::{Deserialize, Serialize};

use super::claim::comes_back;
use super::{Lesson, course};
use crate::failure::Failure;
use crate::frame::board_after;
use crate::visitor::Visitor;
use crate::words;

/// Which lesson, and the move that is tried.
#[derive(Debug, Deserialize)]
pub(crate) struct Wanted {
    game: String,
    lesson: String,
    #[serde(rename = "move")]
    mv: Option<String>,
}

/// What a page shows of it.
#[derive(Debug, Serialize)]
pub(crate) struct Tried {
    board: Board,
    /// Whether the move was right; nothing before there is one.
    done: Option<bool>,
    /// What happened, in the visitor's language.
    said: String,
    /// A move that would have been right, after one that was not.
    tip: Option<&'static str>,
}

/// `/learn/try.json`.
pub(crate) async fn show(Query(wanted): Query<Wanted>, visitor: Visitor) -> Result<Json<Tried>, Failure> {
    let lesson = course(&wanted.game).and_then(|course| course.lessons.iter().find(|one| one.name == wanted.lesson));
    let lesson = lesson.ok_or_else(|| Failure::missing(message!("error-no-such-lesson")))?;
    let positions = lesson.positions(&wanted.game).ok_or_else(|| Failure::missing(message!("error-no-such-lesson")))?;
    tried(lesson, &positions, wanted.mv.as_deref(), visitor.language).map(Json)
}

fn tried(lesson: &Lesson, positions: &[AnyGame], mv: Option<&str>, language: Language) -> Result<Tried, Failure> {
    let before = &positions[positions.len() - 1];
    let Some(mv) = mv else {
        return Ok(Tried { board: Board::of(&before.view()), done: None, said: String::new(), tip: None });
    };
    let mut after = before.clone();
    let code = after.try_play(mv).map_err(|error| Failure::bad(&error))?;
    let mv = before.text(code);
    let mut board = board_after(Some(before), Some(&mv), &after);
    // One move is the whole of it: another try begins at the beginning.
    board.moves.iter_mut().for_each(|mv| *mv = None);
    board.buttons.iter_mut().for_each(|button| (button.legal, button.gain) = (false, None));
    let done = lesson.claim.holds(positions, &mv);
    let verdict = language.text(if done { "lesson-done" } else { "lesson-not-yet" });
    let said = format!("{verdict} {}", happened(positions, &mv, &after, language));
    let tip = lesson.right.first().copied().filter(|_| !done);
    Ok(Tried { board, done: Some(done), said, tip })
}

/// What a move did, in a sentence or two.
fn happened(positions: &[AnyGame], mv: &str, after: &AnyGame, language: Language) -> String {
    let before = &positions[positions.len() - 1];
    let side = before.turn();
    let gained = after.tallies()[side].saturating_sub(before.tallies()[side]);
    let name = words::mv(language, mv);
    let unit = before.info().unit_text(gained, language);
    let gain = message!("lesson-gains", move = name, count = gained, unit = unit).text(language);
    match consequence(positions, after, language) {
        Some(more) => format!("{gain} {more}"),
        None => gain,
    }
}

/// What is remarkable about the position after a move.
fn consequence(positions: &[AnyGame], after: &AnyGame, language: Language) -> Option<String> {
    let before = &positions[positions.len() - 1];
    let info = before.info();
    let name = |side| info.side(side, language);
    let over = |key: &'static str, [first, second]: [u32; 2]| {
        let message = message!(key, first = name(Side::First), second = name(Side::Second));
        message.with("first_tally", first).with("second_tally", second).text(language)
    };
    let next = |key: &'static str| message!(key, side = name(after.turn())).text(language);
    if comes_back(positions, after) {
        return Some(over("lesson-came-back", after.settle(Settlement::Repetition)));
    }
    if after.is_over() {
        return Some(over("lesson-over", after.tallies()));
    }
    if after.forced().is_some() {
        return Some(next("lesson-must-pass"));
    }
    (after.turn() == before.turn()).then(|| next("lesson-moves-again"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(game: &str, lesson: &str, mv: &str, language: Language) -> (Option<bool>, String) {
        let lesson = course(game).unwrap().lessons.iter().find(|one| one.name == lesson).unwrap();
        let told = tried(lesson, &lesson.positions(game).unwrap(), Some(mv), language).unwrap();
        assert!(told.board.moves.iter().all(Option::is_none));
        assert_eq!(told.tip.is_none(), told.done == Some(true), "who was wrong is offered help");
        (told.done, told.said)
    }

    #[test]
    fn an_answer_says_what_happened_and_whether_that_was_it() {
        let english = |game, lesson, mv| said(game, lesson, mv, Language::EN);
        assert_eq!(english("awale", "chain", "F"), (Some(true), "Done! F gains 7 seeds.".to_owned()));
        assert_eq!(english("awale", "chain", "A"), (Some(false), "Not yet. A gains nothing.".to_owned()));
        let stall = english("othello", "stall", "b3").1;
        assert!(stall.ends_with("White must pass."), "{stall}");
        let again = english("awale", "kalah-again", "C").1;
        assert_eq!(again, "Done! C gains 1 seed. South moves again.");
        let back = said("awale", "repetition", "f", Language::FR).1;
        assert_eq!(
            back,
            "C’est fait ! f ne gagne rien. La position est revenue, et la partie est finie : Sud 24, Nord 24."
        );
        let won = said("seven-colours", "majority", "A", Language::FR).1;
        assert_eq!(won, "C’est fait ! A gagne 3 cases. La partie est finie : En haut à droite 9, En bas à gauche 4.");
    }
}
