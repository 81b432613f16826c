//! The referee with built-in players: events, prefixes, adjudication, clocks and a player that breaks.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use joute_catalog::{BuiltIn, find_built_in, find_game};
use joute_games::random::Seed;
use joute_games::{AnyGame, MoveCode, NoFiles, Outcome, Side};
use joute_referee::{
    Conditions, Ending, Event, Fault, FaultKind, Finished, Follower, GameRecord, Identity, MatchRules, Player, Ply,
    Reason, Referee, Reply, Said, Turn, play_game,
};

fn start(game: &str, setup: &str) -> AnyGame {
    find_game(game).unwrap().setup(setup, &NoFiles).unwrap().start(1).unwrap()
}

fn player(name: &str) -> BuiltIn {
    BuiltIn::new(find_built_in(name).unwrap(), "").unwrap()
}

/// A game under rules, with what those who watch heard, and its record.
struct Played {
    finished: Finished,
    events: Vec<Event>,
    record: GameRecord,
}

fn play(start: &AnyGame, players: [&mut dyn Player; 2], rules: &str, prefix: &[Ply]) -> Played {
    let conditions = Conditions {
        rules: &rules.parse::<MatchRules>().unwrap(),
        seed: Seed(5),
        identities: &[Identity::default(), Identity::default()],
        prefix,
        stop: &AtomicBool::new(false),
        labels: &BTreeMap::new(),
    };
    let mut events = Vec::new();
    let finished = play_game(start.clone(), players, &conditions, Some(&mut |event| events.push(event)));
    let record = finished.record(start, &conditions);
    Played { finished, events, record }
}

/// A player that follows a script: what it says, or what breaks.
struct Scripted(Vec<Result<&'static str, &'static str>>);

impl Player for Scripted {
    fn open(&mut self, _turn: &Turn<'_>) -> Result<(), Fault> {
        self.0.reverse();
        Ok(())
    }
    fn choose(&mut self, _turn: &Turn<'_>) -> Result<Reply, Fault> {
        match self.0.pop() {
            // As if it had computed for half an hour.
            Some(Ok("late")) => {
                Ok(Reply { said: Said::Text("A".to_owned()), cpu: Some(Duration::from_secs(1800)), score: None })
            }
            Some(Ok(text)) => Ok(Reply { said: Said::Text(text.to_owned()), cpu: None, score: None }),
            Some(Err(message)) => panic!("{message}"),
            None => Ok(Reply { said: Said::Resign, cpu: None, score: None }),
        }
    }
    fn close(&mut self, _ending: &Ending, _tally: [u32; 2]) {}
}

#[test]
fn events_tell_the_record() {
    for (game, setup) in [("seven-colours", "size=8"), ("flood", ""), ("othello", ""), ("awale", "")] {
        let start = start(game, setup);
        let played = play(&start, [&mut player("random"), &mut player("greedy")], "", &[]);
        assert_eq!(GameRecord::of_events(played.events), Some(played.record.clone()), "{game}");
        assert_eq!(GameRecord::from_json(&played.record.to_json()).unwrap(), played.record, "{game}");
        let positions = played.record.replay(&start).unwrap();
        assert_eq!(positions.last(), Some(&played.finished.game), "{game}");
    }
}

#[test]
fn a_game_goes_on_from_any_prefix_of_its_record() {
    for (game, setup) in [("seven-colours", "size=8"), ("flood", "width=6"), ("othello", "size=6"), ("awale", "")] {
        let start = start(game, setup);
        let whole = play(&start, [&mut player("random"), &mut player("random")], "", &[]);
        for plies in (0..whole.record.plies.len()).step_by(7) {
            let prefix = whole.record.prefix(&start, plies).unwrap();
            let again = play(&start, [&mut player("random"), &mut player("random")], "", &prefix);
            let moves = |record: &GameRecord| record.plies.iter().map(|ply| ply.mv.clone()).collect::<Vec<_>>();
            assert_eq!(moves(&again.record), moves(&whole.record), "{game} from ply {plies}");
            assert_eq!(again.record.ending, whole.record.ending);
        }
    }
}

#[test]
fn a_later_version_of_a_record_is_refused() {
    let played = play(&start("othello", "size=4"), [&mut player("greedy"), &mut player("greedy")], "", &[]);
    let later = played.record.to_json().replacen("\"version\":1", "\"version\":2", 1);
    assert!(GameRecord::from_json(&later).unwrap_err().to_string().contains("needs a newer program"));
}

#[test]
fn forced_passes_are_played_by_the_referee() {
    let rows =
        ["-XO-----", "--------", "--------", "--------", "--------", "--------", "--------", "XO------"].concat();
    let start = start("othello", "").at(&format!("{rows} X")).unwrap();
    // White cannot move after d1 and passes; nobody is asked for it.
    let played = play(&start, [&mut Scripted(vec![Ok("d1"), Ok("c8")]), &mut Scripted(vec![])], "", &[]);
    let plies: Vec<(Option<&str>, bool)> =
        played.record.plies.iter().map(|ply| (ply.mv.as_deref(), ply.forced)).collect();
    assert_eq!(plies, [(Some("d1"), false), (Some("pass"), true), (Some("c8"), false)]);
    assert_eq!(played.finished.ending, Ending::Played { outcome: Outcome::First });
}

#[test]
fn the_cap_and_a_repetition_end_a_game() {
    let start_seven = start("seven-colours", "size=8");
    let played = play(&start_seven, [&mut player("random"), &mut player("random")], "cap=3", &[]);
    assert!(matches!(played.finished.ending, Ending::Adjudicated { reason: Reason::Cap, .. }));
    assert_eq!(played.finished.plies.len(), 3);
    // Two single seeds chase each other round the board for ever.
    let awale = start("awale", "").at("1-0-0-0-0-0-1-0-0-0-0-0-23-23-S").unwrap();
    let played = play(&awale, [&mut player("random"), &mut player("random")], "", &[]);
    assert_eq!(played.finished.ending, Ending::Adjudicated { outcome: Outcome::Draw, reason: Reason::Repetition });
    assert_eq!(played.finished.tally, [24, 24], "each keeps the seed on its side");
}

#[test]
fn what_a_player_says_is_judged_once_and_its_evidence_kept() {
    let start = start("seven-colours", "size=8");
    let against_random = |script| play(&start, [&mut Scripted(script), &mut player("random")], "", &[]).finished.ending;
    for (script, kind, evidence) in [
        (vec![Ok("Z")], FaultKind::Illegal, "answered \"Z\""),
        (vec![Ok("A"), Ok("bonjour")], FaultKind::Illegal, "bonjour"),
        (vec![Ok("A"), Err("out of ideas")], FaultKind::Crash, "panicked: out of ideas"),
    ] {
        let Ending::Forfeit { by: Side::First, fault } = against_random(script) else { panic!("a forfeit by first") };
        assert_eq!(fault.kind, kind);
        assert!(fault.evidence.contains(evidence), "{}", fault.evidence);
    }
    let resigned = Ending::Adjudicated { outcome: Outcome::Second, reason: Reason::Resignation };
    assert_eq!(against_random(vec![Ok("A")]), resigned);
}

#[test]
fn overtime_costs_the_game_or_the_turn() {
    let start = start("seven-colours", "size=8");
    let play =
        |rules: &str| play(&start, [&mut Scripted(vec![Ok("late"), Ok("B")]), &mut player("greedy")], rules, &[]);
    let lost = play("clock=cpu,time=-,move_time=600s");
    assert_eq!(
        lost.finished.ending.fault().map(|(by, fault)| (by, fault.kind)),
        Some((Side::First, FaultKind::Overtime))
    );
    let total = play("clock=cpu,time=600s");
    assert!(total.finished.ending.fault().unwrap().1.evidence.contains("allowed for a game"));
    let skipped = play("clock=cpu,time=-,move_time=600s,on_overtime=skip");
    assert_eq!(skipped.finished.plies[0].code, None, "the first turn is lost");
    assert_eq!(skipped.finished.plies[2].code, Some(MoveCode(1)), "and the next one is played");
}

#[test]
fn whoever_follows_has_the_position_and_the_record_after_every_event() {
    for (game, setup) in [("seven-colours", "size=8"), ("flood", ""), ("othello", "size=6"), ("awale", "")] {
        let start = start(game, setup);
        let whole = play(&start, [&mut player("random"), &mut player("greedy")], "", &[]);
        let positions = whole.record.replay(&start).unwrap();
        let prefix = whole.record.prefix(&start, 5).unwrap();
        let played = play(&start, [&mut player("random"), &mut player("greedy")], "", &prefix);
        let mut follower = Follower::of_record(whole.record.clone(), &start).unwrap();
        assert_eq!(follower.game(), &whole.finished.game, "{game}");
        for event in &played.events {
            follower.hear(event);
            let plies = follower.record().plies.len();
            assert_eq!(follower.game(), &positions[plies], "{game}, ply {plies}");
            assert_eq!(follower.before(), plies.checked_sub(1).map(|before| &positions[before]), "{game}, ply {plies}");
        }
        assert_eq!(follower.record(), &played.record, "{game}");
    }
}

#[test]
fn a_game_in_steps_is_the_game_at_once() {
    for (game, setup) in [("seven-colours", "size=8"), ("flood", ""), ("othello", "size=6"), ("awale", "")] {
        let start = start(game, setup);
        let whole = play(&start, [&mut player("random"), &mut player("greedy")], "", &[]);
        let (rules, stop, labels) = ("".parse::<MatchRules>().unwrap(), AtomicBool::new(false), BTreeMap::new());
        let identities = [Identity::default(), Identity::default()];
        let conditions = Conditions {
            rules: &rules,
            seed: Seed(5),
            identities: &identities,
            prefix: &[],
            stop: &stop,
            labels: &labels,
        };
        let mut players = [player("random"), player("greedy")];
        let mut referee = Referee::new(start.clone(), &conditions);
        let [first, second] = &mut players;
        assert_eq!(referee.open([Some(first), Some(second)], &stop), None);
        let mut events = vec![referee.opened(&start, &conditions)];
        while !matches!(events.last(), Some(Event::Ended { .. })) {
            events.push(match events.last() {
                Some(Event::Asked { side, .. }) => referee.ask(&mut players[*side], &stop),
                _ => referee.next(&stop),
            });
        }
        let told = |record: GameRecord| (record.plies.into_iter().map(|ply| ply.mv).collect::<Vec<_>>(), record.ending);
        assert_eq!(told(GameRecord::of_events(events).unwrap()), told(whole.record), "{game}");
    }
}

#[test]
fn an_entry_that_is_no_move_is_explained_and_still_asked_for() {
    let (rules, stop) = ("move_time=10s".parse::<MatchRules>().unwrap(), AtomicBool::new(false));
    let (labels, identities) = (BTreeMap::new(), [Identity::default(), Identity::default()]);
    let conditions =
        Conditions { rules: &rules, seed: Seed(5), identities: &identities, prefix: &[], stop: &stop, labels: &labels };
    let mut referee = Referee::new(start("othello", ""), &conditions);
    assert!(matches!(referee.next(&stop), Event::Asked { side: Side::First, .. }));
    for slip in ["a1", "nonsense", ""] {
        assert!(referee.enter(slip, Duration::from_secs(1)).is_err(), "{slip:?}");
    }
    let entered = referee.enter(" D3 ", Duration::from_secs(2)).unwrap();
    assert!(matches!(&entered, Event::Played { played, .. } if played.mv.as_deref() == Some("d3")), "{entered:?}");
    assert!(matches!(referee.next(&stop), Event::Asked { side: Side::Second, .. }));
    // Time is judged before the move is.
    let late = referee.enter("c3", Duration::from_secs(11)).unwrap();
    assert!(matches!(&late, Event::Ended { ending: Ending::Forfeit { by: Side::Second, .. }, .. }), "{late:?}");
}
