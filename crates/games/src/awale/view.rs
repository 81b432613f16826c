//! What an Awalé board looks like: two rows of pits between two stores.

use joute_messages::message;

use super::game::Awale;
use super::mv::Move;
use super::source::RuleSource;
use crate::game::Game;
use crate::side::Side;
use crate::view::{BoardView, Part, Piece, Shape, SideView, Style};

/// South's pits from left to right at the bottom, North's from right to left above them, each side's store to
/// its right. Parts are First's pits, Second's pits, First's store, Second's store.
pub(super) fn of<R: RuleSource>(game: &Awale<R>) -> BoardView {
    let mut parts = Vec::new();
    for side in Side::BOTH {
        for pit in 0..game.pits() {
            parts.push(pit_part(game, side, pit));
        }
    }
    for side in Side::BOTH {
        parts.push(store_part(game, side));
    }
    BoardView {
        style: Style::Wood,
        width: (game.pits() + 2) as f32,
        height: 2.0,
        lattice: None,
        column_labels: Vec::new(),
        row_labels: Vec::new(),
        parts,
        links: Vec::new(),
        wraps: false,
        controls: Vec::new(),
        sides: Side::BOTH.map(|side| side_view(game, side)),
        turn: (!game.is_over()).then(|| game.turn()),
        total: game.total(),
        unit: Awale::<R>::INFO.unit.to_owned(),
    }
}

fn pit_part<R: RuleSource>(game: &Awale<R>, side: Side, pit: u32) -> Part {
    let mv = Move::on_board(side, pit);
    let (x, y) = match side {
        Side::First => (1 + pit, 1.5),
        Side::Second => (game.pits() - pit, 0.5),
    };
    let seeds = game.seeds(side, pit);
    let mut part = Part::new(x as f32 + 0.5, y, Shape::Pit, message!("place-pit", move = mv.to_string()));
    part.state = message!("state-seeds", count = seeds);
    part.owner = Some(side);
    part.piece = Piece::Seeds(seeds);
    part.mv = game.is_legal(mv).then(|| mv.to_string());
    part
}

fn store_part<R: RuleSource>(game: &Awale<R>, side: Side) -> Part {
    let x = match side {
        Side::First => game.pits() as f32 + 1.5,
        Side::Second => 0.5,
    };
    let seeds = game.store(side);
    let place = message!(["place-store-first", "place-store-second"][side]);
    let mut part = Part::new(x, 1.0, Shape::Store, place);
    part.state = message!("state-seeds", count = seeds);
    part.owner = Some(side);
    part.piece = Piece::Seeds(seeds);
    part
}

fn side_view<R: RuleSource>(game: &Awale<R>, side: Side) -> SideView {
    let (name, symbol) = (Awale::<R>::INFO.side_message(side), ["S", "N"][side].to_owned());
    SideView { name, symbol, tally: game.tally(side), colour: None, forbidden: Vec::new() }
}
