//! Figures published elsewhere or computed by hand that the statistics must reproduce to the last digit given.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use joute_games::Outcome;
use joute_tournament::statistics::{
    Bounds, Crosstable, EloEstimate, Footing, Pentanomial, PlayerError, RatingOptions, Ratings, Sprt, Trinomial,
    Verdict, elo_of_score, score_of_elo,
};

const LONG_TEST: Pentanomial = Pentanomial::new([39, 8843, 26675, 9240, 44]);
const SHORT_TEST: Pentanomial = Pentanomial::new([21, 134, 309, 203, 60]);

#[track_caller]
fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "found {found}, expected {expected}");
}

fn estimate(sample: &Pentanomial) -> (f64, f64, f64) {
    match sample.elo() {
        EloEstimate::Estimate { elo, low: Some(low), high: Some(high) } => (elo, low, high),
        other => panic!("no bounded estimate: {other:?}"),
    }
}

#[test]
fn elo_of_a_long_test() {
    let (elo, low, high) = estimate(&LONG_TEST);
    assert_near(elo, 1.577, 5e-4);
    assert_near(low, 0.546, 5e-4);
    assert_near(high, 2.607, 5e-4);
}

#[test]
fn elo_of_a_short_test() {
    assert_near(estimate(&SHORT_TEST).0, 35.246, 5e-4);
}

#[test]
fn llr_of_a_long_test() {
    let test = Sprt::with_sample(Bounds::normalised(0.5, 2.5).unwrap(), LONG_TEST);
    assert_near(test.llr(), 2.941_675_2, 5e-8);
    assert_eq!(test.verdict(), Verdict::Continue);
}

#[test]
fn llr_of_a_short_test() {
    let test = Sprt::with_sample(Bounds::normalised(0.0, 5.0).unwrap(), SHORT_TEST);
    assert_near(test.llr(), 3.001_040_2, 5e-8);
    assert_eq!(test.verdict(), Verdict::AcceptH1);
}

#[test]
fn logistic_llr_without_draws_is_the_binomials() {
    // With wins and losses alone the hypotheses fix the distribution, and Wald's ratio is elementary.
    let games = Trinomial::new([400, 0, 600]);
    let (p0, p1) = (score_of_elo(0.0), score_of_elo(100.0));
    let exact = 600.0 * (p1 / p0).ln() + 400.0 * ((1.0 - p1) / (1.0 - p0)).ln();
    assert_near(Bounds::logistic(0.0, 100.0).unwrap().llr(&games), exact, 1e-2);
}

#[test]
fn elo_of_scores() {
    assert_near(elo_of_score(0.75).unwrap(), 190.848_501_89, 1e-8);
    assert_near(elo_of_score(10.0 / 11.0).unwrap(), 400.0, 1e-9);
    assert_eq!((elo_of_score(0.0), elo_of_score(1.0), elo_of_score(f64::NAN)), (None, None, None));
    assert_near(score_of_elo(400.0), 10.0 / 11.0, 1e-15);
}

#[test]
fn normalised_elo_without_draws() {
    // 60 % of games without draws: (0.6 - 0.5) / sqrt(0.24) deviations.
    let found = Trinomial::new([400, 0, 600]).normalised_elo().unwrap();
    assert_near(found.elo, 0.1 / 0.24_f64.sqrt() * 800.0 / std::f64::consts::LN_10, 1e-9);
    // The derivative of (p - 1/2) / sqrt(p (1 - p)) is 1/4 over the third power of the root.
    let half = 1.959_964 * 0.25 / 0.24 / 1000_f64.sqrt() * 800.0 / std::f64::consts::LN_10;
    assert_near(found.high - found.elo, half, 1e-4);
    assert_near(found.elo - found.low, half, 1e-4);
    assert_eq!(Trinomial::new([0, 0, 9]).normalised_elo(), None);
}

#[test]
fn superiority_known_values() {
    // 10 more wins than losses of 100 decided games: Phi(0.05 / sqrt(0.2475 / 100)).
    assert_near(Trinomial::new([45, 0, 55]).superiority().unwrap(), 0.842_5, 5e-4);
    assert_eq!(Trinomial::new([7, 3, 7]).superiority(), Some(0.5));
    assert_eq!(Trinomial::new([0, 0, 3]).superiority(), Some(0.9375));
    assert_eq!(Trinomial::new([3, 0, 0]).superiority(), Some(0.0625));
    assert_eq!(Trinomial::new([0, 3, 0]).superiority(), Some(0.5));
    assert_eq!(Trinomial::default().superiority(), None);
}

#[test]
fn no_games_is_said_so() {
    assert_eq!(Pentanomial::default().elo(), EloEstimate::NoGames);
    assert_eq!(Pentanomial::default().elo().to_string(), "no games");
    let json = serde_json::to_string(&Pentanomial::default().elo()).unwrap();
    assert_eq!(json, r#"{"kind":"no-games"}"#);
}

#[test]
fn all_won_is_unbounded_above() {
    let won = Pentanomial::new([0, 0, 0, 0, 10]).elo();
    let EloEstimate::AllAlike { score: 1.0, elo: None, low: Some(low), high: None } = won else {
        panic!("{won:?}");
    };
    assert_near(score_of_elo(low), 0.6915, 5e-5); // Clopper-Pearson of 10 in 10
    assert_eq!(won.to_string(), "above +140.2");
    assert_eq!(won.in_words(), "with 95 % confidence above +140.2, with no upper end in sight: everything was won");
    let lost = Pentanomial::new([10, 0, 0, 0, 0]).elo();
    assert_eq!(lost.to_string(), "below -140.2");
    assert_eq!(lost.in_words(), "with 95 % confidence below -140.2, with no lower end in sight: everything was lost");
}

#[test]
fn all_halved_is_no_certainty() {
    let EloEstimate::AllAlike { elo: Some(elo), low: Some(low), high: Some(high), .. } =
        Pentanomial::new([0, 0, 100, 0, 0]).elo()
    else {
        panic!("not alike");
    };
    let halved = Pentanomial::new([0, 0, 100, 0, 0]).elo();
    assert!(
        halved.in_words().starts_with("+0.0, with 95 % confidence between -12.6 and +12.6: all results are the same")
    );
    let usual = Pentanomial::new([21, 134, 309, 203, 60]).elo();
    assert_eq!(usual.in_words(), "+35.2, with 95 % confidence between +23.4 and +47.2");
    assert_eq!(elo, 0.0);
    assert_near(low, -12.6, 0.1);
    assert_near(high, 12.6, 0.1);
}

#[test]
fn a_tiny_sample_is_unbounded_on_both_sides() {
    assert_eq!(Trinomial::new([1, 0, 1]).elo().to_string(), "+0.0 [unbounded, unbounded]");
}

#[test]
fn sprt_of_samples_without_spread() {
    let bounds = Bounds::normalised(0.0, 5.0).unwrap();
    let llr = |counts| bounds.llr(&Pentanomial::new(counts));
    assert_eq!(llr([0; 5]), 0.0);
    assert_near(llr([0, 0, 0, 0, 150]), 3.0, 0.1);
    assert_near(llr([150, 0, 0, 0, 0]), -3.1, 0.1);
    // The likeliest way to lead by t deviations is that some t^2 of the pairs are decided, all of them won.
    let t = 5.0 * std::f64::consts::LN_10 / 800.0 * std::f64::consts::SQRT_2;
    assert_near(llr([0, 0, 7000, 0, 0]), 7000.0 * (1.0 / (1.0 + t * t)).ln(), 0.02);
}

/// Three players, 100 games each way between any two.
fn three_players() -> Crosstable {
    let mut table = Crosstable::new(3);
    for (a, b, percent) in [(0, 1, 75), (1, 2, 75), (0, 2, 90)] {
        table.add_all(a, b, Trinomial::new([100 - percent, 0, percent])).unwrap();
        table.add_all(b, a, Trinomial::new([percent, 0, 100 - percent])).unwrap();
    }
    table
}

#[test]
fn ratings_of_three_players() {
    for first_move in [true, false] {
        let options = RatingOptions { first_move, ..RatingOptions::default() };
        let ratings = Ratings::of(&three_players(), options);
        let rounded: Vec<f64> = ratings.players.iter().map(|rating| rating.elo.round() + 0.0).collect();
        assert_eq!(rounded, [191.0, 0.0, -191.0]);
        assert!(ratings.connected);
        assert_eq!(ratings.first_move.is_some(), first_move);
        if let Some(advantage) = ratings.first_move {
            assert_near(advantage.elo, 0.0, 1e-6);
        }
    }
}

#[test]
fn two_players_differ_by_their_matchs_elo() {
    let mut table = Crosstable::new(2);
    table.add_all(0, 1, Trinomial::new([10, 20, 70])).unwrap();
    table.add_all(1, 0, Trinomial::new([70, 20, 10])).unwrap();
    let ratings = Ratings::of(&table, RatingOptions::default());
    let difference = ratings.difference(0, 1).unwrap();
    assert_near(difference.elo, elo_of_score(0.8).unwrap(), 0.1);
    // The delta method by hand: the score's deviation over its slope. Its variance is 0.16 - 0.2 / 4.
    let expected = (0.11_f64 / 200.0).sqrt() / 0.16 * 400.0 / std::f64::consts::LN_10;
    assert_near(difference.error, expected, 0.1);
    assert!(difference.superiority > 0.999);
    assert_eq!(ratings.difference(0, 2), None);
}

#[test]
fn the_first_movers_advantage_is_found() {
    let mut table = Crosstable::new(2);
    table.add_all(0, 1, Trinomial::new([25, 0, 75])).unwrap();
    table.add_all(1, 0, Trinomial::new([25, 0, 75])).unwrap();
    let ratings = Ratings::of(&table, RatingOptions::default());
    let advantage = ratings.first_move.unwrap();
    assert_near(advantage.elo, 190.85, 0.1);
    assert!(advantage.low > 100.0 && advantage.high < 280.0);
    assert_near(ratings.players[0].elo, 0.0, 1e-6);
}

#[test]
fn a_player_with_only_wins_is_reported() {
    let mut table = three_players_and_more(5);
    for _ in 0..10 {
        table.add(3, 0, Outcome::First).unwrap();
    }
    let ratings = Ratings::of(&table, RatingOptions::default());
    assert!(!ratings.connected);
    let (strong, idle) = (ratings.players[3], ratings.players[4]);
    assert_eq!((strong.footing, strong.high), (Footing::OnlyWins, None));
    assert!(strong.elo > ratings.players[0].elo && strong.low.is_some());
    assert_eq!((idle.footing, idle.low, idle.high, idle.games), (Footing::NoGames, None, None, 0));
    assert_eq!(ratings.players[1].footing, Footing::OnlyLosses); // the group below the winner
    assert_near(ratings.players.iter().map(|rating| rating.elo).sum(), 0.0, 1e-6);
}

#[test]
fn groups_that_never_met_are_reported() {
    let mut table = three_players_and_more(5);
    table.add(3, 4, Outcome::Draw).unwrap();
    let ratings = Ratings::of(&table, RatingOptions::default());
    let groups: Vec<usize> = ratings.players.iter().map(|rating| rating.group).collect();
    assert_eq!(groups, [0, 0, 0, 1, 1]);
    assert!(ratings.players.iter().all(|rating| rating.footing == Footing::Loose));
}

fn three_players_and_more(players: usize) -> Crosstable {
    let mut table = Crosstable::new(players);
    for (a, b) in [(0, 1), (1, 2), (2, 0)] {
        table.add_all(a, b, Trinomial::new([5, 0, 5])).unwrap();
    }
    table
}

#[test]
fn an_empty_table_has_ratings() {
    for players in [0, 1, 3] {
        let ratings = Ratings::of(&Crosstable::new(players), RatingOptions::default());
        assert_eq!((ratings.players.len(), ratings.first_move), (players, None));
        assert!(ratings.players.iter().all(|rating| rating.elo == 0.0 && rating.footing == Footing::NoGames));
    }
}

#[test]
fn games_of_nobody_are_refused() {
    let mut table = Crosstable::new(2);
    let unknown = PlayerError::Unknown { player: 2, players: 2 };
    assert_eq!(table.add(0, 2, Outcome::Draw), Err(unknown));
    assert_eq!(table.add(1, 1, Outcome::Draw), Err(PlayerError::Itself(1)));
    assert_eq!(table, Crosstable::new(2));
}

#[test]
fn the_ratio_of_pairs_leaves_halved_ones_out() {
    assert_eq!(Pentanomial::new([1, 2, 50, 4, 5]).pair_ratio(), Some(3.0));
    assert_eq!(Pentanomial::new([0, 0, 50, 4, 5]).pair_ratio(), None);
}

#[test]
fn a_test_is_read_from_its_text_and_written_as_it() {
    let read = |text: &str| text.parse::<Bounds>();
    let bounds = read("0,5").unwrap();
    assert_eq!((bounds, bounds.to_string().as_str()), (Bounds::normalised(0.0, 5.0).unwrap(), "0,5"));
    let text = "-3,1.5,model=logistic,alpha=0.01,beta=0.1";
    let bounds = read(text).unwrap();
    assert_eq!(bounds, Bounds::logistic(-3.0, 1.5).unwrap().with_errors(0.01, 0.1).unwrap());
    assert_eq!(bounds.to_string(), text);
    assert_eq!(bounds.to_string().parse::<Bounds>().unwrap(), bounds);
    for (text, expected) in [
        ("", "two numbers"),
        ("5", "two numbers"),
        ("a,b", "two numbers"),
        ("5,0", "two rising numbers"),
        ("nan,5", "two rising numbers"),
        ("0,5,7", "model=, alpha= or beta="),
        ("0,5,gamma=1", "model=, alpha= or beta="),
        ("0,5,model=fancy", "normalised or logistic"),
        ("0,5,alpha=x", "a number"),
        ("0,5,alpha=0.6,beta=0.5", "a sum below 1"),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}
