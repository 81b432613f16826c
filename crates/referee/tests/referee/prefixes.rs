//! Games that go on: the state is what the plies make of the start, clocks and repetition included.

use std::time::Duration;

use joute_referee::{Ending, GameRecord, Reason};

use crate::support::{Act, Scripted, chase, othello, play, small_othello};

fn moves(record: &GameRecord) -> Vec<Option<String>> {
    record.plies.iter().map(|ply| ply.mv.clone()).collect()
}

#[test]
fn a_game_goes_on_from_every_prefix_to_the_same_end() {
    let start = small_othello();
    let whole = play(&start, [&mut Scripted::default(), &mut Scripted::default()], "", &[]);
    for plies in 0..=whole.record.plies.len() {
        let prefix = whole.record.prefix(&start, plies).unwrap();
        let again = play(&start, [&mut Scripted::default(), &mut Scripted::default()], "", &prefix);
        assert_eq!(moves(&again.record), moves(&whole.record), "from ply {plies}");
        assert_eq!((&again.record.ending, again.record.tally), (&whole.record.ending, whole.record.tally));
        assert_eq!(GameRecord::of_events(again.events), Some(again.record), "whoever watches hears of the prefix");
    }
}

#[test]
fn clocks_go_on_where_they_were() {
    let script = [Act::First(300), Act::First(200), Act::Resigns];
    let mut first = Scripted::new(script);
    let mut second = Scripted::new([Act::First(50), Act::First(60)]);
    let whole = play(&othello(), [&mut first, &mut second], "time=1s,increment=10ms", &[]);
    let prefix = whole.record.prefix(&othello(), 4).unwrap();
    let mut later = Scripted::new([Act::Resigns]);
    let again = play(&othello(), [&mut later, &mut Scripted::default()], "time=1s,increment=10ms", &prefix);
    assert_eq!(later.clocks, first.clocks[2..]);
    assert_eq!(again.finished.used, [Duration::from_millis(500), Duration::from_millis(110)]);
}

#[test]
fn a_lost_turn_is_lost_again() {
    let rules = "time=-,move_time=10ms,on_overtime=skip";
    let mut first = Scripted::new([Act::First(20), Act::Resigns]);
    let whole = play(&othello(), [&mut first, &mut Scripted::default()], rules, &[]);
    let prefix = whole.record.prefix(&othello(), 2).unwrap();
    let mut later = Scripted::new([Act::Resigns]);
    let again = play(&othello(), [&mut later, &mut Scripted::default()], rules, &prefix);
    assert_eq!((moves(&again.record), again.record.ending), (moves(&whole.record), whole.record.ending));
}

#[test]
fn a_position_of_the_prefix_may_come_back() {
    let whole = play(&chase(), [&mut Scripted::default(), &mut Scripted::default()], "", &[]);
    let prefix = whole.record.prefix(&chase(), 11).unwrap();
    let again = play(&chase(), [&mut Scripted::default(), &mut Scripted::default()], "", &prefix);
    assert!(matches!(again.finished.ending, Ending::Adjudicated { reason: Reason::Repetition, .. }));
    assert_eq!(again.finished.plies.len(), 12);
}
