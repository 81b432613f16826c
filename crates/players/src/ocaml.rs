//! OCaml files that define `strategie : othello -> int`, the interface of report 002, for Othello on 8 x 8 squares.
//!
//! A file runs unmodified between a driver that is evaluated before it and a call that is evaluated after it
//! ([`OcamlProgram`]); [`OcamlPlayer`] talks to the driver.

use joute_games::AnyGame;
use joute_games::othello::Othello;

mod kind;
mod player;
mod program;
mod trouble;

pub(crate) use kind::OcamlKind;
pub use player::OcamlPlayer;

/// Why a file that defines `strategie` cannot play this game, if so.
fn refusal(game: &AnyGame) -> Option<String> {
    let reason = || format!("an OCaml file plays Othello on 8 x 8 squares, not {} {}", game.info().name, game.setup());
    game.downcast_ref::<Othello>().is_none().then(reason)
}
