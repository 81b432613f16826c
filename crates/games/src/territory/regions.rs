//! Contraction: the connected areas of one colour become the vertices of a smaller graph, once per board.

use super::BLOCKED;
use super::topology::Topology;
use crate::random::finish;

/// The region of a cell that is a hole or an obstacle.
pub const NO_REGION: u32 = u32::MAX;

/// A connected area of one colour.
#[derive(Debug, Clone, Copy)]
pub struct Region {
    /// Sum of its cells' random numbers, from which position keys are made.
    pub(super) signature: u64,
    /// Cells.
    pub size: u32,
    /// Where its neighbours begin and end in the list of all.
    neighbours: (u32, u32),
    /// Its colour on the board that was contracted.
    pub colour: u8,
}

/// A coloured board contracted to its regions.
///
/// Two regions are listed as neighbours once for each pair of cells in which they touch, so the number of
/// entries is the number of contact points.
#[derive(Debug, Clone)]
pub struct Regions {
    of_cell: Vec<u32>,
    regions: Vec<Region>,
    neighbours: Vec<u32>,
}

impl Regions {
    /// Contracts a board; cells tagged as blocked belong to no region.
    pub fn contract(topology: &Topology, colours: &[u8]) -> Regions {
        let mut of_cell = unite(topology, colours);
        let mut regions = number(&mut of_cell, colours);
        let neighbours = connect(topology, &of_cell, &mut regions);
        Regions { of_cell, regions, neighbours }
    }

    /// How many regions there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.regions.len()
    }

    /// Whether there is no region at all.
    pub fn is_empty(&self) -> bool {
        self.regions.is_empty()
    }

    /// The region with this number.
    #[inline]
    pub fn region(&self, region: u32) -> Region {
        self.regions[region as usize]
    }

    /// The regions that touch this one, once for each pair of touching cells.
    #[inline]
    pub fn neighbours(&self, region: u32) -> &[u32] {
        let (first, end) = self.regions[region as usize].neighbours;
        &self.neighbours[first as usize..end as usize]
    }

    /// The region of each cell.
    pub fn of_cells(&self) -> &[u32] {
        &self.of_cell
    }

    /// The region of a cell.
    #[inline]
    pub fn of_cell(&self, cell: usize) -> u32 {
        self.of_cell[cell]
    }
}

/// Union-find over the edges: cells of one region have one root, and every parent has a smaller number than its child.
fn unite(topology: &Topology, colours: &[u8]) -> Vec<u32> {
    let mut parent: Vec<u32> = (0..colours.len() as u32).collect();
    topology.for_each_edge(|a, b| {
        if colours[a] == colours[b] {
            let (a, b) = (root(&mut parent, a as u32), root(&mut parent, b as u32));
            parent[a.max(b) as usize] = a.min(b);
        }
    });
    parent
}

#[inline]
fn root(parent: &mut [u32], mut cell: u32) -> u32 {
    loop {
        let above = parent[cell as usize];
        if above == cell {
            return cell;
        }
        // Path halving keeps chains short without a second walk.
        parent[cell as usize] = parent[above as usize];
        cell = parent[cell as usize];
    }
}

/// Turns parents into region numbers and measures the regions, in one pass: a parent comes before its children.
fn number(of_cell: &mut [u32], colours: &[u8]) -> Vec<Region> {
    let mut regions: Vec<Region> = Vec::with_capacity(of_cell.len());
    for (cell, &colour) in colours.iter().enumerate() {
        let parent = of_cell[cell] as usize;
        if colour == BLOCKED {
            of_cell[cell] = NO_REGION;
        } else if parent == cell {
            of_cell[cell] = regions.len() as u32;
            regions.push(Region { signature: finish(cell as u64 + 1), size: 1, neighbours: (0, 0), colour });
        } else {
            let number = of_cell[parent];
            of_cell[cell] = number;
            let region = &mut regions[number as usize];
            region.size += 1;
            region.signature = region.signature.wrapping_add(finish(cell as u64 + 1));
        }
    }
    regions
}

/// Lists the touching pairs by region, both ways. A region gets room for every contact its cells could have, which
/// spares a pass that counts them.
fn connect(topology: &Topology, of_cell: &[u32], regions: &mut [Region]) -> Vec<u32> {
    let mut room = 0;
    match topology {
        Topology::Lattice { .. } => {
            for region in regions.iter_mut() {
                region.neighbours = (room, room);
                room += 4 * region.size;
            }
        }
        Topology::Network(network) => {
            for (vertex, &region) in of_cell.iter().enumerate().filter(|(_, region)| **region != NO_REGION) {
                regions[region as usize].neighbours.1 += network.neighbours(vertex).len() as u32;
            }
            for region in regions.iter_mut() {
                let most = region.neighbours.1;
                region.neighbours = (room, room);
                room += most;
            }
        }
    }
    let mut neighbours = vec![0; room as usize];
    topology.for_each_edge(|a, b| {
        let (a, b) = (of_cell[a], of_cell[b]);
        if a.max(b) != NO_REGION {
            // Whether two neighbours differ is close to a coin toss, so nothing branches on it: the entry is written
            // in any case and kept only if they do. It has room: an edge inside a region is one contact fewer.
            let kept = u32::from(a != b);
            list(&mut regions[a as usize], &mut neighbours, b, kept);
            list(&mut regions[b as usize], &mut neighbours, a, kept);
        }
    });
    neighbours
}

#[inline]
fn list(region: &mut Region, neighbours: &mut [u32], neighbour: u32, kept: u32) {
    neighbours[region.neighbours.1 as usize] = neighbour;
    region.neighbours.1 += kept;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contracts_equal_neighbours() {
        // AAB
        // BAB
        let topology = Topology::Lattice { width: 3, height: 2, wraps: false };
        let regions = Regions::contract(&topology, &[0, 0, 1, 1, 0, 1]);
        assert_eq!(regions.of_cells(), [0, 0, 1, 2, 0, 1]);
        assert_eq!((regions.region(0).size, regions.region(1).size, regions.region(2).size), (3, 2, 1));
        let mut contacts = regions.neighbours(0).to_vec();
        contacts.sort_unstable();
        assert_eq!(contacts, [1, 1, 2, 2], "one entry for each pair of touching cells");
        assert_eq!(regions.neighbours(2), [0, 0]);
    }

    #[test]
    fn holes_belong_to_nobody() {
        let topology = Topology::Lattice { width: 3, height: 1, wraps: false };
        let regions = Regions::contract(&topology, &[0, BLOCKED, 0]);
        assert_eq!(regions.of_cells(), [0, NO_REGION, 1]);
        assert!(regions.neighbours(0).is_empty());
    }

    #[test]
    fn a_snake_of_forty_thousand_cells_is_one_region() {
        let width = 200;
        let topology = Topology::square(width);
        let colours: Vec<u8> = (0..width * width)
            .map(|cell| {
                let (row, column) = (cell / width, cell % width);
                let gap = if row % 4 == 1 { width - 1 } else { 0 };
                u8::from(row % 2 == 1 && column != gap)
            })
            .collect();
        let regions = Regions::contract(&topology, &colours);
        assert_eq!(regions.region(0).size, 100 * width + 100);
    }
}
