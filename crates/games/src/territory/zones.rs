//! Who owns which region, and what each colour would gain: kept up to date move by move, with undo.
//!
//! A region on a side's border is threaded on that side's list for its colour when the zone first touches it.
//! Taking a colour empties that one list; a region the opponent took meanwhile stays threaded and is passed
//! over. A region is touched at most once and taken at most once, so a whole game costs what the regions'
//! neighbours number, and no move allocates.

use std::sync::Arc;

use super::regions::{NO_REGION, Regions};
use crate::side::Side;

/// Number of colours a board can have.
const COLOURS: usize = 26;

// One byte per region:  bit 0 taken | bit 1 by Second | bit 2 touched by First | bit 3 touched by Second
const TAKEN: u8 = 1;
const BY_SECOND: u8 = 2;
const TOUCHED: [u8; 2] = [4, 8];

/// Two zones that grow over the regions of a board.
#[derive(Debug, Clone)]
pub struct Zones {
    regions: Arc<Regions>,
    state: Vec<u8>,
    /// For each side, the region threaded before this one on the same list.
    next: [Vec<u32>; 2],
    /// For each side and colour, the region threaded last.
    head: [[u32; COLOURS]; 2],
    gain: [[u32; COLOURS]; 2],
    total_gain: [u32; 2],
    tally: [u32; 2],
    signature: [u64; 2],
    free_signature: u64,
    /// Regions in the order each side touched them.
    touched: [Vec<u32>; 2],
    /// Regions in the order they were taken.
    taken: Vec<u32>,
    zones_touch: bool,
}

/// What [`Zones::take`] did, so that [`Zones::undo`] can take it back.
#[derive(Debug, Clone, Copy)]
pub struct Change {
    side: Side,
    colour: u8,
    zones_touched: bool,
    head: u32,
    touched: u32,
    taken_before: u32,
    taken_by_colour: u32,
}

impl Zones {
    /// Zones that begin with one region each. A region given to both belongs to nobody.
    pub fn new(regions: Arc<Regions>, starts: [u32; 2]) -> Zones {
        let count = regions.len();
        let mut zones = Zones {
            state: vec![0; count],
            next: [vec![0; count], vec![0; count]],
            head: [[NO_REGION; COLOURS]; 2],
            gain: [[0; COLOURS]; 2],
            total_gain: [0; 2],
            tally: [0; 2],
            signature: [0; 2],
            free_signature: 0,
            touched: [Vec::with_capacity(count), Vec::with_capacity(count)],
            taken: Vec::with_capacity(count),
            zones_touch: false,
            regions,
        };
        for region in 0..count as u32 {
            let free = zones.free_signature_of(region);
            zones.free_signature = zones.free_signature.wrapping_add(free);
        }
        if starts[0] != starts[1] {
            for side in Side::BOTH {
                zones.claim(starts[side], side);
            }
            for side in Side::BOTH {
                zones.touch_around(starts[side], side);
            }
        }
        zones
    }

    /// The contracted board.
    pub fn regions(&self) -> &Regions {
        &self.regions
    }

    /// The contracted board, for whoever must keep it or know it again.
    pub fn shared_regions(&self) -> &Arc<Regions> {
        &self.regions
    }

    /// The regions that are taken, in the order they were; the two starts come first.
    pub fn taken(&self) -> &[u32] {
        &self.taken
    }

    /// Cells of a side.
    #[inline]
    pub fn tally(&self, side: Side) -> u32 {
        self.tally[side]
    }

    /// Cells the side would gain by taking a colour.
    #[inline]
    pub fn gain(&self, side: Side, colour: u8) -> u32 {
        self.gain[side][usize::from(colour)]
    }

    /// Cells the side would gain by taking every colour on its border.
    #[inline]
    pub fn total_gain(&self, side: Side) -> u32 {
        self.total_gain[side]
    }

    /// Whether some cell of one zone touches some cell of the other.
    #[inline]
    pub fn zones_touch(&self) -> bool {
        self.zones_touch
    }

    /// Whose a region is.
    #[inline]
    pub fn owner(&self, region: u32) -> Option<Side> {
        match self.state[region as usize] & (TAKEN | BY_SECOND) {
            0 => None,
            TAKEN => Some(Side::First),
            _ => Some(Side::Second),
        }
    }

    /// How many regions are nobody's.
    pub fn free_regions(&self) -> usize {
        self.regions.len() - self.taken.len()
    }

    /// Whose a cell is; nobody's when it is blocked.
    pub fn owner_of_cell(&self, cell: usize) -> Option<Side> {
        match self.regions.of_cell(cell) {
            NO_REGION => None,
            region => self.owner(region),
        }
    }

    /// The free regions of a colour on the border of a side.
    pub fn border(&self, side: Side, colour: u8) -> impl Iterator<Item = u32> + '_ {
        let mut at = self.head[side][usize::from(colour)];
        std::iter::from_fn(move || {
            let region = at;
            at = *self.next[side].get(region as usize)?;
            Some(region)
        })
        .filter(|&region| self.state[region as usize] & TAKEN == 0)
    }

    /// For each region, whether it is free and on the border of a side.
    pub fn on_border(&self, side: Side) -> Vec<bool> {
        let mut found = vec![false; self.regions.len()];
        let regions = (0..COLOURS as u8).flat_map(|colour| self.border(side, colour));
        regions.for_each(|region| found[region as usize] = true);
        found
    }

    /// A number that is the same for the same owners and the same colours of free cells. `paint` stands for
    /// the colours of the zones, where zones have one.
    #[inline]
    pub fn key(&self, paint: [u8; 2]) -> u64 {
        let mut sum = self.free_signature;
        for side in Side::BOTH {
            let factor = OWNED_FACTOR[side].wrapping_add(COLOUR_FACTOR.wrapping_mul(u64::from(paint[side])));
            sum = sum.wrapping_add(self.signature[side].wrapping_mul(factor | 1));
        }
        sum
    }

    /// Takes every free region of a colour on the border of a side.
    #[inline]
    pub fn take(&mut self, side: Side, colour: u8) -> Change {
        let slot = usize::from(colour);
        let change = Change {
            side,
            colour,
            zones_touched: self.zones_touch,
            head: self.head[side][slot],
            touched: self.touched[side].len() as u32,
            taken_before: self.taken.len() as u32,
            taken_by_colour: 0,
        };
        let mut at = std::mem::replace(&mut self.head[side][slot], NO_REGION);
        while at != NO_REGION {
            if self.state[at as usize] & TAKEN == 0 {
                self.claim(at, side);
                self.touch_around(at, side);
            }
            at = self.next[side][at as usize];
        }
        Change { taken_by_colour: self.taken.len() as u32, ..change }
    }

    /// Gives each side the free regions that it alone can still reach.
    ///
    /// What such a region touches is the same island or the side's own zone, so no border grows by it.
    pub fn capture_enclosed(&mut self) {
        let reach = [self.reachable(Side::First), self.reachable(Side::Second)];
        for region in 0..self.regions.len() as u32 {
            let index = region as usize;
            match (reach[0][index], reach[1][index]) {
                (true, false) => self.claim(region, Side::First),
                (false, true) => self.claim(region, Side::Second),
                _ => {}
            }
        }
    }

    /// Free cells that each side alone can still reach.
    pub fn enclosed(&self) -> [u32; 2] {
        let reach = [self.reachable(Side::First), self.reachable(Side::Second)];
        let mut cells = [0; 2];
        for region in 0..self.regions.len() {
            if reach[0][region] != reach[1][region] {
                cells[usize::from(reach[1][region])] += self.regions.region(region as u32).size;
            }
        }
        cells
    }

    /// Which free regions a side can still reach, taking whatever colours it likes.
    pub fn reachable(&self, side: Side) -> Vec<bool> {
        let mut reached = vec![false; self.regions.len()];
        let mut open: Vec<u32> = Vec::new();
        for &region in &self.touched[side] {
            if self.state[region as usize] & TAKEN == 0 {
                reached[region as usize] = true;
                open.push(region);
            }
        }
        while let Some(region) = open.pop() {
            for &next in self.regions.neighbours(region) {
                if self.state[next as usize] & TAKEN == 0 && !reached[next as usize] {
                    reached[next as usize] = true;
                    open.push(next);
                }
            }
        }
        reached
    }

    /// Takes back the last change, captures after it included.
    #[inline]
    pub fn undo(&mut self, change: Change) {
        let Change { side, colour, .. } = change;
        self.release_down_to(change.taken_by_colour);
        while self.touched[side].len() > change.touched as usize {
            if let Some(region) = self.touched[side].pop() {
                let touched = self.regions.region(region);
                let slot = usize::from(touched.colour);
                self.state[region as usize] &= !TOUCHED[side.index()];
                self.head[side][slot] = self.next[side][region as usize];
                self.gain[side][slot] -= touched.size;
                self.total_gain[side] -= touched.size;
            }
        }
        self.release_down_to(change.taken_before);
        self.head[side][usize::from(colour)] = change.head;
        self.zones_touch = change.zones_touched;
    }

    fn release_down_to(&mut self, length: u32) {
        while self.taken.len() > length as usize {
            if let Some(region) = self.taken.pop() {
                self.release(region);
            }
        }
    }

    #[inline]
    fn claim(&mut self, index: u32, side: Side) {
        let region = self.regions.region(index);
        let state = self.state[index as usize];
        self.state[index as usize] = state | TAKEN | if side == Side::Second { BY_SECOND } else { 0 };
        self.tally[side] += region.size;
        self.signature[side] = self.signature[side].wrapping_add(region.signature);
        self.free_signature = self.free_signature.wrapping_sub(self.free_signature_of(index));
        for toucher in Side::BOTH {
            if state & TOUCHED[toucher.index()] != 0 {
                self.gain[toucher][usize::from(region.colour)] -= region.size;
                self.total_gain[toucher] -= region.size;
            }
        }
        self.taken.push(index);
    }

    #[inline]
    fn release(&mut self, index: u32) {
        let region = self.regions.region(index);
        let state = self.state[index as usize];
        let side = if state & BY_SECOND == 0 { Side::First } else { Side::Second };
        self.state[index as usize] = state & !(TAKEN | BY_SECOND);
        self.tally[side] -= region.size;
        self.signature[side] = self.signature[side].wrapping_sub(region.signature);
        self.free_signature = self.free_signature.wrapping_add(self.free_signature_of(index));
        for toucher in Side::BOTH {
            if state & TOUCHED[toucher.index()] != 0 {
                self.gain[toucher][usize::from(region.colour)] += region.size;
                self.total_gain[toucher] += region.size;
            }
        }
    }

    /// Threads the free neighbours that this side had not touched yet, and sees whether the zones meet.
    #[inline]
    fn touch_around(&mut self, index: u32, side: Side) {
        let other_side = TAKEN | if side == Side::First { BY_SECOND } else { 0 };
        let mark = TOUCHED[side.index()];
        for &next in self.regions.neighbours(index) {
            let state = self.state[next as usize];
            if state & (TAKEN | mark) == 0 {
                let region = self.regions.region(next);
                let slot = usize::from(region.colour);
                self.state[next as usize] = state | mark;
                self.next[side][next as usize] = self.head[side][slot];
                self.head[side][slot] = next;
                self.gain[side][slot] += region.size;
                self.total_gain[side] += region.size;
                self.touched[side].push(next);
            } else if state & (TAKEN | BY_SECOND) == other_side {
                self.zones_touch = true;
            }
        }
    }

    #[inline]
    fn free_signature_of(&self, index: u32) -> u64 {
        let region = self.regions.region(index);
        let factor = FREE_FACTOR.wrapping_add(COLOUR_FACTOR.wrapping_mul(u64::from(region.colour)));
        region.signature.wrapping_mul(factor | 1)
    }
}

// Odd factors keep every bit of a signature. A sum of products lets one region change in one step whatever
// its size, which an exclusive-or of cells would not.
const FREE_FACTOR: u64 = 0xD6E8_FEB8_6659_FD93;
const COLOUR_FACTOR: u64 = 0xA076_1D64_78BD_642E;
const OWNED_FACTOR: [u64; 2] = [0x8EBC_6AF0_9C88_C6E3, 0x5899_65CC_7537_4CC3];
