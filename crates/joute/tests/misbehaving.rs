//! Programs that do everything wrong: each wrong is one fault with its evidence, the other player wins, nothing is left.
#![cfg(target_os = "linux")]

use crate::common::{Hall, Walls, logs, marker, processes_with};
use joute_games::Side;
use joute_referee::{Ending, FaultKind, Finished, Reason};
use joute_testkit::programs::Language;

use FaultKind::{Crash, Illegal, Overtime};

/// Short enough for a test, long enough for a program on a busy machine to answer.
const QUICK: &str = "move_time=1500ms";
/// Where something else than the clock ends the game.
const PATIENT: &str = "move_time=20s";

/// What a mode must come to, and what its evidence must hold in C and in Python.
struct Case {
    mode: &'static str,
    rules: &'static str,
    fault: FaultKind,
    evidence: [&'static str; 2],
}

const fn case(mode: &'static str, rules: &'static str, fault: FaultKind, evidence: &'static str) -> Case {
    Case { mode, rules, fault, evidence: [evidence, evidence] }
}

const FAULTS: &[Case] = &[
    case("exit", PATIENT, Crash, "ended with exit code 3"),
    case("segfault", PATIENT, Crash, "signal SIGSEGV (segmentation fault)"),
    case("abort", PATIENT, Crash, "signal SIGABRT (abort)"),
    Case { mode: "exception", rules: PATIENT, fault: Crash, evidence: ["SIGFPE", "RuntimeError: on purpose"] },
    case("loop", QUICK, Overtime, "waiting for a move"),
    case("sleep", QUICK, Overtime, "waiting for a move"),
    case("ignore-term", QUICK, Overtime, "waiting for a move"),
    case("dribble", QUICK, Overtime, "it last wrote: still thinking"),
    case("deaf", QUICK, Overtime, "waiting for a move"),
    case("no-newline", QUICK, Overtime, "(without a line break: \"move A\")"),
    case("illegal", PATIENT, Illegal, "answered \"Z\""),
    case("nonsense", PATIENT, Illegal, "answered \"what a lovely day\""),
    case("bare", PATIENT, Illegal, "answered \"\""),
    case("words", PATIENT, Illegal, "answered \"A A\""),
    case("huge", PATIENT, Illegal, "AAAA\"…: "),
    case("flood-stdout", PATIENT, Crash, "wrote more than 16 MiB in one game"),
    case("flood-stderr", PATIENT, Crash, "wrote more than 16 MiB in one game"),
    case("endless-line", PATIENT, Crash, "wrote more than 65536 bytes without a line break: \"xxx"),
    case("close-output", PATIENT, Crash, "closed its output and went on running"),
    case("close-input", PATIENT, Crash, "closed its input and went on running"),
    case("mute", "load=300ms", Overtime, "waiting for ready"),
    case("exit-early", PATIENT, Crash, "ended with exit code 4"),
];

/// What is odd, but costs nothing.
const HARMLESS: &[(&str, &str)] = &[
    ("early", "(not asked: move Z)"),
    ("twice", "(not asked: move Z)"),
    ("binary", "\u{1}\u{2}\u{3}"),
    ("ready-spam", "moves\nready"),
    ("child", ""),
];

/// One game of a bad player in the first seat; nothing of it may be left.
fn play(hall: &Hall, language: Language, mode: &str, rules: &str) -> Finished {
    let marker = marker();
    let bad = hall.programs.bad(language, &format!("{mode} --at 2 {marker}"));
    let finished = hall.play([&bad, "greedy"], "seven-colours", "size=8,colours=4,seed=1", rules);
    assert_eq!(processes_with(&marker), Vec::<String>::new(), "{language:?} {mode}: left behind");
    finished
}

fn check_fault(hall: &Hall, language: Language, case: &Case) {
    let finished = play(hall, language, case.mode, case.rules);
    let about = format!("{language:?} {}: {}", case.mode, finished.ending);
    let Ending::Forfeit { by: Side::First, fault } = &finished.ending else { panic!("{about}") };
    assert_eq!(fault.kind, case.fault, "{about}");
    let evidence = case.evidence[usize::from(language == Language::Python)];
    assert!(fault.evidence.contains(evidence), "{about}");
    assert!(fault.evidence.len() < 9000, "{about}");
}

fn check_harmless(hall: &Hall, language: Language, (mode, log): (&str, &str)) {
    let finished = play(hall, language, mode, "move_time=5s");
    let about = format!("{language:?} {mode}: {}", finished.ending);
    assert!(matches!(finished.ending, Ending::Played { .. }), "{about}");
    assert!(logs(&finished).contains(log), "{about}: {:?}", logs(&finished));
}

fn check_all(walls: Walls, language: Language) {
    let hall = Hall::new(walls);
    FAULTS.iter().for_each(|case| check_fault(&hall, language, case));
    HARMLESS.iter().for_each(|&case| check_harmless(&hall, language, case));
    let resigned = play(&hall, language, "resign", PATIENT).ending;
    assert!(matches!(resigned, Ending::Adjudicated { reason: Reason::Resignation, .. }), "{resigned}");
}

#[test]
fn every_wrong_of_c_in_the_sandbox() {
    check_all(Walls::Sandbox, Language::C);
}

#[test]
fn every_wrong_of_python_in_the_sandbox() {
    check_all(Walls::Sandbox, Language::Python);
}

#[test]
fn every_wrong_of_c_without_a_sandbox() {
    check_all(Walls::None, Language::C);
}

#[test]
fn every_wrong_of_python_without_a_sandbox() {
    check_all(Walls::None, Language::Python);
}
