//! The launcher: sets up the namespaces, starts the program in them, sleeps, and leaves nothing behind.
//!
//! ```text
//! caller --socket-- launcher (outside the process namespace)
//!                     |-- init: process 1 of the namespace; built the root, reaps orphans, takes all with it
//!                     `-- the program: process 2, whose exact end the launcher learns as its parent
//! ```

use std::ffi::OsString;
use std::io::{Read, Write, pipe};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::Path;
use std::process::ExitCode;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    DumpableBehavior, Pid, PidfdFlags, Signal, WaitOptions, getpid, kill_process, kill_process_group, pidfd_open,
    set_child_subreaper, set_dumpable_behavior, set_parent_process_death_signal, setsid, wait,
};

use super::confine::{Inherited, become_program};
use super::control::{self, Report};
use super::failure::{At, Failure};
use super::plan::{Namespaces, Plan};
use super::sys::{self, Forked, Reaped};
use super::{cgroup, namespaces, root, scratch};
use crate::{Exit, Status, Step};

/// How often the scratch folder is measured where the system cannot limit it.
const MEASURE: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };

/// The code with which a process of the launcher ends when it could not become the program.
const NOT_STARTED: i32 = 127;

/// The launcher's life; see [`crate::launcher_main`].
pub(crate) fn launcher_main(words: Vec<OsString>) -> ExitCode {
    sys::close_from(3);
    let Ok(control) = sys::take_descriptor(0) else {
        return ExitCode::FAILURE;
    };
    let outcome = match Plan::from_words(words) {
        Ok(plan) => supervise(&plan, &control),
        Err(word) => {
            let detail = format!("(no such word: {})", word.display());
            Err(Failure { step: Step::Protocol, detail, errno: 0 })
        }
    };
    let report = match outcome {
        Ok(exit) => Report::Ended(exit),
        Err(failure) => Report::Failed(failure),
    };
    // A caller that is gone needs no report.
    let _ = report.send(&control);
    ExitCode::SUCCESS
}

fn supervise(plan: &Plan, control: &OwnedFd) -> Result<Exit, Failure> {
    let streams = receive_streams(control).at(Step::Protocol, "")?;
    let _ = setsid();
    // Orphans come to the launcher where there is no init of a namespace to take them.
    let _ = set_child_subreaper(Some(getpid()));
    if plan.recipe.namespaces != Namespaces::Direct {
        // The program can see this process, and is perhaps the same user: nothing of it may be read.
        let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
    }
    let mut family = Family { init: None, program: None };
    let outcome = family.start(plan, control, streams).and_then(|pidfd| {
        Report::Started.send(control).at(Step::Protocol, "")?;
        watch(plan, control, &pidfd);
        Ok(())
    });
    let reaped = family.end();
    if plan.recipe.namespaces == Namespaces::None {
        let _ = scratch::remove(&plan.scratch);
    }
    outcome.map(|()| reaped.map_or_else(Exit::lost, exit))
}

/// The program's descriptors, at numbers that it will not be given.
fn receive_streams(control: &OwnedFd) -> std::io::Result<Vec<OwnedFd>> {
    let message = control::receive(control.as_fd())?.ok_or(std::io::ErrorKind::UnexpectedEof)?;
    message.descriptors.iter().map(high).collect()
}

/// The same descriptor at a high number, closed by executing.
fn high(fd: impl AsFd) -> std::io::Result<OwnedFd> {
    Ok(rustix::io::fcntl_dupfd_cloexec(fd, sys::HIGH)?)
}

/// The processes of one sandbox.
struct Family {
    init: Option<Pid>,
    program: Option<Pid>,
}

impl Family {
    /// Starts everything; returns a handle of the program, which is then executing.
    fn start(&mut self, plan: &Plan, control: &OwnedFd, streams: Vec<OwnedFd>) -> Result<OwnedFd, Failure> {
        let cgroup = plan.cgroup.as_deref().map(cgroup::entrance).transpose().at(Step::Limits, "(control group)")?;
        if plan.recipe.namespaces == Namespaces::Direct {
            namespaces::enter(plan)?;
            self.start_init(plan)?;
        }
        let (errors, errors_in) = pipe().at(Step::Protocol, "")?;
        let errors_in = high(errors_in).at(Step::Protocol, "")?;
        let (gate, gate_in) = control::pair().at(Step::Protocol, "")?;
        let inherited = Inherited {
            control: high(control).at(Step::Protocol, "")?,
            gate: high(gate_in).at(Step::Protocol, "")?,
            cgroup,
            streams,
        };
        match sys::fork().at(Step::Protocol, "")? {
            Forked::Child => {
                let Err(failure) = become_program(plan, &inherited);
                let _ = rustix::io::write(&errors_in, &failure.encode());
                sys::exit_now(NOT_STARTED)
            }
            Forked::Parent(pid) => {
                self.program = Some(pid);
                drop((inherited, errors_in));
                let pidfd = pidfd_open(pid, PidfdFlags::empty()).at(Step::Protocol, "(pidfd)")?;
                open_gate(gate, &pidfd).at(Step::ExecGate, "")?;
                no_failure(errors)?;
                Ok(pidfd)
            }
        }
    }

    /// Starts process 1 of the namespace, which builds the root.
    fn start_init(&mut self, plan: &Plan) -> Result<(), Failure> {
        let (errors, mut errors_in) = pipe().at(Step::Root, "")?;
        match sys::fork().at(Step::Namespaces, "")? {
            Forked::Child => {
                let _ = set_parent_process_death_signal(Some(Signal::KILL));
                let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
                if let Err(failure) = root::build(plan) {
                    let _ = errors_in.write_all(&failure.encode());
                    sys::exit_now(NOT_STARTED);
                }
                sys::close_from(0);
                loop {
                    sys::await_child_signal();
                    reap_ended();
                }
            }
            Forked::Parent(pid) => {
                self.init = Some(pid);
                drop(errors_in);
                no_failure(errors)
            }
        }
    }

    /// Ends everything that is left, and returns how the program ended.
    fn end(&self) -> Option<Reaped> {
        if let (None, Some(program)) = (self.init, self.program) {
            // The filter keeps all its processes in the group of the first. The kernel signals a group as one step that no
            // fork comes between, so nobody is left to fork, however many they are and however little time we get.
            let _ = kill_process_group(program, Signal::KILL);
        }
        for pid in self.init.iter().chain(&self.program) {
            let _ = kill_process(*pid, Signal::KILL);
        }
        // The program first: the namespace's init cannot finish while another process of it is not reaped.
        let reaped = self.program.and_then(|pid| sys::wait_for(pid).ok());
        if let Some(init) = self.init {
            let _ = sys::wait_for(init);
        }
        end_orphans();
        reaped
    }
}

/// The failure that came through the pipe before it was closed, if any.
fn no_failure(mut errors: impl Read) -> Result<(), Failure> {
    let mut bytes = Vec::new();
    errors.read_to_end(&mut bytes).at(Step::Protocol, "")?;
    if bytes.is_empty() { Ok(()) } else { Err(Failure::decode(&bytes)) }
}

/// Lets the program's first `execve` through. Closing the gate then makes every later one fail.
fn open_gate(gate: OwnedFd, program: &OwnedFd) -> std::io::Result<()> {
    let Some(message) = control::receive(gate.as_fd())? else {
        return Ok(());
    };
    let Some(listener) = message.descriptors.first() else {
        return Ok(());
    };
    if first_ready(listener.as_fd(), program.as_fd(), None)? == Ready::First {
        sys::allow_notified_call(listener.as_fd())?;
    }
    Ok(())
}

/// Sleeps until the program ends, the caller wants it ended or is gone, or the scratch folder is over its limit.
fn watch(plan: &Plan, control: &OwnedFd, program: &OwnedFd) {
    let measured = plan.recipe.namespaces == Namespaces::None;
    loop {
        match first_ready(control.as_fd(), program.as_fd(), measured.then_some(&MEASURE)) {
            Ok(Ready::Neither) if scratch::size(&plan.scratch, plan.limits.scratch) <= plan.limits.scratch => {}
            _ => return,
        }
    }
}

#[derive(PartialEq, Eq)]
enum Ready {
    First,
    Second,
    Neither,
}

/// Waits for one of two descriptors; the second wins.
fn first_ready(first: BorrowedFd<'_>, second: BorrowedFd<'_>, limit: Option<&Timespec>) -> std::io::Result<Ready> {
    let mut both = [PollFd::from_borrowed_fd(first, PollFlags::IN), PollFd::from_borrowed_fd(second, PollFlags::IN)];
    loop {
        match poll(&mut both, limit) {
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
            Ok(0) => return Ok(Ready::Neither),
            Ok(_) if both[1].revents().is_empty() && both[0].revents().contains(PollFlags::IN) => {
                return Ok(Ready::First);
            }
            // Also when the first hangs up with nothing to say: a gate whose process is gone.
            Ok(_) => return Ok(Ready::Second),
        }
    }
}

/// Kills and reaps children that came to the launcher as orphans, until there are none.
fn end_orphans() {
    let own = getpid().as_raw_nonzero();
    let list = format!("/proc/{own}/task/{own}/children");
    loop {
        reap_ended();
        let children = std::fs::read_to_string(Path::new(&list)).unwrap_or_default();
        let mut left = false;
        for pid in children.split_whitespace().filter_map(|pid| Pid::from_raw(pid.parse().ok()?)) {
            left = true;
            let _ = kill_process(pid, Signal::KILL);
        }
        if !left {
            return;
        }
        std::thread::yield_now();
    }
}

fn reap_ended() {
    while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
}

fn exit(reaped: Reaped) -> Exit {
    let status = if libc::WIFEXITED(reaped.status) {
        Status::Code(libc::WEXITSTATUS(reaped.status))
    } else {
        Status::Signal(libc::WTERMSIG(reaped.status))
    };
    Exit { status, cpu: reaped.cpu, peak_memory: reaped.peak_memory, out_of_memory: false }
}
