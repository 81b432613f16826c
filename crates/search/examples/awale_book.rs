//! Makes the opening book of Awalé: the best move by a long search, for every answer of the opponent.
//!
//! ```text
//! cargo run --release --example awale_book -- PLIES NODES > crates/search/src/awale/engine/book.txt
//! ```
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use joute_games::Game;
use joute_games::awale::{Abapa, Awale, Setup};
use joute_games::random::Seed;
use joute_search::awale::{Engine, EngineOptions};
use joute_search::{Limits, Strategy, Thinking};

fn main() {
    let mut words = std::env::args().skip(1).filter_map(|word| word.parse::<u64>().ok());
    let (plies, nodes) = (words.next().unwrap_or(4) as usize, words.next().unwrap_or(1_000_000));
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut engine = Engine::<Abapa>::new(EngineOptions { limits, uses_book: false, ..EngineOptions::default() });
    let Ok(start) = Awale::start(&Setup::default()) else { return };
    println!("# The way to a position, and the move to play there: by searches of {nodes} positions.");
    let mut seen = HashSet::new();
    // Once as the side that begins, and once as the other.
    for asks_first in [true, false] {
        let mut open = vec![(String::new(), start)];
        for ply in 0..plies {
            let is_ours = (ply % 2 == 0) == asks_first;
            open =
                open.into_iter().flat_map(|(way, game)| step(&mut engine, &mut seen, &way, &game, is_ours)).collect();
        }
    }
}

/// The positions after our best move, which is told, or after every move of the opponent.
fn step(
    engine: &mut Engine<Abapa>,
    seen: &mut HashSet<u64>,
    way: &str,
    game: &Awale<Abapa>,
    is_ours: bool,
) -> Vec<(String, Awale<Abapa>)> {
    let stop = AtomicBool::new(false);
    let thinking = Thinking { seed: Seed(0), limits: Limits::default(), history: &[], stop: &stop };
    let moves = match is_ours {
        true => vec![engine.choose(game, &thinking).mv],
        false => game.legal_moves().to_vec(),
    };
    if is_ours && seen.insert(game.key()) {
        println!("{} {}", if way.is_empty() { "-" } else { way }, moves[0]);
    }
    let after = moves.into_iter().map(|mv| {
        let mut next = *game;
        next.play(mv);
        (format!("{way}{mv}"), next)
    });
    after.collect()
}
