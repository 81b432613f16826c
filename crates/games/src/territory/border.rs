//! The border of a zone cell by cell: how many cells of each colour touch it, and in how many places.
//!
//! What a colour gains ("border in depth") is kept by [`Zones`] all the time; the counts here look at the
//! cells and are made when asked for.

use super::regions::NO_REGION;
use super::topology::Topology;
use super::zones::Zones;
use crate::side::Side;

/// The free cells around a zone, by colour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Border {
    /// One entry for each colour.
    pub colours: Vec<ColourBorder>,
    /// The opponent's cells that touch the zone.
    pub opponent_cells: u32,
}

/// The part of a border that has one colour.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ColourBorder {
    /// Cells of the colour that touch the zone.
    pub cells: u32,
    /// Pairs of a cell of the zone and a cell of the colour that touch.
    pub contacts: u32,
    /// Cells the zone would gain by taking the colour, cells behind the border included.
    pub depth: u32,
}

impl Border {
    /// Looks at every cell around the zone of a side.
    pub fn of(zones: &Zones, topology: &Topology, side: Side, colours: u8) -> Border {
        let mut border = Border { colours: vec![ColourBorder::default(); usize::from(colours)], opponent_cells: 0 };
        for (colour, entry) in border.colours.iter_mut().enumerate() {
            entry.depth = zones.gain(side, colour as u8);
        }
        let mut seen = vec![false; topology.cells()];
        topology.for_each_edge(|a, b| {
            for (inside, outside) in [(a, b), (b, a)] {
                border.look(zones, side, inside, outside, &mut seen);
            }
        });
        border
    }

    fn look(&mut self, zones: &Zones, side: Side, inside: usize, outside: usize, seen: &mut [bool]) {
        let region = zones.regions().of_cell(outside);
        if region == NO_REGION || zones.owner_of_cell(inside) != Some(side) {
            return;
        }
        let first_time = !std::mem::replace(&mut seen[outside], true);
        match zones.owner(region) {
            None => {
                let entry = &mut self.colours[usize::from(zones.regions().region(region).colour)];
                entry.cells += u32::from(first_time);
                entry.contacts += 1;
            }
            Some(owner) if owner != side => self.opponent_cells += u32::from(first_time),
            Some(_) => {}
        }
    }
}
