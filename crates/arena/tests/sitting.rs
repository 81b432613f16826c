//! Games that are watched: people answer over a channel, programs keep a pace, and a stop ends everything at once.

use std::sync::Arc;
use std::time::Duration;

use joute_arena::{Adviser, Pace, Sitting, SittingPlan, TableNews};
use joute_catalog::{Limits, find_game};
use joute_games::random::Seed;
use joute_games::{AnyGame, NoFiles, Side};
use joute_players::{Answer, Entrant, Workshop};
use joute_referee::{Ending, Event, FaultKind, Identity, MatchRules, Ply, Reason};
use joute_sandbox::Launcher;
use joute_testkit::wait::{PATIENCE, until};

struct Hall {
    start: AnyGame,
    entrants: [Entrant; 2],
    rules: MatchRules,
    pace: Arc<Pace>,
}

impl Hall {
    fn new(game: &str, seats: [&str; 2]) -> Hall {
        let start = find_game(game).unwrap().setup("", &NoFiles).unwrap().start(1).unwrap();
        let workshop = Workshop::new(Launcher::new("/nowhere"), "/");
        let entrants = seats.map(|locator| workshop.entrant(locator).unwrap());
        Hall { start, entrants, rules: MatchRules::default(), pace: Pace::of(Duration::ZERO) }
    }

    fn sit(&self, prefix: Vec<Ply>) -> Sitting {
        Sitting::begin(SittingPlan {
            start: &self.start,
            entrants: [&self.entrants[0], &self.entrants[1]],
            identities: [Identity::default(), Identity::default()],
            rules: &self.rules,
            seed: Seed(1),
            prefix,
            pace: Arc::clone(&self.pace),
        })
        .unwrap()
    }
}

fn next(sitting: &Sitting) -> TableNews {
    sitting.news().recv_timeout(PATIENCE).unwrap()
}

fn until_asked(sitting: &Sitting) -> Side {
    loop {
        match next(sitting) {
            TableNews::Event(Event::Asked { side, .. }) => return side,
            TableNews::Event(Event::Ended { ending, .. }) => panic!("{ending}"),
            _ => {}
        }
    }
}

/// A whole game of others from its beginning to its end: for so long something must not happen.
fn meanwhile() {
    ending(&Hall::new("othello", ["greedy", "greedy"]).sit(Vec::new()));
}

fn ending(sitting: &Sitting) -> Ending {
    loop {
        if let TableNews::Event(Event::Ended { ending, .. }) = next(sitting) {
            return ending;
        }
    }
}

#[test]
fn a_slip_is_explained_and_no_forfeit() {
    let hall = Hall::new("othello", ["human", "human"]);
    let sitting = hall.sit(Vec::new());
    assert_eq!(until_asked(&sitting), Side::First);
    for slip in ["a1", "nonsense", ""] {
        sitting.say(Side::First, Answer::Move(slip.to_owned()));
        assert!(matches!(next(&sitting), TableNews::Refused { side: Side::First, .. }), "{slip:?}");
    }
    sitting.say(Side::First, Answer::Move(" D3 ".to_owned()));
    assert_eq!(until_asked(&sitting), Side::Second);
    sitting.say(Side::Second, Answer::Resign);
    let resigned = Ending::Adjudicated { outcome: Side::First.into(), reason: Reason::Resignation };
    assert_eq!(ending(&sitting), resigned);
}

#[test]
fn the_clock_of_a_person_runs_out() {
    let mut hall = Hall::new("awale", ["human", "greedy"]);
    hall.rules.move_time = Some(Duration::from_millis(40));
    let sitting = hall.sit(Vec::new());
    let ending = ending(&sitting);
    let (side, fault) = ending.fault().unwrap();
    assert_eq!((side, fault.kind), (Side::First, FaultKind::Overtime));
}

#[test]
fn a_stop_ends_the_wait_for_people_and_for_thinking_programs() {
    // Those who think would do so for longer than anybody waits here.
    for seats in [["human", "greedy"], ["alphabeta:time=9999s", "greedy"], ["mcts:time=9999s", "greedy"]] {
        let hall = Hall::new("othello", seats);
        let mut sitting = hall.sit(Vec::new());
        until_asked(&sitting);
        meanwhile();
        let stopped = std::thread::spawn(move || {
            sitting.stop();
            sitting
        });
        until("the end of the sitting", || stopped.is_finished().then_some(()));
        let sitting = stopped.join().unwrap();
        assert_eq!(ending(&sitting), Ending::Aborted);
    }
}

#[test]
fn a_pause_holds_programs_back_and_a_step_lets_one_move_through() {
    let hall = Hall::new("seven-colours", ["greedy", "greedy"]);
    hall.pace.set_paused(true);
    let mut sitting = hall.sit(Vec::new());
    for side in [Side::First, Side::Second, Side::First] {
        assert_eq!(until_asked(&sitting), side);
        meanwhile();
        assert!(sitting.news().try_recv().is_err(), "held back");
        hall.pace.step();
        assert!(matches!(next(&sitting), TableNews::Event(Event::Played { .. })));
    }
    sitting.stop();
}

#[test]
fn an_adviser_answers_the_last_question_only() {
    let hall = Hall::new("othello", ["human", "human"]);
    let mut adviser = Adviser::new("alphabeta:hash=1", &hall.start).unwrap();
    let endless = Limits { nodes: Some(u64::MAX), ..Limits::default() };
    adviser.ask(&hall.start, Vec::new(), endless);
    let mut later = hall.start.clone();
    later.try_play("d3").unwrap();
    let number = adviser.ask(&later, Vec::new(), Limits { depth: Some(2), ..Limits::default() });
    let advice = until("the last word", || adviser.advice().filter(|advice| advice.is_final));
    assert_eq!((advice.number, advice.analysis.depth), (number, 2));
    assert!(later.legal_texts().contains(&advice.analysis.best().unwrap().mv));
}
