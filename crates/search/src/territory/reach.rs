//! Which free regions a side can still reach, by the colours it may choose; the room it works in is kept.

use joute_games::Side;

use super::sketch::Sketch;

/// The last answer, and room for the next one.
#[derive(Debug, Clone, Default)]
pub(super) struct Reach {
    /// The number of the question for which a region was reached last.
    reached: Vec<u64>,
    question: u64,
    open: Vec<u32>,
}

impl Reach {
    /// Finds the free regions that a side can still reach and gives the number of their cells.
    ///
    /// A colour that is forbidden to the side for the whole game is a wall to it; otherwise it may take what it likes.
    pub(super) fn look(&mut self, sketch: &Sketch, side: Side) -> u32 {
        let regions = sketch.zones.regions();
        if self.reached.len() != regions.len() {
            self.reached = vec![0; regions.len()];
            self.question = 0;
        }
        self.question += 1;
        let mut cells = 0;
        for colour in (0..sketch.colours).filter(|&colour| !sketch.is_forbidden(side, colour)) {
            for region in sketch.zones.border(side, colour) {
                cells += self.enter(sketch, side, region);
            }
        }
        while let Some(region) = self.open.pop() {
            for &next in regions.neighbours(region) {
                cells += self.enter(sketch, side, next);
            }
        }
        cells
    }

    /// Whether the side last asked about can reach a free region.
    pub(super) fn has(&self, region: u32) -> bool {
        self.reached[region as usize] == self.question
    }

    /// Enters a region unless it is taken, a wall or known; gives the cells it adds.
    fn enter(&mut self, sketch: &Sketch, side: Side, index: u32) -> u32 {
        let region = sketch.zones.regions().region(index);
        if self.has(index) || sketch.zones.owner(index).is_some() || sketch.is_forbidden(side, region.colour) {
            return 0;
        }
        self.reached[index as usize] = self.question;
        self.open.push(index);
        region.size
    }
}
