//! A user for each program, where the caller is root and may choose: the kernel counts tasks by user, so that a limit on
//! them holds exactly, and no two programs are the same user.

use std::fs;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use super::identity::NOBODY;

/// The first of 2^28 users that no convention of Linux systems gives to anybody.
const FIRST: u32 = 1_879_048_192;

/// Programs of one process that have users of their own at the same time. A later one shares, and what its fellow has is
/// then added to its limit.
const EACH: u32 = 64;

/// The largest number of a process on any Linux.
const PROCESSES: u32 = 1 << 22;

/// The user of the next program of this process; one that owns nothing where those are not to be had.
pub(super) fn next() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    static MAPPED: LazyLock<bool> =
        LazyLock::new(|| ["uid_map", "gid_map"].iter().all(|name| map(name).is_some_and(|text| is_mapped(&text))));
    if !*MAPPED {
        return NOBODY;
    }
    FIRST + std::process::id() % PROCESSES * EACH + NEXT.fetch_add(1, Ordering::Relaxed) % EACH
}

fn map(name: &str) -> Option<String> {
    fs::read_to_string(format!("/proc/self/{name}")).ok()
}

/// Whether the users exist in this namespace: each line is where a range begins inside and outside, and its length.
fn is_mapped(text: &str) -> bool {
    text.lines().any(|line| {
        let numbers: Vec<u64> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let [inside, _, length] = numbers[..] else { return false };
        inside <= FIRST.into() && inside + length >= u64::from(FIRST) + u64::from(PROCESSES) * u64::from(EACH)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_are_different_and_exist() {
        assert!(is_mapped("         0          0 4294967295\n"));
        assert!(!is_mapped("0 100000 65536\n") && !is_mapped("") && !is_mapped("a b c"));
        let (one, two) = (next(), next());
        assert!(one != two || one == NOBODY, "{one}");
    }
}
