//! What the solver remembers about positions: between which two values each lies, and its best move.
//!
//! Threads share it without locks. A slot is two words, the second of which is the content and the first the key
//! mixed with that content: when two threads write at once the words do not fit together and nobody reads them.
//!
//! ```text
//! content   63 ... 42 | 41 ... 20 | 19 ... 15 | 14 ... 9 | 8 ... 4 | 0
//!           least     | most      | move code | effort   | age     | 1 where there is something
//! ```

use std::sync::atomic::{AtomicU64, Ordering};

use joute_games::random::finish;

use super::board::NOTHING;
use crate::pages::{prefetch, room_for};

/// Slots that are looked at together; four of them are one cache line.
const BUCKET: usize = 4;

/// The bytes of a bucket.
const BUCKET_BYTES: usize = BUCKET * 16;

/// Ages go round after this many positions to solve.
const AGES: u64 = 32;

/// Beyond every margin, and within 22 bits.
pub(super) const BEYOND: i32 = (1 << 21) - 1;

/// What is known about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    /// Its value is no less.
    pub(super) least: i32,
    /// Its value is no more.
    pub(super) most: i32,
    /// The best move, or `None`.
    pub(super) code: Option<u8>,
}

/// Stands for no move; it is beyond all colours and the move that takes nothing.
const NO_CODE: u64 = 31;

const _: () = assert!((NOTHING as u64) < NO_CODE);

impl Known {
    fn pack(self, effort: u64, age: u64) -> u64 {
        (self.least as u32 as u64) << 42
            | (self.most as u32 as u64 & 0x3F_FFFF) << 20
            | self.code.map_or(NO_CODE, u64::from) << 15
            | effort << 9
            | age << 4
            | 1
    }

    fn unpack(content: u64) -> Known {
        let code = content >> 15 & 31;
        Known {
            least: (content as i64 >> 42) as i32,
            most: ((content << 22) as i64 >> 42) as i32,
            code: (code != NO_CODE).then_some(code as u8),
        }
    }
}

/// Remembered positions.
pub(super) struct Memory {
    slots: Vec<[AtomicU64; 2]>,
    buckets: usize,
    age: u64,
    /// Mixed into every key; what was written with another one is not found any more.
    salt: u64,
}

impl Memory {
    /// A memory of at most so many bytes, and of one bucket at least.
    pub(super) fn with_bytes(bytes: usize) -> Memory {
        let buckets = (bytes / BUCKET_BYTES).max(1);
        let mut slots = room_for(buckets * BUCKET);
        slots.resize_with(buckets * BUCKET, || [AtomicU64::new(0), AtomicU64::new(0)]);
        Memory { slots, buckets, age: 0, salt: 0 }
    }

    /// Forgets everything, for what it costs to change the salt: everything new is kept before anything old, so
    /// that a search goes as it would with an empty memory.
    pub(super) fn forget(&mut self) {
        self.salt = finish(self.salt.wrapping_add(1));
        self.age = (self.age + 1) % AGES;
        // What is as old as ages go would look new again. A part is emptied each time, so that none waits for all of it.
        let part = self.slots.len().div_ceil(AGES as usize);
        self.slots.iter_mut().skip(part * self.age as usize).take(part).for_each(|slot| *slot[1].get_mut() = 0);
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[[AtomicU64; 2]] {
        // The high word of the product is even over the buckets, however many there are.
        let index = ((u128::from(key) * self.buckets as u128) >> 64) as usize * BUCKET;
        &self.slots[index..index + BUCKET]
    }

    /// Says that a key will be asked for soon.
    #[inline(always)]
    pub(super) fn expect(&self, key: u64) {
        prefetch(&self.bucket(key)[0]);
    }

    /// What is remembered under a key.
    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> Option<Known> {
        self.bucket(key).iter().find_map(|slot| {
            let content = slot[1].load(Ordering::Relaxed);
            let is_it = slot[0].load(Ordering::Relaxed) ^ content == key ^ self.salt && content & 1 == 1;
            is_it.then(|| Known::unpack(content))
        })
    }

    /// Remembers a bound and a move, beside what is known of the same position already, or in the place of what cost least
    /// to find out.
    #[inline]
    pub(super) fn put(&self, key: u64, bound: Known, positions: u64) {
        let (mut least_worth, mut place, mut known) = (u64::MAX, 0, bound);
        let bucket = self.bucket(key);
        for (index, slot) in bucket.iter().enumerate() {
            let content = slot[1].load(Ordering::Relaxed);
            if slot[0].load(Ordering::Relaxed) ^ content == key ^ self.salt && content & 1 == 1 {
                let before = Known::unpack(content);
                known = Known {
                    least: bound.least.max(before.least),
                    most: bound.most.min(before.most),
                    // A move that reached something is worth more than one that was the least bad.
                    code: if bound.least > -BEYOND { bound.code } else { before.code.or(bound.code) },
                };
                place = index;
                break;
            }
            let worth = self.worth(content);
            if worth < least_worth {
                (least_worth, place) = (worth, index);
            }
        }
        let content = known.pack(u64::from(positions.max(1).ilog2()), self.age);
        bucket[place][0].store(key ^ self.salt ^ content, Ordering::Relaxed);
        bucket[place][1].store(content, Ordering::Relaxed);
    }

    /// What cost most to find out is worth most; an empty slot is worth nothing.
    fn worth(&self, content: u64) -> u64 {
        if content & 1 == 0 {
            return 0;
        }
        let is_present = content >> 4 & (AGES - 1) == self.age;
        1 + (content >> 9 & 63) + if is_present { 64 } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: Known = Known { least: -12_345, most: BEYOND, code: Some(NOTHING) };

    #[test]
    fn what_is_put_is_found_until_it_is_forgotten() {
        let mut memory = Memory::with_bytes(1 << 16);
        let other = Known { least: -BEYOND, most: 77, code: None };
        memory.put(42, KNOWN, 9);
        memory.put(u64::MAX, other, u64::MAX);
        assert_eq!((memory.get(42), memory.get(u64::MAX), memory.get(43)), (Some(KNOWN), Some(other), None));
        memory.forget();
        assert_eq!(memory.get(42), None);
    }

    #[test]
    fn bounds_of_one_position_add_up() {
        let memory = Memory::with_bytes(1 << 10);
        memory.put(42, KNOWN, 9);
        memory.put(42, Known { least: -BEYOND, most: 5, code: Some(3) }, 9);
        assert_eq!(memory.get(42), Some(Known { least: -12_345, most: 5, code: Some(NOTHING) }));
        memory.put(42, Known { least: 2, most: BEYOND, code: Some(3) }, 9);
        assert_eq!(memory.get(42), Some(Known { least: 2, most: 5, code: Some(3) }));
    }

    #[test]
    fn what_cost_little_and_what_is_old_gives_way() {
        let mut memory = Memory::with_bytes(0);
        for key in 1..=5_u64 {
            memory.put(key, KNOWN, 1 << key);
        }
        assert!(memory.get(1).is_none() && memory.get(5).is_some(), "the cheapest went");
        memory.forget();
        memory.put(9, KNOWN, 1);
        memory.put(10, KNOWN, 1);
        assert!(memory.get(9).is_some() && memory.get(10).is_some(), "the old went before the new");
    }
}
