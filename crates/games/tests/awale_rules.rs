//! One position for every rule of every set of rules.
#![expect(clippy::unwrap_used, reason = "a test that cannot set up its position must fail")]

use joute_games::awale::{self, Setup};
use joute_games::history::History;
use joute_games::{AnyGame, GameSetup, NoFiles, Outcome, Settlement};

fn at(setup: &str, position: &str) -> AnyGame {
    let setup = Setup::parse(setup, &NoFiles).unwrap();
    awale::start(&setup).unwrap().at(position).unwrap()
}

/// Plays moves on a position and compares the text of what comes out.
#[track_caller]
fn leads(setup: &str, position: &str, moves: &str, expected: &str) -> AnyGame {
    let mut game = at(setup, position);
    game.play_text(moves).unwrap();
    assert_eq!(game.position(), expected);
    game
}

#[track_caller]
fn legal(setup: &str, position: &str, expected: &str) {
    let game = at(setup, position);
    assert_eq!(game.legal_texts().concat(), expected);
    assert_eq!(game.is_over(), expected.is_empty());
}

#[track_caller]
fn ends(setup: &str, position: &str, tallies: [u32; 2]) {
    let game = at(setup, position);
    assert!(game.is_over(), "{position} is over");
    assert_eq!(game.tallies(), tallies);
}

// Sowing.

#[test]
fn sowing_goes_anticlockwise() {
    leads("", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "C", "4-4-0-5-5-5-5-4-4-4-4-4-0-0-N");
    leads("", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-N", "e", "5-5-5-4-4-4-4-4-4-4-0-5-0-0-S");
}

#[test]
fn sowing_twelve_seeds_skips_the_origin() {
    for rules in ["", "rules=awari"] {
        leads(rules, "12-0-0-0-0-0-1-0-0-0-0-0-9-9-S", "A", "0-2-1-1-1-1-2-1-1-1-1-1-9-9-N");
    }
}

#[test]
fn sowing_two_laps_skips_the_origin_twice() {
    leads("", "23-0-0-0-0-0-0-0-0-0-0-1-9-9-S", "A", "0-3-2-2-2-2-2-2-2-2-2-3-9-9-N");
}

#[test]
fn sowing_all_seeds_of_the_board_from_one_pit() {
    leads("", "0-0-0-0-0-48-0-0-0-0-0-0-0-0-S", "F", "4-4-4-4-4-0-5-5-5-5-4-4-0-0-N");
}

#[test]
fn francois_and_kalah_sow_their_own_store() {
    leads("rules=francois", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "E", "4-4-4-4-0-5-5-5-4-4-4-4-1-0-N");
    leads("rules=kalah", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "E", "4-4-4-4-0-5-5-5-4-4-4-4-1-0-N");
}

#[test]
fn francois_skips_the_opponents_store() {
    leads("rules=francois", "0-0-0-0-0-8-1-1-1-1-1-1-0-0-S", "F", "1-0-0-0-0-0-2-2-2-2-2-0-3-0-N");
}

#[test]
fn francois_skips_the_origin() {
    // Twelve places other than the origin: the thirteenth seed falls into B, which takes e.
    leads("rules=francois", "13-0-0-0-0-0-0-0-0-0-0-5-0-0-S", "A", "0-2-1-1-1-1-1-1-1-1-0-6-2-0-N");
}

#[test]
fn kalah_sows_the_origin_and_captures_from_it() {
    leads("rules=kalah", "13-0-0-0-0-0-0-0-0-0-0-2-0-0-S", "A", "0-1-1-1-1-1-1-1-1-1-1-0-5-0-N");
}

// Captures.

#[test]
fn chain_takes_twos_and_threes_backwards() {
    for rules in ["", "rules=awari"] {
        leads(rules, "0-0-0-0-0-3-1-2-1-5-0-0-0-0-S", "F", "0-0-0-0-0-0-0-0-0-5-0-0-7-0-N");
    }
    leads("rules=francois", "0-0-0-0-0-4-1-2-1-5-0-0-0-0-S", "F", "0-0-0-0-0-0-0-0-0-5-0-0-8-0-N");
}

#[test]
fn chain_stops_at_another_count() {
    leads("", "0-0-0-0-0-3-3-1-2-5-0-0-0-0-S", "F", "0-0-0-0-0-0-4-0-0-5-0-0-5-0-N");
}

#[test]
fn chain_stops_at_a_single_seed() {
    leads("", "0-0-0-0-0-3-0-1-2-5-0-0-0-0-S", "F", "0-0-0-0-0-0-1-0-0-5-0-0-5-0-N");
}

#[test]
fn chain_begins_only_where_the_last_seed_fell() {
    leads("", "0-0-0-0-0-3-1-1-4-5-0-0-0-0-S", "F", "0-0-0-0-0-0-2-2-5-5-0-0-0-0-N");
}

#[test]
fn chain_ends_at_the_opponents_row() {
    leads("", "0-0-0-0-2-1-1-0-0-5-0-0-0-0-S", "E", "0-0-0-0-0-2-0-0-0-5-0-0-2-0-N");
}

#[test]
fn chain_after_a_full_lap() {
    // 13 seeds from E: the last falls into a, which then has 2; so has f's neighbour F.
    leads("", "0-0-0-0-13-0-0-5-0-0-0-0-0-0-S", "E", "1-1-1-1-0-2-0-6-1-1-1-1-2-0-N");
}

#[test]
fn last_seed_on_ones_own_row_takes_nothing() {
    leads("", "1-1-0-0-0-0-0-0-0-5-0-0-0-0-S", "A", "0-2-0-0-0-0-0-0-0-5-0-0-0-0-N");
}

#[test]
fn francois_last_seed_on_its_own_row_takes_the_opposite_pit() {
    leads("rules=francois", "1-5-0-0-0-0-0-0-0-0-3-1-0-0-S", "A", "0-6-0-0-0-0-0-0-0-0-0-1-3-0-N");
    leads("rules=francois", "0-3-0-0-0-1-0-0-1-0-0-0-0-0-N", "c", "0-3-0-0-0-1-0-0-0-1-0-0-0-0-S");
    leads("rules=francois", "0-0-3-0-0-1-0-0-1-0-0-0-0-0-N", "c", "0-0-0-0-0-1-0-0-0-1-0-0-0-3-S");
}

#[test]
fn francois_last_seed_in_its_own_store_does_nothing_more() {
    leads("rules=francois", "1-0-0-0-0-1-1-0-0-0-0-0-0-0-S", "F", "1-0-0-0-0-0-1-0-0-0-0-0-1-0-N");
}

#[test]
fn kalah_last_seed_in_its_own_store_moves_again() {
    let game = leads("rules=kalah", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "C", "4-4-0-5-5-5-4-4-4-4-4-4-1-0-S");
    assert_eq!(game.turn(), joute_games::Side::First);
    leads("rules=kalah", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-N", "c", "4-4-4-4-4-4-4-4-0-5-5-5-0-1-N");
}

#[test]
fn kalah_last_seed_in_an_empty_pit_takes_it_and_the_opposite_one() {
    leads("rules=kalah", "1-0-0-0-0-5-0-0-0-0-3-1-0-0-S", "A", "0-0-0-0-0-5-0-0-0-0-0-1-4-0-N");
}

#[test]
fn kalah_captures_nothing_opposite_an_empty_pit() {
    leads("rules=kalah", "1-0-0-0-0-5-0-0-0-0-0-1-0-0-S", "A", "0-1-0-0-0-5-0-0-0-0-0-1-0-0-N");
}

#[test]
fn kalah_captures_nothing_from_an_occupied_pit() {
    leads("rules=kalah", "1-1-0-0-0-5-0-0-0-0-3-1-0-0-S", "A", "0-2-0-0-0-5-0-0-0-0-3-1-0-0-N");
}

#[test]
fn kalah_captures_no_twos_and_threes() {
    leads("rules=kalah", "0-0-0-0-1-2-1-5-0-0-0-0-0-0-S", "F", "0-0-0-0-1-0-2-5-0-0-0-0-1-0-N");
}

// Grand slams: F makes two twos, all that North has; E is another move.

const SLAM: &str = "0-0-0-0-1-2-1-1-0-0-0-0-20-20-S";
const ONLY_SLAM: &str = "0-0-0-0-0-2-1-1-0-0-0-0-20-20-S";

#[test]
fn grand_slam_captures_nothing() {
    leads("", SLAM, "F", "0-0-0-0-1-0-2-2-0-0-0-0-20-20-N");
}

#[test]
fn grand_slam_captures_nothing_after_two_laps() {
    leads("", "22-0-0-0-0-0-0-0-0-0-0-0-9-9-S", "A", "0-2-2-2-2-2-2-2-2-2-2-2-9-9-N");
}

#[test]
fn grand_slam_is_none_if_a_seed_is_left() {
    leads("", "0-0-0-0-1-2-1-1-0-0-0-1-20-20-S", "F", "0-0-0-0-1-0-0-0-0-0-0-1-24-20-N");
}

#[test]
fn grand_slam_illegal_unless_forced() {
    legal("rules=awari", SLAM, "E");
    let game = leads("rules=awari", ONLY_SLAM, "F", "0-0-0-0-0-0-0-0-0-0-0-0-24-20-N");
    assert_eq!(game.outcome(), Some(Outcome::First));
}

#[test]
fn grand_slam_undone_spends_the_turn() {
    leads("grand-slam=undo", SLAM, "F", "0-0-0-0-1-2-1-1-0-0-0-0-20-20-N");
}

#[test]
fn grand_slam_illegal() {
    legal("grand-slam=illegal", SLAM, "E");
    legal("grand-slam=illegal", ONLY_SLAM, "");
    ends("grand-slam=illegal", ONLY_SLAM, [22, 22]);
}

#[test]
fn grand_slam_legal() {
    let game = leads("grand-slam=legal", SLAM, "F", "0-0-0-0-1-0-0-0-0-0-0-0-24-20-N");
    assert_eq!(game.tallies(), [25, 20]);
}

#[test]
fn grand_slam_gives_the_opponent_the_rest() {
    let game = leads("grand-slam=opponent-takes-rest", SLAM, "F", "0-0-0-0-0-0-0-0-0-0-0-0-24-21-N");
    assert!(game.is_over());
}

#[test]
fn grand_slam_leaves_the_first_pit() {
    leads("grand-slam=leave-first", SLAM, "F", "0-0-0-0-1-0-0-2-0-0-0-0-22-20-N");
}

#[test]
fn grand_slam_leaves_the_last_pit() {
    leads("grand-slam=leave-last", SLAM, "F", "0-0-0-0-1-0-2-0-0-0-0-0-22-20-N");
}

#[test]
fn grand_slam_leaves_the_only_pit() {
    for choice in ["leave-first", "leave-last"] {
        leads(
            &format!("grand-slam={choice}"),
            "0-0-0-0-1-1-1-0-0-0-0-0-20-20-S",
            "F",
            "0-0-0-0-1-0-2-0-0-0-0-0-20-20-N",
        );
    }
}

#[test]
fn grand_slam_shares_the_rest_and_an_odd_seed_is_nobodys() {
    let game = leads("grand-slam=share", "0-0-0-0-3-2-1-1-0-0-0-0-20-20-S", "F", "0-0-0-0-0-0-0-0-0-0-0-0-25-21-N");
    assert!(game.is_over());
    assert_eq!(game.tallies(), [25, 21]);
}

#[test]
fn francois_undo_restores_the_stores_and_spends_the_turn() {
    leads("rules=francois", "0-0-0-1-0-2-1-0-0-0-0-0-5-5-S", "F", "0-0-0-1-0-2-1-0-0-0-0-0-5-5-N");
}

#[test]
fn francois_undo_holds_for_captures_from_its_own_row() {
    leads("rules=francois", "1-0-0-0-0-0-0-0-0-0-3-0-5-5-S", "A", "1-0-0-0-0-0-0-0-0-0-3-0-5-5-N");
}

#[test]
fn francois_undo_illegal_drops_the_move() {
    legal("rules=francois,undo=illegal", "0-0-0-1-0-2-1-0-0-0-0-0-5-5-S", "D");
    legal("rules=francois", "0-0-0-1-0-2-1-0-0-0-0-0-5-5-S", "DF");
}

#[test]
fn kalah_allows_a_grand_slam() {
    let game = leads("rules=kalah", "1-0-0-0-0-5-0-0-0-0-3-0-0-0-S", "A", "0-0-0-0-0-5-0-0-0-0-0-0-4-0-N");
    assert_eq!(game.tallies(), [9, 0]);
}

// Feeding.

#[test]
fn must_feed_an_opponent_without_seeds() {
    for rules in ["", "rules=awari"] {
        legal(rules, "1-0-3-0-0-1-0-0-0-0-0-0-20-20-S", "F");
        legal(rules, "0-0-0-0-0-0-2-0-4-0-0-1-20-20-N", "cf");
    }
    legal("rules=francois", "1-0-0-0-0-2-0-0-0-0-0-0-5-5-S", "F");
}

#[test]
fn need_not_feed_an_opponent_with_a_seed() {
    legal("", "1-0-0-0-0-1-1-0-0-0-0-0-20-20-S", "AF");
}

#[test]
fn awari_feeding_that_takes_the_seeds_again_does_not_feed() {
    // A has 22 and would make six twos and take them all; F gives one seed.
    legal("rules=awari", "22-0-0-0-0-1-0-0-0-0-0-0-9-9-S", "F");
    legal("", "22-0-0-0-0-1-0-0-0-0-0-0-9-9-S", "AF");
}

#[test]
fn abapa_and_francois_end_when_they_cannot_feed() {
    ends("", "3-0-0-0-0-0-0-0-0-0-0-0-20-20-S", [23, 20]);
    ends("rules=francois", "1-0-0-0-0-1-0-0-0-0-0-0-5-5-S", [7, 5]);
}

#[test]
fn awari_plays_on_when_it_cannot_feed() {
    legal("rules=awari", "3-1-0-0-0-0-0-0-0-0-0-0-20-20-S", "AB");
}

#[test]
fn free_feeding() {
    legal("feed=free", "1-0-0-0-0-1-0-0-0-0-0-0-20-20-S", "AF");
}

// Ends.

#[test]
fn no_seeds_of_ones_own_ends_the_game() {
    ends("", "0-0-0-0-0-0-1-0-2-0-0-0-20-20-S", [20, 23]);
    ends("rules=awari", "0-0-0-0-0-0-1-0-2-0-0-0-20-20-S", [20, 23]);
    ends("rules=awari", "1-0-0-0-2-0-0-0-0-0-0-0-20-20-N", [23, 20]);
    ends("rules=francois", "0-0-0-0-0-0-1-0-2-0-0-0-20-20-S", [20, 23]);
}

#[test]
fn rest_when_the_side_to_move_cannot() {
    let position = "3-0-0-0-0-0-0-0-0-0-0-0-20-20-S";
    ends("rest=own-row", position, [23, 20]);
    ends("rest=opponent", position, [20, 23]);
    ends("rest=split", position, [21, 21]);
    ends("rest=nobody", position, [20, 20]);
}

#[test]
fn more_than_half_ends_the_game_and_each_keeps_its_row() {
    for rules in ["", "rules=awari", "rules=francois"] {
        ends(rules, "0-0-0-0-0-3-1-0-0-0-0-0-25-19-N", [25, 19]);
        legal(rules, "0-0-0-0-0-3-1-0-0-0-0-0-24-20-N", "a");
        legal(rules, "0-0-0-0-0-3-1-0-0-0-0-0-20-24-N", "a");
    }
    leads("", "0-0-0-0-0-1-1-3-0-0-0-0-23-20-S", "F", "0-0-0-0-0-0-0-3-0-0-0-0-25-20-N");
}

#[test]
fn half_against_half_is_a_draw() {
    for rules in ["", "rules=awari", "rules=francois"] {
        let game = at(rules, "0-0-0-0-0-0-0-0-0-0-0-0-24-24-S");
        assert_eq!(game.outcome(), Some(Outcome::Draw));
    }
}

#[test]
fn majority_can_be_left_out() {
    legal("end=no-move", "0-0-0-0-0-3-1-0-0-0-0-0-25-19-N", "a");
}

#[test]
fn kalah_has_no_majority() {
    legal("rules=kalah", "0-0-0-0-0-3-1-0-0-0-0-0-25-19-N", "a");
}

#[test]
fn kalah_ends_when_either_row_is_empty() {
    ends("rules=kalah", "0-0-0-0-0-0-2-0-0-0-0-0-10-10-S", [10, 12]);
    ends("rules=kalah", "1-0-0-0-0-0-0-0-0-0-0-0-10-10-S", [11, 10]);
}

#[test]
fn kalah_ends_when_the_last_seed_moves_again() {
    let game = leads("rules=kalah", "0-0-0-0-0-1-2-0-0-0-0-0-10-10-S", "F", "0-0-0-0-0-0-2-0-0-0-0-0-11-10-S");
    assert!(game.is_over());
    assert_eq!(game.tallies(), [11, 12]);
}

#[test]
fn tally_is_the_store_while_the_game_goes_on() {
    assert_eq!(at("", "0-0-0-0-0-3-2-0-0-0-0-0-21-22-S").tallies(), [21, 22]);
}

// What the referee asks.

#[test]
fn repetition_settles_as_the_rules_say() {
    let position = "0-0-0-0-0-3-2-0-0-0-0-0-21-22-S";
    for (rules, tallies) in
        [("", [24, 24]), ("rules=awari", [23, 24]), ("rules=francois", [24, 24]), ("repetition=nobody", [21, 22])]
    {
        let game = at(rules, position);
        assert!(game.ends_on_repetition(), "{rules}");
        assert_eq!(game.settle(Settlement::Repetition), tallies, "{rules}");
    }
    assert!(!at("rules=kalah", position).ends_on_repetition());
    assert!(!at("repetition=play-on", position).ends_on_repetition());
}

#[test]
fn cap_lets_the_stores_decide() {
    for rules in ["", "rules=awari", "rules=francois", "rules=kalah"] {
        let game = at(rules, "0-0-0-0-0-3-2-0-0-0-0-0-21-22-S");
        assert_eq!(game.settle(Settlement::Cap), [21, 22]);
    }
}

#[test]
fn settling_a_finished_game_changes_nothing() {
    let game = at("", "3-0-0-0-0-0-0-0-0-0-0-0-20-20-S");
    assert_eq!(game.settle(Settlement::Cap), game.tallies());
}

#[test]
fn francois_two_undone_moves_repeat_the_position() {
    let mut game = at("rules=francois", "0-0-0-0-1-0-1-0-0-0-0-0-20-20-S");
    let mut history = History::default();
    history.restart(game.key());
    let repeated = ["E", "a"].map(|mv| {
        game.try_play(mv).unwrap();
        history.note(game.key(), false)
    });
    assert_eq!(game.position(), "0-0-0-0-1-0-1-0-0-0-0-0-20-20-S");
    assert_eq!(repeated, [false, true]);
}

#[test]
fn only_what_fills_a_store_is_irreversible() {
    let game = at("", "0-0-0-0-1-2-1-1-0-0-0-1-20-20-S");
    let irreversible = |mv: &str| game.is_irreversible(game.code(mv).unwrap());
    assert_eq!(["E", "F"].map(irreversible), [false, true]);
}

#[test]
fn a_lost_turn_leaves_the_board() {
    let mut game = at("", SLAM);
    game.skip_turn();
    assert_eq!(game.position(), SLAM.replace('S', "N"));
}

// What an illegal move is told.

#[track_caller]
fn refused(setup: &str, position: &str, mv: &str, rule: &str) {
    let error = at(setup, position).try_play(mv).unwrap_err().to_string();
    assert!(error.starts_with(&format!("{mv} is not legal here: {rule}; legal: ")), "{error}");
}

#[test]
fn an_illegal_move_is_told_the_rule_it_breaks() {
    let start = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";
    refused("", start, "a", "a is a pit of your opponent; yours are A to F");
    refused("pits=4,seeds=3", "3-3-3-3-3-3-3-3-0-0-N", "A", "A is a pit of your opponent; yours are a to d");
    refused("", start, "G", "there are 6 pits in a row, and G is none of them");
    refused("", "0-4-4-4-4-4-4-4-4-4-4-4-4-0-S", "A", "pit A is empty");
    refused("", "1-0-1-0-0-2-0-0-0-0-0-0-20-20-S", "A", "your opponent has no seeds, and A would give none");
    let slam = "grand-slam=illegal";
    let illegal = at(slam, SLAM).legal_texts();
    assert_eq!(illegal, ["E"]);
    refused(slam, SLAM, "F", "F would take all the seeds of your opponent");
}
