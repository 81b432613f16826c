//! A puzzle somebody tries: its board, whether a move is it, and if it is not, what is the answer to it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::extract::{Query, State};
use axum::response::Json;
use joute_catalog::{Analyst, Limits, Question, usual_analyst_within};
use joute_elements::{Board, takes};
use joute_games::AnyGame;
use joute_games::random::Seed;
use joute_messages::{Language, message};
use serde::{Deserialize, Serialize};

use super::{Numbered, collection};
use crate::client::Client;
use crate::failure::Failure;
use crate::frame::board_after;
use crate::server::Site;
use crate::visitor::Visitor;
use crate::words;

/// Positions that are looked at to answer a wrong move, and the memory for it in MiB: some milliseconds.
const REFUTATION: u64 = 50_000;
const MEMORY: u32 = 2;

/// Which puzzle: by number, of a day, or of about a rating.
#[derive(Debug, Deserialize)]
pub(crate) struct Wanted {
    id: Option<usize>,
    /// Days since the first of January 1970.
    day: Option<u64>,
    game: Option<String>,
    rating: Option<u32>,
    seed: Option<u64>,
}

/// A puzzle as a page shows it.
#[derive(Debug, Serialize)]
pub(crate) struct Shown {
    id: usize,
    game: String,
    title: &'static str,
    /// What is asked, in the visitor's language.
    task: String,
    theme: String,
    rating: u32,
    board: Board,
}

/// `/puzzle.json`.
pub(crate) async fn show(Query(wanted): Query<Wanted>, visitor: Visitor) -> Result<Json<Shown>, Failure> {
    let game = wanted.game.as_deref().filter(|game| !game.is_empty() && *game != "all");
    let found = match (wanted.id, wanted.day) {
        (Some(id), _) => collection().get(id),
        (None, Some(day)) => collection().of_day(day),
        (None, None) => collection().near(game, wanted.rating.unwrap_or(1200), wanted.seed.unwrap_or(1)),
    };
    let Numbered { id, puzzle } = found.ok_or_else(no_such_puzzle)?;
    let (language, start) = (visitor.language, start_of(*id)?);
    let info = start.info();
    let side = info.side(start.turn(), language);
    Ok(Json(Shown {
        id: *id,
        game: puzzle.game.clone(),
        title: info.title(language),
        task: message!("puzzle-task", side = side).text(language),
        theme: message!(format!("puzzle-theme-{}", puzzle.theme.name())).text(language),
        rating: puzzle.rating,
        board: Board { takes: takes(&start), ..Board::of(&start.view()) },
    }))
}

fn no_such_puzzle() -> Failure {
    Failure::missing(message!("error-no-such-puzzle"))
}

/// The position of a puzzle.
fn start_of(id: usize) -> Result<AnyGame, Failure> {
    let one = collection().get(id).ok_or_else(no_such_puzzle)?;
    one.puzzle.start().map_err(|error| Failure::internal(&error))
}

/// A move that is tried.
#[derive(Debug, Deserialize)]
pub(crate) struct Try {
    id: usize,
    #[serde(rename = "move")]
    mv: String,
}

/// What came of it.
#[derive(Debug, Serialize)]
pub(crate) struct Tried {
    done: bool,
    /// What happened, in the visitor's language.
    said: String,
    /// The board after the move.
    board: Board,
    /// The answer to a wrong move, and the board after that.
    reply: Option<Reply>,
}

#[derive(Debug, Serialize)]
struct Reply {
    #[serde(rename = "move")]
    mv: String,
    board: Board,
}

/// `/puzzle/try.json`.
pub(crate) async fn try_move(
    State(site): State<Arc<Site>>,
    Query(Try { id, mv }): Query<Try>,
    visitor: Visitor,
    client: Client,
) -> Result<Json<Tried>, Failure> {
    let one = collection().get(id).ok_or_else(no_such_puzzle)?;
    let start = start_of(id)?;
    let mut after = start.clone();
    let code = after.try_play(&mv).map_err(|error| Failure::bad(&error))?;
    let mv = start.text(code);
    let board = stilled(board_after(Some(&start), Some(&mv), &after));
    let language = visitor.language;
    if mv == one.puzzle.solution() {
        return Ok(Json(Tried { done: true, said: praise(one, &start, language), board, reply: None }));
    }
    let reply = site.thinkers.run(&client, move || refutation(&after)).await?;
    let said = match &reply {
        Some(reply) => {
            let (own, answer) = (words::mv(language, &mv), words::mv(language, &reply.mv));
            message!("puzzle-refuted", move = own, reply = answer).text(language)
        }
        None => message!("puzzle-wrong", move = words::mv(language, &mv)).text(language),
    };
    Ok(Json(Tried { done: false, said, board, reply }))
}

/// What the solution is worth, and what the next best move is.
fn praise(one: &Numbered, start: &AnyGame, language: Language) -> String {
    let signed = |value: f64| format!("{value:+}");
    let (value, second) = (signed(one.puzzle.value), signed(one.puzzle.second));
    let unit = start.info().unit_text(2, language);
    let key = if one.puzzle.depth == 0 { "puzzle-right-exact" } else { "puzzle-right" };
    let message = message!(key, move = words::mv(language, one.puzzle.solution()));
    message.with("value", value).with("second", second).with("unit", unit).text(language)
}

/// The best answer to a wrong move.
fn refutation(after: &AnyGame) -> Option<Reply> {
    let mut analyst = Analyst::new(&usual_analyst_within(after, MEMORY), after).ok()?;
    let stop = AtomicBool::new(false);
    let limits = Limits { nodes: Some(REFUTATION), ..Limits::default() };
    let question = Question { game: after, history: &[], limits, seed: Seed(1), stop: &stop };
    let mv = analyst.analyse(&question, &mut |_| {}).best()?.mv.clone();
    let mut answered = after.clone();
    answered.try_play(&mv).ok()?;
    let board = stilled(board_after(Some(after), Some(&mv), &answered));
    Some(Reply { mv, board })
}

/// A board on which nothing can be played: another try begins at the beginning.
fn stilled(mut board: Board) -> Board {
    board.takes.clear();
    board.moves.iter_mut().for_each(|mv| *mv = None);
    board.buttons.iter_mut().for_each(|button| (button.legal, button.gain) = (false, None));
    board
}

/// Which puzzle is given up.
#[derive(Debug, Deserialize)]
pub(crate) struct GivenUp {
    id: usize,
}

/// The solution of a puzzle, and what is needed to play it out.
#[derive(Debug, Serialize)]
pub(crate) struct Solution {
    said: String,
    line: Vec<String>,
    /// The board after each move of the line.
    boards: Vec<Board>,
    /// Where it is analysed.
    analysis: String,
}

/// `/puzzle/solution.json`.
pub(crate) async fn solution(
    Query(GivenUp { id }): Query<GivenUp>,
    visitor: Visitor,
) -> Result<Json<Solution>, Failure> {
    let one = collection().get(id).ok_or_else(no_such_puzzle)?;
    let start = start_of(id)?;
    let (mut game, mut boards) = (start.clone(), Vec::new());
    for mv in &one.puzzle.line {
        let before = game.clone();
        game.try_play(mv).map_err(|error| Failure::bad(&error))?;
        boards.push(stilled(board_after(Some(&before), Some(mv), &game)));
    }
    let encoded = crate::pages::replay::encoded;
    let puzzle = &one.puzzle;
    let analysis = format!(
        "/analyse?game={}&setup={}&position={}",
        puzzle.game,
        encoded(&puzzle.setup),
        encoded(&puzzle.position)
    );
    Ok(Json(Solution { said: praise(one, &start, visitor.language), line: puzzle.line.clone(), boards, analysis }))
}
