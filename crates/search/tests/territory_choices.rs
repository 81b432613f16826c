//! One small position for each territory strategy and variant, on which its choice is not the greedy one.

use std::sync::atomic::AtomicBool;

use joute_games::random::Seed;
use joute_games::territory::flood::Flood;
use joute_games::territory::seven_colours::SevenColours;
use joute_games::{Game, GameSetup, NoFiles};
use joute_search::territory::{
    Ahead, BorderMeasure, BorderUnit, Hegemony, HegemonyVariant, MaxBorder, Mix, Oracle, Recursion, Starve,
    TerritoryGame, UsefulRandom,
};
use joute_search::{Greedy, Limits, Strategy, Thinking, Ties};

fn seven_colours(position: &str) -> SevenColours {
    SevenColours::parse(&<SevenColours as Game>::Setup::parse("colours=4", &NoFiles).unwrap(), position).unwrap()
}

fn flood(position: &str) -> Flood {
    Flood::parse(&<Flood as Game>::Setup::parse("colours=4", &NoFiles).unwrap(), position).unwrap()
}

fn choose<G: Game>(strategy: &mut impl Strategy<G>, game: &G, seed: u64) -> String {
    let stop = AtomicBool::new(false);
    let thinking = Thinking { seed: Seed(seed), limits: Limits::default(), history: &[], stop: &stop };
    strategy.choose(game, &thinking).mv.to_string()
}

/// The strategy chooses `expected` and greedy chooses `greedy`, whatever rule breaks ties: there are none.
fn differs<S: Strategy<SevenColours>>(position: &str, make: impl Fn(Ties) -> S, expected: &str, greedy: &str) {
    let game = seven_colours(position);
    for (seed, ties) in (0..20).flat_map(|seed| [(seed, Ties::First), (seed, Ties::Random)]) {
        assert_eq!(choose(&mut make(ties), &game, seed), expected);
        assert_eq!(choose(&mut Greedy { ties }, &game, seed), greedy);
    }
}

fn hegemony(variant: HegemonyVariant) -> impl Fn(Ties) -> Hegemony {
    move |ties| Hegemony::new(variant, ties)
}

fn oracle(moves: u32) -> impl Fn(Ties) -> Oracle {
    move |ties| Oracle::new(moves, Recursion::Shared, ties)
}

fn mix(border: i32, cells: i32, moves: u32) -> impl Fn(Ties) -> Mix {
    move |ties| Mix::new(border, cells, moves, BorderMeasure::Cells, ties)
}

#[test]
fn useful_random_is_even_over_useful_colours() {
    // A gains three cells and C two; B and D gain nothing.
    let game = seven_colours("DC^/DCA/vAA ^");
    let mut counts = [0; 2];
    for seed in 0..2000 {
        let choice = choose(&mut UsefulRandom, &game, seed);
        counts[["A", "C"].iter().position(|known| *known == choice).unwrap()] += 1;
    }
    assert!(counts.iter().all(|count| (900..1100).contains(count)), "{counts:?}");
}

#[test]
fn max_border_ignores_what_lies_behind() {
    // Two C on the border gain two cells; the one A gains three.
    differs("DC^/AA^/vAC ^", |ties| MaxBorder::new(BorderUnit::Cells, ties), "C", "A");
}

#[test]
fn max_border_by_contacts_counts_a_cell_once_for_each() {
    // The A in the bay has three contacts; the two B have one each.
    let position = "B^^^/C^A^/ADCB/vCDC ^";
    differs(position, |ties| MaxBorder::new(BorderUnit::Contacts, ties), "A", "B");
    differs(position, |ties| MaxBorder::new(BorderUnit::Cells, ties), "B", "B");
}

#[test]
fn hegemony_wants_the_longest_border() {
    // After C (two cells) four cells touch the zone; after A (three cells) two C and one v.
    differs("DC^/DCA/vAA ^", hegemony(HegemonyVariant::Cells), "C", "A");
}

#[test]
fn hegemony_of_all_colours_may_choose_a_useless_one() {
    // Now 8 cells touch the zone; after B 7 and after C, the greedy one, 6.
    let position = "C^^^/B^DD/v^^C/v^CD ^";
    differs(position, hegemony(HegemonyVariant::Cells), "A", "C");
    differs(position, hegemony(HegemonyVariant::Useful), "B", "C");
}

#[test]
fn hegemony_of_free_cells_leaves_out_the_opponent() {
    // After C 5 free cells and 2 of the opponent's touch the zone; after the useless B it is 6 and none.
    let position = "ADA^/C^^^/vC^A/vvDD ^";
    differs(position, hegemony(HegemonyVariant::Free), "B", "D");
    differs(position, hegemony(HegemonyVariant::Cells), "C", "D");
}

#[test]
fn hegemony_of_contested_cells_leaves_out_what_is_safe() {
    // C makes 6 free border cells, but it cuts the opponent off from two of them; the useless B keeps 5 contested.
    let position = "vAA^/v^^^/vA^D/vACD ^";
    differs(position, hegemony(HegemonyVariant::Contested), "B", "A");
    differs(position, hegemony(HegemonyVariant::Free), "C", "A");
}

#[test]
fn hegemony_of_contacts_counts_edges() {
    // Three contacts now; B makes them four with two cells, each touched twice.
    let position = "^^^/CBD/vvD ^";
    differs(position, hegemony(HegemonyVariant::Contacts), "B", "D");
    differs(position, hegemony(HegemonyVariant::Free), "A", "D");
}

#[test]
fn hegemony_of_contacts_is_greedy_when_no_colour_makes_them_more() {
    // Four contacts now and after every colour.
    let game = seven_colours("A^^/BA^/vB^ ^");
    assert_eq!(choose(&mut hegemony(HegemonyVariant::Contacts)(Ties::First), &game, 0), "A");
    assert_eq!(
        choose(&mut hegemony(HegemonyVariant::Free)(Ties::First), &game, 0),
        "C",
        "useless, but free cells stay"
    );
}

#[test]
fn hegemony_of_contested_contacts_is_the_other_reading() {
    // After B there are 8 contacts, but only 4 the opponent can reach; C makes 5 and it can reach them all.
    let position = "DDC^/BBB^/vDD^/vDBD ^";
    differs(position, hegemony(HegemonyVariant::ContactsContested), "C", "D");
    differs(position, hegemony(HegemonyVariant::Contacts), "B", "D");
}

#[test]
fn hegemony_of_all_contacts_counts_the_opponent_too() {
    // A makes 7 contacts with free cells; C makes 6 and 2 with the opponent.
    let position = "B^^^/B^BA/vCDC/vvvD ^";
    differs(position, hegemony(HegemonyVariant::ContactsAll), "C", "B");
    differs(position, hegemony(HegemonyVariant::Contacts), "A", "B");
}

#[test]
fn foreseeing_prepares_its_next_move() {
    // C gains 4 at once, then A 1; A gains 1, then C 5, for A joins one C more.
    differs("CA^/vCC/vCC ^", oracle(2), "A", "C");
}

#[test]
fn an_oracle_of_three_sees_further_than_one_of_two() {
    // B D = 3 cells, D B = 4, but C D B = 6 where D B C = 5.
    differs("B^^/BDC/vBD ^", oracle(3), "C", "B");
    differs("B^^/BDC/vBD ^", oracle(2), "D", "B");
}

#[test]
fn the_reports_oracle_plays_eight_to_the_p_colours() {
    let setup = <SevenColours as Game>::Setup::parse("size=12,seed=1", &NoFiles).unwrap();
    let game = SevenColours::start(&setup).unwrap();
    for moves in 1..=4 {
        let mut oracle = Oracle::new(moves, Recursion::Report, Ties::First);
        choose(&mut oracle, &game, 0);
        assert_eq!(oracle.plays(), 8u64.pow(moves) - 1);
    }
}

#[test]
fn starve_cuts_the_opponent_off() {
    // After A (two cells) the opponent reaches 3 cells; after C (one cell) 2.
    differs("A^^/B^A/vCB ^", Starve::new, "C", "A");
}

#[test]
fn greedymony_weighs_border_and_cells_alike() {
    // C: 7 cells and 4 around; B: 6 and 6; A: 5 and 5. Two moves ahead A D is 8 and 7, the best of all.
    differs("DC^^/BB^^/DDAC/vvDC ^", |ties| Mix::greedymony(BorderMeasure::Cells, ties), "B", "C");
    differs("DC^^/BB^^/DDAC/vvDC ^", mix(1, 1, 2), "A", "C");
}

#[test]
fn a_mix_is_greedy_when_that_ends_the_game() {
    // The sums would be 3 * 8 + 7 for the useless A and 3 * 6 + 10 for C, but with 10 of 16 cells C wins.
    differs("C^^^/B^DD/v^^C/v^CD ^", mix(3, 1, 1), "C", "C");
}

#[test]
fn ahead_plays_its_plan() {
    let mut game = seven_colours("B^^/BDC/vBD ^");
    let mut ahead = Ahead::new(Some(3), Ties::First);
    for expected in ["C", "D", "B"] {
        assert_eq!(choose(&mut ahead, &game, 0), expected);
        assert_eq!(
            choose(&mut Ahead::new(Some(3), Ties::First), &game, 0),
            expected,
            "seated in the middle of the game"
        );
        game.play(expected.parse().unwrap());
        game.skip_turn();
    }
}

#[test]
fn ahead_drops_its_plan_for_greedy_for_good() {
    // The plan is C D B. The opponent takes every B after the first move, so that after D only greedy's A is left.
    let mut game = seven_colours("#B^^/#BDC/vvBD/v##A ^");
    let mut ahead = Ahead::new(Some(3), Ties::First);
    for (expected, reply) in [("C", Some("B")), ("D", None), ("A", None)] {
        assert_eq!(choose(&mut ahead, &game, 0), expected);
        game.play(expected.parse().unwrap());
        match reply {
            Some(reply) => game.play(reply.parse().unwrap()),
            None => game.skip_turn(),
        }
    }
}

#[test]
fn ahead_starts_anew_with_a_new_game() {
    let mut ahead = Ahead::new(Some(3), Ties::First);
    assert_eq!(choose(&mut ahead, &seven_colours("B^^/BDC/vBD ^"), 0), "C");
    assert_eq!(choose(&mut ahead, &seven_colours("CA^/vCC/vCC ^"), 0), "A");
    assert_eq!(choose(&mut ahead, &seven_colours("B^^/BDC/vBD ^"), 0), "C", "a game taken up from the start again");
}

#[test]
fn ahead_plans_by_the_size_of_the_board() {
    assert_eq!(Ahead::moves_for(100, 8), 5, "the report's own figure");
    assert_eq!([Ahead::moves_for(1, 8), Ahead::moves_for(36, 6), Ahead::moves_for(144, 6)], [1, 3, 6]);
    assert_eq!([Ahead::moves_for(900, 7), Ahead::moves_for(900, 26), Ahead::moves_for(900, 1)], [7, 4, 15]);
}

/// The choices of every strategy that a player without a useful colour could be.
fn all_choices<G: TerritoryGame>(game: &G, ties: Ties, seed: u64) -> Vec<String> {
    let mut players: Vec<Box<dyn Strategy<G>>> = vec![
        Box::new(UsefulRandom),
        Box::new(MaxBorder::new(BorderUnit::Cells, ties)),
        Box::new(hegemony(HegemonyVariant::Cells)(ties)),
        Box::new(hegemony(HegemonyVariant::Contacts)(ties)),
        Box::new(oracle(3)(ties)),
        Box::new(Ahead::new(None, ties)),
        Box::new(Starve::new(ties)),
        Box::new(mix(1, 1, 2)(ties)),
    ];
    let stop = AtomicBool::new(false);
    let thinking = Thinking { seed: Seed(seed), limits: Limits::default(), history: &[], stop: &stop };
    players.iter_mut().map(|player| player.choose(game, &thinking).mv.to_string()).collect()
}

#[test]
fn without_a_useful_colour_seven_colours_gets_the_lowest_and_flood_a_pass() {
    let enclosed = seven_colours("BBB^/####/v###/vv## v");
    let walled = flood("RBB/BBB/BBG 1 0,8 B/- -");
    for seed in 0..10 {
        for ties in [Ties::First, Ties::Random] {
            let choices = all_choices(&enclosed, ties, seed);
            assert!(choices.iter().all(|choice| choice == "A"), "{choices:?}");
            let choices = all_choices(&walled, ties, seed);
            assert!(choices.iter().all(|choice| choice == "pass"), "{choices:?}");
        }
    }
}
