//! A sketch that also knows the cells around its zone, so that a border after a colour is counted where the colour
//! changes it.

use std::sync::Arc;

use joute_games::territory::{Change, Frontier, Outskirts, Touching};

use super::game::TerritoryGame;
use super::reach::Reach;
use super::sketch::Sketch;

/// What of a zone's border is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BorderMeasure {
    /// Cells that touch the zone and are not its own, the opponent's included.
    #[default]
    Cells,
    /// Free cells that touch the zone.
    Free,
    /// Free cells that touch the zone and that both sides can still reach.
    Contested,
    /// Pairs of a cell of the zone and a free cell that touch.
    Contacts,
    /// The same where both sides can still reach the free cell.
    ContactsContested,
    /// Pairs of a cell of the zone and a cell that is not its own, the opponent's included.
    ContactsAll,
}

/// A sketch and the frontier of its side, moved together.
#[derive(Debug, Clone)]
pub(super) struct BorderCounter {
    pub(super) sketch: Sketch,
    pub(super) frontier: Frontier,
    reach: Reach,
}

/// Takes a colour back.
pub(super) struct Step {
    change: Change,
    followed: usize,
}

impl BorderCounter {
    /// A counter at the position of a game; what an earlier one knows of the same board is used again.
    pub(super) fn at<'a, G: TerritoryGame>(kept: &'a mut Option<BorderCounter>, game: &G) -> &'a mut BorderCounter {
        let sketch = Sketch::of(game);
        let known =
            kept.take().filter(|known| known.frontier.is_about(&sketch.zones) && known.frontier.side() == sketch.side);
        let counter = kept.insert(match known {
            Some(known) => BorderCounter { sketch, ..known },
            None => {
                let outskirts = Arc::new(Outskirts::of(sketch.zones.shared_regions(), &game.topology()));
                let frontier = Frontier::new(outskirts, sketch.side);
                BorderCounter { sketch, frontier, reach: Reach::default() }
            }
        });
        counter.frontier.follow(&counter.sketch.zones);
        counter
    }

    /// The side takes a colour.
    pub(super) fn take(&mut self, colour: u8) -> Step {
        let change = self.sketch.take(colour);
        Step { change, followed: self.frontier.extend(&self.sketch.zones) }
    }

    /// Takes the last colour back.
    pub(super) fn undo(&mut self, step: Step) {
        self.frontier.rewind(step.followed);
        self.sketch.undo(step.change);
    }

    /// The border by a measure.
    pub(super) fn border(&mut self, measure: BorderMeasure) -> u32 {
        let (free, opponent) = (self.frontier.free(), self.frontier.opponent());
        match measure {
            BorderMeasure::Cells => free.cells + opponent.cells,
            BorderMeasure::Free => free.cells,
            BorderMeasure::Contacts => free.contacts,
            BorderMeasure::ContactsAll => free.contacts + opponent.contacts,
            BorderMeasure::Contested => self.contested(|touching| touching.cells),
            BorderMeasure::ContactsContested => self.contested(|touching| touching.contacts),
        }
    }

    /// The border after a colour.
    pub(super) fn border_after(&mut self, colour: u8, measure: BorderMeasure) -> u32 {
        let step = self.take(colour);
        let border = self.border(measure);
        self.undo(step);
        border
    }

    /// The part of the free border that both sides can still reach. The side itself reaches what it touches unless the
    /// colour is forbidden to it: then the region is nothing it could win, though the opponent can.
    fn contested(&mut self, count: impl Fn(Touching) -> u32) -> u32 {
        let BorderCounter { sketch, frontier, reach } = self;
        reach.look(sketch, sketch.side.other());
        let colours = (0..sketch.colours).filter(|&colour| !sketch.is_forbidden(sketch.side, colour));
        let regions = colours.flat_map(|colour| sketch.zones.border(sketch.side, colour));
        regions.filter(|&region| reach.has(region)).map(|region| count(frontier.region(region))).sum()
    }
}
