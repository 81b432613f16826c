//! How long a built-in player of any game takes to answer when it is told to stop:
//! `search_stop GAME [PLAYER] [SETUP] [TRIALS] [BUSY] [SEED] [OPPONENT]`, for instance
//! `search_stop flood expert:book=no width=20 500 2`.
//!
//! It thinks about positions of random games, in which OPPONENT has chosen the moves of the other side if one is named, and is stopped after a random time of up to 50 ms; `BUSY` processes that never rest
//! stand beside it meanwhile. Prints how the time from being told to the answer is distributed, by the clock and what of it the
//! processor spent on the player, which may be some milliseconds too much: what a thread spends on another core the system knows
//! from tick to tick only. A move that is not legal ends it.
#![expect(clippy::print_stdout, reason = "a measuring program prints its figures")]

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use joute_catalog::{BuiltIn, find_built_in, find_game};
use joute_games::random::{Generator, Seed};
use joute_games::{AnyGame, MoveCode, NoFiles};
use joute_referee::{ClockView, MatchRules, Player, Said, Turn};

/// What this program is called with to do nothing but keep a processor busy.
const SPIN: &str = "spin";

/// A player is told to stop within so many microseconds.
const LATEST_STOP: u64 = 50_000;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |at: usize, default: &str| words.get(at).map_or(default, String::as_str).to_owned();
    let number = |at: usize, default: u64| words.get(at).and_then(|word| word.parse().ok()).unwrap_or(default);
    let game = word(0, "othello");
    if game == SPIN {
        return spin();
    }
    let (player, setup) = (word(1, "expert:book=no"), word(2, ""));
    let (trials, busy, seed) = (number(3, 500), number(4, 0), number(5, 1));
    let mut opponent = words.get(6).map(|text| built_in(text));
    let others: Vec<Child> = (0..busy).map(|_| start_spinning()).collect();
    let times = trials_of(&game, &setup, &player, opponent.as_mut(), trials, Seed(seed));
    let stopped = times.len();
    println!(
        "{player} at {game} {setup}: {stopped} searches stopped, all moves legal; {busy} busy processes, seed {seed}"
    );
    print("by the clock", times.iter().map(|times| times[0]).collect());
    print("of the processor", times.iter().map(|times| times[1]).collect());
    others.into_iter().for_each(stop_spinning);
}

/// A built-in player by its name and parameters.
fn built_in(text: &str) -> BuiltIn {
    let (name, parameters) = text.split_once(':').unwrap_or((text, ""));
    let entry = find_built_in(name).expect("a built-in player");
    BuiltIn::new(entry, parameters).expect("parameters of that player")
}

/// The times of all searches that had to be stopped.
fn trials_of(
    game: &str,
    setup: &str,
    player: &str,
    mut opponent: Option<&mut BuiltIn>,
    trials: u64,
    seed: Seed,
) -> Vec<[f64; 2]> {
    let mut player = built_in(player);
    let mut generator = seed.generator();
    let one = |number| {
        let game = position(game, setup, number, &mut generator, opponent.as_deref_mut());
        trial(&mut player, &game, Duration::from_micros(generator.below(LATEST_STOP)))
    };
    (0..trials).filter_map(one).collect()
}

/// A position of a random game with a choice to make; every other move before it, the last one among them, is the opponent's.
fn position(
    game: &str,
    setup: &str,
    number: u64,
    generator: &mut Generator,
    mut opponent: Option<&mut BuiltIn>,
) -> AnyGame {
    let source = find_game(game).expect("a game").setup(setup, &NoFiles).expect("a setup of it");
    let start = source.start(number).expect("a possible setup");
    loop {
        let mut game = start.clone();
        let plies = generator.below(50);
        for ply in 0..plies {
            let Some(drawn) = generator.pick(&game.legal()) else { break };
            let opponent = opponent.as_deref_mut().filter(|_| (plies - ply) % 2 == 1);
            let mv = opponent.map_or(drawn, |opponent| chosen(opponent, &game));
            game.play(mv);
        }
        if game.legal().len() > 1 {
            return game;
        }
    }
}

/// What an opponent plays, who is not stopped.
fn chosen(opponent: &mut BuiltIn, game: &AnyGame) -> MoveCode {
    let (stop, rules) = (AtomicBool::new(false), MatchRules::default());
    let turn = turn(game, &rules, &stop);
    opponent.open(&turn).expect("a player of this game");
    match opponent.choose(&turn).expect("an answer").said {
        Said::Move(mv) => mv,
        _ => panic!("{}: no move was said", game.position()),
    }
}

/// A turn without a clock.
fn turn<'a>(game: &'a AnyGame, rules: &'a MatchRules, stop: &'a AtomicBool) -> Turn<'a> {
    const OPEN: &ClockView = &ClockView { left: [None; 2], move_limit: None };
    let side = game.turn();
    Turn { game, side, plies: &[], history: &[], seed: Seed(0), clock: OPEN, deadline: None, rules, stop }
}

/// Milliseconds from being told to stop to the answer, by the clock and of the processor; nothing when the search had ended by
/// itself.
fn trial(player: &mut BuiltIn, game: &AnyGame, after: Duration) -> Option<[f64; 2]> {
    let (stop, rules) = (AtomicBool::new(false), MatchRules::default());
    let turn = turn(game, &rules, &stop);
    player.open(&turn).expect("a player of this game");
    std::thread::scope(|scope| {
        let teller = scope.spawn(|| {
            std::thread::sleep(after);
            let told = now();
            stop.store(true, Ordering::Relaxed);
            told
        });
        let said = player.choose(&turn).expect("an answer").said;
        let (answered, was_told) = (now(), stop.load(Ordering::Relaxed));
        let Said::Move(mv) = said else { panic!("{}: no move was said", game.position()) };
        assert!(game.is_legal(mv), "{}: {} is not legal", game.position(), game.text(mv));
        let told = teller.join().expect("it only sleeps");
        let times = [answered.0.saturating_duration_since(told.0), answered.1.saturating_sub(told.1)];
        was_told.then(|| times.map(|time| time.as_secs_f64() * 1e3))
    })
}

/// The time by the clock, and the time that the processor has spent on this program.
fn now() -> (Instant, Duration) {
    let spent = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    (Instant::now(), Duration::new(spent.tv_sec.unsigned_abs(), spent.tv_nsec.unsigned_abs() as u32))
}

/// This program again, to keep a processor busy for as long as its standard input is open: it ends with its parent.
fn start_spinning() -> Child {
    let program = std::env::current_exe().expect("the path of this program");
    Command::new(program).arg(SPIN).stdin(Stdio::piped()).spawn().expect("another process")
}

fn stop_spinning(mut other: Child) {
    drop(other.stdin.take());
    other.wait().expect("it ends with its input");
}

fn spin() {
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            // An error is as good an end as any.
            let _ = std::io::stdin().read_to_end(&mut Vec::new());
            is_done.store(true, Ordering::Relaxed);
        });
        while !is_done.load(Ordering::Relaxed) {
            std::hint::spin_loop();
        }
    });
}

fn print(what: &str, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times.get((times.len().saturating_sub(1) as f64 * share) as usize).copied().unwrap_or(0.0);
    println!(
        "milliseconds {what}: median {:.3}, 90 % {:.3}, 99 % {:.3}, longest {:.3}",
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0)
    );
}
