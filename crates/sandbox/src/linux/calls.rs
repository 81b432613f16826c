//! Which system calls a program may make: what C, C++, Rust, Python, OCaml, JavaScript and Java programs need to
//! compute, to use their scratch folder and to talk over descriptors they already have.

use std::collections::BTreeMap;
use std::ffi::c_long;

use crate::{Execs, Processes};

/// A test of one argument's low 32 bits, which are all the kernel looks at in the calls below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Test {
    /// The argument is one of these.
    OneOf(Vec<u32>),
    /// The argument is none of these.
    NoneOf(Vec<u32>),
    /// Under the mask, the argument is this.
    Masked(u32, u32),
    /// Not all bits of the mask are set.
    NotAll(u32),
}

/// What happens to a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is made.
    Allow,
    /// It fails with this error number.
    Refuse(u16),
    /// It waits for the launcher, which lets the first one through.
    Gate,
    /// It is made when every test of an argument passes, else it fails with "not permitted".
    Check(Vec<(u8, Test)>),
}

/// What the table depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Circumstances {
    pub(super) processes: Processes,
    pub(super) execs: Execs,
    /// Whether `execve` goes through the gate.
    pub(super) gate: bool,
    /// The program's own process number where it has no namespaces: it shares processes, which it must not signal, and
    /// a file system, of which landlock guards contents but not permissions and times.
    pub(super) shared_pid: Option<u32>,
}

/// The highest number of a call that this table knows by name or leaves out on purpose. Those above are newer: a
/// program is told that they do not exist and uses what it used before them.
pub(super) const NEWEST: u32 = 470;

const CLONE_NEW: u32 = (libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET) as u32;

/// The verdict of every call that is not simply refused.
pub(super) fn verdicts(circumstances: Circumstances) -> BTreeMap<u32, Verdict> {
    let mut table: BTreeMap<u32, Verdict> =
        ALLOWED.iter().chain(LEGACY).map(|&nr| (nr as u32, Verdict::Allow)).collect();
    table.extend(checked().map(|(nr, index, test)| (nr as u32, Verdict::Check(vec![(index, test)]))));
    table.insert(libc::SYS_socketpair as u32, Verdict::Check(socketpair_tests()));
    table.insert(libc::SYS_mmap as u32, Verdict::Check(mmap_tests()));
    // A filter cannot read clone3's flags, which are behind a pointer: the C library then falls back to clone.
    table.insert(libc::SYS_clone3 as u32, Verdict::Refuse(libc::ENOSYS as u16));
    table.insert(libc::SYS_memfd_create as u32, Verdict::Refuse(libc::ENOSYS as u16));
    // What a program is told where the file system has no locks, which all of them know how to bear.
    table.insert(libc::SYS_flock as u32, Verdict::Refuse(libc::ENOLCK as u16));
    table.extend(processes(circumstances.processes));
    table.extend(execs(circumstances));
    table.extend(signals(circumstances.shared_pid));
    if circumstances.shared_pid.is_none() {
        table.extend(METADATA.iter().map(|&nr| (nr as u32, Verdict::Allow)));
        table.extend(GROUPS.iter().map(|&nr| (nr as u32, Verdict::Allow)));
    }
    table
}

/// Commands of `fcntl` by which a program could act on others through a descriptor.
const FOREIGN_FCNTL: [i32; 16] = [
    // Signals to others by way of a descriptor's owner; the last two are F_SETOWN_EX and F_SETSIG.
    libc::F_SETOWN,
    libc::F_NOTIFY,
    15,
    10,
    // Locks of any sort, asked for or asked about: both players may see the same file, and a lock is a word to the other.
    libc::F_SETLK,
    libc::F_SETLKW,
    libc::F_GETLK,
    libc::F_OFD_SETLK,
    libc::F_OFD_SETLKW,
    libc::F_OFD_GETLK,
    // A lease makes the next one who opens the file wait, which may be the opponent under its clock.
    libc::F_SETLEASE,
    libc::F_GETLEASE,
    // A larger pipe holds answers to questions that have not been asked.
    libc::F_SETPIPE_SZ,
    // Seals and hints on files that others see.
    libc::F_ADD_SEALS,
    F_SET_RW_HINT,
    F_SET_FILE_RW_HINT,
];

const F_SET_RW_HINT: i32 = 1036;
const F_SET_FILE_RW_HINT: i32 = 1038;

fn checked() -> impl Iterator<Item = (c_long, u8, Test)> {
    [
        (libc::SYS_fcntl, 1, Test::NoneOf(FOREIGN_FCNTL.map(|command| command as u32).to_vec())),
        // Only what asks about a descriptor or sets its flags: nothing that types into a terminal.
        (libc::SYS_ioctl, 1, Test::OneOf(vec![0x5401, 0x5413, 0x541b, 0x5421, 0x5450, 0x5451, 0x802c_542a])),
        (libc::SYS_prctl, 0, Test::OneOf(vec![2, 3, 15, 16, 21, 23, 30, 38, 39, 41, 42, 0x5356_4d41])),
        (libc::SYS_prlimit64, 0, Test::OneOf(vec![0])),
        (libc::SYS_personality, 0, Test::OneOf(vec![0, u32::MAX])),
    ]
    .into_iter()
}

/// No shared anonymous memory and no growing stacks: neither counts against the limit on private memory.
fn mmap_tests() -> Vec<(u8, Test)> {
    let shared = (libc::MAP_SHARED | libc::MAP_ANONYMOUS) as u32;
    vec![(3, Test::NotAll(shared)), (3, Test::Masked(libc::MAP_GROWSDOWN as u32, 0))]
}

/// Connected pairs only: a datagram socket could be sent from to any other socket.
fn socketpair_tests() -> Vec<(u8, Test)> {
    let flags = [0, libc::SOCK_NONBLOCK, libc::SOCK_CLOEXEC, libc::SOCK_NONBLOCK | libc::SOCK_CLOEXEC];
    let kinds = flags.iter().flat_map(|flags| [libc::SOCK_STREAM | flags, libc::SOCK_SEQPACKET | flags]);
    vec![(0, Test::OneOf(vec![libc::AF_UNIX as u32])), (1, Test::OneOf(kinds.map(|kind| kind as u32).collect()))]
}

fn processes(processes: Processes) -> Vec<(u32, Verdict)> {
    let clone = |mask, equals| (libc::SYS_clone as u32, Verdict::Check(vec![(0, Test::Masked(mask, equals))]));
    match processes {
        Processes::Deny => {
            let thread = libc::CLONE_THREAD as u32;
            vec![clone(thread | CLONE_NEW, thread)]
        }
        Processes::Allow(_) => {
            let forks = FORKS.iter().map(|&nr| (nr as u32, Verdict::Allow));
            forks.chain([clone(CLONE_NEW, 0)]).collect()
        }
    }
}

fn execs(circumstances: Circumstances) -> Vec<(u32, Verdict)> {
    let (execve, execveat) = (libc::SYS_execve as u32, libc::SYS_execveat as u32);
    match circumstances.execs {
        Execs::Any => vec![(execve, Verdict::Allow), (execveat, Verdict::Allow)],
        Execs::Once if circumstances.gate => vec![(execve, Verdict::Gate)],
        // Without a gate the first one cannot be told from the next: landlock lets the program's own file be executed.
        Execs::Once => vec![(execve, Verdict::Allow)],
    }
}

fn signals(shared_pid: Option<u32>) -> Vec<(u32, Verdict)> {
    let verdict = match shared_pid {
        None => Verdict::Allow,
        Some(pid) => Verdict::Check(vec![(0, Test::OneOf(vec![pid]))]),
    };
    [libc::SYS_kill, libc::SYS_tgkill, libc::SYS_tkill].map(|nr| (nr as u32, verdict.clone())).to_vec()
}

#[rustfmt::skip]
const ALLOWED: &[c_long] = &[
    // Descriptors.
    libc::SYS_read, libc::SYS_write, libc::SYS_readv, libc::SYS_writev, libc::SYS_pread64, libc::SYS_pwrite64,
    libc::SYS_preadv, libc::SYS_pwritev, libc::SYS_preadv2, libc::SYS_pwritev2, libc::SYS_lseek, libc::SYS_close,
    libc::SYS_close_range, libc::SYS_dup, libc::SYS_dup3, libc::SYS_pipe2, libc::SYS_splice, libc::SYS_tee,
    libc::SYS_vmsplice, libc::SYS_sendfile, libc::SYS_copy_file_range, libc::SYS_ppoll, libc::SYS_pselect6,
    libc::SYS_epoll_create1, libc::SYS_epoll_ctl, libc::SYS_epoll_pwait, libc::SYS_epoll_pwait2,
    libc::SYS_eventfd2, libc::SYS_signalfd4, libc::SYS_timerfd_create, libc::SYS_timerfd_settime,
    libc::SYS_timerfd_gettime, libc::SYS_sendmsg, libc::SYS_recvmsg, libc::SYS_sendto, libc::SYS_recvfrom,
    libc::SYS_shutdown, libc::SYS_getsockopt, libc::SYS_setsockopt, libc::SYS_getsockname, libc::SYS_getpeername,
    // Files.
    libc::SYS_openat, libc::SYS_openat2, libc::SYS_fstat, libc::SYS_newfstatat, libc::SYS_statx, libc::SYS_statfs,
    libc::SYS_fstatfs, libc::SYS_faccessat, libc::SYS_faccessat2, libc::SYS_readlinkat, libc::SYS_getdents64,
    libc::SYS_getcwd, libc::SYS_chdir, libc::SYS_fchdir, libc::SYS_umask, libc::SYS_mkdirat, libc::SYS_unlinkat,
    libc::SYS_renameat2, libc::SYS_linkat, libc::SYS_symlinkat, libc::SYS_ftruncate, libc::SYS_fallocate,
    libc::SYS_fadvise64, libc::SYS_readahead, libc::SYS_fsync, libc::SYS_fdatasync, libc::SYS_sync_file_range,
    libc::SYS_getxattr, libc::SYS_lgetxattr, libc::SYS_fgetxattr, libc::SYS_listxattr,
    libc::SYS_llistxattr, libc::SYS_flistxattr,
    // Memory.
    libc::SYS_brk, libc::SYS_munmap, libc::SYS_mremap, libc::SYS_mprotect, libc::SYS_madvise, libc::SYS_mincore,
    libc::SYS_msync, libc::SYS_mlock, libc::SYS_mlock2, libc::SYS_munlock, libc::SYS_mlockall, libc::SYS_munlockall,
    libc::SYS_mbind, libc::SYS_get_mempolicy, libc::SYS_set_mempolicy, libc::SYS_membarrier, libc::SYS_mseal,
    libc::SYS_pkey_alloc, libc::SYS_pkey_free, libc::SYS_pkey_mprotect,
    // Threads and signals of its own.
    libc::SYS_futex, libc::SYS_futex_waitv, libc::SYS_set_robust_list, libc::SYS_set_tid_address, libc::SYS_rseq,
    libc::SYS_rt_sigaction, libc::SYS_rt_sigprocmask, libc::SYS_rt_sigreturn, libc::SYS_rt_sigpending,
    libc::SYS_rt_sigsuspend, libc::SYS_rt_sigtimedwait, libc::SYS_sigaltstack, libc::SYS_restart_syscall,
    libc::SYS_exit, libc::SYS_exit_group, libc::SYS_wait4, libc::SYS_waitid, libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity, libc::SYS_sched_getparam, libc::SYS_sched_getscheduler, libc::SYS_sched_getattr,
    libc::SYS_sched_get_priority_max, libc::SYS_sched_get_priority_min, libc::SYS_getpriority,
    // Time.
    libc::SYS_nanosleep, libc::SYS_clock_nanosleep, libc::SYS_clock_gettime, libc::SYS_clock_getres,
    libc::SYS_gettimeofday, libc::SYS_times, libc::SYS_getitimer, libc::SYS_setitimer, libc::SYS_timer_create,
    libc::SYS_timer_settime, libc::SYS_timer_gettime, libc::SYS_timer_getoverrun, libc::SYS_timer_delete,
    // What it is and where it runs.
    libc::SYS_getpid, libc::SYS_getppid, libc::SYS_gettid, libc::SYS_getuid, libc::SYS_geteuid, libc::SYS_getgid,
    libc::SYS_getegid, libc::SYS_getresuid, libc::SYS_getresgid, libc::SYS_getgroups, libc::SYS_getpgid,
    libc::SYS_getsid, libc::SYS_capget, libc::SYS_getrusage, libc::SYS_uname,
    libc::SYS_sysinfo, libc::SYS_getcpu, libc::SYS_getrandom,
    // Newer forms of futex and the shadow stack, by number: the C library's names for them come late.
    453, 454, 455, 456,
];

/// Calls that change files by their names past landlock; harmless where everything else is mounted read-only.
#[cfg(target_arch = "x86_64")]
#[rustfmt::skip]
const METADATA: &[c_long] = &[
    libc::SYS_chmod, libc::SYS_fchmod, libc::SYS_fchmodat, libc::SYS_fchmodat2, libc::SYS_truncate,
    libc::SYS_utimensat, libc::SYS_utime, libc::SYS_utimes, libc::SYS_futimesat,
];
#[cfg(not(target_arch = "x86_64"))]
#[rustfmt::skip]
const METADATA: &[c_long] = &[
    libc::SYS_fchmod, libc::SYS_fchmodat, libc::SYS_fchmodat2, libc::SYS_truncate, libc::SYS_utimensat,
];

/// Calls by which a process leaves the group it was born in. Without a process namespace that group is what all its
/// processes are killed by at once.
const GROUPS: &[c_long] = &[libc::SYS_setpgid, libc::SYS_setsid];

/// Calls that newer architectures do without.
#[cfg(target_arch = "x86_64")]
#[rustfmt::skip]
const LEGACY: &[c_long] = &[
    libc::SYS_open, libc::SYS_creat, libc::SYS_stat, libc::SYS_lstat, libc::SYS_access, libc::SYS_readlink,
    libc::SYS_getdents, libc::SYS_mkdir, libc::SYS_rmdir, libc::SYS_unlink, libc::SYS_rename, libc::SYS_renameat,
    libc::SYS_link, libc::SYS_symlink,
    libc::SYS_dup2, libc::SYS_pipe, libc::SYS_poll, libc::SYS_select, libc::SYS_epoll_create, libc::SYS_epoll_wait,
    libc::SYS_eventfd, libc::SYS_signalfd, libc::SYS_alarm, libc::SYS_pause, libc::SYS_time, libc::SYS_getpgrp,
    libc::SYS_getrlimit, libc::SYS_setrlimit, libc::SYS_arch_prctl, libc::SYS_get_thread_area,
    libc::SYS_set_thread_area,
];
#[cfg(not(target_arch = "x86_64"))]
const LEGACY: &[c_long] = &[];

#[cfg(target_arch = "x86_64")]
const FORKS: &[c_long] = &[libc::SYS_fork, libc::SYS_vfork];
#[cfg(not(target_arch = "x86_64"))]
const FORKS: &[c_long] = &[];
