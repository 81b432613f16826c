//! Games the engine plays with itself from positions of real games, and what they came to.
//!
//! A game begins at a random place of a random real game, a few random moves further, so that positions come up that people
//! avoid. From there on both sides play as well as a shallow search allows, and the last squares perfectly: every position on the way
//! is worth what the game came to.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use joute_games::othello::wthor::Games;
use joute_games::othello::{Othello, OthelloSetup, Square};
use joute_games::random::{Generator, Seed};
use joute_games::{Game, Side};
use joute_search::othello::engine::{Board, Engine, EngineOptions, ExactSolver, Weights};
use joute_search::{Limits, Strategy, Thinking};

use crate::label::game_files;
use crate::sample::{self, Origin, Sample};

/// With so many empty squares the rest of a game is solved.
const SOLVED: u32 = 16;

/// Games in a file.
const CHUNK: u64 = 250;

/// Real games begin to differ about here, and later than this too little of a game is left.
const PLIES: std::ops::Range<u64> = 2..38;

/// How games are played.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct Play {
    /// How many games to have in all.
    #[arg(long, default_value_t = 20_000)]
    pub(crate) games: u64,
    /// How deep each move is searched.
    #[arg(long, default_value_t = 6)]
    pub(crate) depth: u32,
    /// The seed of the first game.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// Plays the games that are not there yet, file by file.
pub(crate) fn run(play: Play, weights: &'static Weights, wthor: &Path, work: &Path) -> Result<()> {
    let openings = openings(wthor)?;
    let limits = Limits { depth: Some(play.depth), ..Limits::default() };
    let options = EngineOptions { limits, memory: 4 << 20, ..EngineOptions::default() };
    let mut players =
        Players { engine: Engine::with_weights(options, weights), solver: ExactSolver::with_bytes(16 << 20) };
    for chunk in 0..play.games.div_ceil(CHUNK) {
        let target = work.join(format!("self-play-{}-{}-{chunk:05}.samples", play.depth, play.seed));
        if target.exists() {
            continue;
        }
        let seed = Seed(play.seed).purpose("self-play").child(chunk);
        let game = |number| {
            let mut generator = seed.child(number).generator();
            let start = start(&openings, &mut generator)?;
            Some(players.play(start))
        };
        let samples: Vec<Sample> = (0..CHUNK).filter_map(game).flatten().collect();
        sample::write(&target, &samples)?;
        eprintln!("{}: {} positions", target.display(), samples.len());
    }
    Ok(())
}

/// The moves of all real games.
fn openings(wthor: &Path) -> Result<Vec<Vec<Square<8>>>> {
    let mut all = Vec::new();
    for path in game_files(wthor)? {
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let games = Games::parse(&bytes).with_context(|| format!("{} is no file of games", path.display()))?;
        if ![crate::data::HELD_BACK_YEAR, crate::data::CHECK_YEAR].contains(&games.year) {
            all.extend(games.records.iter().filter_map(|record| Some(record.replay().ok()?.moves)));
        }
    }
    Ok(all)
}

/// Where a game begins; nothing when the real one was over before.
fn start(openings: &[Vec<Square<8>>], generator: &mut Generator) -> Option<Othello> {
    let opening = &openings[generator.index(openings.len())];
    let plies = PLIES.start + generator.below(PLIES.end - PLIES.start);
    let mut game = Othello::start(&OthelloSetup::default()).ok()?;
    for mv in opening.iter().take(plies as usize) {
        game.play(*mv);
    }
    for _ in 0..generator.below(5) {
        game.play(game.random_move(generator)?);
    }
    (!game.is_over() && game.empties().count_ones() > SOLVED).then_some(game)
}

struct Players {
    engine: Engine,
    solver: ExactSolver,
}

impl Players {
    /// The positions of a game with what it came to.
    fn play(&mut self, mut game: Othello) -> Vec<Sample> {
        let stop = AtomicBool::new(false);
        let mut positions = Vec::new();
        while !game.is_over() && game.empties().count_ones() > SOLVED {
            if game.forced().is_none() {
                positions.push(game);
            }
            let thinking = Thinking { seed: Seed(0), limits: Limits::default(), history: &[], stop: &stop };
            let choice = self.engine.choose(&game, &thinking);
            game.play(choice.mv);
        }
        let board = Board::from(&game);
        let value = if game.is_over() { board.final_score() } else { self.solver.solve(board).score };
        let for_first = if game.turn() == Side::First { value } else { -value };
        let sample = |game: &Othello| Sample {
            board: Board::from(game),
            score: if game.turn() == Side::First { for_first as i8 } else { -for_first as i8 },
            origin: Origin::Outcome,
            year: 0,
        };
        // As files of real games have it: the latest position first.
        positions.iter().rev().map(sample).collect()
    }
}
