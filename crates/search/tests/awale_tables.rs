//! Endgame tables of Awalé: against the rules of the game, against their own moves, and against published figures.
#![expect(clippy::unwrap_used, reason = "a test that cannot set up its position must fail")]

use std::sync::atomic::AtomicBool;

use joute_games::awale::{Abapa, Awale, Awari, Setup};
use joute_games::random::Seed;
use joute_games::{Game, Side};
use joute_search::awale::tables::{Bounds, EndgameOptions, TableSolver, Tables, positions};
use joute_search::awale::{Rows, StandardRules};
use joute_search::{Goal, Limits, Solver, Thinking};
use joute_testkit::vectors;

/// A position with these rows and empty stores.
fn game<R: StandardRules>(rows: Rows) -> Awale<R> {
    let pits = |row: u64| row.to_le_bytes().map(u32::from);
    let (mine, theirs) = (pits(rows.mine), pits(rows.theirs));
    Awale::new(&Setup::standard(R::RULES), [&mine[..6], &theirs[..6]], [0, 0], Side::First).unwrap()
}

/// Every legal move as the rules have it: the pit, the rows after it and what was captured.
fn by_the_rules<R: StandardRules>(game: &Awale<R>) -> Vec<(u32, Rows, u32)> {
    let moves = game.legal_moves().into_iter().map(|mv| {
        let mut after = *game;
        after.play(mv);
        let captured = after.store(game.turn()) - game.store(game.turn());
        (mv.pit(), Rows::of(&after), captured)
    });
    moves.collect()
}

fn plays_by_the_rules<R: StandardRules>() {
    for seed in 0..300 {
        let mut generator = Seed(seed).generator();
        let mut position: Awale<R> = Awale::start(&Setup::standard(R::RULES)).unwrap();
        for _ in 0..200 {
            let rows = Rows::of(&position);
            let moves: Vec<_> = rows.successors::<R>().map(|next| (next.pit, next.rows, next.captured)).collect();
            // Without the stores, which may end the game.
            assert_eq!(moves, by_the_rules(&game::<R>(rows)), "{position}");
            let Some(mv) = position.random_move(&mut generator) else { break };
            position.play(mv);
        }
        if position.legal_moves().is_empty() && position.tallies().iter().sum::<u32>() == 48 {
            let (mine, theirs) = (position.turn(), position.turn().other());
            let stores = position.store(mine) as i32 - position.store(theirs) as i32;
            let margin = position.tally(mine) as i32 - position.tally(theirs) as i32;
            assert_eq!(margin - stores, Rows::of(&position).final_value::<R>(), "{position}");
        }
    }
}

#[test]
fn rows_are_played_by_the_rules() {
    plays_by_the_rules::<Awari>();
    plays_by_the_rules::<Abapa>();
}

/// Every position of few seeds, where starving and grand slams are common.
#[test]
fn small_rows_are_played_by_the_rules() {
    fn check<R: StandardRules>() {
        for seeds in 0..=4 {
            for number in 0..positions(seeds) {
                let rows = joute_search::awale::tables::position(seeds, number);
                let moves: Vec<_> = rows.successors::<R>().map(|next| (next.pit, next.rows, next.captured)).collect();
                assert_eq!(moves, by_the_rules(&game::<R>(rows)), "{rows:?}");
            }
        }
    }
    check::<Awari>();
    check::<Abapa>();
}

/// Wins, draws and losses by seeds, as an independent program counted them.
fn check_totals(tables: &Tables<Awari>, least_layers: usize) {
    let mut checked = 0;
    for line in vectors::read("awari.wdl.txt").lines() {
        let field = |name: &str| line.split_whitespace().find_map(|word| word.strip_prefix(name)).unwrap();
        let Some(layer) = tables.layers().get(field("n=").parse::<usize>().unwrap()) else { continue };
        let totals = layer.totals();
        assert_eq!(format!("{}/{}/{}", totals.wins, totals.draws, totals.losses), field("WDL_all="), "{line}");
        let size: u64 = field("pos=").parse().unwrap();
        assert_eq!(totals.wins + totals.draws + totals.losses, size, "{line}");
        assert_eq!(format!("{:.5}", totals.sum as f64 / size as f64), field("mean="), "{line}");
        checked += 1;
    }
    assert!(checked >= least_layers, "{checked} layers");
}

fn check_consistency<R: StandardRules>(tables: &Tables<R>) {
    for layer in tables.layers() {
        assert_eq!(tables.disagreement(layer.seeds(), 0..usize::MAX), None, "{} {}", R::NAME, layer.seeds());
    }
}

#[test]
fn awari_totals_are_the_published_ones() {
    let tables = Tables::<Awari>::build(10, 1);
    check_totals(&tables, 10);
    check_consistency(&tables);
}

#[test]
#[ignore = "the long run: 16 seeds are 30 million positions, some seconds in a release build"]
fn awari_totals_are_the_published_ones_up_to_16_seeds() {
    let tables = Tables::<Awari>::build(16, 2);
    check_totals(&tables, 16);
    check_consistency(&tables);
    let example = Rows::of_pits([1, 1, 1, 1, 1, 2, 4, 2, 3, 0, 0, 0]);
    assert_eq!(tables.bounds(example), Some(Bounds { low: 0, high: 0 }));
    let value = |next: joute_search::awale::Successor| next.captured as i32 - tables.bounds(next.rows).unwrap().low;
    let moves: Vec<i32> = example.successors::<Awari>().map(value).collect();
    assert_eq!(moves, [-1, -1, -2, -2, -2, 0]);
}

#[test]
fn threads_change_nothing() {
    assert_eq!(Tables::<Awari>::build(9, 1).layers(), Tables::<Awari>::build(9, 3).layers());
    assert_eq!(Tables::<Abapa>::build(8, 1).layers(), Tables::<Abapa>::build(8, 3).layers());
}

#[test]
fn abapa_bounds_follow_from_their_moves_and_enclose() {
    let tables = Tables::<Abapa>::build(9, 1);
    check_consistency(&tables);
    for layer in tables.layers() {
        let bounds = (0..positions(layer.seeds())).map(|number| layer.at(number));
        assert!(bounds.clone().all(|bounds| bounds.low <= bounds.high), "{} seeds", layer.seeds());
    }
}

/// The result of perfect play under `abapa` from a position without a past, every way to repeat one followed to its end.
fn played_out(position: &Awale<Abapa>, path: &mut Vec<u64>, budget: &mut u32) -> Option<i32> {
    *budget = budget.checked_sub(1)?;
    let (mine, theirs) = (position.turn(), position.turn().other());
    let margin = |tallies: [u32; 2]| tallies[mine] as i32 - tallies[theirs] as i32;
    if position.is_over() {
        return Some(margin(position.tallies()));
    }
    if path.contains(&position.key()) {
        return Some(margin(position.settle(joute_games::Settlement::Repetition)));
    }
    path.push(position.key());
    let mut best = None;
    for mv in position.legal_moves() {
        let mut after = *position;
        after.play(mv);
        let value = played_out(&after, path, budget).map(|value| -value);
        if value.is_none() {
            path.pop();
            return None;
        }
        best = best.max(value);
    }
    path.pop();
    best
}

#[test]
fn abapa_bounds_hold_for_games_played_out() {
    let tables = Tables::<Abapa>::build(4, 1);
    let (mut checked, mut open) = (0, 0);
    for layer in &tables.layers()[1..] {
        for number in 0..positions(layer.seeds()) {
            let rows = joute_search::awale::tables::position(layer.seeds(), number);
            let Some(value) = played_out(&game(rows), &mut Vec::new(), &mut 4_000) else { continue };
            let bounds = layer.at(number);
            assert!((bounds.low..=bounds.high).contains(&value), "{rows:?}: {value} is not within {bounds:?}");
            checked += 1;
            open += u32::from(bounds.exact().is_none());
        }
    }
    assert!(checked > 600 && open > 15, "{checked} positions, {open} of them open");
}

/// Positions above the tables, whose rounds close on the way of the search itself.
#[test]
fn abapa_above_the_tables_is_solved_as_games_played_out() {
    let endgame = EndgameOptions { seeds: 1, ..EndgameOptions::default() };
    let mut solver = TableSolver::<Abapa>::new(endgame, 1, 1 << 20);
    let stop = AtomicBool::new(false);
    let limits = Limits { nodes: Some(200_000), ..Limits::default() };
    let thinking = Thinking { seed: Seed(1), limits, history: &[], stop: &stop };
    let (mut checked, mut rounds) = (0, 0);
    for seeds in 2..=4 {
        for number in 0..positions(seeds) {
            let start = game::<Abapa>(joute_search::awale::tables::position(seeds, number));
            let Some(value) = played_out(&start, &mut Vec::new(), &mut 4_000) else { continue };
            if start.is_over() {
                continue;
            }
            let Some(solved) = solver.solve(&start, &thinking, Goal::Exact) else {
                rounds += 1;
                continue;
            };
            assert_eq!(solved.margin, value, "{start}");
            checked += 1;
        }
    }
    assert!(checked > 350 && rounds == 0, "{checked} solved, {rounds} not");
}
