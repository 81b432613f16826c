//! A position as the engine sees it: the rows, and what each side has in store, the side to move first.

use joute_games::awale::{Awale, Repetition};
use joute_games::{Game, Side};

use super::super::rows::{Rows, StandardRules, sum};
use crate::heuristic::{Score, WIN};

/// Points of one seed.
pub(super) const SEED: Score = 100;
/// More than this many seeds in store end the game.
pub(super) const HALF: u32 = 24;

/// Rows and stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) rows: Rows,
    /// In store of the side to move.
    pub(super) mine: u32,
    /// In store of its opponent.
    pub(super) theirs: u32,
}

/// What a legal move leads to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Child {
    pub(super) board: Board,
    pub(super) pit: u32,
    pub(super) captured: u32,
}

impl Board {
    pub(super) fn of<R: StandardRules>(game: &Awale<R>) -> Board {
        let (me, them) = (game.turn(), game.turn().other());
        Board { rows: Rows::of(game), mine: game.store(me), theirs: game.store(them) }
    }

    /// Plays a legal move.
    #[inline(always)]
    pub(super) fn play<R: StandardRules>(self, pit: u32) -> Child {
        let next = self.rows.play::<R>(pit);
        let board = Board { rows: next.rows, mine: self.theirs, theirs: self.mine + next.captured };
        Child { board, pit, captured: next.captured }
    }

    /// What the side to move has more in store.
    #[inline(always)]
    pub(super) fn lead(self) -> i32 {
        self.mine as i32 - self.theirs as i32
    }

    /// Seeds that are in no store.
    #[inline(always)]
    pub(super) fn rest(self) -> i32 {
        self.rows.seeds() as i32
    }

    /// A number for the position with the same side to move; `game` lends its rules.
    #[inline(always)]
    pub(super) fn key<R: StandardRules>(self, game: &Awale<R>, turn: Side) -> u64 {
        let row = |row: u64, store: u32| row | u64::from(store) << 48;
        game.with_rows([row(self.rows.mine, self.mine), row(self.rows.theirs, self.theirs)], turn).key()
    }

    /// The value of a game that ends here because a position came back.
    pub(super) fn repetition_value<R: StandardRules>(self) -> Score {
        match R::RULES.repetition {
            Repetition::OwnRow => of_margin(self.lead() + sum(self.rows.mine) as i32 - sum(self.rows.theirs) as i32),
            _ => of_margin(self.lead()),
        }
    }

    /// The value of a game that is over because a store has more than half of all seeds, if it is.
    #[inline(always)]
    pub(super) fn majority(self) -> Option<Score> {
        (self.mine > HALF || self.theirs > HALF).then(|| of_margin(self.lead()))
    }

    /// The value of a game that is over for want of a legal move.
    #[cold]
    pub(super) fn final_value<R: StandardRules>(self) -> Score {
        of_margin(self.lead() + self.rows.final_value::<R>())
    }
}

/// The value of a game that ended with this margin: every win is above every opinion.
#[inline(always)]
pub(super) fn of_margin(margin: i32) -> Score {
    margin * SEED + margin.signum() * WIN
}

/// A score in seeds, as reports give it.
pub(super) fn in_seeds(score: Score) -> f64 {
    let points = if score.abs() > WIN / 2 { score - score.signum() * WIN } else { score };
    f64::from(points) / f64::from(SEED)
}
