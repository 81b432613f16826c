//! The table of positions that all threads share: bounds on the value of a position, and the moves that were best there.
//!
//! An entry is two words, the hash mixed with the data and the data, so that an entry torn by two writers does not match any hash.
//! Four entries are one cache line.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::pages::room_for;

/// The square that means no move.
pub(crate) const NO_SQUARE: u8 = 64;

/// Entries of a cache line.
const WAYS: usize = 4;

/// What is known of a position. Values are discs for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    /// At least.
    pub(crate) lower: i8,
    /// At most.
    pub(crate) upper: i8,
    /// Plies looked ahead.
    pub(crate) depth: u8,
    /// How sure the search was of its cuts, the higher the surer.
    pub(crate) certainty: u8,
    /// The best moves, the better first.
    pub(crate) squares: [u8; 2],
}

impl Entry {
    const NONE: Entry = Entry { lower: -64, upper: 64, depth: 0, certainty: 0, squares: [NO_SQUARE; 2] };

    #[inline(always)]
    pub(crate) fn pack(self, age: u8) -> u64 {
        u64::from_le_bytes([
            self.lower as u8,
            self.upper as u8,
            self.depth,
            self.certainty,
            self.squares[0],
            self.squares[1],
            age,
            1,
        ])
    }

    #[inline(always)]
    pub(crate) fn unpack(word: u64) -> (Entry, u8) {
        let [lower, upper, depth, certainty, one, two, age, _] = word.to_le_bytes();
        (Entry { lower: lower as i8, upper: upper as i8, depth, certainty, squares: [one, two] }, age)
    }

    /// How sure and how deep a search was, to be compared.
    #[inline(always)]
    fn effort(self) -> u32 {
        u32::from(self.depth) * 8 + u32::from(self.certainty)
    }
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Line([[AtomicU64; 2]; WAYS]);

/// The table.
#[derive(Debug)]
pub(crate) struct Table {
    lines: Box<[Line]>,
    age: u8,
}

impl Table {
    /// As large as fits into so many bytes: a power of two, at least one line.
    pub(crate) fn with_bytes(bytes: usize) -> Table {
        let lines = (bytes / size_of::<Line>()).max(1);
        let lines = if lines.is_power_of_two() { lines } else { lines.next_power_of_two() / 2 };
        let mut room = room_for(lines);
        room.extend(std::iter::repeat_with(Line::default).take(lines));
        Table { lines: room.into_boxed_slice(), age: 0 }
    }

    /// Lets entries of earlier searches be replaced first.
    pub(crate) fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.age = 0;
        for word in self.lines.iter_mut().flat_map(|line| line.0.iter_mut().flatten()) {
            *word.get_mut() = 0;
        }
    }

    /// The bytes it takes.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        self.lines.len() * size_of::<Line>()
    }

    #[inline(always)]
    fn line(&self, hash: u64) -> &[[AtomicU64; 2]; WAYS] {
        &self.lines[hash as usize & (self.lines.len() - 1)].0
    }

    /// Something in the cache line of a position.
    #[inline(always)]
    pub(crate) fn place(&self, hash: u64) -> &AtomicU64 {
        &self.line(hash)[0][0]
    }

    /// What is known of a position.
    #[inline(always)]
    pub(crate) fn find(&self, hash: u64) -> Option<Entry> {
        for [check, data] in self.line(hash) {
            let word = data.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ word == hash && word != 0 {
                return Some(Entry::unpack(word).0);
            }
        }
        None
    }

    /// Keeps what a search of a null window or a wider one has found: `value` is a bound unless it lies inside the window.
    #[inline(always)]
    pub(crate) fn store(&self, hash: u64, found: Found) {
        let line = self.line(hash);
        let mut victim = 0;
        let mut least = u32::MAX;
        for (way, [check, data]) in line.iter().enumerate() {
            let word = data.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ word == hash && word != 0 {
                self.write(&line[way], hash, found.into_entry(Some(Entry::unpack(word).0)));
                return;
            }
            let (entry, age) = Entry::unpack(word);
            let worth = if word == 0 { 0 } else { 1 + entry.effort() + if age == self.age { 1 << 16 } else { 0 } };
            if worth < least {
                (victim, least) = (way, worth);
            }
        }
        self.write(&line[victim], hash, found.into_entry(None));
    }

    #[inline(always)]
    fn write(&self, [check, data]: &[AtomicU64; 2], hash: u64, entry: Entry) {
        let word = entry.pack(self.age);
        check.store(hash ^ word, Ordering::Relaxed);
        data.store(word, Ordering::Relaxed);
    }
}

/// The outcome of a search, to be stored.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Found {
    pub(crate) value: i32,
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    pub(crate) depth: u32,
    pub(crate) certainty: u8,
    pub(crate) square: u8,
}

impl Found {
    /// The new entry, with what an old one of the same position adds to it.
    #[inline(always)]
    pub(crate) fn into_entry(self, old: Option<Entry>) -> Entry {
        let old = old.unwrap_or(Entry::NONE);
        let is_same = u32::from(old.depth) == self.depth && old.certainty == self.certainty;
        let (mut lower, mut upper) = if is_same { (old.lower, old.upper) } else { (-64, 64) };
        let value = self.value.clamp(-64, 64) as i8;
        if self.value > self.alpha {
            lower = lower.max(value);
        }
        if self.value < self.beta {
            upper = upper.min(value);
        }
        // Two searches that were cut differently may contradict each other: the newer one is right.
        if lower > upper {
            (lower, upper) =
                (if self.value > self.alpha { value } else { -64 }, if self.value < self.beta { value } else { 64 });
        }
        let squares = match self.square {
            NO_SQUARE => old.squares,
            square if square == old.squares[0] => old.squares,
            square => [square, old.squares[0]],
        };
        Entry { lower, upper, depth: self.depth as u8, certainty: self.certainty, squares }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(value: i32, alpha: i32, depth: u32) -> Found {
        Found { value, alpha, beta: alpha + 1, depth, certainty: 0, square: 7 }
    }

    #[test]
    fn bounds_of_one_depth_come_together_and_of_another_do_not() {
        let table = Table::with_bytes(1 << 12);
        assert_eq!(table.find(5), None);
        table.store(5, found(4, 3, 10));
        table.store(5, Found { square: 9, ..found(6, 7, 10) });
        let entry = table.find(5).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.squares), (4, 6, [9, 7]));
        table.store(5, found(2, 1, 12));
        assert_eq!(table.find(5).map(|entry| (entry.lower, entry.upper, entry.depth)), Some((2, 64, 12)));
    }

    #[test]
    fn a_full_line_gives_up_the_shallowest() {
        let mut table = Table::with_bytes(1);
        for (hash, depth) in [(1, 9), (2, 4), (3, 8), (4, 7), (5, 6)] {
            table.store(hash, found(0, 0, depth));
        }
        assert!(table.find(2).is_none() && table.find(1).is_some() && table.find(5).is_some());
        table.grow_older();
        table.store(6, found(0, 0, 1));
        table.store(7, found(0, 0, 1));
        assert_eq!((1..=7).filter(|hash| table.find(*hash).is_some()).count(), 4);
        assert!(table.find(6).is_some() && table.find(7).is_some(), "the old ones went first");
        table.clear();
        assert!((1..=7).all(|hash| table.find(hash).is_none()));
    }

    #[test]
    fn the_table_keeps_to_its_memory() {
        for bytes in [1, 1000, 1 << 20, (1 << 20) + 1, 3 << 20] {
            assert!(Table::with_bytes(bytes).bytes() <= bytes.max(64));
        }
    }
}
