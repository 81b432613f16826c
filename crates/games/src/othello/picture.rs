//! The drawing of an Othello position, for both boards.

use joute_messages::{Message, message};

use super::obf::sign_of;
use super::square::{Square, column_letter};
use crate::game::Game;
use crate::side::Side;
use crate::view::{BoardView, Control, Part, Piece, Shape, SideView, Style};

/// Draws a position whose discs and moves are these bits.
pub(super) fn draw<const N: usize>(game: &impl Game<Move = Square<N>>, discs: [u128; 2], moves: u128) -> BoardView {
    BoardView {
        style: Style::Felt,
        width: N as f32,
        height: N as f32,
        lattice: Some([N as u32; 2]),
        column_labels: (0..N).map(|column| column_letter(column).to_string()).collect(),
        row_labels: (1..=N).map(|row| row.to_string()).collect(),
        parts: (0..N * N).map(|index| part::<N>(index, discs, moves)).collect(),
        links: Vec::new(),
        wraps: false,
        controls: vec![Control {
            mv: Square::<N>::PASS.to_string(),
            label: message!("move-pass"),
            colour: None,
            is_legal: game.forced().is_some(),
            gain: None,
        }],
        sides: Side::BOTH.map(|side| SideView {
            name: super::info::INFO.side_message(side),
            symbol: sign_of(side).to_string(),
            tally: game.tally(side),
            colour: None,
            forbidden: Vec::new(),
        }),
        turn: (!game.is_over()).then(|| game.turn()),
        total: game.total(),
        unit: super::info::INFO.unit.to_owned(),
    }
}

/// What is said of a square beside its name.
pub(super) fn state(disc: Option<Side>) -> Message {
    message!(disc.map_or("state-empty", |side| ["state-black", "state-white"][side]))
}

fn part<const N: usize>(index: usize, discs: [u128; 2], moves: u128) -> Part {
    let name = Square::<N>::of_bit(index as u32).to_string();
    let disc = Side::BOTH.into_iter().find(|side| discs[*side] >> index & 1 == 1);
    let is_legal = moves >> index & 1 == 1;
    let (x, y) = ((index % N) as f32 + 0.5, (index / N) as f32 + 0.5);
    let mut part = Part::new(x, y, Shape::Square, Message::literal(name.clone()));
    part.state = state(disc);
    part.piece = disc.map_or(Piece::None, Piece::Disc);
    part.mv = is_legal.then_some(name);
    part
}
