//! The table of contents of a zip, and what its files hold. Sizes and places that an archive names are its author's word:
//! each is looked at before it is used. It is read here and not by a library, since what is asked of it is little and has to be
//! bounded: how many files there are is known before a list of them is made, what a file holds is unpacked only as far as there is
//! room, and a ladder asks whether an archive that somebody is still writing is whole.

use miniz_oxide::inflate::decompress_to_vec_with_limit;

const END: u32 = 0x0605_4b50;
const END_64: u32 = 0x0606_4b50;
const END_64_LOCATOR: u32 = 0x0706_4b50;
const ENTRY: u32 = 0x0201_4b50;
const FILE: u32 = 0x0403_4b50;

/// How long the end of an archive can be: its record, and a comment.
const LONGEST_END: usize = 22 + 0xffff;

/// What stands for a number that is too large for its place, and is told elsewhere.
const ELSEWHERE: u64 = 0xffff_ffff;

/// A file of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// Its name; folders end with a slash.
    pub(super) name: String,
    /// Kind and rights, where the archive was made on Unix.
    pub(super) mode: Option<u32>,
    is_encrypted: bool,
    method: u16,
    packed: u64,
    place: u64,
}

impl Entry {
    /// Whether it is a link to somewhere else.
    pub(super) fn is_link(&self) -> bool {
        self.mode.is_some_and(|mode| mode & 0o170_000 == 0o120_000)
    }

    /// What it holds, if that is no more than this.
    pub(super) fn contents(&self, archive: &[u8], limit: usize) -> Result<Vec<u8>, String> {
        let wrong = || format!("{:?} is damaged", self.name);
        if self.is_encrypted {
            return Err(format!("{:?} is encrypted: expected an archive without a password", self.name));
        }
        let place = usize::try_from(self.place).map_err(|_| wrong())?;
        let head = Bytes(archive.get(place..).ok_or_else(wrong)?);
        if head.number(0, 4) != Some(u64::from(FILE)) {
            return Err(wrong());
        }
        let names = head.number(26, 2).zip(head.number(28, 2)).map(|(name, extra)| (name + extra) as usize);
        let first = 30 + names.ok_or_else(wrong)?;
        let packed = usize::try_from(self.packed).map_err(|_| wrong())?;
        let packed = first.checked_add(packed).and_then(|end| head.0.get(first..end)).ok_or_else(wrong)?;
        match self.method {
            0 if packed.len() <= limit => Ok(packed.to_vec()),
            8 => decompress_to_vec_with_limit(packed, limit)
                .map_err(|_| format!("{:?} is damaged or too large", self.name)),
            0 => Err(format!("{:?} is too large", self.name)),
            method => Err(format!("{:?} is packed in a way ({method}) that is not known: expected deflate", self.name)),
        }
    }
}

/// Everything in an archive, at most so many.
pub(super) fn entries(archive: &[u8], most: usize) -> Result<Vec<Entry>, String> {
    let wrong = || "not a zip that can be read".to_owned();
    let (count, mut at) = directory(archive).ok_or_else(wrong)?;
    if count > most as u64 {
        return Err(format!("{count} files in the archive: expected at most {most}"));
    }
    let mut entries = Vec::new();
    for _ in 0..count {
        let rest = Bytes(archive.get(at..).ok_or_else(wrong)?);
        let (entry, length) = entry(&rest).ok_or_else(wrong)?;
        entries.push(entry);
        at += length;
    }
    Ok(entries)
}

/// Little-endian numbers by their place.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn number(&self, at: usize, bytes: usize) -> Option<u64> {
        let bytes = self.0.get(at..at.checked_add(bytes)?)?;
        Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }
}

/// How many entries there are, and where the table begins.
fn directory(archive: &[u8]) -> Option<(u64, usize)> {
    let first = archive.len().saturating_sub(LONGEST_END);
    let is_end = |at: &usize| Bytes(archive).number(*at, 4) == Some(u64::from(END));
    let end = (first..archive.len().saturating_sub(21)).rev().find(is_end)?;
    let record = Bytes(archive.get(end..)?);
    let (count, place) = (record.number(10, 2)?, record.number(16, 4)?);
    if count != 0xffff && place != ELSEWHERE {
        return Some((count, usize::try_from(place).ok()?));
    }
    // The larger record stands before, and before the usual one is where.
    let locator = Bytes(archive.get(end.checked_sub(20)?..)?);
    if locator.number(0, 4)? != u64::from(END_64_LOCATOR) {
        return None;
    }
    let record = Bytes(archive.get(usize::try_from(locator.number(8, 8)?).ok()?..)?);
    (record.number(0, 4)? == u64::from(END_64)).then_some(())?;
    Some((record.number(32, 8)?, usize::try_from(record.number(48, 8)?).ok()?))
}

/// An entry of the table, and how long it is.
fn entry(bytes: &Bytes<'_>) -> Option<(Entry, usize)> {
    (bytes.number(0, 4)? == u64::from(ENTRY)).then_some(())?;
    let [name, extra, comment] = [28, 30, 32].map(|at| bytes.number(at, 2).map(|length| length as usize));
    let (name, extra, comment) = (name?, extra?, comment?);
    let mut larger = Larger::of(bytes.0.get(46 + name..46 + name + extra)?);
    // In this order: its own size, its size when packed, and where it is.
    let _ = larger.or(bytes.number(24, 4)?)?;
    let packed = larger.or(bytes.number(20, 4)?)?;
    let place = larger.or(bytes.number(42, 4)?)?;
    let is_unix = bytes.number(5, 1)? == 3;
    let mode = bytes.number(40, 2)? as u32;
    let entry = Entry {
        name: String::from_utf8_lossy(bytes.0.get(46..46 + name)?).into_owned(),
        mode: Some(mode).filter(|mode| is_unix && *mode != 0),
        is_encrypted: bytes.number(8, 2)? & 1 == 1,
        method: bytes.number(10, 2)? as u16,
        packed,
        place,
    };
    Some((entry, 46 + name + extra + comment))
}

/// Numbers that are too large for their places.
struct Larger<'a> {
    numbers: Bytes<'a>,
    at: usize,
}

impl Larger<'_> {
    fn of(extra: &[u8]) -> Larger<'_> {
        let mut at = 0;
        let all = Bytes(extra);
        while let Some((kind, length)) = all.number(at, 2).zip(all.number(at + 2, 2)) {
            let (first, end) = (at + 4, at + 4 + length as usize);
            if kind == 1 {
                return Larger { numbers: Bytes(extra.get(first..end).unwrap_or_default()), at: 0 };
            }
            at = end;
        }
        Larger { numbers: Bytes(&[]), at: 0 }
    }

    /// The number, or the next of the larger ones where it says so.
    fn or(&mut self, number: u64) -> Option<u64> {
        if number != ELSEWHERE {
            return Some(number);
        }
        self.at += 8;
        self.numbers.number(self.at - 8, 8)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

    use super::*;

    /// An archive with one file that is not packed.
    fn archive() -> Vec<u8> {
        let number = |number: u64, bytes: usize| number.to_le_bytes()[..bytes].to_vec();
        let head = [number(u64::from(FILE), 4), vec![0; 22], number(1, 2), number(0, 2), b"a".to_vec()].concat();
        let place = number(0, 4);
        let entry = [
            number(u64::from(ENTRY), 4),
            vec![0, 3],
            vec![0; 14],
            number(3, 4),
            number(3, 4),
            number(1, 2),
            vec![0; 8],
            number(0o100_755 << 16, 4),
            place,
            b"a".to_vec(),
        ]
        .concat();
        let table = head.len() + 3;
        let end =
            [number(u64::from(END), 4), vec![0; 4], number(1, 2), number(1, 2), number(entry.len() as u64, 4)].concat();
        [head, b"abc".to_vec(), entry, end, number(table as u64, 4), number(0, 2)].concat()
    }

    #[test]
    fn a_file_is_found_and_read() {
        let archive = archive();
        let found = entries(&archive, 9).unwrap();
        assert_eq!((found[0].name.as_str(), found[0].mode, found[0].is_link()), ("a", Some(0o100_755), false));
        assert_eq!(found[0].contents(&archive, 9).unwrap(), b"abc");
        assert!(found[0].contents(&archive, 2).unwrap_err().contains("too large"));
        assert!(entries(&archive, 0).unwrap_err().contains("expected at most 0"));
    }

    #[test]
    fn nothing_from_outside_breaks_it() {
        let whole = archive();
        for cut in 0..whole.len() {
            let found = entries(&whole[..cut], 9).unwrap_or_default();
            found.iter().for_each(|one| drop(one.contents(&whole[..cut], 9)));
        }
        for at in 0..whole.len() {
            for value in [0, 1, 0x7f, 0xff] {
                let mut other = whole.clone();
                other[at] = value;
                if let Ok(found) = entries(&other, 9) {
                    found.iter().for_each(|one| drop(one.contents(&other, 9)));
                }
            }
        }
    }
}
