//! A layer that stays on disk: blocks are read and unpacked when a position of theirs is asked for, and the last ones kept.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use joute_games::content_hash;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

use super::super::rows::{Rows, StandardRules};
use super::file::{BLOCK, Contents, FileError, fingerprint, path};
use super::{Bounds, Loops, index, positions};

/// Unpacked blocks that are kept, at 16 KiB each.
const KEPT: usize = 256;

/// A block that is kept: its number and its bytes.
type Kept = Option<(usize, Vec<u8>)>;

/// The values of all positions with so many seeds, on disk.
#[derive(Debug)]
pub struct DiskLayer {
    seeds: u32,
    blocks: usize,
    lists: usize,
    /// Where each block lies.
    places: Vec<(u64, usize)>,
    file: File,
    /// Each block has one place where it may be kept.
    kept: Mutex<Vec<Kept>>,
}

impl DiskLayer {
    /// Opens the file of a layer; its blocks are checked when they are read.
    pub fn open<R: StandardRules>(folder: &Path, seeds: u32) -> Result<DiskLayer, FileError> {
        let path = path(folder, R::NAME, seeds);
        let (contents, file) = Contents::read(&path)?;
        if contents.rules != R::NAME || contents.seeds != seeds || contents.lists != Loops::of::<R>().roles() {
            return Err(FileError::Bad(path, "a table of other rules or other seeds"));
        }
        let blocks = positions(seeds).div_ceil(BLOCK);
        let places = contents.places();
        Ok(DiskLayer { seeds, blocks, lists: contents.lists, places, file, kept: Mutex::new(vec![None; KEPT]) })
    }

    /// Seeds on the board.
    pub fn seeds(&self) -> u32 {
        self.seeds
    }

    /// The least and the most a position of this layer is worth; `None` when the file cannot be read or is damaged.
    pub fn bounds(&self, rows: Rows) -> Option<Bounds> {
        let number = index(rows);
        let low = i32::from(self.byte(number / BLOCK, number % BLOCK)? as i8);
        let width = match self.lists {
            2 => i32::from(self.byte(self.blocks + number / BLOCK, number % BLOCK)?),
            _ => 0,
        };
        Some(Bounds { low, high: low + width })
    }

    /// What its values are known by; `None` when the file cannot be read or is damaged.
    pub fn fingerprint(&self) -> Option<String> {
        let blocks: Option<Vec<String>> =
            (0..self.places.len()).map(|block| Some(content_hash(&self.read(block)?))).collect();
        Some(fingerprint(&blocks?))
    }

    fn byte(&self, block: usize, at: usize) -> Option<u8> {
        // Whoever panicked while holding the blocks left them whole: a place is replaced in one step.
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let place = &mut kept[block % KEPT];
        if place.as_ref().is_none_or(|(known, _)| *known != block) {
            *place = Some((block, self.read(block)?));
        }
        place.as_ref()?.1.get(at).copied()
    }

    fn read(&self, block: usize) -> Option<Vec<u8>> {
        let (start, length) = *self.places.get(block)?;
        let mut bytes = vec![0; length];
        self.file.read_exact_at(&mut bytes, start).ok()?;
        decompress_to_vec_zlib_with_limit(&bytes, BLOCK).ok()
    }
}
