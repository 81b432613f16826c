//! Sets of regions as bits, as many words of them as a board needs.

/// A set of at most 64 times `W` regions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Set<const W: usize>([u64; W]);

impl<const W: usize> Set<W> {
    /// No region.
    pub(super) const NONE: Set<W> = Set([0; W]);

    /// Adds a region.
    pub(super) fn insert(&mut self, region: usize) {
        self.0[region / 64] |= 1 << (region % 64);
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// What is in both.
    #[inline(always)]
    pub(super) fn and(&self, other: &Set<W>) -> Set<W> {
        let mut both = *self;
        both.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= other);
        both
    }

    /// What is in this one and not in the other.
    #[inline(always)]
    pub(super) fn without(&self, other: &Set<W>) -> Set<W> {
        let mut left = *self;
        left.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= !other);
        left
    }

    /// Adds all of another set.
    #[inline(always)]
    pub(super) fn add(&mut self, other: &Set<W>) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, more)| *word |= more);
    }

    /// Whether the sets share a region.
    #[inline(always)]
    pub(super) fn meets(&self, other: &Set<W>) -> bool {
        self.0.iter().zip(&other.0).fold(0, |all, (one, other)| all | (one & other)) != 0
    }

    /// How many there are.
    #[inline(always)]
    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Calls for each region of it, in order.
    #[inline(always)]
    pub(super) fn for_each(&self, mut call: impl FnMut(usize)) {
        for (index, &word) in self.0.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                call(64 * index + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
    }
}
