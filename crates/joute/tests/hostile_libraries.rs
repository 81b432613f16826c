//! Libraries that do everything wrong: each wrong is one fault that names the function, or has no effect at all.
#![cfg(target_os = "linux")]

use crate::libraries::{Played, TestLibraries};
use joute_games::Side;
use joute_referee::Ending;
use joute_referee::FaultKind::{self, Crash, Illegal, Overtime};

const SETUP: &str = "width=5,colours=4,seed=1";
/// Short enough for a test where time is to run out, long enough for a busy machine to come to where it does.
const QUICK_LOAD: &str = "load=2s,move_time=20s";
const QUICK_MOVE: &str = "load=20s,move_time=400ms";
/// Long enough for a busy machine where something else is to end the game.
const PATIENT: &str = "load=20s,move_time=20s";

const FAULTS: &[(&str, &str, FaultKind, &str)] = &[
    ("segfault@constructor", PATIENT, Crash, "signal SIGSEGV (segmentation fault) in its constructors (dlopen)"),
    ("segfault@get_player_name", PATIENT, Crash, "signal SIGSEGV (segmentation fault) in get_player_name"),
    ("segfault@initialize", PATIENT, Crash, "signal SIGSEGV (segmentation fault) in initialize"),
    ("segfault@play", PATIENT, Crash, "signal SIGSEGV (segmentation fault) in play"),
    ("exit@constructor", PATIENT, Crash, "exit code 3 in its constructors (dlopen)"),
    ("exit@get_player_name", PATIENT, Crash, "exit code 3 in get_player_name"),
    ("exit@initialize", PATIENT, Crash, "exit code 3 in initialize"),
    ("exit@play", PATIENT, Crash, "exit code 3 in play"),
    ("quiet-exit@play", PATIENT, Crash, "exit code 0 in play"),
    ("abort@initialize", PATIENT, Crash, "signal SIGABRT (abort) in initialize"),
    ("twice@initialize", PATIENT, Crash, "signal SIGABRT (abort) in initialize; it last wrote: "),
    ("twice@play", PATIENT, Crash, "double free"),
    ("deep@play", PATIENT, Crash, "signal SIGSEGV (segmentation fault) in play"),
    ("stack@initialize", PATIENT, Crash, "signal SIGSEGV (segmentation fault) in initialize"),
    ("close@initialize", PATIENT, Crash, " in initialize"),
    ("close@play", PATIENT, Crash, " in play"),
    ("loop@constructor", QUICK_LOAD, Overtime, "waiting for ready in its constructors (dlopen)"),
    ("loop@initialize", QUICK_LOAD, Overtime, "waiting for ready in initialize"),
    ("loop@play", QUICK_MOVE, Overtime, "waiting for a move in play"),
    ("colour@play", PATIENT, Illegal, "answered \"colour number 42\""),
];

/// What changes nothing about the game, and what is remarked about it afterwards.
const HARMLESS: &[(&str, &str)] = &[
    ("nothing@all", ""),
    ("segfault@finalize", "(ended with signal SIGSEGV (segmentation fault) in finalize)"),
    ("exit@finalize", "(ended with exit code 3 in finalize)"),
    ("loop@finalize", "(given up after 1 s in finalize)"),
    ("twice@finalize", "(ended with signal SIGABRT (abort) in finalize)"),
    ("close@finalize", ""),
    ("large@all", ""),
    ("leak@all", ""),
    ("mask@all", ""),
    ("print@all", "a whole line"),
];

fn play(libraries: &TestLibraries, what: &str, rules: &str) -> Played {
    let name = format!("{what}.so");
    libraries.copy("hostile.so", &name);
    let played = libraries.play([&name, "greedy"], "flood", SETUP, rules);
    assert_eq!(libraries.processes(), Vec::<String>::new(), "{what}: left behind");
    played
}

fn with_hostile(libraries: TestLibraries) -> TestLibraries {
    libraries.compile("hostile.c", "hostile.so", &["-fno-builtin"]);
    libraries
}

fn check_faults(libraries: TestLibraries) {
    let libraries = with_hostile(libraries);
    for &(what, rules, kind, evidence) in FAULTS {
        let ending = play(&libraries, what, rules).finished.ending;
        let Ending::Forfeit { by: Side::First, fault } = &ending else { panic!("{what}: {ending}") };
        assert_eq!(fault.kind, kind, "{what}: {ending}");
        assert!(fault.evidence.contains(evidence), "{what}: {ending}");
    }
}

fn check_harmless(libraries: TestLibraries) {
    let libraries = with_hostile(libraries);
    for &(what, remark) in HARMLESS {
        let Played { finished, last_words } = play(&libraries, what, PATIENT);
        assert!(matches!(finished.ending, Ending::Played { .. }), "{what}: {}", finished.ending);
        assert!(last_words[0].contains(remark), "{what}: {:?}", last_words[0]);
        let aftermath =
            finished.aftermath[0].as_ref().map(|fault| format!("({})", &fault.evidence["after the game: ".len()..]));
        assert_eq!(aftermath.as_deref(), remark.ends_with("finalize)").then_some(remark), "{what}");
    }
}

#[test]
fn every_wrong_is_one_fault_that_names_the_function() {
    check_faults(TestLibraries::new());
}

#[test]
fn every_wrong_without_a_sandbox() {
    check_faults(TestLibraries::new().without_sandbox());
}

#[test]
fn what_is_odd_but_costs_nothing() {
    check_harmless(TestLibraries::new());
}

#[test]
fn what_is_odd_without_a_sandbox() {
    check_harmless(TestLibraries::new().without_sandbox());
}
