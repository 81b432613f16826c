//! The opening book: the positions that came up most often in real games, each searched for its best move.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use joute_games::othello::wthor::Games;
use joute_games::othello::{Othello, OthelloSetup};
use joute_games::random::Seed;
use joute_games::{Game, Side};
use joute_search::othello::engine::{Board, Engine, EngineOptions};
use joute_search::{Limits, Strategy, Thinking};

use crate::label::game_files;

/// Moves of a game that the book may know.
const LONGEST: usize = 24;

/// Writes a book of so many positions, each searched with so many nodes; goes on with a book that is there already.
pub(crate) fn run(wthor: &Path, output: &Path, positions: usize, nodes: u64) -> Result<()> {
    let mut text = fs::read_to_string(output).unwrap_or_default();
    let options = EngineOptions { uses_book: false, memory: 64 << 20, ..EngineOptions::default() };
    let mut engine = Engine::new(options);
    let stop = AtomicBool::new(false);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    for board in most_common(wthor, positions)?.into_iter().skip(text.lines().count()) {
        let Some(game) = board.game(Side::First) else { continue };
        let thinking = Thinking { seed: Seed(0), limits, history: &[], stop: &stop };
        let mv = engine.choose(&game, &thinking).mv;
        text.push_str(&format!("{game} {mv}\n"));
        fs::write(output, &text).with_context(|| format!("cannot write {}", output.display()))?;
    }
    Ok(())
}

/// The most common positions of real games in which there is a choice, the most common first.
fn most_common(wthor: &Path, positions: usize) -> Result<Vec<Board>> {
    let mut counts: HashMap<Board, u64> = HashMap::new();
    for path in game_files(wthor)? {
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let games = Games::parse(&bytes).with_context(|| format!("{} is no file of games", path.display()))?;
        for record in &games.records {
            let Ok(replay) = record.replay() else { continue };
            let mut game = Othello::start(&OthelloSetup::default()).context("the default setup is sound")?;
            for mv in replay.moves.into_iter().take(LONGEST) {
                if game.count_moves() > 1 {
                    *counts.entry(Board::from(&game).canonical()).or_default() += 1;
                }
                game.play(mv);
            }
        }
    }
    let mut common: Vec<(Board, u64)> = counts.into_iter().collect();
    common.sort_unstable_by_key(|(board, count)| (std::cmp::Reverse(*count), board.mover, board.other));
    Ok(common.into_iter().take(positions).map(|(board, _)| board).collect())
}
