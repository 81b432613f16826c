//! Single games counted as lost, drawn, won, and pairs of games counted by their points.

use joute_games::{Outcome, Side};
use serde::{Deserialize, Serialize};

use super::sample::Sample;

/// Single games: lost, drawn, won. The form for matches whose first mover is drawn by lot.
pub type Trinomial = Sample<3>;

/// Pairs (the same board twice, seats swapped) by their points: 0, 1/2, 1, 3/2, 2.
///
/// In the usual letters: LL, LD, WL or DD, WD, WW.
pub type Pentanomial = Sample<5>;

/// What one game was worth to one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// 0 points.
    Loss,
    /// Half a point.
    Draw,
    /// 1 point.
    Win,
}

impl Score {
    /// What the outcome was worth to the player in this seat.
    pub fn of(outcome: Outcome, seat: Side) -> Score {
        match outcome.winner() {
            None => Score::Draw,
            Some(winner) if winner == seat => Score::Win,
            Some(_) => Score::Loss,
        }
    }

    /// What the two games of a pair were worth to the player who sat First in the first and Second in the other.
    pub fn of_pair([opened, replied]: [Outcome; 2]) -> [Score; 2] {
        [Score::of(opened, Side::First), Score::of(replied, Side::Second)]
    }

    /// Points in halves: 0, 1, 2.
    pub const fn half_points(self) -> usize {
        self as usize
    }
}

impl Trinomial {
    /// Counts one game.
    pub fn add(&mut self, score: Score) {
        self.count(score.half_points());
    }
}

impl Pentanomial {
    /// Counts the two games of a pair, both seen by the same player.
    pub fn add(&mut self, pair: [Score; 2]) {
        self.count(pair[0].half_points() + pair[1].half_points());
    }

    /// Pairs that brought more than half of their points for each that brought less; `None` where none brought less.
    pub fn pair_ratio(&self) -> Option<f64> {
        let [lost, nearly_lost, _, nearly_won, won] = self.counts();
        let worse = lost + nearly_lost;
        (worse > 0).then(|| (nearly_won + won) as f64 / worse as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_counted_by_its_points() {
        use Score::{Draw, Loss, Win};
        let mut pairs = Pentanomial::default();
        for pair in [[Loss, Loss], [Draw, Loss], [Win, Loss], [Draw, Draw], [Win, Draw], [Draw, Win], [Win, Win]] {
            pairs.add(pair);
        }
        assert_eq!(pairs.counts(), [1, 1, 2, 2, 1]);
        assert_eq!((pairs.observations(), pairs.games(), pairs.points()), (7, 14, 7.5));
    }

    #[test]
    fn seats_are_swapped_in_the_second_game() {
        let mut pairs = Pentanomial::default();
        pairs.add(Score::of_pair([Outcome::First, Outcome::Second])); // won both
        pairs.add(Score::of_pair([Outcome::First, Outcome::First])); // the first mover won both
        pairs.add(Score::of_pair([Outcome::Second, Outcome::Draw]));
        assert_eq!(pairs.counts(), [0, 1, 1, 0, 1]);
    }

    #[test]
    fn mean_and_variance_by_hand() {
        let games = Trinomial::new([1, 2, 1]);
        assert_eq!((games.mean(), games.variance()), (Some(0.5), Some(0.125)));
        assert_eq!(games.unanimous_score(), None);
        let empty = Trinomial::default();
        assert_eq!((empty.mean(), empty.variance(), empty.unanimous_score()), (None, None, None));
        assert_eq!(Pentanomial::new([0, 0, 0, 4, 0]).unanimous_score(), Some(0.75));
    }

    #[test]
    fn a_sample_is_written_as_its_counts() {
        let pairs = Pentanomial::new([1, 2, 3, 4, 5]);
        let text = serde_json::to_string(&pairs).unwrap();
        assert_eq!(text, "[1,2,3,4,5]");
        assert_eq!(serde_json::from_str::<Pentanomial>(&text).unwrap(), pairs);
        assert!(serde_json::from_str::<Pentanomial>("[1,2,3]").is_err());
    }
}
