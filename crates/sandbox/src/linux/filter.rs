//! The system call filter as a program for the kernel's packet filter machine.
//!
//! The kernel runs a new filter once for every call number to learn which calls it always allows, and does not run it
//! for those again. So that this learning is short the numbers are searched as a tree:
//!
//! ```text
//! arch right? -> load number -> number >= middle ? right half : left half -> ... -> return verdict
//! ```

use libc::sock_filter;

use super::calls::{Circumstances, NEWEST, Test, Verdict, verdicts};

const LOAD: u16 = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
const AND: u16 = (libc::BPF_ALU | libc::BPF_AND | libc::BPF_K) as u16;
const JUMP: u16 = (libc::BPF_JMP | libc::BPF_JA) as u16;
const EQUAL: u16 = (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16;
const AT_LEAST: u16 = (libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K) as u16;
const RETURN: u16 = (libc::BPF_RET | libc::BPF_K) as u16;

/// Offsets in the kernel's `seccomp_data`; arguments are eight bytes each, the low half first.
const NUMBER: u32 = 0;
const ARCHITECTURE: u32 = 4;
const ARGUMENTS: u32 = 16;

/// This machine's architecture, as the audit interface numbers it; `None` where no filter has been written.
pub(super) const THIS_ARCHITECTURE: Option<u32> = if cfg!(target_arch = "x86_64") {
    Some(0xc000_003e)
} else if cfg!(target_arch = "aarch64") {
    Some(0xc000_00b7)
} else if cfg!(target_arch = "riscv64") {
    Some(0xc000_00f3)
} else {
    None
};

/// The filter's program, or `None` on an architecture without one.
pub(super) fn program(circumstances: Circumstances) -> Option<Vec<sock_filter>> {
    let mut code = vec![
        step(LOAD, ARCHITECTURE),
        branch(EQUAL, THIS_ARCHITECTURE?, 1, 0),
        step(RETURN, libc::SECCOMP_RET_KILL_PROCESS),
        step(LOAD, NUMBER),
    ];
    code.extend(tree(&segments(circumstances)));
    Some(code)
}

/// Runs of call numbers with the same verdict: each begins at its number and ends where the next begins.
fn segments(circumstances: Circumstances) -> Vec<(u32, Verdict)> {
    let table = verdicts(circumstances);
    let refused = Verdict::Refuse(libc::EPERM as u16);
    let mut segments: Vec<(u32, Verdict)> = Vec::new();
    for number in 0..=NEWEST {
        let verdict = table.get(&number).unwrap_or(&refused);
        if segments.last().is_none_or(|last| last.1 != *verdict) {
            segments.push((number, verdict.clone()));
        }
    }
    segments.push((NEWEST + 1, Verdict::Refuse(libc::ENOSYS as u16)));
    segments
}

/// Code that finds the segment of the loaded number.
fn tree(segments: &[(u32, Verdict)]) -> Vec<sock_filter> {
    if let [(_, verdict)] = segments {
        return leaf(verdict);
    }
    let (low, high) = segments.split_at(segments.len() / 2);
    let (left, right) = (tree(low), tree(high));
    // A branch reaches 255 steps only; a jump reaches everything.
    let mut code = vec![branch(AT_LEAST, high[0].0, 0, 1), step(JUMP, left.len() as u32)];
    code.extend(left);
    code.extend(right);
    code
}

fn leaf(verdict: &Verdict) -> Vec<sock_filter> {
    match verdict {
        Verdict::Allow => vec![step(RETURN, libc::SECCOMP_RET_ALLOW)],
        Verdict::Refuse(errno) => vec![refuse(*errno)],
        Verdict::Gate => vec![step(RETURN, libc::SECCOMP_RET_USER_NOTIF)],
        Verdict::Check(tests) => {
            let mut code: Vec<_> = tests.iter().flat_map(|(index, test)| check(*index, test)).collect();
            code.push(step(RETURN, libc::SECCOMP_RET_ALLOW));
            code
        }
    }
}

/// Code that refuses the call or falls through to what follows.
fn check(index: u8, test: &Test) -> Vec<sock_filter> {
    let mut code = vec![step(LOAD, ARGUMENTS + 8 * u32::from(index))];
    match test {
        Test::OneOf(values) => {
            let last = values.len();
            code.extend(values.iter().enumerate().map(|(i, &value)| branch(EQUAL, value, (last - i) as u8, 0)));
        }
        Test::NoneOf(values) => {
            let last = values.len();
            code.extend(values.iter().enumerate().map(|(i, &value)| branch(EQUAL, value, (last - i) as u8, 0)));
            code.push(step(JUMP, 1));
        }
        Test::Masked(mask, equals) => code.extend([step(AND, *mask), branch(EQUAL, *equals, 1, 0)]),
        Test::NotAll(mask) => code.extend([step(AND, *mask), branch(EQUAL, *mask, 0, 1)]),
    }
    code.push(refuse(libc::EPERM as u16));
    code
}

fn refuse(errno: u16) -> sock_filter {
    step(RETURN, libc::SECCOMP_RET_ERRNO | u32::from(errno))
}

fn step(code: u16, k: u32) -> sock_filter {
    branch(code, k, 0, 0)
}

fn branch(code: u16, k: u32, jt: u8, jf: u8) -> sock_filter {
    sock_filter { code, jt, jf, k }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Execs, Processes};

    const ALONE: Circumstances =
        Circumstances { processes: Processes::Deny, execs: Execs::Once, gate: true, shared_pid: Some(77) };
    const EPERM: u32 = libc::SECCOMP_RET_ERRNO | libc::EPERM as u32;
    const ENOSYS: u32 = libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32;

    /// Runs the filter as the kernel would.
    fn run(circumstances: Circumstances, number: i64, args: &[u32]) -> u32 {
        let code = program(circumstances).unwrap();
        let (mut at, mut value) = (0, 0u32);
        loop {
            let sock_filter { code, jt, jf, k } = code[at];
            at += 1;
            match code {
                LOAD if k == ARCHITECTURE => value = THIS_ARCHITECTURE.unwrap(),
                LOAD if k == NUMBER => value = number as u32,
                LOAD => value = args.get((k - ARGUMENTS) as usize / 8).copied().unwrap_or(0),
                AND => value &= k,
                JUMP => at += k as usize,
                EQUAL => at += usize::from(if value == k { jt } else { jf }),
                AT_LEAST => at += usize::from(if value >= k { jt } else { jf }),
                RETURN => return k,
                other => panic!("no such step {other}"),
            }
        }
    }

    #[test]
    fn every_number_gets_the_verdict_of_the_table() {
        let table = verdicts(ALONE);
        for number in 0..1000u32 {
            let expected = match table.get(&number) {
                Some(Verdict::Allow) => libc::SECCOMP_RET_ALLOW,
                Some(Verdict::Refuse(errno)) => libc::SECCOMP_RET_ERRNO | u32::from(*errno),
                Some(Verdict::Gate) => libc::SECCOMP_RET_USER_NOTIF,
                Some(Verdict::Check(_)) => continue,
                None if number > NEWEST => ENOSYS,
                None => EPERM,
            };
            assert_eq!(run(ALONE, number.into(), &[]), expected, "call {number}");
        }
    }

    #[test]
    fn threads_are_made_but_not_processes_nor_namespaces() {
        let thread = (libc::CLONE_THREAD | libc::CLONE_VM | libc::CLONE_SIGHAND) as u32;
        let many = Circumstances { processes: Processes::Allow(3), ..ALONE };
        assert_eq!(run(ALONE, libc::SYS_clone, &[thread]), libc::SECCOMP_RET_ALLOW);
        assert_eq!(run(ALONE, libc::SYS_clone, &[libc::SIGCHLD as u32]), EPERM);
        assert_eq!(run(many, libc::SYS_clone, &[libc::SIGCHLD as u32]), libc::SECCOMP_RET_ALLOW);
        assert_eq!(run(many, libc::SYS_clone, &[libc::CLONE_NEWUSER as u32]), EPERM);
        assert_eq!(run(ALONE, libc::SYS_clone3, &[]), ENOSYS);
    }

    #[test]
    fn arguments_are_tested() {
        let allow = libc::SECCOMP_RET_ALLOW;
        assert_eq!(run(ALONE, libc::SYS_kill, &[77, 9]), allow);
        assert_eq!(run(ALONE, libc::SYS_kill, &[78, 9]), EPERM);
        assert_eq!(run(ALONE, libc::SYS_fcntl, &[0, libc::F_GETFL as u32]), allow);
        assert_eq!(run(ALONE, libc::SYS_fcntl, &[0, libc::F_DUPFD_CLOEXEC as u32]), allow);
        for foreign in [libc::F_SETOWN, libc::F_SETLK, libc::F_OFD_SETLKW, libc::F_SETLEASE, libc::F_SETPIPE_SZ] {
            assert_eq!(run(ALONE, libc::SYS_fcntl, &[0, foreign as u32]), EPERM, "{foreign}");
        }
        assert_eq!(run(ALONE, libc::SYS_ioctl, &[0, libc::TIOCSTI as u32]), EPERM);
        assert_eq!(run(ALONE, libc::SYS_mmap, &[0, 0, 0, 0x22]), allow);
        assert_eq!(run(ALONE, libc::SYS_mmap, &[0, 0, 0, 0x21]), EPERM);
        assert_eq!(run(ALONE, libc::SYS_mmap, &[0, 0, 0, 0x01]), allow);
        assert_eq!(run(ALONE, libc::SYS_socketpair, &[1, libc::SOCK_STREAM as u32]), allow);
        assert_eq!(run(ALONE, libc::SYS_socketpair, &[1, libc::SOCK_DGRAM as u32]), EPERM);
        assert_eq!(run(ALONE, libc::SYS_socketpair, &[2, libc::SOCK_STREAM as u32]), EPERM);
        for group in [libc::SYS_setsid, libc::SYS_setpgid] {
            assert_eq!(run(ALONE, group, &[0, 0]), EPERM, "it could not be killed together with the others");
            assert_eq!(run(Circumstances { shared_pid: None, ..ALONE }, group, &[0, 0]), allow);
        }
    }

    #[test]
    fn calls_of_the_other_abi_do_not_exist() {
        assert_eq!(run(ALONE, 0x4000_0000, &[]), ENOSYS);
    }
}
