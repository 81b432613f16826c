//! What a search thinks of a position it does not look beyond, and what it knows for certain about it.

use joute_games::Game;

use crate::feature::Feature;
use crate::strategy::Thinking;

/// A value for the side to move. Points of a heuristic are small, results of finished games lie beyond [`WIN`].
pub type Score = i32;

/// What a win is worth more than any opinion: every known win is above every guess, and larger wins above smaller.
pub const WIN: Score = 1 << 28;

/// Beyond every score there is, and so that the difference of any two still fits.
pub(crate) const INFINITE: Score = (1 << 30) - 1;

/// An opinion about the positions of one game.
///
/// It may keep room to work in, hence `&mut self`; a score depends on the position alone. Each thread has a clone.
pub trait Heuristic<G: Game>: Clone + Send + Sync {
    /// What the side to move has to hope for in a position that is not over, in points.
    fn score(&mut self, game: &G) -> Score;

    /// How many points one cell, disc or seed is worth.
    #[inline]
    fn points_per_unit(&self) -> Score {
        1
    }

    /// The value of a game that ended with this margin for the side to move. It grows with the margin.
    #[inline]
    fn of_margin(&self, margin: i32) -> Score {
        margin * self.points_per_unit() + margin.signum() * WIN
    }

    /// The value of a position no search looks beyond: the result if it is over, else the opinion.
    #[inline]
    fn leaf(&mut self, game: &G) -> Score {
        if game.is_over() { self.of_margin(margin(game)) } else { self.score(game) }
    }

    /// The value of a position one ply ahead, and how many moves it has, where there is a faster way to find it than
    /// playing every move.
    #[inline]
    fn one_ply_ahead(&mut self, _game: &G) -> Option<(Score, usize)> {
        None
    }

    /// The least and the greatest margin for the side to move with which the game can still end, where it is
    /// cheap to say. Scores of the heuristic need not lie between them.
    #[inline]
    fn margins(&mut self, _game: &G) -> Option<(i32, i32)> {
        None
    }

    /// What it looks at on a board.
    fn features(&self) -> &'static [Feature] {
        &[]
    }

    /// How early a search should try a legal move: a rough guess in the range of an `i16`, the higher the earlier.
    /// About 64 of it weigh as much as everything the search has learned about a move elsewhere.
    #[inline]
    fn promise(&mut self, game: &G, mv: G::Move) -> i32 {
        game.gain(mv) * 16
    }

    /// Whether [`Heuristic::solve`] is worth a try: the game has a way of its own to find the result of perfect play
    /// that is better than looking deeper and deeper, and the position is small enough for it.
    fn is_solvable(&self, _game: &G) -> bool {
        false
    }

    /// The result of perfect play, if it is found within the limits and so many bytes of memory.
    fn solve(&mut self, _game: &G, _thinking: &Thinking<'_>, _memory: usize) -> Option<Solved<G::Move>> {
        None
    }

    /// A score in cells, discs or seeds, as reports give it.
    fn in_units(&self, score: Score) -> f64 {
        let points = if score.abs() > WIN / 2 { score - score.signum() * WIN } else { score };
        f64::from(points) / f64::from(self.points_per_unit())
    }
}

/// The result of perfect play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solved<M> {
    /// What the side to move will have more in the end.
    pub margin: i32,
    /// A line of perfect play to the end.
    pub line: Vec<M>,
    /// Positions looked at.
    pub nodes: u64,
}

/// What the side to move has more than its opponent.
#[inline]
pub fn margin<G: Game>(game: &G) -> i32 {
    let tallies = game.tallies();
    let side = game.turn();
    tallies[side] as i32 - tallies[side.other()] as i32
}

/// The difference of the tallies and nothing else, in finished games too: what report 004 calls the score.
#[derive(Debug, Clone, Copy, Default)]
pub struct Margin;

impl<G: Game> Heuristic<G> for Margin {
    #[inline]
    fn score(&mut self, game: &G) -> Score {
        margin(game)
    }

    #[inline]
    fn of_margin(&self, margin: i32) -> Score {
        margin
    }

    #[inline]
    fn one_ply_ahead(&mut self, game: &G) -> Option<(Score, usize)> {
        game.best_lead()
    }

    // The tallies of a finished game are final ones, so that nothing need be asked.
    #[inline]
    fn leaf(&mut self, game: &G) -> Score {
        margin(game)
    }
}

/// The difference of the tallies, and a win above all: the opinion for a game nobody has written a better one for.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tally;

impl<G: Game> Heuristic<G> for Tally {
    #[inline]
    fn score(&mut self, game: &G) -> Score {
        margin(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joute_games::othello::Othello;

    #[test]
    fn a_small_win_is_above_every_opinion_and_reads_as_its_margin() {
        let value = |margin| Heuristic::<Othello>::of_margin(&Tally, margin);
        assert!(value(1) > 1_000_000 && value(2) > value(1) && value(-1) < -1_000_000);
        assert_eq!(value(0), 0);
        let units = |score| Heuristic::<Othello>::in_units(&Tally, score);
        assert_eq!((units(value(3)), units(value(-3)), units(7)), (3.0, -3.0, 7.0));
    }
}
