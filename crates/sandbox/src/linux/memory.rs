//! What a program's processes hold in memory, as the kernel counts it.

use std::{fs, io};

use crate::MemoryUse;

/// The memory of these processes together. One that has just ended holds nothing.
pub(super) fn held(processes: &[u32]) -> io::Result<MemoryUse> {
    let mut total = MemoryUse::default();
    for pid in processes {
        match fs::read_to_string(format!("/proc/{pid}/status")) {
            Ok(status) => total += of_status(&status),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(total)
}

/// Pages of files are left out: they are the system's, and it takes them back when it needs them.
fn of_status(status: &str) -> MemoryUse {
    let bytes = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        line.and_then(|value| value.trim().strip_suffix(" kB")?.parse::<u64>().ok())
            .map_or(0, |kilobytes| kilobytes << 10)
    };
    MemoryUse { resident: bytes("RssAnon") + bytes("RssShmem") + bytes("VmSwap"), page_tables: bytes("VmPTE") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_counts_is_read_from_the_status() {
        let status =
            "Name:\ta RssAnon: b\nVmPTE:\t      44 kB\nRssAnon:\t 1000 kB\nRssFile:\t 9999 kB\nRssShmem:\t   3 kB\n";
        assert_eq!(of_status(status), MemoryUse { resident: 1003 << 10, page_tables: 44 << 10 });
        assert_eq!(of_status(""), MemoryUse::default());
    }

    #[test]
    fn a_process_that_is_gone_holds_nothing() {
        assert_eq!(held(&[u32::MAX]).unwrap(), MemoryUse::default());
        assert!(held(&[std::process::id()]).unwrap().resident > 0);
    }
}
