//! A position with what it is worth, and files of them.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use joute_search::othello::engine::Board;

/// Bytes of a sample in a file.
const BYTES: usize = 20;

/// How the value of a sample was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// By perfect play from here.
    Exact,
    /// What the game came to, played perfectly from some later position on.
    Outcome,
}

/// A position and its value for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sample {
    pub(crate) board: Board,
    pub(crate) score: i8,
    pub(crate) origin: Origin,
    /// The year of the game, or 0 for a game the engine played with itself.
    pub(crate) year: u16,
}

impl Sample {
    fn to_bytes(self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[..8].copy_from_slice(&self.board.mover.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.board.other.to_le_bytes());
        bytes[16] = self.score as u8;
        bytes[17] = u8::from(self.origin == Origin::Outcome);
        bytes[18..].copy_from_slice(&self.year.to_le_bytes());
        bytes
    }

    fn of_bytes(bytes: &[u8; BYTES]) -> Sample {
        let [m0, m1, m2, m3, m4, m5, m6, m7, o0, o1, o2, o3, o4, o5, o6, o7, score, origin, y0, y1] = *bytes;
        Sample {
            board: Board {
                mover: u64::from_le_bytes([m0, m1, m2, m3, m4, m5, m6, m7]),
                other: u64::from_le_bytes([o0, o1, o2, o3, o4, o5, o6, o7]),
            },
            score: score as i8,
            origin: if origin == 0 { Origin::Exact } else { Origin::Outcome },
            year: u16::from_le_bytes([y0, y1]),
        }
    }
}

/// Writes a file at once: a killed program leaves the whole file or none.
pub(crate) fn write(path: &Path, samples: &[Sample]) -> Result<()> {
    let part = path.with_extension("part");
    let bytes: Vec<u8> = samples.iter().flat_map(|sample| sample.to_bytes()).collect();
    let mut file = fs::File::create(&part).with_context(|| format!("cannot write {}", part.display()))?;
    file.write_all(&bytes).with_context(|| format!("cannot write {}", part.display()))?;
    fs::rename(&part, path).with_context(|| format!("cannot write {}", path.display()))
}

/// Reads a file.
pub(crate) fn read(path: &Path) -> Result<Vec<Sample>> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let (samples, rest) = bytes.as_chunks::<BYTES>();
    ensure!(rest.is_empty(), "{}: {} bytes are not whole samples of {BYTES}", path.display(), bytes.len());
    Ok(samples.iter().map(Sample::of_bytes).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_come_back_as_they_were() {
        let sample = Sample { board: Board::START, score: -64, origin: Origin::Outcome, year: 1999 };
        assert_eq!(Sample::of_bytes(&sample.to_bytes()), sample);
        let sample = Sample { score: 62, origin: Origin::Exact, year: 0, ..sample };
        assert_eq!(Sample::of_bytes(&sample.to_bytes()), sample);
    }
}
