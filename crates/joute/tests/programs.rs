//! Programs at the table: the starter players play every game, turns are lost and answers come too late.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use crate::common;
use crate::common::{Hall, Walls, logs, marker, processes_with};
use joute_arena::{MatchPlan, Played, Starts, run_match};
use joute_catalog::find_game;
use joute_games::{NoFiles, Side};
use joute_referee::{Ending, FaultKind, GameRecord, MatchRules};
use joute_testkit::programs::Language;
use joute_testkit::wait::until;
use joute_tournament::scoring::Scoring;

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

/// Tells its log which moves and gains it hears.
const LISTENER: &str = r#"
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "start":
        print("ready moves gains", flush=True)
    elif words[0] in ("moves", "gains"):
        print("heard", line.strip())
        moves = words[1:] if words[0] == "moves" else moves
    elif words[0] == "go":
        print("move", moves[0], flush=True)
"#;

#[test]
fn gains_are_told_in_the_order_of_the_moves() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("listener.py");
    std::fs::write(&path, LISTENER).unwrap();
    let hall = Hall::new(Walls::None);
    let program = format!("exe:python3 {}", path.display());
    // A disc that is turned over, and the one that is set.
    let othello = logs(&hall.play([&program, "greedy"], "othello", "size=4", "time=60s"));
    assert!(othello.contains("heard moves b1 a2 d3 c4\nheard gains 2 2 2 2\n"), "{othello}");
    let flood = logs(&hall.play([&program, "greedy"], "flood", "graph=ring.graph,colours=3,seed=1", "time=60s"));
    assert!(flood.lines().any(|line| line.starts_with("heard moves ") && line.ends_with(" pass")), "{flood}");
    assert!(flood.lines().any(|line| line.starts_with("heard gains ") && line.ends_with(" 0")), "{flood}");
}

#[test]
fn a_turn_lost_by_oversleeping_is_that_turn_alone() {
    // The late answer is no legal move: taken for the next turn, it would end the game.
    let hall = Hall::new(Walls::Sandbox);
    for language in Language::ALL {
        let bad = hall.programs.bad(language, "late --at 1");
        let rules = "move_time=1s,on_overtime=skip";
        // On a busy machine it may be late with its first answer as well, or lose all turns that are left: such a game tells nothing.
        let finished = until("a game with time for the other turns", || {
            let finished = hall.play(["greedy", &bad], "seven-colours", "size=8,colours=4,seed=1", rules);
            assert!(matches!(finished.ending, Ending::Played { .. }), "{language:?}: {}", finished.ending);
            let turns: Vec<_> = finished.plies.iter().filter(|ply| ply.side == Side::Second).collect();
            let [first, second, rest @ ..] = &turns[..] else { panic!("{language:?}: {} turns", turns.len()) };
            let in_time = first.code.is_some() && rest.iter().any(|ply| ply.code.is_some());
            assert!(second.code.is_none() || !in_time, "{language:?}");
            in_time.then_some(finished)
        });
        assert!(logs(&finished).contains("no move after "), "{language:?}: {}", logs(&finished));
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

/// The conversation of a program that keeps a diary, its clock times left out.
fn diary(hall: &Hall, words: &str, game: [&str; 2], rules: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("diary");
    let bad = hall.programs.bad(Language::Python, &format!("{words} {}", path.display()));
    hall.play([&bad, "greedy"], game[0], game[1], rules);
    std::fs::read_to_string(path).unwrap().lines().map(without_clock).collect()
}

fn without_clock(line: &str) -> String {
    if line.starts_with("> go ") { "> go".to_owned() } else { line.to_owned() }
}

#[test]
fn the_documented_conversation_is_a_real_one() {
    let text = include_str!("../../../docs/protocol.md");
    let example = text.split("```conversation\n").nth(1).unwrap().split("```").next().unwrap();
    let documented: Vec<String> = example.lines().map(without_clock).collect();
    let held = diary(&Hall::new(Walls::None), "diary", ["othello", "size=4"], "time=120s");
    assert_eq!(held, documented, "now it is:\n{}", held.join("\n"));
}

#[test]
fn who_lost_a_turn_is_told_so() {
    let rules = "time=-,move_time=1s,on_overtime=skip";
    let held = diary(&Hall::new(Walls::None), "diary-late --at 1", ["seven-colours", "size=6,colours=4,seed=1"], rules);
    let turns: Vec<Vec<&str>> =
        held.split(|line| line == "> go").map(|turn| turn.iter().map(String::as_str).collect()).collect();
    // The greeting, two turns, and what is said at the third, after the one that was lost.
    assert_eq!(turns[0][4], "> time - 1000 0");
    let news: Vec<&&str> =
        turns[2].iter().filter(|line| line.starts_with("> play") || line.starts_with("> skip")).collect();
    assert_eq!(turns[1].iter().filter(|line| line.starts_with("> skip")).count(), 0);
    assert_eq!((*news[0], news.len()), ("> skip", 2), "{turns:?}");
    assert!(news[1].starts_with("> play"), "{turns:?}");
}

#[test]
fn a_graph_file_travels_with_the_greeting() {
    let hall = Hall::new(Walls::None);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("diary");
    let bad = hall.programs.bad(Language::Python, &format!("diary {}", path.display()));
    hall.play([&bad, "greedy"], "flood", "graph=ring.graph,colours=3,seed=1", "time=60s");
    let held = std::fs::read_to_string(path).unwrap();
    let (before, after) = held.split_once("> file ").unwrap();
    assert!(before.contains("> setup graph="), "{held}");
    let count: usize = after.lines().next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let content: Vec<&str> = after.lines().skip(1).take(count).map(|line| &line[2..]).collect();
    assert_eq!(content.join("\n") + "\n", common::RING);
    assert!(after.lines().nth(count + 1).unwrap().starts_with("> position "), "{held}");
}

/// Every game of an event, records without times, on so many threads.
fn games_on(hall: &Hall, jobs: usize) -> Vec<GameRecord> {
    let [c, python] = Language::ALL.map(|language| hall.workshop.entrant(&hall.programs.starter(language)).unwrap());
    let source = find_game("flood").unwrap().setup("width=5,colours=4", &NoFiles).unwrap();
    let plan = MatchPlan {
        first: 0,
        starts: Starts::Boards,
        source: &source,
        entrants: [&c, &python],
        rules: MatchRules::default(),
        seed: 5,
        games: 16,
        jobs,
        scoring: Scoring::default(),
        sprt: None,
        known: BTreeMap::new(),
        wants_records: true,
    };
    let mut records = Vec::new();
    let heard = |played: &Played<'_>| -> std::io::Result<()> {
        records.extend_from_slice(played.records);
        Ok(())
    };
    run_match(&plan, &AtomicBool::new(false), heard).unwrap();
    for ply in records.iter_mut().flat_map(|record| &mut record.plies) {
        (ply.wall_ns, ply.cpu_ns) = (0, None);
    }
    records
}

#[test]
fn programs_play_the_same_games_on_any_number_of_threads() {
    let hall = Hall::new(Walls::Sandbox);
    let records = games_on(&hall, 1);
    assert_eq!(records.len(), 16);
    assert!(records.iter().all(|record| record.ending.as_ref().unwrap().fault().is_none()));
    for jobs in [2, 4] {
        assert_eq!(games_on(&hall, jobs), records, "{jobs} threads");
    }
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
