//! The engine of the territory games: exact where games are small, legal and alike whatever happens.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use joute_games::random::Seed;
use joute_games::territory::flood::Flood;
use joute_games::territory::seven_colours::SevenColours;
use joute_games::{Game, GameSetup, NoFiles};
use joute_search::territory::{TerritoryEngine, TerritoryEngineOptions, TerritoryGame, TerritoryHeuristic};
use joute_search::{FloodSolver, Heuristic, Limits, Strategy, Thinking};

fn engine(limits: Limits) -> TerritoryEngine {
    TerritoryEngine::new(TerritoryEngineOptions { limits, hash: 1 << 20, ..TerritoryEngineOptions::default() })
}

fn thinking(stop: &AtomicBool) -> Thinking<'_> {
    Thinking { seed: Seed(1), limits: Limits::default(), history: &[], stop }
}

fn start<G: Game>(setup: &str, seed: u64) -> G {
    G::start(&G::Setup::parse(setup, &NoFiles).unwrap().with_seed(seed)).unwrap()
}

/// A position some random plies later that is not over.
fn later<G: Game>(mut game: G, plies: u64) -> G {
    let mut draw = Seed(plies).generator();
    for _ in 0..plies {
        let before = game.clone();
        let mv = game.random_move(&mut draw).unwrap();
        game.play(mv);
        if game.is_over() {
            return before;
        }
    }
    game
}

#[test]
fn small_positions_of_flood_have_the_value_that_the_solver_finds() {
    let stop = AtomicBool::new(false);
    let mut solver = FloodSolver::with_memory(1 << 20);
    // To a depth it does not ask the solver itself.
    let mut engine = engine(Limits { depth: Some(60), ..Limits::default() });
    for seed in 0..300 {
        let setup = ["width=5,colours=4", "width=4,colours=5", "graph=torus,width=4,colours=4"][seed as usize % 3];
        let game: Flood = later(start(setup, seed), seed % 5);
        let solved = solver.solve(&game, &thinking(&stop)).unwrap();
        let report = engine.choose(&game, &thinking(&stop)).report.unwrap();
        assert_eq!(report.score, f64::from(solved.margin), "{game}");
    }
}

/// The margin with which the side to move ends, by nothing but the rules; a colour that gains nothing is taken only where none does.
fn value(game: &SevenColours, known: &mut HashMap<u64, i32>) -> i32 {
    if game.is_over() {
        let tallies = game.tallies().map(|tally| tally as i32);
        return tallies[game.turn()] - tallies[game.turn().other()];
    }
    if let Some(value) = known.get(&game.key()) {
        return *value;
    }
    let moves = game.legal_moves();
    let gaining: Vec<_> = moves.iter().copied().filter(|mv| game.gain(*mv) > 0).collect();
    let tried = if gaining.is_empty() { &moves[..1] } else { &gaining[..] };
    let values = tried.iter().map(|mv| {
        let mut next = game.clone();
        next.play(*mv);
        -value(&next, known)
    });
    let best = values.max().unwrap();
    known.insert(game.key(), best);
    best
}

#[test]
fn small_positions_of_seven_colours_have_the_value_of_a_plain_search() {
    let stop = AtomicBool::new(false);
    let mut engine = engine(Limits { depth: Some(60), ..Limits::default() });
    for seed in 0..200 {
        let setup = ["size=5,colours=4,board=random", "size=4,colours=5,board=random"][seed as usize % 2];
        let game: SevenColours = later(start(setup, seed), seed % 5);
        let report = engine.choose(&game, &thinking(&stop)).report.unwrap();
        assert_eq!(report.score, f64::from(value(&game, &mut HashMap::new())), "{game}");
    }
}

/// Whole games against itself by positions: every move legal, and the same again with a fresh engine.
fn plays<G: TerritoryGame>(setup: &str)
where
    TerritoryHeuristic: Heuristic<G>,
{
    let stop = AtomicBool::new(false);
    let limits = Limits { nodes: Some(60), ..Limits::default() };
    let mut kept = engine(limits);
    let mut game: G = start(setup, 5);
    while !game.is_over() {
        let mv = kept.choose(&game, &thinking(&stop)).mv;
        assert!(game.is_legal(mv), "{mv} in {game}");
        assert_eq!(engine(limits).choose(&game, &thinking(&stop)).mv, mv);
        game.play(mv);
    }
}

#[test]
fn whole_games_are_legal_and_the_same_again() {
    let seven_colours = ["size=12", "size=9,enclosed=yes", "size=8,capture-enclosed=yes"];
    seven_colours.iter().copied().for_each(plays::<SevenColours>);
    let flood = ["width=10,colours=8", "graph=hgraph,width=9,forbidden=2", "graph=donut,width=9"];
    flood.iter().copied().for_each(plays::<Flood>);
    // More regions than it has bits for.
    let stop = AtomicBool::new(true);
    let game: Flood = start("width=50,colours=8", 1);
    let mv = engine(Limits::default()).choose(&game, &thinking(&stop)).mv;
    assert!(game.is_legal(mv));
}

#[test]
fn a_search_that_is_told_to_stop_has_a_legal_move() {
    let stop = AtomicBool::new(false);
    let game: SevenColours = start("size=30,board=random", 2);
    let mut engine = TerritoryEngine::new(TerritoryEngineOptions { threads: 2, ..TerritoryEngineOptions::default() });
    let unlimited = Limits { time: Some(Duration::from_secs(600)), ..Limits::default() };
    std::thread::scope(|scope| {
        let thought = scope.spawn(|| engine.choose(&game, &Thinking { limits: unlimited, ..thinking(&stop) }).mv);
        stop.store(true, Ordering::Relaxed);
        assert!(game.is_legal(thought.join().unwrap()));
    });
}
