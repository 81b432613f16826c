//! How a position was reached: GTP knows no positions, only moves from the start.

use std::collections::HashSet;

use joute_games::othello::{Othello, OthelloSetup, Square};
use joute_games::{Game, GameMove};
use joute_referee::Ply;

/// Positions looked at before a search is given up: a fraction of a second, enough for openings of a dozen plies.
const MOST_POSITIONS: usize = 300_000;

/// Moves from the start of Othello to a position: those that were played, if they lead there, or else some that do.
pub(super) fn route(to: &Othello, played: &[Ply]) -> Option<Vec<Square<8>>> {
    let start = Othello::start(&OthelloSetup::default()).ok()?;
    replayed(&start, played, to).or_else(|| search(&start, to))
}

fn replayed(start: &Othello, played: &[Ply], to: &Othello) -> Option<Vec<Square<8>>> {
    let mut game = *start;
    let mut moves = Vec::with_capacity(played.len());
    for ply in played {
        let mv = Square::from_code(ply.code?.0).filter(|&mv| game.is_legal(mv))?;
        game.play(mv);
        moves.push(mv);
    }
    (game == *to).then_some(moves)
}

/// Any moves that lead there. Every one of them is on a square that is taken in the end, which leaves few to try.
fn search(start: &Othello, to: &Othello) -> Option<Vec<Square<8>>> {
    let mut seen = HashSet::new();
    let mut moves = Vec::new();
    let taken = !to.empties();
    extend(start, to, taken, &mut moves, &mut seen).then_some(moves)
}

fn extend(from: &Othello, to: &Othello, taken: u64, moves: &mut Vec<Square<8>>, seen: &mut HashSet<Othello>) -> bool {
    if from == to {
        return true;
    }
    if seen.len() >= MOST_POSITIONS || from.empties() == to.empties() && !must_pass(from) || !seen.insert(*from) {
        return false;
    }
    for mv in from.legal_moves() {
        if mv.index().is_some_and(|index| taken >> index & 1 == 0) {
            continue;
        }
        let mut after = *from;
        after.play(mv);
        moves.push(mv);
        if extend(&after, to, taken, moves, seen) {
            return true;
        }
        moves.pop();
    }
    false
}

fn must_pass(game: &Othello) -> bool {
    game.forced().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use joute_games::random::Seed;

    #[test]
    fn openings_are_found_again() {
        let start = Othello::start(&OthelloSetup::default()).unwrap();
        for seed in 0..40 {
            let mut generator = Seed(seed).generator();
            let mut to = start;
            for _ in 0..seed % 11 {
                if let Some(mv) = to.random_move(&mut generator) {
                    to.play(mv);
                }
            }
            let moves = route(&to, &[]).unwrap();
            let reached = moves.iter().fold(start, |mut game, &mv| {
                assert!(game.is_legal(mv));
                game.play(mv);
                game
            });
            assert_eq!(reached, to, "seed {seed}");
        }
    }

    #[test]
    fn a_position_that_no_game_has_is_given_up() {
        let to = "X".repeat(10) + &"-".repeat(53) + "O X";
        let to = Othello::parse(&OthelloSetup::default(), &to).unwrap();
        assert!(route(&to, &[]).is_none());
    }
}
