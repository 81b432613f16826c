//! The cells around a zone, kept region by region as the zones grow: a colour is tried and taken back at the cost of
//! the contacts of the regions it takes, whatever the size of the board.

use std::sync::Arc;

use super::regions::{NO_REGION, Regions};
use super::topology::Topology;
use super::zones::Zones;
use crate::side::Side;

/// For each region, the cells of other regions that touch it, once for each pair of touching cells.
#[derive(Debug)]
pub struct Outskirts {
    regions: Arc<Regions>,
    /// Where the cells of a region begin; those of the last one end at the last entry.
    offsets: Vec<u32>,
    cells: Vec<u32>,
}

impl Outskirts {
    /// Looks at every edge of the board that was contracted to these regions.
    pub fn of(regions: &Arc<Regions>, topology: &Topology) -> Outskirts {
        let mut offsets: Vec<u32> = Vec::with_capacity(regions.len() + 1);
        let mut room = 0;
        for region in 0..regions.len() as u32 {
            offsets.push(room);
            room += regions.neighbours(region).len() as u32;
        }
        let mut next = offsets.clone();
        offsets.push(room);
        let mut cells = vec![0; room as usize];
        topology.for_each_edge(|a, b| {
            let (of_a, of_b) = (regions.of_cell(a), regions.of_cell(b));
            if of_a != of_b && of_a.max(of_b) != NO_REGION {
                for (region, outside) in [(of_a, b), (of_b, a)] {
                    cells[next[region as usize] as usize] = outside as u32;
                    next[region as usize] += 1;
                }
            }
        });
        Outskirts { regions: Arc::clone(regions), offsets, cells }
    }

    fn around(&self, region: u32) -> &[u32] {
        let region = region as usize;
        &self.cells[self.offsets[region] as usize..self.offsets[region + 1] as usize]
    }
}

/// How much of something touches a zone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Touching {
    /// Cells that touch the zone.
    pub cells: u32,
    /// Pairs of a cell of the zone and such a cell.
    pub contacts: u32,
}

/// The cells around the zone of one side, in step with the regions that were taken one after another.
///
/// It follows a [`Zones`]: [`Frontier::follow`] brings it to any position of the board, [`Frontier::extend`] and
/// [`Frontier::rewind`] go with a colour taken and taken back.
#[derive(Debug, Clone)]
pub struct Frontier {
    outskirts: Arc<Outskirts>,
    side: Side,
    /// The regions followed, in the order they were taken.
    followed: Vec<u32>,
    owner: Vec<Option<Side>>,
    /// For each cell, the cells of the zone it touches in other regions than its own.
    contacts: Vec<u32>,
    /// For each region, the same for its cells together. Entries of the zone's own regions are kept but mean nothing.
    touching: Vec<Touching>,
    free: Touching,
    opponent: Touching,
}

impl Frontier {
    /// The frontier of a side while no region is taken.
    pub fn new(outskirts: Arc<Outskirts>, side: Side) -> Frontier {
        let regions = &outskirts.regions;
        Frontier {
            followed: Vec::with_capacity(regions.len()),
            owner: vec![None; regions.len()],
            contacts: vec![0; regions.of_cells().len()],
            touching: vec![Touching::default(); regions.len()],
            free: Touching::default(),
            opponent: Touching::default(),
            outskirts,
            side,
        }
    }

    /// Whose zone it is about.
    pub fn side(&self) -> Side {
        self.side
    }

    /// Whether these are zones on the very board it was made for.
    pub fn is_about(&self, zones: &Zones) -> bool {
        Arc::ptr_eq(&self.outskirts.regions, zones.shared_regions())
    }

    /// Free cells around the zone.
    pub fn free(&self) -> Touching {
        self.free
    }

    /// The opponent's cells around the zone.
    pub fn opponent(&self) -> Touching {
        self.opponent
    }

    /// The part of a region that touches the zone; the region must not be the zone's own.
    pub fn region(&self, region: u32) -> Touching {
        self.touching[region as usize]
    }

    /// The cells of the zone that a cell outside of it touches.
    pub fn contacts_of(&self, cell: usize) -> u32 {
        self.contacts[cell]
    }

    /// Free cells of one colour around the zone.
    pub fn colour(&self, zones: &Zones, colour: u8) -> Touching {
        zones.border(self.side, colour).map(|region| self.region(region)).fold(Touching::default(), Touching::plus)
    }

    /// Goes to the position of these zones from wherever it is: back to what both have in common, then on.
    pub fn follow(&mut self, zones: &Zones) {
        let agrees =
            |&(&mine, &theirs): &(&u32, &u32)| mine == theirs && self.owner[mine as usize] == zones.owner(theirs);
        let common = self.followed.iter().zip(zones.taken()).take_while(agrees).count();
        self.rewind(common);
        self.extend(zones);
    }

    /// Goes on to the position of zones that have grown from the one it is at; gives how many regions it had followed.
    pub fn extend(&mut self, zones: &Zones) -> usize {
        let before = self.followed.len();
        for &region in zones.taken().iter().skip(before) {
            let owner = zones.owner(region);
            if owner == Some(self.side) {
                self.grow(region);
            } else {
                self.free = self.free.minus(self.touching[region as usize]);
                self.opponent = self.opponent.plus(self.touching[region as usize]);
            }
            self.owner[region as usize] = owner;
            self.followed.push(region);
        }
        before
    }

    /// Goes back to when it had followed so many regions.
    pub fn rewind(&mut self, followed: usize) {
        while self.followed.len() > followed {
            let Some(region) = self.followed.pop() else { return };
            if self.owner[region as usize].take() == Some(self.side) {
                self.shrink(region);
            } else {
                self.opponent = self.opponent.minus(self.touching[region as usize]);
                self.free = self.free.plus(self.touching[region as usize]);
            }
        }
    }

    /// A free region joins the zone. Around it are only cells of other regions, so its own counts stay as they were
    /// and tell [`Frontier::shrink`] what to give back.
    fn grow(&mut self, region: u32) {
        self.free = self.free.minus(self.touching[region as usize]);
        let outskirts = Arc::clone(&self.outskirts);
        for &cell in outskirts.around(region) {
            let contacts = &mut self.contacts[cell as usize];
            let more = Touching { cells: u32::from(*contacts == 0), contacts: 1 };
            *contacts += 1;
            let touched = outskirts.regions.of_cell(cell as usize) as usize;
            self.touching[touched] = self.touching[touched].plus(more);
            match self.owner[touched] {
                None => self.free = self.free.plus(more),
                Some(owner) if owner != self.side => self.opponent = self.opponent.plus(more),
                Some(_) => {}
            }
        }
    }

    /// Takes [`Frontier::grow`] back.
    fn shrink(&mut self, region: u32) {
        let outskirts = Arc::clone(&self.outskirts);
        for &cell in outskirts.around(region) {
            let contacts = &mut self.contacts[cell as usize];
            *contacts -= 1;
            let less = Touching { cells: u32::from(*contacts == 0), contacts: 1 };
            let touched = outskirts.regions.of_cell(cell as usize) as usize;
            self.touching[touched] = self.touching[touched].minus(less);
            match self.owner[touched] {
                None => self.free = self.free.minus(less),
                Some(owner) if owner != self.side => self.opponent = self.opponent.minus(less),
                Some(_) => {}
            }
        }
        self.free = self.free.plus(self.touching[region as usize]);
    }
}

impl Touching {
    #[inline]
    fn plus(self, other: Touching) -> Touching {
        Touching { cells: self.cells + other.cells, contacts: self.contacts + other.contacts }
    }

    #[inline]
    fn minus(self, other: Touching) -> Touching {
        Touching { cells: self.cells - other.cells, contacts: self.contacts - other.contacts }
    }
}
