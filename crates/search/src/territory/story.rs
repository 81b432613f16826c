//! The useful moves that led to a position, read off the order in which its regions were taken.
//!
//! A plan made at the first turn can so be found again by whoever is seated later: nothing but the position is needed.
//! Moves that took nothing leave no trace, and a position read from text begins its own story.

use joute_games::Side;
use joute_games::territory::Zones;

use super::game::TerritoryGame;

/// Zones that were led from the start to some position, colour by colour.
#[derive(Debug, Clone)]
pub(super) struct Story {
    replay: Zones,
    captures: bool,
    moves: Vec<(Side, u8)>,
}

impl Story {
    /// The story of a position; `None` when it cannot be told by colours taken one after another, as when the very
    /// first capture follows a move that took nothing.
    pub(super) fn of<G: TerritoryGame>(game: &G) -> Option<Story> {
        let zones = game.zones();
        let &[first, second, ..] = zones.taken() else {
            return None;
        };
        let replay = Zones::new(zones.shared_regions().clone(), [first, second]);
        let mut story = Story { replay, captures: game.captures_enclosed(), moves: Vec::new() };
        while story.goes_on(zones)? {}
        Some(story)
    }

    /// The zones before the first move.
    pub(super) fn start(&self) -> Zones {
        let starts = [self.replay.taken()[0], self.replay.taken()[1]];
        Zones::new(self.replay.shared_regions().clone(), starts)
    }

    /// Who took which colour, in order.
    pub(super) fn moves(&self) -> &[(Side, u8)] {
        &self.moves
    }

    /// The colours a side has taken.
    pub(super) fn colours_of(&self, side: Side) -> impl Iterator<Item = u8> + '_ {
        self.moves.iter().filter(move |(mover, _)| *mover == side).map(|&(_, colour)| colour)
    }

    /// The zones when a side first took a colour, and the colour the other one had taken before that, if any.
    pub(super) fn opening(&self, side: Side) -> Option<(Zones, Option<u8>)> {
        let &[first, second, ..] = self.replay.taken() else {
            return None;
        };
        let mut zones = Zones::new(self.replay.shared_regions().clone(), [first, second]);
        let mut taken = None;
        for &(mover, colour) in self.moves.iter().take_while(|(mover, _)| *mover != side) {
            zones.take(mover, colour);
            if self.captures {
                zones.capture_enclosed();
            }
            taken = Some(colour);
        }
        Some((zones, taken))
    }

    /// Replays one move more; `Some(false)` at the end, `None` when the replay strays from the position.
    fn goes_on(&mut self, zones: &Zones) -> Option<bool> {
        let told = self.replay.taken().len();
        let Some(&region) = zones.taken().get(told) else {
            return Some(false);
        };
        let (side, colour) = (zones.owner(region)?, zones.regions().region(region).colour);
        self.replay.take(side, colour);
        if self.captures {
            self.replay.capture_enclosed();
        }
        let added = &self.replay.taken()[told..];
        let agrees = |region: &u32| self.replay.owner(*region) == zones.owner(*region);
        let is_told = !added.is_empty() && zones.taken()[told..].starts_with(added) && added.iter().all(agrees);
        self.moves.push((side, colour));
        is_told.then_some(true)
    }
}
