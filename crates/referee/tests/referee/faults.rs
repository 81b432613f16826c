//! Whatever a player does becomes an ending with its evidence, and the referee goes on.

use joute_games::{Outcome, Side};
use joute_referee::{Ending, Fault, FaultKind, Reason};

use crate::support::{Act, Scripted, ending_of, othello, play};

/// The fault by which the first player lost.
fn fault_of(act: Act) -> Fault {
    let ending = ending_of(&othello(), [Act::First(0), act], "");
    assert_eq!(ending.outcome(), Some(Outcome::Second), "{ending}");
    let Ending::Forfeit { by: Side::First, fault } = ending else { panic!("{ending}") };
    fault
}

#[test]
fn what_is_no_legal_move_is_told_as_it_was_said() {
    for said in ["z9", "a1", "pass", "", "what a lovely day"] {
        let fault = fault_of(Act::Says(said, 0));
        assert_eq!(fault.kind, FaultKind::Illegal, "{said}");
        assert!(fault.evidence.starts_with(&format!("answered {said:?}: ")), "{}", fault.evidence);
    }
    let long = fault_of(Act::Says(Box::leak("x".repeat(100_000).into_boxed_str()), 0));
    assert!(long.evidence.len() < 3000, "{} bytes of evidence", long.evidence.len());
}

#[test]
fn a_panic_is_the_crash_of_the_player_who_was_asked() {
    let fault = fault_of(Act::Panics("out of ideas"));
    assert_eq!((fault.kind, fault.evidence.as_str()), (FaultKind::Crash, "panicked: out of ideas"));
    let mut second = Scripted::new([Act::Panics("me too")]);
    let ending = play(&othello(), [&mut Scripted::default(), &mut second], "", &[]).finished.ending;
    assert_eq!(ending.fault().map(|(side, _)| side), Some(Side::Second));
    assert!(second.was_told.is_some(), "it is closed all the same");
}

#[test]
fn a_fault_of_its_own_is_kept_with_what_it_wrote_last() {
    let mut first = Scripted::new([Act::Fails(Fault::crash("exit code 3"))]);
    first.log = Some("one\ntwo\nSegmentation fault\n");
    let ending = play(&othello(), [&mut first, &mut Scripted::default()], "", &[]).finished.ending;
    let (_, fault) = ending.fault().unwrap();
    assert_eq!(fault.evidence, "exit code 3; it last wrote: one\ntwo\nSegmentation fault");
}

#[test]
fn whoever_cannot_be_opened_loses_and_the_first_seat_counts_first() {
    let broken = || Scripted { at_opening: Some(Act::Fails(Fault::crash("no such file"))), ..Scripted::default() };
    let opened = |players: [&mut Scripted; 2]| play(&othello(), players, "", &[]);
    let both = opened([&mut broken(), &mut broken()]);
    assert_eq!(both.finished.ending.fault().map(|(side, _)| side), Some(Side::First));
    let second = opened([&mut Scripted::default(), &mut broken()]);
    assert_eq!(second.finished.ending.fault().map(|(side, _)| side), Some(Side::Second));
    assert!(second.finished.plies.is_empty());
    let mut panics = Scripted { at_opening: Some(Act::Panics("at once")), ..Scripted::default() };
    let early = opened([&mut panics, &mut Scripted::default()]);
    assert_eq!(early.finished.ending.fault().map(|(_, fault)| fault.kind), Some(FaultKind::Crash));
}

#[test]
fn giving_up_is_no_fault() {
    let ending = ending_of(&othello(), [Act::Resigns], "");
    assert_eq!(ending, Ending::Adjudicated { outcome: Outcome::Second, reason: Reason::Resignation });
}

#[test]
fn a_stop_ends_the_game_without_a_result_and_blames_nobody() {
    let stopped =
        play(&othello(), [&mut Scripted::new([Act::First(0), Act::Stops]), &mut Scripted::default()], "", &[]);
    assert_eq!(stopped.finished.ending, Ending::Aborted);
    assert_eq!((stopped.finished.plies.len(), stopped.record.outcome()), (2, None));
    // A player that could not get ready because everything stops has done nothing wrong.
    let mut first = Scripted { at_opening: Some(Act::Stops), ..Scripted::default() };
    let mut second = Scripted { at_opening: Some(Act::Fails(Fault::crash("given up"))), ..Scripted::default() };
    assert_eq!(play(&othello(), [&mut first, &mut second], "", &[]).finished.ending, Ending::Aborted);
}
