//! Tables on disk: one file for each layer, its values in blocks that are compressed and checked one by one.
//!
//! ```text
//!  "joute awale table 1\n"
//!  blocks       each a zlib stream of up to 16,384 values, with the Adler-32 checksum that such a stream ends with
//!  index        a zlib stream: seeds, lists and positions, the name of the rules, then the length of every block
//!  16 bytes     where the index begins and how long it is, little-endian
//! ```
//!
//! Where a position has two values, the blocks of the lower ones come first, and then those of the differences.
//! A file is written under another name and then renamed: it is there whole or not at all.

use std::fs::File;
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use joute_games::content_hash;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

use super::super::rows::StandardRules;
use super::{Layer, Loops, MOST_SEEDS, positions};

const MAGIC: &[u8] = b"joute awale table 1\n";
/// Values of a block.
pub(super) const BLOCK: usize = 1 << 14;
/// How hard a block is compressed, of 10.
const EFFORT: u8 = 4;

/// A file that cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The system refused.
    #[error("{0}: {1}")]
    Io(PathBuf, std::io::Error),
    /// Its content is not what it should be.
    #[error("{0}: {1}")]
    Bad(PathBuf, &'static str),
}

impl FileError {
    /// Whether there is no such file.
    pub fn is_missing(&self) -> bool {
        matches!(self, FileError::Io(_, error) if error.kind() == std::io::ErrorKind::NotFound)
    }
}

/// What a file says about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents {
    /// Seeds on the board.
    pub seeds: u32,
    /// The rules, by name.
    pub rules: String,
    /// Values of a position, 1 or 2.
    pub lists: usize,
    /// Bytes of each block.
    lengths: Vec<u32>,
    /// Bytes of the file.
    pub bytes: u64,
}

/// The path of a layer in a folder.
pub fn path(folder: &Path, rules: &str, seeds: u32) -> PathBuf {
    folder.join(format!("{rules}-{seeds:02}.table"))
}

/// What the values of a layer are known by, wherever they are kept: the hash of the hashes of its blocks.
pub(super) fn fingerprint(blocks: &[String]) -> String {
    let mut hash = content_hash(blocks.concat().as_bytes());
    hash.truncate(16);
    hash
}

impl Layer {
    /// What its values are known by.
    pub fn fingerprint(&self) -> String {
        let of_list =
            |list| (0..self.low.len().div_ceil(BLOCK)).map(move |block| content_hash(&self.block(list, block)));
        fingerprint(&(0..self.values().count()).flat_map(of_list).collect::<Vec<_>>())
    }

    /// Writes the layer into a folder and says how long the file is.
    pub fn write<R: StandardRules>(&self, folder: &Path, threads: usize) -> Result<u64, FileError> {
        let path = path(folder, R::NAME, self.seeds);
        let partial = path.with_extension("partial");
        let written = File::create(&partial).and_then(|file| {
            let mut out = BufWriter::new(file);
            let bytes = self.write_to(R::NAME, &mut out, threads)?;
            out.into_inner().map_err(std::io::IntoInnerError::into_error)?.sync_all()?;
            std::fs::rename(&partial, &path)?;
            Ok(bytes)
        });
        written.map_err(|error| {
            // A disk that is full needs the room; that half a file could not be removed says nothing new.
            let _ = std::fs::remove_file(&partial);
            FileError::Io(path, error)
        })
    }

    fn write_to(&self, rules: &str, out: &mut impl Write, threads: usize) -> std::io::Result<u64> {
        out.write_all(MAGIC)?;
        let mut lengths = Vec::new();
        for list in 0..self.values().count() {
            for group in 0..self.low.len().div_ceil(BLOCK * GROUP) {
                for block in self.compressed(list, group * GROUP, threads) {
                    out.write_all(&block)?;
                    lengths.push(block.len() as u32);
                }
            }
        }
        let contents =
            Contents { seeds: self.seeds, rules: rules.to_owned(), lists: self.values().count(), lengths, bytes: 0 };
        let start = contents.end_of_blocks();
        let index = compress_to_vec_zlib(&contents.to_bytes(), EFFORT);
        out.write_all(&index)?;
        out.write_all(&start.to_le_bytes())?;
        out.write_all(&(index.len() as u64).to_le_bytes())?;
        Ok(start + index.len() as u64 + 16)
    }

    /// Up to a group of blocks, compressed by several threads.
    fn compressed(&self, list: usize, first: usize, threads: usize) -> Vec<Vec<u8>> {
        let last = (first + GROUP).min(self.low.len().div_ceil(BLOCK));
        let taken = AtomicUsize::new(first);
        let work = || {
            let mut done = Vec::new();
            loop {
                let block = taken.fetch_add(1, Ordering::Relaxed);
                if block >= last {
                    return done;
                }
                done.push((block, compress_to_vec_zlib(&self.block(list, block), EFFORT)));
            }
        };
        let mut blocks = std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let mut blocks = work();
            // A thread that panicked has already said so; its blocks would be missing, so that it must not pass.
            blocks.extend(helpers.into_iter().flat_map(|helper| helper.join().expect("compression does not panic")));
            blocks
        });
        blocks.sort_unstable_by_key(|(block, _)| *block);
        blocks.into_iter().map(|(_, bytes)| bytes).collect()
    }

    /// The bytes of a block: values, or how much the second value is above the first.
    fn block(&self, list: usize, block: usize) -> Vec<u8> {
        let range = block * BLOCK..((block + 1) * BLOCK).min(self.low.len());
        let low = &self.low[range.clone()];
        match &self.high {
            Some(high) if list == 1 => {
                high[range].iter().zip(low).map(|(high, low)| high.wrapping_sub(*low) as u8).collect()
            }
            _ => low.iter().map(|value| *value as u8).collect(),
        }
    }

    /// Reads a layer from a folder, every block checked.
    pub fn read<R: StandardRules>(folder: &Path, seeds: u32) -> Result<Layer, FileError> {
        let path = path(folder, R::NAME, seeds);
        let (contents, mut file) = Contents::read(&path)?;
        let bad = |what| FileError::Bad(path.clone(), what);
        let is_expected =
            contents.rules == R::NAME && contents.seeds == seeds && contents.lists == Loops::of::<R>().roles();
        if !is_expected {
            return Err(bad("a table of other rules or other seeds"));
        }
        let io = |error| FileError::Io(path.clone(), error);
        file.seek(SeekFrom::Start(MAGIC.len() as u64)).map_err(io)?;
        let mut lists = [Vec::new(), Vec::new()];
        let blocks = positions(seeds).div_ceil(BLOCK);
        let mut file = std::io::BufReader::with_capacity(1 << 20, file);
        for (number, length) in contents.lengths.iter().enumerate() {
            let mut bytes = vec![0; *length as usize];
            file.read_exact(&mut bytes).map_err(io)?;
            let values = decompress_to_vec_zlib_with_limit(&bytes, BLOCK).map_err(|_| bad("a block is damaged"))?;
            lists[usize::from(number >= blocks)].extend(values.into_iter().map(|value| value as i8));
        }
        Layer::from_lists(seeds, lists, contents.lists).ok_or_else(|| bad("values are missing"))
    }

    fn from_lists(seeds: u32, lists: [Vec<i8>; 2], count: usize) -> Option<Layer> {
        let [low, mut high] = lists;
        let size = positions(seeds);
        if low.len() != size || high.len() != size * (count - 1) {
            return None;
        }
        high.iter_mut().zip(&low).for_each(|(high, low)| *high = high.wrapping_add(*low));
        Some(Layer::new(seeds, low, (count == 2).then_some(high)))
    }
}

/// Blocks that are compressed before any is written.
const GROUP: usize = 256;

impl Contents {
    /// Reads what a file says about itself, and gives the open file.
    pub fn read(path: &Path) -> Result<(Contents, File), FileError> {
        let io = |error| FileError::Io(path.to_owned(), error);
        let bad = |what| FileError::Bad(path.to_owned(), what);
        let mut file = File::open(path).map_err(io)?;
        let bytes = file.metadata().map_err(io)?.len();
        let mut magic = [0; MAGIC.len()];
        if bytes < MAGIC.len() as u64 + 16 {
            return Err(bad("too short for a table"));
        }
        file.read_exact(&mut magic).map_err(io)?;
        file.seek(SeekFrom::End(-16)).map_err(io)?;
        let mut ends = [0; 16];
        file.read_exact(&mut ends).map_err(io)?;
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| ends[at + byte]));
        let (start, length) = (word(0), word(8));
        if magic != MAGIC || start.checked_add(length).and_then(|end| end.checked_add(16)) != Some(bytes) {
            return Err(bad("not a table, or one that was cut off"));
        }
        file.seek(SeekFrom::Start(start)).map_err(io)?;
        let mut index = vec![0; length as usize];
        file.read_exact(&mut index).map_err(io)?;
        let index = decompress_to_vec_zlib_with_limit(&index, MOST_INDEX).map_err(|_| bad("its index is damaged"))?;
        let contents = Contents::of_bytes(&index, bytes).filter(|contents| contents.end_of_blocks() == start);
        Ok((contents.ok_or_else(|| bad("its index makes no sense"))?, file))
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.seeds as u8, self.lists as u8, self.rules.len() as u8];
        bytes.extend_from_slice(self.rules.as_bytes());
        self.lengths.iter().for_each(|length| bytes.extend_from_slice(&length.to_le_bytes()));
        bytes
    }

    fn of_bytes(index: &[u8], bytes: u64) -> Option<Contents> {
        let (&[seeds, lists, name], rest) = index.split_first_chunk::<3>()?;
        let (rules, lengths) = rest.split_at_checked(usize::from(name))?;
        let (seeds, lists) = (u32::from(seeds), usize::from(lists));
        let lengths: Vec<u32> = lengths.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();
        let is_whole = seeds <= MOST_SEEDS
            && (1..=2).contains(&lists)
            && lengths.len() == lists * positions(seeds).div_ceil(BLOCK);
        is_whole.then(|| Contents { seeds, rules: String::from_utf8_lossy(rules).into_owned(), lists, lengths, bytes })
    }

    /// Where the last block ends.
    fn end_of_blocks(&self) -> u64 {
        MAGIC.len() as u64 + self.lengths.iter().map(|length| u64::from(*length)).sum::<u64>()
    }

    /// Where each block lies in the file, and how long it is.
    pub(super) fn places(&self) -> Vec<(u64, usize)> {
        let mut start = MAGIC.len() as u64;
        let place = |length: &u32| {
            start += u64::from(*length);
            (start - u64::from(*length), *length as usize)
        };
        self.lengths.iter().map(place).collect()
    }
}

/// An index is never longer than that.
const MOST_INDEX: usize = 1 << 20;
