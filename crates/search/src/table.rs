//! The transposition table: what a search remembers about positions, in a bounded amount of memory.
//!
//! Threads share it without locks. A slot is two words, the second of which is the content and the first the key
//! mixed with that content: when two threads write at once the words do not fit together and nobody reads them.
//!
//! ```text
//! content   63 ........ 32 | 31 .... 16 | 15 ... 8 | 7 ..... 3 | 2        | 1 .. 0
//!           score          | move code  | depth    | age       | complete | bound (0 is an empty slot)
//! ```

use std::sync::atomic::{AtomicU64, Ordering};

use joute_games::random::finish;

use crate::heuristic::Score;
use crate::pages::{prefetch, room_for};
use crate::window::Window;

/// Slots that are looked at together, in one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; 4]);

/// Ages go round after this many searches.
const AGES: u64 = 32;

/// The code that stands for no move.
pub(crate) const NO_MOVE: u16 = u16::MAX;

/// What is known about a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is no more than this.
    Upper = 1,
    /// It is no less than this.
    Lower = 2,
    /// It is this.
    Exact = 3,
}

/// What is remembered about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    /// The best move's code, or [`NO_MOVE`].
    pub(crate) code: u16,
    pub(crate) depth: u8,
    /// Whether no line was cut off by the depth: the value then holds for every greater depth too.
    pub(crate) complete: bool,
}

impl Entry {
    fn pack(self, age: u64) -> u64 {
        (self.score as u32 as u64) << 32
            | u64::from(self.code) << 16
            | u64::from(self.depth) << 8
            | age << 3
            | u64::from(self.complete) << 2
            | self.bound as u64
    }

    fn unpack(content: u64) -> Option<Entry> {
        let bound = match content & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Entry {
            score: (content >> 32) as u32 as i32,
            bound,
            code: (content >> 16) as u16,
            depth: (content >> 8) as u8,
            complete: content & 4 != 0,
        })
    }

    /// The score, if it settles a search to this depth with this window.
    ///
    /// Only a value of the very same depth counts, or a complete one: a search then finds what plain minimax finds,
    /// whatever it remembers from elsewhere and whichever threads it shares the table with.
    #[inline]
    pub(crate) fn settles(&self, depth: u32, alpha: Score, beta: Score) -> bool {
        let stored = u32::from(self.depth);
        (stored == depth || (self.complete && stored < depth))
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.score >= beta,
                Bound::Upper => self.score <= alpha,
            }
    }

    /// Whether it is enough for a search to this depth: of this depth or more, and certain with this window. Where
    /// exact scores are asked for a line of play is wanted, which a table does not have.
    #[inline(always)]
    pub(crate) fn is_enough(&self, depth: u32, window: Window) -> bool {
        if u32::from(self.depth) < depth && !self.complete {
            return false;
        }
        match self.bound {
            Bound::Exact => !window.is_open(),
            Bound::Lower => self.score >= window.beta,
            Bound::Upper => self.score <= window.alpha,
        }
    }
}

/// Remembered positions.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    age: u64,
    /// Mixed into every key; what was written with another one is not found any more.
    salt: u64,
}

impl Table {
    /// A table of at most so many bytes, and of one bucket at least.
    pub(crate) fn with_bytes(bytes: usize) -> Table {
        let count = (bytes / size_of::<Bucket>()).max(1);
        let mut buckets = room_for(count);
        buckets.resize_with(count, Bucket::default);
        Table { buckets, age: 0, salt: 0 }
    }

    /// The bytes it takes.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        self.buckets.capacity() * size_of::<Bucket>()
    }

    /// Lets everything remembered so far be replaced first.
    pub(crate) fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
        // What is as old as ages go would look new again. A part is emptied each time: all of it at once would make one move in so
        // many wait for it.
        let part = self.buckets.len().div_ceil(AGES as usize);
        for bucket in self.buckets.iter_mut().skip(part * self.age as usize).take(part) {
            bucket.0.iter_mut().for_each(|slot| *slot[1].get_mut() = 0);
        }
    }

    /// Forgets everything, for what it costs to change the salt: everything new is kept before anything old, so
    /// that a search goes as it would with an empty table.
    pub(crate) fn forget(&mut self) {
        self.salt = finish(self.salt.wrapping_add(1));
        self.grow_older();
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        // The high word of the product is even over the buckets, however many there are.
        let index = ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize;
        &self.buckets[index]
    }

    /// Has what is remembered under a key brought near: it will be asked for soon.
    #[inline(always)]
    pub(crate) fn expect(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// What is remembered under a key.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let content = slot[1].load(Ordering::Relaxed);
            (slot[0].load(Ordering::Relaxed) ^ content == key ^ self.salt).then(|| Entry::unpack(content))?
        })
    }

    /// Remembers something in the place of the same position, or of what is least worth keeping.
    #[inline]
    pub(crate) fn put(&self, key: u64, entry: Entry) {
        let mut worst = (u64::MAX, 0);
        let bucket = &self.bucket(key).0;
        for (index, slot) in bucket.iter().enumerate() {
            let content = slot[1].load(Ordering::Relaxed);
            if slot[0].load(Ordering::Relaxed) ^ content == key ^ self.salt {
                worst.1 = index;
                break;
            }
            let worth = self.worth(content);
            if worth < worst.0 {
                worst = (worth, index);
            }
        }
        let content = entry.pack(self.age);
        bucket[worst.1][0].store(key ^ self.salt ^ content, Ordering::Relaxed);
        bucket[worst.1][1].store(content, Ordering::Relaxed);
    }

    /// Deep values of this search are worth most; an empty slot is worth nothing.
    fn worth(&self, content: u64) -> u64 {
        if content & 3 == 0 {
            return 0;
        }
        let is_present = content >> 3 & (AGES - 1) == self.age;
        1 + (content >> 8 & 0xFF) + if is_present { 256 } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: Entry = Entry { score: -12_345, bound: Bound::Lower, code: 99, depth: 7, complete: true };

    #[test]
    fn memory_is_bounded() {
        for bytes in [0, 1, 64, 1000, 1 << 20, (3 << 20) + 17] {
            let table = Table::with_bytes(bytes);
            assert!(table.bytes() <= bytes.max(size_of::<Bucket>()), "{bytes}: {}", table.bytes());
            assert!(table.bytes() + size_of::<Bucket>() > bytes, "{bytes}: {}", table.bytes());
        }
    }

    #[test]
    fn what_is_put_is_found_until_it_is_forgotten() {
        let mut table = Table::with_bytes(1 << 16);
        let exact = Entry { score: i32::MAX, bound: Bound::Exact, code: NO_MOVE, depth: 255, complete: false };
        table.put(42, ENTRY);
        table.put(u64::MAX, exact);
        assert_eq!((table.get(42), table.get(u64::MAX), table.get(43)), (Some(ENTRY), Some(exact), None));
        table.put(42, exact);
        assert_eq!(table.get(42), Some(exact));
        table.grow_older();
        assert_eq!(table.get(42), Some(exact));
        table.forget();
        assert_eq!(table.get(42), None);
    }

    #[test]
    fn shallow_and_old_entries_give_way() {
        let mut table = Table::with_bytes(0);
        for depth in 1..=5 {
            table.put(u64::from(depth), Entry { depth, ..ENTRY });
        }
        assert!(table.get(1).is_none() && table.get(5).is_some(), "the shallowest went");
        table.grow_older();
        table.put(9, Entry { depth: 0, ..ENTRY });
        assert!(table.get(2).is_none() && table.get(9).is_some(), "the old went before the new");
    }

    #[test]
    fn only_the_same_depth_or_a_complete_value_settles() {
        let entry = Entry { complete: false, bound: Bound::Exact, ..ENTRY };
        assert!(entry.settles(7, 0, 1) && !entry.settles(6, 0, 1) && !entry.settles(8, 0, 1));
        let entry = Entry { complete: true, ..entry };
        assert!(entry.settles(7, 0, 1) && !entry.settles(6, 0, 1) && entry.settles(8, 0, 1));
        let lower = Entry { bound: Bound::Lower, score: 5, ..entry };
        assert!(lower.settles(7, 3, 5) && !lower.settles(7, 5, 6));
        let upper = Entry { bound: Bound::Upper, score: 5, ..entry };
        assert!(upper.settles(7, 5, 6) && !upper.settles(7, 4, 6));
    }
}
