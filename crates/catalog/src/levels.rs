//! Opponents by strength, for people who would rather not choose a player: eight levels of every game.

use std::ops::RangeInclusive;

use crate::games::find_game;
use crate::parameters::within_memory;

/// The levels there are, weakest first; in every game each was measured to beat the one below it (docs/strength.md).
pub const LEVELS: RangeInclusive<u8> = 1..=8;

/// The level of an opponent nobody has chosen.
pub const DEFAULT_LEVEL: u8 = 3;

/// A built-in player for each level.
pub(crate) type Levels = [&'static str; 8];

/// The memory of each level in MiB where many play at once: as much as its search fills, and no more.
const MEMORY: [u32; 8] = [1, 1, 1, 1, 2, 2, 8, 32];

/// For a game without a table of its own.
pub(crate) const ANY_GAME: Levels = [
    "random",
    "greedy:ties=random",
    "alphabeta:depth=1,heuristic=tally",
    "alphabeta:depth=2,heuristic=tally",
    "alphabeta:depth=3,heuristic=tally",
    "alphabeta:depth=4,heuristic=tally",
    "alphabeta:time=200ms,heuristic=tally",
    "alphabeta:time=2s,heuristic=tally",
];

/// The built-in player of a level in a game; a level beyond the range is the nearest within.
pub fn player_of_level(game: &str, level: u8) -> &'static str {
    let players = find_game(game).map_or(&ANY_GAME, |entry| &entry.levels);
    players[usize::from(level.clamp(*LEVELS.start(), *LEVELS.end()) - LEVELS.start())]
}

/// The player of a locator with as much memory as its level needs in a game, where many play at once; a player of no level gets
/// as much as the strongest.
pub fn within_level_memory(game: &str, locator: &str) -> String {
    let levels = find_game(game).map_or(&ANY_GAME, |entry| &entry.levels);
    let level = levels.iter().position(|player| *player == locator).unwrap_or(MEMORY.len() - 1);
    within_memory(locator, MEMORY[level])
}

/// The most memory in MiB that a player of [`within_level_memory`] takes.
pub const MOST_LEVEL_MEMORY: u32 = MEMORY[7];

/// The mebibytes that a player of a level, from 1 on, may have.
pub const fn level_memory(level: u8) -> u32 {
    MEMORY[level as usize - 1]
}

#[cfg(test)]
mod tests {
    use super::{LEVELS, player_of_level, within_level_memory};
    use crate::{BuiltIn, GAMES, find_built_in};
    use joute_games::NoFiles;

    #[test]
    fn every_level_can_be_seated_within_its_memory() {
        for entry in GAMES {
            let game = entry.setup("", &NoFiles).unwrap().start(0).unwrap();
            for level in LEVELS {
                let locator = within_level_memory(entry.info.name, player_of_level(entry.info.name, level));
                let (name, parameters) = locator.split_once(':').unwrap_or((&locator, ""));
                let player = BuiltIn::new(find_built_in(name).unwrap(), parameters).unwrap();
                assert_eq!(player.check(&game), Ok(()), "{locator}");
            }
        }
        assert_eq!(within_level_memory("othello", "expert:time=2s"), "expert:time=2s,memory=32");
        assert_eq!(within_level_memory("seven-colours", "expert:depth=2"), "expert:depth=2,memory=8");
        assert_eq!(
            within_level_memory("flood", "alphabeta:hash=640"),
            "alphabeta:hash=32",
            "a stored player is no exception"
        );
        assert_eq!(within_level_memory("flood", "greedymony"), "greedymony");
        assert_eq!(within_level_memory("flood", "human"), "human");
    }

    #[test]
    fn every_level_of_every_game_can_be_seated() {
        for entry in GAMES {
            let game = entry.setup("", &NoFiles).unwrap().start(0).unwrap();
            for level in LEVELS {
                let locator = player_of_level(entry.info.name, level);
                let (name, parameters) = locator.split_once(':').unwrap_or((locator, ""));
                let player = BuiltIn::new(find_built_in(name).unwrap(), parameters).unwrap();
                assert_eq!(player.check(&game), Ok(()), "level {level} of {}", entry.info.name);
            }
            assert_eq!(player_of_level(entry.info.name, 0), player_of_level(entry.info.name, 1));
            assert_eq!(player_of_level(entry.info.name, 99), player_of_level(entry.info.name, 8));
        }
    }
}
