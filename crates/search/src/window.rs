//! The window of an alpha-beta search: which scores it needs to tell apart.

use crate::heuristic::{INFINITE, Score};
use crate::table::Bound;

/// The scores a search is interested in: it need not tell those at or below alpha apart, nor those at or above beta.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    /// Everything.
    pub(crate) const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// Only whether a score is above alpha.
    #[inline(always)]
    pub(crate) fn null(self) -> Window {
        Window { beta: self.alpha + 1, ..self }
    }

    /// Whether exact scores are asked for.
    #[inline(always)]
    pub(crate) fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The same window as the opponent sees it.
    #[inline(always)]
    pub(crate) fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// What a score that was found with this window says.
    #[inline(always)]
    pub(crate) fn bound_of(self, score: Score) -> Bound {
        match score {
            _ if score >= self.beta => Bound::Lower,
            _ if score > self.alpha => Bound::Exact,
            _ => Bound::Upper,
        }
    }
}
