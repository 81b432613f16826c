//! Measures the engine of Awalé: `depths` tells what it takes to look so far ahead from the start, `match` plays it against
//! `alphabeta`, `duel` any two players, `plain` and `tables` tell what looking less deeply at late moves and tables are worth.
//!
//! ```text
//! cargo run --release --example awale_engine -- depths
//! cargo run --release --example awale_engine -- match GAMES NODES ALPHABETA-NODES
//! cargo run --release --example awale_engine -- duel GAMES d9 d6
//! cargo run --release --example awale_engine -- against GAMES NODES WEIGHTS-FILE
//! ```
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use joute_games::awale::{Abapa, Awale, Setup};
use joute_games::history::History;
use joute_games::random::Seed;
use joute_games::{Game, Settlement, Side};
use joute_search::awale::tables::EndgameOptions;
use joute_search::awale::{Engine, EngineOptions, Seeds, Weights};
use joute_search::{AlphaBeta, AlphaBetaOptions, Limits, Strategy, Thinking};

type Position = Awale<Abapa>;
type Boxed = Box<dyn Strategy<Position>>;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u64| words.get(at).and_then(|word| word.parse().ok()).unwrap_or(default);
    match words.first().map_or("depths", String::as_str) {
        "match" => {
            let (games, nodes, theirs) = (number(1, 20), number(2, 200_000), number(3, 260_000));
            let score = play_match(games, engine(nodes, Weights::default(), true), alphabeta(theirs));
            println!("engine {nodes} nodes against alphabeta {theirs} nodes: {score}");
        }
        "plain" => {
            let (games, nodes) = (number(1, 20), number(2, 100_000));
            let score =
                play_match(games, engine(nodes, Weights::default(), true), engine(nodes, Weights::default(), false));
            println!("selective against full width, {nodes} nodes: {score}");
        }
        "tables" => {
            let (games, nodes) = (number(1, 20), number(2, 100_000));
            let without = Engine::new(EngineOptions { endgame: None, ..options(nodes, Weights::default(), true) });
            let score = play_match(games, engine(nodes, Weights::default(), true), Box::new(without));
            println!("tables against none, {nodes} nodes: {score}");
        }
        "duel" => {
            let (Some(one), Some(other)) = (words.get(2), words.get(3)) else { return println!("who?") };
            let score = play_match(number(1, 40), player(one), player(other));
            println!("{one} against {other}: {score}");
        }
        "against" => {
            let (games, nodes) = (number(1, 20), number(2, 100_000));
            let Some(weights) = words.get(3).and_then(|path| read_weights(path)) else {
                return println!("no weights in that file");
            };
            let score = play_match(games, engine(nodes, weights, true), engine(nodes, Weights::default(), true));
            println!("those weights against the present ones, {nodes} nodes: {score}");
        }
        _ => depths(number(1, 17) as u32),
    }
}

/// A player by its text: `random`, `greedy`, `m2` for plain minimax, `d9` or `n20000` for the engine with a limit, `p4` without
/// tables, `t100` with so many
/// milliseconds, `ab20000` for alpha-beta with a limit of nodes, `abt400` with one of milliseconds.
fn player(text: &str) -> Boxed {
    let number = || text.trim_start_matches(|c: char| c.is_alphabetic()).parse().unwrap_or(1);
    let time = Limits { time: Some(std::time::Duration::from_millis(number())), ..Limits::default() };
    let of_engine = |limits| Engine::new(EngineOptions { limits, ..options(0, Weights::default(), true) });
    match text.trim_end_matches(|c: char| c.is_numeric()) {
        "random" => Box::new(joute_search::Random),
        "greedy" => Box::new(joute_search::Greedy { ties: joute_search::Ties::Random }),
        "d" => Box::new(of_engine(Limits { depth: Some(number() as u32), ..Limits::default() })),
        // As the lower levels are: without tables.
        "p" => {
            let limits = Limits { depth: Some(number() as u32), ..Limits::default() };
            Box::new(Engine::new(EngineOptions { limits, endgame: None, ..options(0, Weights::default(), true) }))
        }
        "m" => Box::new(joute_search::Minimax::new(number() as u32)),
        "t" => Box::new(of_engine(time)),
        "ab" => alphabeta(number()),
        "abt" => Box::new(AlphaBeta::new(Seeds, AlphaBetaOptions { limits: time, ..AlphaBetaOptions::default() })),
        _ => engine(number(), Weights::default(), true),
    }
}

fn read_weights(path: &str) -> Option<Weights> {
    let text = std::fs::read_to_string(path).ok()?;
    let list: Option<Vec<i16>> = text.split_whitespace().map(|word| word.parse().ok()).collect();
    Weights::of_list(&list?)
}

fn options(nodes: u64, weights: Weights, is_selective: bool) -> EngineOptions {
    EngineOptions {
        limits: Limits { nodes: Some(nodes), ..Limits::default() },
        hash: 32 << 20,
        endgame: Some(EndgameOptions { seeds: 10, ..EndgameOptions::default() }),
        weights,
        is_selective,
        ..EngineOptions::default()
    }
}

fn engine(nodes: u64, weights: Weights, is_selective: bool) -> Boxed {
    Box::new(Engine::new(options(nodes, weights, is_selective)))
}

fn alphabeta(nodes: u64) -> Boxed {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    Box::new(AlphaBeta::new(Seeds, AlphaBetaOptions { limits, ..AlphaBetaOptions::default() }))
}

/// Pairs of games from random openings of six plies, seats swapped; the share of points of the first.
fn play_match(games: u64, mut one: Boxed, mut other: Boxed) -> String {
    let (mut wins, mut draws) = (0, 0);
    for game in 0..games {
        let swapped = game % 2 == 1;
        one.start_afresh();
        other.start_afresh();
        let margin = play(game / 2, if swapped { [&mut other, &mut one] } else { [&mut one, &mut other] });
        let margin = if swapped { -margin } else { margin };
        wins += u64::from(margin > 0);
        draws += u64::from(margin == 0);
    }
    let points = wins as f64 + draws as f64 / 2.0;
    format!("+{wins} ={draws} -{}: {:.1} %", games - wins - draws, 100.0 * points / games as f64)
}

/// What First has more in the end.
fn play(seed: u64, players: [&mut Boxed; 2]) -> i32 {
    let mut generator = Seed(seed).purpose("opening").generator();
    let Ok(mut game) = Position::start(&Setup::default()) else { return 0 };
    for _ in 0..6 {
        if let Some(mv) = game.random_move(&mut generator) {
            game.play(mv);
        }
    }
    let mut history = History::starting_at(&game);
    let stop = AtomicBool::new(false);
    let margin = |tallies: [u32; 2]| tallies[Side::First] as i32 - tallies[Side::Second] as i32;
    for ply in 0..500 {
        if game.is_over() {
            return margin(game.tallies());
        }
        let thinking = Thinking { seed: Seed(ply), limits: Limits::default(), history: history.keys(), stop: &stop };
        let mv = players[game.turn().index()].choose(&game, &thinking).mv;
        let irreversible = game.play_noting(mv);
        if history.note(game.key(), irreversible) {
            return margin(game.settle(Settlement::Repetition));
        }
    }
    margin(game.settle(Settlement::Cap))
}

/// Nodes and time to look so far ahead from the start, nothing cut short.
fn depths(last: u32) {
    let Ok(game) = Position::start(&Setup::default()) else { return };
    let stop = AtomicBool::new(false);
    for depth in (9..=last).step_by(2) {
        for is_selective in [false, true] {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let mut engine =
                Engine::<Abapa>::new(EngineOptions { limits, is_selective, ..options(0, Weights::default(), true) });
            engine.get_ready();
            let thinking = Thinking { seed: Seed(0), limits: Limits::default(), history: &[], stop: &stop };
            let (clock, cpu) = (Instant::now(), cpu_time());
            let Some(report) = engine.choose(&game, &thinking).report else { return };
            let (seconds, cpu) = (clock.elapsed().as_secs_f64(), cpu_time() - cpu);
            let speed = report.nodes as f64 / cpu / 1e6;
            let width = if is_selective { "selective" } else { "full width" };
            println!(
                "depth {depth} {width}: {} nodes, {seconds:.3} s, CPU {cpu:.3} s, {speed:.1} M nodes/CPU s, {:+.2} {:?}",
                report.nodes,
                report.score,
                report.pv.iter().map(ToString::to_string).collect::<String>()
            );
        }
    }
}

/// Seconds of the processor this program has used, as the system tells it.
fn cpu_time() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}
