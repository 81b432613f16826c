//! What pages are told before and after a move agrees with the move: what it takes, and how its pieces travel.

use joute_catalog::GAMES;
use joute_elements::{Board, takes};
use joute_games::view::{Piece, Style};
use joute_games::{AnyGame, Attachments};

/// Plays through a game of every example setup by a fixed choice, and looks at every legal move of every position.
fn for_each_move(mut look: impl FnMut(&AnyGame, &str, &AnyGame)) {
    for entry in GAMES {
        for setup in entry.info.examples {
            let mut game = entry.setup(setup, &Attachments::default()).unwrap().start(1).unwrap();
            for ply in 0..40 {
                let legal = game.legal_texts();
                for mv in &legal {
                    let mut after = game.clone();
                    after.try_play(mv).unwrap();
                    look(&game, mv, &after);
                }
                let Some(mv) = legal.get((ply * 7) % legal.len().max(1)) else { break };
                game.try_play(mv).unwrap();
            }
        }
    }
}

#[test]
fn a_preview_is_what_the_move_takes() {
    let mut seen = 0;
    for_each_move(|game, mv, after| {
        let (view, side) = (game.view(), game.turn());
        if view.parts.len() > 200 {
            return;
        }
        let board = Board::of(&view);
        let told = takes(game);
        let parts = match told.get(mv) {
            Some(take) => take.parts.clone(),
            None => (0..board.moves.len()).filter(|&part| board.moves[part].as_deref() == Some(mv)).collect(),
        };
        if view.style == Style::Wood {
            let gain = told.get(mv).unwrap().gain;
            assert_eq!(gain, after.tallies()[side] as i32 - game.tallies()[side] as i32, "{mv} in {}", game.position());
        } else {
            let won = after.tallies()[side] - game.tallies()[side];
            assert_eq!(parts.len() as u32, won, "{mv} in {}", game.position());
        }
        seen += 1;
    });
    assert!(seen > 1000);
}

#[test]
fn pieces_travel_as_the_position_says() {
    let mut seen = 0;
    for_each_move(|game, mv, after| {
        let flows = game.flows(game.code(mv).unwrap());
        if flows.is_empty() {
            return;
        }
        let seeds = |game: &AnyGame| -> Vec<i64> {
            let count = |piece| if let Piece::Seeds(count) = piece { i64::from(count) } else { 0 };
            game.view().parts.iter().map(|part| count(part.piece)).collect()
        };
        let mut held = seeds(game);
        for flow in &flows {
            held[flow.0] -= flow.1.len() as i64;
            flow.1.iter().for_each(|&to| held[to] += 1);
        }
        assert_eq!(held, seeds(after), "{mv} in {}: {flows:?}", game.position());
        seen += 1;
    });
    assert!(seen > 300, "{seen}");
}
