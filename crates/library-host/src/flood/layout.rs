//! The structures of the Flood course in memory, byte for byte, each allocated so that a library can free it.
//!
//! ```text
//! struct graph_t      0 num_vertices | 8 t | 16 positions[0] | 24 positions[1]                        32 bytes
//! struct color_set_t  0..8 t                                                                           8 bytes
//! gsl_spmatrix_uint   0 size1 | 8 size2 | 16 i | 24 data | 32 p | 40 nzmax | 48 nz | 56 tree | 64 pool
//!                     72 node_size | 80 work | 88 sptype | 96 spflags                                104 bytes
//! ```
#![expect(unsafe_code, reason = "memory that a C library will free has to come from malloc")]

use std::ffi::{c_int, c_uint};
use std::ptr::{NonNull, null_mut};

use super::board::{Board, encode, filler};
use crate::arguments::Encoding;
use crate::gsl::{Maker, Matrix};

/// The colour that is none.
pub(super) const NO_COLOR: c_int = -1;
/// Room behind the forbidden sets: one team reads wider ones.
const FORBIDDEN_ROOM: usize = 256;

/// `struct move_t`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct Move {
    pub(super) c: c_int,
}

/// `struct color_set_t`.
#[repr(C)]
pub(super) struct ColorSet {
    t: [u8; 8],
}

/// `struct graph_t`.
#[repr(C)]
pub(super) struct Graph {
    num_vertices: usize,
    t: Matrix,
    positions: [usize; 2],
}

/// `gsl_spmatrix_uint`, as GSL 2.6 and later have it.
#[repr(C)]
struct SparseMatrix {
    size1: usize,
    size2: usize,
    i: *mut c_int,
    data: *mut c_uint,
    p: *mut c_int,
    nzmax: usize,
    nz: usize,
    tree: *mut libc::c_void,
    pool: *mut libc::c_void,
    node_size: usize,
    work: *mut libc::c_void,
    sptype: c_int,
    spflags: usize,
}

const _: () = assert!(size_of::<SparseMatrix>() == 104 && size_of::<Graph>() == 32 && size_of::<ColorSet>() == 8);

/// The graph of a board. Its matrix is GSL's own where there is GSL, and one of the same form otherwise.
pub(super) fn graph(board: &Board, maker: Option<Maker>) -> Option<*mut Graph> {
    let t = match maker {
        Some(maker) => maker.adjacency(&board.neighbours)?,
        None => by_hand(&board.neighbours)?.cast(),
    };
    copied(&[Graph { num_vertices: board.colours.len(), t, positions: board.starts }])
}

/// The colours of a board.
pub(super) fn colors(board: &Board) -> Option<*mut c_int> {
    copied(&board.colours)
}

/// The forbidden sets of both sides, one behind the other, with room behind them that holds no colour either.
pub(super) fn forbidden(board: &Board, encoding: Encoding) -> Option<*mut ColorSet> {
    let mut bytes = [filler(encoding); FORBIDDEN_ROOM];
    for (side, colours) in board.forbidden.iter().enumerate() {
        bytes[8 * side..8 * side + 8].copy_from_slice(&encode(colours, encoding));
    }
    copied(&bytes).map(<*mut u8>::cast)
}

/// A compressed matrix without GSL, for a library that never calls it.
fn by_hand(neighbours: &[Vec<usize>]) -> Option<*mut SparseMatrix> {
    let columns: Vec<c_int> = neighbours.iter().flatten().map(|&column| column as c_int).collect();
    let mut rows: Vec<c_int> = vec![0];
    for row in neighbours {
        rows.push(rows[rows.len() - 1] + row.len() as c_int);
    }
    copied(&[SparseMatrix {
        size1: neighbours.len(),
        size2: neighbours.len(),
        i: copied(&columns)?,
        data: copied(&vec![1; columns.len()])?,
        p: copied(&rows)?,
        nzmax: columns.len(),
        nz: columns.len(),
        tree: null_mut(),
        pool: null_mut(),
        node_size: 0,
        work: copied(&vec![0_usize; neighbours.len()])?.cast(),
        sptype: 2,
        spflags: 0,
    }])
}

/// A copy of values in memory from malloc, which now belongs to nobody here.
fn copied<T>(values: &[T]) -> Option<*mut T> {
    let bytes = size_of_val(values).max(1);
    // SAFETY: malloc gives null or room for so many bytes, aligned for every type of C; the values are plain data.
    unsafe {
        let room = NonNull::new(libc::malloc(bytes).cast::<T>())?;
        std::ptr::copy_nonoverlapping(values.as_ptr(), room.as_ptr(), values.len());
        Some(room.as_ptr())
    }
}
