//! Time for a game, for a move and more for each move; whose it is, and what overtime costs.

use std::time::Duration;

use joute_games::Side;
use joute_referee::{Ending, FaultKind};

use crate::support::{Act, Scripted, ending_of, othello, play};

const SECOND: Duration = Duration::from_secs(1);

/// Who lost by which fault, and its evidence.
fn fault(ending: &Ending) -> (Side, FaultKind, &str) {
    let (side, fault) = ending.fault().unwrap_or_else(|| panic!("no fault: {ending}"));
    (side, fault.kind, &fault.evidence)
}

#[test]
fn each_side_has_its_own_time_and_gets_its_increments() {
    let mut first = Scripted::new([Act::First(300), Act::First(200)]);
    let mut second = Scripted::new([Act::First(100), Act::Resigns]);
    play(&othello(), [&mut first, &mut second], "time=1s,increment=50ms", &[]);
    let left = |player: &Scripted| player.clocks.iter().map(|clock| clock.left.map(Option::unwrap)).collect::<Vec<_>>();
    let millis = Duration::from_millis;
    assert_eq!(left(&first), [[SECOND, SECOND], [millis(750), millis(950)]]);
    assert_eq!(left(&second), [[millis(750), SECOND], [millis(600), millis(950)]]);
}

#[test]
fn the_limit_of_a_move_is_the_smaller_of_its_own_and_what_is_left() {
    let limits = |rules: &str| {
        let mut first = Scripted::new([Act::First(700), Act::Resigns]);
        play(&othello(), [&mut first, &mut Scripted::default()], rules, &[]);
        first.clocks.iter().map(|clock| clock.move_limit).collect::<Vec<_>>()
    };
    let millis = |millis| Some(Duration::from_millis(millis));
    assert_eq!(limits("time=1s,move_time=800ms"), [millis(800), millis(300)]);
    assert_eq!(limits("time=-,move_time=800ms"), [millis(800), millis(800)]);
    assert_eq!(limits("time=1s"), [millis(1000), millis(300)]);
    assert_eq!(limits("time=-"), [None, None]);
}

#[test]
fn a_move_at_the_limit_is_in_time_and_one_beyond_it_is_not() {
    let game = othello();
    let in_time = ending_of(&game, [Act::First(500), Act::Resigns], "move_time=500ms");
    assert_eq!(in_time.fault(), None, "{in_time}");
    let late = ending_of(&game, [Act::First(501)], "move_time=500ms");
    let (side, kind, evidence) = fault(&late);
    assert_eq!((side, kind), (Side::First, FaultKind::Overtime));
    assert_eq!(evidence, "thought 0.501 s where 500ms are allowed for a move");
}

#[test]
fn who_is_late_by_no_more_than_the_tolerance_is_in_time_and_told_nothing_of_it() {
    let rules = "time=-,move_time=500ms,tolerance=50ms";
    let mut first = Scripted::new([Act::First(550), Act::First(551)]);
    let played = play(&othello(), [&mut first, &mut Scripted::default()], rules, &[]);
    assert_eq!(first.clocks[0].move_limit, Some(Duration::from_millis(500)));
    let evidence = "thought 0.551 s where 500ms are allowed for a move";
    assert_eq!(fault(&played.finished.ending), (Side::First, FaultKind::Overtime, evidence));
    assert_eq!(played.finished.plies.len(), 2, "the first move of each was played");

    let mut first = Scripted::new([Act::First(1040), Act::First(20), Act::First(61)]);
    let played = play(&othello(), [&mut first, &mut Scripted::default()], "time=1s,increment=10ms,tolerance=50ms", &[]);
    let left: Vec<_> = first.clocks.iter().map(|clock| clock.left[Side::First].unwrap()).collect();
    assert_eq!(
        left,
        [SECOND, Duration::from_millis(10), Duration::from_millis(10)],
        "no time is owed, and none is given"
    );
    assert_eq!(fault(&played.finished.ending).1, FaultKind::Overtime);
}

#[test]
fn the_time_of_a_game_adds_up() {
    let late = ending_of(&othello(), [Act::First(600), Act::First(401)], "time=1s");
    let (side, kind, evidence) = fault(&late);
    assert_eq!((side, kind), (Side::First, FaultKind::Overtime));
    assert!(evidence.starts_with("thought 1.001 s in all where 1.000 s are allowed for a game"), "{evidence}");
    assert_eq!(ending_of(&othello(), [Act::First(600), Act::First(400), Act::Resigns], "time=1s").fault(), None);
}

#[test]
fn time_is_looked_at_before_the_move() {
    let late = ending_of(&othello(), [Act::Says("nonsense", 20)], "move_time=10ms");
    assert_eq!(fault(&late).1, FaultKind::Overtime);
}

#[test]
fn overtime_may_cost_the_turn_only() {
    let mut first = Scripted::new([Act::First(20), Act::First(5), Act::Resigns]);
    let rules = "time=-,move_time=10ms,on_overtime=skip";
    let played = play(&othello(), [&mut first, &mut Scripted::default()], rules, &[]);
    let plies = &played.finished.plies;
    assert_eq!((plies[0].code, plies[0].side), (None, Side::First), "the turn is lost");
    assert_eq!(plies[1].side, Side::Second);
    assert!(plies[2].code.is_some() && plies[2].side == Side::First, "and the next one is played");
    let log = played.record.plies[0].log.as_deref().unwrap();
    assert!(log.contains("where 10ms are allowed for a move"), "{log}");
    assert_eq!(played.record.replay(&othello()).unwrap().last(), Some(&played.finished.game));
}

#[test]
fn what_was_used_is_told_by_side() {
    let mut first = Scripted::new([Act::First(30), Act::First(12), Act::Resigns]);
    let mut second = Scripted::new([Act::First(7)]);
    let used = play(&othello(), [&mut first, &mut second], "", &[]).finished.used;
    assert_eq!(used, [Duration::from_millis(42), Duration::from_millis(7)]);
}
