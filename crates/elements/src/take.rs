//! What a move would take, so that a page can show it before it is played.

use std::collections::BTreeMap;

use joute_games::view::BoardView;
use joute_games::{AnyGame, MoveCode};
use serde::Serialize;

/// What a legal move takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Take {
    /// The parts that become the mover's, or that pieces are taken from.
    pub parts: Vec<usize>,
    /// The parts that pieces fall into on the way, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<usize>,
    /// What the mover has more afterwards.
    pub gain: i32,
}

impl Take {
    fn of(game: &AnyGame, view: &BoardView, code: MoveCode) -> Take {
        let side = game.turn();
        let mut after = game.clone();
        after.play(code);
        let changed = view.parts.iter().zip(after.view().parts).enumerate();
        let won = changed.filter(|(_, (old, new))| new.holder() == Some(side) && old.holder() != Some(side));
        let mut parts: Vec<usize> = won.map(|(part, _)| part).collect();
        // The first flow is what is played with; the others are what that takes.
        let mut flows = game.flows(code).into_iter();
        let path = flows.next().map_or_else(Vec::new, |flow| flow.1);
        parts.extend(flows.map(|flow| flow.0));
        Take { parts, path, gain: game.gain(code) }
    }

    /// Whether it takes just the parts that mean the move.
    fn is_told_by(&self, view: &BoardView, mv: &str) -> bool {
        let parts = (0..view.parts.len()).filter(|&part| view.parts[part].mv.as_deref() == Some(mv));
        self.path.is_empty() && parts.eq(self.parts.iter().copied())
    }
}

/// What each legal move of a position takes, by its text; moves that take just the parts that mean them are left out.
pub fn takes(game: &AnyGame) -> BTreeMap<String, Take> {
    let view = game.view();
    let told = |code| (game.text(code), Take::of(game, &view, code));
    game.legal().into_iter().map(told).filter(|(mv, take)| !take.is_told_by(&view, mv)).collect()
}
