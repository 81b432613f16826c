//! Which cells touch which: lattices by arithmetic, any other graph by its edges.

use std::sync::Arc;

use super::network::Network;

/// The shape of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Topology {
    /// Cells in rows, each touching the cells above, below, left and right of it; cell = row * width + column.
    Lattice {
        /// Cells in a row.
        width: u32,
        /// Rows.
        height: u32,
        /// Whether the left edge touches the right one and the top the bottom.
        wraps: bool,
    },
    /// Vertices and edges read from a file.
    Network(Arc<Network>),
}

impl Topology {
    /// A square lattice without wrapping.
    pub fn square(width: u32) -> Topology {
        Topology::Lattice { width, height: width, wraps: false }
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        match self {
            Topology::Lattice { width, height, .. } => *width as usize * *height as usize,
            Topology::Network(network) => network.vertices(),
        }
    }

    /// Calls `edge` once for each pair of cells that touch.
    #[inline]
    pub fn for_each_edge(&self, mut edge: impl FnMut(usize, usize)) {
        match self {
            Topology::Lattice { width, height, wraps } => {
                let (width, height) = (*width as usize, *height as usize);
                for row in 1..height {
                    let first = (row - 1) * width;
                    for cell in first..first + width - 1 {
                        edge(cell, cell + 1);
                        edge(cell, cell + width);
                    }
                    edge(first + width - 1, first + 2 * width - 1);
                }
                for cell in (height - 1) * width..height * width - 1 {
                    edge(cell, cell + 1);
                }
                // Two columns touch already without wrapping: no loops, no double edges.
                if *wraps && width > 2 {
                    (0..height).for_each(|row| edge(row * width, row * width + width - 1));
                }
                if *wraps && height > 2 {
                    (0..width).for_each(|column| edge(column, (height - 1) * width + column));
                }
            }
            Topology::Network(network) => {
                for vertex in 0..network.vertices() {
                    for &other in network.neighbours(vertex) {
                        if vertex < other as usize {
                            edge(vertex, other as usize);
                        }
                    }
                }
            }
        }
    }

    /// The cells that touch `cell`, in increasing order.
    pub fn neighbours(&self, cell: usize) -> Vec<usize> {
        match self {
            Topology::Lattice { .. } => {
                let steps = [(-1, 0), (0, -1), (0, 1), (1, 0)];
                let mut found: Vec<usize> =
                    steps.iter().filter_map(|&(down, right)| self.step(cell, down, right)).collect();
                found.sort_unstable();
                found.dedup();
                found.retain(|&other| other != cell);
                found
            }
            Topology::Network(network) => network.neighbours(cell).iter().map(|&other| other as usize).collect(),
        }
    }

    /// The lattice cell so many rows down and columns right of `cell`; `None` off the board or on a network.
    pub fn step(&self, cell: usize, down: i64, right: i64) -> Option<usize> {
        let Topology::Lattice { width, height, wraps } = self else {
            return None;
        };
        let (width, height) = (i64::from(*width), i64::from(*height));
        let (mut row, mut column) = (cell as i64 / width + down, cell as i64 % width + right);
        if *wraps {
            (row, column) = (row.rem_euclid(height), column.rem_euclid(width));
        }
        let inside = (0..height).contains(&row) && (0..width).contains(&column);
        inside.then_some((row * width + column) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(topology: &Topology) -> Vec<(usize, usize)> {
        let mut edges = Vec::new();
        topology.for_each_edge(|a, b| edges.push((a.min(b), a.max(b))));
        edges.sort_unstable();
        edges
    }

    #[test]
    fn edges_and_neighbours_agree_and_repeat_nothing() {
        for width in 1..=4 {
            for height in 1..=4 {
                for wraps in [false, true] {
                    let topology = Topology::Lattice { width, height, wraps };
                    let edges = edges(&topology);
                    let mut listed: Vec<(usize, usize)> = (0..topology.cells())
                        .flat_map(|cell| topology.neighbours(cell).into_iter().map(move |other| (cell, other)))
                        .filter(|(cell, other)| cell < other)
                        .collect();
                    listed.sort_unstable();
                    assert_eq!(edges, listed, "{topology:?}");
                    let mut once = edges.clone();
                    once.dedup();
                    assert_eq!(edges, once, "{topology:?} has no double edges");
                }
            }
        }
    }

    #[test]
    fn a_torus_of_two_has_four_edges() {
        let torus = Topology::Lattice { width: 2, height: 2, wraps: true };
        assert_eq!(edges(&torus).len(), 4);
    }

    #[test]
    fn a_torus_gives_every_cell_four_neighbours() {
        let torus = Topology::Lattice { width: 5, height: 5, wraps: true };
        assert!((0..25).all(|cell| torus.neighbours(cell).len() == 4));
        assert_eq!(torus.neighbours(0), [1, 4, 5, 20]);
    }
}
