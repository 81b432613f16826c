//! Opponents by strength, for people who would rather not choose a player: eight levels of every game.

use std::ops::RangeInclusive;

use crate::games::find_game;

/// The levels there are, weakest first; up to level 6 each was measured to beat the one below it.
pub const LEVELS: RangeInclusive<u8> = 1..=8;

/// The level of an opponent nobody has chosen.
pub const DEFAULT_LEVEL: u8 = 3;

/// A built-in player for each level.
pub(crate) type Levels = [&'static str; 8];

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

#[cfg(test)]
mod tests {
    use super::{LEVELS, player_of_level};
    use crate::{BuiltIn, GAMES, find_built_in};
    use joute_games::NoFiles;

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
