//! How likely each move is to a player that errs, and what its errors come to.

use super::choices::{Choice, DEPTHS};

/// How often anybody plays anything at all: without it one odd move would rule a player out that never errs.
const LAPSE: f64 = 0.03;

/// A move that gave something away, and how often it was or would be played.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slip {
    pub(super) discs: f64,
    pub(super) share: f64,
}

/// A player that searches to a depth and plays a move the less often the more it gives away.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Policy {
    /// One of [`DEPTHS`], or more: as well as can be told.
    pub(super) depth: u32,
    /// The discs that make a move 1/e times as likely; 0 is always the best move.
    pub(super) error: f64,
}

impl Policy {
    /// The player of a level; one that is limited by its time alone plays as well as can be told.
    pub(super) fn of_locator(locator: &str) -> Policy {
        let value = |name: &str| {
            let pairs = locator.split([':', ',']).filter_map(|pair| pair.split_once('='));
            pairs.filter(|(key, _)| *key == name).find_map(|(_, value)| value.parse::<f64>().ok())
        };
        let depth = value("depth").map_or(u32::MAX, |depth| depth as u32);
        Policy { depth, error: value("error").unwrap_or(0.0) / 10.0 }
    }

    /// The player that foretells choices best.
    pub(super) fn fitted(choices: &[Choice]) -> Policy {
        let errors = (0..40).map(|step| 0.5 * 1.1_f64.powi(step));
        let policies = DEPTHS.into_iter().flat_map(|depth| errors.clone().map(move |error| Policy { depth, error }));
        let best =
            policies.map(|policy| (policy.surprise(choices), policy)).min_by(|one, other| one.0.total_cmp(&other.0));
        best.map_or(Policy { depth: 1, error: 0.0 }, |(_, policy)| policy)
    }

    /// How often it plays each move.
    fn shares(&self, choice: &Choice) -> Vec<f64> {
        let place = DEPTHS.iter().position(|depth| *depth == self.depth);
        let values = place.map_or(&choice.truth, |place| &choice.opinions[place]);
        let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weight = |value: &f64| match self.error {
            error if error > 0.0 => ((value - best) / error).exp(),
            _ => f64::from(u8::from(*value == best)),
        };
        let weights: Vec<f64> = values.iter().map(weight).collect();
        let total: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / total).collect()
    }

    /// What its moves give away, with how often they would be played.
    pub(super) fn expected(&self, choice: &Choice) -> Vec<Slip> {
        self.shares(choice).into_iter().enumerate().map(|(mv, share)| choice.slip(mv, share)).collect()
    }

    /// How little it expects what was played, in nats a move: the less the better it foretells.
    pub(super) fn surprise(&self, choices: &[Choice]) -> f64 {
        let of = |choice: &Choice| {
            let shares = self.shares(choice);
            -((1.0 - LAPSE) * shares[choice.played] + LAPSE / shares.len() as f64).ln()
        };
        choices.iter().map(of).sum::<f64>() / choices.len().max(1) as f64
    }
}

/// How somebody errs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Habits {
    best: f64,
    discs: f64,
    six: f64,
    twelve: f64,
}

impl Habits {
    pub(super) fn of(slips: impl Iterator<Item = Slip>) -> Habits {
        let (mut habits, mut total) = (Habits { best: 0.0, discs: 0.0, six: 0.0, twelve: 0.0 }, 0.0);
        for Slip { discs, share } in slips {
            let counted = |is_counted: bool| if is_counted { share } else { 0.0 };
            total += share;
            habits.discs += share * discs;
            habits.best += counted(discs <= 0.0);
            habits.six += counted(discs >= 6.0);
            habits.twelve += counted(discs >= 12.0);
        }
        let total: f64 = f64::max(total, 1e-9);
        let Habits { best, discs, six, twelve } = habits;
        Habits { best: best / total, discs: discs / total, six: six / total, twelve: twelve / total }
    }
}

impl std::fmt::Display for Habits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let percent = |share: f64| format!("{:.0} %", 100.0 * share);
        write!(f, "{} | {:.2} | {} | {}", percent(self.best), self.discs, percent(self.six), percent(self.twelve))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two moves, the second of which gives four discs away and looks so at every depth.
    fn choice(played: usize) -> Choice {
        Choice { truth: vec![2.0, -2.0], opinions: std::array::from_fn(|_| vec![2.0, -2.0]), played }
    }

    #[test]
    fn levels_are_read_as_players_that_err() {
        assert_eq!(Policy::of_locator("expert:depth=2,error=26"), Policy { depth: 2, error: 2.6 });
        assert_eq!(Policy::of_locator("expert:depth=6"), Policy { depth: 6, error: 0.0 });
        assert_eq!(Policy::of_locator("expert:time=2s"), Policy { depth: u32::MAX, error: 0.0 });
    }

    #[test]
    fn who_errs_often_foretells_errors_better() {
        let (sharp, blunt) = (Policy { depth: 1, error: 0.5 }, Policy { depth: 1, error: 20.0 });
        assert!(blunt.surprise(&[choice(1)]) < sharp.surprise(&[choice(1)]));
        assert!(sharp.surprise(&[choice(0)]) < blunt.surprise(&[choice(0)]));
    }

    #[test]
    fn the_error_that_made_the_choices_is_found_again() {
        // With an error of 4 discs the worse move is 1/e times as likely: 27 in 100.
        let choices: Vec<Choice> = (0..100).map(|number| choice(usize::from(number < 27))).collect();
        let found = Policy::fitted(&choices).error;
        assert!((3.5..4.6).contains(&found), "{found}");
    }

    #[test]
    fn habits_are_shares_of_moves() {
        let habits = Habits::of([choice(0).of_person(), choice(1).of_person()].into_iter());
        assert_eq!(habits.to_string(), "50 % | 2.00 | 0 % | 0 %");
        let expected = Policy { depth: 1, error: 0.0 }.expected(&choice(1));
        assert_eq!(Habits::of(expected.into_iter()).to_string(), "100 % | 0.00 | 0 % | 0 %");
    }
}
