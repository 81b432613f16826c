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
    /// Where its neighbours begin in the list of all.
    first: u32,
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
        let of_cell = label(topology, colours);
        let mut regions = measure(&of_cell, colours);
        let neighbours = connect(topology, &of_cell, &mut regions);
        Regions {
            of_cell,
            regions,
            neighbours,
        }
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
        let first = self.regions[region as usize].first as usize;
        let end = self
            .regions
            .get(region as usize + 1)
            .map_or(self.neighbours.len(), |next| next.first as usize);
        &self.neighbours[first..end]
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

/// Union-find over the edges; every parent has a smaller number than its child, so one pass in order numbers
/// the regions without another search.
fn label(topology: &Topology, colours: &[u8]) -> Vec<u32> {
    let mut parent: Vec<u32> = (0..colours.len() as u32).collect();
    topology.for_each_edge(|a, b| {
        if colours[a] == colours[b] {
            let (a, b) = (root(&mut parent, a as u32), root(&mut parent, b as u32));
            parent[a.max(b) as usize] = a.min(b);
        }
    });
    let mut regions = 0;
    for cell in 0..parent.len() {
        parent[cell] = if colours[cell] == BLOCKED {
            NO_REGION
        } else if parent[cell] as usize == cell {
            regions += 1;
            regions - 1
        } else {
            parent[parent[cell] as usize]
        };
    }
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

fn measure(of_cell: &[u32], colours: &[u8]) -> Vec<Region> {
    let mut regions: Vec<Region> = Vec::with_capacity(of_cell.len());
    for (cell, (&region, &colour)) in of_cell.iter().zip(colours).enumerate() {
        if region == NO_REGION {
            continue;
        }
        let signature = finish(cell as u64 + 1);
        match regions.get_mut(region as usize) {
            Some(known) => {
                known.size += 1;
                known.signature = known.signature.wrapping_add(signature);
            }
            None => regions.push(Region {
                signature,
                size: 1,
                first: 0,
                colour,
            }),
        }
    }
    regions
}

/// Counting sort of the touching pairs by region, both ways.
fn connect(topology: &Topology, of_cell: &[u32], regions: &mut [Region]) -> Vec<u32> {
    let mut pairs: Vec<(u32, u32)> = Vec::with_capacity(2 * of_cell.len());
    topology.for_each_edge(|a, b| {
        let (a, b) = (of_cell[a], of_cell[b]);
        if a != b && a != NO_REGION && b != NO_REGION {
            pairs.push((a, b));
            regions[a as usize].first += 1;
            regions[b as usize].first += 1;
        }
    });
    let mut end = 0;
    for region in regions.iter_mut() {
        end += region.first;
        region.first = end;
    }
    let mut neighbours = vec![0; end as usize];
    for &(a, b) in pairs.iter().rev() {
        for (from, to) in [(a, b), (b, a)] {
            let slot = &mut regions[from as usize].first;
            *slot -= 1;
            neighbours[*slot as usize] = to;
        }
    }
    neighbours
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contracts_equal_neighbours() {
        // AAB
        // BAB
        let topology = Topology::Lattice {
            width: 3,
            height: 2,
            wraps: false,
        };
        let regions = Regions::contract(&topology, &[0, 0, 1, 1, 0, 1]);
        assert_eq!(regions.of_cells(), [0, 0, 1, 2, 0, 1]);
        assert_eq!(
            (regions.region(0).size, regions.region(1).size, regions.region(2).size),
            (3, 2, 1)
        );
        assert_eq!(regions.neighbours(0), [1, 2, 2, 1]);
        assert_eq!(regions.neighbours(2), [0, 0]);
    }

    #[test]
    fn holes_belong_to_nobody() {
        let topology = Topology::Lattice {
            width: 3,
            height: 1,
            wraps: false,
        };
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
