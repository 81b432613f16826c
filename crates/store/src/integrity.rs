//! Whether everything that was kept is still there, and what is not.

use std::fmt;

use crate::GameId;

/// What came of looking through a store.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Integrity {
    /// How many games were looked at.
    pub games: u64,
    /// What was kept and is not there as it was.
    pub losses: Vec<Loss>,
}

/// Something that was kept and is no longer there as it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Loss {
    /// A game is not what was stored.
    Damaged {
        /// The game.
        game: GameId,
        /// What is wrong with it.
        what: String,
    },
    /// Games are gone altogether.
    Games {
        /// The first of them.
        first: GameId,
        /// The last of them.
        last: GameId,
    },
    /// The end of a game in progress is gone.
    Plies {
        /// The game.
        game: GameId,
        /// How many plies were kept.
        kept: u32,
        /// How many are there.
        there: u32,
    },
    /// An event is gone.
    Event {
        /// Its name.
        name: String,
    },
}

impl Integrity {
    /// Whether nothing is lost.
    pub fn is_whole(&self) -> bool {
        self.losses.is_empty()
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Damaged { game, what } => write!(f, "game {game} is damaged ({what})"),
            Loss::Games { first, last } if first == last => write!(f, "game {first} is gone"),
            Loss::Games { first, last } => write!(f, "games {first} to {last} are gone"),
            Loss::Plies { game, kept, there } => write!(f, "game {game} had {kept} plies and has {there}"),
            Loss::Event { name } => write!(f, "the event {name} is gone"),
        }
    }
}

/// The most losses that a sentence names.
const NAMED: usize = 8;

/// Losses as part of a sentence.
pub(crate) fn listed(losses: &[Loss]) -> String {
    let mut named: Vec<String> = losses.iter().take(NAMED).map(Loss::to_string).collect();
    if losses.len() > NAMED {
        named.push(format!("and {} more", losses.len() - NAMED));
    }
    named.join("; ")
}

/// Games in a row as one loss.
pub(crate) fn gone(games: impl IntoIterator<Item = GameId>) -> Vec<Loss> {
    let mut losses: Vec<Loss> = Vec::new();
    for game in games {
        match losses.last_mut() {
            Some(Loss::Games { last, .. }) if *last + 1 == game => *last = game,
            _ => losses.push(Loss::Games { first: game, last: game }),
        }
    }
    losses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_told_in_short() {
        assert_eq!(listed(&gone([3, 4, 5, 9])), "games 3 to 5 are gone; game 9 is gone");
        assert_eq!(listed(&gone((1..=10).map(|number| number * 2))).matches("gone").count(), NAMED);
        assert!(listed(&gone((1..=10).map(|number| number * 2))).ends_with("; and 2 more"));
        assert_eq!(Loss::Plies { game: 7, kept: 12, there: 10 }.to_string(), "game 7 had 12 plies and has 10");
    }
}
