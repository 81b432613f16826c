//! Boards that belong to no game: a setup, a position and moves given in the address. Pages for analysis, for editing
//! boards and for learning are made of them.

use std::sync::Arc;

use axum::extract::{Query, State};
use axum::response::Response;
use joute_catalog::opening_key;
use joute_elements::{Board, takes};
use joute_games::AnyGame;
use joute_messages::{Language, message};
use serde::{Deserialize, Serialize};

use crate::client::Client;
use crate::failure::Failure;
use crate::frame::board_after;
use crate::game_request::served_start;
use crate::room::RoomError;
use crate::server::Site;
use crate::visitor::Visitor;

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
    /// What the latest well-known beginning on the way is called.
    opening: Option<String>,
}

/// Moves within which beginnings have names.
const LONGEST_OPENING: usize = 12;

/// The longest text of an address that is read.
const LONGEST: usize = 20_000;

/// A board and how it came about: of the positions on the way only what somebody looks at.
pub(crate) struct Walk {
    pub(crate) start: AnyGame,
    /// The position before the last move.
    pub(crate) before: Option<AnyGame>,
    pub(crate) game: AnyGame,
    pub(crate) moves: Vec<String>,
    /// Keys of the positions since the last irreversible move, the present one last; empty where repetition does not matter.
    pub(crate) history: Vec<u64>,
    /// The key of the latest well-known beginning on the way.
    opening: Option<&'static str>,
}

impl Walk {
    fn from(start: AnyGame) -> Walk {
        let history = if start.ends_on_repetition() { vec![start.key()] } else { Vec::new() };
        Walk { game: start.clone(), start, before: None, moves: Vec::new(), history, opening: None }
    }

    fn play(&mut self, mv: &str) -> Result<(), Failure> {
        let mut next = self.game.clone();
        next.try_play(mv).map_err(|error| Failure::bad(&error))?;
        if next.ends_on_repetition() {
            if next.tallies() != self.game.tallies() {
                self.history.clear();
            }
            self.history.push(next.key());
        }
        self.before = Some(std::mem::replace(&mut self.game, next));
        self.moves.push(mv.to_owned());
        if self.moves.len() <= LONGEST_OPENING {
            self.opening = opening_key(&self.game).or(self.opening);
        }
        Ok(())
    }

    /// The board as pages show it, with the marks of the last move.
    pub(crate) fn board(&self) -> Board {
        let board = board_after(self.before.as_ref(), self.moves.last().map(String::as_str), &self.game);
        Board { takes: takes(&self.game), ..board }
    }
}

impl Address {
    /// The board that is meant. It takes as long as the address is long and the board is large: off the threads that answer.
    pub(crate) fn walk(&self) -> Result<Walk, Failure> {
        if self.setup.len() + self.position.len() + self.moves.len() > LONGEST {
            return Err(Failure::bad(&message!("error-long-address")));
        }
        let position = Some(self.position.as_str()).filter(|position| !position.is_empty());
        let start =
            served_start(&self.game, &self.setup, position, self.seed.unwrap_or(1)).map_err(|error| match error {
                RoomError::Game(_) => Failure::missing(joute_messages::Localize::message(&error)),
                error => Failure::from(error),
            })?;
        let mut walk = Walk::from(start);
        self.moves.split_whitespace().try_for_each(|mv| walk.play(mv))?;
        Ok(walk)
    }
}

/// `/board.json`.
pub(crate) async fn show(
    State(site): State<Arc<Site>>,
    client: Client,
    Query(address): Query<Address>,
    visitor: Visitor,
) -> Result<Response, Failure> {
    site.boards.json(&client, move || shown(&address, visitor.language)).await
}

fn shown(address: &Address, language: Language) -> Result<Shown, Failure> {
    let walk = address.walk()?;
    Ok(Shown {
        board: walk.board(),
        setup: walk.game.setup(),
        start: walk.start.position(),
        position: walk.game.position(),
        legal: walk.game.legal().into_iter().map(|code| walk.game.text(code)).collect(),
        over: walk.game.is_over(),
        opening: walk.opening.map(|key| language.text(&format!("opening-{key}")).to_owned()),
        moves: walk.moves,
    })
}
