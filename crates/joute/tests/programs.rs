//! Programs at the table: the starter players play every game, turns are lost and answers come too late.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

mod common;

use common::{Hall, Walls, logs, marker, processes_with};
use joute_games::Side;
use joute_referee::{Ending, FaultKind};
use joute_testkit::programs::Language;

const BOARDS: &[(&str, &str)] = &[
    ("othello", ""),
    ("othello", "size=4"),
    ("othello", "size=10"),
    ("seven-colours", "size=6,seed=1"),
    ("flood", "width=6,colours=4,seed=1"),
    ("flood", "graph=donut,width=6,colours=5,forbidden=1,seed=2"),
    ("awale", ""),
    ("awale", "rules=kalah"),
];

#[test]
fn the_starters_play_every_game_without_a_fault() {
    let hall = Hall::new(Walls::Sandbox);
    let [c, python] = Language::ALL.map(|language| hall.programs.starter(language));
    for (game, setup) in BOARDS {
        for seats in [[c.as_str(), python.as_str()], [python.as_str(), c.as_str()]] {
            let finished = hall.play(seats, game, setup, "time=60s");
            assert!(finished.ending.fault().is_none(), "{game} {setup} {seats:?}: {}", finished.ending);
            assert_eq!(logs(&finished), "", "{game} {setup}: a starter writes nothing but answers");
        }
    }
}

#[test]
fn the_starters_have_the_same_plan_in_othello() {
    let hall = Hall::new(Walls::Sandbox);
    let games = Language::ALL.map(|language| {
        let seats = [&hall.programs.starter(language), "greedy"];
        let finished = hall.play(seats, "othello", "", "time=60s");
        finished.plies.iter().map(|ply| ply.code).collect::<Vec<_>>()
    });
    assert_eq!(games[0], games[1]);
}

#[test]
fn a_turn_lost_by_oversleeping_is_that_turn_alone() {
    // The late answer is no legal move: taken for the next turn, it would end the game.
    let hall = Hall::new(Walls::Sandbox);
    for language in Language::ALL {
        let bad = hall.programs.bad(language, "late --at 1");
        let rules = "move_time=300ms,on_overtime=skip";
        let finished = hall.play(["greedy", &bad], "seven-colours", "size=8,colours=4,seed=1", rules);
        assert!(matches!(finished.ending, Ending::Played { .. }), "{language:?}: {}", finished.ending);
        let turns: Vec<_> = finished.plies.iter().filter(|ply| ply.side == Side::Second).collect();
        assert!(turns[0].code.is_some() && turns[1].code.is_none(), "{language:?}");
        // On a busy machine the rest of the sleep may eat another turn or two, but never all of them.
        assert!(turns[2..].iter().any(|ply| ply.code.is_some()), "{language:?}");
        assert!(logs(&finished).contains("no move after 0.3"), "{language:?}: {}", logs(&finished));
        assert!(logs(&finished).contains("(too late: move Z)"), "{language:?}: {}", logs(&finished));
    }
}

#[test]
fn who_never_answers_loses_every_turn_but_not_by_a_fault() {
    let hall = Hall::new(Walls::None);
    let bad = hall.programs.bad(Language::C, "sleep --at 0");
    let rules = "move_time=20ms,on_overtime=skip";
    let finished = hall.play([&bad, "greedy"], "seven-colours", "size=4,colours=4,seed=1", rules);
    assert!(matches!(finished.ending, Ending::Played { .. }), "{}", finished.ending);
    assert!(finished.plies.iter().filter(|ply| ply.side == Side::First).all(|ply| ply.code.is_none()));
}

#[test]
fn who_does_not_read_cannot_go_on_where_overtime_costs_a_turn() {
    // Each turn says the whole position, until the pipe is full.
    let hall = Hall::new(Walls::None);
    let bad = hall.programs.bad(Language::C, "deaf");
    let rules = "move_time=20ms,on_overtime=skip";
    let finished = hall.play([&bad, "random"], "seven-colours", "size=60,colours=26,seed=1", rules);
    let Ending::Forfeit { by: Side::First, fault } = &finished.ending else { panic!("{}", finished.ending) };
    assert_eq!(fault.kind, FaultKind::Crash);
    assert!(fault.evidence.contains("did not read its input"), "{}", fault.evidence);
}

#[test]
fn a_kept_program_plays_many_games_and_a_crash_costs_one() {
    let hall = Hall::new(Walls::Sandbox);
    let marker = marker();
    for (words, faults) in [("fine", 0), ("twice --at 0", 0), ("exit --at 1", 3)] {
        let locator = hall.programs.bad(Language::C, &format!("{words} {marker}?keep=yes"));
        let mut player = hall.workshop.entrant(&locator).unwrap().player().unwrap();
        let endings = [0, 1, 2].map(|_| hall.play_again(&mut *player, "move_time=5s").ending);
        assert_eq!(endings.iter().filter(|ending| ending.fault().is_some()).count(), faults, "{words}: {endings:?}");
    }
    assert_eq!(processes_with(&marker), Vec::<String>::new());
}
