//! Tuning on functions whose best values are known, with contests as noisy as games are.

use joute_games::random::{Generator, Seed};
use joute_testkit::properties;
use joute_tournament::statistics::score_of_elo;
use joute_tournament::tuning::{Parameter, Spsa, SpsaOptions, Values};
use proptest::prelude::*;

fn parameters(ranges: &[(&str, &str)]) -> Vec<Parameter> {
    ranges.iter().map(|(range, start)| range.parse::<Parameter>().unwrap().begun_at(start).unwrap()).collect()
}

/// A pair of games between two strengths in Elo, without draws: how the first side did, from -1 to 1.
fn pair(strengths: [f64; 2], generator: &mut Generator) -> f64 {
    let expected = score_of_elo(strengths[0] - strengths[1]);
    let mut game = || if (generator.bits() as f64) < expected * u64::MAX as f64 { 0.5 } else { -0.5 };
    game() + game()
}

/// Tunes by contests of a strength that is known; the whole way and what was found.
fn tune(
    parameters: &[Parameter],
    probes: u64,
    batch: u64,
    seed: Seed,
    strength: impl Fn(&[f64]) -> f64,
) -> (Vec<Vec<f64>>, Values) {
    let mut spsa = Spsa::new(parameters.to_vec(), SpsaOptions::for_probes(probes), seed);
    let value = |values: &Values| {
        let numbers = parameters.iter().zip(values).map(|(parameter, number)| parameter.value(f64::from(*number)));
        strength(&numbers.collect::<Vec<_>>())
    };
    let mut way = vec![spsa.position()];
    while spsa.done() < probes {
        let probes = spsa.next_probes(batch);
        let played = probes.into_iter().map(|probe| {
            let mut generator = seed.purpose("games").child(probe.number).generator();
            let result = pair(probe.sides.each_ref().map(value), &mut generator);
            (probe, result)
        });
        let results: Vec<_> = played.collect();
        spsa.learn(&results);
        way.push(spsa.position());
    }
    let found = spsa.found();
    (way, found)
}

/// Highest at a = 12 and b = 0.3; where it begins it is some 700 Elo lower.
fn parabola(at: &[f64]) -> f64 {
    -1500.0 * ((at[0] - 12.0) / 25.0).powi(2) - 1500.0 * (at[1] - 0.3).powi(2)
}

#[test]
fn the_top_of_a_noisy_parabola_is_found() {
    let parameters = parameters(&[("a=-5..20", "-5"), ("b=0.0..1.0", "0.800")]);
    for seed in (1..=5).map(Seed) {
        let (_, found) = tune(&parameters, 1000, 8, seed, parabola);
        let values: Vec<f64> =
            parameters.iter().zip(&found).map(|(parameter, number)| parameter.value(f64::from(*number))).collect();
        assert!((values[0] - 12.0).abs() <= 4.0 && (values[1] - 0.3).abs() <= 0.16, "{seed:?}: {values:?}");
        assert!(parabola(&values) > -80.0, "{seed:?}: {values:?}");
    }
}

#[test]
fn the_same_seed_takes_the_same_way() {
    let parameters = parameters(&[("a=-5..20", "-5"), ("b=0.0..1.0", "0.800")]);
    let way = |seed: u64, batch: u64| tune(&parameters, 200, batch, Seed(seed), parabola);
    assert_eq!(way(7, 8), way(7, 8));
    assert_ne!(way(7, 8).0, way(8, 8).0);
}

#[test]
fn many_parameters_are_tuned_at_once() {
    let parameters = parameters(&[("a=0..9", "0"), ("b=0..9", "9"), ("c=0..9", "0"), ("d=0..9", "9"), ("e=0..9", "0")]);
    let strength = |at: &[f64]| -at.iter().map(|value| 8.0 * (value - 5.0).powi(2)).sum::<f64>();
    let (_, found) = tune(&parameters, 3000, 8, Seed(1), strength);
    let values: Vec<f64> = found.iter().map(|number| f64::from(*number)).collect();
    assert!(strength(&values) > -100.0 && strength(&[0.0, 9.0, 0.0, 9.0, 0.0]) < -800.0, "{values:?}");
}

#[test]
fn an_end_of_a_range_can_be_the_best_value() {
    let parameters = parameters(&[("a=0..3", "0"), ("b=-3..0", "0")]);
    let (_, found) = tune(&parameters, 400, 8, Seed(3), |at| 100.0 * (at[0] - at[1]));
    assert_eq!(found, [3, 0]);
}

#[test]
fn without_a_difference_values_stay_about_where_they_are() {
    let parameters = parameters(&[("a=0..1000", "500")]);
    let drift = |seed| (f64::from(tune(&parameters, 4000, 8, Seed(seed), |_| 0.0).1[0]) - 500.0).abs();
    let mean = (1..=10).map(drift).sum::<f64>() / 10.0;
    assert!(mean < 200.0, "{mean}");
}

#[test]
fn nothing_is_moved_before_anything_is_learned() {
    let parameters = parameters(&[("a=0..10", "3")]);
    let mut spsa = Spsa::new(parameters, SpsaOptions::for_probes(10), Seed(1));
    assert_eq!((spsa.found(), spsa.position(), spsa.done()), (vec![3], vec![3.0], 0));
    assert_eq!(spsa.next_probes(100).len(), 10, "no more than there are");
    let probes = spsa.next_probes(10);
    assert!(probes.iter().all(|probe| probe.sides[0] != probe.sides[1]), "both sides always differ");
    let results: Vec<_> = probes.into_iter().map(|probe| (probe, 0.0)).collect();
    spsa.learn(&results);
    assert_eq!((spsa.found(), spsa.done(), spsa.next_probes(1)), (vec![3], 10, vec![]));
}

proptest! {
    #![proptest_config(properties::cases(64))]

    #[test]
    fn values_never_leave_their_ranges(last in 1_u32..2000, start in 0.0_f64..1.0, probes in 1_u64..60, seed: u64, lean in -1.0_f64..1.0) {
        let start = (start * f64::from(last)).floor().to_string();
        let parameters = parameters(&[(&format!("a=0..{last}"), &start)]);
        let mut spsa = Spsa::new(parameters, SpsaOptions::for_probes(probes), Seed(seed));
        while spsa.done() < probes {
            let batch = spsa.next_probes(3);
            prop_assert!(batch.iter().flat_map(|probe| &probe.sides).all(|values| values[0] <= last));
            let results: Vec<_> = batch.into_iter().map(|probe| (probe, lean)).collect();
            spsa.learn(&results);
            prop_assert!((0.0..=f64::from(last)).contains(&spsa.position()[0]));
            prop_assert!(spsa.found()[0] <= last);
        }
    }
}
