//! Processor time of a running program and all its processes.

use std::fs;
use std::io;
use std::time::Duration;

use super::family::Family;
use super::sys;

/// Time used by all processes of a program: what each living one used, and what the ended ones used that somebody
/// waited for.
pub(super) fn family_time(family: Family) -> io::Result<Duration> {
    let mut total = sys::process_cpu_time(family.program)? + children_time(family.program);
    for pid in family.members().into_iter().skip(1) {
        // One that has just ended is in its parent's account, or soon will be.
        total += sys::process_cpu_time(pid).unwrap_or_default() + children_time(pid);
    }
    Ok(total + family.reapers().into_iter().map(children_time).sum::<Duration>())
}

/// Time of the children that a process has waited for.
fn children_time(pid: u32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    sys::tick() * waited_ticks(&stat).unwrap_or(0)
}

/// Fields 16 and 17 of a `stat` line; the name in field 2 may contain anything, but no field after it a parenthesis.
fn waited_ticks(stat: &str) -> Option<u32> {
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(13);
    let user: u32 = fields.next()?.parse().ok()?;
    let system: u32 = fields.next()?.parse().ok()?;
    user.checked_add(system)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_times_of_children_are_found_in_the_line() {
        let line = "7 (a) b) S 1 7 7 0 -1 4194304 1 2 3 4 50 60 70 80 20 0 1 0 99";
        assert_eq!(waited_ticks(line), Some(150));
        assert_eq!(waited_ticks("nonsense"), None);
    }

    #[test]
    fn own_time_grows() {
        let before = sys::process_cpu_time(std::process::id()).unwrap();
        let mut sum = 0u64;
        while sys::process_cpu_time(std::process::id()).unwrap() < before + Duration::from_millis(5) {
            sum = std::hint::black_box(sum + 1);
        }
    }
}
