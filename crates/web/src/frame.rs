//! One picture of a game in progress, as pages get it: everything but the layout, which never changes.

use std::collections::BTreeMap;
use std::time::Duration;

use joute_elements::{Board, BoardLayout, Look, MoveButton, Take, takes};
use joute_games::view::Flow;
use joute_games::{AnyGame, Side};
use joute_messages::Message;
use joute_referee::{ClockView, Ending, GameRecord};
use serde::Serialize;

use crate::names;
use crate::notes::{Kind, Note};
use crate::room::is_person;

/// What is known of a game at one moment.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Frame {
    /// Plies played so far.
    pub ply: usize,
    /// The last move.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Whose it was.
    pub by: Option<usize>,
    /// What is on the board.
    pub board: Picture,
    /// Both clocks.
    pub clock: Clock,
    /// How it ended.
    pub ending: Option<Ending>,
    /// The number of the game that goes on in place of this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved: Option<u64>,
    /// The number of the rematch that both want.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch: Option<u64>,
    /// What both sides are called.
    pub names: [Message; 2],
    /// What goes on between people.
    pub table: Table,
}

/// What goes on at a table besides the game; sides are 0 and 1.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct Table {
    /// Who has come.
    come: [bool; 2],
    /// How many milliseconds no page of a side has been open.
    away: [Option<u64>; 2],
    /// Who offers a draw.
    draw: Option<usize>,
    /// Who asks for a move back.
    takeback: Option<usize>,
    /// Who wants to play again.
    again: Option<usize>,
    /// What was said last, and by whom.
    said: Vec<(usize, String)>,
    /// Whether it was closed without a result.
    closed: bool,
}

impl Table {
    pub(crate) fn of(note: &Note, record: &GameRecord, away: [Option<Duration>; 2]) -> Table {
        let offered = |kind| note.offered(kind, record).map(Side::index);
        Table {
            come: note.people.each_ref().map(Option::is_some),
            away: away.map(|time| time.map(millis)),
            draw: offered(Kind::Draw),
            takeback: offered(Kind::Takeback),
            again: note.rematch.map(Side::index),
            said: note.said.iter().map(|said| (said.by.index(), said.phrase.clone())).collect(),
            closed: note.is_closed,
        }
    }
}

/// A board without its layout.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Picture {
    looks: Vec<Look>,
    cells: Vec<usize>,
    moves: Vec<Option<String>>,
    buttons: Vec<MoveButton>,
    last: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    flows: Vec<Flow>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    takes: BTreeMap<String, Take>,
    tally: [u32; 2],
    turn: Option<usize>,
}

impl Picture {
    /// Leaves nothing to be played.
    fn still(&mut self) {
        self.moves.iter_mut().for_each(|mv| *mv = None);
        self.buttons.iter_mut().for_each(|button| button.legal = false);
        self.takes.clear();
    }
}

/// Clocks in milliseconds, as they stood when the frame was made.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub(crate) struct Clock {
    left: [Option<u64>; 2],
    running: Option<usize>,
}

impl Clock {
    pub(crate) fn of(view: ClockView, running: Side, since: Duration) -> Clock {
        let mut left = view.left.map(|left| left.map(millis));
        if let Some(left) = &mut left[running] {
            *left = left.saturating_sub(millis(since));
        }
        Clock { left, running: Some(running.index()) }
    }

    pub(crate) fn stopped(self) -> Clock {
        Clock { running: None, ..self }
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// A position with the marks of the move that led to it.
pub(crate) fn board_after(before: Option<&AnyGame>, mv: Option<&str>, game: &AnyGame) -> Board {
    let mut view = game.view();
    let mut flows = Vec::new();
    if let (Some(before), Some(mv)) = (before, mv) {
        view.mark_move(&before.view(), mv);
        flows = before.code(mv).map_or_else(|_| Vec::new(), |code| before.flows(code));
    }
    Board { flows, ..Board::of(&view) }
}

/// The layout and the picture of a board.
pub(crate) fn split(board: Board) -> (BoardLayout, Picture) {
    let Board { layout, looks, cells, moves, buttons, last, flows, takes, tally, turn } = board;
    (layout, Picture { looks, cells, moves, buttons, last, flows, takes, tally, turn })
}

impl Frame {
    /// The frame of a record whose last position is `game`.
    pub(crate) fn of(record: &GameRecord, before: Option<&AnyGame>, game: &AnyGame, clock: Clock) -> Frame {
        let last = record.plies.last();
        let mv = last.and_then(|ply| ply.mv.clone());
        let (_, mut board) = split(board_after(before, mv.as_deref(), game));
        // Only people look before they choose.
        if !game.is_over() && is_person(&record.players[game.turn()].locator) {
            board.takes = takes(game);
        }
        if record.ending.is_some() {
            board.turn = None;
            board.still();
        }
        Frame {
            ply: record.plies.len(),
            mv,
            by: last.map(|ply| ply.side.index()),
            board,
            clock: if record.ending.is_some() { clock.stopped() } else { clock },
            ending: record.ending.clone(),
            moved: None,
            rematch: None,
            names: names::of_game(record, None),
            table: Table::default(),
        }
    }

    /// A table that was closed without a result: nobody's turn, and nothing to be played.
    pub(crate) fn close(&mut self) {
        self.ending = Some(Ending::Aborted);
        self.clock = self.clock.stopped();
        self.board.turn = None;
        self.board.still();
    }

    /// The same for those who only watch: nothing on the board can be played.
    pub(crate) fn only_watched(mut self) -> Frame {
        self.board.still();
        self
    }

    /// Its JSON.
    pub(crate) fn json(&self) -> String {
        // Numbers and texts always have a JSON form.
        serde_json::to_string(self).unwrap_or_else(|_| "{}".to_owned())
    }
}
