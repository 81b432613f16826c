//! What a playing thread tells those who watch an event.

use joute_referee::Event;

/// Something that happened in a game of an event.
#[derive(Debug, Clone)]
pub struct News {
    /// The index of the match, from 0.
    pub match_index: u32,
    /// The number of the game within the match, from 0.
    pub game: u32,
    /// What happened.
    pub event: Event,
}
