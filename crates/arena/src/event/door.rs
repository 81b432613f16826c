//! The door of an event that goes on: through it others come in while games are played.

use std::sync::Arc;

use super::{EventPlan, Participant, Refused};

/// Everybody who is to take part from now on.
pub struct Lineup {
    /// Who takes part; those who stay as they were are the same values as before.
    pub participants: Vec<Arc<Participant>>,
    /// Who does not play, and why.
    pub refused: Vec<Refused>,
}

/// Whoever lets players in and out of an event while it is played.
pub trait Door: Sync {
    /// Everybody from now on, if that has changed since it was last asked. It is asked again and again, between results, and
    /// must answer at once: whoever has to be built or tried is built and tried before.
    fn lineup(&self) -> Option<Lineup>;
}

/// Nobody comes or goes.
impl Door for () {
    fn lineup(&self) -> Option<Lineup> {
        None
    }
}

impl<'a> EventPlan<'a> {
    /// The same event with others.
    pub(super) fn with(&self, lineup: Lineup) -> EventPlan<'a> {
        let Lineup { participants, refused } = lineup;
        EventPlan {
            name: self.name.clone(),
            game: self.game.clone(),
            rules: self.rules.clone(),
            participants,
            refused,
            ..*self
        }
    }
}
