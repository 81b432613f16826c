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

/// Union-find: cells of one region have one root, and every parent has a smaller number than its child.
fn unite(topology: &Topology, colours: &[u8]) -> Vec<u32> {
    let mut parent: Vec<u32> = (0..colours.len() as u32).collect();
    if let Topology::Lattice { width, wraps: false, .. } = *topology {
        let width = width as usize;
        for row in (0..colours.len()).step_by(width) {
            for_each_equal(&colours[row..row + width - 1], &colours[row + 1..row + width], |column| {
                join(&mut parent, row + column, row + column + 1);
            });
        }
        for_each_equal(colours, &colours[width.min(colours.len())..], |cell| join(&mut parent, cell, cell + width));
    } else {
        topology.for_each_edge(|a, b| {
            if colours[a] == colours[b] {
                join(&mut parent, a, b);
            }
        });
    }
    parent
}

/// Calls `equal` for each place where both lists have the same byte, as far as the shorter goes. Neighbours of one colour
/// are few and far between, so eight places are compared at once and nothing branches on a single one.
#[inline]
fn for_each_equal(one: &[u8], other: &[u8], mut equal: impl FnMut(usize)) {
    const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    let (one_words, one_rest) = one[..one.len().min(other.len())].as_chunks::<8>();
    let (other_words, other_rest) = other[..one.len().min(other.len())].as_chunks::<8>();
    for (word, (a, b)) in one_words.iter().zip(other_words).enumerate() {
        let differ = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
        // The high bit of each byte that is zero in `differ`, and no other bit.
        let mut zero = !(((differ & LOW) + LOW) | differ | LOW);
        while zero != 0 {
            equal(8 * word + zero.trailing_zeros() as usize / 8);
            zero &= zero - 1;
        }
    }
    let before = 8 * one_words.len();
    for (place, _) in one_rest.iter().zip(other_rest).enumerate().filter(|(_, (a, b))| a == b) {
        equal(before + place);
    }
}

#[inline]
fn join(parent: &mut [u32], a: usize, b: usize) {
    let (a, b) = (root(parent, a as u32), root(parent, b as u32));
    parent[a.max(b) as usize] = a.min(b);
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

/// Turns parents into region numbers and measures the regions, in one pass: a parent comes before its children. Whether a
/// cell begins a region is close to chance, so nothing branches on it.
fn number(of_cell: &mut [u32], colours: &[u8]) -> Vec<Region> {
    let unseen = Region { signature: 0, size: 0, neighbours: (0, 0), colour: 0 };
    let mut regions: Vec<Region> = vec![unseen; of_cell.len()];
    let mut count = 0;
    for (cell, &colour) in colours.iter().enumerate() {
        if colour == BLOCKED {
            of_cell[cell] = NO_REGION;
            continue;
        }
        let parent = of_cell[cell] as usize;
        let begins = parent == cell;
        let number = if begins { count } else { of_cell[parent] };
        count += u32::from(begins);
        of_cell[cell] = number;
        let region = &mut regions[number as usize];
        region.colour = colour;
        region.size += 1;
        region.signature = region.signature.wrapping_add(finish(cell as u64 + 1));
    }
    regions.truncate(count as usize);
    regions
}

/// Lists the touching pairs by region, both ways. A region gets room for every contact its cells could have, which
/// spares a pass that counts them.
fn connect(topology: &Topology, of_cell: &[u32], regions: &mut [Region]) -> Vec<u32> {
    let mut contacts = Contacts::with_room(topology, of_cell, regions);
    match *topology {
        Topology::Lattice { width, wraps: false, .. } => {
            let mut rows = of_cell.chunks_exact(width as usize).peekable();
            while let Some(here) = rows.next() {
                let below = rows.peek().copied().unwrap_or(&[]);
                here.iter().zip(&here[1..]).for_each(|(&a, &b)| contacts.add(a, b));
                here.iter().zip(below).for_each(|(&a, &b)| contacts.add(a, b));
            }
        }
        _ => topology.for_each_edge(|a, b| contacts.add(of_cell[a], of_cell[b])),
    }
    for (region, end) in regions.iter_mut().zip(contacts.ends) {
        region.neighbours.1 = end;
    }
    contacts.neighbours
}

/// The lists of neighbours while they grow.
struct Contacts {
    ends: Vec<u32>,
    neighbours: Vec<u32>,
}

impl Contacts {
    fn with_room(topology: &Topology, of_cell: &[u32], regions: &mut [Region]) -> Contacts {
        let mut most: Vec<u32> = match topology {
            Topology::Lattice { .. } => regions.iter().map(|region| 4 * region.size).collect(),
            Topology::Network(network) => {
                let mut most = vec![0; regions.len()];
                for (vertex, &region) in of_cell.iter().enumerate().filter(|(_, region)| **region != NO_REGION) {
                    most[region as usize] += network.neighbours(vertex).len() as u32;
                }
                most
            }
        };
        let mut room = 0;
        for (region, most) in regions.iter_mut().zip(&mut most) {
            region.neighbours.0 = room;
            room += std::mem::replace(most, room);
        }
        Contacts { ends: most, neighbours: vec![0; room as usize] }
    }

    /// Whether two neighbours differ is close to a coin toss, so nothing branches on it: the entry is written in any case
    /// and kept only if they do. It has room: an edge inside a region is one contact fewer.
    #[inline]
    fn add(&mut self, a: u32, b: u32) {
        if a.max(b) == NO_REGION {
            return;
        }
        let kept = u32::from(a != b);
        for (from, to) in [(a, b), (b, a)] {
            let end = &mut self.ends[from as usize];
            self.neighbours[*end as usize] = to;
            *end += kept;
        }
    }
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
    fn rows_compared_eight_at_a_time_unite_what_edges_unite() {
        let mut generator = crate::random::Seed(7).generator();
        for _ in 0..500 {
            let (width, height) = (1 + generator.index(20), 1 + generator.index(9));
            let topology = Topology::Lattice { width: width as u32, height: height as u32, wraps: false };
            let tags = [0, 1, 2, 27, BLOCKED];
            let colours: Vec<u8> = (0..width * height).map(|_| tags[generator.index(5)]).collect();
            let mut by_rows = unite(&topology, &colours);
            let mut by_edges: Vec<u32> = (0..colours.len() as u32).collect();
            topology.for_each_edge(|a, b| {
                if colours[a] == colours[b] {
                    join(&mut by_edges, a, b);
                }
            });
            number(&mut by_rows, &colours);
            number(&mut by_edges, &colours);
            assert_eq!(by_rows, by_edges, "{width} x {height}: {colours:?}");
        }
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
