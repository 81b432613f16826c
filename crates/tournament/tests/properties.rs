//! Laws that hold for any results.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use joute_testkit::properties;
use joute_tournament::statistics::{
    Bounds, Crosstable, EloEstimate, Pentanomial, RatingOptions, Ratings, Sample, Trinomial, wilson,
};
use proptest::prelude::*;

/// Counts up to a million, often 0 or small.
fn count() -> impl Strategy<Value = u64> {
    prop_oneof![Just(0), 0..4u64, 0..200u64, 0..=1_000_000u64]
}

fn pairs() -> impl Strategy<Value = Pentanomial> {
    [count(), count(), count(), count(), count()].prop_map(Pentanomial::new)
}

fn games() -> impl Strategy<Value = Trinomial> {
    [count(), count(), count()].prop_map(Trinomial::new)
}

/// Estimate and both ends; infinite where they are unbounded.
fn ends<const N: usize>(sample: &Sample<N>) -> Option<[f64; 3]> {
    let below = |end: Option<f64>| end.unwrap_or(f64::NEG_INFINITY);
    let above = |end: Option<f64>| end.unwrap_or(f64::INFINITY);
    match sample.elo() {
        EloEstimate::NoGames => None,
        EloEstimate::AllAlike { elo, low, high, score } => {
            Some([below(low), if score < 0.5 { below(elo) } else { above(elo) }, above(high)])
        }
        EloEstimate::Estimate { elo, low, high } => Some([below(low), elo, above(high)]),
    }
}

fn near(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= 1e-6 * (1.0 + a.abs())
}

fn all_figures_are_numbers<const N: usize>(sample: &Sample<N>, bounds: Bounds) -> Result<(), TestCaseError> {
    if let Some([low, elo, high]) = ends(sample) {
        prop_assert!(low <= elo && elo <= high, "{low} {elo} {high}");
        prop_assert!(low < high);
    }
    prop_assert!(bounds.llr(sample).is_finite());
    prop_assert!(sample.superiority().is_none_or(|share| (0.0..=1.0).contains(&share)));
    let normalised = sample.normalised_elo();
    prop_assert!(normalised.is_none_or(|found| found.low < found.elo && found.elo < found.high));
    prop_assert_eq!(sample.mean().is_none(), sample.observations() == 0);
    Ok(())
}

fn bounds() -> impl Strategy<Value = Bounds> {
    (-300.0..300.0, 0.1..100.0, any::<bool>()).prop_map(|(elo0, width, normalised)| {
        let made = if normalised { Bounds::normalised } else { Bounds::logistic };
        made(elo0, elo0 + width).unwrap()
    })
}

proptest! {
    #![proptest_config(properties::cases(256))]

    #[test]
    fn pairs_give_numbers(pairs in pairs(), bounds in bounds()) {
        all_figures_are_numbers(&pairs, bounds)?;
    }

    #[test]
    fn games_give_numbers(games in games(), bounds in bounds()) {
        all_figures_are_numbers(&games, bounds)?;
    }

    #[test]
    fn swapping_the_players_negates_elo(pairs in pairs()) {
        let (here, there) = (ends(&pairs), ends(&pairs.mirrored()));
        prop_assert_eq!(here.is_some(), there.is_some());
        if let (Some(here), Some(there)) = (here, there) {
            prop_assert!((0..3).all(|i| near(here[i], -there[2 - i])), "{here:?} {there:?}");
        }
        if let (Some(here), Some(there)) = (pairs.normalised_elo(), pairs.mirrored().normalised_elo()) {
            prop_assert!(near(here.elo, -there.elo) && near(here.low, -there.high));
        }
        let sum = pairs.superiority().zip(pairs.mirrored().superiority()).map(|(a, b)| a + b);
        prop_assert!(sum.is_none_or(|sum| near(sum, 1.0)));
    }

    #[test]
    fn swapping_the_players_negates_the_llr(pairs in pairs(), elo0 in -50.0..50.0, width in 0.5..20.0) {
        for make in [Bounds::normalised, Bounds::logistic] {
            let here = make(elo0, elo0 + width).unwrap().llr(&pairs);
            let there = make(-elo0 - width, -elo0).unwrap().llr(&pairs.mirrored());
            prop_assert!(near(here, -there), "{here} {there}");
        }
    }

    #[test]
    fn a_better_pair_raises_elo(counts in [count(), count(), count(), count(), count()], from in 0usize..4) {
        let (mut worse, mut better) = (counts, counts);
        worse[from] += 1;
        better[from + 1] += 1;
        let (worse, better) = (Pentanomial::new(worse), Pentanomial::new(better));
        prop_assert!(worse.mean() < better.mean());
        prop_assert!(ends(&worse).unwrap()[1] < ends(&better).unwrap()[1]);
    }

    #[test]
    fn wilson_holds_the_share(trials in 1..1_000_000u64, part in 0.0..=1.0) {
        let found = wilson(part * trials as f64, trials).unwrap();
        prop_assert!(0.0 <= found.low && found.low <= found.share && found.share <= found.high && found.high <= 1.0);
        prop_assert!(found.low < found.high);
    }

    #[test]
    fn any_table_has_ratings(
        players in 2usize..8,
        cells in prop::collection::vec((0usize..8, 0usize..8, games()), 0..20),
        first_move in any::<bool>(),
    ) {
        let mut table = Crosstable::new(players);
        for (first, second, games) in cells {
            let _ = table.add_all(first % players, second % players, games);
        }
        let ratings = Ratings::of(&table, RatingOptions { first_move, ..RatingOptions::default() });
        let sum: f64 = ratings.players.iter().map(|rating| rating.elo).sum();
        prop_assert!(sum.abs() < 1e-3, "{sum}");
        for rating in &ratings.players {
            prop_assert!(rating.elo.is_finite());
            prop_assert!(rating.low.is_none_or(|low| low < rating.elo), "{rating:?}");
            prop_assert!(rating.high.is_none_or(|high| high > rating.elo), "{rating:?}");
        }
        prop_assert!(ratings.first_move.is_none_or(|found| found.low < found.elo && found.elo < found.high));
        prop_assert!(ratings.difference(0, 1).unwrap().error > 0.0);
    }
}
