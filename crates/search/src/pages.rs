//! Large pages for large tables, and a word ahead of a look: a random place of a table of small pages costs more to look at
//! than the memory itself.
#![cfg_attr(
    any(target_os = "linux", target_arch = "x86_64"),
    expect(
        unsafe_code,
        reason = "a call of the system with an address, and a prefetch; neither changes anything that is in the memory"
    )
)]

use std::mem::MaybeUninit;

/// Room for so many values, none of them written yet, in large pages where the system has them.
pub(crate) fn room_for<T>(count: usize) -> Vec<T> {
    let mut room = Vec::with_capacity(count);
    advise(room.spare_capacity_mut());
    room
}

#[cfg(target_os = "linux")]
fn advise<T>(room: &mut [MaybeUninit<T>]) {
    /// Bytes of a large page.
    const LARGE: usize = 2 << 20;
    let bytes = size_of_val(room);
    let start = room.as_mut_ptr().cast::<u8>();
    let skipped = start.align_offset(LARGE);
    let advised = bytes.saturating_sub(skipped) / LARGE * LARGE;
    if advised > 0 {
        // SAFETY: `skipped` and `advised` bytes together are no more than the slice has. Without large pages the call fails, and
        // everything is as it was.
        let _ = unsafe { libc::madvise(start.add(skipped).cast(), advised, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn advise<T>(_room: &mut [MaybeUninit<T>]) {}

/// Has a value brought near that will be read soon.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch reads nothing, and every such processor has it.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_what_was_asked() {
        for count in [0, 1, 1000, 5 << 20] {
            let room: Vec<u16> = room_for(count);
            assert!(room.is_empty() && room.capacity() >= count);
        }
    }
}
