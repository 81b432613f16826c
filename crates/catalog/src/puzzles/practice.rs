//! Games to take puzzles from where nobody brings any: players of the lower levels, who leave something to find.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use joute_games::AnyGame;
use joute_games::random::Seed;
use joute_search::{Limits, Thinking};

use crate::built_in::AnyStrategy;
use crate::levels::player_of_level;
use crate::strategies::{BuiltInError, find_built_in};

/// The weakest level that plays, and how many there are from it on; those above count time, which no two machines have alike.
const WEAKEST: u8 = 2;
const LEVELS: u64 = 5;
/// The most random plies that a game begins with, so that no two are the same.
const RANDOM_PLIES: u64 = 8;
/// A game that is longer goes round in circles.
const LONGEST: usize = 300;

/// The positions of a game between two of the lower levels, everything about it drawn from the seed.
pub fn practice_game(start: &AnyGame, seed: Seed) -> Result<Vec<AnyGame>, BuiltInError> {
    let mut generator = seed.generator();
    let mut players = [player(start, generator.below(LEVELS))?, player(start, generator.below(LEVELS))?];
    let random_plies = 2 + generator.below(RANDOM_PLIES - 1);
    let mut positions = vec![start.clone()];
    let mut seen = HashSet::from([start.key()]);
    for ply in 0..LONGEST as u64 {
        let mut game = positions[positions.len() - 1].clone();
        if game.is_over() {
            break;
        }
        let chosen = match ply < random_plies {
            true => generator.pick(&game.legal()),
            false => choice(&mut *players[game.turn().index()], &game, seed.child(ply)),
        };
        let Some(code) = chosen else { break };
        game.play(code);
        // Where positions come back nothing new is to be found.
        if !seen.insert(game.key()) {
            break;
        }
        positions.push(game);
    }
    Ok(positions)
}

fn player(game: &AnyGame, above_weakest: u64) -> Result<Box<dyn AnyStrategy>, BuiltInError> {
    let locator = player_of_level(game.info().name, WEAKEST + above_weakest as u8);
    let (name, parameters) = locator.split_once(':').unwrap_or((locator, ""));
    let entry = find_built_in(name).ok_or_else(|| BuiltInError::Game(game.info().name.to_owned()))?;
    entry.build(parameters, game)
}

fn choice(player: &mut dyn AnyStrategy, game: &AnyGame, seed: Seed) -> Option<joute_games::MoveCode> {
    let stop = AtomicBool::new(false);
    let thinking = Thinking { seed, limits: Limits::default(), history: &[], stop: &stop };
    player.choose(game, &thinking).map(|(code, _)| code)
}
