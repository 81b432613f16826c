//! What must hold of every game of the list on every setup that a player may meet, without a line for a new one.

use joute_catalog::{GAMES, GameEntry};
use joute_games::random::Seed;
use joute_games::{AnyGame, NoFiles};

/// Plies after which a game has been looked at long enough.
const PLIES: u64 = 120;

/// A random game of a setup, every position handed to `look`.
fn walk(entry: &GameEntry, setup: &str, look: &mut dyn FnMut(&AnyGame)) -> (AnyGame, Vec<String>) {
    let source = entry.setup(setup, &NoFiles).unwrap_or_else(|error| panic!("{setup}: {error}"));
    let start = source.start(7).expect("a setup that players meet makes a board");
    let (mut game, mut moves) = (start.clone(), Vec::new());
    for ply in 0..PLIES {
        look(&game);
        let Some(code) = Seed(ply).generator().pick(&game.legal()) else { break };
        moves.push(game.text(code));
        game.play(code);
    }
    (start, moves)
}

fn everywhere(mut look: impl FnMut(&AnyGame)) {
    for entry in GAMES {
        for setup in entry.trials.setups {
            walk(entry, setup.text, &mut look);
        }
    }
}

#[test]
fn positions_and_moves_read_back() {
    everywhere(|game| {
        let text = game.position();
        let again = game.at(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(again == *game && again.key() == game.key() && again.position() == text, "{text}");
        for code in game.legal() {
            assert_eq!(game.code(&game.text(code)), Ok(code), "{text}");
        }
    });
}

#[test]
fn a_game_is_over_when_there_is_no_move_and_tallies_stay_within_the_total() {
    everywhere(|game| {
        let text = game.position();
        assert_eq!(game.is_over(), game.legal().is_empty(), "{text}");
        assert_eq!(game.outcome().is_some(), game.is_over(), "{text}");
        assert!(game.legal().into_iter().all(|code| game.is_legal(code)), "{text}");
        let [first, second] = game.tallies();
        assert!(first + second <= game.total(), "{text}");
    });
}

#[test]
fn every_legal_move_can_be_made_on_the_board_that_is_drawn() {
    everywhere(|game| {
        let view = game.view();
        let controls = view.controls.iter().filter(|control| control.is_legal).map(|control| &control.mv);
        let mut shown: Vec<&String> = view.parts.iter().filter_map(|part| part.mv.as_ref()).chain(controls).collect();
        let legal = game.legal_texts();
        assert!(legal.iter().all(|mv| shown.contains(&mv)), "{}: {legal:?}", game.position());
        shown.retain(|mv| !legal.contains(mv));
        assert!(shown.is_empty(), "{}: {shown:?} can be chosen", game.position());
    });
}

#[test]
fn a_game_text_is_played_again_to_the_same_end() {
    for entry in GAMES {
        for setup in entry.trials.setups {
            let (start, moves) = walk(entry, setup.text, &mut |_| {});
            let (mut one, mut other) = (start.clone(), start);
            one.play_text(&moves.join(" ")).unwrap_or_else(|error| panic!("{}: {error}", setup.text));
            for mv in &moves {
                other.try_play(mv).unwrap();
            }
            assert!(one == other, "{}", setup.text);
        }
    }
}
