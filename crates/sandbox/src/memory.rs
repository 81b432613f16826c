//! Memory in use, for whoever bounds what the system's own limits do not count.

use std::ops::AddAssign;

/// Memory that all processes of a program hold together. Pages that several of them share count for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryUse {
    /// Bytes of its own, in memory or swapped out.
    pub resident: u64,
    /// Bytes the kernel keeps to find them, and what was only reserved and looked at.
    pub page_tables: u64,
}

impl MemoryUse {
    /// All of it.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.resident.saturating_add(self.page_tables)
    }
}

impl AddAssign for MemoryUse {
    fn add_assign(&mut self, other: MemoryUse) {
        self.resident += other.resident;
        self.page_tables += other.page_tables;
    }
}
