//! OCaml files that define `strategie : othello -> int`, the interface of report 002, for Othello on 8 x 8 squares.
//!
//! A file runs unmodified between a driver that is evaluated before it and a call that is evaluated after it
//! ([`OcamlProgram`]); [`OcamlPlayer`] talks to the driver.

use joute_games::AnyGame;
use joute_games::othello::Othello;

use std::fs::File;
use std::io::Read;
use std::path::Path;

mod kind;
mod player;
mod program;
mod trouble;

pub(crate) use kind::OcamlKind;
pub use player::OcamlPlayer;

/// No player of one file is longer.
const LONGEST: u64 = 4 << 20;

/// Whether a file is a whole program that reads what it is told, as in any other language, and no `strategie`.
pub(crate) fn is_program(path: &Path) -> bool {
    let mut text = Vec::new();
    let is_read = File::open(path).is_ok_and(|file| file.take(LONGEST).read_to_end(&mut text).is_ok());
    let text = String::from_utf8_lossy(&text);
    let reads = ["read_line", "input_line", "stdin", "Scanf"];
    is_read && !text.contains("strategie") && reads.iter().any(|word| text.contains(word))
}

/// Why a file that defines `strategie` cannot play this game, if so.
fn refusal(game: &AnyGame) -> Option<String> {
    let reason = || format!("an OCaml file plays Othello on 8 x 8 squares, not {} {}", game.info().name, game.setup());
    game.downcast_ref::<Othello>().is_none().then(reason)
}
