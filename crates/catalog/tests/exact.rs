//! Games that end as soon as their result is known: it is that of perfect play, and hangs on nothing else.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use joute_catalog::{
    Analyst, BuiltIn, ExactJudge, Goal, Limits, PositionSolver, Question, find_built_in, find_game, history_of,
};
use joute_games::awale::{Awale, Awari};
use joute_games::random::Seed;
use joute_games::{AnyGame, NoFiles, Outcome, Side};
use joute_referee::{
    Adjudicator, Conditions, EXACT_LABEL, Ending, Finished, GameRecord, Identity, MatchRules, Reason,
    play_adjudicated_game,
};
use joute_search::awale::Rows;
use joute_search::awale::tables::Tables;

fn start(game: &str, setup: &str, seed: u64) -> AnyGame {
    find_game(game).unwrap().setup(setup, &NoFiles).unwrap().start(seed).unwrap()
}

fn rules(text: &str) -> MatchRules {
    text.parse().unwrap()
}

/// A game of two players that draw their moves, with its record.
fn play(start: &AnyGame, rules: &MatchRules, seed: u64) -> (Finished, GameRecord) {
    let conditions = Conditions {
        rules,
        seed: Seed(seed),
        identities: &[Identity::default(), Identity::default()],
        prefix: &[],
        stop: &AtomicBool::new(false),
        labels: &BTreeMap::new(),
    };
    let [mut one, mut two] = [(); 2].map(|()| BuiltIn::new(find_built_in("random").unwrap(), "").unwrap());
    let judge = ExactJudge::adjudicator(start, rules).unwrap();
    let finished = play_adjudicated_game(start.clone(), [&mut one, &mut two], &conditions, judge.as_ref(), None);
    let record = finished.record(start, &conditions);
    (finished, record)
}

/// What First has more.
fn lead([first, second]: [u32; 2]) -> i64 {
    i64::from(first) - i64::from(second)
}

fn question<'a>(game: &'a AnyGame, stop: &'a AtomicBool, nodes: Option<u64>) -> Question<'a> {
    let limits = Limits { nodes, ..Limits::default() };
    Question { game, history: &[], limits, seed: Seed(1), stop }
}

/// What First has more in the end, by the solver of `joute solve`.
fn solved(game: &AnyGame) -> i64 {
    let stop = AtomicBool::new(false);
    let mut solver = PositionSolver::new(game, 1, 16 << 20).unwrap();
    let margin = solver.solve(&question(game, &stop, None), Goal::Exact).unwrap().margin;
    i64::from(if game.turn() == Side::First { margin } else { -margin })
}

/// The games of these starts that ended by an exact result; the others were over before.
fn ended_exactly(game: &str, setup: &str, seeds: u64, rule: &str) -> Vec<(Finished, GameRecord)> {
    let games = (1..=seeds).map(|seed| {
        let start = start(game, setup, seed);
        let (shortened, record) = play(&start, &rules(rule), seed);
        let (whole, _) = play(&start, &MatchRules::default(), seed);
        let same = shortened.plies.iter().zip(&whole.plies).all(|(one, other)| one.code == other.code);
        assert!(same && shortened.plies.len() <= whole.plies.len(), "{game} {seed}: the same game, but shorter");
        (shortened, record)
    });
    let is_exact = |(finished, _): &(Finished, GameRecord)| {
        matches!(finished.ending, Ending::Adjudicated { reason: Reason::Exact, .. })
    };
    let ended: Vec<(Finished, GameRecord)> = games.filter(is_exact).collect();
    assert!(2 * ended.len() as u64 > seeds, "{game}: {} of {seeds}", ended.len());
    for (finished, record) in &ended {
        assert_eq!(finished.ending.outcome(), Some(Outcome::of_tallies(finished.tally)));
        assert_eq!((&record.ending, record.tally), (&Some(finished.ending.clone()), finished.tally));
        assert!(record.labels.contains_key(EXACT_LABEL) && !finished.game.is_over());
        assert_eq!(GameRecord::from_json(&record.to_json()).unwrap(), *record);
    }
    ended
}

#[test]
fn othello_ends_as_its_solver_says() {
    for (finished, record) in ended_exactly("othello", "", 8, "exact=5k") {
        let [first, second] = finished.tally;
        assert_eq!(
            (lead(finished.tally), first + second),
            (solved(&finished.game), 64),
            "{}",
            finished.game.position()
        );
        assert!(64 - finished.game.tallies().iter().sum::<u32>() <= 12, "two to the power of 13 is more than 5000");
        assert!(record.labels[EXACT_LABEL].starts_with("solver, "), "{:?}", record.labels);
    }
}

#[test]
fn flood_ends_as_its_solver_says() {
    for (finished, record) in ended_exactly("flood", "width=6,colours=5", 8, "exact=5k") {
        assert_eq!(lead(finished.tally), solved(&finished.game), "{}", finished.game.position());
        assert!(record.labels[EXACT_LABEL].starts_with("solver, "), "{:?}", record.labels);
    }
}

#[test]
fn awale_ends_as_tables_and_search_say_right_after_a_capture() {
    let stop = AtomicBool::new(false);
    let tables = Tables::<Awari>::build(12, 1);
    for (finished, record) in ended_exactly("awale", "rules=awari", 8, "exact=1") {
        let game = &finished.game;
        let concrete = game.downcast_ref::<Awale<Awari>>().unwrap();
        // Tables are those of the machine: with larger ones games end sooner than what is worked out here.
        if let Some(bounds) = tables.bounds(Rows::of(concrete)) {
            let value = i64::from(bounds.exact().unwrap());
            let value = if game.turn() == Side::First { value } else { -value };
            assert_eq!(lead(finished.tally), lead(game.tallies()) + value, "{}", game.position());
        }
        // A search stops at a majority, where tables go on to the last seed: the winner is the same.
        let mut analyst = Analyst::new("expert", game).unwrap();
        let analysis = analyst.analyse(&question(game, &stop, Some(100_000)), &mut |_| {});
        let found = analysis.lead_of_first(game.turn()).unwrap();
        let winner = lead(finished.tally).signum();
        assert!(!analysis.is_exact || winner == found.partial_cmp(&0.0).unwrap() as i64, "{}", game.position());
        assert!(record.labels[EXACT_LABEL].starts_with("table awari with "), "{:?}", record.labels);
        assert!((47..=48).contains(&finished.tally.iter().sum::<u32>()));

        let judge = ExactJudge::of(game, &rules("exact=1")).unwrap().unwrap();
        let positions = record.replay(&start("awale", "rules=awari", 1)).unwrap();
        assert_eq!(history_of(&positions), [game.key()], "nothing from before can come back");
        assert_eq!(judge.result(game, &[game.key()], &stop).map(|end| end.tally), Some(finished.tally));
        assert_eq!(judge.result(game, &[0, game.key()], &stop), None, "in the middle of a run nothing is certain");
    }
}

#[test]
fn what_is_found_hangs_on_the_position_and_the_number_alone() {
    let stop = AtomicBool::new(false);
    let (finished, _) = play(&start("othello", "", 1), &rules("exact=5k"), 3);
    let ask = |number: u64| {
        let judge = ExactJudge::of(&finished.game, &rules(&format!("exact={number}"))).unwrap().unwrap();
        [(); 3].map(|()| judge.result(&finished.game, &[], &stop))
    };
    let [one, two, three] = ask(5000);
    assert!(one.is_some() && one == two && two == three, "asked again it answers the same");
    assert_eq!(ask(1), [None, None, None], "one position is not enough");
    let larger = ask(1_000_000)[0].clone();
    assert_eq!(larger, one, "whoever may look at more finds it by the same search");
}

#[test]
fn it_is_off_unless_asked_for_and_refused_where_nothing_is_known() {
    assert!(!MatchRules::default().to_string().contains("exact"));
    assert!(rules("exact=20k").to_string().ends_with(",exact=20000"));
    let othello = start("othello", "", 1);
    assert!(ExactJudge::of(&othello, &MatchRules::default()).unwrap().is_none());
    for (game, setup) in [("seven-colours", ""), ("othello", "size=6"), ("awale", "rules=kalah")] {
        let refused = ExactJudge::of(&start(game, setup, 1), &rules("exact=1")).err().unwrap().to_string();
        assert!(refused.contains(&format!("no exact results are known for {game}")), "{refused}");
    }
}
