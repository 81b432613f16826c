//! The opening book: what to play in positions that were thought about at length beforehand.
//!
//! A line of the book is the way to a position and the move to play there. It is made by `examples/awale_book.rs`.

use std::collections::HashMap;

use joute_games::Game;
use joute_games::awale::{Awale, Move, Setup};

use super::super::rows::StandardRules;

/// Made for `abapa`; under other rules openings are worth something else.
const ABAPA: &str = include_str!("book.txt");

/// Moves by the keys of their positions.
#[derive(Debug, Clone, Default)]
pub(super) struct Book {
    moves: HashMap<u64, Move>,
}

impl Book {
    /// The book for these rules; empty where there is none.
    pub(super) fn of<R: StandardRules>() -> Book {
        let text = if R::NAME == "abapa" { ABAPA } else { "" };
        let moves = text.lines().filter(|line| !line.starts_with('#')).filter_map(entry::<R>);
        Book { moves: moves.collect() }
    }

    /// The move to play, if the position is in the book.
    pub(super) fn get<R: StandardRules>(&self, game: &Awale<R>) -> Option<Move> {
        self.moves.get(&game.key()).copied().filter(|mv| game.is_legal(*mv))
    }
}

/// Reads a line such as `FfEa D`: the way to a position, or `-` for the start, and the move.
fn entry<R: StandardRules>(line: &str) -> Option<(u64, Move)> {
    let (way, mv) = line.split_once(' ')?;
    let mut game: Awale<R> = Awale::start(&Setup::standard(R::RULES)).ok()?;
    for letter in way.trim_matches('-').chars() {
        let step: Move = letter.to_string().parse().ok()?;
        game.is_legal(step).then(|| game.play(step))?;
    }
    let mv: Move = mv.trim().parse().ok()?;
    game.is_legal(mv).then(|| (game.key(), mv))
}

#[cfg(test)]
mod tests {
    use super::*;
    use joute_games::awale::{Abapa, Awari};

    #[test]
    fn every_line_of_the_book_is_a_legal_move_of_a_position() {
        for line in ABAPA.lines().filter(|line| !line.starts_with('#')) {
            assert!(entry::<Abapa>(line).is_some(), "{line}");
        }
        assert!(Book::of::<Awari>().moves.is_empty());
    }
}
