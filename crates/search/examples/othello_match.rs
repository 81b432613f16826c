//! Plays Othello between two players from random openings, each twice with sides changed, and says who won.
//!
//! `othello_match ONE TWO PAIRS [SEED] [OPENING]`, the last being how many random moves there are at the beginning, 10 if nothing
//! is said. A player is `expert:KEY=VALUE,...` with nodes, depth, millis, selectivity, error, threads, book and by-hand (the
//! hand-made evaluation), `alphabeta:KEY=VALUE,...` with the first three, or `gtp:COMMAND ARGUMENTS`.
#![expect(clippy::print_stdout, reason = "a measuring program prints its figures")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use joute_games::othello::{Othello, OthelloSetup, Square};
use joute_games::random::Seed;
use joute_games::{Game, Side};
use joute_search::othello::Mobility;
use joute_search::othello::engine::{Engine, EngineOptions, Evaluation};
use joute_search::{AlphaBeta, AlphaBetaOptions, Erring, Limits, Strategy, Thinking};

enum Player {
    Own(Box<dyn Strategy<Othello>>),
    Gtp(Child),
}

impl Player {
    fn new(text: &str) -> Player {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        if name == "gtp" {
            let mut words = rest.split(' ');
            let mut command = Command::new(words.next().expect("a command"));
            command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
            return Player::Gtp(command.spawn().expect("a program that starts"));
        }
        let value = |key: &str| {
            let pair = rest.split(',').find_map(|pair| pair.split_once('=').filter(|(name, _)| *name == key));
            pair.map(|(_, value)| value.parse::<u64>().expect("a number"))
        };
        let limits = Limits {
            nodes: value("nodes"),
            depth: value("depth").map(|depth| depth as u32),
            time: value("millis").map(Duration::from_millis),
            ..Limits::default()
        };
        if name == "alphabeta" {
            let options = AlphaBetaOptions { limits, hash: 16 << 20, ..AlphaBetaOptions::default() };
            return Player::Own(Box::new(AlphaBeta::new(Mobility, options)));
        }
        let engine = Engine::new(EngineOptions {
            limits,
            threads: value("threads").unwrap_or(1) as u32,
            memory: 16 << 20,
            selectivity: value("selectivity").unwrap_or(5) as u8,
            evaluation: if value("by-hand") == Some(1) { Evaluation::HandMade } else { Evaluation::Learned },
            uses_book: value("book") == Some(1),
        });
        match value("error") {
            Some(error) if error > 0 => Player::Own(Box::new(Erring::new(engine, error as f64 / 10.0))),
            _ => Player::Own(Box::new(engine)),
        }
    }

    fn choose(&mut self, game: &Othello, moves: &[(Side, Square<8>)], seed: Seed) -> Square<8> {
        match self {
            Player::Own(strategy) => {
                let stop = AtomicBool::new(false);
                strategy.choose(game, &Thinking { seed, limits: Limits::default(), history: &[], stop: &stop }).mv
            }
            Player::Gtp(child) => {
                let mut commands = vec!["clear_board".to_owned()];
                commands.extend(moves.iter().map(|(side, mv)| format!("play {} {mv}", colour(*side))));
                commands.push(format!("genmove {}", colour(game.turn())));
                ask(child, &commands).to_lowercase().parse().expect("a move")
            }
        }
    }
}

fn colour(side: Side) -> &'static str {
    if side == Side::First { "black" } else { "white" }
}

/// Sends commands all at once and waits for the answer to the last.
fn ask(child: &mut Child, commands: &[String]) -> String {
    let text: String = commands.iter().map(|command| format!("{command}\n")).collect();
    child.stdin.as_mut().expect("piped").write_all(text.as_bytes()).expect("it listens");
    let mut reader = BufReader::with_capacity(1, child.stdout.as_mut().expect("piped"));
    let mut answer = String::new();
    for _ in commands {
        answer = read_answer(&mut reader);
    }
    answer
}

/// An answer ends with an empty line.
fn read_answer(reader: &mut impl BufRead) -> String {
    let mut answer = String::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).expect("it answers");
        if line.trim().is_empty() && !answer.is_empty() {
            return answer.trim_start_matches('=').trim().to_owned();
        }
        answer.push_str(line.trim());
    }
}

/// First's lead at the end, after so many random moves.
fn play(players: [&mut Player; 2], seed: Seed, opening: u32) -> i32 {
    let mut game = Othello::start(&OthelloSetup::default()).expect("the usual board");
    let mut generator = seed.purpose("opening").generator();
    let mut moves = Vec::new();
    let [first, second] = players;
    while !game.is_over() {
        let side = game.turn();
        let mv = match game.forced() {
            Some(pass) => pass,
            None if (moves.len() as u32) < opening => game.random_move(&mut generator).expect("it is not over"),
            None => {
                let player = if side == Side::First { &mut *first } else { &mut *second };
                player.choose(&game, &moves, seed.child(moves.len() as u64))
            }
        };
        assert!(game.is_legal(mv), "{game}: {mv}");
        game.play(mv);
        moves.push((side, mv));
    }
    game.score_with_empties()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let pairs: u64 = arguments[2].parse().expect("a number of pairs");
    let seed = Seed(arguments.get(3).map_or(1, |text| text.parse().expect("a seed")));
    let opening = arguments.get(4).map_or(10, |text| text.parse().expect("a number of moves"));
    let (mut one, mut two) = (Player::new(&arguments[0]), Player::new(&arguments[1]));
    let mut results = [0_u32; 3];
    let mut by_pair = [0_u32; 5];
    for pair in 0..pairs {
        let there = play([&mut one, &mut two], seed.child(pair), opening).signum();
        let back = -play([&mut two, &mut one], seed.child(pair), opening).signum();
        for result in [there, back] {
            results[(1 - result) as usize] += 1;
        }
        by_pair[(there + back + 2) as usize] += 1;
        if (pair + 1) % 5 == 0 || pair + 1 == pairs {
            println!(
                "{} pairs: {} won, {} drawn, {} lost; pairs by points {by_pair:?}",
                pair + 1,
                results[0],
                results[1],
                results[2]
            );
        }
    }
    for player in [one, two] {
        if let Player::Gtp(mut child) = player {
            ask(&mut child, &["quit".to_owned()]);
            let _ = child.wait();
        }
    }
}
