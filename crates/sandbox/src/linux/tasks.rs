//! How many tasks a user has, where the kernel counts them all against the limit of one program.

use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStringExt;

use super::plan::Plan;

/// What the system tells of one process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Process {
    parent: u32,
    user: u32,
    threads: u64,
    /// All processes of a confined program are in one session, which they cannot leave.
    session: u32,
}

/// Tasks of one session.
#[derive(Default)]
struct Session {
    tasks: u64,
    /// What the program that the session belongs to may have, if it is a confined one.
    allowed: Option<u64>,
}

/// The tasks that a user has already. Those of another confined program count for no more than it was allowed: it may
/// have taken the place of some that ended, and a limit made from that would be a larger one each time.
pub(super) fn of_others(user: u32) -> io::Result<u64> {
    let own: Vec<Process> = processes()?.filter(|process| process.user == user).collect();
    let mut allowances = HashMap::new();
    Ok(counted(&own, |parent| *allowances.entry(parent).or_insert_with(|| allowance(parent))))
}

fn counted(processes: &[Process], mut allowance: impl FnMut(u32) -> Option<u64>) -> u64 {
    let mut sessions: BTreeMap<u32, Session> = BTreeMap::new();
    for process in processes {
        let session = sessions.entry(process.session).or_default();
        session.tasks += process.threads;
        session.allowed = session.allowed.or_else(|| allowance(process.parent));
    }
    sessions.values().map(|session| session.allowed.map_or(session.tasks, |allowed| session.tasks.min(allowed))).sum()
}

fn processes() -> io::Result<impl Iterator<Item = Process>> {
    let entries = fs::read_dir("/proc")?.flatten();
    let numbered = entries.filter(|entry| entry.file_name().to_str().is_some_and(|name| name.parse::<u32>().is_ok()));
    Ok(numbered.filter_map(|entry| of_status(&fs::read_to_string(entry.path().join("status")).ok()?)))
}

fn of_status(status: &str) -> Option<Process> {
    let number = |name: &str| -> Option<u32> {
        let rest = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
        rest.split_whitespace().next()?.parse().ok()
    };
    Some(Process {
        parent: number("PPid")?,
        user: number("Uid")?,
        threads: number("Threads")?.into(),
        session: number("NSsid")?,
    })
}

/// What a launcher allows its program, if this process is a launcher whose program the kernel does not count apart.
fn allowance(launcher: u32) -> Option<u64> {
    let line = fs::read(format!("/proc/{launcher}/cmdline")).ok()?;
    let words = line.split(|&byte| byte == 0).skip_while(|word| !word.starts_with(b"namespaces="));
    let words: Vec<OsString> =
        words.take_while(|word| !word.is_empty()).map(|word| OsString::from_vec(word.to_vec())).collect();
    if words.is_empty() {
        return None;
    }
    Plan::from_words(words).ok().map(|plan| plan.tasks().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_read_from_its_status() {
        let status = "Name:\tPPid: x\nPPid:\t7\nUid:\t5\t6\t6\t6\nThreads:\t3\nNSsid:\t40\t1\n";
        assert_eq!(of_status(status), Some(Process { parent: 7, user: 5, threads: 3, session: 40 }));
        assert_eq!(of_status(""), None);
        assert!(of_others(rustix::process::getuid().as_raw()).unwrap() > 0, "this very process is one");
    }

    #[test]
    fn a_confined_program_counts_for_what_it_was_allowed() {
        let process = |parent, session, threads| Process { parent, user: 1, threads, session };
        let ordinary = [process(1, 10, 4), process(10, 10, 100)];
        let bomb = [process(20, 21, 1), process(21, 21, 300), process(99, 21, 300)];
        let modest = [process(30, 31, 2)];
        let all = [&ordinary[..], &bomb, &modest].concat();
        assert_eq!(counted(&all, |parent| [20, 30].contains(&parent).then_some(8)), 104 + 8 + 2);
    }
}
