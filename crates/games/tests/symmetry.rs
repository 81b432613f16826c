//! Which positions are alike.

use std::collections::HashSet;

use joute_games::othello::{Othello, OthelloSetup};
use joute_games::{AnyGame, GameSetup, NoFiles, canonical_form};

fn othello(moves: &str) -> AnyGame {
    let mut game = AnyGame::start::<Othello>(OthelloSetup::parse("", &NoFiles).unwrap()).unwrap();
    game.play_text(moves).unwrap();
    game
}

fn form(game: &AnyGame) -> Vec<u32> {
    canonical_form(&game.view())
}

#[test]
fn the_four_first_moves_of_othello_are_alike_and_the_three_answers_are_not() {
    let first: HashSet<_> = ["d3", "c4", "f5", "e6"].map(|mv| form(&othello(mv))).into();
    assert_eq!(first.len(), 1);
    let second: HashSet<_> = ["f5d6", "f5f4", "f5f6", "d3c3", "d3c5", "d3e3"].map(|moves| form(&othello(moves))).into();
    assert_eq!(second.len(), 3);
}

#[test]
fn exchanged_sides_and_turns_are_alike_and_an_exchanged_turn_alone_is_not() {
    let game = othello("f5d6c3");
    let text = game.position();
    let exchanged: String = text
        .chars()
        .map(|letter| match letter {
            'X' => 'O',
            'O' => 'X',
            other => other,
        })
        .collect();
    assert_eq!(form(&game), form(&game.at(&exchanged).unwrap()));
    let (squares, turn) = text.split_once(' ').unwrap();
    let other_turn = format!("{squares} {}", if turn == "X" { 'O' } else { 'X' });
    assert_ne!(form(&game), form(&game.at(&other_turn).unwrap()));
}
