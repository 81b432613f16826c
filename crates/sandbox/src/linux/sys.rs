//! The few system calls without a safe wrapper, each made safe here. All unsafe code of the sandbox is in this file.

use std::ffi::{CStr, CString, c_int, c_long};
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::path::Path;
use std::time::Duration;

use rustix::process::Pid;
use rustix::thread::UnshareFlags;

/// What one side of a fork is.
pub(super) enum Forked {
    /// The new process.
    Child,
    /// The old one, with the new one's number.
    Parent(Pid),
}

/// How a child ended, with what it used.
pub(super) struct Reaped {
    /// The status as `wait` encodes it.
    pub(super) status: c_int,
    /// User and system time.
    pub(super) cpu: Duration,
    /// The largest resident set, in bytes.
    pub(super) peak_memory: u64,
}

fn check(result: c_long) -> io::Result<c_long> {
    if result == -1 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

/// How often a fork is tried again where the system has no process left to give, and how long it waits in between.
const FORK_TRIES: u32 = 200;
const FORK_PAUSE: Duration = Duration::from_millis(25);

/// Forks. Only for the launcher, which has one thread: the child may allocate and lock like any program.
///
/// A program beside this one may have used up all processes for a moment, and a sandbox must not become weaker by that: it waits.
pub(super) fn fork() -> io::Result<Forked> {
    let mut tries = 0;
    loop {
        // SAFETY: the launcher has one thread, so the child's copy of the heap and of every lock is consistent.
        match check(c_long::from(unsafe { libc::fork() })) {
            Ok(pid) => return Ok(Pid::from_raw(pid as i32).map_or(Forked::Child, Forked::Parent)),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock && tries < FORK_TRIES => {
                tries += 1;
                std::thread::sleep(FORK_PAUSE);
            }
            Err(error) => return Err(error),
        }
    }
}

/// Ends a forked child at once, without the exit handlers it shares with its parent.
pub(super) fn exit_now(code: c_int) -> ! {
    // SAFETY: `_exit` has no precondition and does not return.
    unsafe { libc::_exit(code) }
}

/// Waits for one child to end.
pub(super) fn wait_for(pid: Pid) -> io::Result<Reaped> {
    let mut status = 0;
    // SAFETY: all-zero bytes are a valid `rusage`, a struct of integers.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    loop {
        // SAFETY: both pointers are to live locals of the right type.
        let result = unsafe { libc::wait4(pid.as_raw_nonzero().get(), &raw mut status, 0, &raw mut usage) };
        match check(c_long::from(result)) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
            Ok(_) => break,
        }
    }
    let time = |t: libc::timeval| Duration::from_secs(t.tv_sec.max(0) as u64) + micros(t.tv_usec);
    Ok(Reaped {
        status,
        cpu: time(usage.ru_utime) + time(usage.ru_stime),
        peak_memory: usage.ru_maxrss.max(0) as u64 * 1024,
    })
}

fn micros(value: libc::suseconds_t) -> Duration {
    Duration::from_micros(value.max(0) as u64)
}

/// Moves this process into new namespaces.
pub(super) fn unshare(flags: UnshareFlags) -> io::Result<()> {
    // SAFETY: the flags never contain FILES, which alone could invalidate descriptors another thread relies on.
    Ok(unsafe { rustix::thread::unshare_unsafe(flags) }?)
}

/// Makes a mount and everything mounted beneath it read-only, without set-user-id programs and, if asked, devices.
/// What the mount already forbids stays forbidden.
pub(super) fn protect_mount(path: &Path, devices: bool) -> io::Result<()> {
    let mut attributes = libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID;
    if !devices {
        attributes |= libc::MOUNT_ATTR_NODEV;
    }
    let attr = libc::mount_attr { attr_set: attributes, attr_clr: 0, propagation: 0, userns_fd: 0 };
    let path = c_path(path)?;
    // SAFETY: the path is a live C string, the attribute a live struct whose size is passed along.
    check(unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            path.as_ptr(),
            libc::AT_RECURSIVE,
            &raw const attr,
            size_of::<libc::mount_attr>(),
        )
    })?;
    Ok(())
}

/// Closes every descriptor from `first` on.
pub(super) fn close_from(first: RawFd) {
    // SAFETY: only the launcher calls this, before it owns a descriptor in this range or when it will use none again.
    let result = unsafe { libc::syscall(libc::SYS_close_range, first, u32::MAX, 0) };
    if result == -1 {
        for fd in first..1024 {
            // SAFETY: as above.
            unsafe { libc::close(fd) };
        }
    }
}

/// Takes ownership of a descriptor by number; only for standard input, which the launcher was given for this.
pub(super) fn take_descriptor(number: RawFd) -> io::Result<OwnedFd> {
    // SAFETY: the number is duplicated, and the duplicate is new and ours alone.
    let fd = check(c_long::from(unsafe { libc::fcntl(number, libc::F_DUPFD_CLOEXEC, HIGH) }))?;
    // SAFETY: as above.
    Ok(unsafe { OwnedFd::from_raw_fd(fd as RawFd) })
}

/// Where descriptors of the launcher are kept, out of the way of those the program gets and below the lowest limits.
pub(super) const HIGH: RawFd = 20;

/// Makes `number` name what `fd` names, for the program to inherit.
pub(super) fn place_descriptor(fd: BorrowedFd<'_>, number: RawFd) -> io::Result<()> {
    // SAFETY: the target is one of the program's own numbers, below those that the launcher holds.
    check(c_long::from(unsafe { libc::dup2(fd.as_raw_fd(), number) }))?;
    Ok(())
}

/// Gives every signal its default action and blocks none: a program must not inherit the launcher's habits.
pub(super) fn reset_signals() {
    for signal in 1..=64 {
        // SAFETY: the default action is always valid; numbers that may not be changed are refused without effect.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    // SAFETY: an all-zero set is then made a valid empty one, and lives through the call.
    unsafe {
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const none, std::ptr::null_mut());
    }
}

/// Sleeps until a child of this process ends; from the first call on, SIGCHLD is blocked so that none is missed.
pub(super) fn await_child_signal() {
    // SAFETY: the set is made valid before use and lives through the calls.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGCHLD);
        libc::sigprocmask(libc::SIG_BLOCK, &raw const set, std::ptr::null_mut());
        let mut signal = 0;
        libc::sigwait(&raw const set, &raw mut signal);
    }
}

/// Installs a system call filter. With `listen`, returns the descriptor on which its notifications arrive.
pub(super) fn install_filter(program: &[libc::sock_filter], listen: bool) -> io::Result<Option<OwnedFd>> {
    let length = u16::try_from(program.len()).map_err(io::Error::other)?;
    let filter = libc::sock_fprog { len: length, filter: program.as_ptr().cast_mut() };
    let flags = if listen { libc::SECCOMP_FILTER_FLAG_NEW_LISTENER } else { 0 };
    // SAFETY: the program is a live slice of the given length, and the kernel only reads it.
    let result =
        check(unsafe { libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, flags, &raw const filter) })?;
    // SAFETY: with the listener flag the result is a new descriptor that nobody else owns.
    Ok(listen.then(|| unsafe { OwnedFd::from_raw_fd(result as RawFd) }))
}

/// Whether the kernel takes system call filters.
pub(super) fn has_seccomp() -> bool {
    let action = libc::SECCOMP_RET_ERRNO;
    // SAFETY: the action is a live integer of the size the kernel reads.
    unsafe { libc::syscall(libc::SYS_seccomp, libc::SECCOMP_GET_ACTION_AVAIL, 0, &raw const action) == 0 }
}

/// Version of the landlock interface, 0 where there is none.
pub(super) fn landlock_version() -> u32 {
    const VERSION: c_int = 1;
    // SAFETY: this form of the call takes no memory.
    let version =
        unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<libc::c_void>(), 0usize, VERSION) };
    u32::try_from(version).unwrap_or(0)
}

/// Lets the system call that waits on this listener go on.
pub(super) fn allow_notified_call(listener: BorrowedFd<'_>) -> io::Result<()> {
    // SAFETY: all-zero bytes are valid for both structs, and the kernel wants them so; both live through the calls.
    unsafe {
        let mut request: libc::seccomp_notif = std::mem::zeroed();
        check(c_long::from(libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_RECV, &raw mut request)))?;
        let mut response: libc::seccomp_notif_resp = std::mem::zeroed();
        response.id = request.id;
        response.flags = libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32;
        check(c_long::from(libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_SEND, &raw mut response)))?;
    }
    Ok(())
}

/// Becomes another program; returns only the reason why not.
pub(super) fn execute(program: &CStr, args: &[CString], env: &[CString]) -> io::Error {
    let pointers = |strings: &[CString]| -> Vec<*const libc::c_char> {
        strings.iter().map(|string| string.as_ptr()).chain([std::ptr::null()]).collect()
    };
    let (args, env) = (pointers(args), pointers(env));
    // SAFETY: program, args and env are live C strings, and both arrays end with a null pointer.
    unsafe { libc::execve(program.as_ptr(), args.as_ptr(), env.as_ptr()) };
    io::Error::last_os_error()
}

/// Processor time of a process, all its threads included.
pub(super) fn process_cpu_time(pid: u32) -> io::Result<Duration> {
    let mut clock: libc::clockid_t = 0;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: both pointers are to live locals of the right type.
    let error = unsafe { libc::clock_getcpuclockid(pid as libc::pid_t, &raw mut clock) };
    if error != 0 {
        return Err(io::Error::from_raw_os_error(error));
    }
    // SAFETY: as above.
    check(c_long::from(unsafe { libc::clock_gettime(clock, &raw mut time) }))?;
    Ok(Duration::new(time.tv_sec.max(0) as u64, time.tv_nsec.max(0) as u32))
}

/// Length of one tick of the times in `/proc`.
pub(super) fn tick() -> Duration {
    // SAFETY: `sysconf` has no precondition.
    let per_second = unsafe { libc::sysconf(libc::_SC_CLK_TCK) };
    Duration::from_nanos(1_000_000_000 / per_second.max(1) as u64)
}

/// The path as the system wants it.
pub(super) fn c_path(path: &Path) -> io::Result<CString> {
    Ok(CString::new(path.as_os_str().as_encoded_bytes())?)
}
