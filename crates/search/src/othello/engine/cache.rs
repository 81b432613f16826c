//! What one thread remembers of positions near the end of the game: few enough that they stay in the cache of a core.
//!
//! The newest position of a place replaces the one before it: near the end positions come again soon or not at all.

use super::table::{Entry, Found};

/// Places, a power of two.
const PLACES: usize = 1 << 14;

/// A hash, and what is known of the position with this hash as one word; 0 is nothing.
type Place = [u64; 2];

/// Positions remembered by one thread.
#[derive(Debug)]
pub(crate) struct Cache(Box<[Place; PLACES]>);

impl Cache {
    pub(crate) fn new() -> Cache {
        let places = vec![[0; 2]; PLACES];
        Cache(places.try_into().expect("the vector has so many places"))
    }

    /// What is known of a position.
    #[inline(always)]
    pub(crate) fn find(&self, hash: u64) -> Option<Entry> {
        let [known, word] = self.0[hash as usize & (PLACES - 1)];
        (known == hash && word != 0).then(|| Entry::unpack(word).0)
    }

    /// Keeps what a search has found.
    #[inline(always)]
    pub(crate) fn store(&mut self, hash: u64, found: Found) {
        let entry = found.into_entry(self.find(hash));
        self.0[hash as usize & (PLACES - 1)] = [hash, entry.pack(0)];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(value: i32, alpha: i32) -> Found {
        Found { value, alpha, beta: alpha + 1, depth: 9, certainty: 7, square: 3 }
    }

    #[test]
    fn bounds_of_a_position_come_together_and_another_position_takes_the_place() {
        let mut cache = Cache::new();
        assert_eq!(cache.find(5), None);
        cache.store(5, found(4, 3));
        cache.store(5, found(8, 9));
        assert_eq!(cache.find(5).map(|entry| (entry.lower, entry.upper)), Some((4, 8)));
        let other = 5 + PLACES as u64;
        assert_eq!(cache.find(other), None);
        cache.store(other, found(0, 1));
        assert_eq!((cache.find(5), cache.find(other).map(|entry| entry.upper)), (None, Some(0)));
    }
}
