//! The engine of the territory games: exact where games are small, legal and alike whatever happens.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use joute_games::random::Seed;
use joute_games::territory::flood::Flood;
use joute_games::territory::seven_colours::SevenColours;
use joute_games::{Game, GameSetup, NoFiles};
use joute_search::territory::{TerritoryEngine, TerritoryEngineOptions, TerritoryGame, TerritoryHeuristic};
use joute_search::{FloodSolver, Greedy, Heuristic, Limits, Strategy, Thinking};

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

/// The side that sits first wins by so much: an engine by positions against a greedy opponent that moves first.
fn lead_over_greedy(setup: &str, seed: u64, uses_models: bool, nodes: u64) -> i32 {
    let stop = AtomicBool::new(false);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let options = TerritoryEngineOptions { limits, hash: 1 << 20, uses_models, ..TerritoryEngineOptions::default() };
    let mut engine = TerritoryEngine::new(options);
    let mut game: Flood = start(setup, seed);
    for ply in 0.. {
        if game.is_over() {
            break;
        }
        let mv = match ply % 2 {
            0 => Greedy::default().choose(&game, &thinking(&stop)).mv,
            _ => engine.choose(&game, &thinking(&stop)).mv,
        };
        game.play(mv);
    }
    let [greedy, engine] = game.tallies().map(|tally| tally as i32);
    engine - greedy
}

#[test]
fn whose_mistakes_are_known_loses_more_often() {
    let won = |uses_models| {
        (0..12).filter(|&seed| lead_over_greedy("width=9,colours=8", seed, uses_models, 1500) > 0).count()
    };
    let (with, without) = (won(true), won(false));
    assert!(with > without, "{with} with models, {without} without");
}

#[test]
fn a_won_game_is_never_given_away_for_a_model() {
    let stop = AtomicBool::new(false);
    let mut solver = FloodSolver::with_memory(1 << 20);
    let mut engine = engine(Limits { nodes: Some(200_000), ..Limits::default() });
    let mut won = 0;
    for seed in 0..30 {
        let mut game: Flood = start("width=6,colours=6", seed);
        for ply in 0.. {
            if game.is_over() {
                break;
            }
            let mv = match (ply + seed) % 2 {
                0 => Greedy::default().choose(&game, &thinking(&stop)).mv,
                _ => engine.choose(&game, &thinking(&stop)).mv,
            };
            let is_won = solver.solve(&game, &thinking(&stop)).unwrap().margin > 0;
            game.play(mv);
            if (ply + seed) % 2 == 1 && is_won && !game.is_over() {
                won += 1;
                assert!(solver.solve(&game, &thinking(&stop)).unwrap().margin < 0, "{game}");
            }
        }
    }
    assert!(won > 100, "{won}");
}

#[test]
fn to_a_depth_no_model_is_looked_for() {
    let stop = AtomicBool::new(false);
    let limits = Limits { depth: Some(2), ..Limits::default() };
    let mut plain = TerritoryEngine::new(TerritoryEngineOptions {
        limits,
        hash: 1 << 20,
        uses_models: false,
        ..TerritoryEngineOptions::default()
    });
    let mut engine = engine(limits);
    for seed in 0..10 {
        let mut game: Flood = start("width=9,colours=8", seed);
        while !game.is_over() {
            game.play(Greedy::default().choose(&game, &thinking(&stop)).mv);
            if !game.is_over() {
                let mv = engine.choose(&game, &thinking(&stop)).mv;
                assert_eq!(plain.choose(&game, &thinking(&stop)).mv, mv);
                game.play(mv);
            }
        }
    }
}
