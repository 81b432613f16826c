//! Ends by the rules of the game and of the match, forced moves, and what everybody hears of it.

use joute_games::{Outcome, Side};
use joute_referee::{Ending, Event, GameRecord, PlayedBy, Reason};

use crate::support::{Act, Scripted, chase, ending_of, othello, play, small_othello};

#[test]
fn a_game_is_played_to_its_end_and_both_players_hear_of_it() {
    let (mut first, mut second) = (Scripted::default(), Scripted::default());
    let played = play(&small_othello(), [&mut first, &mut second], "", &[]);
    let finished = &played.finished;
    assert!(finished.game.is_over());
    assert_eq!(finished.ending, Ending::Played { outcome: Outcome::of_tallies(finished.tally) });
    let told = Some((finished.ending.clone(), finished.tally));
    assert_eq!((&first.was_told, &second.was_told), (&told, &told));
}

#[test]
fn events_make_the_record() {
    let played = play(&small_othello(), [&mut Scripted::default(), &mut Scripted::default()], "", &[]);
    assert_eq!(GameRecord::of_events(played.events.clone()), Some(played.record.clone()));
    let asked = played.events.iter().filter(|event| matches!(event, Event::Asked { .. })).count();
    let chosen = played.finished.plies.iter().filter(|ply| ply.by == PlayedBy::Player).count();
    assert_eq!(asked, chosen, "nobody is asked for a pass");
    assert_eq!(GameRecord::from_json(&played.record.to_json()).unwrap(), played.record);
}

#[test]
fn a_pass_is_played_by_the_referee_and_costs_nothing() {
    let rows = ["-XO-----", &"--------".repeat(6), "XO------"].concat();
    let start = othello().at(&format!("{rows} X")).unwrap();
    // White cannot move after d1.
    let mut white = Scripted::default();
    let played = play(&start, [&mut Scripted::new([Act::Says("d1", 5), Act::Says("c8", 5)]), &mut white], "", &[]);
    let plies: Vec<_> = played.record.plies.iter().map(|ply| (ply.mv.as_deref(), ply.side, ply.forced)).collect();
    let expected =
        [(Some("d1"), Side::First, false), (Some("pass"), Side::Second, true), (Some("c8"), Side::First, false)];
    assert_eq!(plies, expected);
    assert!(white.clocks.is_empty() && played.finished.used[1].is_zero());
    assert_eq!(played.finished.ending, Ending::Played { outcome: Outcome::First });
}

#[test]
fn a_position_that_comes_back_ends_a_game() {
    let played = play(&chase(), [&mut Scripted::default(), &mut Scripted::default()], "", &[]);
    assert_eq!(played.finished.ending, Ending::Adjudicated { outcome: Outcome::Draw, reason: Reason::Repetition });
    assert_eq!((played.finished.plies.len(), played.finished.tally), (12, [24, 24]), "each keeps the seed on its side");
    assert_eq!(played.finished.game, chase());
}

#[test]
fn the_cap_ends_a_game_after_so_many_plies() {
    let capped =
        |cap: u32| play(&chase(), [&mut Scripted::default(), &mut Scripted::default()], &format!("cap={cap}"), &[]);
    let seven = capped(7);
    assert!(matches!(seven.finished.ending, Ending::Adjudicated { reason: Reason::Cap, .. }));
    assert_eq!(seven.finished.plies.len(), 7);
    let repeated = capped(12).finished.ending;
    assert!(
        matches!(repeated, Ending::Adjudicated { reason: Reason::Repetition, .. }),
        "what the game says counts first"
    );
}

#[test]
fn the_last_move_counts_before_the_cap() {
    let whole = play(&small_othello(), [&mut Scripted::default(), &mut Scripted::default()], "", &[]);
    let plies = whole.finished.plies.len();
    assert_eq!(ending_of(&small_othello(), [], &format!("cap={plies}")), whole.finished.ending);
    let one_less = ending_of(&small_othello(), [], &format!("cap={}", plies - 1));
    assert!(matches!(one_less, Ending::Adjudicated { reason: Reason::Cap, .. }), "{one_less}");
}
