//! Walks over the free part of a board: who gets where first, and what can be reached at all.

use joute_games::Side;
use joute_games::territory::Zones;

/// Room for walks over the regions of a board, used again and again.
#[derive(Debug, Clone, Default)]
pub(super) struct Reach {
    /// The walk that visited a region last.
    visited: Vec<u32>,
    walk: u32,
    /// Regions each side arrived at in its last move.
    front: [Vec<u32>; 2],
    next: Vec<u32>,
}

/// What each side gets to first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Race {
    /// Cells.
    pub(super) cells: [u32; 2],
    /// For all these cells together, the moves until they are reached.
    pub(super) moves: [u32; 2],
}

impl Reach {
    fn begin(&mut self, regions: usize) {
        if self.visited.len() != regions || self.walk == u32::MAX {
            self.visited.clear();
            self.visited.resize(regions, 0);
            self.walk = 0;
        }
        self.walk += 1;
    }

    /// Marks a region; false when this walk was there before.
    #[inline]
    fn visit(&mut self, region: u32) -> bool {
        std::mem::replace(&mut self.visited[region as usize], self.walk) != self.walk
    }

    /// Both sides take everything around them, in turn, until nothing free is left.
    pub(super) fn race(&mut self, zones: &Zones, turn: Side, colours: u8) -> Race {
        let mut race = Race::default();
        self.race_telling(zones, turn, colours, |side, region, distance| {
            let size = zones.regions().region(region).size;
            race.cells[side] += size;
            race.moves[side] += size * distance;
        });
        race
    }

    /// The same race, told region by region: who gets there first, and after how many moves.
    #[inline]
    pub(super) fn race_telling(
        &mut self,
        zones: &Zones,
        turn: Side,
        colours: u8,
        mut tell: impl FnMut(Side, u32, u32),
    ) {
        self.begin(zones.regions().len());
        for side in [turn, turn.other()] {
            let mut front = std::mem::take(&mut self.front[side]);
            front.clear();
            for region in (0..colours).flat_map(|colour| zones.border(side, colour)) {
                if self.visit(region) {
                    tell(side, region, 1);
                    front.push(region);
                }
            }
            self.front[side] = front;
        }
        let mut distance = 2;
        while !(self.front[0].is_empty() && self.front[1].is_empty()) {
            for side in [turn, turn.other()] {
                self.advance(zones, side, |region| tell(side, region, distance));
            }
            distance += 1;
        }
    }

    #[inline]
    fn advance(&mut self, zones: &Zones, side: Side, mut arrive: impl FnMut(u32)) {
        let regions = zones.regions();
        let mut next = std::mem::take(&mut self.next);
        let front = std::mem::take(&mut self.front[side]);
        next.clear();
        for &region in &front {
            for &beyond in regions.neighbours(region) {
                if self.visited[beyond as usize] != self.walk && zones.owner(beyond).is_none() {
                    self.visited[beyond as usize] = self.walk;
                    arrive(beyond);
                    next.push(beyond);
                }
            }
        }
        self.next = front;
        self.front[side] = next;
    }

    /// The free cells a side could get to if the other stood still.
    pub(super) fn reachable(&mut self, zones: &Zones, side: Side, colours: u8) -> u32 {
        let regions = zones.regions();
        self.begin(regions.len());
        let mut open = std::mem::take(&mut self.next);
        open.clear();
        let mut cells = 0;
        for region in (0..colours).flat_map(|colour| zones.border(side, colour)) {
            if self.visit(region) {
                cells += regions.region(region).size;
                open.push(region);
            }
        }
        while let Some(region) = open.pop() {
            for &beyond in regions.neighbours(region) {
                if zones.owner(beyond).is_none() && self.visit(beyond) {
                    cells += regions.region(beyond).size;
                    open.push(beyond);
                }
            }
        }
        self.next = open;
        cells
    }
}
