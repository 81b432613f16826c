//! The engine of Awalé: exact where it says so, legal whenever it is stopped, the same on every machine.
#![expect(clippy::unwrap_used, reason = "a test that cannot set up its position must fail")]

use std::sync::atomic::AtomicBool;

use joute_games::awale::{Abapa, Awale, Awari, Setup};
use joute_games::random::Seed;
use joute_games::{Game, Side};
use joute_search::awale::tables::{EndgameOptions, Tables, position, positions};
use joute_search::awale::{Engine, EngineOptions, Rows, StandardRules};
use joute_search::{Choice, Limits, Strategy, Thinking};

static GO: AtomicBool = AtomicBool::new(false);

fn thinking(limits: Limits) -> Thinking<'static> {
    Thinking { seed: Seed(7), limits, history: &[], stop: &GO }
}

fn options(nodes: u64) -> EngineOptions {
    EngineOptions {
        limits: Limits { nodes: Some(nodes), ..Limits::default() },
        hash: 1 << 20,
        endgame: None,
        is_selective: false,
        ..EngineOptions::default()
    }
}

/// A position with these rows, and stores so even that neither side has a majority soon.
fn late_game<R: StandardRules>(rows: Rows) -> Awale<R> {
    let pits = |row: u64| row.to_le_bytes().map(u32::from);
    let (mine, theirs, rest) = (pits(rows.mine), pits(rows.theirs), 48 - rows.seeds());
    let stores = [rest / 2, rest - rest / 2];
    Awale::new(&Setup::standard(R::RULES), [&mine[..6], &theirs[..6]], stores, Side::First).unwrap()
}

/// Positions of a layer, spread over all of it.
fn some_positions(seeds: u32, count: usize) -> impl Iterator<Item = Rows> {
    let step = (positions(seeds) / count).max(1);
    (0..positions(seeds)).step_by(step).map(move |number| position(seeds, number))
}

/// Searches late positions without tables to the end of every line and holds them against the tables.
fn check_against_tables<R: StandardRules>(least: u32) {
    let tables = Tables::<R>::build(6, 1);
    let mut engine = Engine::<R>::new(options(30_000));
    let mut complete = 0;
    for seeds in 1..=6 {
        for rows in some_positions(seeds, 250) {
            let game = late_game::<R>(rows);
            if game.is_over() {
                continue;
            }
            let analysis = engine.analyse(&game, &thinking(Limits::default()), &mut |_| {}).unwrap();
            if !analysis.is_complete {
                continue;
            }
            let lead = i32::from(game.store(Side::First) as i8) - i32::from(game.store(Side::Second) as i8);
            let bounds = tables.bounds(rows).unwrap();
            let (found, low, high) = (analysis.lines[0].score as i32, lead + bounds.low, lead + bounds.high);
            // A game ends as soon as somebody has the majority: the winner counts.
            let result = |margin: i32| margin.signum();
            assert!(
                result(low) <= result(found) && result(found) <= result(high),
                "{game}: {found} is not within {low} and {high}"
            );
            complete += 1;
        }
    }
    assert!(complete > least, "{complete} positions");
}

#[test]
fn late_positions_are_worth_what_the_tables_say() {
    check_against_tables::<Awari>(600);
    check_against_tables::<Abapa>(600);
}

/// With tables the result of a late position is found where plain search finds it too.
#[test]
fn tables_change_no_result() {
    let endgame = Some(EndgameOptions { seeds: 4, ..EndgameOptions::default() });
    let mut with = Engine::<Abapa>::new(EngineOptions { endgame, ..options(30_000) });
    let mut without = Engine::<Abapa>::new(options(30_000));
    let mut compared = 0;
    for rows in some_positions(5, 400) {
        let game = late_game::<Abapa>(rows);
        if game.is_over() {
            continue;
        }
        let ask =
            |engine: &mut Engine<Abapa>| engine.analyse(&game, &thinking(Limits::default()), &mut |_| {}).unwrap();
        let (one, other) = (ask(&mut with), ask(&mut without));
        if one.is_complete && other.is_complete {
            let sign = |score: f64| (score as i32).signum();
            assert_eq!(sign(one.lines[0].score), sign(other.lines[0].score), "{game}");
            compared += 1;
        }
    }
    assert!(compared > 60, "{compared} positions");
}

fn start() -> Awale<Abapa> {
    Awale::start(&Setup::default()).unwrap()
}

#[test]
fn the_same_limit_of_nodes_gives_the_same_search() {
    let search = || Engine::<Abapa>::new(options(50_000)).choose(&start(), &thinking(Limits::default()));
    let tell = |choice: Choice<_>| {
        let report = choice.report.unwrap();
        (choice.mv, report.score, report.depth, report.nodes, report.pv)
    };
    let (one, other) = (tell(search()), tell(search()));
    assert_eq!(one, other);
    assert!(one.2 >= 8 && one.3 <= 50_100, "{one:?}");
}

#[test]
fn a_stopped_search_still_has_a_legal_move() {
    let stop = AtomicBool::new(true);
    for threads in [1, 3] {
        let mut engine = Engine::<Abapa>::new(EngineOptions { threads, ..options(u64::MAX) });
        let mut game = start();
        for _ in 0..12 {
            let told = Thinking { stop: &stop, ..thinking(Limits::default()) };
            let mv = engine.choose(&game, &told).mv;
            assert!(game.is_legal(mv), "{mv} at {game}");
            game.play(mv);
        }
    }
}

#[test]
fn several_threads_find_a_legal_line() {
    let mut engine = Engine::<Abapa>::new(EngineOptions { threads: 3, ..options(200_000) });
    let choice = engine.choose(&start(), &thinking(Limits::default()));
    let mut game = start();
    for mv in choice.report.unwrap().pv {
        assert!(game.is_legal(mv), "{mv} at {game}");
        game.play(mv);
    }
}

/// South can capture two at once or walk into losing them.
#[test]
fn a_capture_is_seen() {
    let text = "0-0-0-0-0-1-1-4-4-4-4-4-10-16-S";
    let game: Awale<Abapa> = Awale::parse(&Setup::default(), text).unwrap();
    let choice = Engine::new(options(5_000)).choose(&game, &thinking(Limits::default()));
    assert_eq!(choice.mv.to_string(), "F");
}
