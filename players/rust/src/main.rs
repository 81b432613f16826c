//! A player for joute in Rust, for every game. The referee writes lines to our standard input, we answer on standard
//! output (docs/protocol.md): `ready ...` after `start`, `move X` after `go`. Lines we do not know we ignore.

use std::io::{self, BufRead};

/// What the referee said last.
#[derive(Default)]
struct Turn {
    game: String,
    setup: String,
    #[allow(dead_code)] // For ideas of yours.
    position: String,
    moves: Vec<String>,
    gains: Vec<i32>,
}

/// Othello: nobody can take a corner back, and a square beside it gives the corner away.
fn square(mv: &str, size: i32) -> i32 {
    let column = i32::from(mv.as_bytes()[0] - b'a');
    let row = mv[1..].parse::<i32>().unwrap() - 1;
    let (x, y) = (column.min(size - 1 - column), row.min(size - 1 - row)); // How far from the nearest edge.
    match (x, y) {
        (0, 0) => 100,
        (0 | 1, 0 | 1) => -30,
        (0, _) | (_, 0) => 10,
        _ => 0,
    }
}

/// YOUR IDEAS GO HERE: what a move is worth. `gain` is what it brings at once: cells, discs or seeds.
fn value(turn: &Turn, mv: &str, gain: i32) -> i32 {
    match turn.game.as_str() {
        "othello" => gain + square(mv, turn.setup.trim_start_matches("size=").parse().unwrap()),
        _ => gain,
    }
}

/// The best of the legal moves, the first one if several are.
fn choose(turn: &Turn) -> &str {
    let moves = turn.moves.iter().zip(&turn.gains).rev();
    let best = moves.max_by_key(|(mv, gain)| value(turn, mv, **gain));
    best.map(|(mv, _)| mv.as_str()).unwrap()
}

fn main() {
    let mut turn = Turn::default();
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "game" => turn.game = rest.to_owned(),
            "setup" => turn.setup = rest.to_owned(),
            "start" => println!("ready position moves gains"), // On each turn we want to hear these three.
            "position" => turn.position = rest.to_owned(),
            "moves" => turn.moves = rest.split(' ').map(str::to_owned).collect(),
            "gains" => turn.gains = rest.split(' ').map(|gain| gain.parse().unwrap()).collect(),
            "go" => println!("move {}", choose(&turn)),
            _ => {}
        }
    }
}
