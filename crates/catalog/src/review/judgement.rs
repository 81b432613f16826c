//! How bad a move was. All thresholds stand here.
//!
//! What a move loses is measured as a share of all there is to have, so that one scale serves 64 discs, 48 seeds and 900
//! cells. Below 3 % (2 discs of 64) two moves are as good as each other to a search of some thousand positions. Each step
//! after that doubles: 6 % are 4 discs or 3 seeds, about a corner's worth of edge or one capture; 12 % are 8 discs or 6
//! seeds, which few players get back.
//!
//! Where a side is far ahead, by more than a quarter of all there is (16 discs), a margin says little about who wins: what lies
//! beyond counts a quarter.
//!
//! What decides a game counts more than its margin. A move after which the other side is expected to win is one step
//! worse than its loss. Where the result of perfect play is known before and after it, no opinion is asked: throwing a win
//! away altogether is a blunder and half of it a mistake, however few discs that took.

use std::cmp::Ordering;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::analysis::MoveAnalysis;

/// The least share of all there is that makes a loss an inaccuracy, a mistake and a blunder.
pub const SHARES: [(Judgement, f64); 3] =
    [(Judgement::Inaccuracy, 0.03), (Judgement::Mistake, 0.06), (Judgement::Blunder, 0.12)];

/// The lead, as a share of all there is, beyond which units count less, and how much less.
const FAR_AHEAD: f64 = 0.25;
const WEIGHT_BEYOND: f64 = 0.25;

/// What a review says of a move, the worst last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Judgement {
    /// As good as any, or nearly.
    Good,
    /// There was something better.
    Inaccuracy,
    /// It costs much.
    Mistake,
    /// It may well cost the game.
    Blunder,
}

impl Judgement {
    /// Judges a move beside the best one, on a board with so much to have.
    pub(crate) fn of(best: &MoveAnalysis, played: &MoveAnalysis, total: u32) -> Judgement {
        let weighed = |one: &MoveAnalysis| weighed(one.score / f64::from(total.max(1)));
        let by_loss = Judgement::of_loss(weighed(best) - weighed(played));
        if best.is_decided && played.is_decided {
            return by_loss.max(Judgement::of_results(best.score, played.score));
        }
        let is_turned = best.score > 0.0 && played.score < 0.0;
        if is_turned { by_loss.one_worse() } else { by_loss }
    }

    fn of_loss(share: f64) -> Judgement {
        let reached = SHARES.iter().rev().find(|(_, least)| share >= *least);
        reached.map_or(Judgement::Good, |(judgement, _)| *judgement)
    }

    /// By what the best move and the played one come to when everybody plays perfectly.
    fn of_results(best: f64, played: f64) -> Judgement {
        let points = |score: f64| match score.total_cmp(&0.0) {
            Ordering::Greater => 2,
            Ordering::Equal => 1,
            Ordering::Less => 0,
        };
        match points(best) - points(played) {
            2 => Judgement::Blunder,
            1 => Judgement::Mistake,
            _ => Judgement::Good,
        }
    }

    /// The next step, unless there is nothing to blame.
    fn one_worse(self) -> Judgement {
        match self {
            Judgement::Good => Judgement::Good,
            Judgement::Inaccuracy => Judgement::Mistake,
            Judgement::Mistake | Judgement::Blunder => Judgement::Blunder,
        }
    }
}

/// A share of all there is by what it matters.
fn weighed(share: f64) -> f64 {
    let beyond = (share.abs() - FAR_AHEAD).max(0.0);
    share.signum() * (share.abs() - beyond * (1.0 - WEIGHT_BEYOND))
}

/// What a move gives away beside the best one. A certain win goes before a larger one that is only hoped for, so the
/// difference may be the wrong way round: then nothing is lost.
pub(crate) fn loss(best: &MoveAnalysis, played: &MoveAnalysis) -> f64 {
    (best.score - played.score).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worth(score: f64, is_decided: bool) -> MoveAnalysis {
        MoveAnalysis { mv: "a1".into(), score, depth: 1, pv: Vec::new(), is_exact: is_decided, is_decided }
    }

    fn judged(best: f64, played: f64, is_decided: bool) -> Judgement {
        Judgement::of(&worth(best, is_decided), &worth(played, is_decided), 64)
    }

    #[test]
    fn a_loss_counts_by_its_share_of_the_board() {
        let judgements = [0.0, 1.9, 2.0, 3.8, 4.0, 7.6, 8.0].map(|loss| judged(10.0, 10.0 - loss, false));
        use Judgement::{Blunder, Good, Inaccuracy, Mistake};
        assert_eq!(judgements, [Good, Good, Inaccuracy, Inaccuracy, Mistake, Mistake, Blunder]);
    }

    #[test]
    fn who_is_far_ahead_may_be_careless() {
        let judgements = [7.0, 9.0, 16.0, 34.0].map(|loss| judged(50.0, 50.0 - loss, false));
        use Judgement::{Blunder, Good, Inaccuracy, Mistake};
        assert_eq!(judgements, [Good, Inaccuracy, Mistake, Blunder]);
        assert_eq!(judged(-20.0, -30.0, false), Inaccuracy, "and who is far behind as well");
        assert_eq!(judged(50.0, -1.0, false), Blunder);
    }

    #[test]
    fn handing_over_the_lead_is_one_step_worse() {
        assert_eq!(judged(1.5, -1.0, false), Judgement::Mistake);
        assert_eq!(judged(3.0, -1.5, false), Judgement::Blunder);
        assert_eq!(judged(0.5, -0.5, false), Judgement::Good, "nobody knows that");
    }

    #[test]
    fn where_results_are_certain_they_count_whatever_the_margin() {
        assert_eq!(judged(2.0, -2.0, true), Judgement::Blunder);
        assert_eq!(judged(2.0, 0.0, true), Judgement::Mistake);
        assert_eq!(judged(0.0, -2.0, true), Judgement::Mistake);
        assert_eq!(judged(12.0, 10.0, true), Judgement::Inaccuracy);
        assert_eq!(judged(2.0, 2.0, true), Judgement::Good);
    }

    #[test]
    fn a_certain_win_given_up_for_a_larger_hope_loses_nothing() {
        let (best, played) = (worth(2.0, true), worth(9.0, false));
        assert_eq!((loss(&best, &played), Judgement::of(&best, &played, 64)), (0.0, Judgement::Good));
    }
}
