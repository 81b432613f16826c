//! The graphs Flood is played on: four lattices by name, or a file.

use std::sync::Arc;

use joute_messages::message;

use super::super::{Network, Topology};
use crate::error::SetupError;

/// A named lattice, or a graph from a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Graph {
    /// A full lattice.
    Square,
    /// Without the centre block.
    Donut,
    /// Without the centre blocks of the top and the bottom third.
    HGraph,
    /// Wrapping both ways.
    Torus,
    /// From a file.
    File(Arc<Network>),
}

impl Graph {
    /// The lattices by name.
    pub(super) const NAMED: [(&'static str, Graph); 4] =
        [("square", Graph::Square), ("donut", Graph::Donut), ("hgraph", Graph::HGraph), ("torus", Graph::Torus)];

    /// Its name in setups: a word, or the file's content hash.
    pub fn name(&self) -> &str {
        match self {
            Graph::Square => "square",
            Graph::Donut => "donut",
            Graph::HGraph => "hgraph",
            Graph::Torus => "torus",
            Graph::File(network) => network.hash(),
        }
    }

    /// Whether the cells are drawn in rows and columns.
    pub fn is_lattice(&self) -> bool {
        !matches!(self, Graph::File(_))
    }

    /// Which cells touch, on a lattice of this size.
    pub(super) fn topology(&self, width: u32, height: u32) -> Topology {
        match self {
            Graph::File(network) => Topology::Network(Arc::clone(network)),
            _ => Topology::Lattice { width, height, wraps: *self == Graph::Torus },
        }
    }

    /// Whether a lattice of this size can have this shape.
    pub(super) fn check(&self, width: u32, height: u32) -> Result<(), SetupError> {
        let name = self.name();
        match self {
            Graph::Donut | Graph::HGraph if !width.is_multiple_of(3) => {
                Err(SetupError::Impossible(message!("error-graph-thirds", graph = name.to_owned(), width = width)))
            }
            Graph::Donut | Graph::HGraph if width != height => {
                Err(SetupError::Impossible(message!("error-graph-height", graph = name.to_owned())))
            }
            _ => Ok(()),
        }
    }

    /// Whether the cell of a lattice of this width is one of the shape's holes.
    pub(super) fn is_hole(&self, width: u32, cell: usize) -> bool {
        let third = width / 3..2 * width / 3;
        let (row, column) = (cell as u32 / width, cell as u32 % width);
        match self {
            Graph::Donut => third.contains(&row) && third.contains(&column),
            Graph::HGraph => !third.contains(&row) && third.contains(&column),
            _ => false,
        }
    }

    /// Where the sides start.
    pub(super) fn starts(&self, width: u32, height: u32) -> [usize; 2] {
        match self {
            Graph::File(network) => network.starts().map(|vertex| vertex as usize),
            Graph::Torus => [0, (height / 2 * width + width / 2) as usize],
            _ => [0, (width * height - 1) as usize],
        }
    }

    /// The cell that a symmetric colouring gives the same colour; it takes one start to the other.
    pub(super) fn image(&self, width: u32, height: u32, cell: usize) -> usize {
        let (width, height) = (width as usize, height as usize);
        let (row, column) = (cell / width, cell % width);
        match self {
            Graph::Torus => {
                let mirrored = |at: usize, length: usize| (length + length / 2 - at) % length;
                mirrored(row, height) * width + mirrored(column, width)
            }
            _ => width * height - 1 - cell,
        }
    }
}
