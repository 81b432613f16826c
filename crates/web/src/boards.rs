//! Boards that belong to no game: a setup, a position and moves given in the address. Pages for analysis, for editing
//! boards and for learning are made of them.

use axum::extract::Query;
use axum::response::Json;
use joute_catalog::find_game;
use joute_elements::Board;
use joute_games::{AnyGame, NoFiles};
use joute_messages::message;
use serde::{Deserialize, Serialize};

use crate::failure::{Failure, no_such_game_message};
use crate::frame::board_after;

/// A board as an address names it.
#[derive(Debug, Clone, Default, Deserialize)]
pub(crate) struct Address {
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) setup: String,
    #[serde(default)]
    pub(crate) position: String,
    /// Moves with spaces between them.
    #[serde(default)]
    pub(crate) moves: String,
    /// The seed of the board, where the setup leaves it open.
    #[serde(default)]
    pub(crate) seed: Option<u64>,
}

/// What is to be known about such a board.
#[derive(Debug, Serialize)]
pub(crate) struct Shown {
    board: Board,
    setup: String,
    start: String,
    position: String,
    moves: Vec<String>,
    legal: Vec<String>,
    over: bool,
}

/// The longest text of an address that is read.
const LONGEST: usize = 100_000;

impl Address {
    /// Every position from the start to the one meant, and the moves between them.
    pub(crate) fn positions(&self) -> Result<(Vec<AnyGame>, Vec<String>), Failure> {
        if self.setup.len() + self.position.len() + self.moves.len() > LONGEST {
            return Err(Failure::bad(&message!("error-long-address")));
        }
        let entry = find_game(&self.game).ok_or_else(|| Failure::missing(no_such_game_message(&self.game)))?;
        let source = entry.setup(&self.setup, &NoFiles).map_err(|error| Failure::bad(&error))?;
        let mut start = source.start(self.seed.unwrap_or(1)).map_err(|error| Failure::bad(&error))?;
        if !self.position.is_empty() {
            start = start.at(&self.position).map_err(|error| Failure::bad(&error))?;
        }
        let mut positions = vec![start];
        let mut moves = Vec::new();
        for mv in self.moves.split_whitespace() {
            let mut game = positions[positions.len() - 1].clone();
            game.try_play(mv).map_err(|error| Failure::bad(&error))?;
            positions.push(game);
            moves.push(mv.to_owned());
        }
        Ok((positions, moves))
    }
}

/// `/board.json`.
pub(crate) async fn show(Query(address): Query<Address>) -> Result<Json<Shown>, Failure> {
    let (positions, moves) = address.positions()?;
    let game = &positions[positions.len() - 1];
    let before = positions.len().checked_sub(2).map(|at| &positions[at]);
    Ok(Json(Shown {
        board: board_after(before, moves.last().map(String::as_str), game),
        setup: game.setup(),
        start: positions[0].position(),
        position: game.position(),
        legal: game.legal().into_iter().map(|code| game.text(code)).collect(),
        over: game.is_over(),
        moves,
    }))
}
